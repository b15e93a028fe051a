import { z } from 'zod'
import { EditModel } from '#lib/edit/operation.ts'
import { missingBody, readJson } from '#lib/http/body.ts'
import { hasProfile } from '#lib/model/section/section-profile.ts'
import { together } from '#lib/model/validate/issue-list.ts'
import { judgeBatch, type ModelIds, type ReadableBatch } from '#lib/model/validate/judge-batch.ts'
import { isRelated, isTaper, linesNamed, sectionsOfTapers } from '#lib/model/validate/judge-relations.ts'
import { parse } from '#lib/model/validate/parse.ts'
import { type BodyRead, type ElementsSchema, judgeBody, readBody } from '#lib/model/validate/short-input.ts'
import { limits } from '#lib/runtime/limits.ts'
import { byKind } from '#lib/schema/kinds.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import * as bodies from '#lib/schema/request-bodies.ts'
import * as schemas from '#lib/schema/schema.ts'
import { KINDS, type Kind } from '#lib/schema/schema.ts'
import { type LookedUp, type ToLookUp, toLog } from '#lib/storage/log/batch.ts'
import type { NewPart } from '#lib/storage/log/chunks.ts'
import { toTexts } from '#lib/storage/log/json-chunks.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { movable } from '#lib/values/movable.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import type { Stage, StageOutput } from '#lib/work/stage.ts'

/**
 * What a thread does with a large body: it parses, judges by itself and packs, so that what comes back is small or needs no copy.
 * What is wrong with a batch is known only with the model, which the thread does not have: it says which ids are to be looked
 * up, and explains once it is told which of them are missing.
 */

/** `schema`: the name under which the schema is registered. */
export type BatchToRead = { schema: string; bytes: Uint8Array }

/** Of a batch: its parts, if it is right by itself, and what is to be looked up before anybody can say more. */
export type Packing = { parts?: NewPart[]; sections?: Uint8Array[]; toLookUp: ToLookUp }

/** `bytes` come back in any case. `beside`: the fields that are no elements. */
export type BatchRead = { bytes: Uint8Array } & ({ wrong: 'not_text' | Issue } | ({ beside: object } & Packing))

/** The same of a body without elements. Long lists come as texts of a few thousand items each (`texts.ts`). `unread`: parsed as JSON. */
export type FieldsRead = { wrong: 'not_text' | Issue } | { issues: Issue[]; total: number } | { unread: object } | CutLists
export type CutLists = { fields: Record<string, unknown>; lists: Record<string, Uint8Array[]> }

export type ToExplain = BatchToRead & { looked: LookedUp }
/** At most `limits.issues` of them, in order. */
export type Explained = { issues: Issue[]; total: number }

export async function readBatch(
  { schema, bytes }: BatchToRead,
  onProgress: (stage: Stage) => void,
): Promise<StageOutput<BatchRead>> {
  const json = jsonOf(bytes)
  if ('wrong' in json) return { output: { bytes, wrong: json.wrong }, moves: [bufferOf(bytes)] }
  const body = elementsOf(schema, json.value)
  const { value } = body.parsed
  if (value === undefined) return { output: { bytes, wrong: noObject(body) }, moves: [bufferOf(bytes)] }
  onProgress('read')
  const { packing, moves } = await pack(body, onProgress)
  return { output: { bytes, beside: besideElements(value), ...packing }, moves: [...moves, bufferOf(bytes)] }
}

/** What is wrong with a batch, in the order of errors, section 5: fields and elements together. */
export async function explainBatch({ schema, bytes, looked }: ToExplain): Promise<StageOutput<Explained>> {
  const json = jsonOf(bytes)
  if ('wrong' in json) throw new Error('a batch that was read can no longer be read')
  return { output: explain(elementsOf(schema, json.value), looked) }
}

function elementsOf(name: string, body: unknown) {
  const schema = schemaNamed(name)
  if (!schema) throw new Error(`there is no schema of requests by the name "${name}"`)
  // All bodies that are read so hold arrays of elements.
  return readBody(schema as ElementsSchema, body, { groupsPlain: false })
}

