import { useCallback } from 'react'
import type { Drawn } from '../../session/live-model.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { FoundRow } from '../../worker/element-text.ts'
import { RequestResult } from '../request-result.tsx'
import { Rows } from './outline-rows.tsx'
import { rowOn, usePages } from './use-pages.ts'

type Props = {
  session: ViewerSession
  drawn: Drawn
  count: number
  /** Another function for another list. */
  read: (from: number, count: number) => Promise<FoundRow[]>
  reveal?: number | undefined
  showKind?: boolean
}

/** A list whose rows come from the worker as they come into sight. */
export function OutlinePages({ session, drawn, count, read, reveal, showKind = false }: Props) {
  const { pages, request, need } = usePages(
    session,
    useCallback(
      (from: number, count: number) => {
        void drawn // a new revision is read anew
        return read(from, count)
      },
      [read, drawn],
    ),
  )
  return (
    <>
      <RequestResult request={request} busy="Reading…" />
      <Rows session={session} count={count} itemAt={(k) => rowOn(pages, k)} need={need} reveal={reveal} showKind={showKind} />
    </>
  )
}
