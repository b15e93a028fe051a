import { frameKindOf } from '#lib/geometry/frame-records.ts'
import type { Kind } from '#lib/model/kinds.ts'
import type { ViewerGridLine, ViewerModel } from '#lib/model/schema.ts'
import { areaKind, shellAxes } from '#lib/model/shell-axes.ts'
import { type Storey, storeysOf, storeyTolerance } from '#lib/model/storeys.ts'
import { structureOf } from '#lib/model/structure.ts'
import { length, subtract, unit, type Vec, vec } from '#lib/model/vector.ts'

/** What selections and questions ask of a model's elements, by kind and ordinal. Each answer is worked out when it is first asked. */

export type Role = 'column' | 'beam' | 'brace' | 'floor' | 'wall' | 'ramp'

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
  /** δ = 1e-4 · D, the tolerance of selections: imported nodes stand some millimetres off their grid. */
  slack: number
  position(node: number): Vec
  /** Where the node of that id is, which is one of the model: elements name no others. */
  place(nodeId: string): Vec
  /** The nodes that an element stands on, openings included. None for grid lines, sections and materials. */
  nodesOf(kind: Kind, ordinal: number): readonly number[]
  role(kind: Kind, ordinal: number): Role | undefined
  /** Effective section, its own, its member's, and for a member its own. Ids, also of sections that are gone. */
  section(kind: Kind, ordinal: number): string | undefined
  material(kind: Kind, ordinal: number): string | undefined
  /** The member that lists the frame. */
  memberOf(frame: number): string | undefined
  framesOf(member: number): readonly number[]
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
  const { nodes, frames = [], areas = [], members = [], supports = [], sections = [], materials = [], gridLines = [] } = model
  const elements: Elements = { nodes, frames, areas, members, supports, sections, materials, gridLines }
  const ordinals = new Map<Kind, Map<string, number>>()
  const ordinalOf = (kind: Kind, id: string) => {
    let known = ordinals.get(kind)
    if (!known) {
      known = new Map(elements[kind].map((one, i) => [one.id, i]))
      ordinals.set(kind, known)
    }
    return known.get(id)
  }
  const nodeAt = (id: string) => structure.nodeOrdinals.get(id)
  const places = once(() => nodes.map(({ position }) => vec(position)))
  const position = (node: number) => places()[node]!
  const knownNodes = (ids: readonly string[]) => ids.flatMap((id) => nodeAt(id) ?? [])
  const framesOfMembers = once(() => members.map(({ frameIds }) => frameIds.flatMap((id) => ordinalOf('frames', id) ?? [])))
  const frameLength = (frame: number) => {
    const [a, b] = ends(frame)
    return a === undefined || b === undefined ? undefined : length(subtract(position(b), position(a)))
  }
  const ends = (frame: number) => {
    const { startNodeId, endNodeId } = frames[frame]!
    return [nodeAt(startNodeId), nodeAt(endNodeId)] as const
  }

  const nodesOfKind: Record<Kind, (ordinal: number) => readonly number[]> = {
    nodes: (i) => [i],
    frames: (i) => ends(i).filter((node) => node !== undefined),
    areas: (i) => {
      const { nodeIds, openingNodeIds = [] } = areas[i]!
      return [...new Set(knownNodes([...nodeIds, ...openingNodeIds.flat()]))]
    },
    supports: (i) => knownNodes([supports[i]!.nodeId]),
    members: (i) => [...new Set(framesOfMembers()[i]!.flatMap((frame) => nodesOfKind.frames(frame)))],
    gridLines: () => [],
    sections: () => [],
    materials: () => [],
  }
  const nodesOf = once(() => {
    const known = new Map<Kind, (readonly number[])[]>()
    return (kind: Kind, ordinal: number) => {
      let all = known.get(kind)
      if (!all) {
        all = elements[kind].map((_, i) => nodesOfKind[kind](i))
        known.set(kind, all)
      }
      return all[ordinal]!
    }
  })

  const sectionOf = (id: string | null | undefined) => (id == null ? undefined : id)
  const roles = once(() => ({
    frames: frames.map((_, i): Role => {
      const [a, b] = ends(i)
      const axis = a === undefined || b === undefined ? null : unit(subtract(position(b), position(a)))
      return axis ? frameKindOf(axis) : 'beam'
    }),
    areas: areas.map(({ kind, nodeIds }): Role => areaKind(kind, shellAxes(knownNodes(nodeIds).map(position)))),
  }))

  const levels = once(() => storeysOf(model))

  const section = (kind: Kind, i: number): string | undefined => {
    if (kind === 'frames') return sectionOf(frames[i]!.sectionId) // the returned form has its member's
    if (kind === 'areas') return sectionOf(areas[i]!.sectionId)
    if (kind === 'members') return sectionOf(members[i]!.sectionId)
    return kind === 'sections' ? sections[i]!.id : undefined
  }
  const materialOfSection = (id: string | undefined) => {
    const at = id === undefined ? undefined : ordinalOf('sections', id)
    return at === undefined ? undefined : (sections[at]!.materialId ?? undefined)
  }

  const diagonal = structure.diagonal / structure.scale
  return {
    model,
    element: (kind, i) => elements[kind][i]!,
    count: (kind) => elements[kind].length,
    id: (kind, i) => elements[kind][i]!.id,
    ordinalOf,
    label: (kind, i) => {
      const element = elements[kind][i]!
      return 'label' in element ? (element.label ?? '') : ''
    },
    diagonal,
    tolerance: 1e-5 * diagonal,
    slack: 1e-4 * diagonal,
    position,
    place: (nodeId) => {
      const node = nodeAt(nodeId)
      if (node === undefined) throw new Error(`the model has no node ${nodeId}`)
      return position(node)
    },
    nodesOf: (kind, i) => nodesOf()(kind, i),
    role: (kind, i) => (kind === 'frames' || kind === 'areas' ? roles()[kind][i] : undefined),
    section,
    material: (kind, i) => {
      const own: { materialId?: string | null | undefined } | undefined =
        kind === 'frames' || kind === 'areas' || kind === 'members' ? elements[kind][i] : undefined
      return own ? (own.materialId ?? materialOfSection(section(kind, i))) : undefined
    },
    memberOf: once(() => {
      const of = new Map(members.flatMap(({ id, frameIds }) => frameIds.map((frame) => [frame, id])))
      return (frame: number) => of.get(frames[frame]!.id)
    })(),
    framesOf: (member) => framesOfMembers()[member]!,
    length: (kind, i) => {
      if (kind === 'frames') return frameLength(i)
      if (kind !== 'members') return undefined
      return framesOfMembers()[i]!.reduce((sum, frame) => sum + (frameLength(frame) ?? 0), 0)
    },
    storeys: levels,
    storey: (kind, i) => {
      const top = nodesOf()(kind, i).reduce((most, node) => Math.max(most, position(node)[2]), Number.NEGATIVE_INFINITY)
      if (!Number.isFinite(top)) return undefined
      return levels().find(({ elevation }) => elevation >= top - storeyTolerance(model)) ?? levels().at(-1)
    },
    gridLines,
    isHolding: (support) => Object.values(supports[support]!.restraints ?? {}).includes(true),
  }
}

function once<T>(work: () => T): () => T {
  let done: { value: T } | undefined
  return () => {
    done ??= { value: work() }
    return done.value
  }
}
