import { type Cut, cornersOf, cutArea, type FlatArea, layFlat, turnOf } from '#lib/model/area-cut.ts'
import { middleOf } from '#lib/model/shell-axes.ts'
import type { Axes } from './local-axes.ts'
import { triangulate } from './triangulate.ts'
import { add, type Vec } from './vector.ts'

/** Where numbers go, three at a time: a list, or what grows without one. */
type Numbers = { push(x: number, y: number, z: number): unknown }

/**
 * Triangles in the model, three points each with the normal at each, flat-shaded, counter-clockwise seen from outside. `lines`
 * are the edges an eye expects to see, two points each.
 */
export type Mesh<List extends Numbers = Numbers> = { positions: List; normals: List; lines: List }

/** `isWithoutFace`: its outline is beyond what is cut, so there are its edges alone. */
export type AreaFace<List extends Numbers = number[]> = Mesh<List> & {
  axes: Axes | null
  centre: Vec
  isSolid: boolean
  isWithoutFace: boolean
}

/**
 * Where the faces lie along `up`: the cardinal point puts the node plane at the top, in the middle or at the bottom. "Top" is
 * the face towards +Z whatever the node order; of a vertical area it is the +3 face.
 */
export function placement(thickness: number, cardinalPoint: string | null | undefined): readonly [number, number] {
  const point = cardinalPoint?.toUpperCase()
  if (point === 'TOP') return [-thickness, 0]
  if (point === 'BOTTOM') return [0, thickness]
  return [-thickness / 2, thickness / 2]
}

/**
 * `outline` and `openings` in node order, either direction. With a thickness it is a closed body, without one a single face.
 * A warped area keeps its nodes where they are: it is cut into triangles in the plane of its mean normal, and its thickness is
 * laid along that normal. Written into `mesh`; `isLeftOut`: its edges alone.
 */
export function areaFace(
  outline: readonly Vec[],
  openings: readonly (readonly Vec[])[],
  thickness: number | null,
  cardinalPoint?: string | null,
): AreaFace
export function areaFace<List extends Numbers>(
  outline: readonly Vec[],
  openings: readonly (readonly Vec[])[],
  thickness: number | null,
  cardinalPoint: string | null | undefined,
  mesh: Mesh<List>,
  isLeftOut?: boolean,
): AreaFace<List>
export function areaFace(
  outline: readonly Vec[],
  openings: readonly (readonly Vec[])[],
  thickness: number | null,
  cardinalPoint?: string | null,
  mesh: Mesh = { positions: [] as number[], normals: [] as number[], lines: [] as number[] },
  isLeftOut = false,
): AreaFace<Numbers> {
  const { area, region, centre, corners, loops } = cutFace(cornersOf(outline), openings, isLeftOut)
  if (!area || !region) {
    for (const [first, end] of loops)
      for (let k = first; k < end; k++) stroke(mesh, corners[k]!, corners[k + 1 < end ? k + 1 : first]!, ZERO, ZERO)
    return { ...mesh, axes: area?.axes ?? null, centre, isSolid: false, isWithoutFace: area !== null }
  }

  const { up } = area
  const isSolid = thickness !== null && thickness > 0
  const [low, high] = isSolid ? placement(thickness, cardinalPoint) : [0, 0]
  const top: Vec = [up[0] * high, up[1] * high, up[2] * high]
  const bottom: Vec = [up[0] * low, up[1] * low, up[2] * low]
  const { points, triangles, edges } = region
  const at = (k: number) => points[k] as Vec
  for (let i = 0; i < triangles.length; i += 3)
    triangle(mesh, at(triangles[i] as number), at(triangles[i + 1] as number), at(triangles[i + 2] as number), top, top, top)
  for (let i = 0; isSolid && i < triangles.length; i += 3) {
    const [a, b, c] = [at(triangles[i] as number), at(triangles[i + 1] as number), at(triangles[i + 2] as number)]
    triangle(mesh, a, c, b, bottom, bottom, bottom)
  }
  for (let i = 0; i < edges.length; i += 2) {
    const [a, b] = [at(edges[i] as number), at(edges[i + 1] as number)]
    stroke(mesh, a, b, top, top)
    if (!isSolid) continue
    stroke(mesh, a, b, bottom, bottom)
    stroke(mesh, a, a, bottom, top)
    triangle(mesh, a, b, b, bottom, bottom, top)
    triangle(mesh, a, b, a, bottom, top, top)
  }
  return { ...mesh, axes: area.axes, centre, isSolid, isWithoutFace: false }
}

