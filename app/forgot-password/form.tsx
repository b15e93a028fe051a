'use client'

import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { useCall } from '#ui/use-call.ts'

/** Says the same whether or not somebody has the address. */
export function ForgottenForm() {
  const { send, busy, answer, fields } = useCall()

  if (answer?.ok) {
    return (
      <Notice tone="ok">
        If this address has an account, an e-mail is on its way. Its link is valid for an hour. Check your spam folder, too.
      </Notice>
    )
  }
  return (
    <Form onSubmit={(data) => send('POST', '/api/account/forgot-password', { email: data.get('email') })}>
      {answer && !fields.email && <Notice tone="danger">{answer.message}</Notice>}
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={254}
        hint="We send a link to it that lets you set a new password."
        error={fields.email}
      />
      <Button type="submit" look="primary" busy={busy}>
        Send the link
      </Button>
    </Form>
  )
}
