import { useMemo } from 'react'
import type { Sketch } from '../../session/comments/comments-state.ts'
import { openSketch } from '../../session/comments/sketch.ts'
import type { ViewerSession } from '../../session/session.ts'
import { useStore } from '../use-store.ts'

/** The sketch that is written or open, the same one for as long as nothing about it changes. */
export function useOpenSketch({ comments }: ViewerSession): Sketch | null {
  const sketching = useStore(comments, (state) => state.sketching?.sketch ?? null)
  const chosen = useStore(comments, (state) => state.chosen)
  const shown = useStore(comments, (state) => state.shown)
  return useMemo(() => openSketch({ sketch: sketching, chosen, shown }), [sketching, chosen, shown])
}
