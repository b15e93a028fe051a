import type { Scene } from '#lib/geometry/scene.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { Up } from '#lib/model/up-axis.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { grouped } from '#lib/values/count-text.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { type ElementText, textOf } from '../element-text.ts'
import {
  arrayOf,
  type Colouring,
  ELEMENT_KINDS,
  type ElementKind,
  type ElementRef,
  type Filters,
  type FoundElement,
  type VisibilityMasks,
} from '../elements.ts'
import { type HeldModel, scaledOf } from '../held-model.ts'
import { type ModelIndex, modelIndex } from '../model-index.ts'
import type { Run } from '../steps.ts'
import type { Cell } from '../tables/table-types.ts'
import { changeCells } from './change-table.ts'
import {
  asSent,
  type ChangeStatus,
  type ChangeStatuses,
  type Comparison,
  changeColouring,
  compareModels,
  type Differing,
  MOST_COMPARED,
  nodesOf,
  sizeOf,
} from './compare.ts'
import { equalChanges } from './equal-changes.ts'
import { type FieldChange, fieldChanges } from './field-changes.ts'

/** What the page is told of two models beside each other. `places`: of what is drawn of the older one. */
export type Compared<Made> = {
  state: 'compared'
  counts: Record<ChangeStatus, number>
  /** How many of each kind are not as they were. */
  kinds: { kind: ElementKind; count: number }[]
  /** Other units, in words; null where they are the same. */
  units: string | null
  colouring: Colouring
  after: Pick<ChangeStatuses, 'nodes' | 'supports'>
  before: Made & { fates: ChangeStatuses; revision: number | null }
  /** Lines where something stood before it moved: two points each, about the scene's origin. */
  dashes: Float32Array
}

/** An element of the older model. `place`: of a removed one, among the changes of its kind. */
export type OlderElement = ElementRef & { index: number; place: number | null }

/** What of the older model is hidden, left out and filtered away where the newer one's is. */
export type OlderShown = { hidden: FoundElement[]; isolated: FoundElement[] | null; shown: VisibilityMasks | null }
export type OlderWanted = { hidden: readonly ElementRef[]; isolated: readonly ElementRef[] | null; out: Filters | null }

export type Difference = ElementRef &
  ElementText & { changeStatus: Exclude<ChangeStatus, 'same'>; fields: FieldChange[]; row: number }
/** The first of so many elements that changed in the same way. */
export type Change = Difference & { count: number }

type Making<Made> = {
  before: HeldModel
  after: HeldModel
  /** The scene of the older model, about the origin of the newer one's. */
  make: () => Promise<Made> | Made
  run: Run
  /** Of the display: storeys, columns and floors are told by it, of both models. */
  up: () => Up | null
}

/** Both models and what differs, for as long as they are looked at. */
export async function openComparison<Made extends { scene: Scene }>({ make, run, up, ...held }: Making<Made>) {
  const elements = sizeOf(held.before) + sizeOf(held.after)
  if (elements > MOST_COMPARED) return { answer: { state: 'too_large' as const, elements, most: MOST_COMPARED } }
  const [before, after] = [held.before.whole(), held.after.whole()]
  const comparison = await run(compareModels(before, after))
  const { rows, counts } = comparison
  const made = await make()
  const answer: Compared<Made> = {
    state: 'compared',
    counts,
    kinds: ELEMENT_KINDS.flatMap((kind) => {
      const count = rows.filter((row) => row.kind === kind).length
      return count > 0 ? [{ kind, count }] : []
    }),
    units: unitsText(held.before, held.after),
    colouring: changeColouring(comparison),
    after: { nodes: comparison.after.nodes, supports: comparison.after.supports },
    before: { ...made, fates: comparison.before, revision: before.revision ?? null },
    dashes: dashesOf(before, comparison.oldPlaces, made.scene.origin),
  }
  const describe = describing(before, after)
  const changes = changesOf(rows, describe, run)
  let index: { up: Up | null; of: ModelIndex } | undefined
  const older = () => {
    if (!index || index.up !== up()) index = { up: up(), of: modelIndex(held.before, up()) }
    return index.of
  }
  const rowAt = (row: number): Difference => ({ ...describe(rows[row]!), row })
  const groupOf = async (row: number) => (await changes(rows[row]!.kind)).find(([first]) => first === row)
  return {
    answer,
    /** What became of a kind: equal changes are one, and stand where the first of them does. */
    async changes(kind: ElementKind, from: number, count: number): Promise<{ total: number; changes: Change[] }> {
      const all = await changes(kind)
      const page = all.slice(from, from + count)
      return { total: all.length, changes: page.map((group) => ({ ...rowAt(group[0]!), count: group.length })) }
    },
    /** Those that changed like the first of them, which is this row. */
    differences: async (row: number, from: number, count: number): Promise<Difference[]> =>
      ((await groupOf(row)) ?? []).slice(from, from + count).map(rowAt),
    /** All of them, where they are now. */
    async sameChange(row: number): Promise<FoundElement[]> {
      return ((await groupOf(row)) ?? []).flatMap((one) => {
        const { kind, id, after: index } = rows[one]!
        return index === null ? [] : [{ kind, id, index }]
      })
    },
    /** All of it as a table, kind by kind: so many lines of it, each with so many ids. */
    async table(most: number, ids: number): Promise<{ rows: Cell[][]; listed: number }> {
      const all: { kind: ElementKind; ones: readonly number[] }[] = []
      for (const { kind } of answer.kinds) for (const ones of await changes(kind)) all.push({ kind, ones })
      const lines = all.slice(0, most).map(({ kind, ones }) => {
        const group = ones.map((row) => rows[row]!)
        return changeCells({ kind, group, fields: describe(group[0]!).fields }, ids)
      })
      if (answer.units !== null) lines.unshift(['Model', 'changed', 1, answer.units, ''])
      return { rows: lines, listed: all.length + (answer.units === null ? 0 : 1) }
    },
    /** What is drawn of a row: in the newer model, whose index is given, and where it is not there any more in the older one. */
    places: placing(older, rows),
    /** The older model itself, for what is asked of its elements. */
    before: held.before,
    async older(kind: ElementKind, index: number): Promise<OlderElement | null> {
      const id = arrayOf(before, kind)[index]?.id
      if (id === undefined) return null
      const row = rows.findIndex((one) => one.kind === kind && one.before === index && one.changeStatus === 'removed')
      return { kind, id, index, place: row < 0 ? null : (await changes(kind)).findIndex(([first]) => first === row) }
    },
    shown: ({ hidden, isolated, out }: OlderWanted): OlderShown => ({
      hidden: hidden.length ? older().drawnBy(hidden) : [],
      isolated: isolated && older().isolated(isolated),
      shown: out && older().shown(out),
    }),
  }
}

