import { toDisplay } from '#lib/model/display-axes.ts'
import { add, angleAt, cross, dot, length, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { Up } from '#lib/model/up-axis.ts'
import { getOrThrow } from '#lib/values/get-or-throw.ts'

export type Leg = {
  length: number
  delta: Vec
  /** Against the horizontal plane, in degrees; up is positive. */
  slope: number
}
export type Measurement = {
  legs: Leg[]
  /** Between the legs that meet at a point, in degrees; of the second point on. */
  angles: number[]
  total: number
  /** From the first point to the last. */
  direct: number
}

/** What a chain of points measures, in the model's stored doubles. */
export function measurement(points: readonly Vec[], up: Up | null = null): Measurement {
  const legs = points.slice(1).map((point, k): Leg => legOf(getOrThrow(points, k), point, up))
  const angles = points.slice(1, -1).map((point, k) => angleAt(getOrThrow(points, k), point, getOrThrow(points, k + 2)))
  const [first, last] = [points[0], points.at(-1)]
  return {
    legs,
    angles,
    total: legs.reduce((sum, leg) => sum + leg.length, 0),
    direct: first && last ? length(subtract(last, first)) : 0,
  }
}

export function legOf(from: Vec, to: Vec, up: Up | null): Leg {
  const delta = subtract(to, from)
  const long = length(delta)
  const rise = Math.min(1, Math.max(-1, toDisplay(up, delta)[2] / long))
  return { length: long, delta, slope: long === 0 ? 0 : (Math.asin(rise) * 180) / Math.PI }
}

export type FrameAngle = {
  /** Between the frames, seen from where their lines come nearest, towards the points that were taken; in degrees. */
  angle: number
  /** That place; null where they run side by side. */
  vertex: Vec | null
  /** How far the two lines pass each other. */
  apart: number
}

/** Two frames, each by a point and the unit vector along it. */
export function frameAngle([a, u]: readonly [Vec, Vec], [b, v]: readonly [Vec, Vec]): FrameAngle {
  const w = subtract(b, a)
  const across = cross(u, v)
  const square = dot(across, across)
  if (square < 1e-12) {
    const along = dot(w, u)
    return { angle: 0, vertex: null, apart: Math.sqrt(Math.max(0, dot(w, w) - along * along)) }
  }
  const [s, t] = [dot(cross(w, v), across) / square, dot(cross(w, u), across) / square]
  const [p, q] = [add(a, scale(u, s)), add(b, scale(v, t))]
  const vertex = scale(add(p, q), 0.5)
  // Towards the points, also where one of them lies at the vertex itself.
  const cos = dot(u, v) * (s > 0 ? -1 : 1) * (t > 0 ? -1 : 1)
  const angle = (Math.atan2(Math.sqrt(square), cos) * 180) / Math.PI
  return { angle, vertex, apart: length(subtract(q, p)) }
}

export type Circle = { radius: number; centre: Vec; normal: Vec }

/** Through three points; null where they lie on a line. */
export function circleThrough(a: Vec, b: Vec, c: Vec): Circle | null {
  const [u, v] = [subtract(b, a), subtract(c, a)]
  const normal = cross(u, v)
  const [uu, vv, square] = [dot(u, u), dot(v, v), dot(normal, normal)]
  if (!(square > 1e-18 * uu * vv)) return null
  const [p, q] = [cross(normal, u), cross(v, normal)]
  const centre = add(a, add(scale(p, vv / (2 * square)), scale(q, uu / (2 * square))))
  return { radius: length(subtract(a, centre)), centre, normal: scale(normal, 1 / Math.sqrt(square)) }
}
