import { isStraight, lengthsOf, placeKey } from '#lib/model/grid-shapes.ts'
import { type Vec, vec } from '#lib/model/shape/vector.ts'
import { quoted } from '#lib/model/validate/references.ts'
import type { Load } from '#lib/schema/loads.ts'
import type { ConstructMember, Vector3, ViewerArea, ViewerFrame, ViewerSupport } from '#lib/schema/schema.ts'
import { ElementTransform, type Unsymmetric } from './element-transform.ts'
import type { Isometry } from './isometry.ts'
import { areaTurn, frameTurn, nodeTurn, withTurnedReleases } from './loads/element-turns.ts'
import { type LoadTurn, turnedLoad } from './loads/load-transform.ts'
import { type LoadsOn, loadsOn } from './loads/loads-on.ts'
import { type Naming, NewIds, type Words } from './naming.ts'
import type { PointIndex } from './point-index.ts'
import { lineCarrier, noteBecameLine, reportTiltedLine } from './transform-selection.ts'
import { closure, some, type Work } from './work.ts'

/** Copies of what is selected, with the nodes that it needs: moved, turned, mirrored, or put into another storey. */

export type Copy = {
  /** From 1. */
  n: number
  /** The level that it is made for. */
  level?: string
  place(position: Vector3): Vector3
  /** The largest number that goes into a place. */
  size: number
  /** Absent where a storey is stretched: nothing turns then. */
  isometry?: Isometry
}

/** `loads`: whether what is copied takes its loads along, as it does where nothing is said. */
export type Copying = { ids: Naming; labels?: Naming; unsymmetric?: Unsymmetric; supports: boolean; loads?: boolean | undefined }

/** Where the nodes of each copy came to lie. */
export type NodesOfCopies = Placed[]

export function makeCopies(
  work: Work,
  copies: readonly Copy[],
  { ids, labels, unsymmetric, supports, loads = true }: Copying,
): NodesOfCopies {
  const copier = new Copier(work, new NewIds(work, ids), labels, supports, loads)
  const made = copies.map((copy) => copier.make(copy, copy.isometry && new ElementTransform(work, copy.isometry, unsymmetric)))
  const free = copier.ids.free()
  if (free) work.advise('duplicate_id', free)
  return made
}

class Copier {
  readonly #frames: readonly number[]
  readonly #nodes: readonly number[]
  /** Nodes that a copy may land on: those of the model, and of the copies before. */
  readonly #pointIndex: PointIndex
  /** What stands where; worked out when a copy lands on nodes that are there. */
  #there: Record<'frames' | 'areas' | 'supports', Set<string>> | undefined
  readonly #lines: Set<string>
  readonly #loads: LoadsOn | undefined
  /** Loads that are there, without their ids: one that is equal is not made twice. */
  #loadsThere: Set<string> | undefined
  readonly #memberOf: ReadonlyMap<string, ConstructMember>

  constructor(
    readonly work: Work,
    readonly ids: NewIds,
    readonly labels: Naming | undefined,
    readonly withSupports: boolean,
    withLoads: boolean,
  ) {
    const { facts } = work
    const frames = new Set(work.selected('frames'))
    for (const member of work.selected('members')) for (const frame of facts.framesOf(member)) frames.add(frame)
    this.#frames = [...frames].sort((a, b) => a - b)
    const needed = new Map(work.selection)
    if (!withSupports) needed.delete('supports')
    this.#nodes = [...closure(facts, needed)].sort((a, b) => a - b)
    this.#pointIndex = work.createPointIndex(facts.tolerance)
    for (let i = 0; i < facts.count('nodes'); i++) this.#pointIndex.add(facts.id('nodes', i), facts.position(i))
    const { gridLines = [], members = [] } = facts.model
    this.#memberOf = new Map(members.flatMap((member) => member.frameIds.map((id) => [id, member] as const)))
    this.#loads = withLoads && work.facts.count('loads') > 0 ? loadsOn(work.draft) : undefined
    this.#lines = new Set(gridLines.map(placeKey))
  }

