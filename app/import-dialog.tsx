'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { MB } from '#lib/values/bytes.ts'
import { plural } from '#lib/values/count-text.ts'
import { Button } from '#ui/button.tsx'
import { type CallResult, refusal } from '#ui/call.ts'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { FileReportView, NoteList, reportSummary } from './_files/file-report.tsx'
import fileStyles from './_files/files.module.css'
import { type Imported, type Loss, sendFile } from './_files/send-file.ts'
import styles from './models.module.css'

/** A file, or what is read like one. */
export type Source = { name: string; bytes?: number; read: () => Promise<Blob> }

type Refused = Extract<CallResult<never>, { ok: false }>
type State =
  | { step: 'waiting' | 'reading' | 'saving' }
  | { step: 'sending'; sent: number }
  | { step: 'failed'; refused: Refused }
  | { step: 'asking'; losses: Loss[]; answer: (query: Record<string, string> | null) => void }
  | { step: 'made'; imported: Imported }

type ImportDialogProps = { sources: Source[]; mostBytes: number; onClose: () => void }

/** Reads, sends and tells, one file after the other; what the service refuses is listed with the path of each problem in the file. */
export function ImportDialog({ sources, mostBytes, onClose }: ImportDialogProps) {
  const router = useRouter()
  const [states, setStates] = useState<State[]>(() => sources.map(() => ({ step: 'waiting' })))

  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    async function run() {
      for (const [i, source] of sources.entries()) {
        const show = (state: State) => {
          if (!signal.aborted) setStates((before) => before.map((one, k) => (k === i ? state : one)))
        }
        const last = await importOne(source, mostBytes, signal, show).catch((error: unknown) =>
          failed(error instanceof Error ? error.message : String(error)),
        )
        if (signal.aborted) return
        show(last)
        if (sources.length === 1 && last.step === 'made' && last.imported.report.notes.length === 0)
          router.push(`/models/${last.imported.model.id}`)
      }
    }
    void run()
    return () => leaving.abort()
  }, [sources, mostBytes, router])

  const isDone = states.every(({ step }) => step === 'made' || step === 'failed')
  const made = states.filter(({ step }) => step === 'made').length
  const [only] = sources
  const close = () => {
    onClose()
    if (made > 0) router.refresh()
  }
  if (only && sources.length === 1 && states[0]) {
    const [state] = states
    return (
      <Dialog title={titleOf(state, only.name)} closesByButtonOnly={state.step === 'asking'} onClose={close}>
        <Import name={only.name} state={state} />
        <DialogActions>
          <Button look={state.step === 'failed' ? 'primary' : 'secondary'} onClick={close}>
            {state.step === 'failed' || state.step === 'made' ? 'Close' : 'Cancel'}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={isDone ? `${made} of ${sources.length} files imported` : `Importing ${sources.length} files`}
      closesByButtonOnly
      onClose={close}
    >
      <ol className={styles.files}>
        {sources.map(({ name }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list does not change
          <li key={i}>
            <p className={styles.fileName}>
              <bdi>{name}</bdi>
            </p>
            {states[i] && <Import name={name} state={states[i]} />}
          </li>
        ))}
      </ol>
      <DialogActions>
        <Button look={isDone ? 'primary' : 'secondary'} onClick={close}>
          {isDone ? 'Close' : 'Stop'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const failed = (message: string): State => ({ step: 'failed', refused: { ...refusal(0, ''), message } })

function titleOf({ step }: State, name: string): string {
  if (step === 'failed') return 'Not imported'
  return step === 'made' ? `Imported ${name}` : step === 'asking' ? `Import ${name} as it is?` : `Importing ${name}`
}

/** First as a file of which nothing may be guessed or lost: so nothing is read twice but what a person had to decide on. */
async function importOne(source: Source, mostBytes: number, signal: AbortSignal, show: (state: State) => void): Promise<State> {
  if ((source.bytes ?? 0) > mostBytes) return failed(`The file is larger than ${mostBytes / MB} MB.`)
  show({ step: 'reading' })
  const file = await source.read()
  if (signal.aborted) return { step: 'waiting' }
  const send = (more: Record<string, string>) =>
    sendFile(
      file,
      { fileName: source.name.slice(-255), ...more },
      (sent) => show(sent < 1 ? { step: 'sending', sent } : { step: 'saving' }),
      signal,
    )
  const strict = await send({ strict: 'true' })
  if (strict.ok) return { step: 'made', imported: strict.body }
  if (!('losses' in strict)) return { step: 'failed', refused: strict }
  const { losses } = strict
  const query = await new Promise<Record<string, string> | null>((answer) => show({ step: 'asking', losses, answer }))
  if (query === null) return failed('Nothing was saved.')
  const made = await send(query)
  if (made.ok) return { step: 'made', imported: made.body }
  return 'losses' in made ? failed('The file was refused.') : { step: 'failed', refused: made }
}

const UNITS = ['kN, m, C', 'N, mm, C', 'Kip, ft, F', 'Kip, in, F']

function LossesQuestion({ losses, answer }: Extract<State, { step: 'asking' }>) {
  const isWithoutUnits = losses.some(({ code }) => code === 'units_missing')
  return (
    <div className={fileStyles.report} role="status">
      <p>Not all of this file can come in as it is:</p>
      <NoteList notes={losses} />
      {isWithoutUnits ? (
        <>
          <p>In which units is it?</p>
          <div className={fileStyles.choices}>
            {UNITS.map((units) => (
              <Button key={units} onClick={() => answer({ units })}>
                {units}
              </Button>
            ))}
            <Button onClick={() => answer({})}>Without units</Button>
          </div>
        </>
      ) : (
        <div className={fileStyles.choices}>
          <Button look="primary" onClick={() => answer({})}>
            Import as it is
          </Button>
          <Button onClick={() => answer(null)}>Do not import</Button>
        </div>
      )}
    </div>
  )
}

function Made({ model, report }: Imported) {
  const [isReport, setReport] = useState(false)
  const { nodes = 0, frames = 0, areas = 0 } = model.counts
  const parts = [plural(nodes, 'node'), plural(frames, 'frame'), ...(areas > 0 ? [plural(areas, 'area')] : [])]
  const summary = reportSummary(report)
  return (
    <div className={fileStyles.report}>
      <p role="status">
        <bdi>{model.name}</bdi> · {parts.join(', ')}
        {summary && ` · ${summary}`}
      </p>
      <p className={fileStyles.tools}>
        <Link href={`/models/${model.id}`}>Open</Link>
        <Button onClick={() => setReport(!isReport)} aria-expanded={isReport}>
          Report
        </Button>
      </p>
      {isReport && <FileReportView report={report} name={model.name} />}
    </div>
  )
}

function Import({ name, state }: { name: string; state: State }) {
  if (state.step === 'made') return <Made {...state.imported} />
  if (state.step === 'asking') return <LossesQuestion {...state} />
  if (state.step === 'failed') {
    const { message, problems } = state.refused
    return (
      <>
        <Notice tone="danger">{problems.length > 0 ? `Nothing was saved. ${name} has these problems:` : message}</Notice>
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
      </>
    )
  }
  const words = {
    waiting: 'Waiting …',
    reading: 'Reading the file …',
    sending: `Sending, ${state.step === 'sending' ? Math.floor(state.sent * 100) : 0} % …`,
    saving: 'Checking and saving …',
  }[state.step]
  return (
    <>
      <progress
        className={styles.progress}
        max={1}
        value={state.step === 'sending' ? state.sent : state.step === 'waiting' ? 0 : undefined}
        aria-label={words}
      />
      <p role="status">{words}</p>
    </>
  )
}
