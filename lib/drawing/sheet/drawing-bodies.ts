import { strokesOfArea, trianglesOfArea } from '#lib/geometry/area-mesh.ts'
import { axesOfArea, isSolidArea, upOfArea } from '#lib/geometry/area-records.ts'
import { frameAt } from '#lib/geometry/frame-at.ts'
import { onFrame, sideOf } from '#lib/geometry/on-frame.ts'
import { SMOOTH } from '#lib/geometry/round-corners.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import { triangulate } from '#lib/geometry/triangulate.ts'
import { add, cross, distance, dot, perAxis, scale, type Vec } from '#lib/model/shape/vector.ts'
import type { Point2 } from '#lib/schema/schema.ts'
import { cellOf, endToEnd } from './end-to-end.ts'

/** Bodies as a drawing sees them: square on, in parallel, cut to what lies between two planes across the line of sight. */

/** Right, up and toward the eye, about the scene's origin. What lies nearer than `near` is cut away, beyond `far` is left out. */
export type Sight = { right: Vec; up: Vec; toward: Vec; near: number; far: number }

/** Right, up, toward the eye; in the unit of the model. */
export type SightPoint = readonly [x: number, y: number, d: number]
/** Convex. `facing` 1: toward the eye, 0: seen on edge, -1: away. */
export type Face = { points: readonly SightPoint[]; facing: 1 | 0 | -1 }
export type Edge = readonly [SightPoint, SightPoint]
export type Body = {
  kind: 'frame' | 'area'
  index: number
  faces: Face[]
  /** Where a surface turns, and where it ends. */
  edges: Edge[]
  /** Of a frame, within the planes: its line, as it is drawn where its body is too thin. */
  axis: Edge | null
  /** Where the near plane cuts it: closed loops, or open runs of what has no thickness. */
  cut: { loops: SightPoint[][]; runs: SightPoint[][] }
  /** It lies square to the eye: a floor in a plan. */
  isFlat: boolean
  /** It has a thickness. */
  isSolid: boolean
}

/** Below this part of a unit vector a face is seen on edge. */
const ON_EDGE = 1e-4

const seenFrom =
  ({ right, up, toward }: Sight) =>
  (p: Vec): SightPoint => [dot(p, right), dot(p, up), dot(p, toward)]

type Raw = Pick<Body, 'faces' | 'edges' | 'axis' | 'isFlat' | 'isSolid'>

/** Null where nothing of it lies between the planes. */
export function frameBody(scene: Scene, index: number, sight: Sight): Body | null {
  const { start, end, axes, body, offset } = frameAt(scene, index)
  if (!axes) return null
  const see = seenFrom(sight)
  const shift = add(scale(axes[2], offset.x), scale(axes[1], offset.y))
  const last = body?.end ?? body
  const more = body?.end?.shift ?? { x: 0, y: 0 }
  const axis: Edge = [see(add(start, shift)), see(onFrame(add(end, shift), axes, more))]
  const raw: Raw = { faces: [], edges: [], axis, isFlat: false, isSolid: body !== null }
  if (!body || !last) return within({ ...raw, edges: [axis] }, 'frame', index, sight)

  const caps = [
    { from: start, outline: body, facing: facingOf(scale(axes[0], -1), sight.toward) },
    { from: end, outline: last, facing: facingOf(axes[0], sight.toward) },
  ] as const
  const pointAt = (from: Vec, point: Point2) => see(onFrame(from, axes, point, offset))
  const length = distance(start, end)
  for (const loop of ['outer', 'hole'] as const) {
    const sides = (body[loop] ?? []).map((a, k) => {
      const out = sideOf(body, loop, k, length)
      const normal = add(add(scale(axes[2], out.x), scale(axes[1], out.y)), scale(axes[0], out.along))
      return { normal, facing: facingOf(normal, sight.toward), near: pointAt(start, a), far: pointAt(end, last[loop]![k]!) }
    })
    for (const [k, { normal, facing, near, far }] of sides.entries()) {
      const before = sides[(k || sides.length) - 1]!
      const next = sides[(k + 1) % sides.length]!
      raw.faces.push({ points: [near, next.near, next.far, far], facing })
      const isSmooth = dot(normal, before.normal) > SMOOTH
      const isDrawn = isSmooth ? facing > 0 !== before.facing > 0 : facing >= 0 || before.facing >= 0
      if (isDrawn) raw.edges.push([near, far])
      if (facing >= 0 || caps[0].facing >= 0) raw.edges.push([near, next.near])
      if (facing >= 0 || caps[1].facing >= 0) raw.edges.push([far, next.far])
    }
  }
  const triangles = triangulate(body.outer, body.hole ? [body.hole] : [])
  for (const { from, outline, facing } of caps) {
    const rim = outline.hole ? [...outline.outer, ...outline.hole] : outline.outer
    const corners = outline === body ? triangles : triangulate(outline.outer, outline.hole ? [outline.hole] : [])
    for (const triangle of corners) raw.faces.push({ points: triangle.map((k) => pointAt(from, rim[k]!)), facing })
  }
  return within(raw, 'frame', index, sight)
}

