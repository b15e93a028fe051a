'use client'

import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { FORMAT_IDS, formatOf } from '#lib/files/formats.ts'
import { entriesOf } from '#lib/values/object-keys.ts'
import { Button } from '#ui/button.tsx'
import { later, NoDialog } from '#ui/later.tsx'
import { readDemo } from './_files/demo-file.ts'
import type { Source } from './import-dialog.tsx'
import styles from './models.module.css'

// They come when they are first opened.
const ImportDialog = later(() => import('./import-dialog.tsx').then((found) => found.ImportDialog), NoDialog)
const NewModelDialog = later(() => import('./new-model-dialog.tsx').then((found) => found.NewModelDialog), NoDialog)

const DEMO: Source = {
  name: 'the demo building',
  read: readDemo,
}

/** Files that the picker offers; what is dropped is judged by its content. */
const PICKED = [
  ...FORMAT_IDS.map(formatOf).flatMap(({ canRead, ending, alsoEnds = [] }) => (canRead ? [ending, ...alsoEnds] : [])),
  ...['json', 'tcl'],
]
  .map((ending) => `.${ending.split('.').at(-1)}`)
  .join()

type Ways = { start: (template?: string) => void; pick: () => void; importAll: (sources: Source[]) => void }
const Context = createContext<Ways>({ start() {}, pick() {}, importAll() {} })

type NewModelProps = {
  /** The largest file that is taken. */
  mostBytes: number
  /** Where the page below shows the other ways, large. */
  isFirst: boolean
  children: ReactNode
}

/** Around the list, the ways to a new model: from a template or empty, from files that are picked or dropped, and the demo building. */
export function NewModel({ mostBytes, isFirst, children }: NewModelProps) {
  const [starting, setStarting] = useState<{ template: string }>()
  const [sources, setSources] = useState<Source[]>()
  const picker = useRef<HTMLInputElement>(null)
  const ways: Ways = {
    start: (template = 'empty') => setStarting({ template }),
    pick: () => picker.current?.click(),
    importAll: (all) => all.length > 0 && setSources(all),
  }
  return (
    <Context value={ways}>
      <div className={styles.head}>
        <h1>Your models</h1>
        <div className={styles.tools}>
          <Button look="primary" onClick={() => ways.start()}>
            New model
          </Button>
          <Button onClick={ways.pick}>Import…</Button>
          {!isFirst && <OpenDemo />}
        </div>
      </div>
      <input
        ref={picker}
        type="file"
        accept={PICKED}
        multiple
        hidden
        aria-label="Files to import"
        onChange={({ target }) => {
          ways.importAll([...(target.files ?? [])].map(fromFile))
          target.value = '' // the same file again, mended, is a change too
        }}
      />
      <DropFiles onFiles={(files) => ways.importAll(files.map(fromFile))} />
      {starting && <NewModelDialog first={starting.template} onClose={() => setStarting(undefined)} />}
      {sources && <ImportDialog sources={sources} mostBytes={mostBytes} onClose={() => setSources(undefined)} />}
      {children}
    </Context>
  )
}

const fromFile = (file: File): Source => ({ name: file.name, bytes: file.size, read: async () => file })

/** From a page below `NewModel`. */
export function OpenDemo() {
  const { importAll } = use(Context)
  return <Button onClick={() => importAll([DEMO])}>Open the demo building</Button>
}

export function PickFile() {
  const { pick } = use(Context)
  return <Button onClick={pick}>Choose files</Button>
}

export function StartHere({ template, children }: { template: string; children: ReactNode }) {
  const { start } = use(Context)
  return (
    <button type="button" className={styles.startHere} onClick={() => start(template)}>
      {children}
    </button>
  )
}

/** Says that files can be let go here, while they are held over the page. */
function DropFiles({ onFiles }: { onFiles: (files: File[]) => void }) {
  const [isOver, setOver] = useState(false)
  const onFilesNow = useRef(onFiles)
  onFilesNow.current = onFiles
  useEffect(() => {
    // Over each element inside the page the drag enters and leaves again.
    let depth = 0
    const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
    const listeners: Record<'dragenter' | 'dragleave' | 'dragover' | 'drop', (event: DragEvent) => void> = {
      dragenter: (event) => {
        if (holdsFiles(event) && ++depth > 0) setOver(true)
      },
      dragleave: (event) => {
        if (holdsFiles(event) && --depth <= 0) setOver(false)
      },
      dragover: (event) => holdsFiles(event) && event.preventDefault(),
      drop: (event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        depth = 0
        setOver(false)
        // Beside an open dialog nothing may be let go.
        if (!document.querySelector('dialog[open]')) onFilesNow.current([...(event.dataTransfer?.files ?? [])])
      },
    }
    const all = entriesOf(listeners)
    for (const [name, listener] of all) window.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of all) window.removeEventListener(name, listener)
    }
  }, [])
  return isOver ? (
    <div className={styles.dropping} aria-hidden="true">
      <p>Drop the files to import them as models</p>
    </div>
  ) : null
}
