'use client'

import { useEffect, useState } from 'react'
import { grouped } from '#lib/values/count-text.ts'
import type { Derived, ViewerSession } from '../../session/session.ts'
import { type ElementKind, KIND_NAMES } from '../../worker/elements.ts'
import { ComparedComments } from '../comments/compared-comments.tsx'
import styles from '../panel.module.css'
import { RequestResult } from '../request-result.tsx'
import { useStore } from '../use-store.ts'
import { CompareActions } from './compare-actions.tsx'
import { Changes } from './compare-rows.tsx'

/** What differs between two revisions, kind by kind, with each field as it was and as it became. A press flies there. */
export function ComparePanel({ session }: { session: ViewerSession }) {
  const compared = useStore(session.derived, (state) => state.compared)
  const ghost = useStore(session.view, (state) => state.ghost)
  const [open, setOpen] = useState<ElementKind | null>(null)
  useEffect(() => {
    if (ghost) setOpen(ghost.kind)
  }, [ghost])
  if (compared?.state !== 'compared') return <NotCompared compared={compared} />
  const { kinds, units } = compared
  if (!kinds.length && units === null)
    return (
      <div className={styles.revisions}>
        <p className={styles.empty}>Everything is the same in both revisions.</p>
        <ComparedComments session={session} />
      </div>
    )
  const shown = open ?? kinds.find(({ kind }) => kind === 'frame' || kind === 'area')?.kind ?? kinds[0]?.kind
  return (
    <div className={styles.revisions}>
      <CompareActions session={session} />
      {units !== null && <p className={styles.empty}>{units}</p>}
      {kinds.map(({ kind, count }) => (
        <section key={kind} className={styles.kind}>
          <h3 className={styles.kindHead}>
            <button type="button" className={styles.kindName} aria-expanded={shown === kind} onClick={() => setOpen(kind)}>
              {KIND_NAMES[kind][1]}
              <span className="muted">{grouped(count)}</span>
            </button>
          </h3>
          {shown === kind && <Changes session={session} kind={kind} of={compared} />}
        </section>
      ))}
      <ComparedComments session={session} />
    </div>
  )
}

/** The bar of the comparison says the same, beside what it is about. */
function NotCompared({ compared }: { compared: Exclude<Derived['compared'], { state: 'compared' }> }) {
  if (compared?.state === 'too_large' || compared?.state === 'refused')
    return <p className={styles.empty}>These two cannot be compared.</p>
  const { tryAgain = null } = compared ?? {}
  const request =
    compared?.state === 'failed'
      ? ({ face: 'failed', says: compared.says, tryAgain } as const)
      : ({ face: 'busy', tryAgain } as const)
  return <RequestResult request={request} busy="Comparing…" />
}
