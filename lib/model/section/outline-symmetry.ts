import type { Point2 } from '#lib/schema/schema.ts'
import { outlineBox } from './outline-box.ts'
import { cleanOutline } from './section-outline.ts'

/** The lines about which an outline is symmetric. `(cx, cy)`: the middle of its box. */

export type Symmetry = {
  /** The first of the lines about which the outline is symmetric; none: about nothing. */
  about: 'x = cx' | 'y = cy' | 'falling' | 'rising' | 'nothing'
  /** All of them, in the same order. */
  lines: readonly Symmetry['about'][]
  /** About both x = cx and y = cy: half a turn changes nothing. */
  isDouble: boolean
  cx: number
  cy: number
}

const LINES = ['x = cx', 'y = cy', 'falling', 'rising'] as const

export function symmetryOf(polygon: readonly Point2[]): Symmetry {
  const outline = corners(polygon)
  if (outline.length < 3) return { about: 'x = cx', lines: LINES, isDouble: true, cx: 0, cy: 0 }
  const { min, max } = outlineBox(outline)
  const [cx, cy] = [(min.x + max.x) / 2, (min.y + max.y) / 2]
  const tolerance = 1e-6 * Math.max(max.x - min.x, max.y - min.y)
  const isSymmetric = (mirror: (point: Point2) => Point2) => isSame(outline, outline.map(mirror).reverse(), tolerance)
  const mirrors: readonly [Symmetry['about'], (point: Point2) => Point2][] = [
    ['x = cx', ({ x, y }) => ({ x: 2 * cx - x, y })],
    ['y = cy', ({ x, y }) => ({ x, y: 2 * cy - y })],
    ['falling', ({ x, y }) => ({ x: cx - (y - cy), y: cy - (x - cx) })],
    ['rising', ({ x, y }) => ({ x: cx + (y - cy), y: cy + (x - cx) })],
  ]
  const lines = mirrors.flatMap(([about, mirror]) => (isSymmetric(mirror) ? [about] : []))
  const isDouble = lines.includes('x = cx') && lines.includes('y = cy')
  return { about: lines[0] ?? 'nothing', lines, isDouble, cx, cy }
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
  return other.some((_, from) => one.every((point, i) => near(point, other[(from + i) % n]!)))
}
