import { outlineBox } from '#lib/model/section/outline-box.ts'
import type { Point2 } from '#lib/schema/schema.ts'

/** Lengths above this one cannot be drawn: their squares leave the single-precision numbers of a GPU. */
export const DRAWABLE = 1e15

type Outer = { outer: readonly Point2[] }

/** Of the larger end. */
export function bodySize({ outer, end }: Outer & { end?: Outer }): { width: number; depth: number } {
  const { min, max } = outlineBox(outer)
  const [width, depth] = [max.x - min.x, max.y - min.y]
  if (!end) return { width, depth }
  const other = bodySize(end)
  return { width: Math.max(width, other.width), depth: Math.max(depth, other.depth) }
}
