import { least, most } from '#lib/model/extremes.ts'
import { add, cross, dot, scale, unit, type Vec } from './vector.ts'

/** Right, up and toward the eye, of a camera that looks from `toward` with `up` upward on screen. */
export function cameraAxes(toward: Vec, up: Vec): { right: Vec; up: Vec; toward: Vec } {
  const right = unit(cross(up, toward)) ?? unit(cross(Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], toward)) ?? [1, 0, 0]
  return { right, up: cross(toward, right), toward }
}

export const corners = ({ low, high }: { low: Vec; high: Vec }): Vec[] =>
  Array.from({ length: 8 }, (_, k): Vec => [k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], k & 4 ? high[2] : low[2]])

/** Parts of the picture's width and height that something lies over. */
export type Insets = { top: number; right: number; bottom: number; left: number }
const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 }

/**
 * From where some points just fill what is free of the picture. `toward`: unit vector from the target to the eye. `fov`:
 * vertical angle in degrees of a perspective. The targets lie in the middle of the picture; `parallel.height` is what a
 * parallel view must show.
 */
export function fitPoints(
  points: readonly Vec[],
  toward: Vec,
  up: Vec,
  aspect: number,
  fov: number,
  margin = 1.06,
  { top, right, bottom, left } = NO_INSETS,
): { target: Vec; distance: number; parallel: { target: Vec; height: number } } {
  const axes = cameraAxes(toward, up)
  const seen = points.map((point): Vec => [dot(point, axes.right), dot(point, axes.up), dot(point, axes.toward)])
  const range = (k: 0 | 1 | 2) => [least(seen, (p) => p[k]), most(seen, (p) => p[k])] as const
  const [low, high] = range(2)
  const depth = (low + high) / 2
  const place = (x: number, y: number) => add(add(scale(axes.right, x), scale(axes.up, y)), scale(axes.toward, depth))
  // The free part, from -1 to 1 across the picture, with its margin.
  const free = ([before, after]: readonly [number, number]) => {
    const [middle, half] = [before - after, (1 - before - after) / margin]
    return [middle - half, middle + half] as const
  }
  const sides = [free([left, right]), free([bottom, top])] as const

  // A point p is seen within (from, to) by an eye at e when e + from·(e_z - p_z) <= p <= e + to·(e_z - p_z), tangents being
  // multiplied in: two lines over e_z that every point pushes apart, and that cross where the picture is just filled.
  const tan = Math.tan((fov * Math.PI) / 360)
  const bounds = sides.map(([from, to], k) => {
    const [a, b] = [from, to].map((part) => part * tan * (k === 0 ? aspect : 1)) as [number, number]
    const high = most(seen, (p) => (p[k] as number) + b * p[2])
    const low = least(seen, (p) => (p[k] as number) + a * p[2])
    return { a, b, high, low }
  })
  const eye = Math.max(...bounds.map(({ a, b, high, low }) => (high - low) / (b - a)))
  const [x, y] = bounds.map(({ a, b, high, low }) => (high - b * eye + low - a * eye) / 2) as [number, number]

  const [across, upright] = [range(0), range(1)]
  const extent = ([from, to]: readonly [number, number]) => to - from
  const height = 2 * Math.max(extent(upright) / extent(sides[1]), extent(across) / extent(sides[0]) / aspect)
  const centre = ([from, to]: readonly [number, number], [a, b]: readonly [number, number], shown: number) =>
    (from + to) / 2 - ((a + b) / 4) * shown
  return {
    target: place(x, y),
    distance: eye - depth,
    parallel: { target: place(centre(across, sides[0], height * aspect), centre(upright, sides[1], height)), height },
  }
}
