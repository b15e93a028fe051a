import { nearIn } from '#lib/model/shape/box-tree.ts'
import { twiceArea } from '../polygon.ts'
import { along, type Line, NEAR } from './body-lines.ts'
import type { Body, Face, SightPoint } from './drawing-bodies.ts'
import type { Interval } from './intervals.ts'

/** What hides a line or a part of it: the faces of bodies, and the pieces where they are cut. In millimetres on paper, depths too. */

/** A face toward the eye: its sides as half-planes (inward normal and distance), its depth as `px·x + py·y + r`, its box. */
export type Cover = { owner: Body; sides: Float64Array; plane: readonly [number, number, number]; box: readonly number[] }

/** Areas of more triangles are not asked how deep they are at a place. */
const MOST_FACES = 200

/** Null of a face that does not look at the eye. */
export function coverOf({ points, facing }: Face, owner: Body): Cover | null {
  if (facing !== 1) return null
  const plane = planeOf(points)
  if (!plane) return null
  const sign = twiceArea(points) < 0 ? -1 : 1
  const sides: number[] = []
  for (const [k, p] of points.entries()) {
    const q = points[(k + 1) % points.length]!
    const [x, y] = [q[0] - p[0], q[1] - p[1]]
    const size = Math.hypot(x, y)
    if (size > 0) sides.push((-y / size) * sign, (x / size) * sign, ((y * p[0] - x * p[1]) / size) * sign)
  }
  return { owner, sides: Float64Array.from(sides), plane, box: boxOf(points, ...depthsOf(points)) }
}

function planeOf(points: readonly SightPoint[]): readonly [number, number, number] | null {
  let [nx, ny, nd] = [0, 0, 0]
  for (const [k, p] of points.entries()) {
    const q = points[(k + 1) % points.length]!
    nx += (p[1] - q[1]) * (p[2] + q[2])
    ny += (p[2] - q[2]) * (p[0] + q[0])
    nd += (p[0] - q[0]) * (p[1] + q[1])
  }
  const [first] = points
  if (!first || !(Math.abs(nd) > 1e-9 * Math.hypot(nx, ny, nd)) || Math.abs(nd) < 1e-9) return null
  const [px, py] = [-nx / nd, -ny / nd]
  const [x, y, d] = first
  return [px, py, d - px * x - py * y]
}

/** For a tree of boxes: six numbers, a little larger than the points; `far` and `nearest` in depth, without them endless. */
export function boxOf(
  points: readonly SightPoint[],
  far = Number.NEGATIVE_INFINITY,
  nearest = Number.POSITIVE_INFINITY,
): number[] {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    x0 = Math.min(x0, x)
    y0 = Math.min(y0, y)
    x1 = Math.max(x1, x)
    y1 = Math.max(y1, y)
  }
  const [low, high] = [Math.max(far, -1e12), Math.min(nearest, 1e12)]
  return [x0 - NEAR, y0 - NEAR, low, x1 + NEAR, y1 + NEAR, high]
}

/** Visits the covers that may lie before a line, found by their boxes. */
export function nearCovers(covers: readonly Cover[]): (line: Line, visit: (cover: Cover) => void) => void {
  const boxes = new Float64Array(6 * covers.length)
  for (const [k, { box }] of covers.entries()) boxes.set(box, 6 * k)
  const near = nearIn(boxes)
  return (line, visit) => {
    const nearest = Math.min(line.a[2], line.b[2])
    near(boxOf([line.a, line.b], nearest - NEAR), (k) => {
      visit(covers[k]!)
    })
  }
}

const depthsOf = (points: readonly SightPoint[]): [number, number] => {
  const depths = points.map(([, , d]) => d)
  return [Math.min(...depths), Math.max(...depths)]
}

/** Where along a line a face lies before it, or at its depth. */
export function hiddenBy({ sides, plane, owner }: Cover, { a, b, owner: own }: Line): Interval[] {
  // Triangles of one face must not leave a gap between them; those of a round body, seen nearly on edge, must not reach beyond its line.
  const wide = inside(sides, a, b, owner === own ? 0 : NEAR)
  if (!wide) return []
  const before = (p: SightPoint) => plane[0] * p[0] + plane[1] * p[1] + plane[2] - p[2]
  const [from, to] = [before(along(a, b, wide[0])), before(along(a, b, wide[1]))]
  const strictly = above(wide, from, to, NEAR)
  if (strictly) return [strictly]
  if (Math.min(from, to) < -NEAR) return []
  const narrow = inside(sides, a, b, -NEAR)
  return narrow ? [narrow] : []
}

