import { useEffect, useRef } from 'react'
import { embedSnippet } from '#lib/http/embed-snippet.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Field, SelectField } from '#ui/field.tsx'
import form from '#ui/form.module.css'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './share-dialog.module.css'
import { type Link, nameOf } from './share-link.tsx'
import { EndOptions, endOf } from './share-link-ends.tsx'

export type MadeLink = Link & { url: string }

type NewLinkProps = {
  /** The present one, for a link that stays at it. */
  revision: number | undefined
  busy: boolean
  /** What is refused, by field. */
  fields: Record<string, string>
  onMake: (link: object) => Promise<void>
  onCancel: () => void
}

/** What a new link shows, to whom, and until when. */
export function NewLink({ revision, busy, fields, onMake, onCancel }: NewLinkProps) {
  return (
    <div className={styles.new}>
      <Form onSubmit={(data) => onMake(linkOf(data, revision))}>
        <Field label="Name" name="name" maxLength={100} placeholder="For the client" hint="For yourself." error={fields.name} />
        <SelectField label="Expires" name="ends" defaultValue="90">
          <EndOptions />
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
        <label className={form.check}>
          <input type="checkbox" name="comments" />
          <span>Show comments, and who wrote them</span>
        </label>
        <div className={styles.actions}>
          <Button type="submit" look="primary" busy={busy}>
            Create link
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </Form>
    </div>
  )
}

/** What the form says, as the API takes it. */
function linkOf(data: FormData, revision: number | undefined) {
  const text = (name: string) => String(data.get(name) ?? '').trim()
  return {
    name: text('name'),
    expiresAt: endOf(text('ends')),
    password: String(data.get('password') ?? '') || null,
    comments: data.has('comments'),
    revision: data.has('pinned') ? (revision ?? null) : null,
    origins: text('origins')
      .split(/[\s,]+/)
      .filter(Boolean),
  }
}

/** The one time that its address is told. */
export function LinkMade({ made }: { made: MadeLink }) {
  const address = useRef<HTMLInputElement>(null)
  useEffect(() => address.current?.focus(), [])

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
