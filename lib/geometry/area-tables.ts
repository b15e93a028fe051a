import { familyOfAreaPlace } from '#lib/model/column-roles.ts'
import type { ModelColumns } from '#lib/model/columns.ts'
import { sizeOf } from '#lib/model/shape/area-cut.ts'
import { FEW_CORNERS, tooManyTogether } from '#lib/model/shape/cut-budget.ts'
import { loop, upOf } from '#lib/model/shape/flat-area.ts'
import { type AreaLabel, kindOf, labelOf, middleOf } from '#lib/model/shape/shell-axes.ts'
import { AXES, dot, type Vec } from '#lib/model/shape/vector.ts'
import { cutFace, normalAcross, normalOf } from './area-face.ts'
import {
  AREA_KIND_SHIFT,
  AREA_KINDS,
  type AreaTables,
  AT_BOTTOM,
  AT_TOP,
  HAS_AXES,
  SOLID,
  TURNED,
  WARPED,
} from './area-records.ts'
import { DRAWABLE } from './body-size.ts'
import { capacityFor, Rows } from './rows.ts'
import { eachInSteps } from './steps.ts'

type Places = readonly (Vec | null)[]

/** What is being written. `added`: points beyond the nodes, three numbers each. */
type Draft = {
  triangles: Rows
  edges: Rows
  records: Uint32Array<ArrayBuffer>
  floats: Float32Array
  centres: Float32Array
  added: number[]
  nodes: number
  /** What kind a label says, and where in the thickness the nodes lie, by the place of the label. */
  kinds: (AreaLabel | undefined)[]
  points: number[]
}

/**
 * `at`: places of nodes about the scene's origin, null where one cannot be drawn. `added`: the points beyond the nodes, three numbers
 * each; `undrawn`: areas without a face.
 */
export function* areaTables({ areas, head }: Pick<ModelColumns, 'areas' | 'head'>, nodePlaces: Places) {
  const { count, first, loop } = areas
  const records = new Uint32Array(4 * capacityFor(count))
  let corners = 0
  for (let k = 0; k < count; k++) corners += loop[first[k]! + 1]! - loop[first[k]!]!
  const draft: Draft = {
    triangles: new Rows(Math.max(0, corners - 2 * count)),
    edges: new Rows(corners),
    records,
    floats: new Float32Array(records.buffer),
    centres: new Float32Array(3 * count),
    added: [],
    nodes: nodePlaces.length,
    kinds: [undefined, ...areas.labels.map(labelOf)],
    points: [0, ...areas.labels.map(placedBy)],
  }
  const firstTriangle = new Uint32Array(count + 1)
  const firstEdge = new Uint32Array(count + 1)
  const thicknessOf = thicknesses(areas, head)
  const [write, writePlain] = [writerOf(draft, areas, nodePlaces), plainWriter(draft, areas, nodePlaces)]
  let undrawn = 0
  yield* eachInSteps(count, 1000, (k) => {
    firstTriangle[k] = draft.triangles.length / 4
    firstEdge[k] = draft.edges.length / 4
    const thickness = thicknessOf(k)
    if (!writePlain(k, thickness) && !write(k, thickness)) undrawn++
  })
  firstTriangle[count] = draft.triangles.length / 4
  firstEdge[count] = draft.edges.length / 4
  const tables: AreaTables = {
    count,
    triangles: draft.triangles.done(),
    edges: draft.edges.done(),
    records: records.subarray(0, 4 * count),
    firstTriangle,
    firstEdge,
    centres: draft.centres,
  }
  return { areas: tables, added: draft.added, undrawn }
}

function placedBy(label: string): number {
  const point = label.toUpperCase()
  return point === 'TOP' ? AT_TOP : point === 'BOTTOM' ? AT_BOTTOM : 0
}

