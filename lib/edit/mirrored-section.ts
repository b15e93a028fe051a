import { outlineBox } from '#lib/model/section/outline-box.ts'
import { cleanOutline } from '#lib/model/section/section-outline.ts'
import type { ConstructSectionCreate, Point2, ViewerSection } from '#lib/schema/schema.ts'

/**
 * What a mirror makes of a section: it changes handedness, and a cross-section can follow only where it looks the same in some mirror
 * of its own. `(cx, cy)`: the middle of the outline's box.
 */

export type Symmetry = {
  /** The line about which the outline is symmetric; none: about nothing. */
  about: 'x = cx' | 'y = cy' | 'falling' | 'rising' | 'nothing'
  cx: number
  cy: number
}

export function symmetryOf(polygon: readonly Point2[]): Symmetry {
  const outline = corners(polygon)
  if (outline.length < 3) return { about: 'x = cx', cx: 0, cy: 0 }
  const { min, max } = outlineBox(outline)
  const [cx, cy] = [(min.x + max.x) / 2, (min.y + max.y) / 2]
  const tolerance = 1e-6 * Math.max(max.x - min.x, max.y - min.y)
  const mirrors: readonly [Symmetry['about'], (point: Point2) => Point2][] = [
    ['x = cx', ({ x, y }) => ({ x: 2 * cx - x, y })],
    ['y = cy', ({ x, y }) => ({ x, y: 2 * cy - y })],
    ['falling', ({ x, y }) => ({ x: cx - (y - cy), y: cy - (x - cx) })],
    ['rising', ({ x, y }) => ({ x: cx + (y - cy), y: cy + (x - cx) })],
  ]
  const found = mirrors.find(([, mirror]) => isSame(outline, outline.map(mirror).reverse(), tolerance))
  return { about: found?.[0] ?? 'nothing', cx, cy }
}

/** Without points on straight edges: they say nothing of the shape. */
function corners(polygon: readonly Point2[]): Point2[] {
  const outline = cleanOutline(polygon)
  const n = outline.length
  const isCorner = (point: Point2, i: number): boolean => {
    const [a, b] = [outline[(i + n - 1) % n]!, outline[(i + 1) % n]!]
    const [u, v] = [
      { x: point.x - a.x, y: point.y - a.y },
      { x: b.x - point.x, y: b.y - point.y },
    ]
    return Math.abs(u.x * v.y - u.y * v.x) > 1e-9 * Math.hypot(u.x, u.y) * Math.hypot(v.x, v.y)
  }
  return outline.filter(isCorner)
}

/** Whether two loops that run the same way go through the same points, from whichever they begin. */
function isSame(one: readonly Point2[], other: readonly Point2[], tolerance: number): boolean {
  const near = (a: Point2, b: Point2) => Math.hypot(a.x - b.x, a.y - b.y) <= tolerance
  const n = one.length
  return other.some((_, from) => one.every((at, i) => near(at, other[(from + i) % n]!)))
}

/** The section in a mirror: x → -x. As it is returned, for what its outline was derived from no longer fits. */
export function sectionInMirror({ id, materialId, name, polygon, shape, thickness }: ViewerSection) {
  return {
    id: `${id}-m`,
    type: 'custom',
    ...(materialId != null && { materialId }),
    name: `${name || id} mirrored`,
    polygon: polygon.map(({ x, y }) => ({ x: -x + 0, y })),
    ...(shape != null && { shape }),
    ...(thickness != null && { thickness }),
  } satisfies ConstructSectionCreate
}

export const isSameOutline = (one: readonly Point2[], other: readonly Point2[]): boolean =>
  one.length === other.length && one.every(({ x, y }, i) => x === other[i]!.x && y === other[i]!.y)
