'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { NewPassword } from '#ui/new-password.tsx'
import { Notice } from '#ui/notice.tsx'
import { useCall } from '#ui/use-call.ts'
import styles from '../settings.module.css'

type PasswordFormProps = { email: string; hasPassword: boolean; apiKeys: number }

export function PasswordForm({ email, hasPassword, apiKeys }: PasswordFormProps) {
  const router = useRouter()
  const { send, busy, answer, fields } = useCall()
  const [revoked, setRevoked] = useState(false)

  async function submit(data: FormData, form: HTMLFormElement) {
    const { presentPassword, password } = Object.fromEntries(data)
    const revokeApiKeys = data.has('revokeApiKeys')
    const set = await send('PUT', '/api/account/password', { presentPassword, password, revokeApiKeys })
    setRevoked(revokeApiKeys)
    if (!set.ok) return
    form.reset()
    router.refresh()
  }

  return (
    <Form onSubmit={submit}>
      {hasPassword && (
        <Field
          label="Current password"
          name="presentPassword"
          type="password"
          autoComplete="current-password"
          required
          maxLength={1024}
          error={fields.presentPassword}
        />
      )}
      <NewPassword label="New password" error={fields.password} account={email} />
      {apiKeys > 0 && (
        <fieldset className={styles.choices}>
          <legend>{apiKeys === 1 ? 'You have one API key' : `You have ${apiKeys} API keys`}</legend>
          <label>
            <input type="checkbox" name="revokeApiKeys" aria-describedby="revoke-api-keys" />
            <span>{apiKeys === 1 ? 'Revoke it too' : 'Revoke them too'}</span>
          </label>
          <p id="revoke-api-keys" className="muted small">
            {apiKeys === 1 ? 'It opens' : 'They open'} your account whatever the password is. Choose this when somebody else may
            know the old one; programs that use {apiKeys === 1 ? 'it' : 'them'} then need a new key.
          </p>
        </fieldset>
      )}
      {answer?.ok && (
        <Notice tone="ok">
          The new password is set. All other sessions have ended{revoked && ', and your API keys are revoked'}.
        </Notice>
      )}
      {answer && !answer.ok && Object.keys(fields).length === 0 && <Notice tone="danger">{answer.message}</Notice>}
      <div className={styles.row}>
        <Button type="submit" busy={busy}>
          {hasPassword ? 'Change the password' : 'Set a password'}
        </Button>
      </div>
    </Form>
  )
}
