import { signedArea } from '#lib/model/section/outline-area.ts'
import { distanceToEdge } from '#lib/model/shape/polygon.ts'
import { add, cross, dot, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import type { Point2 } from '#lib/schema/schema.ts'
import { strokesOfArea, trianglesOfArea } from '../area-mesh.ts'
import { frameAt } from '../frame-at.ts'
import { onFrame, sideOf } from '../on-frame.ts'
import { SMOOTH } from '../round-corners.ts'
import type { Scene } from '../scene.ts'
import { outlineAt, type SectionBody } from '../section-body.ts'

/** An edge of a body about the scene's origin. `isRound`: a piece of a curve, whose ends and middle are none of the body's. */
export type Edge = { a: Vec; b: Vec; isRound: boolean }

/** The line that a frame's body is extruded along: its nodes', moved by the offsets of the section. Null: it has no length. */
export function bodyLine(scene: Scene, index: number): readonly [Vec, Vec] | null {
  const { start, end, axes, body, offset } = frameAt(scene, index)
  if (!axes) return null
  const moved = (point: Vec, { x, y }: Point2) => add(point, add(scale(axes[2], x), scale(axes[1], y)))
  const far = moved(end, offset)
  return [moved(start, offset), body?.end ? moved(far, body.end.shift) : far]
}

/** The edges of a frame's body; of a frame that is drawn as a line that line. */
export function frameEdges(scene: Scene, index: number, isLine: boolean): Edge[] {
  const line = bodyLine(scene, index)
  if (!line) return []
  const { start, end, axes, body, offset } = frameAt(scene, index)
  if (!axes || !body || isLine) return [{ a: line[0], b: line[1], isRound: false }]
  const ends = [loopsOf(body), loopsOf(body.end ?? body)] as const
  return loopsOf(outlineAt(body, 0.5)).flatMap((loop, which) => {
    const rim = (line: Vec, loop: readonly Point2[]) => loop.map((point) => onFrame(line, axes, point, offset))
    const [near, far] = [rim(start, ends[0][which]!), rim(end, ends[1][which]!)]
    const sharp = loop.map((_, i) => isCorner(loop, i))
    return loop.flatMap((_, i): Edge[] => {
      const j = (i + 1) % loop.length
      const isRound = !(sharp[i] && sharp[j])
      const around = [near, far].map((ring) => ({ a: ring[i]!, b: ring[j]!, isRound }))
      return sharp[i] ? [{ a: near[i]!, b: far[i]!, isRound: false }, ...around] : around
    })
  })
}

export const loopsOf = ({ outer, hole }: Pick<SectionBody, 'outer' | 'hole'>): readonly (readonly Point2[])[] =>
  hole ? [outer, hole] : [outer]

function isCorner(loop: readonly Point2[], i: number): boolean {
  const [before, point, after] = [loop[(i || loop.length) - 1]!, loop[i]!, loop[(i + 1) % loop.length]!]
  const [u, v] = [
    { x: point.x - before.x, y: point.y - before.y },
    { x: after.x - point.x, y: after.y - point.y },
  ]
  return u.x * v.x + u.y * v.y < SMOOTH * Math.hypot(u.x, u.y) * Math.hypot(v.x, v.y)
}

/** The edges of an area's face or body. */
export function areaEdges(scene: Scene, area: number): Edge[] {
  const edges: Edge[] = []
  if (area < scene.areas.count) strokesOfArea(scene, area, (a, b) => edges.push({ a, b, isRound: false }))
  return edges
}

/** Triangles of an area's face or body, three points each. */
export function areaTriangles(scene: Scene, area: number): (readonly [Vec, Vec, Vec])[] {
  const triangles: [Vec, Vec, Vec][] = []
  if (area < scene.areas.count) trianglesOfArea(scene, area, (a, b, c) => triangles.push([a, b, c]))
  return triangles
}

/** A flat face of a body: a point of it, its unit normal, and how large it is. */
export type Face = { normal: Vec; area: number }

/** The face of a frame's body or of an area that a point lies on; null where it lies on none. */
export function faceAt(scene: Scene, kind: 'frame' | 'area', index: number, point: Vec): Face | null {
  return kind === 'frame' ? frameFace(scene, index, point) : areaFaceAt(scene, index, point)
}

/** Of a body's size: what lies nearer to a plane lies in it. */
const FLAT = 1e-4

function areaFaceAt(scene: Scene, index: number, point: Vec): Face | null {
  const triangles = areaTriangles(scene, index).flatMap(([a, b, c]) => {
    const across = cross(subtract(b, a), subtract(c, a))
    const normal = unit(across)
    return normal ? [{ a, b, c, normal, area: Math.hypot(...across) / 2 }] : []
  })
  const extent = triangles.reduce(
    (most, { a, b, c }) => Math.max(most, ...subtract(b, a).map(Math.abs), ...subtract(c, a).map(Math.abs)),
    0,
  )
  const tolerance = FLAT * extent
  const face = triangles.find(
    (one) => Math.abs(dot(subtract(point, one.a), one.normal)) <= tolerance && isOver(one, point, tolerance),
  )
  if (!face) return null
  const inPlane = triangles.filter(
    ({ a, normal }) => dot(normal, face.normal) > 0.999 && Math.abs(dot(subtract(a, face.a), face.normal)) <= 10 * tolerance,
  )
  return { normal: face.normal, area: inPlane.reduce((sum, { area }) => sum + area, 0) }
}

/** Inside the three sides of a triangle, seen along its normal. */
function isOver({ a, b, c, normal }: { a: Vec; b: Vec; c: Vec; normal: Vec }, point: Vec, tolerance: number): boolean {
  const sides = [[a, b], [b, c], [c, a]] as const // biome-ignore format: a triangle
  return sides.every(([from, to]) => {
    const inward = unit(cross(normal, subtract(to, from)))
    return inward !== null && dot(subtract(point, from), inward) >= -tolerance
  })
}

function frameFace(scene: Scene, index: number, point: Vec): Face | null {
  const line = bodyLine(scene, index)
  const { axes, body } = frameAt(scene, index)
  if (!line || !axes || !body) return null
  const [e1, e2, e3] = axes
  const size = dot(subtract(line[1], line[0]), e1)
  const from = subtract(point, line[0])
  const [along, x, y] = [dot(from, e1), dot(from, e3), dot(from, e2)]
  const [here, middle] = [outlineAt(body, Math.min(1, Math.max(0, along / size))), loopsOf(outlineAt(body, 0.5))]
  const sides = loopsOf(here).flatMap((loop, which) =>
    loop.map((a, i) => {
      const j = (i + 1) % loop.length
      const [from, to] = [middle[which]![i]!, middle[which]![j]!]
      const side = sideOf(body, which === 0 ? 'outer' : 'hole', i, size)
      const normal = add(add(scale(e3, side.x), scale(e2, side.y)), scale(e1, side.along))
      const width = Math.hypot(to.x - from.x, to.y - from.y)
      return { apart: distanceToEdge(a, loop[j]!, { x, y }), normal, area: width * size }
    }),
  )
  const side = sides.reduce((best, one) => (one.apart < best.apart ? one : best))
  const end = Math.min(Math.abs(along), Math.abs(size - along))
  if (Math.min(end, side.apart) > FLAT * Math.max(size, 1e-9)) return null
  if (side.apart <= end) return { normal: side.normal, area: side.area }
  const cap = along < size / 2 ? body : (body.end ?? body)
  const [outer, hole] = [Math.abs(signedArea(cap.outer)), cap.hole ? Math.abs(signedArea(cap.hole)) : 0]
  return { normal: scale(e1, along < size / 2 ? -1 : 1), area: outer - hole }
}
