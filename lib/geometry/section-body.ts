import { signedArea } from '#lib/model/section/outline-area.ts'
import { cleanOutline, innerOutline } from '#lib/model/section/section-outline.ts'
import type { Point2, SectionDefinition, ViewerSection } from '#lib/schema/schema.ts'
import { bodySize, DRAWABLE } from './body-size.ts'

/**
 * What of a section is drawn, counter-clockwise in (x, y) = (local 3, local 2): the outer outline without repeated points,
 * and the inner outline of a hollow shape.
 */
export type SectionBody = { outer: Point2[]; hole: Point2[] | null }

/** Null when the outline has no area that could be drawn: the frame is then its centre line. */
export function sectionBody(section: ViewerSection, definition?: SectionDefinition): SectionBody | null {
  const outer = cleanOutline(section.polygon)
  if (outer.length < 3 || !outer.every(({ x, y }) => Math.abs(x) < DRAWABLE && Math.abs(y) < DRAWABLE)) return null
  const { width, depth } = bodySize({ outer })
  if (!(signedArea(outer) > 1e-12 * Math.max(width, depth) ** 2)) return null
  return { outer, hole: innerOutline(section, definition) }
}
