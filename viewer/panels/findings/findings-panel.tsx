'use client'

import { useState } from 'react'
import type { Finding } from '#lib/schema/schema.ts'
import { grouped } from '#lib/values/count-text.ts'
import { dismiss } from '../../session/findings/dismiss.ts'
import { type Dismissals, dismissedBecause, standing } from '../../session/findings/dismissals.ts'
import { countOf, findingCounts } from '../../session/findings/finding-counts.ts'
import { findingGroups } from '../../session/findings/finding-groups.ts'
import type { ViewerSession } from '../../session/session.ts'
import styles from '../panel.module.css'
import { NoAnswer, RequestResult, troubleOf } from '../request-result.tsx'
import { useStore } from '../use-store.ts'
import { FindingGroupItem } from './finding-group.tsx'
import { FindingItem, FindingTitle } from './finding-item.tsx'
import { FindingsByElement } from './findings-by-element.tsx'

/** Lists up to so many findings lie open. */
const FEW = 12

/** What the model check found, by severity and code, or by element; a click selects the elements and flies to them. */
export type FindingsProps = { session: ViewerSession; chosen: number | null; onChoose: (finding: number) => void }

export function FindingsPanel({ session, chosen, onChoose }: FindingsProps) {
  const findings = useStore(session.derived, (state) => state.findings)
  const dismissals = useStore(session.dismissals, (state) => state.by)
  const [isByElement, setByElement] = useState(false)
  const request = useStore(session.checked.state, (state) => state.request)
  if (!findings) return <RequestResult request={request} busy="Checking…" />
  // Of another revision, until this one is checked.
  const notChecked = <NoAnswer request={request} what="These are of an earlier revision." />
  if (!findings.length && !troubleOf(request).says)
    return <p className={styles.empty}>The check found nothing to say about this model.</p>
  const left = standing(findings, dismissals)
  const groups = findingGroups(findings).flatMap((group) => {
    if (dismissals[group.code] !== undefined) return []
    const listed = group.listed.filter(({ finding }) => dismissedBecause(finding, dismissals) === null)
    const count = group.count - (group.listed.length - listed.length)
    return count > 0 ? [{ ...group, listed, count }] : []
  })
  return (
    <div className={styles.findings}>
      {notChecked}
      <p className={styles.count}>
        {findingCounts(left.map(({ finding }) => finding)) || 'None left: all are dismissed'}
        <button
          type="button"
          className={styles.small}
          onClick={() => session.view.set({ colourBy: 'finding', findingCode: null })}
        >
          Colour by finding
        </button>
      </p>
      <div className={styles.order}>
        {([false, true] as const).map((one) => (
          <button key={String(one)} type="button" aria-pressed={isByElement === one} onClick={() => setByElement(one)}>
            {one ? 'By element' : 'By kind of finding'}
          </button>
        ))}
      </div>
      {isByElement ? (
        <FindingsByElement session={session} findings={left.map(({ finding }) => finding)} />
      ) : (
        <ul>
          {groups.map((group) => {
            const key = `${group.severity} ${group.code}`
            const [only] = group.listed
            if (group.count === 1 && only && group.listed.length === 1)
              return (
                <FindingItem
                  key={key}
                  session={session}
                  {...only}
                  chosen={chosen}
                  onChoose={onChoose}
                  title={<FindingTitle {...group} />}
                />
              )
            const isOpen = findings.length <= FEW
            return (
              <FindingGroupItem
                key={key}
                session={session}
                group={group}
                isOpenAtFirst={isOpen}
                chosen={chosen}
                onChoose={onChoose}
              />
            )
          })}
        </ul>
      )}
      <Dismissed session={session} findings={findings} dismissals={dismissals} />
    </div>
  )
}

/** What was put aside, and why; each can be brought back. */
function Dismissed({
  session,
  findings,
  dismissals,
}: {
  session: ViewerSession
  findings: readonly Finding[]
  dismissals: Dismissals
}) {
  const count = findings.reduce(
    (sum, finding) => sum + (dismissedBecause(finding, dismissals) === null ? 0 : countOf(finding)),
    0,
  )
  const keys = Object.entries(dismissals)
  if (!keys.length) return null
  return (
    <details className={styles.dismissed}>
      <summary>{grouped(count)} dismissed, in this browser</summary>
      <ul>
        {keys.map(([key, reason]) => (
          <li key={key} className={styles.dismissal}>
            <span>
              <strong>{wordsOf(key)}</strong> <span className="muted">{reason}</span>
            </span>
            <button type="button" className={styles.small} onClick={() => dismiss(session, key, null)}>
              Restore
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** `isolated node: N7`. */
function wordsOf(key: string): string {
  const [code = '', , ...id] = key.split(':')
  return code.replaceAll('_', ' ') + (id.length > 0 ? `: ${id.join(':')}` : '')
}
