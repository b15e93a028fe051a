import { type Cut, cutArea } from '#lib/model/shape/area-cut.ts'
import { type FlatArea, layFlat, turnOf } from '#lib/model/shape/flat-area.ts'
import { middleOf } from '#lib/model/shape/shell-axes.ts'
import { withAdded } from '#lib/model/shape/trapezoids.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import { triangulate } from './triangulate.ts'

/** Points: the corners, then what was added; three a triangle, counter-clockwise seen against `up`; two an edge, the material on the left. */
type Region = { points: readonly Vec[]; triangles: ArrayLike<number>; edges: ArrayLike<number> }

/**
 * An area in its plane and what it is cut into: no `area` where its nodes span none, no `region` where there is no face. `loops`:
 * where each loop begins and ends in `corners`, which are those of the outline and then of the openings.
 */
export function cutFace(outline: readonly Vec[], openings: readonly (readonly Vec[])[], isLeftOut: boolean) {
  const area = layFlat(outline, openings)
  const cut = area && !isLeftOut ? cutArea(area) : null
  const region = area && cut && cut.how !== 'none' ? regionOf(area, cut) : null
  const ends = area?.loops ?? [0, outline.length]
  const loops = ends.slice(1).map((end, which) => [ends[which]!, end] as const)
  return { area, region, loops, corners: area?.corners ?? outline, centre: area?.centre ?? middleOf(outline) }
}

function regionOf(area: FlatArea, cut: Exclude<Cut, { how: 'none' }>): Region {
  const { corners, loops, flat } = area
  if (cut.how === 'trapezoids') {
    const points = withAdded(corners, cut.added)
    return { points, triangles: cut.triangles, edges: cut.edges }
  }

  // The outline counter-clockwise, openings the other way round.
  const order = new Uint32Array(corners.length)
  const edges = new Uint32Array(2 * corners.length)
  for (let which = 0; which + 1 < loops.length; which++) {
    const [first, end] = [loops[which]!, loops[which + 1]!]
    const turn = turnOf(area, which)
    const isInside = which === 0 ? turn >= 0 : turn <= 0
    for (let k = first; k < end; k++) order[k] = isInside ? k : end - 1 - (k - first)
    for (let k = first; k < end; k++) {
      edges[2 * k] = order[k]!
      edges[2 * k + 1] = order[k + 1 < end ? k + 1 : first]!
    }
  }
  const triangles = new Uint32Array(3 * Math.max(0, corners.length - 2))
  if (cut.how === 'fan') {
    for (let k = 0; k + 2 < corners.length; k++) {
      triangles[3 * k] = order[0]!
      triangles[3 * k + 1] = order[k + 1]!
      triangles[3 * k + 2] = order[k + 2]!
    }
    return { points: corners, triangles, edges }
  }
  const pointOf = (k: number) => ({ x: flat[2 * k]!, y: flat[2 * k + 1]! })
  const [outer, ...holes] = loops.slice(1).map((end, which) => Array.from(order.subarray(loops[which], end), pointOf))
  const clipped = triangulate(outer ?? [], holes).flat()
  return { points: corners, triangles: clipped.map((k) => order[k]!), edges }
}

/** Of a triangle, counter-clockwise about it; null without an area. Three points in a line are never exactly so. */
export const normalOf = (p: Vec, q: Vec, r: Vec): Vec | null => normalAcross(p, q, p, r, 1e-12)

/**
 * Across the ways from a to c and from b to d, counter-clockwise from the first to the second; null where the sine between them is not
 * above `least`.
 */
export function normalAcross(a: Vec, c: Vec, b: Vec, d: Vec, least = 0): Vec | null {
  const ux = c[0] - a[0]
  const uy = c[1] - a[1]
  const uz = c[2] - a[2]
  const vx = d[0] - b[0]
  const vy = d[1] - b[1]
  const vz = d[2] - b[2]
  const x = uy * vz - uz * vy
  const y = uz * vx - ux * vz
  const z = ux * vy - uy * vx
  const size = Math.sqrt(x * x + y * y + z * z)
  const sides = Math.sqrt((ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz))
  return size > least * sides && Number.isFinite(size) ? [x / size, y / size, z / size] : null
}
