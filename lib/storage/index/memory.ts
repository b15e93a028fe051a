import { LRUCache } from 'lru-cache'
import { inflated } from '#lib/http/gzip-segments.ts'
import { availableMemory } from '#lib/runtime/available-memory.ts'
import { env } from '#lib/runtime/env.ts'
import { inTurn as queued } from '#lib/runtime/queue-by-key.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { GB, MB } from '#lib/values/bytes.ts'
import type { Part } from '../log/chunks.ts'
import { newestBase, readData, readIndexes, revisionsAfter, stateAt } from '../log/log.ts'
import { PartData, PartTexts } from '../log/part-data.ts'
import { PartGone, retryIfPartGone } from '../log/part-gone.ts'
import { readHeader } from '../read/model-header.ts'
import { type IndexedPart, ModelIndex } from './id-index.ts'

/**
 * What this process remembers of models. Everything here can be made again from the log: indexes are valid for a revision and
 * catch up by reading the newer ones; parts never change, so their text needs no invalidation.
 */

const available = availableMemory()
const share = (fraction: number, most: number) => Math.max(32 * MB, Math.min(available * fraction, most) / env.WORKERS)
/** Most bytes of each sort. What is rendered shares its bytes with the texts. */
const MOST = {
  indexes: share(1 / 8, 768 * MB),
  compressed: share(1 / 32, 256 * MB),
  texts: share(1 / 8, GB),
  rendered: share(1 / 8, GB),
}

/** Bytes of all of them together. */
export const mostRemembered = (): number => Object.values(MOST).reduce((sum, most) => sum + most, 0)

/** A whole model as it goes out, by revision. */
export type Rendered = {
  revision: number
  plain?: Uint8Array[] | undefined
  gzip?: Uint8Array[] | undefined
}

function empty() {
  const bytes = <K extends {}, V extends {}>(maxSize: number, size: (value: V) => number) =>
    new LRUCache<K, V>({ maxSize, sizeCalculation: (value) => Math.max(1, size(value)) })
  return {
    indexes: bytes<string, ModelIndex>(MOST.indexes, (index) => index.bytes),
    compressed: bytes<string, Uint8Array>(MOST.compressed, (data) => data.length),
    texts: bytes<string, Buffer>(MOST.texts, (text) => text.length),
    rendered: bytes<string, Rendered>(MOST.rendered, ({ plain, gzip }) => lengthOf(plain ?? []) + lengthOf(gzip ?? [])),
    /** Renderings under way: who asks for the same meanwhile waits for it. */
    rendering: new Map<string, Promise<Uint8Array[]>>(),
    /** The last of the tasks that wait for each other, by model. */
    queues: new Map<string, Promise<unknown>>(),
  }
}

export const lengthOf = (chunks: readonly Uint8Array[]) => chunks.reduce((sum, chunk) => sum + chunk.length, 0)

let cache: ReturnType<typeof empty> | undefined
export function memory(): ReturnType<typeof empty> {
  cache ??= empty()
  return cache
}

/** As a process that has just started. */
export function forgetEverything(): void {
  const { queues } = memory()
  cache = { ...empty(), queues }
}

/** What a process that has just started would do, while this one remembers what it remembered. */
export async function startedAnew<T>(work: () => Promise<T>): Promise<T> {
  const before = memory()
  forgetEverything()
  try {
    return await work()
  } finally {
    cache = before
  }
}

export function forget(modelId: string): void {
  memory().indexes.delete(modelId)
  memory().rendered.delete(modelId)
}

/** Runs a model's tasks one after another: its writes, and its catching up. Other models do not wait. */
export const inTurn = <T>(modelId: string, task: () => Promise<T>): Promise<T> => queued(memory().queues, modelId, task)

/** The model's index at `revision` or later. Call in turn. Throws not_found when the model is gone. */
export async function caughtUp(modelId: string, revision: number): Promise<ModelIndex> {
  const { indexes } = memory()
  const known = indexes.get(modelId)
  if (known && known.revision >= revision) return known
  const index = (known && (await catchUp(known))) ?? (await load(modelId))
  if (!index) {
    forget(modelId)
    throw new ModelError('not_found')
  }
  resize(index, true)
  return index
}

/** Under which the index of a revision that is past stays, beside the present one. */
export const pastKey = (modelId: string, revision: number): string => `${modelId} ${revision}`

