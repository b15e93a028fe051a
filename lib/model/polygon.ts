import { boxTree } from './box-tree.ts'
import type { Point2 } from './schema.ts'

/** Closed polygons in their own plane; the last point joins the first. `slack` is the distance that counts as touching. */

/** The first two edges, by the ordinal of their first point, that cross at a point inside both; touching is no crossing. */
export function crossingEdges(polygon: readonly Point2[], slack: number): [number, number] | null {
  return crossingOf(polygon, polygon, slack)
}

/** Whether an edge of one crosses an edge of the other at a point inside both. */
export function outlinesCross(one: readonly Point2[], other: readonly Point2[], slack: number): boolean {
  return crossingOf(one, other, slack) !== null
}

/** So few pairs are tried at once; above that a tree finds the near ones. */
const FEW_PAIRS = 4096

function crossingOf(one: readonly Point2[], other: readonly Point2[], slack: number): [number, number] | null {
  const isSame = one === other
  const crosses = (i: number, j: number) =>
    edgesCross(one[i]!, one[(i + 1) % one.length]!, other[j]!, other[(j + 1) % other.length]!, slack)
  if (one.length * other.length <= FEW_PAIRS) {
    for (let i = 0; i < one.length; i++) {
      for (let j = isSame ? i + 1 : 0; j < other.length; j++) if (crosses(i, j)) return [i, j]
    }
    return null
  }
  const tree = boxTree(Float64Array.from(other.flatMap((_, j) => edgeBox(other, j))))
  for (let i = 0; i < one.length; i++) {
    let found = -1
    tree.near(edgeBox(one, i), (j) => {
      if ((isSame && j <= i) || !crosses(i, j)) return true
      found = j
      return false
    })
    if (found >= 0) return [i, found]
  }
  return null
}

function edgeBox(polygon: readonly Point2[], i: number): number[] {
  const [a, b] = [polygon[i]!, polygon[(i + 1) % polygon.length]!]
  return [Math.min(a.x, b.x), Math.min(a.y, b.y), 0, Math.max(a.x, b.x), Math.max(a.y, b.y), 0]
}

function edgesCross(a: Point2, b: Point2, c: Point2, d: Point2, slack: number): boolean {
  return liesAcross(a, b, c, d, slack) && liesAcross(c, d, a, b, slack)
}

/** Whether the ends of cd lie clearly on both sides of the line ab. */
function liesAcross(a: Point2, b: Point2, c: Point2, d: Point2, slack: number): boolean {
  const long = Math.hypot(b.x - a.x, b.y - a.y)
  const [one, other] = [side(a, b, c) / long, side(a, b, d) / long]
  return (one > slack && other < -slack) || (one < -slack && other > slack)
}

function side(a: Point2, b: Point2, p: Point2): number {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
}

/** By the even-odd rule; undecided on the edge itself, so ask `distanceToEdge` there. */
export function isInside(polygon: readonly Point2[], p: Point2): boolean {
  let inside = false
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [a, b] = [polygon[i]!, polygon[j]!]
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}

export function distanceToEdge(polygon: readonly Point2[], p: Point2): number {
  let nearest = Number.POSITIVE_INFINITY
  for (let i = 0; i < polygon.length; i++) {
    const [a, b] = [polygon[i]!, polygon[(i + 1) % polygon.length]!]
    const [dx, dy] = [b.x - a.x, b.y - a.y]
    const square = dx * dx + dy * dy
    const along = square > 0 ? Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square)) : 0
    nearest = Math.min(nearest, Math.hypot(p.x - a.x - along * dx, p.y - a.y - along * dy))
  }
  return nearest
}

/** Whether the two cover some of the same ground; sharing edges or corners is none. */
export function outlinesOverlap(one: readonly Point2[], other: readonly Point2[], slack: number): boolean {
  if (outlinesCross(one, other, slack)) return true
  const isWithin = (inner: readonly Point2[], outer: readonly Point2[]) =>
    [...inner, ...middles(inner), ...interiorPoint(inner)].some((p) => isInside(outer, p) && distanceToEdge(outer, p) > slack)
  return isWithin(one, other) || isWithin(other, one)
}

function middles(polygon: readonly Point2[]): Point2[] {
  return polygon.map((a, i) => {
    const b = polygon[(i + 1) % polygon.length]!
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  })
}

/** A point well inside, in the middle of the widest stretch of a line that passes no corner; none in a flat polygon. */
function interiorPoint(polygon: readonly Point2[]): Point2[] {
  const heights = [...new Set(polygon.map(({ y }) => y))].sort((a, b) => a - b)
  let y = 0
  let tallest = 0
  for (let i = 1; i < heights.length; i++) {
    const tall = heights[i]! - heights[i - 1]!
    if (tall > tallest) [tallest, y] = [tall, heights[i - 1]! + tall / 2]
  }
  if (tallest === 0) return []
  const at: number[] = []
  for (let i = 0; i < polygon.length; i++) {
    const [a, b] = [polygon[i]!, polygon[(i + 1) % polygon.length]!]
    if (a.y > y !== b.y > y) at.push(a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y))
  }
  at.sort((a, b) => a - b)
  let best: Point2[] = []
  let widest = 0
  for (let i = 0; i + 1 < at.length; i += 2) {
    const wide = at[i + 1]! - at[i]!
    if (wide > widest) [widest, best] = [wide, [{ x: at[i]! + wide / 2, y }]]
  }
  return best
}
