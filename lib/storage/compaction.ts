import { setTimeout as wait } from 'node:timers/promises'
import { log } from '#lib/log.ts'
import { KINDS } from '#lib/model/schema.ts'
import { type Elements, type NewPart, toParts } from './chunks.ts'
import type { ModelIndex } from './id-index.ts'
import { textsIn, toIdList } from './id-list.ts'
import { insertBase } from './log.ts'
import { forget, indexFor, inTurn, memory, PartGone, textsOf } from './memory.ts'

/**
 * Many small batches read badly, so now and then a base is written: the whole model as of a revision, in full parts. It happens
 * behind the writers' backs, changes nothing that anyone can see, and the batches stay: they are the history.
 */

/** Parts beyond what a freshly written model of that size would have. */
const MANY_PARTS = 64
const ELEMENTS_PER_PART = 2000
const PAUSE_MS = 500

/** Everything that a model holds, as the parts of a base. Takes what it needs of the index before it first waits. */
export async function baseParts(index: ModelIndex): Promise<NewPart[]> {
  const { id } = index
  const plans = KINDS.map((kind) => {
    const { positions: all, ids: table } = index.kinds[kind]
    const places = [...index.kinds[kind].ordinals()]
    const ids = toIdList(places.map((ordinal) => table.textOf(ordinal)))
    const positions = all && new Float64Array(3 * places.length)
    places.forEach((ordinal, i) => {
      positions?.set(all!.subarray(3 * ordinal, 3 * ordinal + 3), 3 * i)
    })
    const members = kind === 'members' ? textsIn(ids).map((member) => index.members.get(member)!.member) : undefined
    return { kind, ids, runs: places.map((ordinal) => index.kinds[kind].at(ordinal)!), positions, members }
  })
  const parts: NewPart[] = []
  for (const { kind, ids, runs, positions, members } of plans) {
    if (runs.length === 0) continue
    const texts = await textsOf(
      id,
      runs.map(({ part }) => part),
    )
    const elements: Elements = { ids, texts: runs.map(({ part, start, end }) => texts.get(part)!.subarray(start, end)) }
    if (positions) elements.positions = positions
    if (members) elements.members = members
    for (const part of await toParts(kind, true, elements)) parts.push(part)
  }
  return parts
}

function isFragmented(index: ModelIndex): boolean {
  let parts = 0
  let elements = 0
  for (const kind of KINDS) {
    parts += index.kinds[kind].parts.length
    elements += index.kinds[kind].size
  }
  return parts > MANY_PARTS + 4 * Math.ceil(elements / ELEMENTS_PER_PART)
}

// Next may load this module more than once in one process.
const KEY = Symbol.for('structural-model-service.compaction')
const shared = globalThis as { [KEY]?: { waiting: Set<string>; last: Promise<void>; stop: AbortController } }
shared[KEY] ??= { waiting: new Set(), last: Promise.resolve(), stop: new AbortController() }
const state = shared[KEY]

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

/** Writes a base of the present revision. Several processes may try: the database lets one of them. */
export async function compact(modelId: string): Promise<boolean> {
  const index = await indexFor(modelId, 0)
  const { revision } = index
  let parts: NewPart[]
  try {
    parts = await baseParts(index)
  } catch (error) {
    if (!(error instanceof PartGone)) throw error
    forget(modelId) // another process has compacted it
    return false
  }
  const done = await insertBase(modelId, revision, parts)
  // The index still names the parts that were; read anew, it names the base's.
  if (done) await inTurn(modelId, async () => forgetIndex(modelId))
  return done
}

function forgetIndex(modelId: string): void {
  memory().indexes.delete(modelId)
}
