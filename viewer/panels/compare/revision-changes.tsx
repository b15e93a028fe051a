'use client'

import { useCallback, useMemo } from 'react'
import { grouped } from '#lib/values/count-text.ts'
import { attempt } from '../../session/attempt.ts'
import { selectByRef } from '../../session/selection.ts'
import type { ViewerSession } from '../../session/session.ts'
import { equalChanges } from '../../worker/compare/equal-changes.ts'
import { type FieldChange, fieldChanges } from '../../worker/compare/field-changes.ts'
import { type ElementKind, type ElementRef, KIND_NAMES } from '../../worker/elements.ts'
import styles from '../panel.module.css'
import { RequestResult } from '../request-result.tsx'
import { useRequest } from '../use-request.ts'
import { ChangedFields, ChangeGroup } from './changed-fields.tsx'

type Difference = {
  kind: ElementKind | 'model'
  id: string
  change: 'added' | 'replaced' | 'removed'
  before?: object
  after?: object
}
type Comparison = { elements: Difference[]; more: number }

const SIGNS = { added: '+', replaced: '~', removed: '−' } as const

/**
 * What one revision changed: every element with its fields as they were and as they became, those that changed alike as one line. A
 * press selects it and flies there.
 */
export function RevisionChanges({ session, revision }: { session: ViewerSession; revision: number }) {
  const request = useRequest(
    session,
    useCallback(
      (signal: AbortSignal) => session.host.ask<Comparison>('compare_revisions', { revision }, signal),
      [session, revision],
    ),
  )
  return (
    <RequestResult request={request} busy="Comparing…">
      {(answer) => <Differences session={session} answer={answer} />}
    </RequestResult>
  )
}

/** `fields`: those that were replaced have some. */
type Changed = { difference: Difference; fields: FieldChange[] }
type InModel = Difference & ElementRef
const isInModel = (one: Difference): one is InModel => one.kind !== 'model' && one.change !== 'removed'

function Differences({ session, answer }: { session: ViewerSession; answer: Comparison }) {
  const lines = useMemo(() => linesOf(answer.elements), [answer])
  const there = answer.elements.filter(isInModel)
  if (!answer.elements.length) return <p className="muted">Everything is as it was before.</p>
  return (
    <div className={styles.changes}>
      {there.length > 1 && (
        <button type="button" className={styles.small} onClick={() => selectAll(session, there)}>
          Select all {grouped(there.length)}
        </button>
      )}
      <ul>
        {lines.map((changed) => (
          <Line key={keyOf(changed[0])} session={session} changed={changed} />
        ))}
      </ul>
      {answer.more > 0 && <p className="muted">and {grouped(answer.more)} more</p>}
    </div>
  )
}

const keyOf = (changed: Changed | undefined) => `${changed?.difference.kind} ${changed?.difference.id}`

const selectAll = (session: ViewerSession, all: readonly InModel[]) =>
  void attempt(session, selectByRef(session, all, { fly: true }))

/** Elements of a kind that changed in the same way are one line. */
function linesOf(elements: readonly Difference[]): Changed[][] {
  const changed = elements.map((difference): Changed => {
    const { change, before = {}, after = {} } = difference
    return { difference, fields: change === 'replaced' ? fieldChanges(before, after) : [] }
  })
  const kinds = new Set(elements.map(({ kind }) => kind))
  return [...kinds].flatMap((kind) =>
    equalChanges(changed.filter(({ difference }) => difference.kind === kind).map((one) => [one, one.fields])),
  )
}

function Line({ session, changed }: { session: ViewerSession; changed: readonly Changed[] }) {
  const [first] = changed
  if (!first) return null
  const { difference, fields } = first
  const all = changed.map((one) => one.difference).filter(isInModel)
  return (
    <li data-change={difference.change}>
      {difference.kind !== 'model' && changed.length > 1 ? (
        <ChangeGroup
          sign={SIGNS[difference.change]}
          status={difference.change}
          kind={difference.kind}
          count={changed.length}
          fields={fields}
          onAll={() => selectAll(session, all)}
        >
          <ul>
            {all.map((one) => (
              <li key={one.id} data-change={one.change}>
                <One session={session} difference={one} fields={[]} />
              </li>
            ))}
          </ul>
        </ChangeGroup>
      ) : (
        <One session={session} difference={difference} fields={fields} />
      )}
    </li>
  )
}

function One({ session, difference, fields }: { session: ViewerSession } & Changed) {
  const { kind, id, change } = difference
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
  if (!isInModel(difference)) return <p className={styles.change}>{says}</p>
  return (
    <button type="button" className={styles.change} onClick={() => selectAll(session, [difference])}>
      {says}
    </button>
  )
}
