'use client'

import { useCallback } from 'react'
import { grouped } from '#lib/values/count-text.ts'
import { attempt } from '../session/attempt.ts'
import { selectByRef } from '../session/selection.ts'
import type { ViewerSession } from '../session/session.ts'
import { type ElementKind, type ElementRef, KIND_NAMES } from '../worker/elements.ts'
import { fieldChanges } from '../worker/field-changes.ts'
import { Asking } from './asking.tsx'
import { ChangedFields } from './changed-fields.tsx'
import styles from './panel.module.css'
import { useAsked } from './use-asked.ts'

type Difference = {
  kind: ElementKind | 'model'
  id: string
  change: 'added' | 'replaced' | 'removed'
  before?: object
  after?: object
}
type Comparison = { elements: Difference[]; more: number }

const SIGNS = { added: '+', replaced: '~', removed: '−' } as const

/** What one revision changed: every element with its fields as they were and as they became. A press selects it and flies there. */
export function RevisionChanges({ session, revision }: { session: ViewerSession; revision: number }) {
  const asked = useAsked(
    session,
    useCallback(
      (signal: AbortSignal) => session.host.ask<Comparison>('compare_revisions', { revision }, signal),
      [session, revision],
    ),
  )
  return (
    <Asking asked={asked} busy="Comparing…">
      {(answer) => <Differences session={session} answer={answer} />}
    </Asking>
  )
}

function Differences({ session, answer }: { session: ViewerSession; answer: Comparison }) {
  const there = answer.elements.filter((one): one is Difference & ElementRef => one.kind !== 'model' && one.change !== 'removed')
  if (!answer.elements.length) return <p className="muted">Everything is as it was before.</p>
  return (
    <div className={styles.changes}>
      {there.length > 1 && (
        <button
          type="button"
          className={styles.small}
          onClick={() => void attempt(session, selectByRef(session, there, { fly: true }))}
        >
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
      {answer.more > 0 && <p className="muted">and {grouped(answer.more)} more</p>}
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
        <ChangedFields fields={fields} />
      </span>
    </>
  )
  if (kind === 'model' || change === 'removed') return <p className={styles.change}>{says}</p>
  return (
    <button
      type="button"
      className={styles.change}
      onClick={() => void attempt(session, selectByRef(session, [{ kind, id }], { fly: true }))}
    >
      {says}
    </button>
  )
}
