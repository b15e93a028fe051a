import { useState } from 'react'
import { grouped } from '#lib/values/count-text.ts'
import { Button } from '#ui/button.tsx'
import type { CallResult } from '#ui/call.ts'
import { Field, SelectField } from '#ui/field.tsx'
import form from '#ui/form.module.css'
import { Form } from '#ui/form.tsx'
import { When } from '#ui/when.tsx'
import styles from './share-dialog.module.css'
import { EndOptions, endOf } from './share-link-ends.tsx'

export type Link = {
  id: string
  name: string
  hint: string
  expiresAt: string | null
  hasPassword: boolean
  comments: boolean
  revision: number | null
  origins: string[]
  opens: number
  lastOpenedAt: string | null
}
export const nameOf = ({ name, hint }: Link) => name.trim() || `Link …${hint}`

function About({ link }: { link: Link }) {
  const { hint, expiresAt, hasPassword, comments, revision, origins, opens, lastOpenedAt } = link
  const isOver = expiresAt !== null && new Date(expiresAt) <= new Date()
  return (
    <span className={styles.who}>
      {link.name.trim() ? <bdi>{link.name}</bdi> : 'Link'} <code className="muted">…{hint}</code>
      <span className={styles.about}>
        <span className={isOver ? styles.over : undefined}>
          {expiresAt === null ? (
            'never expires'
          ) : (
            <>
              {isOver ? 'expired ' : 'expires '}
              <When at={expiresAt} isDay />
            </>
          )}
        </span>
        {hasPassword && <span>with a password</span>}
        {comments && <span>with comments</span>}
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

/** One of the links as its owner sees it: what it shows and how often it was opened, to be changed or revoked. */
export function ShareLink(props: ShareLinkProps) {
  return (
    <li>
      <About link={props.link} />
      <LinkActions {...props} />
    </li>
  )
}

type ShareLinkProps = { link: Link; busy: boolean; act: (method: string, body?: unknown) => Promise<CallResult<unknown>> }

function LinkActions({ link, busy, act }: ShareLinkProps) {
  const [asks, setAsks] = useState<'change' | 'revoke'>()
  const name = nameOf(link)
  if (asks === 'revoke') {
    return (
      <span className={styles.actions}>
        <Button look="danger" busy={busy} onClick={() => void act('DELETE')} aria-label={`Revoke ${name} permanently`}>
          Revoke permanently
        </Button>
        <Button onClick={() => setAsks(undefined)}>Cancel</Button>
      </span>
    )
  }
  if (asks === 'change') return <Change link={link} busy={busy} act={act} onEnd={() => setAsks(undefined)} />
  return (
    <span className={styles.actions}>
      <Button onClick={() => setAsks('change')} aria-label={`Change ${name}`}>
        Change
      </Button>
      <Button onClick={() => setAsks('revoke')} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </span>
  )
}

/** Another name, end or password for a link, with or without comments, that others have already. */
function Change({ link, busy, act, onEnd }: ShareLinkProps & { onEnd: () => void }) {
  return (
    <Form
      onSubmit={async (data) => {
        const [ends, password] = [String(data.get('ends')), String(data.get('password') ?? '')]
        const done = await act('PATCH', {
          name: String(data.get('name')).trim(),
          comments: data.has('comments'),
          ...(ends !== 'same' && { expiresAt: endOf(ends) }),
          ...(data.has('open') ? { password: null } : password && { password }),
        })
        if (done.ok) onEnd()
      }}
    >
      <Field label="Name" name="name" maxLength={100} defaultValue={link.name} />
      <SelectField label="Expires" name="ends" defaultValue="same">
        <option value="same">no change</option>
        <EndOptions />
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
      <label className={form.check}>
        <input type="checkbox" name="comments" defaultChecked={link.comments} />
        <span>Show comments, and who wrote them</span>
      </label>
      {link.hasPassword && (
        <label className={form.check}>
          <input type="checkbox" name="open" />
          <span>Remove the password</span>
        </label>
      )}
      <div className={styles.actions}>
        <Button type="submit" look="primary" busy={busy}>
          Save
        </Button>
        <Button onClick={onEnd}>Cancel</Button>
      </div>
    </Form>
  )
}
