import { signedArea } from '#lib/model/section/outline-area.ts'
import { cleanOutline, innerOutline } from '#lib/model/section/section-outline.ts'
import type { SectionDefinition, ViewerSection } from '#lib/schema/schema.ts'
import { bodySize, DRAWABLE } from './body-size.ts'
import type { SectionBody } from './section-body.ts'

/** Null when the outline has no area that could be drawn: the frame is then its centre line. */
export function sectionBody(section: ViewerSection, definition?: SectionDefinition): SectionBody | null {
  const outer = cleanOutline(section.polygon)
  if (outer.length < 3 || !outer.every(({ x, y }) => Math.abs(x) < DRAWABLE && Math.abs(y) < DRAWABLE)) return null
  const { width, depth } = bodySize({ outer })
  if (!(signedArea(outer) > 1e-12 * Math.max(width, depth) ** 2)) return null
  return { outer, hole: innerOutline(section, definition) }
}
