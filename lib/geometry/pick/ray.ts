import { isInside } from '#lib/model/shape/polygon.ts'
import { add, cross, dot, length, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { Point2 } from '#lib/schema/schema.ts'
import { outlineAt, type SectionBody } from '../section-body.ts'

/** `from` and unit `along`; only the part between `near` and `far` counts (section planes cut the rest away). */
export type Ray = { from: Vec; along: Vec; near: number; far: number }

export const along = (ray: Ray, distance: number): Vec => add(ray.from, scale(ray.along, distance))

/** Does the ray come within `slack(distance)` of a box before `best`? */
export function rayMeets(ray: Ray, toleranceAt: (distance: number) => number, best: () => number) {
  return (boxes: Float32Array, offset: number) => {
    // How far off a box may be is known only with its distance: take the farthest corner.
    let farthest = 0
    for (let k = 0; k < 3; k++) {
      const apart = Math.max(Math.abs(boxes[offset + k]! - ray.from[k]!), Math.abs(boxes[offset + k + 3]! - ray.from[k]!))
      farthest += apart * apart
    }
    const tolerance = toleranceAt(Math.sqrt(farthest))
    let near = ray.near
    let far = Math.min(ray.far, best())
    for (let k = 0; k < 3; k++) {
      const low = boxes[offset + k]! - tolerance - ray.from[k]!
      const high = boxes[offset + k + 3]! + tolerance - ray.from[k]!
      const step = ray.along[k]!
      if (step === 0) {
        if (low > 0 || high < 0) return false
        continue
      }
      const [a, b] = step > 0 ? [low / step, high / step] : [high / step, low / step]
      if (a > near) near = a
      if (b < far) far = b
      if (near > far) return false
    }
    return true
  }
}

/** Where a ray enters a frame's body, in its own axes: x along 3, y along 2, z along 1. */
export function rayThroughBody(
  ray: Ray,
  start: Vec,
  size: number,
  [e1, e2, e3]: readonly [Vec, Vec, Vec],
  body: SectionBody,
  offset: Point2,
): number | null {
  const from = subtract(ray.from, start)
  const o = { x: dot(from, e3) - offset.x, y: dot(from, e2) - offset.y, z: dot(from, e1) }
  const d = { x: dot(ray.along, e3), y: dot(ray.along, e2), z: dot(ray.along, e1) }
  let near = ray.near
  let far = ray.far
  if (Math.abs(d.z) < 1e-12) {
    if (o.z < 0 || o.z > size) return null
  } else {
    const [a, b] = d.z > 0 ? [-o.z / d.z, (size - o.z) / d.z] : [(size - o.z) / d.z, -o.z / d.z]
    near = Math.max(near, a)
    far = Math.min(far, b)
  }
  if (near > far) return null
  const entry = { x: o.x + d.x * near, y: o.y + d.y * near }
  const { outer, hole } = outlineAt(body, size > 0 ? Math.min(1, Math.max(0, (o.z + d.z * near) / size)) : 0)
  if (isInside(outer, entry) && !(hole && isInside(hole, entry))) return near
  if (body.end) return throughSides({ ...ray, near, far, from: [o.x, o.y, o.z], along: [d.x, d.y, d.z] }, body, size)
  let best: number | null = null
  for (const loop of hole ? [outer, hole] : [outer])
    for (let i = 0; i < loop.length; i++) {
      const a = loop[i]!
      const b = loop[(i + 1) % loop.length]!
      const turn = d.x * (b.y - a.y) - d.y * (b.x - a.x)
      if (turn === 0) continue
      const t = ((a.x - o.x) * (b.y - a.y) - (a.y - o.y) * (b.x - a.x)) / turn
      const s = ((a.x - o.x) * d.y - (a.y - o.y) * d.x) / turn
      if (s >= 0 && s <= 1 && t >= near && t <= far && (best === null || t < best)) best = t
    }
  return best
}

/** Where the sides are met of a frame that tapers, two triangles each, as they are drawn. */
function throughSides(ray: Ray, { outer, hole, end }: SectionBody, size: number): number | null {
  let best: number | null = null
  const meet = (...corners: readonly [Vec, Vec, Vec]) => {
    const t = rayThroughTriangle(ray, ...corners)
    if (t !== null && t >= ray.near && t <= ray.far && (best === null || t < best)) best = t
  }
  for (const [from, to = []] of [
    [outer, end?.outer],
    [hole ?? [], end?.hole ?? []],
  ] as const)
    for (let i = 0; i < from.length; i++) {
      const j = (i + 1) % from.length
      const corner = ({ x, y }: Point2, z: number): Vec => [x, y, z]
      const [a, b, c, d] = [corner(from[i]!, 0), corner(to[i]!, size), corner(from[j]!, 0), corner(to[j]!, size)]
      meet(a, b, c)
      meet(c, b, d)
    }
  return best
}

/** The nearest approach of a ray to a segment. */
export function rayToSegment(ray: Ray, a: Vec, b: Vec) {
  const side = subtract(b, a)
  const size = dot(side, side)
  const w = subtract(a, ray.from)
  const bd = dot(side, ray.along)
  const det = size - bd * bd
  const from = dot(w, ray.along)
  // Seen end on it is nearest all along: meant is the end that is in front, of two the nearer.
  const endOn = from + bd > 0 && Math.min(from, bd) <= 0 ? 1 : 0
  const onSegment = size > 0 && det > 1e-12 * size ? (from * bd - dot(w, side)) / det : endOn
  const point = add(a, scale(side, Math.min(1, Math.max(0, onSegment))))
  const distance = Math.max(0, dot(subtract(point, ray.from), ray.along))
  return { distance, point, apart: length(subtract(point, along(ray, distance))) }
}

/** Möller and Trumbore; from either side, the rim too. */
export function rayThroughTriangle(ray: Ray, a: Vec, b: Vec, c: Vec): number | null {
  const [u, v] = [subtract(b, a), subtract(c, a)]
  const p = cross(ray.along, v)
  const det = dot(u, p)
  if (Math.abs(det) < 1e-30) return null
  const s = subtract(ray.from, a)
  const m = dot(s, p) / det
  const q = cross(s, u)
  const n = dot(ray.along, q) / det
  return m < -RIM || n < -RIM || m + n > 1 + RIM ? null : dot(v, q) / det
}
/** Points of a table have single precision: two triangles that share an edge leave no gap between them. */
const RIM = 1e-6
