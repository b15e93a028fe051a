import { setImmediate as breathe } from 'node:timers/promises'
import { jsonList } from '#lib/http/json-list.ts'
import { changesOf } from '#lib/model/changes.ts'
import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { fitsUnit } from '#lib/model/section/section-profile.ts'
import type { LengthUnit } from '#lib/model/units.ts'
import { limitIssues } from '#lib/model/validate/issue-order.ts'
import { EMPTY_MODEL, type Judgement, judgeBatch, type ModelIds, type ReadableBatch } from '#lib/model/validate/judge-batch.ts'
import { frameAsReturned } from '#lib/model/validate/members.ts'
import type { ElementOf } from '#lib/model/validate/references.ts'
import { Removal } from '#lib/model/validate/removal.ts'
import { byKind } from '#lib/schema/kinds.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import type { RemoveElements } from '#lib/schema/request-bodies.ts'
import { type ConstructSectionCreate, KINDS, type Kind } from '#lib/schema/schema.ts'
import { slices } from '#lib/work/slice.ts'
import type { Outcome } from './idempotency.ts'
import type { ModelIndex } from './index/id-index.ts'
import { lookUpIds } from './index/look-up-ids.ts'
import { indexFor, textsOf } from './index/memory.ts'
import { type Batch, hasProfiles, type LookedUp, listed, type PackedBatch, type ToLookUp, toLog } from './log/batch.ts'
import { type NewPart, toParts } from './log/chunks.ts'
import { type Unchanged, whatDiffers } from './log/drop-unchanged.ts'
import { type FieldsLost, fieldsLost } from './log/fields-lost.ts'
import { NO_IDS, textsIn } from './log/id-list.ts'
import { itemsOf } from './log/json-chunks.ts'
import type { Plan, Writable, WrittenRevision } from './log/plan.ts'
import type { OpenModel } from './open-model.ts'
import { withRelations } from './read/stored-relations.ts'
import { type Writing, write } from './write.ts'

/** The elements of the kind that a write stored, as a JSON array in returned form, in the order of the batch. */
export type Wrote = (kind: Kind) => Uint8Array[]

/** What became of a batch. `ids` and `wrote` tell of what was stored and of what was there already alike. */
export type Added = WrittenRevision & { unchanged: Unchanged; ids: (kind: Kind) => string[]; lost: FieldsLost[] }

/**
 * Adds elements, or replaces them whole where the id exists: all or nothing, as one revision. An element that exists keeps its
 * place; one that is there byte for byte is left alone, and where all are there is no revision. Throws `invalid` with everything that
 * is wrong beyond the fields (`judgeBatch`), `outdated` for an old `ifMatch`. Source: specification, section 4; decisions, section 3.
 */
export async function addElements(model: Writable, batch: Batch, writing: Writing): Promise<Added & { wrote: Wrote }> {
  let made: NewPart[] | undefined // compressed once, however often it has to be judged again
  let madeIn: LengthUnit | null = null
  let unchanged: Unchanged = {}
  let lost: FieldsLost[] = []
  const ids = (kind: Kind) => idsIn(made ?? [], kind)
  const telling = alsoTelling(writing, () => ({ unchanged, ids, lost }))
  const { written, index } = await explaining(batch, () =>
    write(model, telling, 'elements', async (index) => {
      await judge(batch, index)
      const unit = index.lengthUnit
      // Somebody else may have set another unit in between, and profiles have their sizes in that one.
      if (!made || (madeIn?.unit !== unit?.unit && hasProfiles(batch))) made = await toLog(batch, unit)
      madeIn = unit
      const differing = await whatDiffers(made, index)
      unchanged = differing.unchanged
      if (writing.via === 'mcp') lost = await fieldsLost(differing.parts, index) // there it is told
      return differing.parts.length === 0 ? null : planBatch(differing.parts, index)
    }),
  )
  return { ...written, unchanged, ids, lost, wrote: wroteOf(made ?? [], index) }
}

export const idsIn = (parts: readonly NewPart[], kind: Kind): string[] =>
  parts.flatMap((part) => (part.kind === kind ? textsIn(part.index.ids) : []))

/** The answer that is kept with the effect says what is known once the write is planned. */
const alsoTelling = (writing: Writing, more: () => Partial<Outcome>): Writing => {
  const { answers } = writing
  return answers ? { ...writing, answers: (written) => answers({ ...written, ...more() }) } : writing
}

