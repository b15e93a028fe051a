'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useState } from 'react'
import type { Role } from '#lib/access/roles.ts'
import { Button } from './button.tsx'
import { type Called, call } from './call.ts'
import { CopyButton } from './copy-button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { Field, SelectField } from './field.tsx'
import { Form } from './form.tsx'
import { Notice } from './notice.tsx'
import styles from './share-dialog.module.css'
import { ShareLinks } from './share-links.tsx'
import { When } from './when.tsx'

type Given = Exclude<Role, 'owner'>

type Person = {
  userId: string | null
  name: string | null
  email?: string
  role: Role
  state: 'active' | 'invited'
  since: string
  expiresAt?: string
}
type Asking = { userId: string; name: string | null; email: string; message: string | null; at: string }
/** What comes back for an address: a link to send, and whether a mail has gone. */
type Offered = { inviteUrl?: string; mailed?: boolean }
type People = { items: Person[]; requests: Asking[] }

const ROLES: readonly (readonly [Given, string])[] = [
  ['viewer', 'Viewer: looks'],
  ['commenter', 'Commenter: looks and comments'],
  ['editor', 'Editor: changes the model'],
]
const WORDS: Record<Role, string> = { owner: 'Owner', editor: 'Editor', commenter: 'Commenter', viewer: 'Viewer' }

export type You = { userId: string; email: string }

export type ShareProps = {
  model: { id: string; name: string }
  /** Of whoever looks. */
  role: Role
  you: You
}

