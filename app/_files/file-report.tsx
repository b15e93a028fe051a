'use client'

import type { FileNote, FileReport } from '#lib/schema/file-report.ts'
import { plural } from '#lib/values/count-text.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { PlainTable } from '#ui/plain-table.tsx'
import styles from './files.module.css'

const ACTIONS: Readonly<Record<FileNote['action'], string>> = {
  dropped: 'Left out',
  guessed: 'Guessed',
  kept: 'Kept beside the elements',
  converted: 'Converted',
}

/** "2 guessed, 5 dropped": what a person should know of a file at a glance. */
export function reportSummary({ notes }: Pick<FileReport, 'notes'>): string {
  const count = (action: FileNote['action']) => notes.filter((note) => note.action === action).length
  return (['guessed', 'dropped', 'kept'] as const)
    .flatMap((action) => (count(action) > 0 ? [`${plural(count(action), 'kind')} of things ${action}`] : []))
    .join(', ')
}

/** What became of a file's rows, as a person reads it. */
export function FileReportView({ report, name }: { report: FileReport; name: string }) {
  const { program, units, encoding, notes, tables = [] } = report
  const facts = [program, units, encoding].filter((fact) => fact !== undefined)
  const text = JSON.stringify(report, null, 2)
  return (
    <div className={styles.report}>
      {facts.length > 0 && <p className={styles.facts}>{facts.join(' · ')}</p>}
      {notes.length === 0 && <p>Nothing was left out, guessed or changed.</p>}
      <NoteList notes={notes} />
      {tables.length > 0 && (
        <details>
          <summary>{plural(tables.length, 'table')} of the file</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <section className={styles.scroll} tabIndex={0} aria-label="Tables of the file">
            <PlainTable
              heads={['Table', 'Rows', 'Taken', 'Kept', 'Left out']}
              rows={tables.map(({ name, rows, taken, kept, dropped }) => ({
                key: name,
                head: name,
                cells: [rows, taken, kept, dropped],
              }))}
            />
          </section>
        </details>
      )}
      <p className={styles.tools}>
        <CopyButton text={text} />
        <a href={`data:application/json;charset=utf-8,${encodeURIComponent(text)}`} download={`${name}.report.json`}>
          Download JSON
        </a>
      </p>
    </div>
  )
}

type Note = Pick<FileNote, 'code' | 'count' | 'message'> & { action: string; examples?: readonly string[] }

export function NoteList({ notes }: { notes: readonly Note[] }) {
  return (
    <>
      {Object.entries(ACTIONS).map(([action, title]) => {
        const some = notes.filter((note) => note.action === action)
        return some.length === 0 ? null : (
          <section key={action}>
            <h3>{title}</h3>
            <ul>
              {some.map(({ code, message, examples = [] }) => (
                <li key={code}>
                  {message}
                  {examples.length > 0 && (
                    <span className={styles.examples}>
                      {' '}
                      (<bdi>{examples.join(', ')}</bdi>)
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}
