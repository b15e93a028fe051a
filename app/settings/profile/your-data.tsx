'use client'

import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { type CallResult, call, refusalBeside } from '#ui/call.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import styles from '../settings.module.css'

export function CloseAccount({ email, hasPassword, days }: { email: string; hasPassword: boolean; days: number }) {
  const [isConfirming, setConfirming] = useState(false)
  const [answer, setAnswer] = useState<CallResult<unknown>>()
  const [busy, setBusy] = useState(false)
  const fields = answer && !answer.ok ? answer.fields : {}

  async function submit(data: FormData) {
    setBusy(true)
    const closed = await call('POST', '/api/account/close', Object.fromEntries(data))
    if (closed.ok) return window.location.assign('/') // a fresh document: nothing of the account stays in memory
    setAnswer(closed)
    setBusy(false)
  }

  return (
    <div className={styles.row}>
      <Button look="danger" onClick={() => setConfirming(true)}>
        Delete the account
      </Button>
      {isConfirming && (
        <FormDialog
          title="Delete the account?"
          action="Delete the account"
          look="danger"
          busy={busy}
          refusal={refusalBeside(answer, ...Object.keys(fields))}
          onSubmit={submit}
          onClose={() => setConfirming(false)}
        >
          <p>
            It closes at once: sessions, API keys, connected apps and share links end. For {days} days you can sign in and bring
            it back; then it is deleted permanently, with your models. What you wrote into models of others stays there.
          </p>
          {hasPassword ? (
            <Field
              label="Your password"
              name="password"
              type="password"
              autoComplete="current-password"
              required
              maxLength={1024}
              error={fields.password}
            />
          ) : (
            <Field label={`Type ${email}`} name="email" type="email" autoComplete="off" required error={fields.email} />
          )}
        </FormDialog>
      )}
    </div>
  )
}