  make(copy: Copy, transform: ElementTransform | undefined): Placed {
    const nodes = this.#copyNodes(copy)
    for (const node of nodes.nodes())
      this.#copyLoads('nodes', copy, node, nodes.id(node), copy.isometry && nodeTurn(copy.isometry))
    if (nodes.isNew.size < nodes.count) this.#there ??= standing(this.work)
    this.#copyFrames(copy, nodes, transform)
    this.#copyAreas(copy, nodes, transform)
    if (this.withSupports) this.#copySupports(copy, nodes, transform)
    transform?.reportUnsymmetric()
    if (copy.isometry) this.#copyLines(copy, copy.isometry)
    return nodes
  }

  #words({ n, level }: Copy, id: string, label: string | null | undefined): Words {
    return { id, n, label: label || undefined, level }
  }

  #copyNodes(copy: Copy): Placed {
    const { work } = this
    const { facts } = work
    const placed = new Placed()
    const landedOn = new Set<string>()
    const fresh: [string, Vec][] = []
    for (const ordinal of this.#nodes) {
      const node = facts.element('nodes', ordinal)
      const position = copy.place(node.position)
      const point = vec(position)
      work.checkPrecision('nodes', node.id, vec(node.position), point, copy.size)
      // What was apart stays apart: two nodes of one copy never land on one.
      const landed = this.#pointIndex.near(point, (id) => !landedOn.has(id))
      if (landed !== undefined) {
        work.count()
        landedOn.add(landed)
        placed.put(node.id, landed, point)
        work.note('landed_on_nodes', landed, (count) => `${count} copied nodes landed on nodes that are there, and are these`)
        continue
      }
      const id = this.ids.idFor('nodes', node.id, this.#words(copy, node.id, node.label)) ?? node.id
      placed.put(node.id, id, point)
      placed.isNew.add(id)
      work.make('nodes', { ...node, id })
      if (work.hasProblems) continue
      work.place({ ...node, id }, position)
      fresh.push([id, point])
    }
    for (const [id, point] of fresh) this.#pointIndex.add(id, point)
    return placed
  }

  /** Whether something stands there already; what is made now will. */
  #isThere(kind: 'frames' | 'areas' | 'supports', key: string, nodes: readonly string[], { isNew }: Placed, id: string): boolean {
    if (!this.#there || nodes.some((node) => isNew.has(node)) || !this.#there[kind].has(key)) return false
    this.#skipped(id)
    return true
  }

  #skipped(id: string): void {
    this.work.count()
    this.work.note(
      'skipped_duplicates',
      id,
      (count, ids) => `${count} elements are there already (copies of ${some(ids, count)})`,
    )
  }

  #copyFrames(copy: Copy, placed: Placed, transform: ElementTransform | undefined): void {
    const { work } = this
    const { facts, draft } = work
    const frames: { from: ViewerFrame; ordinal: number; to: ViewerFrame }[] = []
    const copyOf = new Map<string, string>()
    const keys: string[] = []
    for (const ordinal of this.#frames) {
      const from = draft.element('frames', facts.id('frames', ordinal))
      const [startNodeId, endNodeId] = [placed.id(from.startNodeId), placed.id(from.endNodeId)]
      const key = frameKey({ startNodeId, endNodeId })
      if (this.#isThere('frames', key, [startNodeId, endNodeId], placed, from.id)) continue
      keys.push(key)
      const id = this.ids.idFor('frames', from.id, this.#words(copy, from.id, from.label)) ?? from.id
      copyOf.set(from.id, id)
      frames.push({ from, ordinal, to: { ...ownOf(from), id, startNodeId, endNodeId } })
    }
    for (const key of keys) this.#there?.frames.add(key)
    const members = new Set<string>()
    const touched = new Set(frames.flatMap(({ from }) => this.#memberOf.get(from.id) ?? []))
    for (const member of touched) {
      const frameIds = member.frameIds.flatMap((frame) => copyOf.get(frame) ?? [])
      if (frameIds.length < member.frameIds.length) continue
      members.add(member.id)
      const id = this.ids.idFor('members', member.id, this.#words(copy, member.id, undefined)) ?? member.id
      work.make('members', { ...member, id, frameIds })
    }
    for (const { from, ordinal, to } of frames) {
      const member = this.#memberOf.get(from.id)
      let frame = to
      let turn: LoadTurn | undefined
      if (member && !members.has(member.id)) {
        // What it had from its member is its own now.
        if (frame.sectionId == null && member.sectionId != null) frame = { ...frame, sectionId: member.sectionId }
        if (frame.materialId == null && member.materialId != null) frame = { ...frame, materialId: member.materialId }
      }
      if (transform) {
        const before = [facts.place(from.startNodeId), facts.place(from.endNodeId)] as const
        const after = [placed.at(from.startNodeId), placed.at(from.endNodeId)] as const
        frame = transform.frame(frame, ordinal, { before, after })
        const isReversed = frame.startNodeId !== to.startNodeId
        turn = frameTurn(transform.isometry, { from, to: frame, isReversed }, { before, after })
        frame = withTurnedReleases(frame, turn)
      }
      work.make('frames', frame)
      this.#copyLoads('frames', copy, from.id, frame.id, turn)
    }
  }

  #copyAreas(copy: Copy, placed: Placed, transform: ElementTransform | undefined): void {
    const { work } = this
    const { facts } = work
    const keys: string[] = []
    for (const ordinal of work.selected('areas')) {
      const from = facts.element('areas', ordinal)
      const to = (id: string) => placed.id(id)
      const nodeIds = from.nodeIds.map(to)
      const key = areaKey({ nodeIds })
      if (this.#isThere('areas', key, nodeIds, placed, from.id)) continue
      keys.push(key)
      const id = this.ids.idFor('areas', from.id, this.#words(copy, from.id, from.label)) ?? from.id
      const openings = from.openingNodeIds && { openingNodeIds: from.openingNodeIds.map((loop) => loop.map(to)) }
      let turn: LoadTurn | undefined
      let area: ViewerArea = { ...from, id, nodeIds, ...openings }
      if (transform) {
        const before = from.nodeIds.map((node) => facts.place(node))
        const after = from.nodeIds.map((node) => placed.at(node))
        area = transform.area(area, before, after)
        turn = areaTurn(transform.isometry, before, area.nodeIds === nodeIds ? after : [...after].reverse())
      }
      work.make('areas', area)
      this.#copyLoads('areas', copy, from.id, area.id, turn)
    }
    for (const key of keys) this.#there?.areas.add(key)
  }

  /** What is copied takes its loads along. */
  #copyLoads(kind: keyof LoadsOn, copy: Copy, from: string, to: string, turn: LoadTurn | undefined): void {
    const loads = this.#loads?.[kind].get(from) ?? []
    for (const load of loads) {
      const copied = copy.isometry?.isMove === false && turn ? turnedLoad(load, turn) : load
      const placed: Load = { ...copied, [TARGET[kind]]: to }
      this.#loadsThere ??= new Set(Array.from(this.work.draft.all('loads'), loadKey))
      const key = loadKey(placed)
      if (this.#loadsThere.has(key)) {
        this.#skipped(load.id)
        continue
      }
      this.#loadsThere.add(key)
      const id = this.ids.idFor('loads', load.id, this.#words(copy, load.id, undefined)) ?? load.id
      this.work.make('loads', { ...placed, id })
    }
  }

  #copySupports(copy: Copy, placed: Placed, transform: ElementTransform | undefined): void {
    const { work } = this
    const made: string[] = []
    for (const ordinal of work.selected('supports')) {
      const from = work.facts.element('supports', ordinal)
      const nodeId = placed.id(from.nodeId)
      if (this.#isThere('supports', nodeId, [nodeId], placed, from.id)) continue
      made.push(nodeId)
      const id = this.ids.idFor('supports', from.id, this.#words(copy, from.id, undefined)) ?? from.id
      const support: ViewerSupport = { ...from, id, nodeId }
      const turned = transform ? transform.support(support) : support
      work.make('supports', turned)
    }
    for (const nodeId of made) this.#there?.supports.add(nodeId)
  }

  #copyLines(copy: Copy, isometry: Isometry): void {
    const { work, labels } = this
    const carry = lineCarrier(work, isometry)
    for (const ordinal of work.selected('gridLines')) {
      const from = work.facts.element('gridLines', ordinal)
      const to = carry(from)
      if (!to) {
        reportTiltedLine(work, from, isometry)
        continue
      }
      if (!lengthsOf(to).every(Number.isFinite)) {
        work.problem('finite_number', [], `a copy of grid line ${quoted(from.id)} would lie beyond what numbers hold`, from.id)
        continue
      }
      work.checkPrecision('gridLines', from.id, lengthsOf(from), lengthsOf(to), isometry.size)
      const key = placeKey(to)
      if (this.#lines.has(key)) {
        this.#skipped(from.id)
        continue
      }
      this.#lines.add(key)
      if (isStraight(from) !== isStraight(to)) noteBecameLine(work, from)
      const words = this.#words(copy, from.id, from.label)
      const id = this.ids.idFor('gridLines', from.id, words) ?? from.id
      const label = from.label ? (labels ? labels.name(work, words, from.id) : `${from.label}-${copy.n}`) : undefined
      work.make('gridLines', { ...to, id, ...(label !== undefined && { label }) })
    }
  }
}

const TARGET = { nodes: 'nodeId', frames: 'frameId', areas: 'areaId' } as const satisfies Record<keyof LoadsOn, string>

const loadKey = ({ id: _, ...load }: Load): string => JSON.stringify(Object.entries(load).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Where the nodes of one copy came to lie, by the nodes that they are copies of: all on which the copied elements stand. */
class Placed {
  readonly #copies = new Map<string, { id: string; at: Vec }>()
  readonly isNew = new Set<string>()

  put(node: string, id: string, point: Vec): void {
    this.#copies.set(node, { id, at: point })
  }

  get count(): number {
    return this.#copies.size
  }

  nodes = (): Iterable<string> => this.#copies.keys()
  id = (node: string): string => this.#copyOf(node).id
  at = (node: string): Vec => this.#copyOf(node).at

  #copyOf(node: string) {
    const copy = this.#copies.get(node)
    if (!copy) throw new Error(`node ${node} was not copied with what stands on it`)
    return copy
  }
}

/** What a frame has that its copies have too. */
function ownOf(frame: ViewerFrame): ViewerFrame {
  if (frame.memberId === undefined && frame.length === undefined) return frame
  const { memberId: _, length: __, ...own } = frame
  return own
}

/** Of the model as it is, copies that were made before included. */
const standing = ({ draft }: Work) => ({
  frames: new Set(Array.from(draft.all('frames'), frameKey)),
  areas: new Set(Array.from(draft.all('areas'), areaKey)),
  supports: new Set(Array.from(draft.all('supports'), ({ nodeId }) => nodeId)),
})

const frameKey = ({ startNodeId, endNodeId }: { startNodeId: string; endNodeId: string }): string =>
  startNodeId < endNodeId ? `${startNodeId}\0${endNodeId}` : `${endNodeId}\0${startNodeId}`

const areaKey = ({ nodeIds }: { nodeIds: readonly string[] }): string => [...new Set(nodeIds)].sort().join('\0')

/** What the ids of copies may be made of. */
export const COPY_WORDS = ['id', 'n', 'label', 'level'] as const
