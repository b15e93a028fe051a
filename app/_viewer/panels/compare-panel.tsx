'use client'

import { useEffect, useRef, useState } from 'react'
import { grouped } from '#lib/values/count-text.ts'
import { flyToDifference } from '../session/comparing.ts'
import type { ViewerSession } from '../session/session.ts'
import type { Difference } from '../worker/comparison.ts'
import { type ElementKind, KIND_NAMES } from '../worker/elements.ts'
import { ChangedFields } from './changed-fields.tsx'
import styles from './panel.module.css'
import { useStore } from './use-store.ts'

const SIGNS = { added: '+', removed: '−', changed: '~', moved: '⇢' } as const
const PAGE = 100

/** What differs between two revisions, kind by kind, with each field as it was and as it became. A press flies there. */
export function ComparePanel({ session }: { session: ViewerSession }) {
  const compared = useStore(session.derived, (state) => state.compared)
  const ghost = useStore(session.view, (state) => state.ghost)
  const [open, setOpen] = useState<ElementKind | null>(null)
  useEffect(() => {
    if (ghost) setOpen(ghost.kind)
  }, [ghost])
  if (compared?.state !== 'compared') return <p className={styles.empty}>Comparing…</p>
  const { kinds } = compared
  if (!kinds.length) return <p className={styles.empty}>Everything is the same in both revisions.</p>
  const shown = open ?? kinds.find(({ kind }) => kind === 'frame' || kind === 'area')?.kind ?? kinds[0]?.kind
  return (
    <div className={styles.revisions}>
      {kinds.map(({ kind, count }) => (
        <section key={kind} className={styles.kind}>
          <h3 className={styles.kindHead}>
            <button type="button" className={styles.kindName} aria-expanded={shown === kind} onClick={() => setOpen(kind)}>
              {KIND_NAMES[kind][1]}
              <span className="muted">{grouped(count)}</span>
            </button>
          </h3>
          {shown === kind && <Rows session={session} kind={kind} count={count} of={compared} />}
        </section>
      ))}
    </div>
  )
}

type RowsProps = { session: ViewerSession; kind: ElementKind; count: number; of: object }

function Rows({ session, kind, count, of }: RowsProps) {
  const [rows, setRows] = useState<Difference[]>([])
  const [wanted, setWanted] = useState(PAGE)
  const ghost = useStore(session.view, (state) => (state.ghost?.kind === kind ? state.ghost : null))
  useEffect(() => {
    if (ghost) setWanted((now) => Math.max(now, (ghost.place ?? 0) + 1))
  }, [ghost])
  useEffect(() => {
    let isCurrent = true
    void of // another comparison has other rows
    void session.model.ask('differences', { kind, from: 0, count: wanted }).then((answer) => isCurrent && setRows(answer))
    return () => {
      isCurrent = false
    }
  }, [session, kind, wanted, of])
  return (
    <div className={styles.changes}>
      <ul>
        {rows.map((difference) => (
          <li key={difference.id} data-change={difference.fate}>
            <Row session={session} difference={difference} isLookedAt={difference.id === ghost?.id} />
          </li>
        ))}
      </ul>
      {rows.length > 0 && rows.length < count && (
        <button type="button" className={styles.small} onClick={() => setWanted(wanted + 5 * PAGE)}>
          {grouped(count - rows.length)} more
        </button>
      )}
    </div>
  )
}

type RowProps = { session: ViewerSession; difference: Difference; isLookedAt: boolean }

function Row({ session, difference, isLookedAt }: RowProps) {
  const { id, fate, text, fields } = difference
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isLookedAt) button.current?.scrollIntoView({ block: 'nearest' })
  }, [isLookedAt])
  return (
    <button
      ref={button}
      type="button"
      aria-current={isLookedAt || undefined}
      className={styles.change}
      onClick={() => void flyToDifference(session, difference)}
    >
      <span className={styles.sign} aria-hidden="true">
        {SIGNS[fate]}
      </span>
      <span>
        <bdi>{id}</bdi>
        <span className="visually-hidden"> {fate}</span> <bdi className="muted">{text}</bdi>
        <ChangedFields fields={fields} />
      </span>
    </button>
  )
}
