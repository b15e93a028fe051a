import type { Point2, SectionDefinition } from '#lib/schema/schema.ts'
import { crossingEdges, polygonOf, type Steps } from '../shape/polygon.ts'
import { signedArea } from './outline-area.ts'
import { outlineBox } from './outline-box.ts'
import { readDimensions } from './section-dimensions.ts'
import { cleanOutline } from './section-outline.ts'

/** Why an outline encloses no area that could be told, in words. */
export function outlineFault(polygon: readonly Point2[], steps: Steps): string | null {
  if (new Set(polygon.map(({ x, y }) => `${x},${y}`)).size < 3) return 'has fewer than three different points'
  const outline = cleanOutline(polygon)
  const { min, max } = outlineBox(outline)
  const d = Math.hypot(max.x - min.x, max.y - min.y)
  // A huge outline is judged at half a unit across, like any other: its squares would overflow.
  const small = outline.map(({ x, y }) => ({ x: x / d - min.x / d, y: y / d - min.y / d }))
  const edges = crossingEdges(polygonOf(small), 1e-9, steps)
  if (edges) return `has edges that cross: the ones from points ${edges[0] + 1} and ${edges[1] + 1}`
  return Math.abs(signedArea(small)) <= 1e-9 ? 'encloses nothing' : null
}

/** Why a section has no outline, in words. */
export function outlineLack(definition: SectionDefinition | undefined): string {
  const missing = definition ? readDimensions(definition.type, definition.dimensions).missing : ['dimensions']
  return missing.length > 0 ? `${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing` : 'its sizes are too large'
}
