import { useCallback } from 'react'
import { grouped } from '#lib/values/count-text.ts'
import { attempt } from '../../session/attempt.ts'
import type { Drawn } from '../../session/live-model.ts'
import { select } from '../../session/selection.ts'
import type { ViewerSession } from '../../session/session.ts'
import { flyTo } from '../../session/view/navigate.ts'
import type { FoundRow } from '../../worker/element-text.ts'
import styles from '../panel.module.css'
import { RequestResult } from '../request-result.tsx'
import { useRequest } from '../use-request.ts'
import { Rows } from './outline-rows.tsx'

/** So many are listed. */
const FOUND = 200
/** As many as can be of use at once. */
const ALL = 1_000_000

type Props = { session: ViewerSession; drawn: Drawn; query: string }

/** What is called like that, or what a typed selection takes. */
export function OutlineFound({ session, drawn, query }: Props) {
  const request = useRequest(
    session,
    useCallback(() => {
      void drawn // a new revision is searched anew
      return session.model.ask('search', { query, limit: FOUND })
    }, [session, query, drawn]),
  )
  const selectAll = async () => choose(session, await allOf(session, query))
  return (
    <RequestResult request={request} busy="Searching…">
      {({ total, words, found }) => (
        <section className={`${styles.kind} ${styles.open}`} aria-label="Found">
          <p className={styles.count} role="status">
            {total === 0 ? (words ?? `Nothing found for “${query.trim()}”`) : `${grouped(total)} found`}
            {total > 1 && (
              <button type="button" className={styles.all} onClick={() => void attempt(session, selectAll())}>
                Select all
              </button>
            )}
          </p>
          <Rows session={session} count={found.length} itemAt={(k) => found[k]} showKind flies />
        </section>
      )}
    </RequestResult>
  )
}

const allOf = async (session: ViewerSession, query: string) => (await session.model.ask('search', { query, limit: ALL })).found

/** Enter: the first that is found, or all that a selection takes. */
export async function flyToFound(session: ViewerSession, query: string) {
  const { found, isSelection } = await session.model.ask('search', { query, limit: 1 })
  const wanted = isSelection ? await allOf(session, query) : found
  if (wanted.length > 0) await choose(session, wanted)
}

export function choose(session: ViewerSession, items: readonly FoundRow[]): Promise<void> {
  const refs = [...items]
  select(session, refs)
  return flyTo(session, refs)
}
