import { isDeepStrictEqual } from 'node:util'
import { changesOf } from '#lib/model/changes.ts'
import { scaledElement, snapped, timesOf } from '#lib/model/scaled-element.ts'
import { readUnits } from '#lib/model/units.ts'
import type { ElementOf } from '#lib/model/validate/references.ts'
import { byKind } from '#lib/schema/kinds.ts'
import { type Issue, ModelError, valueError } from '#lib/schema/model-error.ts'
import { type Changes, type ElementKind, KIND_OF, KINDS, type Kind } from '#lib/schema/schema.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { slices } from '#lib/work/slice.ts'
import type { ModelIndex } from './index/id-index.ts'
import type { KindIndex, Run } from './index/kind-index.ts'
import { load, textsOf } from './index/memory.ts'
import type { Part } from './log/chunks.ts'
import { samePart } from './log/log.ts'
import type { PartTexts } from './log/part-data.ts'
import { retryIfPartGone } from './log/part-gone.ts'
import type { OpenModel } from './open-model.ts'
import type { Header } from './read/model-header.ts'
import { submittedOf } from './read/read-elements.ts'

/**
 * An element as it was and as it is, in the form in which it was sent. Where the lengths of the model were converted in between, it is told
 * as it was in those that hold now. Of the model itself: name, units, metadata, source, and `scaled` where that differs.
 */
export type Difference = { kind: ElementKind | 'model'; id: string } & (
  | { change: 'added'; after: object }
  | { change: 'removed'; before: object }
  | { change: 'replaced'; before: object; after: object }
)
export type Comparison = { since: number; revision: number; elements: Difference[]; more: number }

/**
 * What differs at `revision` from how the model was at `since`, 0 being before there was any: the model itself, then its elements, by
 * kind; a conversion of all lengths is a difference of the model alone. After the first `skip` of them at most `limit`; how many follow is counted. Throws `revision_not_found` for a revision that
 * never was.
 */
export async function compareRevisions(
  model: Pick<OpenModel, 'id'>,
  { since, revision, skip = 0, limit }: { since: number; revision: number; skip?: number; limit: number },
): Promise<Comparison> {
  return comparing(model, since, revision, async (then, now) => ({
    since,
    revision,
    ...(await differences(then, now, skip, limit)),
  }))
}

/** An element that is in both with another id, and the same but for that. */
export type Renamed = { kind: ElementKind; id: string; change: 'renamed'; before: object; after: object }
export type ModelComparison = {
  elements: (Difference | Renamed)[]
  more: number
}

/**
 * What differs in another model, elements matched by id, and what is left of a kind by all but that. As they were sent; of both at most
 * `limit` differences. Throws `revision_not_found` for a revision that never was, and `invalid` where the models are in other units.
 */
export async function compareModels(
  one: { id: string; revision: number },
  other: { id: string; revision: number },
  limit: number,
  place: Pick<Issue, 'at'> = {},
): Promise<ModelComparison> {
  return retryIfPartGone(async () => {
    const [base, now] = [await load(one.id, one.revision), await load(other.id, other.revision)]
    if (!base || !now) throw new ModelError('revision_not_found')
    const units = [base, now].map(({ header }) => readUnits(header.units === null ? {} : JSON.parse(header.units)).length?.unit)
    if (units[0] !== units[1])
      throw new ModelError('invalid', [{ ...valueError(['with'], `the models are in ${units.map((unit) => unit ?? 'no stated unit').join(' and ')}`), ...place }]) // biome-ignore format: short
    const { elements, more } = await differences(base, now, 0, limit)
    return { elements: withRenamed(elements), more }
  })
}

/** Pairs of one that went and one that came, of a kind, with equal fields but the id. */
function withRenamed(elements: readonly Difference[]): ModelComparison['elements'] {
  const textOf = (kind: string, element: object) => JSON.stringify([kind, { ...element, id: null }])
  const gone = new Map<string, Extract<Difference, { change: 'removed' }>[]>()
  for (const one of elements.toReversed()) {
    if (one.change !== 'removed') continue
    const text = textOf(one.kind, one.before)
    const same = gone.get(text)
    if (same) same.push(one)
    else gone.set(text, [one])
  }
  const paired = new Set<Difference>()
  const renamed: Renamed[] = []
  for (const one of elements) {
    if (one.change !== 'added' || one.kind === 'model') continue
    const before = gone.get(textOf(one.kind, one.after))?.pop()
    if (!before) continue
    paired.add(one).add(before)
    renamed.push({ kind: one.kind, id: before.id, change: 'renamed', before: before.before, after: one.after })
  }
  return [...elements.filter((one) => !paired.has(one)), ...renamed]
}

