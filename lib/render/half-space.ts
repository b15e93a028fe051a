import type { Box } from '#lib/geometry/pick/extent.ts'
import { AXES, AXIS_VECTORS, add, distance, dot, perAxis, scale, type Vec } from '#lib/model/shape/vector.ts'
import type { ViewSection } from '#lib/model/view-query.ts'
import type { Camera } from './camera.ts'
import { FINE, type Raster } from './raster.ts'

/** What is left where a plane cuts: points `p` with `normal · p ≤ at`, about the scene's origin. */
export type HalfSpace = { normal: Vec; at: number }

/** How far a point lies outside. */
export const beyond = ({ normal, at }: HalfSpace, point: Vec): number => dot(normal, point) - at

/** Of a model, about the scene's origin. */
export const boxAbout = ({ low, high }: ViewSection, origin: Vec): Box => ({
  low: perAxis((k) => (low[k] ?? -Infinity) - origin[k]),
  high: perAxis((k) => (high[k] ?? Infinity) - origin[k]),
})

/** Those of the sides of a box that are not open. */
export const sidesOf = ({ low, high }: Box): HalfSpace[] =>
  AXES.flatMap((k) => [
    { normal: AXIS_VECTORS[k], at: high[k] },
    { normal: scale(AXIS_VECTORS[k], -1), at: -low[k] },
  ]).filter(({ at }) => Number.isFinite(at))

/** The part of a line that is left; null where none is. */
export function partInside(spaces: readonly HalfSpace[], a: Vec, b: Vec): readonly [Vec, Vec] | null {
  let [from, to] = [0, 1]
  for (const space of spaces) {
    const [start, end] = [beyond(space, a), beyond(space, b)]
    if (start > 0 && end > 0) return null
    if (start > 0) from = Math.max(from, start / (start - end))
    else if (end > 0) to = Math.min(to, start / (start - end))
  }
  const at = (t: number): Vec => (t === 0 ? a : t === 1 ? b : add(scale(a, 1 - t), scale(b, t)))
  return from <= to ? [at(from), at(to)] : null
}

/** Rounding may take this part of the scene's size, so that a face in the plane stays. */
const ROUNDING = 1e-6

/** For a raster: whether a sample is left. Null where nothing is cut. */
export function clipTo(spaces: readonly HalfSpace[], camera: Camera, { low, high }: Box): Raster['clip'] {
  if (spaces.length === 0) return null
  const slack = ROUNDING * distance(low, high)
  const seenAt = (x: number, y: number, depth: number) => camera.unproject(x / FINE, y / FINE, depth)
  if (camera.projection === 'perspective')
    return (x, y, depth) => {
      const point = seenAt(x, y, depth)
      return spaces.every((space) => beyond(space, point) <= slack)
    }
  // In parallel the distance from a plane grows evenly over the picture.
  const even = spaces.map((space) => {
    const [base, across, down, deep] = [seenAt(0, 0, 0), seenAt(1, 0, 0), seenAt(0, 1, 0), seenAt(0, 0, 1)].map((point) =>
      beyond(space, point),
    ) as [number, number, number, number]
    return { base: base - slack, across: across - base, down: down - base, deep: deep - base }
  })
  return (x, y, depth) => even.every(({ base, across, down, deep }) => base + across * x + down * y + deep * depth <= 0)
}
