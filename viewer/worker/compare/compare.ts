import type { ViewerModel } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { isKeyOf } from '#lib/values/object-keys.ts'
import { arrayOf, type Colouring, ELEMENT_KINDS, type ElementKind, type Of } from '../elements.ts'
import { countOf, type HeldModel } from '../held-model.ts'

/**
 * What has become of an element between two models. `moved`: it is as it was, and one of its nodes lies elsewhere. Their numbers are
 * their places in the legend.
 */
export const CHANGE_STATUSES = ['same', 'added', 'removed', 'changed', 'moved'] as const
export type ChangeStatus = (typeof CHANGE_STATUSES)[number]
const [SAME, ADDED, REMOVED, CHANGED, MOVED] = [0, 1, 2, 3, 4]

/** More than this in both together takes too long and too much memory. */
export const MOST_COMPARED = 400_000

/** The fate of each element of a model that can be drawn, by kind. */
export type ChangeStatuses = Record<'frames' | 'areas' | 'nodes' | 'supports', Uint8Array>

/** One element that is not as it was; places in either model, null where it is not. */
export type Differing = {
  kind: ElementKind
  id: string
  changeStatus: Exclude<ChangeStatus, 'same'>
  before: number | null
  after: number | null
}

export type Comparison = {
  rows: Differing[]
  counts: Record<ChangeStatus, number>
  before: ChangeStatuses
  after: ChangeStatuses
  /** Frames and areas of the older model whose place is another in the newer one. */
  oldPlaces: { frames: number[]; areas: number[] }
}

const PARTS = { frame: 'frames', area: 'areas', node: 'nodes', support: 'supports' } as const

export const sizeOf = ({ columns }: HeldModel) => ELEMENT_KINDS.reduce((sum, kind) => sum + countOf(columns, kind), 0)

/** With a stop after every so many elements. */
export function* compareModels(before: ViewerModel, after: ViewerModel): Generator<void, Comparison> {
  const rows: Differing[] = []
  const counts: Comparison['counts'] = { same: 0, added: 0, removed: 0, changed: 0, moved: 0 }
  const fates = (model: ViewerModel): ChangeStatuses => ({
    frames: new Uint8Array(model.frames?.length ?? 0),
    areas: new Uint8Array(model.areas?.length ?? 0),
    nodes: new Uint8Array(model.nodes.length),
    supports: new Uint8Array(model.supports?.length ?? 0),
  })
  const of = { before: fates(before), after: fates(after) }
  const oldPlaces: Comparison['oldPlaces'] = { frames: [], areas: [] }
  const nodesElsewhere = movedNodes(before, after)
  const [inputBefore, inputAfter] = [asSent(before), asSent(after)]

  for (const kind of ELEMENT_KINDS) {
    const part = isKeyOf(PARTS, kind) ? PARTS[kind] : null
    const record = (id: string, changeStatus: number, rowPlaces: { before: number | null; after: number | null }) => {
      const name = CHANGE_STATUSES[changeStatus]!
      counts[name]++
      if (part && rowPlaces.before !== null) of.before[part][rowPlaces.before] = changeStatus
      if (part && rowPlaces.after !== null) of.after[part][rowPlaces.after] = changeStatus
      if (name !== 'same') rows.push({ kind, id, changeStatus: name, ...rowPlaces })
    }
    const old = arrayOf(before, kind)
    const places = new Map(old.map(({ id }, k) => [id, k]))
    for (const [k, element] of arrayOf(after, kind).entries()) {
      if (k % 2000 === 1999) yield
      const was = places.get(element.id)
      if (was === undefined) {
        record(element.id, ADDED, { before: null, after: k })
        continue
      }
      places.delete(element.id)
      const [a, b] = [inputBefore(kind, old[was]!), inputAfter(kind, element)]
      const [stood, stands] = [nodesOf(kind, old[was]!), nodesOf(kind, element)]
      const isMoved = stands.some((id) => nodesElsewhere.has(id))
      const changeStatus = isDeepEqual(a, b) ? (isMoved ? MOVED : SAME) : CHANGED
      record(element.id, changeStatus, { before: was, after: k })
      if ((kind === 'frame' || kind === 'area') && (isMoved || !isDeepEqual(stood, stands))) oldPlaces[`${kind}s`].push(was)
    }
    for (const [id, k] of places) record(id, REMOVED, { before: k, after: null })
    yield
  }
  return { rows, counts, ...of, oldPlaces }
}

/** Deep-equal whatever the order of keys; what is absent is as what is null. */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (a === b || (a == null && b == null)) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, k) => isDeepEqual(one, b[k]))
  if (!isDictionary(a) || !isDictionary(b)) return false
  for (const key in a) if (!isDeepEqual(a[key], b[key])) return false
  for (const key in b) if (b[key] != null && a[key] == null) return false
  return true
}

function movedNodes(before: ViewerModel, after: ViewerModel): Set<string> {
  const old = new Map(before.nodes.map(({ id, position }) => [id, position]))
  const moved = new Set<string>()
  for (const { id, position } of after.nodes) {
    const was = old.get(id)
    if (was && (was.x !== position.x || was.y !== position.y || was.z !== position.z)) moved.add(id)
  }
  return moved
}

const NODES: { [K in ElementKind]?: (element: Of<K>) => readonly string[] } = {
  frame: ({ startNodeId, endNodeId }) => [startNodeId, endNodeId],
  support: ({ nodeId }) => [nodeId],
  area: ({ nodeIds, openingNodeIds }) => (openingNodeIds?.length ? [...nodeIds, ...openingNodeIds.flat()] : nodeIds),
}

/** The nodes that an element stands between. */
export const nodesOf = <K extends ElementKind>(kind: K, element: Of<K>) => NODES[kind]?.(element) ?? []

/** Elements without what follows from others: a frame's member, and what it takes from it. A section with its type and sizes. */
export function asSent(model: ViewerModel) {
  const members = new Map((model.members ?? []).flatMap((member) => member.frameIds.map((id) => [id, member] as const)))
  const definitions = new Map((model.sectionDefinitions ?? []).map((definition) => [definition.id, definition]))
  const sent: { [K in ElementKind]?: (element: Of<K>) => object } = {
    frame(element) {
      const member = members.get(element.id)
      if (!member) return element
      const { memberId: _, sectionId, materialId, ...frame } = element
      return {
        ...frame,
        ...(sectionId !== member.sectionId && { sectionId }),
        ...(materialId !== member.materialId && { materialId }),
      }
    },
    section: (element) => ({ ...element, ...definitions.get(element.id) }),
  }
  return <K extends ElementKind>(kind: K, element: Of<K>): object => sent[kind]?.(element) ?? element
}

/** Kept colours in both themes: what is as it was is grey, and the rest what a markup would have it. */
const COLOURS: Record<ChangeStatus, string> = {
  same: '#8d96a0',
  added: '#2e9e5b',
  removed: '#d64545',
  changed: '#e09a1a',
  moved: '#c77dd6',
}
export const CHANGE_STATUS_WORDS: Record<ChangeStatus, string> = {
  same: 'The same',
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  moved: 'Moved',
}

export const changeColouring = ({ after, counts }: Pick<Comparison, 'after' | 'counts'>): Colouring => ({
  frames: after.frames,
  areas: after.areas,
  legend: CHANGE_STATUSES.map((changeStatus) => ({
    label: CHANGE_STATUS_WORDS[changeStatus],
    colour: COLOURS[changeStatus],
    count: counts[changeStatus],
  })),
})
