import { angleAt, length, subtract, type Vec } from '#lib/geometry/vector.ts'
import { toDisplay } from '#lib/model/turned.ts'
import type { Up } from '#lib/model/up-axis.ts'

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
  const legs = points.slice(1).map((point, k): Leg => {
    const delta = subtract(point, points[k] as Vec)
    const long = length(delta)
    return { length: long, delta, slope: long === 0 ? 0 : (Math.asin(toDisplay(up, delta)[2] / long) * 180) / Math.PI }
  })
  const angles = points.slice(1, -1).map((point, k) => angleAt(points[k] as Vec, point, points[k + 2] as Vec))
  const [first, last] = [points[0], points.at(-1)]
  return {
    legs,
    angles,
    total: legs.reduce((sum, leg) => sum + leg.length, 0),
    direct: first && last ? length(subtract(last, first)) : 0,
  }
}