const ZERO: Vec = [0, 0, 0]

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
    const points = corners.slice()
    for (let i = 0; i < cut.added.length; i += 3) {
      const [a, b] = [corners[cut.added[i] as number] as Vec, corners[cut.added[i + 1] as number] as Vec]
      const share = cut.added[i + 2] as number
      points.push([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share])
    }
    return { points, triangles: cut.triangles, edges: cut.edges }
  }

  // The outline counter-clockwise, openings the other way round.
  const order = new Uint32Array(corners.length)
  const edges = new Uint32Array(2 * corners.length)
  for (let which = 0; which + 1 < loops.length; which++) {
    const [first, end] = [loops[which] as number, loops[which + 1] as number]
    const turn = turnOf(area, which)
    const isKept = which === 0 ? turn >= 0 : turn <= 0
    for (let k = first; k < end; k++) order[k] = isKept ? k : end - 1 - (k - first)
    for (let k = first; k < end; k++) {
      edges[2 * k] = order[k] as number
      edges[2 * k + 1] = order[k + 1 < end ? k + 1 : first] as number
    }
  }
  const triangles = new Uint32Array(3 * Math.max(0, corners.length - 2))
  if (cut.how === 'fan') {
    for (let k = 0; k + 2 < corners.length; k++) {
      triangles[3 * k] = order[0] as number
      triangles[3 * k + 1] = order[k + 1] as number
      triangles[3 * k + 2] = order[k + 2] as number
    }
    return { points: corners, triangles, edges }
  }
  const pointOf = (k: number) => ({ x: flat[2 * k] as number, y: flat[2 * k + 1] as number })
  const [outer, ...holes] = loops.slice(1).map((end, which) => Array.from(order.subarray(loops[which], end), pointOf))
  const clipped = triangulate(outer ?? [], holes).flat()
  return { points: corners, triangles: clipped.map((k) => order[k] as number), edges }
}

function stroke({ lines }: Mesh, a: Vec, b: Vec, aLift: Vec, bLift: Vec) {
  lines.push(a[0] + aLift[0], a[1] + aLift[1], a[2] + aLift[2])
  lines.push(b[0] + bLift[0], b[1] + bLift[1], b[2] + bLift[2])
}

/** A triangle without an area has no normal and is left out. */
function triangle({ positions, normals }: Mesh, p: Vec, q: Vec, r: Vec, pLift: Vec, qLift: Vec, rLift: Vec) {
  const [a, b, c] = [add(p, pLift), add(q, qLift), add(r, rLift)]
  const normal = normalOf(a, b, c)
  if (!normal) return
  for (const point of [a, b, c]) positions.push(...point)
  for (let k = 0; k < 3; k++) normals.push(...normal)
}

/** Of a triangle, counter-clockwise about it; null without an area. */
export function normalOf(p: Vec, q: Vec, r: Vec): Vec | null {
  const [ux, uy, uz] = [q[0] - p[0], q[1] - p[1], q[2] - p[2]]
  const [vx, vy, vz] = [r[0] - p[0], r[1] - p[1], r[2] - p[2]]
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  const size = Math.hypot(x, y, z)
  // Three points in a line are never exactly so.
  if (!(size > 1e-12 * Math.hypot(ux, uy, uz) * Math.hypot(vx, vy, vz)) || !Number.isFinite(size)) return null
  return [x / size, y / size, z / size]
}
