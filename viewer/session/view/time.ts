import type { Comparing } from '#lib/model/view-query.ts'

/**
 * How two revisions are looked at: the older one's removed parts as ghosts in the newer one, side by side along a line that can be
 * moved, or one of the two at a time.
 */
export const HOWS = ['overlay', 'slider', 'before', 'after'] as const
export type How = (typeof HOWS)[number]

type Time = { revision: number | null; compare: Comparing | null }

/** The revision whose elements are there to be selected; null: the newest. */
export const shownRevision = ({ revision, compare }: Time): number | null => (compare ? compare.to : revision)

/** Where history is not told there is but one time. */
export const withoutTime = <T extends Partial<Time>>(state: T): T => ({ ...state, revision: null, compare: null })
