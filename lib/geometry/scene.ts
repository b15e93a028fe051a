import { frameKindsOf } from '#lib/model/column-roles.ts'
import { columnsOf, type ModelColumns, type ModelHead } from '#lib/model/columns.ts'
import { boxToDisplay, toDisplay, toModel, turned } from '#lib/model/display-axes.ts'
import { isStraight } from '#lib/model/grid-shapes.ts'
import { AXIS, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { carriesFloor } from '#lib/model/storeys.ts'
import { taperPairs } from '#lib/model/taper-pairs.ts'
import type { Up } from '#lib/model/up-axis.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { toTheEnd } from '#lib/values/steps.ts'
import { turn } from '#lib/values/turn.ts'
import type { AreaTables } from './area-records.ts'
import { areaTables } from './area-tables.ts'
import { sectionBody } from './body-of-section.ts'
import { DRAWABLE } from './body-size.ts'
import { type FrameRecords, NO_BODY, packFrame, UNDRAWN } from './frame-records.ts'
import { gridBubbles, type Level, nameOfLine, type PlanGrid } from './grid-bubble.ts'
import { type GridCurve, gridCurves } from './grid-curves.ts'
import { capacityFor } from './rows.ts'
import { type SectionBody, taperBody } from './section-body.ts'
import { markSharedEdges } from './shared-edges.ts'
import { eachInSteps } from './steps.ts'
import { type SupportRecords, supportRecords, withAreaEdges } from './support-records.ts'

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

const isDrawable = (value: number) => Math.abs(value) < DRAWABLE

/** `about`: the origin of the scene before, kept while the model stays near it so that a camera can stay where it is. */
export const buildScene = (model: ViewerModel, about?: Vec): Scene => toTheEnd(buildSceneInSteps(columnsOf(model), about))

/**
 * The same with a stop after every so many elements, for whoever must not be kept waiting. `isFixed`: about this origin wherever the
 * model lies, for it is seen beside another.
 */
export function* buildSceneInSteps(model: ModelColumns, about?: Vec, isFixed = false): Generator<void, Scene> {
  const { x, y, z, radius, count } = model.nodes
  const isThere = (k: number) => isDrawable(x[k]!) && isDrawable(y[k]!) && isDrawable(z[k]!)
  const box = boxOf(model.nodes, isThere)
  const origin = about && (isFixed || isNear(about, box)) ? about : middle(box)
  const nodes = new Float32Array(4 * capacityFor(count)).subarray(0, 4 * count)
  let undrawnNodes = 0
  for (let k = 0; k < count; k++) {
    if (isThere(k)) {
      nodes[4 * k] = x[k]! - origin[0]
      nodes[4 * k + 1] = y[k]! - origin[1]
      nodes[4 * k + 2] = z[k]! - origin[2]
      const size = radius?.[k] ?? 0
      nodes[4 * k + 3] = size > 0 && isDrawable(size) ? size : 0
    } else {
      nodes[4 * k + 3] = -1
      undrawnNodes++
    }
  }

  yield
  const bodies: SectionBody[] = []
  const bodyOfSection = sectionBodies(model.head, bodies)
  const bodyOfFrame = frameBodies(model, bodies, bodyOfSection)
  const { frames, placements, shortest, undrawn: undrawnFrames } = yield* frameRecords(model, nodes, bodyOfFrame)
  // Outlines are cut in doubles.
  const nodePlaces = Array.from({ length: model.areas.count > 0 ? count : 0 }, (_, k): Vec | null =>
    isThere(k) ? [x[k]! - origin[0], y[k]! - origin[1], z[k]! - origin[2]] : null,
  )
  const { areas, added, undrawn: undrawnAreas } = yield* areaTables(model, nodePlaces)
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
    supports: supportRecords(model, withAreaEdges(model, nodePlaces, shortest), Math.hypot(...subtract(high, low))),
    grid: gridAround(model, origin, low, high),
    undrawn: { nodes: undrawnNodes, frames: undrawnFrames, areas: undrawnAreas },
  }
}

/** The lines of a plan, straight ones and others, and the levels above it. */
type Grid<Axis = 'X' | 'Y' | 'Z'> = { plan: PlanGrid<Axis>[]; curves: GridCurve[]; levels: Level[] }

