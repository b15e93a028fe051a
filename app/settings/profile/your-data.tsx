'use client'

import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { type Called, call } from '#ui/call.ts'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from '../settings.module.css'

export function CloseAccount({ email, hasPassword, days }: { email: string; hasPassword: boolean; days: number }) {
  const [isConfirming, setConfirming] = useState(false)
  const [answer, setAnswer] = useState<Called<unknown>>()
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
        <Dialog title="Delete the account?" onClose={() => setConfirming(false)}>
          <p>
            It closes at once: sessions, API keys, connected apps and share links end. For {days} days you can sign in and bring
            it back; then it is deleted permanently, with your models. What you wrote into models of others stays there.
          </p>
          <Form onSubmit={submit}>
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
            {answer && !answer.ok && Object.keys(fields).length === 0 && <Notice tone="danger">{answer.message}</Notice>}
            <DialogActions>
              <Button onClick={() => setConfirming(false)}>Cancel</Button>
              <Button type="submit" look="danger" busy={busy}>
                Delete the account
              </Button>
            </DialogActions>
          </Form>
        </Dialog>
      )}
    </div>
  )
}
