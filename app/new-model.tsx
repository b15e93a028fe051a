'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { Button } from './_ui/button.tsx'
import type { Called } from './_ui/call.ts'
import { Dialog, DialogActions } from './_ui/dialog.tsx'
import { Field, SelectField } from './_ui/field.tsx'
import { Form } from './_ui/form.tsx'
import { Notice } from './_ui/notice.tsx'
import { createModel } from './create-model.ts'
import { readModelFile } from './model-file.ts'
import styles from './models.module.css'

const DEMO = '/examples/demo-building.json'

/** The three ways to a model: empty, from a file of at most `mostBytes`, and the demo building. */
export function NewModel({ mostBytes }: { mostBytes: number }) {
  const [naming, setNaming] = useState(false)
  const [importing, setImporting] = useState<Source>()
  const picker = useRef<HTMLInputElement>(null)

  return (
    <div className={styles.tools}>
      <Button look="primary" onClick={() => setNaming(true)}>
        New model
      </Button>
      <Button onClick={() => picker.current?.click()}>Import JSON</Button>
      <Button onClick={() => setImporting({ name: 'the demo building', read: readDemo })}>Open the demo building</Button>
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="JSON file to import"
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) setImporting({ name: file.name, read: () => file.text() })
          target.value = '' // the same file again, mended, is a change too
        }}
      />
      {naming && <NameDialog onClose={() => setNaming(false)} />}
      {importing && <ImportDialog source={importing} mostBytes={mostBytes} onClose={() => setImporting(undefined)} />}
    </div>
  )
}

type Source = { name: string; read: () => Promise<string> }

async function readDemo(): Promise<string> {
  const answer = await fetch(DEMO)
  if (!answer.ok) throw new Error(`The demo building could not be loaded: ${answer.status}.`)
  return answer.text()
}

const UNITS: Record<string, { length: string; force: string; temperature: string }> = {
  'm, kN, °C': { length: 'm', force: 'kN', temperature: 'C' },
  'mm, N, °C': { length: 'mm', force: 'N', temperature: 'C' },
  'mm, kN, °C': { length: 'mm', force: 'kN', temperature: 'C' },
  'ft, kip, °F': { length: 'ft', force: 'kip', temperature: 'F' },
  'in, kip, °F': { length: 'in', force: 'kip', temperature: 'F' },
  'in, lb, °F': { length: 'in', force: 'lb', temperature: 'F' },
}

function NameDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const [answer, setAnswer] = useState<Called<{ id: string }>>()
  const [busy, setBusy] = useState(false)
  const fields = answer && !answer.ok ? answer.fields : {}

  async function submit(data: FormData) {
    setBusy(true)
    const made = await createModel(JSON.stringify({ name: data.get('name'), units: UNITS[String(data.get('units'))] }))
    if (made.ok) return router.push(`/models/${made.body.id}`)
    setAnswer(made)
    setBusy(false)
  }

  return (
    <Dialog title="New model" onClose={onClose}>
      <Form onSubmit={submit}>
        <Field label="Name" name="name" required maxLength={1000} error={fields.name} />
        <SelectField label="Units" name="units" defaultValue="m, kN, °C">
          {Object.keys(UNITS).map((units) => (
            <option key={units}>{units}</option>
          ))}
          <option value="">not said</option>
        </SelectField>
        {answer && !answer.ok && !fields.name && <Notice tone="danger">{answer.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy}>
            Create
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

type Progress = { step: 'reading' | 'sending' | 'saving'; sent: number } | { step: 'failed'; answer: Refused }
type Refused = Extract<Called<never>, { ok: false }>

/** Reads, sends and opens; what the service refuses is listed with the path of each problem in the file. */
function ImportDialog({ source, mostBytes, onClose }: { source: Source; mostBytes: number; onClose: () => void }) {
  const router = useRouter()
  const [progress, setProgress] = useState<Progress>({ step: 'reading', sent: 0 })

  useEffect(() => {
    const leaving = new AbortController()
    const show = (next: Progress) => leaving.signal.aborted || setProgress(next)
    const fail = (message: string) =>
      show({ step: 'failed', answer: { ok: false, status: 0, message, problems: [], fields: {} } })

    async function run() {
      const text = await source.read()
      if (leaving.signal.aborted) return
      const file = readModelFile(text, source.name)
      if (!file.ok) return fail(file.message)
      if (new Blob([file.body]).size > mostBytes) return fail(`The file is larger than ${mostBytes / 1024 ** 2} MB.`)
      const made = await createModel(file.body, (sent) => show({ step: sent < 1 ? 'sending' : 'saving', sent }), leaving.signal)
      if (leaving.signal.aborted) return
      if (made.ok) router.push(`/models/${made.body.id}`)
      else show({ step: 'failed', answer: made })
    }
    run().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)))
    return () => leaving.abort()
  }, [source, mostBytes, router])

  if (progress.step === 'failed') {
    const { message, problems } = progress.answer
    return (
      <Dialog title="Not imported" onClose={onClose}>
        <Notice tone="danger">{problems.length > 0 ? `Nothing was saved. ${source.name} has these problems:` : message}</Notice>
        {problems.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          <ol className={styles.problems} tabIndex={0} aria-label="Problems">
            {problems.map(({ path, msg }) => (
              <li key={`${path} ${msg}`}>
                <code>{path}</code>
                <br />
                {msg}
              </li>
            ))}
          </ol>
        )}
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  const words = {
    reading: 'Reading the file …',
    sending: `Sending, ${Math.floor(progress.sent * 100)} % …`,
    saving: 'Checking and saving …',
  }[progress.step]
  return (
    <Dialog title={`Importing ${source.name}`} onClose={onClose}>
      <progress
        className={styles.progress}
        max={1}
        value={progress.step === 'sending' ? progress.sent : undefined}
        aria-label={words}
      />
      <p role="status">{words}</p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
      </DialogActions>
    </Dialog>
  )
}