/** The grid lines and levels around a box, both about the origin of the scene; coordinates and elevations are the model's own. */
export function gridAround(model: ModelColumns, origin: Vec, low: Vec, high: Vec, names = namesIn(model)): Grid<'X' | 'Y'> {
  const every = model.head.gridLines ?? []
  const all = every.filter(isStraight)
  const gridLines = all.flatMap((line) => {
    const coordinate = line.coordinate - origin[AXIS[line.axis]]
    return isDrawable(coordinate) ? [{ ...line, coordinate }] : []
  })
  // Coordinates and elevations are the model's own numbers, never those about the scene's origin.
  const stored = new Map(all.map(({ id, coordinate }) => [id, coordinate]))
  const own = (id: string, about: number) => stored.get(id) ?? about
  const zGrids = gridLines.filter(({ axis }) => axis === 'Z')
  const carries = zGrids.length > 0 ? carriesFloor(model, Math.max((high[2] - low[2]) / 500, 1e-9)) : () => false
  return {
    plan: gridBubbles(
      gridLines.map((line) => ({ ...line, label: names.get(line.id) ?? null })),
      low,
      high,
    ).map((line) => ({ ...line, coordinate: own(line.id, line.coordinate) })),
    curves: gridCurves(every, origin, low[2]),
    levels: zGrids.map(({ id, label, coordinate }) => {
      const elevation = own(id, coordinate)
      return { id, label: label ?? null, elevation, carriesFloor: carries(elevation) }
    }),
  }
}

/** What its grid lines are called, by their ids. */
const namesIn = ({ head: { gridLines = [] } }: ModelColumns) => new Map(gridLines.map((line) => [line.id, nameOfLine(line)]))

/** The same of a model that is shown with another way up: lines lie in that plan, levels along that axis. */
export function gridShown(
  model: ModelColumns,
  up: Up | null,
  { origin, low, high }: Pick<Scene, 'origin' | 'low' | 'high'>,
): Grid {
  if (up === null) return gridAround(model, origin, low, high)
  const box = boxToDisplay(up, { low, high })
  const { plan, curves, levels } = gridAround(turned(model, up), toDisplay(up, origin), box.low, box.high, namesIn(model))
  const own = new Map((model.head.gridLines ?? []).map((line) => [line.id, line]))
  return {
    plan: plan.map((line): PlanGrid => {
      const { axis, coordinate } = own.get(line.id) ?? line
      const [from, to, bubble] = [toModel(up, line.from), toModel(up, line.to), toModel(up, line.bubble)]
      return { ...line, axis, coordinate, from, to, bubble }
    }),
    curves: curves.map((curve) => ({
      ...curve,
      path: curve.path.map((point) => toModel(up, point)),
      bubble: curve.bubble && toModel(up, curve.bubble),
      arc: curve.arc && { ...curve.arc, center: toModel(up, curve.arc.center) },
    })),
    levels: levels.map((level): Level => ({ ...level, elevation: own.get(level.id)?.coordinate ?? level.elevation })),
  }
}

type Box = { low: Vec; high: Vec }

function boxOf({ count, x, y, z }: ModelColumns['nodes'], isThere: (k: number) => boolean): Box {
  const ends = (values: Float64Array): [low: number, high: number] => {
    let low = Infinity
    let high = -Infinity
    for (let k = 0; k < count; k++) {
      const value = values[k]!
      if ((value < low || value > high) && isThere(k)) {
        if (value < low) low = value
        if (value > high) high = value
      }
    }
    return low <= high ? [low, high] : [0, 0]
  }
  const [[x0, x1], [y0, y1], [z0, z1]] = [ends(x), ends(y), ends(z)]
  return { low: [x0, y0, z0], high: [x1, y1, z1] }
}

const middle = ({ low, high }: Box): Vec => [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2]

function isNear(about: Vec, box: Box) {
  const size = Math.hypot(...subtract(box.high, box.low))
  return Math.hypot(...subtract(middle(box), about)) <= 4 * size
}

/** Place of a section → index into `bodies`; sections that draw alike share one. */
function sectionBodies({ sections = [], sectionDefinitions = [] }: ModelHead, bodies: SectionBody[]): (number | undefined)[] {
  const definitions = new Map(sectionDefinitions.map((definition) => [definition.id, definition]))
  const known = new Map<string, number>()
  return sections.map((section) => {
    const body = sectionBody(section, definitions.get(section.id))
    if (!body) return undefined
    const key = JSON.stringify(body)
    let index = known.get(key)
    if (index === undefined && bodies.length < NO_BODY) {
      index = bodies.push(body) - 1
      known.set(key, index)
    }
    return index
  })
}

/**
 * Of a frame the index into `bodies`: of a prism that of its section, of others one for each pair of section and taper. Beyond what
 * records can name these are prisms too.
 */