/** A large body that holds no elements. Of one whose schema is its operation's own the fields are read where that is. */
export async function readFields({ schema: name, bytes }: BatchToRead): Promise<StageOutput<FieldsRead>> {
  const schema = schemaNamed(name)
  const issue = schema === EditModel ? editTooLong(bytes) : schema ? undefined : tooLong(bytes, 'a body')
  if (issue) return { output: { issues: [issue], total: 1 } }
  const json = jsonOf(bytes)
  if ('wrong' in json) return { output: json }
  if (!schema && isDictionary(json.value)) return { output: { unread: json.value } }
  const parsed = parse(schema ?? z.object({}), json.value)
  if (!parsed.ok) return { output: { issues: parsed.issues, total: parsed.total } }
  return cutLists(parsed.value as object)
}

export const editTooLong = (bytes: Uint8Array) => tooLong(bytes, 'an edit', ': add elements as a batch, or by repeat')

/** What goes to the main thread as objects is short, or it would be held up. */
export function tooLong({ length: actual }: { length: number }, what: string, instead = ''): Issue | undefined {
  const limit = limits.fieldsBytes
  if (actual <= limit) return undefined
  const msg = `${what} of ${actual} bytes, the limit is ${limit}${instead}`
  return { type: 'limit_exceeded', loc: [], msg, ctx: { limit, actual } }
}

export const bufferOf = ({ buffer }: Uint8Array) => buffer as ArrayBuffer // nothing here lies in shared memory

function schemaNamed(name: string): z.ZodType | undefined {
  const all = [...Object.values(bodies), ...Object.values(schemas), EditModel].filter((one) => one instanceof z.ZodType)
  return all.find((one) => z.globalRegistry.get(one)?.id === name)
}

/** Errors, section 2, part 3: the first that applies. */
function jsonOf(bytes: Uint8Array): { value: unknown } | { wrong: 'not_text' | Issue } {
  const json = readJson(bytes)
  if (json === 'not_text') return { wrong: json }
  if ('issue' in json) return { wrong: json.issue }
  return json.value === null ? { wrong: missingBody() } : json
}

/** Of a value that is no object the parser says one thing. */
const noObject = ({ fields }: BodyRead): Issue => fields.items()[0] ?? missingBody()

/** Lists up to here go as they are. */
const SHORT_LIST = 1000

export function cutLists(value: object): { output: CutLists; moves: ArrayBuffer[] } {
  const fields: Record<string, unknown> = {}
  const lists: Record<string, Uint8Array[]> = {}
  for (const [name, field] of Object.entries(value)) {
    if (Array.isArray(field) && field.length > SHORT_LIST) lists[name] = toTexts(field)
    else fields[name] = field
  }
  return { output: { fields, lists }, moves: Object.values(lists).flat().map(bufferOf) }
}

export const besideElements = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([field]) => !isOneOf(KINDS, field)))

/** Of a batch that is not judged: nothing need be looked up. */
const NOTHING_TO_LOOK_UP: ToLookUp = { outside: {}, listed: [], sent: 0 }

/** A batch that was parsed, judged by itself, and packed when nothing is wrong with it so far. */
export async function pack(
  { parsed, isStopped }: BodyRead,
  onProgress: (stage: Stage) => void,
): Promise<{ packing: Packing; moves: ArrayBuffer[] }> {
  if (isStopped) return { packing: { toLookUp: NOTHING_TO_LOOK_UP }, moves: [] }
  const batch = parsed.value
  const { outside, model } = anyModel()
  const { total } = judgeBatch(batch, model, parsed.ok ? undefined : parsed.failed)
  onProgress('judged')
  const moves = new Set<ArrayBuffer>()
  const texts = (items: Iterable<unknown>) => {
    const list = toTexts([...items])
    for (const text of list) moves.add(bufferOf(text))
    return list
  }
  const toLookUp: ToLookUp = {
    outside: byKind((kind) => texts(outside[kind])),
    listed: texts(listedFrames(batch)),
    sent: KINDS.reduce((sum, kind) => sum + (batch[kind]?.length ?? 0), 0),
    ...(isRelated(batch) && { related: relatedTexts(batch, texts) }),
  }
  if (!parsed.ok || total > 0) {
    // With these it can be told whether the model would hold too many elements.
    toLookUp.ids = byKind((kind) => texts(new Set(batch[kind]?.flatMap((one) => one?.id ?? []))))
    return { packing: { toLookUp }, moves: [...moves] }
  }
  // Profiles have their sizes in the unit of the model, which is known where it is written.
  const named = parsed.value.sections?.some(hasProfile) ? parsed.value.sections : undefined
  const sections = named && texts(named)
  if (named) toLookUp.ids = { sections: texts(new Set(named.map(({ id }) => id))) }
  const parts = await toLog({ values: named ? { ...parsed.value, sections: [] } : parsed.value }, null)
  for (const buffer of movesOf(parts)) moves.add(buffer)
  onProgress('packed')
  return { packing: { parts, ...(sections && { sections }), toLookUp }, moves: [...moves] }
}

