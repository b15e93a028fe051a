import { middleOf, type ShellAxes, shellAxes } from './shell-axes.ts'
import { cross, type Vec } from './vector.ts'

/** An area in its own plane. */
export type FlatArea = {
  axes: ShellAxes
  /** The direction that "top" means: axis 3, or its opposite where that points down. */
  up: Vec
  centre: Vec
  /** The corners of the outline and of each opening, one after another, none twice in a row. */
  corners: Vec[]
  /** Where each loop begins in `corners`, and the end of the last. */
  loops: number[]
  /** x along axis 1, y along `up` × axis 1, of each corner, about the centre. */
  flat: Float64Array
}

/** The direction that "top" means: up, whatever the node order; of a vertical area axis 3. Conventions, section 8. */
export const upOf = (e3: Vec): Vec => (e3[2] <= -0.001 ? [-e3[0], -e3[1], -e3[2]] : e3)

/** Drops a last point equal to the first and repeats in between. */
export function loop<T>(points: readonly T[], isSame: (a: T, b: T) => boolean): T[] {
  return points.filter((point, i) => points.length < 2 || !isSame(point, points[(i + points.length - 1) % points.length]!))
}

const isSamePlace = (a: Vec, b: Vec) => a[0] === b[0] && a[1] === b[1] && a[2] === b[2]

/** The corners of a loop of nodes. */
export const cornersOf = (nodes: readonly Vec[]) => loop(nodes, isSamePlace)

/** Null where the outline spans no plane. `outline`: corners; openings of fewer than three corners cut nothing. */
export function layFlat(outline: readonly Vec[], openings: readonly (readonly Vec[])[]): FlatArea | null {
  const axes = shellAxes(outline)
  if (!axes) return null
  const corners = outline.slice()
  const loops = [0, corners.length]
  for (const opening of openings) {
    const hole = cornersOf(opening)
    if (hole.length < 3) continue
    for (const corner of hole) corners.push(corner)
    loops.push(corners.length)
  }
  const up = upOf(axes[2])
  const e1 = axes[0]
  const e2 = cross(up, e1)
  const centre = middleOf(outline)
  const flat = new Float64Array(2 * corners.length)
  for (const [k, [x, y, z]] of corners.entries()) {
    const [dx, dy, dz] = [x - centre[0], y - centre[1], z - centre[2]]
    flat[2 * k] = dx * e1[0] + dy * e1[1] + dz * e1[2]
    flat[2 * k + 1] = dx * e2[0] + dy * e2[1] + dz * e2[2]
  }
  return { axes, up, centre, corners, loops, flat }
}

/** Where a corner lies in the plane. */
export const xAt = (flat: Float64Array, corner: number) => flat[2 * corner]!
export const yAt = (flat: Float64Array, corner: number) => flat[2 * corner + 1]!

/** Where a loop begins in `corners`, and its end; of no loop, both the end of the last. */
export const loopEnds = ({ loops, corners }: FlatArea, which: number): [number, number] => [
  loops[which] ?? corners.length,
  loops[which + 1] ?? corners.length,
]

/** Twice the area of a loop, counter-clockwise positive. */
export function turnOf(area: FlatArea, which: number): number {
  const [first, end] = loopEnds(area, which)
  let sum = 0
  for (let k = first + 1; k + 1 < end; k++) sum += turn(area.flat, first, k, k + 1)
  return sum
}

/** Twice the area of a triangle of three corners. */
export const turn = (flat: Float64Array, o: number, a: number, b: number) =>
  (xAt(flat, a) - xAt(flat, o)) * (yAt(flat, b) - yAt(flat, o)) - (yAt(flat, a) - yAt(flat, o)) * (xAt(flat, b) - xAt(flat, o))

/** The diagonal of the outline's box. */
export function reach(area: FlatArea): number {
  const [first, end] = loopEnds(area, 0)
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let k = first; k < end; k++) {
    left = Math.min(left, xAt(area.flat, k))
    right = Math.max(right, xAt(area.flat, k))
    low = Math.min(low, yAt(area.flat, k))
    high = Math.max(high, yAt(area.flat, k))
  }
  return Math.hypot(right - left, high - low)
}

/** A sine below this is no turn. */
const STRAIGHT = 1e-9

/** An outline without openings that turns one way all round, and round only once: triangles from any corner fill it. */
export function isFan({ flat, loops, corners }: FlatArea): boolean {
  if (loops.length > 2) return false
  const count = corners.length
  let way = 0
  let flips = 0
  for (let k = 0; k < count; k++) {
    const [a, b, c] = [k, (k + 1) % count, (k + 2) % count]
    const [ux, uy] = [xAt(flat, b) - xAt(flat, a), yAt(flat, b) - yAt(flat, a)]
    const [vx, vy] = [xAt(flat, c) - xAt(flat, b), yAt(flat, c) - yAt(flat, b)]
    const bend = ux * vy - uy * vx
    const isStraight = Math.abs(bend) <= STRAIGHT * Math.hypot(ux, uy) * Math.hypot(vx, vy)
    if (isStraight && ux * vx + uy * vy <= 0) return false
    if (!isStraight && way === 0) way = Math.sign(bend)
    if (!isStraight && Math.sign(bend) !== way) return false
    // Once round, edges change between rightward and leftward twice.
    if ((ux > 0 || (ux === 0 && uy > 0)) !== (vx > 0 || (vx === 0 && vy > 0))) flips++
  }
  return flips === 2
}
