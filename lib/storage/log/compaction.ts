import { setTimeout as wait } from 'node:timers/promises'
import { log } from '#lib/runtime/log.ts'
import { here, SMALL_MODEL, type WorkRequest, work } from '#lib/work/scheduler.ts'
import { task } from '#lib/work/task.ts'
import type { ModelIndex } from '../index/id-index.ts'
import { forget, indexFor, inTurn, memory } from '../index/memory.ts'
import { packIndexed } from '../read/pack-model.ts'
import type { PackedModel } from '../read/packed-model.ts'
import { PART_BYTES, PART_ELEMENTS, type StoredPart } from './chunks.ts'
import { insertBase } from './log.ts'
import { PartGone } from './part-gone.ts'

/**
 * Many small batches read badly, so now and then a base is written: the whole model as of a revision, in full parts. It happens
 * behind the writers' backs, changes nothing that anyone can see, and the batches stay: they are the history.
 */

type ToBase = { model: PackedModel }
/** A base of the model as it was at a revision, to be its next one. */
export const RESTORE = task<ToBase, StoredPart[]>('restore', { class: 'write', seconds: 120, label: 'Restoring the revision' })
/** A base of the model as it is, so that it reads quickly. */
export const BASE = task<ToBase, StoredPart[]>('base', { class: 'back', seconds: 300, label: 'Compaction' })

/** Parts beyond what a freshly written model of that size would have. */
const MANY_PARTS = 64
const PAUSE_MS = 500

export const isFragmented = (index: ModelIndex): boolean =>
  hasManyParts(Object.values(index.kinds).map(({ size, jsonBytes, parts }) => ({ size, jsonBytes, parts: parts.length })))

/** Of kinds, elements with their bytes of JSON and in how many parts they lie. */
export function hasManyParts(kinds: readonly { size: number; jsonBytes: number; parts: number }[]): boolean {
  let [parts, full] = [0, 0]
  for (const kind of kinds) {
    parts += kind.parts
    full += Math.ceil(Math.max(kind.size / PART_ELEMENTS, kind.jsonBytes / PART_BYTES))
  }
  return parts > MANY_PARTS + 4 * full
}

const state = { waiting: new Set<string>(), last: Promise.resolve(), stop: new AbortController() }

/** After a write: compacts when the writer has paused, one model at a time. */
export function compactSoon(modelId: string): void {
  const index = memory().indexes.get(modelId)
  const { signal } = state.stop
  if (!index || signal.aborted || state.waiting.has(modelId) || !isFragmented(index)) return
  state.waiting.add(modelId)
  state.last = state.last
    .then(() => wait(PAUSE_MS, undefined, { ref: false, signal }))
    .then(async () => void (await compact(modelId)))
    .catch((error: unknown) => {
      if (!signal.aborted) log.warn('compaction put off', { modelId, error: String(error) })
    })
    .finally(() => state.waiting.delete(modelId))
}

/** Before the database is closed: finishes the compaction under way and begins no other. */
export async function stopCompaction(): Promise<void> {
  state.stop.abort()
  await state.last
}

/** Where the process goes on after all, with another database. */
export function startCompaction(): void {
  state.stop = new AbortController()
}

/**
 * A base of the model, on a thread unless that is done sooner here; and the revision that it is of: an index may grow while its turn
 * is waited for.
 */
export async function makeBase(
  task: typeof RESTORE | typeof BASE,
  index: ModelIndex,
  request: WorkRequest,
): Promise<[number, StoredPart[]]> {
  let { revision } = index
  const loadInput = async () => {
    const model = await packIndexed(index)
    revision = model.header.revision
    return { input: { model } }
  }
  const parts = await (index.jsonBytes < SMALL_MODEL ? here(task, (await loadInput()).input) : work(task, request, loadInput))
  return [revision, parts]
}

/** Nobody's turn. */
const BEHIND_THE_BACK = { user: '' }

/** Writes a base of the present revision. Several processes may try: the database lets one of them. */
export async function compact(modelId: string): Promise<boolean> {
  let made: [number, StoredPart[]]
  try {
    made = await makeBase(BASE, await indexFor(modelId, 0), BEHIND_THE_BACK)
  } catch (error) {
    if (!(error instanceof PartGone)) throw error
    forget(modelId) // another process has compacted it
    return false
  }
  const done = await insertBase(modelId, ...made)
  // The index still names the parts that were; read anew, it names the base's.
  if (done) await inTurn(modelId, async () => forgetIndex(modelId))
  return done
}

function forgetIndex(modelId: string): void {
  memory().indexes.delete(modelId)
}
