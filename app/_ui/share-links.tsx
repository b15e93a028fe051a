'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { embedSnippet } from '#lib/access/embed-snippet.ts'
import { grouped } from '#lib/model/count-text.ts'
import { Button } from './button.tsx'
import { type Called, call } from './call.ts'
import { CopyButton } from './copy-button.tsx'
import { Field, SelectField } from './field.tsx'
import form from './form.module.css'
import { Form } from './form.tsx'
import { Notice } from './notice.tsx'
import styles from './share-dialog.module.css'
import { When } from './when.tsx'

type Link = {
  id: string
  name: string
  hint: string
  expiresAt: string | null
  hasPassword: boolean
  revision: number | null
  origins: string[]
  opens: number
  lastOpenedAt: string | null
}
type Made = Link & { url: string }

const DAY_MS = 24 * 60 * 60 * 1000
const ENDS: readonly (readonly [days: string, words: string])[] = [
  ['7', 'in 7 days'],
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
  ['never', 'when it is revoked'],
]
const endOf = (days: string) => (days === 'never' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString())

const nameOf = ({ name, hint }: Link) => name.trim() || `Link …${hint}`

/** The links by which others see the model without an account, for its owner: part of the Share dialog. */
export function ShareLinks({ modelId }: { modelId: string }) {
  const model = `/api/construct-models/${encodeURIComponent(modelId)}`
  const path = `${model}/share-links`
  /** The present one, for a link that stays at it. */
  const [revision, setRevision] = useState<number>()
  const [links, setLinks] = useState<Called<{ items: Link[] }>>()
  const [made, setMade] = useState<Made>()
  const [refused, setRefused] = useState<Extract<Called<never>, { ok: false }>>()
  const [isNew, setNew] = useState(false)
  const [busy, setBusy] = useState(false)
  const address = useRef<HTMLInputElement>(null)

  const read = useCallback(async () => setLinks(await call<{ items: Link[] }>('GET', path)), [path])
  useEffect(() => void read(), [read])
  useEffect(() => {
    if (made) address.current?.focus()
  }, [made])

  async function act<T>(method: string, at: string, body?: unknown): Promise<Called<T>> {
    setBusy(true)
    const done = await call<T>(method, at, body)
    setBusy(false)
    setRefused(done.ok ? undefined : done)
    await read()
    return done
  }

  async function make(data: FormData) {
    const text = (name: string) => String(data.get(name) ?? '').trim()
    const origins = text('origins')
      .split(/[\s,]+/)
      .filter(Boolean)
    const done = await act<Made>('POST', path, {
      name: text('name'),
      expiresAt: endOf(text('ends')),
      password: String(data.get('password') ?? '') || null,
      revision: data.has('pinned') ? (revision ?? null) : null,
      origins,
    })
    if (!done.ok) return
    setMade(done.body)
    setNew(false)
  }

  const fields = refused?.fields ?? {}
  return (
    <section className={styles.part} aria-labelledby="share-links">
      <h3 id="share-links">Links</h3>
      <p className={styles.note}>Everyone with the link sees the whole model and can copy it. No account is needed.</p>
      {made && <New made={made} address={address} />}
      {links && !links.ok && <Notice tone="danger">{links.message}</Notice>}
      {refused && Object.keys(fields).length === 0 && <Notice tone="danger">{refused.message}</Notice>}
      {links?.ok && links.body.items.length > 0 && (
        <ul className={styles.people} aria-label="Links to this model">
          {links.body.items.map((link) => (
            <li key={link.id}>
              <About link={link} />
              <Deeds link={link} busy={busy} act={(method, body) => act(method, `${path}/${link.id}`, body)} />
            </li>
          ))}
        </ul>
      )}
      {isNew ? (
        <div className={styles.new}>
          <Form onSubmit={make}>
            <Field
              label="Name"
              name="name"
              maxLength={100}
              placeholder="For the client"
              hint="For yourself."
              error={fields.name}
            />
            <SelectField label="It ends" name="ends" defaultValue="90">
              {ENDS.map(([days, words]) => (
                <option key={days} value={days}>
                  {words}
                </option>
              ))}
            </SelectField>
            <Field
              label="Password (optional)"
              name="password"
              type="password"
              minLength={8}
              maxLength={200}
              autoComplete="new-password"
              error={fields.password}
            />
            <Field
              label="Sites that may embed it (optional)"
              name="origins"
              placeholder="https://wiki.example.com"
              hint="Addresses without a path, with spaces between them; * for every site. Such a link has no password."
              error={fields.origins}
            />
            {revision !== undefined && (
              <label className={form.check}>
                <input type="checkbox" name="pinned" />
                <span>Only revision {revision}, as the model is now; without this the link follows every change</span>
              </label>
            )}
            <div className={styles.deeds}>
              <Button type="submit" look="primary" busy={busy}>
                Make the link
              </Button>
              <Button onClick={() => setNew(false)}>Cancel</Button>
            </div>
          </Form>
        </div>
      ) : (
        <div>
          <Button
            onClick={async () => {
              const present = await call<{ items: { revision: number }[] }>('GET', `${model}/revisions?limit=1`)
              setRevision(present.ok ? present.body.items[0]?.revision : undefined)
              setNew(true)
              setMade(undefined)
              setRefused(undefined)
            }}
          >
            New link
          </Button>
        </div>
      )}
    </section>
  )
}

