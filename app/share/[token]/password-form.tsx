import { waitWords } from '#lib/values/wait-words.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import formStyles from '#ui/form.module.css'
import { Notice } from '#ui/notice.tsx'
import type { Query } from '../../session.ts'

/** Sent by the browser itself, so that it works without script; the answer leads back here. */
export function PasswordForm({ token, query }: { token: string; query: Query }) {
  const seconds = Number(query.seconds)
  return (
    <main id="main" className="page page-narrow">
      <h1>This model needs a password</h1>
      <p className="muted">Whoever sent you the link has it.</p>
      {query.password === 'wait' && (
        <Notice tone="danger">Too many attempts. Try again {waitWords(seconds > 0 ? seconds : 60)}.</Notice>
      )}
      <div className="card">
        <form method="post" action={`/api/share/${token}/password`} className={formStyles.form}>
          <Field
            label="Password"
            name="password"
            type="password"
            required
            autoComplete="off"
            autoFocus
            {...(query.password === 'wrong' && { error: 'This password is not right.' })}
          />
          <Button type="submit" look="primary">
            Open the model
          </Button>
        </form>
      </div>
    </main>
  )
}
