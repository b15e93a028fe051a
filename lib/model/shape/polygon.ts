import type { Point2 } from '#lib/schema/schema.ts'
import { type Near, nearIn } from './box-tree.ts'

/**
 * A closed polygon in its own plane; the last point joins the first. `slack` is the distance that counts as touching. What
 * looks at many edges takes them from an allowance of steps; once that is spent, nothing more is found.
 */
export type Polygon = { points: readonly Point2[]; near: Near }

/** How many edges and pairs may still be looked at. */
export type Steps = { left: number }

/** So few edges are tried one by one; above that a tree, made when it is first asked, finds the near ones. */
const FEW_EDGES = 64

export function polygonOf(points: readonly Point2[]): Polygon {
  let near: Near | undefined
  return {
    points,
    near(box, visit) {
      if (points.length > FEW_EDGES) {
        near ??= nearIn(edgeBoxes(points))
        return near(box, visit)
      }
      for (let i = 0; i < points.length; i++) if (visit(i) === false) return
    },
  }
}

function edgeBoxes(points: readonly Point2[]): Float64Array {
  const boxes = new Float64Array(6 * points.length)
  for (let i = 0; i < points.length; i++) boxes.set(edgeBox(points, i), 6 * i)
  return boxes
}

/** The first two edges, by the ordinal of their first point, that cross at a point inside both; touching is no crossing. */
export function crossingEdges(polygon: Polygon, tolerance: number, steps: Steps): [number, number] | null {
  return crossingOf(polygon, polygon, tolerance, steps)
}

/** Whether an edge of one crosses an edge of the other at a point inside both. */
export function outlinesCross(one: Polygon, other: Polygon, tolerance: number, steps: Steps): boolean {
  return crossingOf(one, other, tolerance, steps) !== null
}

function crossingOf(one: Polygon, other: Polygon, tolerance: number, steps: Steps): [number, number] | null {
  const [a, b] = [one.points, other.points]
  const crosses = (i: number, j: number) => edgesCross(a[i]!, a[(i + 1) % a.length]!, b[j]!, b[(j + 1) % b.length]!, tolerance)
  for (let i = 0; i < a.length && steps.left > 0; i++) {
    let found = -1
    other.near(edgeBox(a, i), (j) => {
      if (one === other && j <= i) return true
      if (--steps.left < 0) return false
      if (crosses(i, j)) found = j
      return found < 0
    })
    if (found >= 0) return [i, found]
  }
  return null
}

function edgeBox(points: readonly Point2[], i: number): number[] {
  const [a, b] = [points[i]!, points[(i + 1) % points.length]!]
  return [Math.min(a.x, b.x), Math.min(a.y, b.y), 0, Math.max(a.x, b.x), Math.max(a.y, b.y), 0]
}

function edgesCross(a: Point2, b: Point2, c: Point2, d: Point2, tolerance: number): boolean {
  return liesAcross(a, b, c, d, tolerance) && liesAcross(c, d, a, b, tolerance)
}

/** Whether the ends of cd lie clearly on both sides of the line ab. */
function liesAcross(a: Point2, b: Point2, c: Point2, d: Point2, tolerance: number): boolean {
  const long = Math.hypot(b.x - a.x, b.y - a.y)
  const [one, other] = [side(a, b, c) / long, side(a, b, d) / long]
  return (one > tolerance && other < -tolerance) || (one < -tolerance && other > tolerance)
}

/** Twice the area of the triangle abp: above zero where p lies to the left of ab. */
export function side(a: Point2, b: Point2, p: Point2): number {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
}

/** The box of points in a plane, as a tree of boxes takes it. */
export function flatBox(points: readonly Point2[]): number[] {
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    left = Math.min(left, x)
    low = Math.min(low, y)
    right = Math.max(right, x)
    high = Math.max(high, y)
  }
  return [left, low, 0, right, high, 0]
}

/** By the even-odd rule; undecided on the edge itself, so ask `isNearEdge` there. */
export function isInside(points: readonly Point2[], p: Point2): boolean {
  let inside = false
  for (let i = 0; i < points.length; i++) if (isPassed(points, i, p)) inside = !inside
  return inside
}

/** Whether a ray from a point to the right passes an edge; each end counts once. */
function isPassed(points: readonly Point2[], i: number, p: Point2): boolean {
  const [a, b] = [points[(i + 1) % points.length]!, points[i]!]
  return a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x
}

/** `isInside` by the tree of edges. */
export function holds({ points, near }: Polygon, p: Point2, steps: Steps): boolean {
  let inside = false
  near([p.x, p.y, 0, Number.POSITIVE_INFINITY, p.y, 0], (i) => {
    if (isPassed(points, i, p)) inside = !inside
    return --steps.left > 0
  })
  return inside
}

export function isNearEdge({ points, near }: Polygon, p: Point2, distance: number, steps: Steps): boolean {
  let isNear = false
  near([p.x - distance, p.y - distance, 0, p.x + distance, p.y + distance, 0], (i) => {
    isNear = distanceToEdge(points[i]!, points[(i + 1) % points.length]!, p) <= distance
    return !isNear && --steps.left > 0
  })
  return isNear
}

/** How far along a side, from 0 to 1, lies what is nearest to a point. */
export function shareAlong(a: Point2, b: Point2, p: Point2): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const square = dx * dx + dy * dy
  return square > 0 ? Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square)) : 0
}

export function distanceToEdge(a: Point2, b: Point2, p: Point2): number {
  const share = shareAlong(a, b, p)
  return Math.hypot(p.x - a.x - share * (b.x - a.x), p.y - a.y - share * (b.y - a.y))
}

/** Whether the two cover some of the same ground; sharing edges or corners is none. */
export function outlinesOverlap(one: Polygon, other: Polygon, tolerance: number, steps: Steps): boolean {
  if (outlinesCross(one, other, tolerance, steps)) return true
  const isWithin = ({ points }: Polygon, outer: Polygon) =>
    [...points, ...middles(points), ...interiorPoint(points)].some(
      (p) => steps.left > 0 && holds(outer, p, steps) && !isNearEdge(outer, p, tolerance, steps),
    )
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
  const crossings: number[] = []
  for (let i = 0; i < polygon.length; i++) {
    const [a, b] = [polygon[i]!, polygon[(i + 1) % polygon.length]!]
    if (a.y > y !== b.y > y) crossings.push(a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y))
  }
  crossings.sort((a, b) => a - b)
  let best: Point2[] = []
  let widest = 0
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const wide = crossings[i + 1]! - crossings[i]!
    if (wide > widest) [widest, best] = [wide, [{ x: crossings[i]! + wide / 2, y }]]
  }
  return best
}