/** lru-cache keeps the size of an object that is set again, so what has grown is taken out first. Nothing is put in that had been let go. */
export function resize(index: ModelIndex, isNew = false): void {
  const { indexes } = memory()
  const { id, revision } = index
  const key = isNew ? id : [id, pastKey(id, revision)].find((one) => indexes.peek(one) === index)
  if (key === undefined) return
  indexes.delete(key)
  indexes.set(key, index)
}

/** The same for readers: takes its turn only when there is something to catch up on. */
export async function indexFor(modelId: string, revision: number): Promise<ModelIndex> {
  const known = memory().indexes.get(modelId)
  return known && known.revision >= revision ? known : inTurn(modelId, () => caughtUp(modelId, revision))
}

/** Undefined when the log began anew in between (a restored revision), or the model is gone. */
async function catchUp(index: ModelIndex): Promise<ModelIndex | undefined> {
  const newer = await revisionsAfter(index.id, index.revision)
  const last = newer.at(-1)
  if (!last || newer.some(({ restoredFrom }) => restoredFrom !== null)) return undefined
  const parts = await readIndexes(index.id, 0, index.revision, last.revision)
  const show = await index.prepare(parts ?? [])
  show()
  for (const { header } of newer) if (header) index.header = readHeader(header)
  index.revision = last.revision
  index.updatedAt = last.at
  return index
}

/** From nothing: the newest base and what came after it. `atRevision`: as the model was then. Undefined in the bin, as for none. */
export async function load(modelId: string, atRevision?: number): Promise<ModelIndex | undefined> {
  for (;;) {
    const state = await stateAt(modelId, atRevision)
    if (!state) return undefined
    const { revision, header, createdAt, updatedAt, copiedFrom } = state
    const base = await newestBase(modelId, revision)
    const parts = await readIndexes(modelId, base, base, revision)
    if (!parts) continue // compacted while we read
    const index = new ModelIndex(modelId, createdAt, revision, header, updatedAt, copiedFrom)
    const show = await index.prepare(parts)
    show()
    return index
  }
}

const keyOf = (modelId: string, { revision, base, kind, seq }: Part) => `${modelId} ${revision} ${base} ${kind} ${seq}`

/** `isOnce`: what is read is not kept, for it will not be asked for again soon. */
export async function compressedOf(modelId: string, parts: Iterable<Part>, isOnce = false): Promise<PartData<Uint8Array>> {
  const { compressed } = memory()
  const found = new PartData<Uint8Array>()
  const absent = new Map<string, Part>()
  for (const part of parts) {
    const key = keyOf(modelId, part)
    const data = compressed.get(key)
    if (data) found.set(part, data)
    else absent.set(key, part)
  }
  for (const row of await readData(modelId, [...absent.values()])) {
    const key = keyOf(modelId, { ...row, count: 0, length: 0, crc: 0 })
    const part = absent.get(key)
    if (!part) continue
    absent.delete(key)
    if (!isOnce) compressed.set(key, row.data)
    found.set(part, row.data)
  }
  if (absent.size > 0) throw new PartGone()
  return found
}

export async function textsOf(modelId: string, parts: Iterable<Part>): Promise<PartTexts> {
  const { texts } = memory()
  const found = new PartTexts()
  const absent: Part[] = []
  for (const part of new Set(parts)) {
    const text = texts.get(keyOf(modelId, part))
    if (text) found.set(part, text)
    else absent.push(part)
  }
  for (const [part, data] of await compressedOf(modelId, absent)) {
    const text = await inflated(data, part.length)
    texts.set(keyOf(modelId, part), text)
    found.set(part, text)
  }
  return found
}

/** What was just written need not be read. */
export function remember(modelId: string, part: Part, text: Buffer, data: Uint8Array): void {
  memory().texts.set(keyOf(modelId, part), text)
  memory().compressed.set(keyOf(modelId, part), data)
}

/** A part as the index keeps it: without its bytes. */
export const indexed = ({ revision, base, kind, seq, count, length, crc, index }: IndexedPart): IndexedPart => ({
  revision,
  base,
  kind,
  seq,
  count,
  length,
  crc,
  index,
})

/** What reads by the index that is shared: where it names a part that is gone, it is loaded anew. */
export const byIndex = <T>(modelId: string, read: () => Promise<T>): Promise<T> =>
  retryIfPartGone(read, () => void memory().indexes.delete(modelId))
