import type { ViewerFrame, ViewerModel } from '#lib/model/schema.ts'
import { carriesFloor } from '#lib/model/storeys.ts'
import { boxToDisplay, toDisplay, toModel, turned } from '#lib/model/turned.ts'
import type { Up } from '#lib/model/up-axis.ts'
import { AXES, AXIS, subtract, unit, type Vec } from '#lib/model/vector.ts'
import type { AreaTables } from './area-records.ts'
import { areaTables } from './area-tables.ts'
import { DRAWABLE } from './body-size.ts'
import { type FrameRecords, NO_BODY, packFrame, UNDRAWN } from './frame-records.ts'
import { gridBubbles, type Level, type PlanGrid } from './grid-bubble.ts'
import { turn } from './local-axes.ts'
import { roomFor } from './rows.ts'
import { type SectionBody, sectionBody } from './section-body.ts'
import { markSharedEdges } from './shared-edges.ts'
import { eachInSteps } from './steps.ts'
import { patternOf } from './support-symbol.ts'

/**
 * A ViewerModel as numbers ready to draw, in the model's length unit. Positions are relative to `origin` (doubles), because
 * single precision steps are 6 cm at 1,000,000. Index k of a kind is the k-th element of its array in the model. Nothing in
 * here is ever NaN or infinite: what cannot be drawn (a node at 1e300 and all that hangs on it) is marked and left out.
 */
export type Scene = {
  origin: Vec
  /** The box of all drawn nodes, relative to `origin`; both corners 0 when there are none. */
  low: Vec
  high: Vec
  /** x, y, z and display size (0: the default; -1: cannot be drawn) of each node. */
  nodes: Float32Array
  /** The nodes, and after them the points where outlines of areas are cut: one table, of which `nodes` is the head. */
  points: Float32Array
  bodies: SectionBody[]
  /** cos and sin of the rotation, offset along local 3, offset along local 2; shared by all frames that sit alike. */
  placements: Float32Array
  frames: FrameRecords
  areas: AreaTables
  supports: SupportRecords
  grid: Grid
  /** Areas beyond what is cut are counted too, though their edges are there: the check tells them as `outline_too_large`. */
  undrawn: { nodes: number; frames: number; areas: number }
}

/** Supports that act on one node are one glyph: a direction is restrained if one of them restrains it. */
export type SupportRecords = {
  /** Per glyph: its node, its pattern, and how large it may be at most (0: as large as it likes). */
  nodes: Uint32Array
  patterns: Uint8Array
  sizes: Float32Array
  /** Per support of the model: its glyph. */
  glyphOf: Uint32Array
}

const isDrawable = (value: number) => Math.abs(value) < DRAWABLE

