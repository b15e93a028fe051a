import { z } from 'zod'
import { LARGE_BODY } from '#lib/http/body-reservation.ts'
import { parse } from '#lib/model/validate/parse.ts'
import { type Issue, ModelError } from '#lib/schema/model-error.ts'
import type { LookedUp, PackedBatch, ToLookUp } from '#lib/storage/log/batch.ts'
import type { NewPart } from '#lib/storage/log/chunks.ts'
import { itemsOf } from '#lib/storage/log/json-chunks.ts'
import { scheduler, type WorkRequest, work } from '#lib/work/scheduler.ts'
import { task } from '#lib/work/task.ts'
import type { BatchRead, BatchToRead, Explained, FieldsRead, Packing, ToExplain } from './pack-batch.ts'

/** How large bodies are read, for both doors: on a thread. */

export const READ_BATCH = task<BatchToRead, BatchRead>('read_batch', { class: 'write', seconds: 120, label: 'Reading the batch' })
export const EXPLAIN_BATCH = task<ToExplain, Explained>('explain_batch', {
  class: 'write',
  seconds: 120,
  label: 'Judging the batch',
})
export const READ_FIELDS = task<BatchToRead, FieldsRead>('read_fields', {
  class: 'write',
  seconds: 120,
  label: 'Reading the body',
})

/** Below this, passing a body to a thread and back takes longer than reading it here. */
export const isLarge = (bytes: Uint8Array): boolean => bytes.length >= LARGE_BODY && scheduler() !== undefined

/** `unfit`: something is wrong with it already; what it is can be told once these are looked up in the model. */
export type ReadBatchResult<E = Explain> = { batch: { packed: PackedBatch } } | { unfit: ToLookUp; explain: E }
type Explain = PackedBatch['explain']

/** Everything that is wrong: `issues` are the first of `total`. */
export class Invalid extends ModelError {
  constructor(
    issues: Issue[],
    readonly total: number,
  ) {
    super('invalid', issues)
  }
}

/** A batch from its bytes, which are gone here from then on; or what is wrong with them as JSON. */
export async function readBatch(
  schema: z.ZodType,
  body: Uint8Array,
  request: WorkRequest,
): Promise<({ beside: object } & ReadBatchResult) | { wrong: 'not_text' | Issue }> {
  const name = nameOf(schema)
  const { bytes, ...read } = await work(READ_BATCH, request, () => ({
    input: { schema: name, bytes: body },
    moves: moved(body),
  }))
  if ('wrong' in read) return read
  const explain = async (looked: LookedUp) => {
    const input = { schema: name, bytes, looked }
    const { issues, total } = await work(EXPLAIN_BATCH, request, () => ({ input, moves: moved(bytes) }))
    return new Invalid(issues, total)
  }
  return { beside: read.beside, ...unpacked(read, explain) }
}

/** A large body that holds no elements. */
export async function readFields(
  schema: z.ZodType,
  body: Uint8Array,
  request: WorkRequest,
): Promise<{ value: object } | { issues: Issue[]; total: number } | { wrong: 'not_text' | Issue }> {
  const input = { schema: nameOf(schema), bytes: body }
  const read = await work(READ_FIELDS, request, () => ({ input, moves: moved(body) }))
  if ('fields' in read) return { value: await joined(read) }
  if (!('unread' in read)) return read
  const parsed = parse(schema, read.unread)
  return parsed.ok ? { value: parsed.value as object } : { issues: parsed.issues, total: parsed.total }
}

const nameOf = (schema: z.ZodType) => z.globalRegistry.get(schema)?.id ?? ''

export const moved = ({ buffer }: Uint8Array) => [buffer as ArrayBuffer] // `readBody` or a thread made it

export function unpacked<E extends Explain>({ parts, sections, toLookUp }: Packing, explain: E): ReadBatchResult<E> {
  if (!parts) return { unfit: toLookUp, explain }
  return { batch: { packed: { parts: partsFrom(parts), ...(sections && { sections }), toLookUp, explain } } }
}

/** Parts that a thread has made. */
export const partsFrom = (parts: readonly NewPart[]): NewPart[] =>
  parts.map((part) => ({ ...part, ids: toBuffer(part.ids), data: toBuffer(part.data), text: toBuffer(part.text) }))

/** What comes from a thread is a plain Uint8Array, without the methods of Buffer. */
const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

/** Long lists came in pieces. */
export async function joined({ fields, lists }: { fields: object; lists: Record<string, Uint8Array[]> }): Promise<object> {
  const whole: Record<string, unknown> = { ...fields }
  for (const [name, texts] of Object.entries(lists)) {
    const list: unknown[] = []
    for await (const items of itemsOf(texts)) for (const item of items) list.push(item)
    whole[name] = list
  }
  return whole
}
