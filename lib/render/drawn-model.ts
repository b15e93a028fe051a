import { type Rgb, sectionColour } from '#lib/drawing/palette.ts'
import { type AreaMesh, areaMesh, reachOfArea } from '#lib/geometry/area-mesh.ts'
import { AREA_KINDS, kindOfArea } from '#lib/geometry/area-records.ts'
import { bodyOf, isUndrawn, NO_BODY } from '#lib/geometry/frame-records.ts'
import { clippedPath, type GridCurve } from '#lib/geometry/grid-curves.ts'
import { frameReach } from '#lib/geometry/pick/extent.ts'
import { gridAround, type Scene } from '#lib/geometry/scene.ts'
import type { ModelColumns } from '#lib/model/columns.ts'
import { type Axes, localAxes } from '#lib/model/shape/local-axes.ts'
import { AXES, AXIS, add, distance, perAxis, scale, subtract, type Vec, vecAt } from '#lib/model/shape/vector.ts'
import type { Finding, ViewerGridLine, ViewerModel } from '#lib/schema/schema.ts'
import { AREAS, NO_SECTION } from './colours.ts'
import { beyond, type HalfSpace } from './half-space.ts'

/** The plane of a grid line: only what lies in it is drawn, and what it cuts. */
export type GridPlaneCut = {
  axis: 0 | 1 | 2
  at: number /** Nodes this near lie in it. */
  tolerance: number /** Faces this near. */
  reach: number
}

/** What of a model goes into one picture, and in which colours. Indexes are those of the model's arrays. */
export type DrawnModel = {
  model: ViewerModel
  scene: Scene
  /** Its areas as triangles and strokes. */
  mesh: AreaMesh
  cut: GridPlaneCut | null
  /** What lies outside one of them is cut away. */
  kept: readonly HalfSpace[]
  nodes: Uint8Array
  frames: Uint8Array
  areas: Uint8Array
  /** Areas with a thickness: closed bodies, whose far sides need no drawing. */
  solidAreas: Uint8Array
  /** Colour of each frame by section, of each area by kind. */
  frameColours: Rgb[]
  legend: LegendEntry[]
  marked: NamedElements
  /** Those that are drawn. */
  markedCount: number
  /** Frames and areas that are drawn beside them. */
  unmarkedCount: number
  /** What alone is drawn. */
  isolated: NamedElements | null
  /** The box of what is drawn, and the grid around it, about the scene's origin. */
  low: Vec
  high: Vec
  grid: Scene['grid']
}

export type LegendEntry = {
  kind: 'section' | 'area'
  /** Section id, or floor, wall, ramp; null for frames without section. */
  id: string | null
  label: string
  rgb: Rgb
  count: number
}

/** Elements that are named, by index. */
export type NamedElements = { nodes: Set<number>; frames: Set<number>; areas: Set<number>; gridLines: Set<string>; any: boolean }

export type Ref = Finding['elements'][number]

/** `isolate`: these alone. `kept`: as in `DrawnModel`; of what lies wholly outside `inFront` nothing is drawn, and the rest is whole. */
export type PictureSelection = {
  gridLine: ViewerGridLine | null
  highlight: readonly Ref[]
  isolate: readonly Ref[] | null
  hidden?: readonly Ref[] | undefined
  kept?: readonly HalfSpace[] | undefined
  inFront?: HalfSpace | undefined
}

