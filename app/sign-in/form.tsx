'use client'

import { signIn } from 'next-auth/react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { reason } from './reason.ts'

/** `after` is a path of this site: the page has checked it. */
export function SignInForm({ after }: { after: string }) {
  const [failed, setFailed] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(data: FormData) {
    setBusy(true)
    setFailed(undefined)
    try {
      const { email, password } = Object.fromEntries(data)
      const answer = await signIn('credentials', { email, password, redirect: false })
      if (answer?.ok) return window.location.assign(after) // a fresh document, made for who has just signed in
      const wayBack = /^AccountClosed_(.+)$/.exec(answer?.error ?? '')?.[1]
      if (wayBack) return window.location.assign(`/reopen/${wayBack}`)
      setFailed(reason(answer?.error ?? ''))
    } catch {
      setFailed('The service does not answer. Check the connection and try again.')
    }
    setBusy(false)
  }

  return (
    <Form onSubmit={submit} action="/api/auth/callback/credentials">
      <input type="hidden" name="callbackUrl" value={after} />
      {failed && <Notice tone="danger">{failed}</Notice>}
      <Field label="E-mail" name="email" type="email" autoComplete="username" required maxLength={254} />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required maxLength={1024} />
      <Button type="submit" look="primary" busy={busy}>
        Sign in
      </Button>
    </Form>
  )
}
