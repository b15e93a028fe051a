import { useCallback, useEffect, useState } from 'react'
import { unasked } from '../../session/attempt.ts'
import type { ViewerSession } from '../../session/session.ts'
import { keepVisit, readNews, type VisitNews } from '../../session/visits/visits.ts'
import { useRequest } from '../use-request.ts'
import { useStore } from '../use-store.ts'

/** What is new since this reader was here last, until it is put aside; from then on it is kept that they have seen what there is. */
export function useVisit(session: ViewerSession): { news: VisitNews | null; putAside: () => void } {
  const isRead = useStore(session.model.state, ({ drawn }) => drawn !== null)
  const [isAside, setAside] = useState(false)
  const question = useCallback((signal: AbortSignal) => readNews(session, signal), [session])
  const request = useRequest(session, session.host.can.has('visits') && isRead ? question : null)
  const news = request.face === 'answer' && !isAside ? request.answer : null
  const hasSeen = request.face === 'answer' && news === null
  useEffect(() => (hasSeen ? keepWhileOpen(session) : undefined), [session, hasSeen])
  return { news, putAside: () => setAside(true) }
}

/** Between two notes of one visit. */
const AGAIN_MS = 60_000

/** Now, and as more comes, for as long as somebody looks. */
function keepWhileOpen(session: ViewerSession): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let isMore = true
  const keep = () => {
    if (!isMore || waiting !== undefined || document.visibilityState !== 'visible') return
    isMore = false
    keepVisit(session).catch(unasked)
    waiting = setTimeout(() => {
      waiting = undefined
      keep()
    }, AGAIN_MS)
  }
  const more = () => {
    isMore = true
    keep()
  }
  const stops = [
    session.model.state.subscribe(({ drawn }, before) => drawn?.summary.revision !== before.drawn?.summary.revision && more()),
    session.comments.subscribe(({ count }, before) => count !== before.count && more()),
  ]
  document.addEventListener('visibilitychange', keep)
  keep()
  return () => {
    clearTimeout(waiting)
    for (const stop of stops) stop()
    document.removeEventListener('visibilitychange', keep)
  }
}
