import { useEffect, useRef, useState } from 'react'
import type { ViewerSession } from '../session/session.ts'
import type { Listing, TableAnswer, TableRow } from '../worker/table-types.ts'
import { useStore } from './use-store.ts'

const PAGE = 100

/**
 * The rows of a listing as they come into sight, a page at a time. The answer before stays until the new one is here, so that
 * nothing jumps while somebody types.
 */
export function useTable(session: ViewerSession, listing: Listing) {
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const findings = useStore(session.derived, (state) => state.findings)
  const ofFindings = listing.kind === 'finding' ? findings : null
  const [answer, setAnswer] = useState<TableAnswer | null>(null)
  const [pages, setPages] = useState<ReadonlyMap<number, TableRow[]>>(new Map())
  const asked = useRef({ pages: new Set<number>(), page: (_: number) => {} })

  useEffect(() => {
    let isCurrent = true
    void drawn // a new revision is read anew
    const known = new Set<number>()
    const page = (at: number) => {
      known.add(at)
      const question = { listing, from: at * PAGE, count: PAGE, ...(ofFindings && { findings: ofFindings }) }
      void session.model.ask('table', question).then((found) => {
        if (!isCurrent) return
        if (at === 0) setAnswer(found)
        setPages((now) => new Map(at === 0 ? [] : now).set(at, found.rows))
      })
    }
    asked.current = { pages: known, page }
    page(0)
    return () => {
      isCurrent = false
    }
  }, [session, listing, ofFindings, drawn])

  return {
    answer,
    rowAt: (k: number) => pages.get(Math.floor(k / PAGE))?.[k % PAGE],
    need(first: number, end: number) {
      for (let page = Math.floor(first / PAGE); page * PAGE < end; page++)
        if (!asked.current.pages.has(page)) asked.current.page(page)
    },
  }
}
