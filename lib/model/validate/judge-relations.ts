import { limits } from '#lib/runtime/limits.ts'
import type { Combination, Diaphragm } from '#lib/schema/loads.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import type { ConstructSectionCreate, Kind, ViewerFrame, ViewerGridLine } from '#lib/schema/schema.ts'
import { sectionAsReturned } from '../section/section-outline.ts'
import { resolvedWhereSound, type UnitOfModel } from '../section/section-profile.ts'
import { type TaperSection, taperFault, taperSection } from '../taper-pairs.ts'
import type { LengthUnit } from '../units.ts'
import { sectionDefinition } from '../viewer-model.ts'
import type { Readable } from './parse.ts'
import { KIND_WORD } from './references.ts'

/** What is wrong with combinations, diaphragms, levels and tapers as they refer to each other, those that are stored among them. */

type Line = Pick<ViewerGridLine, 'id' | 'axis'>
type TaperFrame = Pick<ViewerFrame, 'sectionId' | 'endSectionId'>

/** What of a model such elements of a batch are judged by. */
export type StoredRelations = {
  combinations: readonly Combination[]
  diaphragms: readonly Diaphragm[]
  /** At least those that diaphragms of the batch name. */
  gridLines: readonly Line[]
  /** At least those between which frames of the batch taper. */
  sections: readonly ConstructSectionCreate[]
}

export type RelatedBatch = {
  readonly combinations?: readonly (Readable<Combination> | undefined)[] | undefined
  readonly diaphragms?: readonly (Readable<Diaphragm> | undefined)[] | undefined
  readonly gridLines?: readonly (Readable<Line> | undefined)[] | undefined
  readonly frames?: readonly (Readable<TaperFrame> | undefined)[] | undefined
  readonly sections?: readonly (Readable<ConstructSectionCreate> | undefined)[] | undefined
}

export const NOTHING_STORED: StoredRelations = { combinations: [], diaphragms: [], gridLines: [], sections: [] }

/** Whether a batch has to be judged so at all. */
export const isRelated = ({ combinations = [], diaphragms = [], gridLines = [], frames = [] }: RelatedBatch): boolean =>
  combinations.length + diaphragms.length + gridLines.length > 0 || frames.some(isTaper)

export const isTaper = (frame: Readable<TaperFrame> | undefined): boolean => frame?.endSectionId != null

/** The grid lines that its diaphragms name. */
export const linesNamed = ({ diaphragms = [] }: RelatedBatch): string[] => [
  ...new Set(diaphragms.flatMap((one) => one?.gridLineId ?? [])),
]

/** The sections between which its frames taper. */
export const sectionsOfTapers = ({ frames = [] }: RelatedBatch): Set<string> =>
  new Set(frames.filter(isTaper).flatMap((frame) => [frame?.sectionId ?? [], frame?.endSectionId ?? []].flat()))

/** In the order of kinds, each in field order. `unit`: in which profiles of the batch get their sizes. */
export function* relationIssues(batch: RelatedBatch, stored: StoredRelations, unit: UnitOfModel): Generator<Issue> {
  yield* combinationIssues(batch.combinations ?? [], stored.combinations)
  yield* diaphragmIssues(batch, stored)
  yield* taperIssues(batch, stored, unit ?? null)
  yield* lineIssues(batch, stored)
}

type Term = { combinationId?: string | null | undefined } | undefined
type Node = { type: string; terms: readonly Term[] }

function* combinationIssues(
  sent: readonly (Readable<Combination> | undefined)[],
  stored: readonly Combination[],
): Generator<Issue> {
  if (sent.length === 0) return
  const all = new Map<string, Node>(stored.map(({ id, type, terms }) => [id, { type: type ?? 'add', terms }]))
  for (const one of sent) if (one?.id !== undefined) all.set(one.id, { type: one.type ?? 'add', terms: one.terms ?? [] })
  const isSent = new Set(sent.map((one) => one?.id))
  const addedBy = new Map<string, string>()
  for (const { id, type, terms } of stored) {
    if (isSent.has(id) || type === 'envelope') continue
    for (const { combinationId } of terms) if (combinationId != null) addedBy.set(combinationId, id)
  }
  const circles = new Circles(all, isSent)
  for (const [i, one] of sent.entries()) {
    if (one?.id === undefined) continue
    const adder = one.type === 'envelope' ? addedBy.get(one.id) : undefined
    if (adder !== undefined)
      yield valueError(
        ['combinations', i, 'type'],
        `${short(one.id)} is an envelope and cannot be added, as ${short(adder)} does`,
      )
    for (const [k, term] of (one.terms ?? []).entries()) {
      const to = term?.combinationId
      if (to == null) continue
      const circle = circles.add(one.id, to)
      const loc = ['combinations', i, 'terms', k]
      if (circle) yield valueError(loc, `combination ${short(one.id)} contains itself: ${circle.map(short).join(', ')}`)
      else if ((one.type ?? 'add') === 'add' && all.get(to)?.type === 'envelope')
        yield valueError(loc, `${short(to)} is an envelope and cannot be added`)
    }
  }
}

/** What combinations contain, one term after the other: those that are stored, then those of the batch. */
class Circles {
  readonly #contains = new Map<string, Set<string>>()

