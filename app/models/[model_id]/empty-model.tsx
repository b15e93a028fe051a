'use client'

import Link from 'next/link'
import { useRef, useState } from 'react'
import type { ViewerUnits } from '#lib/schema/schema.ts'
import { modelOf } from '#lib/templates/templates.ts'
import { UNIT_CHOICES, UNITS_NAMES, type UnitsName } from '#lib/templates/units.ts'
import { Button } from '#ui/button.tsx'
import { type CallResult, call } from '#ui/call.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { SelectField } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { readModelFile } from '../../model-file.ts'
import startStyles from '../../start.module.css'
import { TemplateChoice, TemplateFields, useTemplate } from '../../template-fields.tsx'
import styles from './empty-model.module.css'

type EmptyModelProps = { id: string; name: string; units: ViewerUnits | undefined; appUrl: string }
type Refused = Extract<CallResult<never>, { ok: false }>

/** A model without elements is a beginning: what fills it, and the open viewer shows it as it comes. */
export function EmptyModel({ id, name, units, appUrl }: EmptyModelProps) {
  const [isStarting, setStarting] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const picker = useRef<HTMLInputElement>(null)
  const path = `/api/construct-models/${id}`
  const curl = `curl ${appUrl}${path}/elements -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d @elements.json`

  async function importFile(file: File) {
    setBusy(true)
    setRefused(undefined)
    const answer = await fill(path, await file.text(), file.name)
    setBusy(false)
    if (!answer.ok) setRefused(answer)
  }

  return (
    <div className={styles.ways}>
      <div className={styles.row}>
        <Button look="primary" onClick={() => setStarting(true)}>
          Start from a template
        </Button>
        <Button busy={busy} onClick={() => picker.current?.click()}>
          Import a file
        </Button>
        <input
          ref={picker}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label="JSON file to import into this model"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void importFile(file)
            target.value = ''
          }}
        />
      </div>
      {refused && (
        <Notice tone="danger">
          Nothing was saved.{' '}
          {refused.problems.length === 0
            ? refused.message
            : refused.problems.slice(0, 5).map(({ path: place, msg }) => (
                <span key={place} className={styles.problem}>
                  <code>{place}</code> {msg}
                </span>
              ))}
        </Notice>
      )}
      <p>
        Or <Link href="/connect">connect your AI client</Link> and say: <em>Build a steel portal frame in the model “{name}”.</em>
      </p>
      <details>
        <summary>From a program</summary>
        <p>
          With an <Link href="/settings/api-keys">API key</Link> in <code>KEY</code>, as in the{' '}
          <a href="/docs/first-model">guide</a>:
        </p>
        <pre className={styles.code}>{curl}</pre>
        <CopyButton text={curl} label="Copy the command" />
        <p>
          Over MCP: <code>service.add_model_elements</code> with <code>modelId</code> <code>{id}</code>.
        </p>
      </details>
      {isStarting && <TemplateDialog path={path} units={units} onClose={() => setStarting(false)} />}
    </div>
  )
}

/** Units first: the names of sections get their sizes by them. */
async function fill(path: string, text: string, fileName: string): Promise<CallResult<unknown>> {
  const file = readModelFile(text, fileName)
  if (!file.ok) return { ok: false, status: 0, message: file.message, problems: [], fields: {} }
  const { units }: { units?: unknown } = JSON.parse(file.body)
  const labelled = units ? await call('PUT', `${path}/units`, units) : undefined
  return labelled && !labelled.ok ? labelled : call('POST', `${path}/elements`, file.body)
}

function TemplateDialog({ path, units, onClose }: { path: string; units: ViewerUnits | undefined; onClose: () => void }) {
  const own = UNITS_NAMES.find((one) => {
    const { length, force } = UNIT_CHOICES[one].units
    return length === units?.length && (!units.force || force === units.force)
  })
  const [name, setName] = useState<UnitsName>(own ?? 'm, kN, °C')
  const chosen = useTemplate('portal-frame', name)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const { template } = chosen

  async function submit() {
    if (!template || !chosen.check()) return
    setBusy(true)
    const { units: unitLabels, name: _, metadata: __, ...elements } = modelOf(template, chosen.values, name, '')
    const labelled = own ? undefined : await call('PUT', `${path}/units`, unitLabels)
    const done = labelled && !labelled.ok ? labelled : await call('POST', `${path}/elements`, elements)
    setBusy(false)
    if (done.ok) onClose()
    else setFailed(done.message)
  }

  return (
    <FormDialog
      title="Start from a template"
      isWide
      action="Add to the model"
      busy={busy}
      refusal={failed}
      onSubmit={submit}
      onClose={onClose}
    >
      <TemplateChoice chosen={template?.id ?? ''} onChoose={chosen.choose} />
      {!own && (
        <div className={startStyles.heads}>
          <SelectField
            label="Units"
            value={name}
            onChange={({ target }) => setName(UNITS_NAMES.find((one) => one === target.value) ?? name)}
          >
            {UNITS_NAMES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
        </div>
      )}
      {template && <TemplateFields {...chosen} template={template} />}
    </FormDialog>
  )
}
