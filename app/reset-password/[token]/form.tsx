'use client'

import { useState } from 'react'
import { Button, ButtonLink } from '../../_ui/button.tsx'
import { type Called, call } from '../../_ui/call.ts'
import { Field } from '../../_ui/field.tsx'
import { Form } from '../../_ui/form.tsx'
import { Notice } from '../../_ui/notice.tsx'

export function ResetForm({ token, email }: { token: string; email: string }) {
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
      <input type="email" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        maxLength={1024}
        hint="At least 10 characters, and none of the most common passwords."
        error={fields.password}
      />
      <label>
        <input type="checkbox" name="revoke" /> Revoke all API keys, too
      </label>
      <Button type="submit" look="primary" busy={busy}>
        Set the password
      </Button>
    </Form>
  )
}
