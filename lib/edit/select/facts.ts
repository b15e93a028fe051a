import { structureOf } from '#lib/model/check/structure.ts'
import { frameFamiliesOf } from '#lib/model/column-roles.ts'
import { areaFamily, roleOfKind } from '#lib/model/shape/shell-axes.ts'
import { length, subtract, type Vec, vec } from '#lib/model/shape/vector.ts'
import { type Storey, storeysOf, storeyTolerance } from '#lib/model/storeys.ts'
import type { Kind } from '#lib/schema/kinds.ts'
import { type AreaFamily, type FrameFamily, type FrameRole, familyOfFrame } from '#lib/schema/roles.ts'
import type { ViewerGridLine, ViewerModel, ViewerSection } from '#lib/schema/schema.ts'
import { type FrameRuns, frameRunsOf } from './frame-runs.ts'

/** What selections and questions ask of a model's elements, by kind and ordinal. Each answer is worked out when it is first asked. */

export type Role = FrameFamily | AreaFamily

type Elements = { [K in Kind]: NonNullable<ViewerModel[K]> }

export type Facts = {
  model: ViewerModel
  /** In returned form. */
  element<K extends Kind>(kind: K, ordinal: number): Elements[K][number]
  count(kind: Kind): number
  id(kind: Kind, ordinal: number): string
  ordinalOf(kind: Kind, id: string): number | undefined
  label(kind: Kind, ordinal: number): string
  /** D: the diagonal of the box of all nodes that frames and areas use. */
  diagonal: number
  /** τ = 1e-5 · D: what lies nearer together is one point (conventions, section 10). */
  tolerance: number
  /** Nodes nearer together than this were meant to be one. */
  mergeTolerance(): number
  /** δ = 1e-4 · D, the tolerance of selections: imported nodes stand some millimetres off their grid. */
  selectionTolerance: number
  position(node: number): Vec
  /** Where the node of that id is, which is one of the model: elements name no others. */
  place(nodeId: string): Vec
  /** The nodes that an element stands on, openings included; of a load those of what it is on. None for grid lines, sections, materials, load cases and combinations. */
  nodesOf(kind: Kind, ordinal: number): readonly number[]
  /** The family: by role, else by the kind of an area, else guessed; of a member that of all its frames. */
  role(kind: Kind, ordinal: number): Role | undefined
  /** The word that was set, of an area also its kind where that is one; undefined where it is guessed. */
  roleWord(kind: Kind, ordinal: number): string | undefined
  /** Effective section, its own, its member's, and for a member its own. Ids, also of sections that are gone. */
  section(kind: Kind, ordinal: number): string | undefined
  /** Of a frame that tapers: that at its end. */
  endSection(kind: Kind, ordinal: number): string | undefined
  /** None of an id that is gone. */
  sectionOf(id: string | null | undefined): ViewerSection | undefined
  material(kind: Kind, ordinal: number): string | undefined
  /** The member that lists the frame. */
  memberOf(frame: number): string | undefined
  framesOf(member: number): readonly number[]
  /** The whole beams, columns and braces that frames are pieces of. */
  runs(): FrameRuns
  /** Distance of the end nodes; of a member the sum over its frames. */
  length(kind: Kind, ordinal: number): number | undefined
  /** Levels from the lowest up. */
  storeys(): readonly Storey[]
  /** The lowest level at or above the element's top, above all levels the highest; undefined in a model without any. */
  storey(kind: Kind, ordinal: number): Storey | undefined
  gridLines: readonly ViewerGridLine[]
  isHolding(support: number): boolean
}