/** One line, however many numbers it is about. */
function unitsText(before: HeldModel, after: HeldModel): string | null {
  const unitsOf = ({ columns: { head } }: HeldModel) => {
    const { current, force, length, temperature } = head.units ?? {}
    const words = [current, force, length, temperature].flatMap((text) => text?.split(',').map((word) => word.trim()) ?? [])
    return [...new Set(words.filter(Boolean))].join(', ') || 'not said'
  }
  const factor = twelveDigits(scaledOf(after) / scaledOf(before))
  const lengths = factor === 1 ? '' : `all lengths × ${Number.isInteger(factor) ? grouped(factor) : factor}`
  if (unitsOf(before) === unitsOf(after)) return lengths ? `Units the same, ${lengths}` : null
  return `Units ${unitsOf(before)} → ${unitsOf(after)}${lengths && `, ${lengths}`}`
}

/** The rows of a kind, those that changed in the same way together. Worked out when a kind is first listed. */
function changesOf(rows: readonly Differing[], describe: (row: Differing) => { fields: FieldChange[] }, run: Run) {
  const known = new Map<ElementKind, Promise<number[][]>>()
  function* steps(kind: ElementKind): Generator<void, number[][]> {
    const changes: (readonly [row: number, fields: FieldChange[]])[] = []
    for (const [k, row] of rows.entries()) {
      if (row.kind !== kind) continue
      changes.push([k, row.changeStatus === 'changed' ? describe(row).fields : []])
      if (changes.length % 500 === 499) yield
    }
    return equalChanges(changes)
  }
  return (kind: ElementKind): Promise<number[][]> => {
    const here = known.get(kind) ?? Promise.resolve(run(steps(kind)))
    known.set(kind, here)
    return here
  }
}

function describing(before: ViewerModel, after: ViewerModel) {
  const sent = { before: asSent(before), after: asSent(after) }
  const places = { before: placesOf(before), after: placesOf(after) }
  return ({ kind, id, changeStatus, ...at }: Differing) => {
    const was = at.before === null ? null : arrayOf(before, kind)[at.before]!
    const is = at.after === null ? null : arrayOf(after, kind)[at.after]!
    let fields: FieldChange[] = []
    if (changeStatus === 'changed' && was && is) fields = fieldChanges(sent.before(kind, was), sent.after(kind, is))
    // A section's outline follows from its sizes, and says nothing beside them.
    if (kind === 'section' && fields.length > 1)
      fields = fields.filter(({ field }) => field !== 'polygon' && field !== 'thickness')
    if (changeStatus === 'moved' && is)
      fields = [...new Set(nodesOf(kind, is))].flatMap((node) =>
        fieldChanges({ [node]: places.before.get(node) ?? {} }, { [node]: places.after.get(node) ?? {} }),
      )
    const element = is ?? was
    return { kind, id, changeStatus, ...(element ? textOf(kind, element) : { text: id }), fields }
  }
}

const placesOf = (model: ViewerModel) => new Map(model.nodes.map(({ id, position }) => [id, position]))

function placing(older: () => ModelIndex, rows: readonly Differing[]) {
  return (row: number, now: ModelIndex): { now: FoundElement[]; before: FoundElement[] } => {
    const { kind, id, ...at } = rows[row]!
    if (at.after !== null) return { now: now.drawnBy([{ kind, id }]), before: [] }
    return { now: [], before: older().drawnBy([{ kind, id }]) }
  }
}

function dashesOf(model: ViewerModel, { frames, areas }: Comparison['oldPlaces'], origin: Vec): Float32Array<ArrayBuffer> {
  const places = placesOf(model)
  const points: number[] = []
  const line = (from: string | undefined, to: string | undefined) => {
    const [a, b] = [places.get(from ?? ''), places.get(to ?? '')]
    if (!a || !b) return
    for (const { x, y, z } of [a, b]) points.push(x - origin[0], y - origin[1], z - origin[2])
  }
  for (const k of frames) line(model.frames?.[k]?.startNodeId, model.frames?.[k]?.endNodeId)
  for (const k of areas) {
    const { nodeIds = [], openingNodeIds } = model.areas?.[k] ?? {}
    for (const ring of [nodeIds, ...(openingNodeIds ?? [])])
      for (const [i, id] of ring.entries()) line(id, ring[(i + 1) % ring.length])
  }
  return new Float32Array(points)
}
