import { useEffect, useState } from 'react'
import type { ViewerSession } from '../session/session.ts'
import { fetchLater } from './later.tsx'
import { useStore } from './use-store.ts'

/**
 * What can wait comes once the first picture stands, or the model where nothing is drawn. `parts`: `here` when nothing more will
 * be fetched for them, for tests and for people's scripts.
 */
export function useParts(session: ViewerSession, canDraw: boolean) {
  const hasModel = useStore(session.model.state, ({ drawn }) => drawn !== null)
  const hasStood = useStore(session.stood, ({ once }) => once)
  const [parts, setParts] = useState<'here'>()
  const isWhole = hasModel && (hasStood || !canDraw)
  useEffect(() => {
    if (isWhole) void fetchLater(session).then(() => setParts('here'))
  }, [session, isWhole])
  return { isWhole, parts }
}
