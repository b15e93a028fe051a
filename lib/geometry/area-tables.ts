import { FEW_CORNERS, loop, sizeOf, tooManyTogether, upOf } from '#lib/model/area-cut.ts'
import type { ViewerArea, ViewerModel } from '#lib/model/schema.ts'
import { type AreaKind, kindByLabel, kindBySlope, middleOf } from '#lib/model/shell-axes.ts'
import { AXES, cross, dot, subtract, unit, type Vec } from '#lib/model/vector.ts'
import { cutFace, normalOf } from './area-face.ts'
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
import { Rows, roomFor } from './rows.ts'
import { eachInSteps } from './steps.ts'

export type AreaSource = {
  model: ViewerModel
  nodeAt: ReadonlyMap<string, number>
  /** About the scene's origin; null where a node cannot be drawn. */
  at: readonly (Vec | null)[]
}

/** What is being written. `added`: points beyond the nodes, three numbers each. */
type Draft = {
  triangles: Rows
  edges: Rows
  records: Uint32Array<ArrayBuffer>
  floats: Float32Array
  centres: Float32Array
  added: number[]
  nodes: number
  /** What kind a label says, as far as labels have come. */
  labels: Map<string, AreaKind | undefined>
}

/** `added`: the points beyond the nodes, three numbers each; `undrawn`: areas without a face. */
export function* areaTables({ model, nodeAt, at }: AreaSource) {
  const areas = model.areas ?? []
  const corners = areas.reduce((sum, { nodeIds }) => sum + nodeIds.length, 0)
  const records = new Uint32Array(4 * roomFor(areas.length))
  const draft: Draft = {
    triangles: new Rows(Math.max(0, corners - 2 * areas.length)),
    edges: new Rows(corners),
    records,
    floats: new Float32Array(records.buffer),
    centres: new Float32Array(3 * areas.length),
    added: [],
    nodes: at.length,
    labels: new Map(),
  }
  const firstTriangle = new Uint32Array(areas.length + 1)
  const firstEdge = new Uint32Array(areas.length + 1)
  const thicknessOf = thicknesses(model)
  const [write, writePlain] = [writerOf(draft, areas, { nodeAt, at }), plainWriter(draft, { nodeAt, at })]
  let undrawn = 0
  yield* eachInSteps(areas, 1000, (area, k) => {
    firstTriangle[k] = draft.triangles.length / 4
    firstEdge[k] = draft.edges.length / 4
    const thickness = thicknessOf(area)
    if (!writePlain(area, k, thickness) && !write(area, k, thickness)) undrawn++
  })
  firstTriangle[areas.length] = draft.triangles.length / 4
  firstEdge[areas.length] = draft.edges.length / 4
  const tables: AreaTables = {
    count: areas.length,
    triangles: draft.triangles.done(),
    edges: draft.edges.done(),
    records: records.subarray(0, 4 * areas.length),
    firstTriangle,
    firstEdge,
    centres: draft.centres,
  }
  return { areas: tables, added: draft.added, undrawn }
}

/** 0 where an area has none. */
function thicknesses(model: ViewerModel): (area: ViewerArea) => number {
  const ofSection = new Map((model.sections ?? []).map(({ id, thickness }) => [id, thickness ?? 0]))
  return ({ thickness, sectionId }) => {
    const given = thickness ?? (sectionId == null ? 0 : (ofSection.get(sectionId) ?? 0))
    return given > 0 && given < DRAWABLE ? given : 0
  }
}

type Written = { normal: Vec | null; thickness: number; isWarped: boolean; centre: Vec }

