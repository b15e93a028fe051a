import { outlineBetween } from '#lib/model/taper.ts'
import type { TaperPair } from '#lib/model/taper-pairs.ts'
import type { Point2 } from '#lib/schema/schema.ts'
import { most } from '#lib/values/extremes.ts'

type Outline = { outer: Point2[]; hole: Point2[] | null }

/**
 * What of a section is drawn, counter-clockwise in (x, y) = (local 3, local 2): the outer outline without repeated points,
 * and the inner outline of a hollow shape. `end`: of a frame that is another at its end node, as many points there, with `shift` in
 * them: by how much the offset is another there.
 */
export type SectionBody = Outline & { end?: Outline & { shift: Point2 } }

/** From one part of a taper to another, or from one offset to another, or both. `pair`: none of a prism's section. */
export function taperBody(
  own: SectionBody,
  pair: TaperPair | undefined,
  [a, b]: readonly [number, number],
  shift: Point2,
): SectionBody {
  if (!pair && shift.x === 0 && shift.y === 0) return own
  const [start, end] = pair ? [outlineBetween(pair, a), outlineBetween(pair, b)] : [own, own]
  const moved = (loop: readonly Point2[]) => loop.map(({ x, y }) => ({ x: x + shift.x, y: y + shift.y }))
  return { ...start, end: { outer: moved(end.outer), hole: end.hole && moved(end.hole), shift } }
}

/** The outline so far along the frame, 0 at its start node and 1 at its end node. */
export const outlineAt = (body: SectionBody, t: number): Outline =>
  body.end ? outlineBetween({ first: body, last: body.end }, t) : body

/** How far it reaches from the line of the offset at the start. */
export function reachOfBody({ outer, end }: SectionBody): number {
  const reach = (loop: readonly Point2[]) => most(loop, ({ x, y }) => Math.hypot(x, y))
  return end ? Math.max(reach(outer), reach(end.outer)) : reach(outer)
}
