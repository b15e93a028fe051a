import { useCallback, useEffect, useState } from 'react'
import { PAGE } from '../../session/paging.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { Listing, TableAnswer, TableRow } from '../../worker/tables/table-types.ts'
import { usePages } from '../outline/use-pages.ts'
import { useStore } from '../use-store.ts'

/**
 * The rows of a listing as they come into sight, a page at a time. What was listed before stays until the first of the new one is here,
 * so that nothing jumps while somebody types.
 */
export function useTable(session: ViewerSession, listing: Listing) {
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const findings = useStore(session.derived, (state) => state.findings)
  const ofFindings = listing.kind === 'finding' ? findings : null
  const { pages, request, need } = usePages(
    session,
    useCallback(
      (from: number, count: number): Promise<TableAnswer> => {
        void drawn // a new revision is read anew
        return session.model.ask('table', { listing, from, count, ...(ofFindings && { findings: ofFindings }) })
      },
      [session, listing, ofFindings, drawn],
    ),
  )
  useEffect(() => need(0, 1), [need])
  const [before, setBefore] = useState(pages)
  const now = pages.has(0) ? pages : before
  useEffect(() => setBefore(now), [now])
  return {
    answer: now.get(0) ?? null,
    request,
    rowAt: (k: number): TableRow | undefined => now.get(Math.floor(k / PAGE))?.rows[k % PAGE],
    need,
  }
}
