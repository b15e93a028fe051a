import type { Point2, SectionDefinition, ViewerSection } from '#lib/model/schema.ts'
import { cleanOutline, innerOutline, outlineBox, signedArea } from '#lib/model/section-outline.ts'

/**
 * What of a section is drawn, counter-clockwise in (x, y) = (local 3, local 2): the outer outline without repeated points,
 * and the inner outline of a hollow shape.
 */
export type SectionBody = { outer: Point2[]; hole: Point2[] | null }

/** Lengths above this one cannot be drawn: their squares leave the single-precision numbers of a GPU. */
export const DRAWABLE = 1e15

/** Null when the outline has no area that could be drawn: the frame is then its centre line. */
export function sectionBody(section: ViewerSection, definition?: SectionDefinition): SectionBody | null {
  const outer = cleanOutline(section.polygon)
  if (outer.length < 3 || !outer.every(({ x, y }) => Math.abs(x) < DRAWABLE && Math.abs(y) < DRAWABLE)) return null
  const { width, depth } = bodySize({ outer })
  if (!(signedArea(outer) > 1e-12 * Math.max(width, depth) ** 2)) return null
  return { outer, hole: innerOutline(section, definition) }
}

export function bodySize({ outer }: { outer: readonly Point2[] }) {
  const { min, max } = outlineBox(outer)
  return { width: max.x - min.x, depth: max.y - min.y }
}
