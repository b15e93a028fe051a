import { outlineBox } from '#lib/model/section/outline-box.ts'
import type { Point2 } from '#lib/schema/schema.ts'

/** Lengths above this one cannot be drawn: their squares leave the single-precision numbers of a GPU. */
export const DRAWABLE = 1e15

export function bodySize({ outer }: { outer: readonly Point2[] }) {
  const { min, max } = outlineBox(outer)
  return { width: max.x - min.x, depth: max.y - min.y }
}
