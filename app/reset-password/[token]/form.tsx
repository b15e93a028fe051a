'use client'

import { Button, ButtonLink } from '#ui/button.tsx'
import styles from '#ui/form.module.css'
import { Form } from '#ui/form.tsx'
import { NewPassword } from '#ui/new-password.tsx'
import { Notice } from '#ui/notice.tsx'
import { useCall } from '#ui/use-call.ts'

type ResetFormProps = { token: string; email: string; keepsKeys: boolean }

/** `keepsKeys`: API keys stay unless that is chosen otherwise. */
export function ResetForm({ token, email, keepsKeys }: ResetFormProps) {
  const { send, busy, answer, fields } = useCall()

  function submit(data: FormData) {
    const body = { token, password: data.get('password'), revokeApiKeys: data.get('revoke') === 'on' }
    void send('POST', '/api/account/reset-password', body)
  }

  if (answer?.ok) {
    return (
      <>
        <Notice tone="ok">The password is changed.</Notice>
        <ButtonLink look="primary" href="/sign-in?with=password">
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