/** What is wrong with a batch that did not parse, beyond the fields that failed. For the doors, which tell both together. */
export async function judgeElements(
  model: Pick<OpenModel, 'id' | 'revision'> | null,
  batch: ReadableBatch,
  failed: ReadonlySet<string>,
): Promise<Judgement> {
  return judgeBatch(batch, await idsOf(model, batch), failed)
}

/** What a batch for the model is judged against. */
export const idsOf = async (model: Pick<OpenModel, 'id' | 'revision'> | null, batch: ReadableBatch = {}): Promise<ModelIds> =>
  model ? withRelations(await indexFor(model.id, model.revision), batch) : EMPTY_MODEL

/** The same for a batch that a thread has read; undefined when nothing is wrong with it. */
export async function explainElements(
  model: Pick<OpenModel, 'id' | 'revision'> | null,
  read: { batch: { packed: PackedBatch } } | { unfit: ToLookUp; explain: PackedBatch['explain'] },
): Promise<ModelError | undefined> {
  const index = model ? await indexFor(model.id, model.revision) : EMPTY_MODEL
  if ('unfit' in read) return read.explain(await lookUpIds(read.unfit, index))
  const { packed } = read.batch
  const looked = await misfitOf(packed, index)
  return looked && packed.explain(looked)
}

/** What a thread has to be told to explain why a batch that is right by itself does not fit; undefined when it does. */
async function misfitOf(packed: PackedBatch, index: ModelIds): Promise<LookedUp | undefined> {
  const { toLookUp, parts, sections = [] } = packed
  const looked = await lookUpIds(toLookUp, index, parts)
  if (looked.isMissed) return looked
  for await (const some of itemsOf<ConstructSectionCreate>(sections)) {
    if (some.some((section) => !fitsUnit(section, looked.lengthUnit ?? null))) return looked
  }
  return undefined
}

/** Throws `invalid`, or Misfit. */
export async function judge(batch: Batch, index: ModelIndex): Promise<void> {
  if ('values' in batch) {
    const { issues, total } = judgeBatch(batch.values, await withRelations(index, batch.values))
    if (total > 0) throw new ModelError('invalid', limitIssues(issues, total))
    return
  }
  const looked = await misfitOf(batch.packed, index)
  if (looked) throw new Misfit(looked)
}

/** A packed batch is right by itself and wrong in the model. */
class Misfit extends Error {
  constructor(readonly looked: LookedUp) {
    super('a packed batch does not fit')
  }
}

/** To say what is wrong with a packed batch takes a thread: done after the model's turn has been given on. */
export async function explaining<T>(batch: Batch, judging: () => Promise<T>): Promise<T> {
  try {
    return await judging()
  } catch (error) {
    if (!(error instanceof Misfit && 'packed' in batch)) throw error
    throw await batch.packed.explain(error.looked)
  }
}

/** What parts of elements, and of ids that go, do to the model as it is. */
export async function planBatch(parts: NewPart[], index: ModelIndex): Promise<Plan & { parts: NewPart[] }> {
  const yieldIfDue = slices()
  const tally = byKind(() => ({ added: 0, replaced: 0, removed: 0 }))
  let bytes = index.jsonBytes
  const again = removedAndPut(parts)
  for (const part of parts) {
    const stored = index.kinds[part.kind]
    let added = part.count
    for (let i = 0; i < part.count; i++) {
      const before = stored.size > 0 ? stored.bytesAt(stored.ids.at(part.index.ids, i)) : 0
      if (before > 0) added-- // no element's text is empty
      bytes += part.index.lengths[i]! - before
    }
    const gone = part.index.removed.filter((id) => !again[part.kind].has(id))
    for (const id of gone) bytes -= stored.bytesAt(stored.ids.of(id))
    tally[part.kind].added += added
    tally[part.kind].replaced += part.count - added
    tally[part.kind].removed += gone.length
    await yieldIfDue()
  }
  const changes = changesOf((kind) => tally[kind])
  const counts = index.counts
  for (const kind of KINDS) counts[kind] += tally[kind].added - tally[kind].removed
  const nodes = parts.flatMap((part) => (part.kind === 'nodes' ? part.index : []))
  return { changes, counts, bounds: nodes.length > 0 ? await index.boundsWith(nodes) : index.bounds, bytes, parts }
}

/** Ids that go and come again at the end: they are replaced. */
function removedAndPut(parts: readonly NewPart[]): Record<Kind, Set<string>> {
  const removed = byKind((kind) => new Set(parts.flatMap((part) => (part.kind === kind ? part.index.removed : []))))
  return byKind((kind) => {
    if (removed[kind].size === 0) return removed[kind]
    return new Set(idsIn(parts, kind).filter((id) => removed[kind].has(id)))
  })
}

