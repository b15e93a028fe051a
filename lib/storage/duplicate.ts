import { viewerUrl } from '#lib/http/viewer-url.ts'
import { changesOf } from '#lib/model/changes.ts'
import { log } from '#lib/runtime/log.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { KINDS, type Kind } from '#lib/schema/schema.ts'
import { MB } from '#lib/values/bytes.ts'
import { here, SMALL_MODEL, type WorkRequest, work } from '#lib/work/scheduler.ts'
import { answerSteps, answerToStore, KEY_TAKEN, KeyTaken } from './idempotency.ts'
import type { Run } from './index/kind-index.ts'
import { isScattered, isWhole, jsonBytesOf, jsonBytesOfKind, type Layout, layoutOf, partsOf } from './index/layout.ts'
import { compressedOf, indexFor } from './index/memory.ts'
import { PART_BYTES, PART_ELEMENTS, type Part, type StoredPart } from './log/chunks.ts'
import { hasManyParts, RESTORE } from './log/compaction.ts'
import { beginCopy, copiedBytes, copyParts, dropCopy, insertParts, type Stretch, showCopy } from './log/copy-log.ts'
import { samePart } from './log/log.ts'
import { Numbering } from './log/numbering.ts'
import { PartGone, retryIfPartGone } from './log/part-gone.ts'
import type { WrittenRevision } from './log/plan.ts'
import { noteAfter } from './model-activity.ts'
import { newModelId, type OpenModel } from './models.ts'
import { overQuota, quotaSteps } from './quota.ts'
import type { PackedModel } from './read/packed-model.ts'
import { noRevision } from './revisions.ts'
import { copyViews } from './saved-views.ts'
import { entryOf, type Writing } from './write.ts'

/** Of which model, revision and name a model is a copy, and since when. */
export type CopiedFrom = { modelId: string; revision: number; name: string; at: string }

/** What a model is a copy of; undefined where it is none. */
export async function originOfCopy(model: Pick<OpenModel, 'id' | 'revision'>): Promise<CopiedFrom | undefined> {
  const { copiedFrom } = await indexFor(model.id, model.revision)
  return copiedFrom === null ? undefined : JSON.parse(copiedFrom)
}

type DuplicateOptions = { name?: string | undefined; revision?: number | undefined; onlyFirstView?: boolean }
type Duplicated = WrittenRevision & { name: string; copiedFrom: CopiedFrom }

/**
 * A model of the caller's that equals another one, at its present revision or an earlier one: revision 1, element for element as it
 * was sent. Parts that stand as they were written are copied within the database; of the others what is still there is put into new
 * ones, a few at a time. Saved views go along (`onlyFirstView`: no others); comments, people and links do not. Throws `invalid` where
 * the account is full, `revision_not_found` for a revision that never was.
 */
export async function duplicateModel(
  model: Pick<OpenModel, 'id' | 'revision'>,
  writing: Writing,
  wanted: DuplicateOptions = {},
): Promise<Duplicated> {
  const { revision = model.revision } = wanted
  if (revision < 1 || revision > model.revision) throw noRevision(model, revision)
  return retryIfPartGone(async () => {
    const source = await layoutOf(model.id, revision)
    if (!source) throw new ModelError('not_found')
    const copy = await copyOf(source, writing, wanted)
    await noteAfter(model.id, writing, 'model.duplicated', { copy: copy.modelId })
    return copy
  })
}

/** Throws PartGone where the source's parts, or the copy under way, are there no more. */
async function copyOf(source: Layout, writing: Writing, { name, onlyFirstView = false }: DuplicateOptions): Promise<Duplicated> {
  const { caller } = writing
  const { counts, bounds } = source
  const id = newModelId()
  const created = entryOf(writing, 'create')
  const changes = changesOf((kind) => ({ added: counts[kind], replaced: 0 }))
  const header = { ...source.header, name: name ?? nameOfCopy(source.header.name) }
  const entry = {
    ...created,
    changes,
    counts,
    bounds,
    bytes: jsonBytesOf({ ...source, header }),
    header,
    parts: [],
    restoredFrom: null,
  }
  const copiedFrom = { modelId: source.id, revision: source.revision, name: source.header.name, at: created.at.toISOString() }
  const written: WrittenRevision = { modelId: id, revision: 1, changed: changes, counts, bounds }

  const one = { models: 1, bytes: 0 }
  const refused = await beginCopy(id, caller.userId, entry, copiedFrom, await quotaSteps(caller.userId, one))
  if (refused) throw await overQuota(refused, caller.userId, one)
  try {
    for await (const isDone of fill(id, source, writing)) if (!isDone) throw new PartGone()
    const more = { models: 0, bytes: await copiedBytes(id) }
    const answer = answerToStore(writing, written)
    const first = [...(answer ? answerSteps(answer) : []), ...(await quotaSteps(caller.userId, more))]
    const failed = await showCopy(id, entry, more.bytes, first, [copyViews(source.id, id, caller.userId, onlyFirstView)])
    if (failed === 'gone') throw new PartGone()
    if (failed === KEY_TAKEN) throw new KeyTaken()
    if (failed) throw await overQuota(failed, caller.userId, more)
  } catch (error) {
    await dropCopy(id).catch((other: unknown) =>
      log.warn('a copy that came to nothing stays until the bins are emptied', { error: String(other) }),
    )
    throw error
  }
  return { ...written, name: header.name, copiedFrom }
}

