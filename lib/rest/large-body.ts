import { z } from 'zod'
import { aside, type Done, hasThreads, type Task } from '#lib/aside.ts'
import { readJson } from '#lib/http/body.ts'
import { judgeBatch, type ModelIds } from '#lib/model/judge-batch.ts'
import { parse } from '#lib/model/parse.ts'
import * as schemas from '#lib/model/schema.ts'
import { KINDS, type Kind } from '#lib/model/schema.ts'
import { type PackedBatch, putPacked, toLog } from '#lib/storage/batch.ts'
import type { NewPart } from '#lib/storage/chunks.ts'

/** A large batch is parsed, judged by itself and packed on a thread; what comes back is small, or needs no copy. */

/** Below it the way there and back takes longer than the work holds anybody up. */
const LARGE = 256 * 1024

export const isLarge = (bytes: Uint8Array): boolean => bytes.length >= LARGE && hasThreads()

type Asked = { schema: string; bytes: Uint8Array }
/** `bytes` come back in any case. `rest`: the fields beside the elements. */
type Read = { bytes: Uint8Array; packed?: { rest: object; parts: NewPart[]; outside: Partial<Record<Kind, string[]>> } }
const packing: Task<Asked, Read> = { file: 'lib/rest/large-body.ts', name: 'packBody', run: packBody }

/**
 * The body, whose elements `storage/batch.ts` knows; and its bytes, since those given are gone. Without a body there is something
 * wrong with it: the bytes must be read in the usual way, which says what.
 */
export async function readLargeBody(schema: z.ZodType, given: Uint8Array): Promise<{ bytes: Uint8Array; body?: object }> {
  const name = z.globalRegistry.get(schema)?.id ?? ''
  const { bytes, packed } = await aside(packing, { schema: name, bytes: given }, [given.buffer as ArrayBuffer]) // `readBody` made it
  if (!packed) return { bytes }
  const { rest, outside } = packed
  const whole = () => {
    const parsed = parsedBody(bytes, schema)
    if (!parsed) throw new Error('a thread and this one disagree about a body')
    return parsed
  }
  const parts = packed.parts.map(({ ids, data, text, ...part }) => ({
    ...part,
    ids: toBuffer(ids),
    data: toBuffer(data),
    text: toBuffer(text),
  }))
  putPacked(rest, { parts, outside, whole } satisfies PackedBatch)
  return { bytes, body: rest }
}

/** A thread sends bytes as they are, and Node's methods on them stay behind. */
const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

type Batch = schemas.ConstructModelElementsBatch

function parsedBody(bytes: Uint8Array, schema: z.ZodType): Batch | undefined {
  const json = readJson(bytes)
  if (json === 'not_text' || 'issue' in json) return undefined
  const parsed = parse(schema, json.value)
  return parsed.ok ? (parsed.value as Batch) : undefined // only operations on batches ask
}

/** Runs on a thread. */
export async function packBody({ schema: name, bytes }: Asked): Promise<Done<Read>> {
  const moves = new Set<ArrayBuffer>([bytes.buffer as ArrayBuffer])
  const schema = Object.values(schemas).find((one) => one instanceof z.ZodType && z.globalRegistry.get(one)?.id === name)
  const value = schema && parsedBody(bytes, schema as z.ZodType)
  if (!value) return { output: { bytes }, moves: [...moves] }
  const { outside, model } = anyModel()
  if (judgeBatch(value, model).total > 0) return { output: { bytes }, moves: [...moves] }
  const parts = await toLog(value)
  for (const { data, text, ids, index } of parts) {
    const { bytes, starts, hashes } = index.ids
    for (const { buffer } of [
      data,
      text,
      ids,
      bytes,
      starts,
      hashes,
      index.lengths,
      ...(index.positions ? [index.positions] : []),
    ])
      if (buffer.byteLength > Buffer.poolSize) moves.add(buffer as ArrayBuffer) // smaller ones may be shared by many
  }
  const rest = Object.fromEntries(Object.entries(value).filter(([field]) => !(KINDS as readonly string[]).includes(field)))
  const found = Object.fromEntries(KINDS.map((kind) => [kind, [...outside[kind]]]))
  return { output: { bytes, packed: { rest, parts, outside: found } }, moves: [...moves] }
}

/** A model that has whatever is asked of it, and remembers what that was. */
function anyModel(): { outside: Record<Kind, Set<string>>; model: ModelIds } {
  const outside = Object.fromEntries(KINDS.map((kind) => [kind, new Set()])) as unknown as Record<Kind, Set<string>>
  const has = (kind: Kind, id: string) => Boolean(outside[kind].add(id))
  return { outside, model: { has, ids: () => [], count: () => 0, memberOf: () => undefined } }
}
