'use client'

import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { grouped } from '#lib/values/count-text.ts'
import { attempt } from '../../session/attempt.ts'
import { flyToDifference } from '../../session/fly-to-difference.ts'
import { select } from '../../session/selection.ts'
import type { ViewerSession } from '../../session/session.ts'
import { flyTo } from '../../session/view/navigate.ts'
import type { Change, Difference } from '../../worker/compare/comparison.ts'
import type { ElementKind } from '../../worker/elements.ts'
import styles from '../panel.module.css'
import { RequestResult } from '../request-result.tsx'
import { RowText } from '../row-text.tsx'
import { useRequest } from '../use-request.ts'
import { useStore } from '../use-store.ts'
import { ChangedFields, ChangeGroup } from './changed-fields.tsx'

const SIGNS = { added: '+', removed: '−', changed: '~', moved: '⇢' } as const
const PAGE = 100

type ChangesProps = { session: ViewerSession; kind: ElementKind; of: object }

/** What became of the elements of a kind. Many that changed in the same way are one line, which opens to them. */
export function Changes({ session, kind, of }: ChangesProps) {
  const [wanted, setWanted] = useState(PAGE)
  const ghost = useStore(session.view, (state) => (state.ghost?.kind === kind ? state.ghost : null))
  useEffect(() => {
    if (ghost) setWanted((now) => Math.max(now, (ghost.place ?? 0) + 1))
  }, [ghost])
  const request = useRequest(
    session,
    useCallback(() => {
      void of // another comparison has other rows
      return session.model.ask('changes', { kind, from: 0, count: wanted })
    }, [session, kind, wanted, of]),
  )
  return (
    <RequestResult request={request} busy="Reading…">
      {({ total, changes }) => (
        <List remaining={total - changes.length} onMore={() => setWanted(wanted + 5 * PAGE)}>
          {changes.map((change) => (
            <li key={change.id} data-change={change.changeStatus}>
              {change.count > 1 ? (
                <SameChange session={session} change={change} of={of} />
              ) : (
                <Row session={session} difference={change} isLookedAt={change.id === ghost?.id} />
              )}
            </li>
          ))}
        </List>
      )}
    </RequestResult>
  )
}

function List({ remaining, onMore, children }: { remaining: number; onMore: () => void; children: ReactNode }) {
  return (
    <div className={styles.changes}>
      <ul>{children}</ul>
      {remaining > 0 && (
        <button type="button" className={styles.small} onClick={onMore}>
          {grouped(remaining)} more
        </button>
      )}
    </div>
  )
}

type SameChangeProps = { session: ViewerSession; change: Change; of: object }

function SameChange({ session, change, of }: SameChangeProps) {
  const { changeStatus, fields, kind, count, row } = change
  const selectAll = async () => {
    const found = await session.model.ask('sameChanges', { row })
    select(session, found)
    await flyTo(session, found)
  }
  return (
    <ChangeGroup
      sign={SIGNS[changeStatus]}
      status={changeStatus}
      kind={kind}
      count={count}
      fields={fields}
      onAll={() => void attempt(session, selectAll())}
    >
      <Elements session={session} row={row} count={count} of={of} />
    </ChangeGroup>
  )
}

/** Those that changed alike. What changed stands above them. */
function Elements({ session, row, count, of }: { session: ViewerSession; row: number; count: number; of: object }) {
  const [wanted, setWanted] = useState(PAGE)
  const request = useRequest(
    session,
    useCallback(() => {
      void of
      return session.model.ask('differences', { row, from: 0, count: wanted })
    }, [session, row, wanted, of]),
  )
  return (
    <RequestResult request={request} busy="Reading…">
      {(rows) => (
        <List remaining={count - rows.length} onMore={() => setWanted(wanted + 5 * PAGE)}>
          {rows.map((difference) => (
            <li key={difference.id} data-change={difference.changeStatus}>
              <Row session={session} difference={{ ...difference, fields: [] }} isLookedAt={false} />
            </li>
          ))}
        </List>
      )}
    </RequestResult>
  )
}

type RowProps = { session: ViewerSession; difference: Difference; isLookedAt: boolean }

function Row({ session, difference, isLookedAt }: RowProps) {
  const { id, changeStatus, fields } = difference
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
      onClick={() => void attempt(session, flyToDifference(session, difference))}
    >
      <span className={styles.sign} aria-hidden="true">
        {SIGNS[changeStatus]}
      </span>
      <span>
        <bdi>{id}</bdi>
        <span className="visually-hidden"> {changeStatus}</span>{' '}
        <bdi className="muted">
          <RowText session={session} row={difference} />
        </bdi>
        <ChangedFields fields={fields} />
      </span>
    </button>
  )
}