/** 0 where an area has none. */
function thicknesses({ thickness, section }: ModelColumns['areas'], { sections = [] }: ModelColumns['head']) {
  return (k: number): number => {
    const own = thickness?.[k] ?? Number.NaN
    const value = Number.isNaN(own) ? (sections[section[k]! - 1]?.thickness ?? 0) : own
    return value > 0 && value < DRAWABLE ? value : 0
  }
}

type Written = { normal: Vec | null; thickness: number; isWarped: boolean; centre: Vec }

function record(draft: Draft, areas: ModelColumns['areas'], k: number, written: Written) {
  const { kind: kinds, point: points } = areas
  const { records, floats, centres } = draft
  const { normal, thickness, isWarped, centre } = written
  const up = normal && upOf(normal)
  const [x, y, z] = up ?? [0, 0, 1]
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z)
  const [ox, oy] = [x / size, y / size]
  floats[4 * k] = z < 0 ? (1 - Math.abs(oy)) * (x < 0 ? -1 : 1) : ox
  floats[4 * k + 1] = z < 0 ? (1 - Math.abs(ox)) * (y < 0 ? -1 : 1) : oy
  floats[4 * k + 2] = thickness
  const placed = draft.points[points[k]!] ?? 0
  const kind = AREA_KINDS.indexOf(familyOfAreaPlace({ areas }, k) ?? kindOf(draft.kinds[kinds[k]!], normal))
  const flags = (thickness > 0 ? SOLID : 0) | (normal ? HAS_AXES : 0) | (up !== normal ? TURNED : 0) | (isWarped ? WARPED : 0)
  records[4 * k + 3] = placed | flags | (kind << AREA_KIND_SHIFT)
  for (const axis of AXES) centres[3 * k + axis] = centre[axis]
}

/** At a corner that turns less the general way decides. */
const LEAST_TURN = 1e-6

/**
 * Most areas have three or four corners that turn one way and no openings. They are cut as `cutFace` cuts them, without what it
 * needs for others: a third of the time. False: it is not one of these, and nothing was written.
 */
function plainWriter(draft: Draft, areas: ModelColumns['areas'], nodePlaces: Places) {
  const { triangles, edges } = draft
  const { first, loop, node: nodes } = areas
  return (k: number, thickness: number): boolean => {
    const [outline, next] = [first[k]!, first[k + 1]!]
    const [from, end] = [loop[outline]!, loop[outline + 1]!]
    const count = end - from
    if (count < 3 || count > 4 || next - outline > 1) return false
    const ids: number[] = []
    const places: Vec[] = []
    for (let i = from; i < end; i++) {
      const node = nodes[i]! - 1
      const place = nodePlaces[node]
      if (!place) return false
      ids.push(node)
      places.push(place)
    }
    const [a, b, c, d = a] = places as [Vec, Vec, Vec, Vec?] // of three or four nodes
    // Newell's normal: of a quadrilateral that of its diagonals.
    const normal = normalAcross(a, c, b, d)
    if (!normal || !turnsAbout(normal, a, b, c) || !turnsAbout(normal, b, c, d)) return false
    if (d !== a && !(turnsAbout(normal, c, d, a) && turnsAbout(normal, d, a, b))) return false
    const centre = middleOf(places)
    if (upOf(normal) !== normal) {
      ids.reverse()
      places.reverse()
    }
    let isWarped = false
    for (let i = 0; i < count; i++) {
      edges.push(ids[i]!, ids[(i + 1) % count]!, k, 0)
      if (i + 2 >= count) continue
      triangles.push(ids[0]!, ids[i + 1]!, ids[i + 2]!, k)
      if (isBent(normalOf(places[0]!, places[i + 1]!, places[i + 2]!) ?? normal, normal)) isWarped = true
    }
    record(draft, areas, k, { normal, thickness, isWarped, centre })
    return true
  }
}