function frameBodies(
  { head: { sections = [], sectionDefinitions }, frames: { section, taper, tapers } }: ModelColumns,
  bodies: SectionBody[],
  bodyOfSection: readonly (number | undefined)[],
): (k: number) => number | undefined {
  if (tapers.length === 0) return (k) => bodyOfSection[section[k]! - 1]
  const byId = new Map(sections.map((one) => [one.id, one]))
  const pairOf = taperPairs((id) => byId.get(id), sectionDefinitions)
  const made = (from: number, row: number): number | undefined => {
    const prism = bodyOfSection[from - 1]
    if (prism === undefined || bodies.length >= NO_BODY) return prism
    const [to, a, b, x, y] = tapers.subarray(5 * row - 5, 5 * row) as unknown as readonly [number, number, number, number, number]
    const isDrawn = bodyOfSection[to - 1] !== undefined
    const pair = isDrawn ? pairOf(sections[from - 1]?.id, sections[to - 1]?.id) : undefined
    const own = bodies[prism]!
    const body = taperBody(own, pair, [a, b], isDrawable(x) && isDrawable(y) ? { x, y } : { x: 0, y: 0 })
    return body === own ? prism : bodies.push(body) - 1
  }
  const known = new Map<number, number | undefined>()
  return (k) => {
    const [from, row] = [section[k]!, taper[k]!]
    if (row === 0) return bodyOfSection[from - 1]
    const key = from * (tapers.length / 5 + 1) + row
    if (!known.has(key)) known.set(key, made(from, row))
    return known.get(key)
  }
}

/** What frames are turned and moved by, once each: cos and sin, offset along local 3, along local 2. The first is none. */
function drawnPlacements({ placements }: ModelColumns['frames']) {
  const drawn: number[] = []
  const known = new Map<string, number>()
  const place = (rotation: number, x: number, y: number) => {
    const key = `${rotation} ${x} ${y}`
    let index = known.get(key)
    if (index === undefined) {
      index = drawn.push(...turn(rotation), x, y) / 4 - 1
      known.set(key, index)
    }
    return index
  }
  place(0, 0, 0)
  const slots = new Uint32Array(placements.length / 3)
  for (let k = 0; k < slots.length; k++) {
    const [rotation, x, y] = [placements[3 * k]!, placements[3 * k + 1]!, placements[3 * k + 2]!]
    const isMoved = isDrawable(x) && isDrawable(y) // NaN is not
    slots[k] = place(Number.isNaN(rotation) ? 0 : rotation, isMoved ? x : 0, isMoved ? y : 0)
  }
  return { placements: new Float32Array(drawn), slots }
}

/** Is a node there, and within reach? */
const isShown = (nodes: Float32Array, k: number) => k >= 0 && nodes[4 * k + 3]! >= 0

function* frameRecords(model: ModelColumns, nodes: Float32Array, bodyOfFrame: (k: number) => number | undefined) {
  const { frames } = model
  const { x, y, z, count: nodeCount } = model.nodes
  const { count, start, end, placement } = frames
  const kinds = frameKindsOf(model)
  yield
  const records = new Uint32Array(4 * capacityFor(count)).subarray(0, 4 * count)
  const { placements, slots } = drawnPlacements(frames)
  const shortest = new Float32Array(nodeCount)
  let undrawn = 0
  const record = (k: number) => {
    const a = start[k]! - 1
    const b = end[k]! - 1
    if (!isShown(nodes, a) || !isShown(nodes, b)) {
      undrawn++
      records[4 * k + 3] = NO_BODY | UNDRAWN
      return
    }
    const dx = x[b]! - x[a]!
    const dy = y[b]! - y[a]!
    const dz = z[b]! - z[a]!
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz) // far below where squares end; `hypot` makes objects
    // Both ends may be apart in doubles and yet fall together in single precision, where the GPU works.
    const axis1: Vec | null = length > 1e-15 && Math.fround(length) > 0 ? [dx / length, dy / length, dz / length] : null
    const body = axis1 ? (bodyOfFrame(k) ?? NO_BODY) : NO_BODY
    records[4 * k] = a
    records[4 * k + 1] = b
    records[4 * k + 2] = slots[placement[k]!]!
    records[4 * k + 3] = packFrame(body, axis1, kinds[k]!)
    if (!axis1) return
    if (!shortest[a] || length < shortest[a]) shortest[a] = length
    if (!shortest[b] || length < shortest[b]) shortest[b] = length
  }
  yield* eachInSteps(count, 4000, record)
  return { frames: { count, records }, placements, shortest, undrawn }
}

/** The points where areas are cut come after the nodes. */
function withAdded(nodes: Float32Array<ArrayBuffer>, added: readonly number[]) {
  if (!added.length) return nodes
  const count = nodes.length / 4 + added.length / 3
  const points = new Float32Array(4 * capacityFor(count)).subarray(0, 4 * count)
  points.set(nodes)
  for (let k = 0; 3 * k < added.length; k++) points.set(added.slice(3 * k, 3 * k + 3), nodes.length + 4 * k)
  return points
}