/** `model` in returned form. */
export function factsOf(model: ViewerModel): Facts {
  const structure = structureOf(model)
  const diagonal = structure.diagonal / structure.scale
  const { nodes, frames = [], areas = [], members = [], supports = [], sections = [], materials = [], gridLines = [] } = model
  const { loadCases = [], loads = [], combinations = [], diaphragms = [] } = model
  const structural = { nodes, frames, areas, members, supports, sections, materials, gridLines }
  const elements: Elements = { ...structural, loadCases, loads, combinations, diaphragms }
  const ids = idsOf(elements)
  const places = placesOf(elements, structure.nodeOrdinals)
  const { framesOf, memberOf } = membersOf(elements, ids.ordinalOf)
  const nodesOf = nodesOfAll(elements, places, { framesOf, ordinalOf: ids.ordinalOf })
  const wordOf = (frame: number): FrameRole | undefined => {
    const own = frames[frame]?.role
    const member = own ? undefined : ids.ordinalOf('members', memberOf(frame) ?? '')
    return own ?? (member === undefined ? undefined : members[member]?.role) ?? undefined
  }
  const roles = once(() => rolesOf(model, elements, places, wordOf))
  return {
    model,
    gridLines,
    diagonal,
    tolerance: 1e-5 * diagonal,
    mergeTolerance: () => structure.mergeTolerance / structure.scale,
    selectionTolerance: 1e-4 * diagonal,
    ...ids,
    position: places.position,
    place: (nodeId) => {
      const node = places.nodeAt(nodeId)
      if (node === undefined) throw new Error(`the model has no node ${nodeId}`)
      return places.position(node)
    },
    nodesOf,
    role(kind, i) {
      if (kind === 'frames' || kind === 'areas') return roles()[kind][i]
      if (kind !== 'members') return undefined
      const word = members[i]?.role
      const [first, ...others] = word ? [familyOfFrame(word)] : framesOf(i).map((frame) => roles().frames[frame])
      return others.every((other) => other === first) ? first : undefined
    },
    roleWord: (kind, i) => {
      if (kind === 'frames') return wordOf(i)
      if (kind === 'members') return members[i]?.role ?? undefined
      if (kind !== 'areas') return undefined
      const { role, kind: label = '' } = areas[i] ?? {}
      return role ?? roleOfKind(label ?? '')
    },
    ...propertiesOf(elements, ids.ordinalOf),
    sectionOf: (id) => (id == null ? undefined : elements.sections[ids.ordinalOf('sections', id) ?? -1]),
    memberOf,
    framesOf,
    runs: once(() => frameRunsOf(structure)),
    length: (kind, i) => {
      if (kind === 'frames') return places.frameLength(i)
      if (kind !== 'members') return undefined
      return framesOf(i).reduce((sum, frame) => sum + (places.frameLength(frame) ?? 0), 0)
    },
    ...levelsOf(model, nodesOf, places.position),
    isHolding: (support) => Object.values(supports[support]!.restraints ?? {}).includes(true),
  }
}

function idsOf(elements: Elements) {
  const ordinals = new Map<Kind, Map<string, number>>()
  return {
    element: <K extends Kind>(kind: K, i: number): Elements[K][number] => elements[kind][i]!,
    count: (kind: Kind) => elements[kind].length,
    id: (kind: Kind, i: number) => elements[kind][i]!.id,
    ordinalOf(kind: Kind, id: string): number | undefined {
      let known = ordinals.get(kind)
      if (!known) {
        known = new Map(elements[kind].map((one, i) => [one.id, i]))
        ordinals.set(kind, known)
      }
      return known.get(id)
    },
    label(kind: Kind, i: number): string {
      const element = elements[kind][i]!
      return 'label' in element ? (element.label ?? '') : ''
    },
  }
}

type OrdinalOf = Facts['ordinalOf']
type Places = ReturnType<typeof placesOf>

/** Where nodes are, and frames between them. */
function placesOf({ nodes, frames }: Elements, nodeOrdinals: ReadonlyMap<string, number>) {
  const places = once(() => nodes.map(({ position }) => vec(position)))
  const position = (node: number) => places()[node]!
  const nodeAt = (id: string) => nodeOrdinals.get(id)
  const ends = (frame: number) => {
    const { startNodeId, endNodeId } = frames[frame]!
    return [nodeAt(startNodeId), nodeAt(endNodeId)] as const
  }
  /** From the start node to the end node. */
  const along = (frame: number) => {
    const [a, b] = ends(frame)
    return a === undefined || b === undefined ? undefined : subtract(position(b), position(a))
  }
  return {
    position,
    nodeAt,
    knownNodes: (ids: readonly string[]) => ids.flatMap((id) => nodeAt(id) ?? []),
    ends,
    along,
    frameLength(frame: number): number | undefined {
      const vector = along(frame)
      return vector && length(vector)
    },
  }
}

function membersOf({ members, frames }: Elements, ordinalOf: OrdinalOf) {
  const framesOfMembers = once(() => members.map(({ frameIds }) => frameIds.flatMap((id) => ordinalOf('frames', id) ?? [])))
  const memberOfFrame = once(() => new Map(members.flatMap(({ id, frameIds }) => frameIds.map((frame) => [frame, id]))))
  return {
    framesOf: (member: number): readonly number[] => framesOfMembers()[member]!,
    memberOf: (frame: number) => memberOfFrame().get(frames[frame]!.id),
  }
}