export function drawnModel(
  model: ViewerModel,
  columns: ModelColumns,
  scene: Scene,
  { gridLine, highlight, isolate, hidden = [], kept = [], inFront }: PictureSelection,
): DrawnModel {
  const cut = gridLine && planeOf(scene, gridLine)
  const chosen = isolate && elementsNamed(model, isolate)
  const alone = chosen && nodesOf(model, scene, chosen)
  const isAt = (node: number) => !cut || Math.abs(scene.nodes[4 * node + cut.axis]! - cut.at) <= cut.tolerance
  const nodes = Uint8Array.from({ length: model.nodes.length }, (_, k) =>
    scene.nodes[4 * k + 3]! >= 0 && isAt(k) && (alone?.has(k) ?? true) ? 1 : 0,
  )
  const { records } = scene.frames
  const frames = Uint8Array.from({ length: scene.frames.count }, (_, k) => {
    if (isUndrawn(records[4 * k + 3]!) || chosen?.frames.has(k) === false) return 0
    return isAt(records[4 * k]!) && isAt(records[4 * k + 1]!) ? 1 : 0
  })
  const mesh = areaMesh(scene)
  const areas = Uint8Array.from({ length: scene.areas.count }, (_, k) => {
    const [first, next] = [mesh.first[k]!, mesh.first[k + 1]!]
    if (chosen?.areas.has(k) === false) return 0
    if (!cut) return 1
    let [low, high] = [Infinity, -Infinity]
    for (let v = first; v < next; v++) {
      const position = mesh.positions[3 * v + cut.axis]!
      low = Math.min(low, position)
      high = Math.max(high, position)
    }
    return low <= cut.at + cut.reach && high >= cut.at - cut.reach ? 1 : 0
  })
  leaveOut({ scene, nodes, frames, areas }, elementsNamed(model, hidden), inFront ? [...kept, inFront] : kept)
  const thicknesses = new Map((model.sections ?? []).map(({ id, thickness }) => [id, thickness]))
  const solidAreas = Uint8Array.from(model.areas ?? [], ({ thickness, sectionId }) =>
    (thickness ?? thicknesses.get(sectionId ?? '') ?? 0) > 0 ? 1 : 0,
  )
  const { frameColours, legend } = coloured(model, scene, frames, areas)
  const marked = elementsNamed(model, highlight)
  const markedCount =
    [...marked.nodes].filter((k) => nodes[k]).length +
    [...marked.frames].filter((k) => frames[k]).length +
    [...marked.areas].filter((k) => areas[k]).length +
    marked.gridLines.size
  const unmarked = (drawn: Uint8Array, marked: ReadonlySet<number>) =>
    drawn.reduce((sum, one, k) => sum + (one && !marked.has(k) ? 1 : 0), 0)
  const unmarkedCount = unmarked(frames, marked.frames) + unmarked(areas, marked.areas)
  const isPart = cut !== null || chosen !== null || kept.length > 0 || inFront !== undefined
  const { low, high } = isPart ? (boxOf(scene, nodes) ?? scene) : scene
  const grid = isPart ? gridOfPart(columns, scene, low, high) : scene.grid
  return {
    ...{ model, scene, mesh, cut, kept, nodes, frames, areas, solidAreas, frameColours, legend },
    ...{ marked, markedCount, unmarkedCount, isolated: chosen, low, high, grid },
  }
}

/** What is hidden, and what lies wholly outside one of the half-spaces: bodies as they are, nodes and their supports as points. */
function leaveOut(
  { scene, nodes, frames, areas }: Pick<DrawnModel, 'scene' | 'nodes' | 'frames' | 'areas'>,
  hidden: NamedElements,
  kept: readonly HalfSpace[],
): void {
  const drawn = { nodes, frames, areas }
  for (const kind of ['nodes', 'frames', 'areas'] as const) for (const k of hidden[kind]) drawn[kind][k] = 0
  for (const { normal, at } of kept) {
    const [x, y, z] = scale(normal, -1)
    for (let k = 0; k < frames.length; k++) if (frames[k] && -frameReach(scene, k, x, y, z) > at) frames[k] = 0
    for (let k = 0; k < areas.length; k++) if (areas[k] && -reachOfArea(scene, k, x, y, z) > at) areas[k] = 0
    for (let k = 0; k < nodes.length; k++) if (nodes[k] && beyond({ normal, at }, vecAt(scene.nodes, 4 * k)) > 0) nodes[k] = 0
  }
}

/** Whether there is nothing beside these elements and their nodes. */
export function isAllDrawn({ nodes, frames, areas }: DrawnModel, named: NamedElements): boolean {
  const isIn = (drawn: Uint8Array, those: ReadonlySet<number>) => drawn.every((isDrawn, k) => isDrawn === 0 || those.has(k))
  return isIn(nodes, named.nodes) && isIn(frames, named.frames) && isIn(areas, named.areas)
}

