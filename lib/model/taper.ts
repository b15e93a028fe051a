import type { Point2, ViewerFrame } from '#lib/schema/schema.ts'

/** Frames that taper from one section to another. Conventions, section 3. */

/** How much of the way from section to end section a frame has gone at its start and at its end; undefined of one that has no end section. */
export function taperOf({
  endSectionId,
  taper,
}: Pick<ViewerFrame, 'endSectionId' | 'taper'>): readonly [number, number] | undefined {
  if (endSectionId == null) return undefined
  const [start = 0, end = 1] = taper ?? []
  return [start, end]
}

export const between = (a: number, b: number, s: number): number => (s === 0 ? a : s === 1 ? b : a + s * (b - a))
const pointBetween = (a: Point2, b: Point2, s: number): Point2 => ({ x: between(a.x, b.x, s), y: between(a.y, b.y, s) })

/** A loop so far of the way to another. */
const loopBetween = (from: readonly Point2[], to: readonly Point2[], s: number): Point2[] =>
  from.map((point, i) => pointBetween(point, to[i] ?? point, s))

/** The outline of a taper so far of the way. */
export const outlineBetween = (
  { first, last }: Record<'first' | 'last', { outer: readonly Point2[]; hole: readonly Point2[] | null }>,
  s: number,
): { outer: Point2[]; hole: Point2[] | null } => ({
  outer: loopBetween(first.outer, last.outer, s),
  hole: first.hole && last.hole && loopBetween(first.hole, last.hole, s),
})

/** The same frame as it is said from its other end, but for its nodes and its rotation. */
export function endForEnd(frame: ViewerFrame): ViewerFrame {
  const { start, end } = offsetsOf(frame)
  const parts = taperOf(frame)
  const turned = parts ? withTaper(frame, [parts[1], parts[0]]) : frame
  return frame.endSectionOffset == null ? turned : { ...turned, sectionOffset: end, endSectionOffset: start }
}

/** A whole taper says no part of itself. */
export function withTaper(frame: ViewerFrame, [start, end]: readonly [number, number]): ViewerFrame {
  if (start !== 0 || end !== 1) return { ...frame, taper: [start, end] }
  const { taper: _, ...whole } = frame
  return whole
}

/** The piece of a frame between two places along it, 0 at its start and 1 at its end. */
export function pieceOf(frame: ViewerFrame, from: number, to: number): ViewerFrame {
  const parts = taperOf(frame)
  const piece = parts ? withTaper(frame, [between(...parts, from), between(...parts, to)]) : frame
  if (frame.endSectionOffset == null) return piece
  const { at } = offsetsOf(frame)
  return {
    ...piece,
    ...(from > 0 && { sectionOffset: at(from) }),
    ...(to < 1 && { endSectionOffset: at(to) }),
  }
}

/** Where the outline's origin lies from the node line, at both ends and between. */
export function offsetsOf({ sectionOffset, endSectionOffset }: Pick<ViewerFrame, 'sectionOffset' | 'endSectionOffset'>) {
  const start = sectionOffset ?? { x: 0, y: 0 }
  const end = endSectionOffset ?? start
  return { start, end, at: (t: number) => pointBetween(start, end, t) }
}
