import { DIRECTIONS } from '#lib/schema/restraints.ts'
import { AREA_ROLES, FRAME_ROLES } from '#lib/schema/roles.ts'
import type { ViewerFrame, ViewerModel, ViewerSupportRestraints } from '#lib/schema/schema.ts'
import { keyed } from '#lib/values/object-keys.ts'
import { STRIDE, toTheEnd } from '#lib/values/steps.ts'
import type { Whole } from '#lib/values/whole.ts'
import { columnsOfLoads, type LoadColumns } from './load/load-columns.ts'
import type { Vec } from './shape/vector.ts'
import { offsetsOf, taperOf } from './taper.ts'

/** Kinds that a model may have very many of. */
export const MANY = ['nodes', 'frames', 'areas', 'supports', 'members', 'loads'] as const
export type Many = (typeof MANY)[number]

/**
 * A model as columns: one array per field, in which elements name each other by their place. What is drawn, counted and coloured is
 * read from here, so that a large model needs no object per element. A reference is its place plus 1, and 0 is none; `names` are
 * ids that are named and that no element has, whose places follow those of the elements. NaN: not said.
 */
export type ModelColumns = {
  head: ModelHead
  names: Record<NamedColumn, readonly string[]>
  nodes: { count: number; x: Float64Array; y: Float64Array; z: Float64Array; radius: Float64Array | null }
  frames: {
    count: number
    start: Whole
    end: Whole
    section: Whole
    material: Whole
    member: Whole
    /** Place in `FRAME_ROLES`, plus 1. */
    role: Whole
    /** Which three of `placements`: rotation in degrees, offset along local 3 and 2. */
    placement: Whole
    placements: Float64Array
    /** Which five of `tapers`, plus 1; 0 of a prism: end section, the parts of the way at both ends, what is added to the offset at the end. */
    taper: Whole
    tapers: Float64Array
  }
  /** The loops of area k are those from `first[k]` up to `first[k + 1]`: its outline, then its openings. */
  areas: {
    count: number
    first: Uint32Array
    /** The nodes of loop i are those from `loop[i]` up to `loop[i + 1]`. */
    loop: Uint32Array
    node: Whole
    section: Whole
    material: Whole
    thickness: Float64Array | null
    /** Places in `labels`, plus 1. */
    kind: Whole
    point: Whole
    /** Place in `AREA_ROLES`, plus 1. */
    role: Whole
    labels: readonly string[]
  }
  /** `state`: two bits a direction from u1 up, 0 null, 1 false, 2 true, 3 not said; `HAS_RESTRAINTS`. */
  supports: { count: number; node: Whole; state: Whole }
  /** The frames of member k are those from `first[k]` up to `first[k + 1]`. */
  members: { count: number; first: Uint32Array; frame: Whole; section: Whole; material: Whole; role: Whole }
  loads: LoadColumns
  idOf: (kind: Many, k: number) => string
}

/** Kinds that are named by others. */
export const NAMED = ['nodes', 'frames', 'areas', 'sections', 'materials', 'members', 'loadCases'] as const
export type NamedColumn = (typeof NAMED)[number]

/** What a model says beside its many elements. */
export type ModelHead = { [K in keyof ViewerModel as K extends Many ? never : K]: ViewerModel[K] }

export const HAS_RESTRAINTS = 1 << 12
const RESTRAINT_STATES = [null, false, true] as const

export function stateOf(restraints: ViewerSupportRestraints | undefined): number {
  if (!restraints) return 0
  return DIRECTIONS.reduce((state, direction, k) => {
    const restraint = restraints[direction]
    return state | ((restraint === undefined ? 3 : RESTRAINT_STATES.indexOf(restraint)) << (2 * k))
  }, HAS_RESTRAINTS)
}

export function restraintsOf(state: number): ViewerSupportRestraints | undefined {
  if (!(state & HAS_RESTRAINTS)) return undefined
  const restraints: ViewerSupportRestraints = {}
  for (const [k, direction] of DIRECTIONS.entries()) {
    const index = (state >> (2 * k)) & 3
    if (index < 3) restraints[direction] = RESTRAINT_STATES[index]!
  }
  return restraints
}

/** Of a name its place plus 1; 0 of none. Names that no element has get places behind. */
function placesOf(elements: readonly { id: string }[]) {
  const places = new Map<string, number>()
  for (let k = 0; k < elements.length; k++) places.set(elements[k]!.id, k + 1)
  const names: string[] = []
  const placeOf = (name: string | null | undefined): number => {
    if (name == null) return 0
    const known = places.get(name)
    if (known !== undefined) return known
    const place = elements.length + names.push(name)
    places.set(name, place)
    return place
  }
  return { names, placeOf }
}

export const columnsOf = (model: ViewerModel): ModelColumns => toTheEnd(columnsInSteps(model))