/** The one time that its address is told. */
function New({ made, address }: { made: Made; address: React.RefObject<HTMLInputElement | null> }) {
  const snippet = made.origins.length > 0 ? embedSnippet(made.url.replace('/share/', '/embed/')) : undefined
  return (
    <Notice tone="ok">
      <p>
        Copy <bdi>{nameOf(made)}</bdi> now: its address is not shown again.
      </p>
      <div className={styles.link}>
        <input
          ref={address}
          readOnly
          value={made.url}
          aria-label="Address of the link"
          onFocus={({ target }) => target.select()}
        />
        <CopyButton text={made.url} label="Copy the link" />
      </div>
      {snippet && (
        <>
          <p>To embed the model:</p>
          <div className={styles.link}>
            <input readOnly value={snippet} aria-label="HTML to embed the model" onFocus={({ target }) => target.select()} />
            <CopyButton text={snippet} label="Copy the HTML" />
          </div>
        </>
      )}
    </Notice>
  )
}

function About({ link }: { link: Link }) {
  const { hint, expiresAt, hasPassword, revision, origins, opens, lastOpenedAt } = link
  const isOver = expiresAt !== null && new Date(expiresAt) <= new Date()
  return (
    <span className={styles.who}>
      <bdi>{nameOf(link)}</bdi> <code className="muted">…{hint}</code>
      <span className={styles.about}>
        <span className={isOver ? styles.over : undefined}>
          {expiresAt === null ? (
            'never ends'
          ) : (
            <>
              {isOver ? 'ended ' : 'ends '}
              <When at={expiresAt} isDay />
            </>
          )}
        </span>
        {hasPassword && <span>behind a password</span>}
        {revision !== null && <span>revision {revision} only</span>}
        {origins.length > 0 && <span>on {origins.includes('*') ? 'every site' : origins.join(', ')}</span>}
        <span>
          {opens === 0 || lastOpenedAt === null ? (
            'not opened yet'
          ) : (
            <>
              opened {opens === 1 ? 'once' : `${grouped(opens)} times`}, last <When at={lastOpenedAt} />
            </>
          )}
        </span>
      </span>
    </span>
  )
}

type DeedsProps = { link: Link; busy: boolean; act: (method: string, body?: unknown) => Promise<Called<unknown>> }

function Deeds({ link, busy, act }: DeedsProps) {
  const [asks, setAsks] = useState<'change' | 'revoke'>()
  const name = nameOf(link)
  if (asks === 'revoke') {
    return (
      <span className={styles.deeds}>
        <Button look="danger" busy={busy} onClick={() => void act('DELETE')} aria-label={`Revoke ${name} for good`}>
          Revoke for good
        </Button>
        <Button onClick={() => setAsks(undefined)}>Keep</Button>
      </span>
    )
  }
  if (asks === 'change') {
    return (
      <Form
        onSubmit={async (data) => {
          const [ends, password] = [String(data.get('ends')), String(data.get('password') ?? '')]
          const done = await act('PATCH', {
            name: String(data.get('name')).trim(),
            ...(ends !== 'same' && { expiresAt: endOf(ends) }),
            ...(data.has('open') ? { password: null } : password && { password }),
          })
          if (done.ok) setAsks(undefined)
        }}
      >
        <Field label="Name" name="name" maxLength={100} defaultValue={link.name} />
        <SelectField label="It ends" name="ends" defaultValue="same">
          <option value="same">as it is now</option>
          {ENDS.map(([days, words]) => (
            <option key={days} value={days}>
              {words}
            </option>
          ))}
        </SelectField>
        {link.origins.length === 0 && (
          <Field
            label="New password"
            name="password"
            type="password"
            minLength={8}
            maxLength={200}
            autoComplete="new-password"
            hint="Whoever has the model open by this link must enter it."
          />
        )}
        {link.hasPassword && (
          <label className={form.check}>
            <input type="checkbox" name="open" />
            <span>No password any more</span>
          </label>
        )}
        <div className={styles.deeds}>
          <Button type="submit" look="primary" busy={busy}>
            Save
          </Button>
          <Button onClick={() => setAsks(undefined)}>Cancel</Button>
        </div>
      </Form>
    )
  }
  return (
    <span className={styles.deeds}>
      <Button onClick={() => setAsks('change')} aria-label={`Change ${name}`}>
        Change
      </Button>
      <Button onClick={() => setAsks('revoke')} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </span>
  )
}
