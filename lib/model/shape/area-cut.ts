import { MOST_CUT } from './cut-budget.ts'
import { edgeSearch } from './edge-search.ts'
import { cornersOf, type FlatArea, isFan, layFlat } from './flat-area.ts'
import { isPlainArea } from './plain-area.ts'
import { type Trapezoids, trapezoids } from './trapezoids.ts'
import type { Vec } from './vector.ts'

/**
 * How the face of an area is cut out of its outline and openings, in a number of steps that is bounded and the same on every
 * machine: who draws an area and who checks it come to one answer. Nothing is refused; beyond the budgets an area has edges
 * and no face.
 */
export type Cut = { steps: number } & (
  | { how: 'fan' | 'ears' }
  | ({ how: 'trapezoids' } & Trapezoids)
  | { how: 'none'; why: string }
)

const TANGLED = 'too many of its edges cross or lie close to each other'

/**
 * The usual area is convex, or a simple outline with openings well inside and apart from each other: a fan, or ears to clip.
 * Everything else that engineers send (openings that touch or cross the outline, overlap, lie outside; outlines that cross
 * themselves) is cut into trapezoids, which needs no rule about the input at all.
 */
export function cutArea(area: FlatArea): Cut {
  const count = area.corners.length
  if (isFan(area)) return { how: 'fan', steps: count }
  if (count > MOST_CUT.corners)
    return { how: 'none', why: `it has ${count} corners, and ${MOST_CUT.corners} are drawn`, steps: count }
  const search = edgeSearch(area)
  const isPlain = isPlainArea(area, search)
  if (search.isOver()) return { how: 'none', why: TANGLED, steps: count + search.looked }
  if (isPlain) return { how: 'ears', steps: count + search.looked }
  const { cut, steps } = trapezoids(area, search)
  return cut ? { how: 'trapezoids', ...cut, steps } : { how: 'none', why: TANGLED, steps }
}

/** The corners of an area for `tooManyTogether`. */
export function sizeOf(outline: readonly Vec[], openings: readonly (readonly Vec[])[]): number {
  const area = layFlat(cornersOf(outline), openings)
  return area && !isFan(area) ? area.corners.length : 0
}
