import { setTimeout as wait } from 'node:timers/promises'
import type { Caller } from '#lib/access/caller.ts'
import { TooBusy } from '#lib/http/busy-error.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import { announce } from './announce.ts'
import {
  answerStep,
  answerSteps,
  answerToStore,
  type FirstAnswer,
  KEY_TAKEN,
  type Key,
  KeyTaken,
  type Outcome,
  storeAnswer,
} from './idempotency.ts'
import type { ModelIndex } from './index/id-index.ts'
import { caughtUp, forget, indexed, inTurn, memory, remember, resize } from './index/memory.ts'
import type { NewPart } from './log/chunks.ts'
import { compactSoon } from './log/compaction.ts'
import { append, type Entry, storedBytes, type Verb } from './log/log.ts'
import { PartGone } from './log/part-gone.ts'
import type { Plan, Writable, WrittenRevision } from './log/plan.ts'
import { mayHave, OVER_BYTES, OVER_MODELS, overQuota, quotaSteps } from './quota.ts'

/** Who writes, through which door, and on what condition. */
export type Writing = {
  caller: Caller
  via: 'rest' | 'mcp' | 'web' | 'admin'
  /** The revision that the caller believes to be the present one. */
  ifMatch?: number | undefined
  /** The first answer for this key is kept in the transaction of the write, as `answers` makes it of what was written. */
  idempotency?: Key | undefined
  answers?: ((outcome: Outcome) => FirstAnswer) | undefined
  /** For long work: who asks, and until when. */
  request?: WorkRequest | undefined
}

/** Bounded so that a writer who always comes second gets an answer some day. */
const MOST_ATTEMPTS = 50

/** The model changed under every attempt. */
/**
 * One revision, all or nothing. `plan` judges against the model as it is (and throws what is wrong); when somebody else's
 * revision comes first it is asked again, against that one. A plan of null writes nothing, and makes no revision. Throws not_found,
 * outdated, invalid (over a limit), TooBusy and what `plan` throws.
 */
export function write(
  model: Writable,
  writing: Writing,
  verb: Verb,
  plan: (index: ModelIndex) => Plan | null | Promise<Plan | null>,
): Promise<{ written: WrittenRevision; index: ModelIndex }> {
  return inTurn(model.id, async () => {
    let atLeast = model.revision
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const index = await caughtUp(model.id, atLeast)
      if (writing.ifMatch !== undefined && writing.ifMatch !== index.revision)
        throw new ModelError('outdated', [], { revision: index.revision })
      let planned: Plan | null
      try {
        planned = await plan(index)
      } catch (error) {
        if (!(error instanceof PartGone)) throw error
        memory().indexes.delete(model.id) // compacted by another process
        continue
      }
      const { changes, counts, bounds, bytes, parts, header = null, restoredFrom = null, ops } = planned ?? nothing(index)
      const revision = planned ? index.revision + 1 : index.revision
      const written: WrittenRevision = { modelId: model.id, revision, changed: changes, counts, bounds }
      const answer = answerToStore(writing, written)
      if (!planned) {
        if (answer) await storeAnswer(answer)
        return { written, index }
      }
      const entry: Entry = { ...entryOf(writing, verb), changes, counts, bounds, bytes, header, parts, restoredFrom, ops }
      if (restoredFrom === null) mayHave(bytes, index.jsonBytes)
      const more = { models: 0, bytes: storedBytes(parts) }
      const quota = await quotaSteps(model.ownerId, more)
      const first = [...(answer ? answerSteps(answer) : []), ...quota]
      const keeping = quota.length === 0 && answer ? answerStep(answer) : undefined
      const refused = await append(model.id, index.revision, entry, first, keeping)
      if (refused === KEY_TAKEN) throw new KeyTaken()
      if (refused === OVER_MODELS || refused === OVER_BYTES) throw await overQuota(refused, model.ownerId, more)
      if (refused) {
        if (refused === 'outdated') atLeast = index.revision + 1
        await wait(Math.random() * Math.min(attempt, 10) * 5)
        continue
      }
      await apply(index, entry, revision)
      announce(model.id, { revision, changed: changes })
      compactSoon(model.id)
      return { written, index: memory().indexes.get(model.id) ?? index }
    }
    throw new TooBusy(`model ${model.id} changed under every one of ${MOST_ATTEMPTS} attempts`)
  })
}

const nothing = (index: ModelIndex): Plan => ({
  changes: {},
  counts: index.counts,
  bounds: index.bounds,
  bytes: index.jsonBytes,
  parts: [],
})

export function entryOf({ caller, via }: Writing, verb: Verb) {
  return { at: new Date(), userId: caller.userId, via, client: caller.clientName ?? caller.clientId ?? null, verb }
}

/** What was committed, in memory as well. A restored revision begins anew, so its index is read when it is next asked for. */
export async function apply(index: ModelIndex, { at, header, parts, restoredFrom }: Entry, revision: number): Promise<void> {
  if (restoredFrom !== null) {
    forget(index.id)
    return
  }
  const whole = parts as NewPart[] // all but a restored revision has them so
  const known = whole.map((part) => indexed({ ...part, revision }))
  const show = await index.prepare(known)
  for (const [i, { text, data }] of whole.entries()) remember(index.id, known[i]!, text, data)
  show()
  if (header) index.header = header
  index.revision = revision
  index.updatedAt = at
  resize(index, true)
}