/** Of grid lines what may matter to diaphragms, of frames and sections what to tapers. */
function relatedTexts(batch: ReadableBatch, texts: (items: Iterable<unknown>) => Uint8Array[]): NonNullable<ToLookUp['related']> {
  const { combinations = [], diaphragms = [], gridLines = [], frames = [], sections = [] } = batch
  const named = new Set(linesNamed(batch))
  const ofTapers = sectionsOfTapers(batch)
  return {
    combinations: texts(combinations.map((one) => one ?? null)),
    diaphragms: texts(diaphragms.map((one) => one ?? null)),
    gridLines: texts(
      gridLines.map((line) =>
        line && (line.axis !== 'Z' || named.has(line.id ?? '')) ? { id: line.id, axis: line.axis } : null,
      ),
    ),
    frames: texts(frames.filter(isTaper)),
    sections: texts(sections.filter((section) => ofTapers.has(section?.id ?? ''))),
  }
}

/** The memory of parts, to change hands. */
export const movesOf = (parts: readonly NewPart[]): ArrayBuffer[] =>
  movable(
    parts.flatMap(({ data, text, ids, index: { ids: own, lengths, positions = lengths } }) => [
      ...[data, text, ids, own.bytes, own.starts, own.hashes],
      ...[lengths, positions],
    ]),
  )

/** Frames that members of the batch list, in the order of their first mention. */
function listedFrames(batch: ReadableBatch): Set<string> {
  const frames = new Set<string>()
  for (const member of batch.members ?? []) {
    for (const frame of member?.frameIds ?? []) if (frame !== undefined) frames.add(frame)
  }
  return frames
}

/** A model that has whatever is asked of it, and remembers what that was, in order. */
function anyModel(): { outside: Record<Kind, Set<string>>; model: ModelIds } {
  const outside = byKind(() => new Set<string>())
  const has = (kind: Kind, id: string) => Boolean(outside[kind].add(id))
  return { outside, model: { has, ids: () => [], count: () => 0, memberOf: () => undefined, fewAdded: {} } }
}

export function explain(body: BodyRead, looked: LookedUp): Explained {
  return together(body.fields, judgeBody(body, lookedUp(looked, body.parsed.value)))
}

/** The model as far as it was looked up: judging asks for the same ids in the same order as it did before. */
function lookedUp(
  { missing, near, others, held, added, fewAdded, relations, lengthUnit }: LookedUp,
  batch: ReadableBatch,
): ModelIds {
  const seenIds = byKind(() => new Map<string, number>())
  const memberOf = new Map<string, string>()
  if (others) {
    for (const [place, frame] of [...listedFrames(batch)].entries()) {
      const member = others.members[(others.of[place] ?? 0) - 1]
      if (member !== undefined) memberOf.set(frame, member)
    }
  }
  return {
    has(kind, id) {
      const known = seenIds[kind].get(id)
      const place = known ?? seenIds[kind].size
      if (known === undefined) seenIds[kind].set(id, place)
      return missing[kind]?.[place] !== 1
    },
    ids: (kind) => near[kind] ?? [],
    count: (kind) => held[kind],
    memberOf: (frame) => memberOf.get(frame),
    ...(added !== undefined && { added }),
    fewAdded,
    ...(relations && { relations }),
    lengthUnit,
  }
}