/** How many of each kind differ at `revision` from how the model was at `since`; `scaled`: by what all lengths were multiplied in between. */
export const netChanges = (
  model: Pick<OpenModel, 'id'>,
  since: number,
  revision: number,
): Promise<{ net: Changes; scaled?: number }> =>
  comparing(model, since, revision, async (then, now) => {
    if (!then) return { net: changesOf((kind) => ({ added: now.count(kind), replaced: 0 })) }
    const scaled = twelveDigits(now.header.scaled / then.header.scaled)
    return { net: await changesBetween(then, now, conversion(then, now)), ...(scaled !== 1 && { scaled }) }
  })

function comparing<T>(
  model: Pick<OpenModel, 'id'>,
  since: number,
  revision: number,
  compare: (then: ModelIndex | null, now: ModelIndex) => T | Promise<T>,
): Promise<T> {
  return retryIfPartGone(async () => {
    const now = await load(model.id, revision)
    const then = since === 0 ? null : await load(model.id, since)
    if (!now || then === undefined) throw new ModelError('revision_not_found')
    return compare(then, now)
  })
}

async function differences(then: ModelIndex | null, now: ModelIndex, skip: number, limit: number) {
  const ofModel = headerDifference(now, then)
  const elements: Difference[] = ofModel.slice(skip, skip + limit)
  const convert = then && conversion(then, now)
  let before = ofModel.length
  const say = async (kind: Kind, ids: string[], change: Difference['change']) => {
    const first = Math.max(0, skip - before)
    const shown = ids.slice(first, first + limit - elements.length)
    before += ids.length
    const was = then && change !== 'added' ? await submittedOf(then, kind, shown) : []
    const is = change === 'removed' ? [] : await submittedOf(now, kind, shown)
    for (const [k, id] of shown.entries()) {
      const old = was[k] && convert ? convert(kind, was[k], is[k]) : was[k]
      elements.push({ kind: KIND_OF[kind], id, change, before: old, after: is[k] } as Difference)
    }
  }
  for (const kind of KINDS) {
    const { added, replaced } = then ? await changed(then, now, kind, convert) : { added: [...now.ids(kind)], replaced: [] }
    await say(kind, replaced, 'replaced')
    await say(kind, added, 'added')
    // Most often nothing is gone, as the counts say.
    const isSomeGone = then !== null && then.count(kind) > now.count(kind) - added.length
    await say(kind, isSomeGone ? await missing(then.kinds[kind], now.kinds[kind]) : [], 'removed')
  }
  return { elements, more: Math.max(0, before - skip - elements.length) }
}

/** An element of the older state with its lengths as the newer one has them; null where no lengths were converted in between. */
type Convert = (<K extends Kind>(kind: K, before: ElementOf[K], after: ElementOf[K] | undefined) => ElementOf[K]) | null

function conversion(then: ModelIndex, now: ModelIndex): Convert {
  const factor = now.header.scaled / then.header.scaled
  // Two models of one unit differ as they stand, whatever was converted on the way.
  if (factor === 1 || now.id !== then.id) return null
  const times = timesOf(factor)
  const { min, max } = now.bounds
  const tolerance = RELATIVE_TOLERANCE * Math.max(...[...Object.values(min), ...Object.values(max)].map(Math.abs))
  return (kind, before, after) => snapped(scaledElement(kind, before, times), after, tolerance)
}

/** Of the largest coordinate: what lies below is none, as for the edit that converted. */
const RELATIVE_TOLERANCE = 1e-11

function headerDifference(now: ModelIndex, then: ModelIndex | null): Difference[] {
  const isConverted = then !== null && then.id === now.id && then.header.scaled !== now.header.scaled
  const read = ({ name, scaled, ...texts }: Header) => ({
    name,
    ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text === null ? null : JSON.parse(text)])),
    ...(isConverted && { scaled }),
  })
  if (!then || JSON.stringify(read(then.header)) === JSON.stringify(read(now.header))) return []
  return [{ kind: 'model', id: now.id, change: 'replaced', before: read(then.header), after: read(now.header) }]
}