/** Of a name, in characters: what pages take (decisions, section 2). */
const MOST_CHARACTERS = 200

/** `Hall (copy)`; of a long name the beginning. */
function nameOfCopy(name: string): string {
  const copy = `${name} (copy)`
  if (copy.length <= MOST_CHARACTERS || [...copy].length <= MOST_CHARACTERS) return copy
  return `${[...name]
    .slice(0, MOST_CHARACTERS - '… (copy)'.length)
    .join('')
    .trimEnd()}… (copy)`
}

/** Writes the copy's parts, a transaction at a time; yields whether there was all that it takes. */
async function* fill(id: string, source: Layout, { caller, request }: Writing): AsyncGenerator<boolean> {
  for (const kind of KINDS) {
    let seq = 0
    for (const { runs, isAsItIs } of pieces(source.runs[kind], source.counts[kind])) {
      if (isAsItIs) {
        yield copyParts(source.id, id, stretchesOf(runs, seq))
        seq += runs.length
      } else {
        const made = await packed(source, kind, runs, { user: caller.userId, ...request })
        const parts = made.map((part) => ({ ...part, base: false, seq: seq + part.seq }))
        yield insertParts(id, parts)
        seq += made.length
      }
    }
  }
}

type Piece = { runs: readonly Run[]; isAsItIs: boolean }

/** At most so much in a piece: parts, and of what is packed anew bytes of JSON. */
const PARTS = 16
const BYTES = MB

/** A kind's stretches, what is copied as it is and what is packed anew. */
function* pieces(runs: readonly Run[], count: number): Generator<Piece> {
  const isTidy = !hasManyParts([{ size: count, jsonBytes: jsonBytesOfKind(runs, count), parts: partsOf(runs).size }])
  const isUntouched = runs.every((run) => isWhole(run) && !run.part.removes)
  // A small part among cut ones goes with them: it is what an edit has written.
  const staysAsItIs = (run: Run) => isTidy && isWhole(run) && !run.part.removes && (isUntouched || isLarge(run.part))
  const [mostParts, mostBytes] = isScattered(runs) ? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] : [PARTS, BYTES]
  for (let from = 0; from < runs.length; ) {
    const isAsItIs = staysAsItIs(runs[from]!)
    const parts = new Set<Part>()
    let bytes = 0
    let to = from
    for (let run = runs[to]; run && staysAsItIs(run) === isAsItIs; run = runs[++to]) {
      if (to > from && (parts.add(run.part).size > mostParts || (!isAsItIs && bytes > mostBytes))) break
      parts.add(run.part)
      bytes += run.end - run.start
    }
    yield { runs: runs.slice(from, to), isAsItIs }
    from = to
  }
}

const isLarge = ({ count, length }: Part) => count >= PART_ELEMENTS / 4 || length >= PART_BYTES / 4

/** Whole parts; those that follow one another in the log are one stretch. */
function stretchesOf(runs: readonly Run[], from: number): Stretch[] {
  const stretches: Stretch[] = []
  for (const [i, { part }] of runs.entries()) {
    const last = stretches.at(-1)
    if (last && samePart(part, { ...part, ...last.first, seq: last.first.seq + last.count })) last.count++
    else stretches.push({ first: part, count: 1, seq: from + i })
  }
  return stretches
}

/** Full parts of the elements in these stretches, in their order. */
async function packed(source: Layout, kind: Kind, runs: readonly Run[], request: WorkRequest): Promise<StoredPart[]> {
  const loadInput = async () => {
    const numbers = new Numbering<Part>()
    const places = runs.flatMap(({ part, start, end }) => [numbers.of(part), start, end])
    const parts = numbers.items()
    const data = await compressedOf(source.id, parts, true)
    const { header, ...state } = source
    const model: PackedModel = {
      header: { ...state, ...header, viewerUrl: viewerUrl(source.id) },
      parts: parts.map((part) => ({ data: data.of(part), length: part.length })),
      runs: { [kind]: Uint32Array.from(places) },
      bytes: runs.reduce((sum, { start, end }) => sum + end - start, 0),
    }
    return { input: { model } }
  }
  const bytes = runs.reduce((sum, { start, end }) => sum + end - start, 0)
  return bytes < SMALL_MODEL ? here(RESTORE, (await loadInput()).input) : work(RESTORE, request, loadInput)
}