/** The same with a stop after every so many elements. */
export function* columnsInSteps(model: ViewerModel): Generator<void, ModelColumns> {
  const { nodes, frames = [], areas = [], supports = [], members = [], loads = [], ...head } = model
  const places: Places = {
    nodes: placesOf(nodes),
    frames: placesOf(members.length > 0 || loads.length > 0 ? frames : []),
    areas: placesOf(loads.length > 0 ? areas : []),
    sections: placesOf(model.sections ?? []),
    materials: placesOf(model.materials ?? []),
    members: placesOf(members),
    loadCases: placesOf(model.loadCases ?? []),
  }
  yield
  return {
    head,
    nodes: yield* columnsOfNodes(nodes),
    frames: yield* columnsOfFrames(frames, places),
    areas: yield* columnsOfAreas(areas, places),
    supports: {
      count: supports.length,
      node: Uint32Array.from(supports, ({ nodeId }) => places.nodes.placeOf(nodeId)),
      state: Uint16Array.from(supports, ({ restraints }) => stateOf(restraints)),
    },
    members: columnsOfMembers(members, places),
    loads: yield* columnsOfLoads(loads, places),
    // Last: what is named is known once everything was read.
    names: keyed(NAMED, (kind) => places[kind].names),
    idOf: (kind, k) => model[kind]![k]!.id,
  }
}

type Places = Record<NamedColumn, ReturnType<typeof placesOf>>

function* columnsOfNodes(nodes: ViewerModel['nodes']): Generator<void, ModelColumns['nodes']> {
  const count = nodes.length
  const [x, y, z] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)]
  let radius: Float64Array | null = null
  for (let k = 0; k < count; k++) {
    const node = nodes[k]!
    x[k] = node.position.x
    y[k] = node.position.y
    z[k] = node.position.z
    if (node.radius != null) {
      radius ??= new Float64Array(count).fill(Number.NaN)
      radius[k] = node.radius
    }
    if (k % STRIDE === STRIDE - 1) yield
  }
  return { count, x, y, z, radius }
}

function* columnsOfFrames(frames: NonNullable<ViewerModel['frames']>, places: Places): Generator<void, ModelColumns['frames']> {
  const count = frames.length
  const column = () => new Uint32Array(count)
  const [start, end, section, material, member, placement] = [column(), column(), column(), column(), column(), column()]
  const placements: number[] = []
  const known = new Map<string, number>()
  const placed = (rotation: number, x: number, y: number) => {
    const key = [rotation, x, y].map((value) => (Object.is(value, -0) ? '-0' : value)).join(' ')
    let index = known.get(key)
    if (index === undefined) {
      index = placements.push(rotation, x, y) / 3 - 1
      known.set(key, index)
    }
    return index
  }
  const straight = placed(0, Number.NaN, Number.NaN)
  let taper: Whole = new Uint8Array(count)
  const tapers: number[] = []
  const knownTapers = new Map<string, number>()
  const tapered = (row: readonly number[]) => {
    const key = row.join(' ')
    const index = knownTapers.get(key) ?? tapers.push(...row) / 5
    knownTapers.set(key, index)
    return index
  }
  for (let k = 0; k < count; k++) {
    const { startNodeId, endNodeId, sectionId, materialId, memberId, rotation, sectionOffset } = frames[k]!
    start[k] = places.nodes.placeOf(startNodeId)
    end[k] = places.nodes.placeOf(endNodeId)
    section[k] = places.sections.placeOf(sectionId)
    material[k] = places.materials.placeOf(materialId)
    member[k] = places.members.placeOf(memberId)
    placement[k] =
      rotation === 0 && !sectionOffset && !Object.is(rotation, -0)
        ? straight
        : placed(rotation ?? Number.NaN, sectionOffset?.x ?? Number.NaN, sectionOffset?.y ?? Number.NaN)
    const row = taperRow(frames[k]!, places)
    if (row) {
      if (tapers.length === 0) taper = new Uint32Array(count)
      taper[k] = tapered(row)
    }
    if (k % STRIDE === STRIDE - 1) yield
  }
  const role = Uint8Array.from(frames, (frame) => (frame.role ? FRAME_ROLES.indexOf(frame.role) + 1 : 0))
  return {
    ...{ count, start, end, section, material, member, role },
    ...{ placement, placements: new Float64Array(placements), taper, tapers: new Float64Array(tapers) },
  }
}

/** Undefined of a prism. */
function taperRow(frame: ViewerFrame, places: Places): readonly number[] | undefined {
  if (frame.endSectionId == null && frame.endSectionOffset == null) return undefined
  const { start, end } = offsetsOf(frame)
  const parts = taperOf(frame)
  if (!parts && start.x === end.x && start.y === end.y) return undefined
  return [places.sections.placeOf(frame.endSectionId), ...(parts ?? [0, 1]), end.x - start.x, end.y - start.y]
}

