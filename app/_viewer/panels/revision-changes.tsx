'use client'

import { useEffect, useState } from 'react'
import { selectByRef } from '../session/selection.ts'
import type { ViewerSession } from '../session/session.ts'
import { type ElementKind, type ElementRef, KIND_NAMES } from '../worker/elements.ts'
import { fieldChanges } from '../worker/field-changes.ts'
import styles from './panel.module.css'

type Difference = {
  kind: ElementKind | 'model'
  id: string
  change: 'added' | 'replaced' | 'removed'
  before?: object
  after?: object
}
type Comparison = { elements: Difference[]; more: number }

const SIGNS = { added: '+', replaced: '~', removed: '−' } as const
/** Of one element; a whole section's dimensions are more than a line tells. */
const FIELDS = 6

/** What one revision changed: every element with its fields as they were and as they became. A press selects it and flies there. */
export function RevisionChanges({ session, address }: { session: ViewerSession; address: string }) {
  const [answer, setAnswer] = useState<Comparison | 'refused' | null>(null)
  useEffect(() => {
    let isCurrent = true
    void readChanges(address).then((found) => isCurrent && setAnswer(found ?? 'refused'))
    return () => {
      isCurrent = false
    }
  }, [address])
  if (answer === null) return <p className="muted">Comparing…</p>
  if (answer === 'refused') return <p role="alert">What it changed could not be read.</p>
  const there = answer.elements.filter((one): one is Difference & ElementRef => one.kind !== 'model' && one.change !== 'removed')
  if (!answer.elements.length) return <p className="muted">Everything is as it was before.</p>
  return (
    <div className={styles.changes}>
      {there.length > 1 && (
        <button type="button" className={styles.small} onClick={() => void selectByRef(session, there, { fly: true })}>
          Select all {there.length}
        </button>
      )}
      <ul>
        {answer.elements.map((one) => (
          <li key={`${one.kind} ${one.id}`} data-change={one.change}>
            <Line session={session} difference={one} />
          </li>
        ))}
      </ul>
      {answer.more > 0 && <p className="muted">and {answer.more.toLocaleString('en')} more</p>}
    </div>
  )
}

function Line({ session, difference }: { session: ViewerSession; difference: Difference }) {
  const { kind, id, change, before = {}, after = {} } = difference
  const fields = change === 'replaced' ? fieldChanges(before, after) : []
  const name = kind === 'model' ? 'The model' : `${KIND_NAMES[kind][0]} ${id}`
  const says = (
    <>
      <span className={styles.sign} aria-hidden="true">
        {SIGNS[change]}
      </span>
      <span>
        {name}
        <span className="visually-hidden"> {change}</span>
        {fields.slice(0, FIELDS).map(({ field, before: was, after: is }) => (
          <span key={field} className={styles.field}>
            <span className="muted">{field}</span> <del>{was}</del> <span aria-hidden="true">→</span> <ins>{is}</ins>
          </span>
        ))}
        {fields.length > FIELDS && <span className={styles.field}>and {fields.length - FIELDS} more fields</span>}
      </span>
    </>
  )
  if (kind === 'model' || change === 'removed') return <p className={styles.change}>{says}</p>
  return (
    <button type="button" className={styles.change} onClick={() => void selectByRef(session, [{ kind, id }], { fly: true })}>
      {says}
    </button>
  )
}

async function readChanges(address: string): Promise<Comparison | null> {
  const response = await fetch(address, { headers: { accept: 'application/json' } })
  return response.ok ? response.json() : null
}