/** The nodes of these elements, and those that are named themselves. */
export function nodesOf(model: ViewerModel, scene: Scene, { nodes, frames, areas }: NamedElements): Set<number> {
  const found = new Set(nodes)
  const { records } = scene.frames
  for (const k of frames) for (const end of [0, 1]) found.add(records[4 * k + end]!)
  if (areas.size === 0) return found
  const ordinals = new Map(model.nodes.map(({ id }, k) => [id, k]))
  for (const [k, { nodeIds, openingNodeIds = [] }] of (model.areas ?? []).entries()) {
    if (areas.has(k)) for (const id of [...nodeIds, ...openingNodeIds.flat()]) found.add(ordinals.get(id) ?? -1)
  }
  return found
}

function boxOf({ nodes }: Scene, isShown: Uint8Array): { low: Vec; high: Vec } | null {
  const [low, high] = [perAxis(() => Infinity), perAxis(() => -Infinity)]
  for (let k = 0; k < isShown.length; k++) {
    if (!isShown[k]) continue
    for (const i of AXES) {
      low[i] = Math.min(low[i], nodes[4 * k + i]!)
      high[i] = Math.max(high[i], nodes[4 * k + i]!)
    }
  }
  return low[0] <= high[0] ? { low, high } : null
}

/** The grid lines that pass through a part of the model, as long as that part needs them. */
function gridOfPart(columns: ModelColumns, scene: Scene, low: Vec, high: Vec): Scene['grid'] {
  const size = Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2])
  const [near, more] = [Math.max(0.01 * size, 1e-9), 0.08 * size]
  const { plan, curves, levels } = gridAround(
    columns,
    scene.origin,
    [low[0] - more, low[1] - more, low[2]],
    [high[0] + more, high[1] + more, high[2]],
  )
  const isThere = (coordinate: number, k: 0 | 1 | 2) =>
    coordinate - scene.origin[k] >= low[k] - near && coordinate - scene.origin[k] <= high[k] + near
  return {
    plan: plan.filter(({ axis, coordinate }) => isThere(coordinate, axis === 'X' ? 0 : 1)),
    curves: curves.flatMap((curve) => curveOfPart(curve, [low[0] - more, low[1] - more], [high[0] + more, high[1] + more])),
    levels: levels.filter(({ elevation }) => isThere(elevation, 2)),
  }
}

/** What passes a part of the plan, with its bubble at an end of that. */
function curveOfPart(curve: GridCurve, low: readonly [number, number], high: readonly [number, number]): GridCurve[] {
  const pieces = clippedPath(curve.path, low, high, (a, b, share) => add(a, scale(subtract(b, a), share)))
  const isIn = ({ bubble }: GridCurve) => bubble && pieces.some((piece) => piece.includes(bubble))
  return pieces.map((path, k) => ({ ...curve, path, bubble: k > 0 ? null : isIn(curve) ? curve.bubble : (path.at(-1) ?? null) }))
}

function planeOf(scene: Scene, { axis, coordinate }: ViewerGridLine): GridPlaneCut {
  const k = AXIS[axis]
  const size = distance(scene.high, scene.low)
  return { axis: k, at: coordinate - scene.origin[k], tolerance: 1e-3 * size, reach: 1e-2 * size }
}

function coloured(model: ViewerModel, scene: Scene, frames: Uint8Array, areas: Uint8Array) {
  const counts = new Map<string | null, number>()
  const sections = new Map((model.sections ?? []).map((section) => [section.id, section]))
  const sectionOf = (k: number) => {
    const id = model.frames?.[k]?.sectionId
    return id != null && sections.has(id) ? id : null
  }
  for (let k = 0; k < frames.length; k++) if (frames[k]) counts.set(sectionOf(k), (counts.get(sectionOf(k)) ?? 0) + 1)
  const used = [...counts].sort(([, a], [, b]) => b - a)
  const colours = new Map<string | null, Rgb>([[null, NO_SECTION]])
  for (const [ordinal, id] of [...sections.keys()].entries()) colours.set(id, sectionColour(ordinal))
  const legend = used.map(([id, count]): LegendEntry => {
    const section = sections.get(id ?? '')
    const label = id === null ? 'No section' : section?.name || id
    return {
      kind: 'section',
      id,
      label: id !== null && isLine(scene, model, id) ? `${label} (line)` : label,
      rgb: colours.get(id) ?? NO_SECTION,
      count,
    }
  })
  for (const kind of AREA_KINDS) {
    const count = areas.reduce((sum, isDrawn, k) => sum + (isDrawn && kindOfArea(scene.areas, k) === kind ? 1 : 0), 0)
    const label = { floor: 'Floors', wall: 'Walls', ramp: 'Ramps', roof: 'Roofs', shell: 'Shells' }[kind]
    if (count > 0) legend.push({ kind: 'area', id: kind, label, rgb: AREAS[kind].rgb, count })
  }
  const frameColours = Array.from(frames, (_, k) => colours.get(sectionOf(k)) ?? NO_SECTION)
  return { frameColours, legend }
}