/** How many of each kind differ; with `convert` as they are told, without it as they are stored. */
export async function changesBetween(now: ModelIndex, then: ModelIndex, convert: Convert = null): Promise<Changes> {
  const replaced = byKind(() => 0)
  const added = byKind(() => 0)
  for (const kind of KINDS) {
    const found = await changed(now, then, kind, convert)
    replaced[kind] = found.replaced.length
    added[kind] = found.added.length
  }
  return changesOf((kind) => ({
    added: added[kind],
    replaced: replaced[kind],
    removed: now.count(kind) - (then.count(kind) - added[kind]),
  }))
}

/** Whether two states of a model that hold the same elements have them in one order, and one header. */
export async function isArrangedAs(now: ModelIndex, then: ModelIndex): Promise<boolean> {
  if (headerDifference(now, then).length > 0) return false
  let isSame = true
  for (const kind of KINDS) {
    const [one, other] = [now.kinds[kind], then.kinds[kind]]
    const places = other.ordinals()
    await each(one, (ordinal) => {
      isSame = places.next().value === one.ids.in(other.ids, ordinal) && isSame
    })
  }
  return isSame
}

/** The ids that the other one does not have. */
async function missing(index: KindIndex, other: KindIndex): Promise<string[]> {
  const found: string[] = []
  await each(index, (ordinal) => {
    if (index.ids.in(other.ids, ordinal) < 0) found.push(index.ids.textOf(ordinal))
  })
  return found
}

/**
 * The ids of a kind that another state adds, and those of both whose texts differ. What lies in the same place of the same part, or of two
 * equal ones, needs no look.
 */
async function changed(first: ModelIndex, second: ModelIndex, kind: Kind, convert: Convert) {
  const [one, other]: [KindIndex, KindIndex] = [first.kinds[kind], second.kinds[kind]]
  const [added, replaced]: [string[], string[]] = [[], []]
  const pairs: [number, Run, Run][] = []
  const isOneModel = first.id === second.id
  const ofOne = new Set<Part>()
  const ofOther = isOneModel ? ofOne : new Set<Part>()
  await each(other, (ordinal) => {
    const [a, b] = [one.at(other.ids.in(one.ids, ordinal)), other.at(ordinal)]
    if (!a) added.push(other.ids.textOf(ordinal))
    if (!a || !b || (isOneModel && a.start === b.start && samePart(a.part, b.part))) return
    pairs.push([ordinal, a, b])
    ofOne.add(a.part)
    ofOther.add(b.part)
  })
  if (pairs.length === 0) return { added, replaced }
  const texts = await textsOf(first.id, ofOne)
  const others = isOneModel ? texts : await textsOf(second.id, ofOther)
  const yieldIfDue = slices()
  const areEqual = equalParts(texts, others)
  for (const [i, [ordinal, a, b]] of pairs.entries()) {
    if (i % STRETCH === 0) await yieldIfDue()
    if (a.start === b.start && areEqual(a.part, b.part)) continue
    const [was, is] = [texts.slice(a), others.slice(b)]
    if (!was.equals(is) && !(convert && isConverted(kind, was, is, convert))) replaced.push(other.ids.textOf(ordinal))
  }
  return { added, replaced }
}

/** Whether two parts are the same text, found once for the stretch of elements in which both are asked for. */
function equalParts(texts: PartTexts, others: PartTexts): (one: Part, other: Part) => boolean {
  let last: { one: Part; other: Part; isSame: boolean } | undefined
  return (one, other) => {
    if (last?.one !== one || last.other !== other) {
      const isSame = one.length === other.length && one.crc === other.crc && texts.of(one).equals(others.of(other))
      last = { one, other, isSame }
    }
    return last.isSame
  }
}

function isConverted<K extends Kind>(kind: K, was: Buffer, is: Buffer, convert: NonNullable<Convert>): boolean {
  const read = (text: Buffer): ElementOf[K] => JSON.parse(text.toString()) // what we wrote
  const after = read(is)
  return isDeepStrictEqual(convert(kind, read(was), after), after)
}

/** So many elements are looked at before the clock is. */
const STRETCH = 1000

/** Every element of a kind in order, in slices. */
async function each(index: KindIndex, look: (ordinal: number) => void): Promise<void> {
  const yieldIfDue = slices()
  let looked = 0
  for (const ordinal of index.ordinals()) {
    look(ordinal)
    if (++looked % STRETCH === 0) await yieldIfDue()
  }
}