/** Whether the way from p by q to r turns counter-clockwise about a direction. In single numbers: it is asked at every corner. */
function turnsAbout(normal: Vec, p: Vec, q: Vec, r: Vec): boolean {
  const ux = q[0] - p[0]
  const uy = q[1] - p[1]
  const uz = q[2] - p[2]
  const vx = r[0] - q[0]
  const vy = r[1] - q[1]
  const vz = r[2] - q[2]
  const turn = normal[0] * (uy * vz - uz * vy) + normal[1] * (uz * vx - ux * vz) + normal[2] * (ux * vy - uy * vx)
  return turn > LEAST_TURN * Math.sqrt((ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz))
}

/** A sine below this is no bend: such a normal is as good as another. */
const FLAT = 1e-3

const isBent = (own: Vec, normal: Vec) => 1 - dot(own, normal) ** 2 > FLAT ** 2

/** Any area whatever. False: it has no face. */
function writerOf(draft: Draft, areas: ModelColumns['areas'], nodePlaces: Places) {
  const { triangles, edges, added, nodes } = draft
  const { first, loop: ends, node } = areas
  const isSame = (a: number, b: number) => nodePlaces[a]!.every((value, k) => value === nodePlaces[b]![k])
  /** Nodes of a loop, none twice in a row; null where one of them is not drawn. */
  const loopOf = (i: number) => {
    const all = Array.from(node.subarray(ends[i], ends[i + 1]), (place) => place - 1)
    return all.every((node) => nodePlaces[node]) ? loop(all, isSame) : null
  }
  const placesOf = (loop: readonly number[]) => loop.map((node) => nodePlaces[node]!)
  const openingsOf = (k: number) => {
    const openings: number[][] = []
    for (let i = first[k]! + 1; i < first[k + 1]!; i++) openings.push(loopOf(i) ?? [])
    return openings
  }
  const sizes = new Float64Array(areas.count)
  for (let k = 0; k < areas.count; k++) {
    if (ends[first[k + 1]!]! - ends[first[k]!]! <= FEW_CORNERS) continue
    const outline = loopOf(first[k]!)
    if (outline) sizes[k] = sizeOf(placesOf(outline), openingsOf(k).map(placesOf))
  }
  const leftOut = tooManyTogether(sizes)
  return (k: number, thickness: number): boolean => {
    const outline = loopOf(first[k]!)
    if (!outline) {
      record(draft, areas, k, { normal: null, thickness: 0, isWarped: false, centre: [0, 0, 0] })
      return false
    }
    const openings = openingsOf(k).filter(({ length }) => length >= 3)
    const { area: flat, region, centre, loops } = cutFace(placesOf(outline), openings.map(placesOf), leftOut.has(k))
    const corners = [...outline, ...openings.flat()]
    const firstAdded = nodes + added.length / 3 - corners.length
    const points = region?.points ?? []
    for (let i = corners.length; i < points.length; i++) added.push(...points[i]!)
    const point = (i: number) => (i < corners.length ? corners[i]! : firstAdded + i)
    const normal = flat?.axes[2] ?? null
    let isWarped = false
    for (let i = 0; region && i < region.triangles.length; i += 3) {
      const [p, q, r] = [region.triangles[i]!, region.triangles[i + 1]!, region.triangles[i + 2]!]
      const own = normalOf(points[p]!, points[q]!, points[r]!)
      if (!own) continue
      triangles.push(point(p), point(q), point(r), k)
      if (normal && isBent(own, normal)) isWarped = true
    }
    for (let i = 0; region && i < region.edges.length; i += 2)
      edges.push(point(region.edges[i]!), point(region.edges[i + 1]!), k, 0)
    for (const [from, end] of region ? [] : loops)
      for (let i = from; i < end; i++) if (end > 1) edges.push(point(i), point(i + 1 < end ? i + 1 : from), k, 0)
    record(draft, areas, k, { normal, thickness: region ? thickness : 0, isWarped, centre })
    return region !== null || flat === null
  }
}