/** `about`: the origin of the scene before, kept while the model stays near it so that a camera can stay where it is. */
export function buildScene(model: ViewerModel, about?: Vec): Scene {
  const steps = buildSceneInSteps(model, about)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/**
 * The same with a stop after every so many elements, for whoever must not be kept waiting. `isFixed`: about this origin wherever the
 * model lies, for it is seen beside another.
 */
export function* buildSceneInSteps(model: ViewerModel, about?: Vec, isFixed = false): Generator<void, Scene> {
  const nodeAt = new Map<string, number>()
  const places = model.nodes.map(({ id, position: { x, y, z } }, k): Vec | null => {
    nodeAt.set(id, k)
    return isDrawable(x) && isDrawable(y) && isDrawable(z) ? [x, y, z] : null
  })
  const box = boxOf(places)
  const origin = about && (isFixed || isNear(about, box)) ? about : middle(box)
  const at = places.map((place) => place && subtract(place, origin))

  const nodes = new Float32Array(4 * roomFor(at.length)).subarray(0, 4 * at.length)
  at.forEach((place, k) => {
    const radius = model.nodes[k]?.radius ?? 0
    nodes.set(place ? [...place, radius > 0 && isDrawable(radius) ? radius : 0] : [0, 0, 0, -1], 4 * k)
  })

  yield
  const bodies: SectionBody[] = []
  const bodyOfSection = sectionBodies(model, bodies)
  const { frames, placements, shortest, undrawn: undrawnFrames } = yield* frameRecords(model, nodeAt, at, bodyOfSection)
  const { areas, added, undrawn: undrawnAreas } = yield* areaTables({ model, nodeAt, at })
  yield
  const points = withAdded(nodes, added)
  markSharedEdges(areas, points)
  yield
  const low = subtract(box.low, origin)
  const high = subtract(box.high, origin)
  return {
    origin,
    low,
    high,
    nodes: points.subarray(0, nodes.length),
    points,
    bodies,
    placements,
    frames,
    areas,
    supports: supportRecords(model, nodeAt, withAreaEdges(model, nodeAt, at, shortest), Math.hypot(...subtract(high, low))),
    grid: gridAround(model, origin, low, high),
    undrawn: { nodes: at.filter((place) => !place).length, frames: undrawnFrames, areas: undrawnAreas },
  }
}

/** The lines of a plan, and the levels above it. */
type Grid<Axis = 'X' | 'Y' | 'Z'> = { plan: PlanGrid<Axis>[]; levels: Level[] }

/** The grid lines and levels around a box, both about the origin of the scene; coordinates and elevations are the model's own. */
export function gridAround(model: ViewerModel, origin: Vec, low: Vec, high: Vec): Grid<'X' | 'Y'> {
  const gridLines = (model.gridLines ?? []).flatMap((line) => {
    const coordinate = line.coordinate - origin[AXIS[line.axis]]
    return isDrawable(coordinate) ? [{ ...line, coordinate }] : []
  })
  // Coordinates and elevations are the model's own numbers, never those about the scene's origin.
  const stored = new Map((model.gridLines ?? []).map(({ id, coordinate }) => [id, coordinate]))
  const own = (id: string, about: number) => stored.get(id) ?? about
  const zGrids = gridLines.filter(({ axis }) => axis === 'Z')
  const carries = zGrids.length > 0 ? carriesFloor(model, Math.max((high[2] - low[2]) / 500, 1e-9)) : () => false
  return {
    plan: gridBubbles(gridLines, low, high).map((line) => ({ ...line, coordinate: own(line.id, line.coordinate) })),
    levels: zGrids.map(({ id, label, coordinate }) => {
      const elevation = own(id, coordinate)
      return { id, label: label ?? null, elevation, carriesFloor: carries(elevation) }
    }),
  }
}

/** The same of a model that is shown with another way up: lines lie in that plan, levels along that axis. */
export function gridShown(
  model: ViewerModel,
  up: Up | null,
  { origin, low, high }: Pick<Scene, 'origin' | 'low' | 'high'>,
): Grid {
  if (up === null) return gridAround(model, origin, low, high)
  const box = boxToDisplay(up, { low, high })
  const { plan, levels } = gridAround(turned(model, up), toDisplay(up, origin), box.low, box.high)
  const own = new Map((model.gridLines ?? []).map((line) => [line.id, line]))
  return {
    plan: plan.map((line): PlanGrid => {
      const { axis, coordinate } = own.get(line.id) ?? line
      const [from, to, bubble] = [toModel(up, line.from), toModel(up, line.to), toModel(up, line.bubble)]
      return { ...line, axis, coordinate, from, to, bubble }
    }),
    levels: levels.map((level): Level => ({ ...level, elevation: own.get(level.id)?.coordinate ?? level.elevation })),
  }
}

type Box = { low: Vec; high: Vec }

function boxOf(places: readonly (Vec | null)[]): Box {
  const low: [number, number, number] = [Infinity, Infinity, Infinity]
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (const place of places) {
    if (!place) continue
    for (const k of AXES) {
      if (place[k] < low[k]) low[k] = place[k]
      if (place[k] > high[k]) high[k] = place[k]
    }
  }
  return low[0] <= high[0] ? { low, high } : { low: [0, 0, 0], high: [0, 0, 0] }
}

const middle = ({ low, high }: Box): Vec => [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2]

function isNear(about: Vec, box: Box) {
  const size = Math.hypot(...subtract(box.high, box.low))
  return Math.hypot(...subtract(middle(box), about)) <= 4 * size
}

/** Section id → index into `bodies`; sections that draw alike share one. */
function sectionBodies(model: ViewerModel, bodies: SectionBody[]): Map<string, number> {
  const definitions = new Map((model.sectionDefinitions ?? []).map((definition) => [definition.id, definition]))
  const known = new Map<string, number>()
  const found = new Map<string, number>()
  for (const section of model.sections ?? []) {
    const body = sectionBody(section, definitions.get(section.id))
    if (!body) continue
    const key = JSON.stringify(body)
    let index = known.get(key)
    if (index === undefined && bodies.length < NO_BODY) {
      index = bodies.push(body) - 1
      known.set(key, index)
    }
    if (index !== undefined) found.set(section.id, index)
  }
  return found
}

function* frameRecords(
  model: ViewerModel,
  nodeAt: Map<string, number>,
  at: readonly (Vec | null)[],
  bodyOfSection: Map<string, number>,
) {
  const frames = model.frames ?? []
  const records = new Uint32Array(4 * roomFor(frames.length)).subarray(0, 4 * frames.length)
  const placements: number[] = []
  const placementAt = new Map<string, number>()
  const shortest = new Float32Array(at.length)
  let undrawn = 0
  const place = (rotation: number, x: number, y: number) => {
    if (rotation === 0 && x === 0 && y === 0 && placements.length > 0) return 0
    const key = `${rotation} ${x} ${y}`
    const known = placementAt.get(key)
    if (known !== undefined) return known
    placements.push(...turn(rotation), x, y)
    placementAt.set(key, placements.length / 4 - 1)
    return placements.length / 4 - 1
  }
  place(0, 0, 0)

  const record = ({ startNodeId, endNodeId, sectionId, rotation, sectionOffset }: ViewerFrame, k: number) => {
    const start = nodeAt.get(startNodeId)
    const end = nodeAt.get(endNodeId)
    const from = start === undefined ? null : at[start]
    const to = end === undefined ? null : at[end]
    if (start === undefined || end === undefined || !from || !to) {
      undrawn++
      records.set([0, 0, 0, NO_BODY | UNDRAWN], 4 * k)
      return
    }
    const along = subtract(to, from)
    const length = Math.hypot(...along)
    // Both ends may be apart in doubles and yet fall together in single precision, where the GPU works.
    const axis1 = length > 1e-15 && Math.fround(length) > 0 ? unit(along) : null
    const { x, y } = sectionOffset && isDrawable(sectionOffset.x) && isDrawable(sectionOffset.y) ? sectionOffset : { x: 0, y: 0 }
    const body = axis1 && sectionId != null ? (bodyOfSection.get(sectionId) ?? NO_BODY) : NO_BODY
    records.set([start, end, place(rotation ?? 0, x, y), packFrame(body, axis1)], 4 * k)
    if (axis1) for (const node of [start, end]) if (!shortest[node] || length < shortest[node]) shortest[node] = length
  }
  yield* eachInSteps(frames, 4000, record)
  return { frames: { count: frames.length, records }, placements: new Float32Array(placements), shortest, undrawn }
}

/** The points where areas are cut come after the nodes. */
function withAdded(nodes: Float32Array<ArrayBuffer>, added: readonly number[]) {
  if (!added.length) return nodes
  const count = nodes.length / 4 + added.length / 3
  const points = new Float32Array(4 * roomFor(count)).subarray(0, 4 * count)
  points.set(nodes)
  for (let k = 0; 3 * k < added.length; k++) points.set(added.slice(3 * k, 3 * k + 3), nodes.length + 4 * k)
  return points
}

/** A support under a wall has no frame to measure its glyph by: there the edges of areas count. */
function withAreaEdges(model: ViewerModel, nodeAt: Map<string, number>, at: readonly (Vec | null)[], frames: Float32Array) {
  const held = new Uint8Array(at.length)
  for (const { nodeId } of model.supports ?? []) held[nodeAt.get(nodeId) ?? -1] = 1
  if (!held.some((isHeld, node) => isHeld && !frames[node])) return frames
  const shortest = frames.slice()
  for (const { nodeIds } of model.areas ?? []) {
    let a = nodeAt.get(nodeIds[nodeIds.length - 1]!) ?? -1
    for (const id of nodeIds) {
      const b = nodeAt.get(id) ?? -1
      const [from, to] = [at[a], at[b]]
      const edge = (held[a] || held[b]) && from && to ? Math.hypot(...subtract(to, from)) : 0
      if (edge > 0)
        for (const node of [a, b]) if (!frames[node] && (!shortest[node] || edge < shortest[node])) shortest[node] = edge
      a = b
    }
  }
  return shortest
}

function supportRecords(
  model: ViewerModel,
  nodeAt: Map<string, number>,
  shortest: Float32Array,
  diagonal: number,
): SupportRecords {
  const supports = model.supports ?? []
  const glyphAt = new Map<number, number>()
  const nodes: number[] = []
  const patterns: number[] = []
  const glyphOf = new Uint32Array(supports.length)
  supports.forEach(({ nodeId, restraints }, k) => {
    const node = nodeAt.get(nodeId) ?? 0
    const pattern = patternOf(restraints)
    const glyph = glyphAt.get(node) ?? nodes.push(node) - 1
    glyphAt.set(node, glyph)
    patterns[glyph] = (patterns[glyph] ?? 0) | pattern
    glyphOf[k] = glyph
  })
  return {
    nodes: new Uint32Array(nodes),
    patterns: new Uint8Array(patterns),
    sizes: glyphSizes(
      nodes.map((node) => shortest[node] ?? 0),
      diagonal,
    ),
    glyphOf,
  }
}

/** Of the shortest frame at a node, else area edge; and of the model's diagonal where there is neither. */
const OF_SHORTEST = 1 / 4
const OF_DIAGONAL = 1 / 40
/** So many of the nodes may ask for a smaller glyph than the others have. */
const SMALLER = 0.1

/** One size a model, that of its small nodes; none larger than its own node allows. */
function glyphSizes(shortest: readonly number[], diagonal: number): Float32Array {
  const caps = shortest.map((length) => (length > 0 ? OF_SHORTEST * length : OF_DIAGONAL * diagonal))
  const sorted = Float64Array.from(caps.filter((cap) => cap > 0)).sort()
  const common = sorted[Math.floor(SMALLER * (sorted.length - 1))] ?? 0
  return Float32Array.from(caps, (cap) => Math.min(cap, common))
}