/** Who has access to a model; its owner gives and takes it here. */
export function ShareDialog({ model, role, you, onClose }: ShareProps & { onClose: () => void }) {
  const router = useRouter()
  const path = `/api/construct-models/${encodeURIComponent(model.id)}`
  const [people, setPeople] = useState<Called<People>>()
  const [made, setMade] = useState<Offered & { email: string }>()
  const [failed, setFailed] = useState<string>()
  const isOwner = role === 'owner'

  const read = useCallback(async () => setPeople(await call<People>('GET', `${path}/collaborators`)), [path])
  useEffect(() => void read(), [read])

  /** One deed at a time; what it changed is read anew. */
  async function act<T>(method: string, address: string, body?: unknown): Promise<Called<T>> {
    setFailed(undefined)
    const done = await call<T>(method, address, body)
    if (!done.ok) setFailed(done.message)
    await read()
    return done
  }
  async function give(email: string, as: string, message?: string) {
    const body = { email, role: as, ...(message && { message }) }
    const done = await act<Offered>('PUT', `${path}/collaborators`, body)
    setMade(done.ok ? { ...done.body, email } : undefined)
    return done.ok
  }
  const take = (email: string) => act('DELETE', `${path}/collaborators?email=${encodeURIComponent(email)}`)

  return (
    <Dialog title={`Share “${model.name}”`} isWide onClose={onClose}>
      {isOwner && <Invite onGive={give} />}
      {made?.inviteUrl && <Invitation {...made} inviteUrl={made.inviteUrl} />}
      {made?.mailed && !made.inviteUrl && (
        <Notice tone="ok">
          A mail says so to <bdi>{made.email}</bdi>.
        </Notice>
      )}
      {failed && <Notice tone="danger">{failed}</Notice>}
      {people && !people.ok && <Notice tone="danger">{people.message}</Notice>}
      {people?.ok && isOwner && people.body.requests.length > 0 && (
        <section className={styles.part} aria-labelledby="share-asking">
          <h3 id="share-asking">They ask for access</h3>
          <ul className={styles.people}>
            {people.body.requests.map((one) => (
              <Asker
                key={one.userId}
                asking={one}
                onAnswer={(as) => act('POST', `${path}/access-requests/${encodeURIComponent(one.userId)}`, { role: as })}
              />
            ))}
          </ul>
        </section>
      )}
      <section className={styles.part} aria-labelledby="share-people">
        <h3 id="share-people">Who has access</h3>
        {!people && <p className="muted">Asking…</p>}
        {people?.ok && (
          <ul className={styles.people}>
            {people.body.items.map((person) => {
              const { email } = person
              return (
                <li key={`${person.userId} ${email} ${person.role}`}>
                  <Who person={person} isYou={person.userId === you.userId} />
                  {isOwner && person.role !== 'owner' && email !== undefined ? (
                    <span className={styles.deeds}>
                      <select
                        aria-label={`Role of ${email}`}
                        value={person.role}
                        onChange={({ target }) => void give(email, target.value)}
                      >
                        {ROLES.map(([value]) => (
                          <option key={value} value={value}>
                            {WORDS[value]}
                          </option>
                        ))}
                      </select>
                      {person.state === 'invited' && (
                        <Button onClick={() => give(email, person.role)} aria-label={`New link for ${email}`}>
                          New link
                        </Button>
                      )}
                      <Button onClick={() => take(email)} aria-label={`Remove ${email}`}>
                        Remove
                      </Button>
                    </span>
                  ) : isOwner && person.state === 'invited' ? (
                    <span className={styles.deeds}>
                      <Button onClick={() => act('DELETE', `${path}/transfer`)}>Withdraw the offer</Button>
                    </span>
                  ) : (
                    <span className={styles.role}>{WORDS[person.role]}</span>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </section>
      {isOwner && <ShareLinks modelId={model.id} />}
      {isOwner && (
        <Transfer
          onOffer={async (email) => {
            const done = await act<Offered>('POST', `${path}/transfer`, { email })
            if (done.ok) setMade({ ...done.body, email })
          }}
        />
      )}
      {(isOwner || role === 'editor') && (
        <p>
          <a href={`/models/${encodeURIComponent(model.id)}/activity`}>Activity of this model</a>
        </p>
      )}
      <DialogActions>
        {!isOwner && (
          <Leave
            onLeave={async () => {
              const left = await take(you.email)
              if (!left.ok) return
              onClose()
              router.push('/')
              router.refresh()
            }}
          />
        )}
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The one time that the link is told. */
function Invitation({ email, inviteUrl, mailed }: Required<Pick<Offered, 'inviteUrl'>> & Offered & { email: string }) {
  const whom = <bdi>{email}</bdi>
  return (
    <Notice tone={mailed ? 'ok' : 'info'}>
      <p>
        {mailed === undefined && <>This server sends no mail. Send this link to {whom} yourself</>}
        {mailed === false && <>The mail server has not taken the mail to {whom} yet. To be sure, send this link yourself</>}
        {mailed === true && <>A mail with a link is on its way to {whom}. You can also send this one yourself</>}; it is good
        once, for 14 days, and is not shown again.
      </p>
      <div className={styles.link}>
        <input readOnly value={inviteUrl} aria-label="Invitation link" onFocus={({ target }) => target.select()} />
        <CopyButton text={inviteUrl} />
      </div>
    </Notice>
  )
}

function Who({ person: { name, email, role, state, expiresAt }, isYou }: { person: Person; isYou: boolean }) {
  return (
    <span className={styles.who}>
      <bdi>{name || email || 'Unnamed'}</bdi>
      {isYou && <span className="muted"> (you)</span>}
      <span className={styles.about}>
        {name && email && <bdi>{email}</bdi>}
        {state === 'invited' && expiresAt && (
          <span>
            {role === 'owner' ? 'is offered the model until ' : 'invited until '}
            <When at={expiresAt} isDay />
          </span>
        )}
      </span>
    </span>
  )
}

function Invite({ onGive }: { onGive: (email: string, role: string, message: string) => Promise<boolean> }) {
  const [busy, setBusy] = useState(false)
  return (
    <Form
      onSubmit={async (data, form) => {
        setBusy(true)
        const given = await onGive(String(data.get('email')).trim(), String(data.get('role')), String(data.get('message')).trim())
        setBusy(false)
        if (given) form.reset()
      }}
    >
      <div className={styles.invite}>
        <Field label="E-mail address" name="email" type="email" required maxLength={254} autoComplete="off" />
        <SelectField label="Role" name="role" defaultValue="viewer">
          {ROLES.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        <Field label="Message (optional)" name="message" maxLength={500} autoComplete="off" />
        <Button type="submit" look="primary" busy={busy}>
          Invite
        </Button>
      </div>
    </Form>
  )
}

function Asker({ asking, onAnswer }: { asking: Asking; onAnswer: (role: Given | null) => void }) {
  const [role, setRole] = useState<Given>('viewer')
  const { name, email, message } = asking
  return (
    <li>
      <span className={styles.who}>
        <bdi>{name || email}</bdi>
        <span className={styles.about}>
          {name && <bdi>{email}</bdi>}
          {message && <q dir="auto">{message}</q>}
        </span>
      </span>
      <span className={styles.deeds}>
        <select
          aria-label={`Role for ${email}`}
          value={role}
          onChange={({ target }) => setRole(ROLES.find(([value]) => value === target.value)?.[0] ?? 'viewer')}
        >
          {ROLES.map(([value]) => (
            <option key={value} value={value}>
              {WORDS[value]}
            </option>
          ))}
        </select>
        <Button look="primary" onClick={() => onAnswer(role)} aria-label={`Let in ${email}`}>
          Let in
        </Button>
        <Button onClick={() => onAnswer(null)} aria-label={`Refuse ${email}`}>
          Refuse
        </Button>
      </span>
    </li>
  )
}

function Transfer({ onOffer }: { onOffer: (email: string) => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  return (
    <details className={styles.part}>
      <summary>Give the model to somebody else</summary>
      <Form
        onSubmit={async (data) => {
          setBusy(true)
          await onOffer(String(data.get('email')).trim())
          setBusy(false)
        }}
      >
        <p className="muted">Whoever accepts owns the model, and you stay as an editor. People and links stay.</p>
        <div className={styles.invite}>
          <Field label="E-mail address of the new owner" name="email" type="email" required maxLength={254} autoComplete="off" />
          <Button type="submit" busy={busy}>
            Offer the model
          </Button>
        </div>
      </Form>
    </details>
  )
}

/** Asked once more: only the owner can bring them back. */
function Leave({ onLeave }: { onLeave: () => Promise<void> }) {
  const [isSure, setSure] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!isSure) return <Button onClick={() => setSure(true)}>Leave this model</Button>
  return (
    <Button
      look="danger"
      busy={busy}
      onClick={async () => {
        setBusy(true)
        await onLeave()
        setBusy(false)
      }}
    >
      Leave: only its owner can let you in again
    </Button>
  )
}
