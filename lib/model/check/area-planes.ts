import type { Point2 } from '#lib/schema/schema.ts'
import { type Polygon, polygonOf } from '../shape/polygon.ts'
import { add, cross, distance, dot, length, scale, scaledToUnit, subtract, type Vec } from '../shape/vector.ts'
import { allowance } from './check-finding.ts'
import type { Structure, StructureArea } from './structure.ts'

/** The planes in which areas are judged. Conventions, section 10: d is the diagonal of the area's own box. */

/** Shares of d, and of d² for areas. */
export const FLAT = 1e-6
export const OFF_PLANE = 1e-3
/** What counts as touching in the plane. */
export const TOUCH = 1e-6

export type Plane = { at: Vec; normal: Vec; d: number; flat(node: number): Point2; height(node: number): number }
export type Judged = { area: StructureArea; plane: Plane | null; outline: Polygon }
export type JudgedAreas = Judged[]

/** The plane of each area; null where its nodes span none. */
export function judgedAreas({ areas, positions, tolerance }: Structure): JudgedAreas {
  return areas.map((area) => {
    const points = area.outline.map((node) => positions[node]!)
    const plane = planeOf(points, positions, tolerance)
    return { area, plane, outline: polygonOf(plane ? area.outline.map(plane.flat) : []) }
  })
}

function planeOf(points: Vec[], positions: readonly Vec[], tolerance: number): Plane | null {
  const first = points[0]
  if (!first) return null
  const d = boxDiagonal(points)
  const triangle = largestTriangle(points)
  if (!triangle || triangle.shortest <= tolerance || triangle.area < FLAT * d ** 2) return null
  const newell = points.reduce((sum, p, i) => {
    const next = points[(i + 1) % points.length]!
    return add(sum, cross(subtract(p, first), subtract(next, first)))
  }, NOWHERE)
  const normal = scaledToUnit(length(newell) < FLAT * d ** 2 ? triangle.normal : newell)
  if (!normal) return null
  const mean = points.reduce((sum, p) => add(sum, p), NOWHERE)
  const point = scale(mean, 1 / points.length)
  const across = scaledToUnit(cross(Math.abs(normal[2]) < 0.5 ? [0, 0, 1] : [0, 1, 0], normal))
  if (!across) return null
  const up = cross(normal, across)
  return {
    at: point,
    normal,
    d,
    flat(node) {
      const from = subtract(positions[node]!, point)
      return { x: dot(from, across), y: dot(from, up) }
    },
    height: (node) => Math.abs(dot(subtract(positions[node]!, point), normal)),
  }
}

const NOWHERE: Vec = [0, 0, 0]

export function boxDiagonal(points: readonly Vec[]): number {
  const spread = (pick: (p: Vec) => number) => {
    let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const p of points) {
      min = Math.min(min, pick(p))
      max = Math.max(max, pick(p))
    }
    return max - min
  }
  return points.length > 0
    ? Math.hypot(
        spread((p) => p[0]),
        spread((p) => p[1]),
        spread((p) => p[2]),
      )
    : 0
}

type Triangle = { area: number; normal: Vec; shortest: number }

/** Up to so many nodes all triangles are tried. */
const ALL_TRIANGLES = 24

/**
 * The largest triangle of the points, and the shortest distance between three of them that lie far apart. Of many points
 * the triangle of the farthest from the first, and the farthest from that line, which is at least a quarter of the largest.
 */
function largestTriangle(points: readonly Vec[]): Triangle | null {
  const triangle = (a: Vec, b: Vec, c: Vec): Triangle => {
    const normal = cross(subtract(b, a), subtract(c, a))
    return { area: length(normal) / 2, normal, shortest: Math.min(distance(a, b), distance(b, c), distance(c, a)) }
  }
  const farthest = (from: (p: Vec) => number) => points.reduce((best, p) => (from(p) > from(best) ? p : best))
  const [first] = points
  if (!first || points.length < 3) return null
  const a = farthest((p) => distance(p, first))
  const b = farthest((p) => distance(p, a))
  const c = farthest((p) => length(cross(subtract(b, a), subtract(p, a))))
  const apart = farthest((p) => Math.min(distance(p, a), distance(p, b)))
  let largest = triangle(a, b, c)
  if (points.length <= ALL_TRIANGLES) {
    for (let i = 0; i < points.length; i++) {
      for (let j = i + 1; j < points.length; j++) {
        for (let k = j + 1; k < points.length; k++) {
          const next = triangle(points[i]!, points[j]!, points[k]!)
          if (next.area > largest.area) largest = next
        }
      }
    }
  }
  return { ...largest, shortest: triangle(a, b, apart).shortest }
}

/** Pairs that a code may look at in the areas of a model. */
export const allowanceOf = (areas: JudgedAreas) =>
  allowance(
    areas.reduce((sum, { area }) => area.openings.reduce((all, { length }) => all + length, sum + area.outline.length), 0),
  )