function* columnsOfAreas(areas: NonNullable<ViewerModel['areas']>, places: Places): Generator<void, ModelColumns['areas']> {
  const count = areas.length
  const first = new Uint32Array(count + 1)
  let [loops, corners] = [0, 0]
  for (let k = 0; k < count; k++) {
    const { nodeIds, openingNodeIds = [] } = areas[k]!
    loops += 1 + openingNodeIds.length
    corners += nodeIds.length
    for (const ids of openingNodeIds) corners += ids.length
    first[k + 1] = loops
  }
  const loop = new Uint32Array(loops + 1)
  const node = new Uint32Array(corners)
  const column = () => new Uint32Array(count)
  const [section, material, kind, point] = [column(), column(), column(), column()]
  const labels = placesOf([])
  let thickness: Float64Array | null = null
  let [position, corner] = [0, 0]
  const write = (ids: readonly string[]) => {
    for (let i = 0; i < ids.length; i++) node[corner++] = places.nodes.placeOf(ids[i])
    loop[++position] = corner
  }
  for (let k = 0; k < count; k++) {
    const area = areas[k]!
    write(area.nodeIds)
    if (area.openingNodeIds) for (const ids of area.openingNodeIds) write(ids)
    section[k] = places.sections.placeOf(area.sectionId)
    material[k] = places.materials.placeOf(area.materialId)
    kind[k] = labels.placeOf(area.kind)
    point[k] = labels.placeOf(area.cardinalPoint)
    if (area.thickness != null) {
      thickness ??= new Float64Array(count).fill(Number.NaN)
      thickness[k] = area.thickness
    }
    if (k % STRIDE === STRIDE - 1) yield
  }
  const role = Uint8Array.from(areas, (area) => (area.role ? AREA_ROLES.indexOf(area.role) + 1 : 0))
  return { count, first, loop, node, section, material, thickness, kind, point, role, labels: labels.names }
}

function columnsOfMembers(members: NonNullable<ViewerModel['members']>, places: Places): ModelColumns['members'] {
  const first = new Uint32Array(members.length + 1)
  for (const [k, { frameIds }] of members.entries()) first[k + 1] = first[k]! + frameIds.length
  const frame = new Uint32Array(first[members.length]!)
  for (const [k, { frameIds }] of members.entries())
    for (const [i, id] of frameIds.entries()) frame[first[k]! + i] = places.frames.placeOf(id)
  return {
    count: members.length,
    first,
    frame,
    section: Uint32Array.from(members, ({ sectionId }) => places.sections.placeOf(sectionId)),
    material: Uint32Array.from(members, ({ materialId }) => places.materials.placeOf(materialId)),
    role: Uint8Array.from(members, ({ role }) => (role ? FRAME_ROLES.indexOf(role) + 1 : 0)),
  }
}

/** Of a place of a node, plus 1, where it lies; null of one that is not there. */
export function placeOfNode({ count, x, y, z }: ModelColumns['nodes'], place: number): Vec | null {
  return place > 0 && place <= count ? [x[place - 1]!, y[place - 1]!, z[place - 1]!] : null
}

/** The outline of an area, without nodes that are not there. */
export function outlineOf({ nodes, areas }: ModelColumns, k: number): Vec[] {
  const outline: Vec[] = []
  const from = areas.first[k]!
  for (let i = areas.loop[from]!; i < areas.loop[from + 1]!; i++) {
    const place = placeOfNode(nodes, areas.node[i]!)
    if (place) outline.push(place)
  }
  return outline
}

/** Of places, plus 1, the ids. */
export type Names = Record<NamedColumn, (place: number) => string>

export function namesIn({ head, names, nodes, frames, areas, members, idOf }: ModelColumns): Names {
  const among = (count: number, own: (k: number) => string, others: readonly string[]) => (place: number) =>
    place <= count ? own(place - 1) : others[place - 1 - count]!
  const { sections = [], materials = [], loadCases = [] } = head
  return {
    nodes: among(nodes.count, (k) => idOf('nodes', k), names.nodes),
    frames: among(frames.count, (k) => idOf('frames', k), names.frames),
    areas: among(areas.count, (k) => idOf('areas', k), names.areas),
    members: among(members.count, (k) => idOf('members', k), names.members),
    sections: among(sections.length, (k) => sections[k]!.id, names.sections),
    materials: among(materials.length, (k) => materials[k]!.id, names.materials),
    loadCases: among(loadCases.length, (k) => loadCases[k]!.id, names.loadCases),
  }
}

/** The same for all elements at once: an id that several name is made once. */
export function cachedNames(columns: ModelColumns): Names {
  const made = namesIn(columns)
  const keeping = (nameOf: (place: number) => string) => {
    const cached: (string | undefined)[] = []
    return (place: number): string => {
      cached[place] ??= nameOf(place)
      return cached[place]
    }
  }
  return {
    ...{ ...made, nodes: keeping(made.nodes), frames: keeping(made.frames) },
    ...{ areas: keeping(made.areas), members: keeping(made.members) },
  }
}
