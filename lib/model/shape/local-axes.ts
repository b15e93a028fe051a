import { turn } from '#lib/values/turn.ts'
import { PARALLEL_TO_Z } from './shell-axes.ts'
import { add, cross, directionOf, scale, subtract, unit, type Vec } from './vector.ts'

export type Axes = readonly [Vec, Vec, Vec]

const X: Vec = [1, 0, 0]
const Z: Vec = [0, 0, 1]

export const isVertical = (axis1: Vec) => Math.hypot(axis1[0], axis1[1]) < PARALLEL_TO_Z

/**
 * Local axes of a frame, unit vectors in model axes (Z up): 1 from start to end, 2 as near to +Z as it can be, 3 = 1 × 2.
 * A vertical frame has no such 2 and takes +X. `rotation` turns 2 and 3 about 1, in degrees, counter-clockwise
 * seen with 1 pointing at the eye. Null when both ends coincide. Source: CSI's frame axes.
 */
export function localAxes(start: Vec, end: Vec, rotation = 0): Axes | null {
  const e1 = unit(subtract(end, start))
  if (!e1) return null
  const e3 = directionOf(cross(e1, isVertical(e1) ? X : Z)) // not parallel, by the test above
  const e2 = cross(e3, e1)
  const [cos, sin] = turn(rotation)
  return [e1, add(scale(e2, cos), scale(e3, sin)), subtract(scale(e3, cos), scale(e2, sin))]
}