/** Whether the section has no outline, so that its frames are lines. */
function isLine(scene: Scene, model: ViewerModel, sectionId: string): boolean {
  const k = (model.frames ?? []).findIndex((frame) => frame.sectionId === sectionId)
  return k >= 0 && bodyOf(scene.frames.records[4 * k + 3]!) === NO_BODY
}

/** Members stand for their frames, supports for their nodes, sections and materials for what is made of them. */
export function elementsNamed(model: ViewerModel, refs: readonly Ref[]): NamedElements {
  const ids = (kind: Ref['kind']) => new Set(refs.filter((each) => each.kind === kind).map(({ id }) => id))
  const [nodeIds, frameIds, areaIds] = [ids('node'), ids('frame'), ids('area')]
  const [sectionIds, materialIds] = [ids('section'), ids('material')]
  const byMember = ids('member')
  for (const member of model.members ?? []) if (byMember.has(member.id)) for (const id of member.frameIds) frameIds.add(id)
  const supportIds = ids('support')
  for (const support of model.supports ?? []) if (supportIds.has(support.id)) nodeIds.add(support.nodeId)
  const materialOf = new Map((model.sections ?? []).map(({ id, materialId }) => [id, materialId]))
  const isOf = ({ sectionId, materialId }: { sectionId?: string | null | undefined; materialId?: string | null | undefined }) =>
    sectionIds.has(sectionId ?? '') || materialIds.has(materialId ?? materialOf.get(sectionId ?? '') ?? '')
  const chosen = <T>(elements: readonly T[] | undefined, isChosen: (element: T) => boolean) =>
    new Set((elements ?? []).flatMap((element, k) => (isChosen(element) ? [k] : [])))
  const named = {
    nodes: chosen(model.nodes, ({ id }) => nodeIds.has(id)),
    frames: chosen(model.frames, (frame) => frameIds.has(frame.id) || isOf(frame)),
    areas: chosen(model.areas, (area) => areaIds.has(area.id) || isOf(area)),
    gridLines: ids('gridLine'),
  }
  return { ...named, any: named.nodes.size + named.frames.size + named.areas.size + named.gridLines.size > 0 }
}

/** Ends of a frame about the scene's origin. */
export function endsOf({ nodes, frames }: Scene, k: number): [Vec, Vec] {
  const end = (i: number) => vecAt(nodes, 4 * frames.records[4 * k + i]!)
  return [end(0), end(1)]
}

/** `offset`: from the node line to the outline's origin, at the start; the points of a body count from there at its end too. */
export type OutlinePlacement = { axes: Axes; offset: Vec; endOffset: Vec }

/** Axes after rotation, and the offset, of a drawn frame; null without length. */
export function placedAxes({ placements, frames, bodies }: Scene, k: number, start: Vec, end: Vec): OutlinePlacement | null {
  const axes = localAxes(start, end)
  if (!axes) return null
  const first = 4 * frames.records[4 * k + 2]!
  const [cos = 1, sin = 0, x = 0, y = 0] = placements.subarray(first, first + 4)
  const [e1, e2, e3] = axes
  const two = add(scale(e2, cos), scale(e3, sin))
  const three = add(scale(e3, cos), scale(e2, -sin))
  const offset = add(scale(three, x), scale(two, y))
  const shift = bodies[bodyOf(frames.records[4 * k + 3]!)]?.end?.shift
  const endOffset = shift ? add(offset, add(scale(three, shift.x), scale(two, shift.y))) : offset
  return { axes: [e1, two, three], offset, endOffset }
}