export function areaBody(scene: Scene, index: number, sight: Sight): Body | null {
  const see = seenFrom(sight)
  const isSolid = isSolidArea(scene.areas, index)
  const raw: Raw = { faces: [], edges: [], axis: null, isFlat: false, isSolid }
  trianglesOfArea(scene, index, (a, b, c, normal) => {
    const facing = facingOf(normal, sight.toward)
    // A surface without thickness has no back.
    raw.faces.push({ points: [see(a), see(b), see(c)], facing: isSolid ? facing : facing === 0 ? 0 : 1 })
  })
  strokesOfArea(scene, index, (a, b) => raw.edges.push([see(a), see(b)]))
  raw.isFlat = axesOfArea(scene.areas, index) !== null && Math.abs(dot(upOfArea(scene.areas, index), sight.toward)) > 0.94
  return within(raw, 'area', index, sight)
}

function facingOf(out: Vec, toward: Vec): 1 | 0 | -1 {
  const along = dot(out, toward)
  return along > ON_EDGE ? 1 : along < -ON_EDGE ? -1 : 0
}

function within(raw: Raw, kind: Body['kind'], index: number, { near, far }: Sight): Body | null {
  const crossings: Edge[] = []
  const faces = raw.faces.flatMap((face): Face[] => {
    const points = clipped(clipped(face.points, near, -1, crossings), far, 1)
    return points.length > 2 ? [{ points, facing: face.facing }] : []
  })
  const edges = raw.edges.flatMap((edge) => clippedEdge(edge, near, far))
  if (edges.length === 0 && faces.length === 0) return null
  const axis = raw.axis && (clippedEdge(raw.axis, near, far)[0] ?? null)
  return { kind, index, faces, edges, axis, cut: chained(crossings), isFlat: raw.isFlat, isSolid: raw.isSolid }
}

/** What is left on one side of a plane across the line of sight (Sutherland and Hodgman); where it cuts is added to `crossings`. */
function clipped(points: readonly SightPoint[], plane: number, side: 1 | -1, crossings?: Edge[]): readonly SightPoint[] {
  if (!Number.isFinite(plane) || points.every(([, , d]) => side * (d - plane) >= 0)) return points
  const visible: SightPoint[] = []
  const cuts: SightPoint[] = []
  for (const [k, p] of points.entries()) {
    const q = points[(k + 1) % points.length]!
    const [a, b] = [side * (p[2] - plane), side * (q[2] - plane)]
    if (a >= 0) visible.push(p)
    if (a >= 0 === b >= 0) continue
    const point = between(p, q, a / (a - b))
    visible.push(point)
    cuts.push(point)
  }
  const [from, to, ...others] = cuts
  if (crossings && from && to && others.length === 0) crossings.push([from, to])
  return visible
}

function clippedEdge([a, b]: Edge, near: number, far: number): Edge[] {
  const rise = b[2] - a[2]
  let [from, to] = [0, 1]
  for (const [space, by] of [
    [near - a[2], rise],
    [a[2] - far, -rise],
  ] as const) {
    // Kept where t·by ≤ room.
    if (by > 0) to = Math.min(to, space / by)
    else if (by < 0) from = Math.max(from, space / by)
    else if (space < 0) return []
  }
  if (!(to > from)) return []
  return [[from > 0 ? between(a, b, from) : a, to < 1 ? between(a, b, to) : b]]
}

const between = (a: SightPoint, b: SightPoint, share: number): SightPoint => {
  return perAxis((k) => a[k] + (b[k] - a[k]) * share)
}

/** Pieces of a cut joined end to end. Triangles of one side are cut in pieces, and single precision parts what belongs together. */
function chained(pieces: readonly Edge[]): Body['cut'] {
  const cut: Body['cut'] = { loops: [], runs: [] }
  const long = pieces.filter(([a, b]) => Math.hypot(b[0] - a[0], b[1] - a[1]) > 0)
  if (long.length === 0) return cut
  const size = long.reduce((most, [a, b]) => Math.max(most, Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])), 0)
  const reach = long.reduce((most, [a]) => Math.max(most, Math.abs(a[0]), Math.abs(a[1])), 0)
  const key = cellOf(Math.max(size * 1e-4, reach * 1e-6))
  for (const run of endToEnd(long, key)) {
    const [first, last] = [run[0], run.at(-1)]
    const isClosed = run.length > 3 && first && last && key(first) === key(last)
    if (isClosed) cut.loops.push(run.slice(0, -1))
    else cut.runs.push(run)
  }
  return cut
}

/** Square on from `toward` with `up` upward on the paper, both unit vectors. */
export const sightOf = (toward: Vec, up: Vec, near: number, far: number): Sight => ({
  right: cross(up, toward),
  up,
  toward,
  near,
  far,
})
