import { useRef, useState } from 'react'
import { plural } from '#lib/values/count-text.ts'
import { reasonText } from '../../session/reason-text.ts'
import type { ViewerSession } from '../../session/session.ts'
import { saveFile } from '../save-file.ts'
import styles from './comments-panel.module.css'

type Counts = { added: number; updated: number; unchanged: number }
type Imported = { threads: Counts; comments: Counts; warnings: string[] }

/** Comments as a file of the BIM Collaboration Format, which programs of other trades read: out for all readers, in for editors. */
export function BcfFiles({ session }: { session: ViewerSession }) {
  const { host, model, comments } = session
  const [message, setMessage] = useState('')
  const [warnings, setWarnings] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  if (host.place !== 'page' || !host.can.has('file')) return null

  const work = async (busy: string, task: () => Promise<string>) => {
    setBusy(true)
    setWarnings([])
    setMessage(busy)
    setMessage(await task().catch(reasonText))
    setBusy(false)
  }
  const save = async (): Promise<string> => {
    const name = model.state.get().drawn?.summary.name ?? ''
    let files = 0
    for (let from: number | null = 1; from !== null; files++) {
      const answer: { file: Blob; next: number | null } = await host.ask('export_comments', { from })
      const refused = await saveFile(host, files === 0 ? name : `${name}-${files + 1}`, 'bcf', answer.file)
      if (refused !== null) return refused
      from = answer.next
    }
    return files === 1 ? 'The comments are saved.' : `The comments are saved in ${files} files.`
  }
  const bringIn = async (file: File): Promise<string> => {
    const { threads, warnings: found } = await host.ask<Imported>('import_comments', { file })
    setWarnings(found)
    comments.set(({ count }) => ({ count: count + 1 }))
    return `${file.name}: ${plural(threads.added, 'thread')} added, ${threads.updated} changed, ${threads.unchanged} as here already.`
  }
  return (
    <div className={styles.files}>
      <div className={styles.actions}>
        <button type="button" disabled={isBusy} onClick={() => void work('Writing the file…', save)}>
          Save as BCF
        </button>
        {host.can.has('write') && (
          <button type="button" disabled={isBusy} onClick={() => picker.current?.click()}>
            Bring in BCF
          </button>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        accept=".bcf,.bcfzip"
        hidden
        aria-label="BCF file"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void work('Reading the file…', () => bringIn(file))
        }}
      />
      <p role="status" className={message ? styles.message : 'visually-hidden'}>
        {message}
      </p>
      {warnings.length > 0 && (
        <details className={styles.more}>
          <summary>{plural(warnings.length, 'warning')}</summary>
          <ul>
            {[...new Set(warnings)].map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