export function wroteOf(parts: readonly NewPart[], index: ModelIndex): Wrote {
  const of = <K extends Kind>(kind: K) => parts.filter((part) => part.kind === kind)
  const parsed = <K extends Kind>(kind: K): ElementOf[K][] => of(kind).flatMap(({ text }) => JSON.parse(`[${text.toString()}]`)) // what we wrote
  // Asked now: the index may go on to the next revision.
  const gifts =
    index.members.size > 0
      ? of('frames').flatMap((part) => Array.from({ length: part.count }, (_, i) => giftIn(index, part, i)))
      : undefined
  return (kind) => {
    if (kind === 'frames' && gifts) return jsonList(parsed(kind).map((frame, i) => frameAsReturned(frame, gifts[i])))
    if (kind === 'sections') return jsonList(parsed(kind).map(sectionAsReturned))
    return [Buffer.from('['), ...of(kind).flatMap(({ text }, i) => (i > 0 ? [Buffer.from(','), text] : [text])), Buffer.from(']')]
  }
}

const giftIn = (index: ModelIndex, part: NewPart, i: number) => index.members.giftAt(index.kinds.frames.ids.at(part.index.ids, i))

/**
 * Removes elements as one revision; unknown ids are ignored, and where none is known nothing is written. What is still referred
 * to by something that stays is refused (`invalid`, `still_referenced`), unless `cascade`: then what cannot be without it goes
 * too (frames, areas and supports of a removed node), a member loses removed frames and goes with its last one, and where the
 * reference is optional it is only cleared: taking a section or material away does not take the structure away.
 */
export async function removeElements(
  model: Writable,
  body: RemoveElements,
  writing: Writing,
): Promise<WrittenRevision & { removed: Record<Kind, string[]> }> {
  let removal: Removal | undefined
  const removed = () => byKind((kind) => [...(removal?.gone[kind] ?? [])])
  const telling = alsoTelling(writing, () => ({ removed: removed() }))
  const { written } = await write(model, telling, 'remove', async (index) => {
    removal = await planRemoval(index, body)
    const { gone, replaced } = removal
    if (KINDS.every((kind) => gone[kind].size === 0)) return null
    const parts: NewPart[] = []
    for (const kind of KINDS) {
      const elements = listed({ [kind]: [...replaced[kind].values()] })[kind] ?? { ids: NO_IDS, values: [] }
      if (gone[kind].size + replaced[kind].size > 0)
        for (const part of await toParts(kind, false, elements, [...gone[kind]])) parts.push(part)
    }
    return planBatch(parts, index)
  })
  return { ...written, removed: removed() }
}

/** The ids that were to go and were not there, of the kinds that have any. */
export function notThere(
  body: RemoveElements,
  removed: Partial<Record<Kind, readonly string[]>> = {},
): Partial<Record<Kind, string[]>> {
  const absent: Partial<Record<Kind, string[]>> = {}
  for (const kind of KINDS) {
    const gone = new Set(removed[kind])
    const ids = (body[kind] ?? []).filter((id) => !gone.has(id))
    if (ids.length > 0) absent[kind] = ids
  }
  return absent
}

async function planRemoval(index: ModelIndex, body: RemoveElements): Promise<Removal> {
  const removal = new Removal(body, (kind, id) => index.has(kind, id))
  for (const kind of removal.order()) {
    const wanted = removal.begin(kind)
    if (wanted.size === 0) continue
    for await (const element of mentioning(index, kind, wanted)) removal.look(kind, element)
  }
  removal.mustBeFree()
  return removal
}

const FEW = 16

/** The elements of a kind, in order, as far as they may name one of the ids; with few ids, parts that name none are skipped. */
async function* mentioning(index: ModelIndex, kind: Kind, ids: ReadonlySet<string>): AsyncGenerator<ElementOf[Kind]> {
  const runs = index.kinds[kind].runs()
  const texts = await textsOf(
    index.id,
    runs.map(({ part }) => part),
  )
  const needles = ids.size <= FEW ? [...ids].map((id) => Buffer.from(JSON.stringify(id))) : undefined
  for (const run of runs) {
    const text = texts.slice(run)
    if (needles && !needles.some((needle) => text.includes(needle))) continue
    const elements: ElementOf[Kind][] = JSON.parse(`[${text.toString()}]`) // what we wrote
    yield* elements
    await breathe() // a million elements take a while
  }
}
