'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { SCOPE_WORDS, SCOPES } from '#lib/access/scopes.ts'
import { Button } from '#ui/button.tsx'
import { refusalBeside } from '#ui/call.ts'
import { Field, SelectField } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { useCall } from '#ui/use-call.ts'
import styles from '../settings.module.css'
import { ShownOnce } from '../shown-once.tsx'
import { ToolNameOptions } from '../tool-names.tsx'

type NewKeyAnswer = { key: string; name: string }

export function NewKey({ baseUrl }: { baseUrl: string }) {
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.row}>
      <Button look="primary" onClick={() => setOpen(true)}>
        New API key
      </Button>
      {open && <NewKeyDialog baseUrl={baseUrl} onClose={() => setOpen(false)} />}
    </div>
  )
}

function NewKeyDialog({ baseUrl, onClose }: { baseUrl: string; onClose: () => void }) {
  const router = useRouter()
  const { send, busy, answer, fields } = useCall<NewKeyAnswer>()

  async function submit(data: FormData) {
    const days = data.get('expires')
    const made = await send('POST', '/api/account/api-keys', {
      name: data.get('name'),
      scopes: data.getAll('scope'),
      expiresInDays: days === 'never' ? null : Number(days),
      toolNameStyle: data.get('toolNames'),
    })
    if (made.ok) router.refresh()
  }

  if (answer?.ok) {
    const { key, name } = answer.body
    return (
      <ShownOnce title={`The key “${name}”`} closesByButtonOnly value={key} copyLabel="Copy the key" onClose={onClose}>
        <Notice tone="warning">Copy it now: it is not shown again.</Notice>
        <p className="small muted">For example:</p>
        <code
          className={`${styles.secret} small`}
        >{`curl -H 'Authorization: Bearer ${key}' ${baseUrl}/api/construct-models`}</code>
      </ShownOnce>
    )
  }
  return (
    <FormDialog
      title="New API key"
      action="Create key"
      busy={busy}
      refusal={fields.scopes ?? refusalBeside(answer, 'name')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" name="name" required maxLength={200} placeholder="Analysis script" error={fields.name} />
      <fieldset className={styles.choices}>
        <legend>Permissions</legend>
        {SCOPES.map((scope) => (
          <label key={scope}>
            <input type="checkbox" name="scope" value={scope} defaultChecked />
            <span>
              {SCOPE_WORDS[scope].title} <code className="muted small">{scope}</code>
            </span>
          </label>
        ))}
      </fieldset>
      <SelectField label="Expires after" name="expires" defaultValue="90">
        <option value="7">7 days</option>
        <option value="30">30 days</option>
        <option value="90">90 days</option>
        <option value="365">a year</option>
        <option value="never">never</option>
      </SelectField>
      <SelectField
        label="MCP tool names"
        name="toolNames"
        defaultValue="dotted"
        hint="Underscore for clients that hand names to a model as they are: LibreChat, n8n, LM Studio, LangChain, AI SDK."
      >
        <ToolNameOptions />
      </SelectField>
    </FormDialog>
  )
}
