'use client'

import { useState } from 'react'
import { FORMAT_IDS, type FormatId, formatOf, LENGTHS } from '#lib/files/formats.ts'
import type { FileReport } from '#lib/schema/file-report.ts'
import { Button } from '#ui/button.tsx'
import { call } from '#ui/call.ts'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { NoteList } from './file-report.tsx'
import styles from './files.module.css'

type Choice = FormatId | 'json'

const USES = { analysis: 'For analysis', bim: 'For BIM', look: 'To look at', tables: 'As tables' } as const

const choicesOf = (use: keyof typeof USES): { format: Choice; title: string }[] => [
  ...FORMAT_IDS.filter((id) => formatOf(id).canWrite && formatOf(id).use === use).map((format) => ({
    ...{ format, title: formatOf(format).title },
  })),
  ...(use === 'tables' ? [{ format: 'json' as const, title: 'JSON' }] : []),
]

type ExportStep =
  | { step: 'asking'; format: Choice }
  | { step: 'losses'; format: Choice; href: string; report: FileReport }
  | { step: 'units'; format: Choice }
  | { step: 'failed'; format: Choice; message: string }

type ExportDialogProps = { path: string; name: string; onClose: () => void }

/** A format is chosen; what it cannot hold is said before the file comes. */
export function ExportDialog({ path, name, onClose }: ExportDialogProps) {
  const [state, setState] = useState<ExportStep>()

  async function ask(format: Choice, units?: string) {
    setState({ step: 'asking', format })
    const query = new URLSearchParams({ format, ...(units && { units }) })
    const found = await call<FileReport>('GET', `${path}?${query}&report=true`)
    if (!found.ok) {
      const isUnit =
        found.problems.some((problem) => problem.path.includes('units')) && found.status === 422 && units === undefined
      setState(isUnit ? { step: 'units', format } : { step: 'failed', format, message: found.problems[0]?.msg ?? found.message })
      return
    }
    const href = `${path}?${query}`
    if (found.body.notes.some(({ action }) => action !== 'converted'))
      setState({ step: 'losses', format, href, report: found.body })
    else start(href)
  }

  /** A plain link: the page holds no copy of the file. */
  function start(href: string) {
    const link = document.createElement('a')
    link.href = href
    link.download = '' // the name comes with the file
    link.click()
    onClose()
  }

  const title = state && state.format !== 'json' ? formatOf(state.format).title : 'JSON'
  return (
    <Dialog title={`Export “${name}”`} onClose={onClose}>
      {(!state || state.step === 'asking') && (
        <div className={styles.formats}>
          {Object.entries(USES).map(([use, heading]) => {
            const choices = choicesOf(use as keyof typeof USES) // a key of USES
            return choices.length === 0 ? null : (
              <section key={use}>
                <h3>{heading}</h3>
                <div className={styles.choices}>
                  {choices.map(({ format, title }) => (
                    <Button key={format} busy={state?.format === format} onClick={() => void ask(format)}>
                      {title}
                    </Button>
                  ))}
                </div>
              </section>
            )
          })}
        </div>
      )}
      {state?.step === 'losses' && (
        <div className={styles.report} role="status">
          <p>A file for {title} does not hold all of the model:</p>
          <NoteList notes={state.report.notes} />
        </div>
      )}
      {state?.step === 'units' && (
        <div className={styles.formats}>
          <p>The model does not say its unit of length. In which one is it?</p>
          <div className={styles.choices}>
            {LENGTHS.map((unit) => (
              <Button key={unit} onClick={() => void ask(state.format, unit)}>
                {unit}
              </Button>
            ))}
          </div>
        </div>
      )}
      {state?.step === 'failed' && <Notice tone="danger">{state.message}</Notice>}
      <DialogActions>
        <Button onClick={onClose}>{state?.step === 'failed' ? 'Close' : 'Cancel'}</Button>
        {state?.step === 'losses' && (
          <Button look="primary" onClick={() => start(state.href)}>
            Download
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
