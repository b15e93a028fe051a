import { AXES, dot, perAxis, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { type CameraAxes, corners } from './camera-axes.ts'
import type { Point, Rect } from './free-rectangles.ts'
import { hullOf } from './polygon.ts'

/** Where the camera must stand so that points, with what stands around them, just fill one rectangle. */

/** How far a symbol or label at a point reaches from it, in pixels, on each side. */
export type Pads = { left: number; right: number; above: number; below: number }
/** Points, three numbers each, with the same padding. */
export type Padded = { points: ArrayLike<number>; pads: Pads }
export const evenPads = (by: number): Pads => ({ left: by, right: by, above: by, below: by })
/** `fov`: the vertical angle of the perspective, in degrees. */
export type Picture = { width: number; height: number; fov: number; isParallel: boolean }

/** The largest share of the room that padding may take; beyond it padding shrinks in favour of the drawing. */
const MOST_PADS = 0.8

/** The content along right, up and toward the eye. */
export type FitInput = { groups: { points: Float64Array; pads: Pads }[]; low: Vec; high: Vec; size: number }

export function alongAxes(content: readonly Padded[], axes: CameraAxes): FitInput {
  const low = perAxis(() => Infinity)
  const high = perAxis(() => -Infinity)
  const along = [axes.right, axes.up, axes.toward] as const
  const groups = content.map(({ points, pads }) => {
    const seen = new Float64Array(points.length)
    for (let i = 0; i + 2 < points.length; i += 3) {
      const point: Vec = [points[i]!, points[i + 1]!, points[i + 2]!]
      for (const k of AXES) {
        const position = dot(point, along[k])
        seen[i + k] = position
        low[k] = Math.min(low[k], position)
        high[k] = Math.max(high[k], position)
      }
    }
    return { points: seen, pads }
  })
  const isSomewhere = low.every((position, k) => Number.isFinite(position) && Number.isFinite(high[k]))
  const reach = isSomewhere ? Math.max(...[...low, ...high].map(Math.abs)) : 0
  const size = isSomewhere ? Math.max(...subtract(high, low)) : 0
  if (size > Math.max(1e-10 * reach, 1e-100)) return { groups, low, high, size }
  // One place, or none: what cannot be told apart is shown as if it lay in a cube.
  const half = Math.max(1, 1e-9 * reach)
  const middle = perAxis((k) => (isSomewhere ? (low[k] + high[k]) / 2 : 0))
  const box = { low: perAxis((k) => middle[k] - half), high: perAxis((k) => middle[k] + half) }
  const pads = groups[0]?.pads ?? evenPads(1)
  const cube = { points: Float64Array.from(corners(box).flat()), pads }
  return { groups: [...groups, cube], ...box, size: 2 * half }
}

/** Middle of the picture across and up, pixels a unit; in a perspective the depth of the eye, and the scale at the middle depth. */
export type FitSolution = { x: number; y: number; eye: number; scale: number; depth: number; pads: readonly [number, number] }

export const focalOf = ({ height, fov }: Picture) => height / (2 * Math.tan((fov * Math.PI) / 360))

/** Either axis of the picture: its room, and which pads lie before and after. Up grows upward, so below comes before. */
const sidesOf = ({ width, height }: Picture, { x0, y0, x1, y1 }: Rect) =>
  [
    { axis: 0, from: x0 - width / 2, to: x1 - width / 2, before: 'left', after: 'right' },
    { axis: 1, from: height / 2 - y1, to: height / 2 - y0, before: 'below', after: 'above' },
  ] as const
type Side = ReturnType<typeof sidesOf>[number]

/** The factor by which padding shrinks, so that it leaves room for the points. */
function padsIn({ groups }: FitInput, { from, to, before, after }: Side): number {
  const most = (which: keyof Pads) => groups.reduce((found, { pads }) => Math.max(found, pads[which]), 0)
  return Math.min(1, (MOST_PADS * (to - from)) / Math.max(most(before) + most(after), 1e-9))
}

export function solve(seen: FitInput, picture: Picture, free: Rect): FitSolution {
  const sides = sidesOf(picture, free)
  const pads = [padsIn(seen, sides[0]), padsIn(seen, sides[1])] as const
  const [least, most] = [seen.low[2], seen.high[2]]
  const depth = (least + most) / 2
  if (picture.isParallel) {
    const extents = subtract(seen.high, seen.low)
    const bound = Math.min(...sides.map(({ axis, from, to }) => (to - from) / Math.max(extents[axis], 1e-12 * seen.size)))
    const fits = (s: number) => sides.every((side) => spanAt(seen, side, pads[side.axis], s).isFree)
    const s = bisect(0, bound, fits, 'largest')
    const [x, y] = [spanAt(seen, sides[0], pads[0], s).middle / s, spanAt(seen, sides[1], pads[1], s).middle / s]
    return { x, y, eye: depth + focalOf(picture) / s, scale: s, depth, pads }
  }
  const focal = focalOf(picture)
  const fits = (eye: number) => sides.every((side) => eyesAt(seen, side, pads[side.axis], eye, focal).isFree)
  // A point on the line of sight must still be clearly in front of the eye.
  const nearest = most + 0.1 * seen.size
  let far = nearest + seen.size
  for (let doubled = 0; doubled < 200 && !fits(far); doubled++) far = nearest + 2 * (far - nearest)
  const eye = bisect(nearest, far, fits, 'smallest')
  const [x, y] = [eyesAt(seen, sides[0], pads[0], eye, focal).middle, eyesAt(seen, sides[1], pads[1], eye, focal).middle]
  return { x, y, eye, scale: focal / (eye - depth), depth, pads }
}

/** A smaller rectangle must show the drawing larger by this factor: a few pixels do not justify a drawing in a corner. */
const WORTH = 0.1

/** Whether a rectangle shows so much more than what was found in another: asked before it is worked out. */
export function isBetter(seen: FitInput, picture: Picture, free: Rect, { scale: found, eye, depth }: FitSolution): boolean {
  const sides = sidesOf(picture, free)
  if (picture.isParallel) return sides.every((side) => spanAt(seen, side, padsIn(seen, side), found * (1 + WORTH)).isFree)
  const nearer = Math.max(depth + (eye - depth) / (1 + WORTH), seen.high[2] + 1e-9 * seen.size)
  return sides.every((side) => eyesAt(seen, side, padsIn(seen, side), nearer, focalOf(picture)).isFree)
}

/** In parallel, at s pixels a unit: whether all lies in the room of a side, and what then lies in the middle of the picture. */
function spanAt({ groups }: FitInput, { axis, from, to, before, after }: Side, give: number, s: number) {
  let [low, high] = [Infinity, -Infinity]
  for (const { points, pads } of groups) {
    const [left, right] = [give * pads[before], give * pads[after]]
    for (let i = axis; i < points.length; i += 3) {
      const position = s * points[i]!
      if (position - left < low) low = position - left
      if (position + right > high) high = position + right
    }
  }
  return { isFree: high - low <= to - from, middle: (low + high) / 2 - (from + to) / 2 }
}

/** In a perspective, from an eye at this depth: whether there is a place across from which all is seen, and the middle of them. */
function eyesAt({ groups }: FitInput, { axis, from, to, before, after }: Side, give: number, eye: number, focal: number) {
  let [low, high] = [-Infinity, Infinity]
  for (const { points, pads } of groups) {
    const most = to / focal - (give * pads[after]) / focal
    const least = from / focal + (give * pads[before]) / focal
    for (let i = 0; i < points.length; i += 3) {
      const away = eye - points[i + 2]!
      const position = points[i + axis]!
      if (position - most * away > low) low = position - most * away
      if (position - least * away < high) high = position - least * away
    }
  }
  return { isFree: low <= high, middle: (low + high) / 2 }
}

/** The outermost corners of what stands around the points, in pixels, y downward. */
export function inPicture(
  seen: FitInput,
  { x, y, eye, scale: pixels, pads: [across, upright] }: FitSolution,
  picture: Picture,
): Point[] {
  const focal = focalOf(picture)
  return seen.groups.flatMap(({ points, pads }) => {
    const placed: Point[] = []
    for (let i = 0; i + 2 < points.length; i += 3) {
      const s = picture.isParallel ? pixels : focal / (eye - points[i + 2]!)
      placed.push([picture.width / 2 + s * (points[i]! - x), picture.height / 2 - s * (points[i + 1]! - y)])
    }
    // All of a group have as much around them, so that only the outermost count; a line has no hull.
    const outer = placed.length > 8 ? hullOf(placed) : placed
    return (outer.length >= 3 ? outer : placed).flatMap(([px, py]) =>
      [px - across * pads.left, px + across * pads.right].flatMap((left): Point[] => [
        [left, py - upright * pads.above],
        [left, py + upright * pads.below],
      ]),
    )
  })
}

/** Halvings of the interval in which the answer lies: more than a double has digits for. */
const BISECTIONS = 60
export function bisect(
  least: number,
  most: number,
  fits: (value: number) => boolean,
  wanted: 'smallest' | 'largest',
  steps = BISECTIONS,
): number {
  let [low, high] = [least, most]
  for (let k = 0; k < steps; k++) {
    const middle = (low + high) / 2
    if (fits(middle) === (wanted === 'largest')) low = middle
    else high = middle
  }
  return wanted === 'largest' ? low : high
}
