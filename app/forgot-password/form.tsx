'use client'

import { useState } from 'react'
import { Button } from '../_ui/button.tsx'
import { type Called, call } from '../_ui/call.ts'
import { Field } from '../_ui/field.tsx'
import { Form } from '../_ui/form.tsx'
import { Notice } from '../_ui/notice.tsx'

/** Says the same whether or not somebody has the address. */
export function ForgottenForm() {
  const [answer, setAnswer] = useState<Called<unknown>>()
  const [busy, setBusy] = useState(false)

  async function submit(data: FormData) {
    setBusy(true)
    setAnswer(await call('POST', '/api/account/forgot-password', { email: data.get('email') }))
    setBusy(false)
  }

  if (answer?.ok) {
    return (
      <Notice tone="ok">
        If this address has an account, a mail is on its way. Its link is good for an hour. Look among unwanted mail, too.
      </Notice>
    )
  }
  return (
    <Form onSubmit={submit}>
      {answer && !answer.fields.email && <Notice tone="danger">{answer.message}</Notice>}
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={254}
        hint="Of your account. We send a link with which you choose a new password."
        {...(answer?.fields.email && { error: answer.fields.email })}
      />
      <Button type="submit" look="primary" busy={busy}>
        Send the link
      </Button>
    </Form>
  )
}
