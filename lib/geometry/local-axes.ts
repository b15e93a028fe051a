import { add, cross, length, mean, scale, subtract, unit, type Vec } from './vector.ts'

export type Axes = readonly [Vec, Vec, Vec]

/** Below this sine of the angle to Z a frame counts as vertical, and an area as horizontal. */
export const PARALLEL_TO_Z = 0.001

const X: Vec = [1, 0, 0]
const Y: Vec = [0, 1, 0]
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
  const e3 = unit(cross(e1, isVertical(e1) ? X : Z)) as Vec // not parallel, by the test above
  const e2 = cross(e3, e1)
  const [cos, sin] = turn(rotation)
  return [e1, add(scale(e2, cos), scale(e3, sin)), subtract(scale(e3, cos), scale(e2, sin))]
}

/** Cosine and sine of a rotation in degrees; whole quarters come out exact, and any number counts modulo 360. */
export function turn(degrees: number): readonly [number, number] {
  const within = ((degrees % 360) + 360) % 360
  if (within % 90 === 0)
    return (
      [
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
      ] as const
    )[(within / 90) % 4] as readonly [number, number]
  const angle = (within * Math.PI) / 180
  return [Math.cos(angle), Math.sin(angle)]
}

/** Newell's sum about the mean of the points: along the normal by the right-hand rule, as long as twice the enclosed area. */
export function newell(points: readonly Vec[]): Vec {
  const middle = mean(points)
  let sum: Vec = [0, 0, 0]
  for (let i = 0; i < points.length; i++) {
    const a = subtract(points[i] as Vec, middle)
    const b = subtract(points[(i + 1) % points.length] as Vec, middle)
    sum = add(sum, cross(a, b))
  }
  return sum
}

/**
 * Local axes of an area: 3 is the normal by the right-hand rule on the node order, 2 points upward and 1 is horizontal; a
 * horizontal area has 2 = +Y. Null when the nodes span no area.
 */
export function shellAxes(points: readonly Vec[]): Axes | null {
  const sum = newell(points)
  const e3 = length(sum) > 1e-12 * extent(points) ** 2 ? unit(sum) : null
  if (!e3) return null
  const e1 = unit(cross(isVertical(e3) ? Y : Z, e3)) as Vec
  return [e1, cross(e3, e1), e3]
}

/** Diagonal of the box of some points. */
export function extent(points: readonly Vec[]): number {
  const low = [0, 1, 2].map((k) => points.reduce((least, p) => Math.min(least, p[k] as number), Infinity))
  const high = [0, 1, 2].map((k) => points.reduce((most, p) => Math.max(most, p[k] as number), -Infinity))
  return points.length ? Math.hypot(...[0, 1, 2].map((k) => (high[k] as number) - (low[k] as number))) : 0
}
