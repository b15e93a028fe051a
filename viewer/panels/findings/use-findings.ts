import { useEffect, useRef } from 'react'
import { attempt } from '../../session/attempt.ts'
import { findingKey, standing } from '../../session/findings/dismissals.ts'
import { countOf, elementsOf, findingCounts } from '../../session/findings/finding-counts.ts'
import { selectByRef } from '../../session/selection.ts'
import type { ViewerSession } from '../../session/session.ts'
import { useStore } from '../use-store.ts'

export type ShownFindings = {
  /** Of the standing ones, how many are more than information; and all of them in words. */
  troubles: number
  counts: string
  /** The one that is looked at, by its place. */
  chosen: number | null
  choose: (finding: number) => void
}

/** What the check found, and which of it is looked at. `onLinked`: the address named one, and it is known where it is. */
export function useFindings(session: ViewerSession, onLinked: () => void): ShownFindings {
  const findings = useStore(session.derived, (state) => state.findings)
  const dismissals = useStore(session.dismissals, (state) => state.by)
  const now = useStore(session.view, (state) => state.finding)
  const isLinked = useRef(now !== null)
  const linkedNow = useRef(onLinked)
  linkedNow.current = onLinked
  useEffect(() => {
    const linked = isLinked.current && findings?.find((one) => findingKey(one) === session.view.get().finding)
    if (!linked) return
    isLinked.current = false
    linkedNow.current()
    void attempt(session, selectByRef(session, elementsOf(linked), { fly: session.firstCamera === null }))
  }, [findings, session])
  const left = standing(findings ?? [], dismissals).map(({ finding }) => finding)
  return {
    troubles: left.reduce((sum, finding) => sum + (finding.severity === 'info' ? 0 : countOf(finding)), 0),
    counts: findingCounts(left),
    chosen: now === null ? null : (findings?.findIndex((one) => findingKey(one) === now) ?? null),
    choose(k) {
      const found = findings?.[k]
      if (!found) return
      session.view.set({ finding: findingKey(found) })
      void attempt(session, selectByRef(session, elementsOf(found), { fly: true }))
    },
  }
}
