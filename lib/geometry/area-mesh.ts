import { AXES, cross, dot, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import { facesOf, isSolidArea, isWarped, upOfArea } from './area-records.ts'
import { Floats } from './floats.ts'
import type { Scene } from './scene.ts'

type Tables = Pick<Scene, 'points' | 'areas'>

/**
 * The triangles of an area as they stand in the model, counter-clockwise seen from outside: of a body its upper side, its lower
 * side and around it, of a surface itself.
 */
export function trianglesOfArea({ points, areas }: Tables, k: number, visit: (a: Vec, b: Vec, c: Vec, normal: Vec) => void) {
  const { triangles, edges, firstTriangle, firstEdge } = areas
  const [first, end] = [firstTriangle[k]!, firstTriangle[k + 1]!]
  if (first === end) return
  const up = upOfArea(areas, k)
  const down = scale(up, -1)
  const [low, high] = facesOf(areas, k)
  const isSolid = isSolidArea(areas, k)
  const warped = isWarped(areas, k)
  const normalOf = (a: Vec, b: Vec, c: Vec, plane: Vec) => (warped ? unit(cross(subtract(b, a), subtract(c, a))) : null) ?? plane
  for (const [lift, side] of isSolid ? [[high, 1] as const, [low, -1] as const] : [[0, 1] as const]) {
    for (let t = 4 * first; t < 4 * end; t += 4) {
      const pointAt = (corner: number) => lifted(points, triangles[t + corner]!, up, lift)
      const [a, p, q] = [pointAt(0), pointAt(1), pointAt(2)]
      const [b, c] = side > 0 ? [p, q] : [q, p]
      visit(a, b, c, normalOf(a, b, c, side > 0 ? up : down))
    }
  }
  for (let e = 4 * firstEdge[k]!; isSolid && e < 4 * firstEdge[k + 1]!; e += 4) {
    const pointAt = (end: number, lift: number) => lifted(points, edges[e + end]!, up, lift)
    const [a, b, c, d] = [pointAt(0, low), pointAt(1, low), pointAt(1, high), pointAt(0, high)]
    const normal = unit(cross(subtract(b, a), up))
    if (!normal) continue
    visit(a, b, c, normal)
    visit(a, c, d, normal)
  }
}

const lifted = (points: Float32Array, offset: number, up: Vec, by: number): Vec => [
  points[4 * offset]! + up[0] * by,
  points[4 * offset + 1]! + up[1] * by,
  points[4 * offset + 2]! + up[2] * by,
]

/** Where the corners of its triangles lie, on both sides of a body: each place as often as triangles meet there. */
export function cornersOfArea({ points, areas }: Tables, k: number, visit: (x: number, y: number, z: number) => void) {
  const { triangles, firstTriangle } = areas
  const [first, end] = [firstTriangle[k]!, firstTriangle[k + 1]!]
  if (first === end) return
  const [x, y, z] = upOfArea(areas, k)
  const [low, high] = facesOf(areas, k)
  for (let t = 4 * first; t < 4 * end; t++) {
    if (t % 4 === 3) continue
    const offset = 4 * triangles[t]!
    visit(points[offset]! + x * high, points[offset + 1]! + y * high, points[offset + 2]! + z * high)
    if (low !== high) visit(points[offset]! + x * low, points[offset + 1]! + y * low, points[offset + 2]! + z * low)
  }
}

/** The strokes that show an area: around each side, and from one to the other. */
export function strokesOfArea({ points, areas }: Tables, k: number, visit: (a: Vec, b: Vec) => void) {
  const { edges, firstEdge } = areas
  const up = upOfArea(areas, k)
  const [low, high] = facesOf(areas, k)
  for (let e = 4 * firstEdge[k]!; e < 4 * firstEdge[k + 1]!; e += 4) {
    const [from, to] = [edges[e]!, edges[e + 1]!]
    const top = lifted(points, from, up, high)
    visit(top, lifted(points, to, up, high))
    if (!isSolidArea(areas, k)) continue
    const bottom = lifted(points, from, up, low)
    visit(bottom, lifted(points, to, up, low))
    visit(bottom, top)
  }
}

/** How far an area goes in a direction. */
export function reachOfArea({ points, areas }: Tables, k: number, x: number, y: number, z: number): number {
  const { triangles, firstTriangle } = areas
  let reach = -Infinity
  for (let t = 4 * firstTriangle[k]!; t < 4 * firstTriangle[k + 1]!; t++) {
    if (t % 4 === 3) continue
    const offset = 4 * triangles[t]!
    const along = points[offset]! * x + points[offset + 1]! * y + points[offset + 2]! * z
    if (along > reach) reach = along
  }
  const rise = dot(upOfArea(areas, k), [x, y, z])
  const [low, high] = facesOf(areas, k)
  return reach + Math.max(low * rise, high * rise)
}

/** Six numbers an area; an area without a face has an empty box. */
export function areaBoxes(scene: Tables): Float32Array {
  const boxes = new Float32Array(6 * scene.areas.count)
  const { points, areas } = scene
  const { triangles, firstTriangle } = areas
  for (let k = 0; k < areas.count; k++) {
    const up = upOfArea(areas, k)
    const [low, high] = facesOf(areas, k)
    for (const axis of AXES) {
      let least = Infinity
      let most = -Infinity
      for (let t = 4 * firstTriangle[k]!; t < 4 * firstTriangle[k + 1]!; t++) {
        const value = points[4 * triangles[t % 4 === 3 ? t - 1 : t]! + axis]! // the fourth number is the area
        if (value < least) least = value
        if (value > most) most = value
      }
      const [a, b] = [up[axis] * low, up[axis] * high]
      boxes[6 * k + axis] = least + (a < b ? a : b)
      boxes[6 * k + axis + 3] = most + (a < b ? b : a)
    }
  }
  return boxes
}

/** All areas in one mesh; `of` names the area of a vertex, `first` the vertices of an area (one entry more than areas). */
export type AreaMesh = {
  positions: Float32Array
  normals: Float32Array
  of: Uint32Array
  first: Uint32Array
  /** Edges, two points each. */
  lines: Float32Array
  lineOf: Uint32Array
}

/** For who draws triangles one by one. */
export function areaMesh(scene: Tables): AreaMesh {
  const { count } = scene.areas
  const [positions, normals, lines] = [new Floats(), new Floats(), new Floats()]
  const first = new Uint32Array(count + 1)
  const firstLine = new Uint32Array(count + 1)
  for (let k = 0; k < count; k++) {
    trianglesOfArea(scene, k, (a, b, c, normal) => {
      for (const point of [a, b, c]) {
        positions.push(...point)
        normals.push(...normal)
      }
    })
    strokesOfArea(scene, k, (a, b) => {
      lines.push(...a)
      lines.push(...b)
    })
    first[k + 1] = positions.length / 3
    firstLine[k + 1] = lines.length / 3
  }
  return {
    positions: positions.done(),
    normals: normals.done(),
    of: ownersOf(first),
    first,
    lines: lines.done(),
    lineOf: ownersOf(firstLine),
  }
}

/** Which area each point belongs to. */
function ownersOf(first: Uint32Array): Uint32Array {
  const of = new Uint32Array(first[first.length - 1] ?? 0)
  for (let k = 0; k + 1 < first.length; k++) of.fill(k, first[k], first[k + 1])
  return of
}
