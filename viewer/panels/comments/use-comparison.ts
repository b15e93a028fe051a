import type { ViewerSession } from '../../session/session.ts'
import { useStore } from '../use-store.ts'

type Comparison = { from: number; to: number }

/** The revisions that are looked at beside each other, the newest by its number; null where one is looked at. */
export function useComparison(session: ViewerSession): Comparison | null {
  const compare = useStore(session.view, (state) => state.compare)
  const newest = useStore(session.model.state, (state) => state.newest)
  return compare && newest > 0 ? { from: compare.from ?? newest, to: compare.to ?? newest } : null
}

export const comparisonWords = ({ from, to }: Comparison): string => `what changed from revision ${from} to ${to}`