  constructor(all: ReadonlyMap<string, Node>, isSent: ReadonlySet<string | undefined>) {
    for (const [id, { terms }] of all)
      if (!isSent.has(id)) this.#contains.set(id, new Set(terms.flatMap((term) => term?.combinationId ?? [])))
  }

  /** The way from a combination back to itself that this term closes, which then is left out; undefined where it closes none. */
  add(from: string, to: string): string[] | undefined {
    const way = this.#way(to, from)
    if (way) return [from, ...way]
    const contained = this.#contains.get(from) ?? new Set()
    this.#contains.set(from, contained.add(to))
    return undefined
  }

  #way(from: string, to: string): string[] | undefined {
    const cameFrom = new Map<string, string | null>([[from, null]])
    for (const id of cameFrom.keys()) {
      if (id === to) {
        const way: string[] = []
        for (let at: string | null = id; at !== null; at = cameFrom.get(at) ?? null) way.unshift(at)
        return way
      }
      for (const next of this.#contains.get(id) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, id)
    }
    return undefined
  }
}

function* diaphragmIssues({ diaphragms: sent = [], gridLines = [] }: RelatedBatch, stored: StoredRelations): Generator<Issue> {
  if (sent.length === 0) return
  const axes = new Map(stored.gridLines.map(({ id, axis }) => [id, axis]))
  for (const line of gridLines) if (line?.id !== undefined && line.axis !== undefined) axes.set(line.id, line.axis)
  const isSent = new Set(sent.map((one) => one?.id))
  const holder = new Map<string, string>()
  for (const { id, nodeIds } of stored.diaphragms) if (!isSent.has(id)) for (const node of nodeIds ?? []) holder.set(node, id)
  for (const [i, one] of sent.entries()) {
    if (one?.id === undefined) continue
    const axis = one.gridLineId == null ? undefined : axes.get(one.gridLineId)
    if (axis !== undefined && axis !== 'Z')
      yield valueError(['diaphragms', i, 'gridLineId'], `${short(one.gridLineId ?? '')} is no level: its axis is ${axis}`)
    for (const [k, node] of (one.nodeIds ?? []).entries()) {
      if (node === undefined) continue
      const other = holder.get(node)
      if (other === undefined) holder.set(node, one.id)
      else yield valueError(['diaphragms', i, 'nodeIds', k], `node ${short(node)} is in diaphragm ${short(other)} already`)
    }
  }
}

/** Of frames that say both their sections themselves: what comes from a member is left to the check. */
function* taperIssues(
  { frames = [], sections = [] }: RelatedBatch,
  stored: StoredRelations,
  unit: LengthUnit | null,
): Generator<Issue> {
  if (!frames.some(isTaper)) return
  const storedById = new Map(stored.sections.map((section) => [section.id, section]))
  const sentById = new Map(sections.map((section) => [section?.id, section]))
  const known = new Map<string, TaperSection | undefined>()
  const sectionOf = (id: string): TaperSection | undefined => {
    if (known.has(id)) return known.get(id)
    const sent = sentById.get(id)
    const section = sent ? resolvedWhereSound(sent as ConstructSectionCreate, unit) : storedById.get(id)
    const made = section && taperSection(sectionAsReturned(section), sectionDefinition(section))
    known.set(id, made)
    return made
  }
  for (const [i, frame] of frames.entries()) {
    if (frame?.sectionId == null || frame.endSectionId == null) continue
    const [first, last] = [sectionOf(frame.sectionId), sectionOf(frame.endSectionId)]
    const fault = first && last && taperFault(first, last)
    if (fault) yield valueError(['frames', i, 'endSectionId'], fault)
  }
}

/** A level stays one as long as a diaphragm lies on it. */
function* lineIssues({ diaphragms = [], gridLines = [] }: RelatedBatch, stored: StoredRelations): Generator<Issue> {
  if (!gridLines.some((line) => line?.axis !== undefined && line.axis !== 'Z')) return
  const isSent = new Set(diaphragms.map((one) => one?.id))
  const onLine = new Map<string, string>()
  for (const { id, gridLineId } of stored.diaphragms) if (gridLineId != null && !isSent.has(id)) onLine.set(gridLineId, id)
  for (const [i, line] of gridLines.entries()) {
    if (line?.id === undefined || line.axis === undefined || line.axis === 'Z') continue
    const diaphragm = onLine.get(line.id)
    if (diaphragm !== undefined)
      yield valueError(['gridLines', i, 'axis'], `diaphragm ${short(diaphragm)} lies on ${short(line.id)}, so its axis stays Z`)
  }
}

/** An id as these messages show it, cut to 64 code points. */
function short(id: string): string {
  const points = [...id]
  return points.length > 64 ? `${points.slice(0, 64).join('')}…` : id
}

/** Kinds of which a model has few. */
export const FEW: readonly Kind[] = ['combinations', 'diaphragms', 'loadCases']

/** `added`: how many of a kind the model would gain. */
export function* fewIssues(held: (kind: Kind) => number, added: (kind: Kind) => number): Generator<Issue> {
  const limit = limits.elementsOfFewKinds
  for (const kind of FEW) {
    const more = added(kind)
    const actual = held(kind) + more
    if (more === 0 || actual <= limit) continue
    const msg = `the model would hold ${actual} ${KIND_WORD[kind]}s, the limit is ${limit}`
    yield { type: 'limit_exceeded', loc: [kind], msg, ctx: { limit, actual } }
  }
}