/** The part of an interval in which what runs from one value to another is above `least`. */
function above([t0, t1]: Interval, from: number, to: number, least: number): Interval | null {
  if (from <= least && to <= least) return null
  if (from > least && to > least) return [t0, t1]
  const t = t0 + ((t1 - t0) * (least - from)) / (to - from)
  return from > least ? [t0, t] : [t, t1]
}

/** The part of a segment in a convex polygon that is grown by so much (Cyrus and Beck). */
function inside(sides: Float64Array, a: SightPoint, b: SightPoint, by: number): Interval | null {
  let [from, to] = [0, 1]
  for (let i = 0; i < sides.length; i += 3) {
    const [nx, ny, c] = [sides[i]!, sides[i + 1]!, sides[i + 2]!]
    const p = nx * a[0] + ny * a[1] + c + by
    const rise = nx * (b[0] - a[0]) + ny * (b[1] - a[1])
    if (rise === 0) {
      if (p < 0) return null
    } else if (rise > 0) from = Math.max(from, -p / rise)
    else to = Math.min(to, -p / rise)
    if (from >= to) return null
  }
  return [from, to]
}

/** The parts of a segment inside loops, by the rule of even and odd; what runs along an edge is outside. */
export function insideLoops({ a, b }: Line, loops: readonly (readonly SightPoint[])[]): Interval[] {
  const [x, y] = [b[0] - a[0], b[1] - a[1]]
  const size = Math.hypot(x, y)
  const crossings = [0, 1]
  for (const loop of loops)
    for (const [k, p] of loop.entries()) {
      const q = loop[(k + 1) % loop.length]!
      const [u, v] = [q[0] - p[0], q[1] - p[1]]
      const turn = x * v - y * u
      if (Math.abs(turn) < 1e-12 * size) continue
      const t = ((p[0] - a[0]) * v - (p[1] - a[1]) * u) / turn
      const s = ((p[0] - a[0]) * y - (p[1] - a[1]) * x) / turn
      if (t > 0 && t < 1 && s > -1e-6 && s < 1 + 1e-6) crossings.push(t)
    }
  crossings.sort((one, other) => one - other)
  return crossings.slice(1).flatMap((to, k): Interval[] => {
    const from = crossings[k]!
    if ((to - from) * size < NEAR) return []
    const middle = along(a, b, (from + to) / 2)
    return isInLoops(middle, loops) ? [[from, to]] : []
  })
}

function isInLoops([x, y]: SightPoint, loops: readonly (readonly SightPoint[])[]): boolean {
  let isIn = false
  for (const loop of loops)
    for (const [k, p] of loop.entries()) {
      const q = loop[(k + 1) % loop.length]!
      const [u, v] = [q[0] - p[0], q[1] - p[1]]
      const share = Math.min(1, Math.max(0, ((x - p[0]) * u + (y - p[1]) * v) / (u * u + v * v || 1)))
      if (Math.hypot(x - p[0] - share * u, y - p[1] - share * v) < NEAR) return false
      if (p[1] > y !== q[1] > y && x < p[0] + ((y - p[1]) / v) * u) isIn = !isIn
    }
  return isIn
}

/** At this place of a line, all of it lies inside the body: as deep as it goes, the body goes deeper. */
export function holds(body: Body, { a, b, aFar, bFar }: Line, t: number): boolean {
  if (!body.isSolid || body.faces.length > MOST_FACES) return false
  const [x, y, d] = along(a, b, t)
  const far = aFar + (bFar - aFar) * t
  let [nearest, deepest] = [-Infinity, Infinity]
  for (const { points, facing } of body.faces) {
    if (facing === 0 || !isOver(points, x, y)) continue
    const plane = planeOf(points)
    if (!plane) continue
    const depth = plane[0] * x + plane[1] * y + plane[2]
    if (facing > 0) nearest = Math.max(nearest, depth)
    else deepest = Math.min(deepest, depth)
  }
  const isCut = body.cut.loops.length > 0
  // Where it has no back it goes on beyond what is drawn.
  const back = deepest === Infinity ? -Infinity : deepest
  return (isCut || nearest >= d - NEAR) && back <= far + NEAR
}

function isOver(points: readonly SightPoint[], x: number, y: number): boolean {
  let isIn = false
  for (const [k, p] of points.entries()) {
    const q = points[(k + 1) % points.length]!
    if (p[1] > y !== q[1] > y && x < p[0] + ((y - p[1]) / (q[1] - p[1])) * (q[0] - p[0])) isIn = !isIn
  }
  return isIn
}
