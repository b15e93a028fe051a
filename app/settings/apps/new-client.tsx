'use client'

import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { refusalBeside } from '#ui/call.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useCall } from '#ui/use-call.ts'
import settings from '../settings.module.css'
import { ShownOnce } from '../shown-once.tsx'
import styles from './apps.module.css'

type NewClientAnswer = { clientId: string; name: string }

export function NewClient() {
  const [open, setOpen] = useState(false)
  return (
    <div className={settings.row}>
      <Button onClick={() => setOpen(true)}>Register an application</Button>
      {open && <NewClientDialog onClose={() => setOpen(false)} />}
    </div>
  )
}

function NewClientDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const area = useId()
  const { send, busy, answer, fields } = useCall<NewClientAnswer>()

  async function submit(data: FormData) {
    const lines = String(data.get('redirectUris')).split('\n')
    const made = await send('POST', '/api/account/apps/clients', {
      name: data.get('name'),
      redirectUris: lines.map((line) => line.trim()).filter(Boolean),
    })
    if (made.ok) router.refresh()
  }

  if (answer?.ok) {
    const { clientId, name } = answer.body
    return (
      <ShownOnce title={`“${name}” is registered`} value={clientId} copyLabel="Copy the client_id" onClose={onClose}>
        <p>Give the application this client_id. It is not a secret, and no client secret is needed.</p>
      </ShownOnce>
    )
  }
  return (
    <FormDialog
      title="Register an application"
      action="Register"
      busy={busy}
      refusal={refusalBeside(answer, 'name', 'redirectUris')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" name="name" required maxLength={100} placeholder="Our analysis script" error={fields.name} />
      <div className={styles.area}>
        <label htmlFor={area}>Redirect URIs, one per line</label>
        <textarea
          id={area}
          name="redirectUris"
          required
          rows={3}
          spellCheck={false}
          placeholder="http://localhost:8090/callback"
          aria-invalid={fields.redirectUris ? true : undefined}
          aria-describedby={`${area}-hint${fields.redirectUris ? ` ${area}-error` : ''}`}
        />
        <p id={`${area}-hint`} className="muted small">
          https, http on this computer, or the application&apos;s own scheme. On localhost and 127.0.0.1 the port may differ.
        </p>
        {fields.redirectUris && (
          <p id={`${area}-error`} className={styles.error}>
            {fields.redirectUris}
          </p>
        )}
      </div>
    </FormDialog>
  )
}