function nodesOfAll(
  elements: Elements,
  { ends, knownNodes }: Places,
  { framesOf, ordinalOf }: { framesOf: Facts['framesOf']; ordinalOf: OrdinalOf },
): Facts['nodesOf'] {
  const { areas, supports, loads, diaphragms } = elements
  const nodesOfKind: Record<Kind, (ordinal: number) => readonly number[]> = {
    nodes: (i) => [i],
    frames: (i) => ends(i).filter((node) => node !== undefined),
    areas: (i) => {
      const { nodeIds, openingNodeIds = [] } = areas[i]!
      return [...new Set(knownNodes([...nodeIds, ...openingNodeIds.flat()]))]
    },
    supports: (i) => knownNodes([supports[i]!.nodeId]),
    members: (i) => [...new Set(framesOf(i).flatMap((frame) => nodesOfKind.frames(frame)))],
    gridLines: () => [],
    sections: () => [],
    materials: () => [],
    loadCases: () => [],
    combinations: () => [],
    loads(i) {
      const { nodeId, frameId, areaId } = loads[i]!
      if (nodeId != null) return knownNodes([nodeId])
      const [kind, id] = frameId != null ? (['frames', frameId] as const) : (['areas', areaId ?? ''] as const)
      const ordinal = ordinalOf(kind, id)
      return ordinal === undefined ? [] : nodesOfKind[kind](ordinal)
    },
    diaphragms: (i) => knownNodes(diaphragms[i]!.nodeIds ?? []),
  }
  const known = new Map<Kind, (readonly number[])[]>()
  return (kind, ordinal) => {
    let all = known.get(kind)
    if (!all) {
      all = elements[kind].map((_, i) => nodesOfKind[kind](i))
      known.set(kind, all)
    }
    return all[ordinal]!
  }
}

const rolesOf = (
  model: ViewerModel,
  { areas }: Elements,
  { knownNodes, position }: Places,
  wordOf: (frame: number) => FrameRole | undefined,
) => ({
  frames: frameFamiliesOf(model).map((family, i): Role => {
    const word = wordOf(i)
    return word ? familyOfFrame(word) : family
  }),
  areas: areas.map((area): Role => areaFamily(area, () => knownNodes(area.nodeIds).map(position))),
})

function propertiesOf(elements: Elements, ordinalOf: OrdinalOf) {
  const { frames, areas, members, sections } = elements
  const section = (kind: Kind, i: number): string | undefined => {
    if (kind === 'frames') return frames[i]!.sectionId ?? undefined // the returned form has its member's
    if (kind === 'areas') return areas[i]!.sectionId ?? undefined
    if (kind === 'members') return members[i]!.sectionId ?? undefined
    return kind === 'sections' ? sections[i]!.id : undefined
  }
  const materialOfSection = (id: string | undefined) => {
    const index = id === undefined ? undefined : ordinalOf('sections', id)
    return index === undefined ? undefined : (sections[index]!.materialId ?? undefined)
  }
  const material = (kind: Kind, i: number): string | undefined => {
    const own: { materialId?: string | null | undefined } | undefined =
      kind === 'frames' || kind === 'areas' || kind === 'members' ? elements[kind][i] : undefined
    return own ? (own.materialId ?? materialOfSection(section(kind, i))) : undefined
  }
  const endSection = (kind: Kind, i: number): string | undefined =>
    kind === 'frames' ? (frames[i]!.endSectionId ?? undefined) : undefined
  return { section, endSection, material }
}

function levelsOf(model: ViewerModel, nodesOf: Facts['nodesOf'], position: Facts['position']) {
  const storeys = once((): readonly Storey[] => storeysOf(model))
  const tolerance = once(() => storeyTolerance(model)) // reads the units: once, and not for each level of each element
  return {
    storeys,
    storey(kind: Kind, i: number): Storey | undefined {
      const top = nodesOf(kind, i).reduce((most, node) => Math.max(most, position(node)[2]), Number.NEGATIVE_INFINITY)
      if (!Number.isFinite(top)) return undefined
      const least = top - tolerance()
      return storeys().find(({ elevation }) => elevation >= least) ?? storeys().at(-1)
    },
  }
}

function once<T>(work: () => T): () => T {
  let done: { value: T } | undefined
  return () => {
    done ??= { value: work() }
    return done.value
  }
}
