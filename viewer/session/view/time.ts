/** Which revisions are looked at. Null stands for the newest, whichever that is. */
export type Comparing = { from: number | null; to: number | null }

/**
 * How two revisions are looked at: the older one's removed parts as ghosts in the newer one, side by side along a line that can be
 * moved, or one of the two at a time.
 */
export const HOWS = ['overlay', 'slider', 'before', 'after'] as const
export type How = (typeof HOWS)[number]

type Time = { revision: number | null; compare: Comparing | null }

export const readRevision = (text: string | null | undefined): number | null =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null

/** `5..8`; an end that is missing is the newest. Null for what makes no sense. */
export function readCompare(text: string | null): Comparing | null {
  const [, from, to] = /^(\d*)\.\.(\d*)$/.exec(text ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  const ends = { from: readRevision(from), to: readRevision(to) }
  return (from !== '' && ends.from === null) || (to !== '' && ends.to === null) ? null : ends
}

export const compareText = ({ from, to }: Comparing) => `${from ?? ''}..${to ?? ''}`

/** The revision whose elements are there to be selected; null: the newest. */
export const shownRevision = ({ revision, compare }: Time): number | null => (compare ? compare.to : revision)

/** Where history is not told there is but one time. */
export const withoutTime = <T extends Partial<Time>>(state: T): T => ({ ...state, revision: null, compare: null })