function record({ records, floats, centres, labels }: Draft, area: ViewerArea, k: number, written: Written) {
  const { normal, thickness, isWarped, centre } = written
  const up = normal && upOf(normal)
  const [x, y, z] = up ?? [0, 0, 1]
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z)
  const [ox, oy] = [x / size, y / size]
  floats[4 * k] = z < 0 ? (1 - Math.abs(oy)) * (x < 0 ? -1 : 1) : ox
  floats[4 * k + 1] = z < 0 ? (1 - Math.abs(ox)) * (y < 0 ? -1 : 1) : oy
  floats[4 * k + 2] = thickness
  const point = area.cardinalPoint?.toUpperCase()
  const placed = point === 'TOP' ? AT_TOP : point === 'BOTTOM' ? AT_BOTTOM : 0
  const label = area.kind ?? ''
  if (!labels.has(label)) labels.set(label, kindByLabel(label))
  const kind = AREA_KINDS.indexOf(labels.get(label) ?? kindBySlope(normal))
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
function plainWriter(draft: Draft, { nodeAt, at }: Omit<AreaSource, 'model'>) {
  const { triangles, edges } = draft
  return (area: ViewerArea, k: number, thickness: number): boolean => {
    const { nodeIds, openingNodeIds } = area
    const count = nodeIds.length
    if (count < 3 || count > 4 || openingNodeIds?.length) return false
    const ids: number[] = []
    const places: Vec[] = []
    for (const id of nodeIds) {
      const node = nodeAt.get(id) ?? -1
      const place = at[node]
      if (!place) return false
      ids.push(node)
      places.push(place)
    }
    const [a, b, c, d = a] = places as [Vec, Vec, Vec, Vec?] // of three or four nodes
    // Newell's normal: of a quadrilateral that of its diagonals.
    const normal = unit(cross(subtract(c, a), subtract(d, b)))
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
    record(draft, area, k, { normal, thickness, isWarped, centre })
    return true
  }
}

/** Whether the way from p by q to r turns counter-clockwise about a direction. */
function turnsAbout(normal: Vec, p: Vec, q: Vec, r: Vec): boolean {
  const [u, v] = [subtract(q, p), subtract(r, q)]
  return dot(normal, cross(u, v)) > LEAST_TURN * Math.sqrt(dot(u, u) * dot(v, v))
}

/** A sine below this is no bend: such a normal is as good as another. */
const FLAT = 1e-3

const isBent = (own: Vec, normal: Vec) => 1 - dot(own, normal) ** 2 > FLAT ** 2

/** Any area whatever. False: it has no face. */
function writerOf(draft: Draft, areas: readonly ViewerArea[], { nodeAt, at }: Omit<AreaSource, 'model'>) {
  const { triangles, edges, added, nodes } = draft
  const isSame = (a: number, b: number) => at[a]!.every((value, k) => value === at[b]![k])
  /** Nodes of a loop, none twice in a row; null where one of them is not drawn. */
  const loopOf = (ids: readonly string[]) => {
    const all = ids.map((id) => nodeAt.get(id) ?? -1)
    return all.every((node) => at[node]) ? loop(all, isSame) : null
  }
  const placesOf = (loop: readonly number[]) => loop.map((node) => at[node]!)
  const openingsOf = ({ openingNodeIds }: ViewerArea) => (openingNodeIds ?? []).flatMap((ids) => [loopOf(ids) ?? []])
  const leftOut = tooManyTogether(
    areas.map((area) => {
      const isLarge = area.nodeIds.length + (area.openingNodeIds ?? []).reduce((sum, ids) => sum + ids.length, 0) > FEW_CORNERS
      const outline = isLarge && loopOf(area.nodeIds)
      return outline ? sizeOf(placesOf(outline), openingsOf(area).map(placesOf)) : 0
    }),
  )
  return (area: ViewerArea, k: number, thickness: number): boolean => {
    const outline = loopOf(area.nodeIds)
    if (!outline) {
      record(draft, area, k, { normal: null, thickness: 0, isWarped: false, centre: [0, 0, 0] })
      return false
    }
    const openings = openingsOf(area).filter(({ length }) => length >= 3)
    const { area: flat, region, centre, loops } = cutFace(placesOf(outline), openings.map(placesOf), leftOut.has(k))
    const corners = [...outline, ...openings.flat()]
    const first = nodes + added.length / 3 - corners.length
    const points = region?.points ?? []
    for (let i = corners.length; i < points.length; i++) added.push(...points[i]!)
    const point = (i: number) => (i < corners.length ? corners[i]! : first + i)
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
    record(draft, area, k, { normal, thickness: region ? thickness : 0, isWarped, centre })
    return region !== null || flat === null
  }
}
