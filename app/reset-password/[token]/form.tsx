'use client'

import { useState } from 'react'
import { Button, ButtonLink } from '../../_ui/button.tsx'
import { type Called, call } from '../../_ui/call.ts'
import styles from '../../_ui/form.module.css'
import { Form } from '../../_ui/form.tsx'
import { NewPassword } from '../../_ui/new-password.tsx'
import { Notice } from '../../_ui/notice.tsx'

type ResetFormProps = { token: string; email: string; keepsKeys: boolean }

/** `keepsKeys`: API keys stay unless that is chosen otherwise. */
export function ResetForm({ token, email, keepsKeys }: ResetFormProps) {
  const [answer, setAnswer] = useState<Called<unknown>>()
  const [busy, setBusy] = useState(false)
  const fields = answer && !answer.ok ? answer.fields : {}

  async function submit(data: FormData) {
    setBusy(true)
    const body = { token, password: data.get('password'), revokeApiKeys: data.get('revoke') === 'on' }
    setAnswer(await call('POST', '/api/account/reset-password', body))
    setBusy(false)
  }

  if (answer?.ok) {
    return (
      <>
        <Notice tone="ok">The password is changed.</Notice>
        <ButtonLink look="primary" href="/sign-in">
          Sign in
        </ButtonLink>
      </>
    )
  }
  return (
    <Form onSubmit={submit}>
      {answer && !answer.ok && !fields.password && <Notice tone="danger">{answer.message}</Notice>}
      <NewPassword label="New password" error={fields.password} account={email} />
      {keepsKeys && (
        <label className={styles.check}>
          <input type="checkbox" name="revoke" />
          <span>Revoke all API keys, too</span>
        </label>
      )}
      <Button type="submit" look="primary" busy={busy}>
        Set the password
      </Button>
    </Form>
  )
}
