'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { MB } from '#lib/values/bytes.ts'
import { Button } from '#ui/button.tsx'
import { type Called, refusal } from '#ui/call.ts'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { createModel } from './create-model.ts'
import { readModelFile } from './model-file.ts'
import styles from './models.module.css'

/** A file, or what is read like one. */
export type Source = { name: string; bytes?: number; read: () => Promise<string> }

type Refused = Extract<Called<never>, { ok: false }>
type State =
  | { step: 'waiting' | 'reading' | 'saving' }
  | { step: 'sending'; sent: number }
  | { step: 'failed'; refused: Refused }
  | { step: 'made'; id: string }

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
        if (sources.length === 1 && last.step === 'made') router.push(`/models/${last.id}`)
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
      <Dialog title={state.step === 'failed' ? 'Not imported' : `Importing ${only.name}`} onClose={close}>
        <Import name={only.name} state={state} />
        <DialogActions>
          <Button look={state.step === 'failed' ? 'primary' : 'secondary'} onClick={close}>
            {state.step === 'failed' ? 'Close' : 'Cancel'}
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

async function importOne(source: Source, mostBytes: number, signal: AbortSignal, show: (state: State) => void): Promise<State> {
  const tooLarge = failed(`The file is larger than ${mostBytes / MB} MB.`)
  if ((source.bytes ?? 0) > mostBytes) return tooLarge
  show({ step: 'reading' })
  const file = readModelFile(await source.read(), source.name)
  if (!file.ok) return failed(file.message)
  if (new Blob([file.body]).size > mostBytes) return tooLarge
  if (signal.aborted) return { step: 'waiting' }
  const made = await createModel(file.body, (sent) => show(sent < 1 ? { step: 'sending', sent } : { step: 'saving' }), signal)
  return made.ok ? { step: 'made', id: made.body.id } : { step: 'failed', refused: made }
}

function Import({ name, state }: { name: string; state: State }) {
  if (state.step === 'made') {
    return (
      <p>
        Imported. <Link href={`/models/${state.id}`}>Open it</Link>
      </p>
    )
  }
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
