'use client'

import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { type CallResult, call } from '#ui/call.ts'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { NewPassword } from '#ui/new-password.tsx'
import { Notice } from '#ui/notice.tsx'

type SignUpFormProps = { after: string; invitation?: string | undefined; domains: readonly string[] | null }

/** `after` is a path of this site: the page has checked it. `invitation`: what a guest comes by. `domains`: whose addresses alone may sign up. */
export function SignUpForm({ after, invitation, domains }: SignUpFormProps) {
  const [answer, setAnswer] = useState<CallResult<unknown>>()
  const [busy, setBusy] = useState(false)
  const fields = answer && !answer.ok ? answer.fields : {}

  async function submit(data: FormData) {
    setBusy(true)
    const made = await call('POST', '/api/account/sign-up', { ...Object.fromEntries(data), invitation })
    if (made.ok) return window.location.assign(after) // a fresh document, made for who has just signed up
    setAnswer(made)
    setBusy(false)
  }

  return (
    <Form onSubmit={submit}>
      {answer && !answer.ok && Object.keys(fields).length === 0 && <Notice tone="danger">{answer.message}</Notice>}
      <Field label="Name" name="name" autoComplete="name" maxLength={200} hint="Optional." error={fields.name} />
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={254}
        hint={
          invitation ? 'The address that was invited.' : domains && `Of ${domains.join(', ')}: a mail asks you to confirm it.`
        }
        error={fields.email}
      />
      <NewPassword label="Password" error={fields.password} />
      <Button type="submit" look="primary" busy={busy}>
        Create account
      </Button>
    </Form>
  )
}
