import { db, direct } from '#lib/db/client.ts'
import type { Step } from '#lib/db/direct.ts'
import { again } from '#lib/db/races.ts'
import { log } from '#lib/runtime/log.ts'
import type { Kind } from '#lib/schema/schema.ts'
import { DAY_MS, HOUR_MS } from '#lib/values/durations.ts'
import type { Unchanged } from './log/drop-unchanged.ts'
import type { WrittenRevision } from './log/plan.ts'

/**
 * First answers by key: one effect per key and caller for 24 hours. The answer is written in the transaction of its effect, so
 * there is never one without the other, and a crash leaves neither: a key is not claimed in the database beforehand. Two
 * processes with one key: the database lets one of them write the row, and the other reads it.
 */

const KEPT_MS = DAY_MS

/**
 * An answer that shows a revision is rendered again at replay, for it may be large: the model, or what was written of a kind. `ids`: which
 * elements, where not all of them are that revision's own.
 */
export type Shows = { modelId: string; revision: number; what: 'model' | Kind; ids?: string[] }
export type FirstAnswer = { status: number; headers: Record<string, string>; body: Uint8Array | Shows | null }

/** What a write did, as far as an answer may tell it. */
export type Outcome = WrittenRevision & {
  removed?: Record<Kind, string[]>
  unchanged?: Unchanged
  ids?: (kind: Kind) => string[]
}

/** Who counts (`Caller.principal`), the header's value, and SHA-256 of method, path and body. */
export type Key = { principal: string; key: string; fingerprint: string }

/** A first answer and the key that it is kept for. */
export type StoredAnswer = { key: Key; answer: FirstAnswer }

/** What a write with a key keeps in its transaction; undefined where its door has not said how the answer looks. */
export const answerToStore = (
  { idempotency, answers }: { idempotency?: Key | undefined; answers?: ((outcome: Outcome) => FirstAnswer) | undefined },
  outcome: Outcome,
): StoredAnswer | undefined => idempotency && answers && { key: idempotency, answer: answers(outcome) }

/** The key was answered between our look and our write. */
export class KeyTaken extends Error {}

/** The keys whose work is under way here, and when the old ones were last looked for. */
const state = { names: new Set<string>(), lookedAt: 0 }

/**
 * Does `work` unless the key has been answered. What is to be kept of it is said by `keeps`; null: the storage's verb has kept it with
 * its effect. What throws, and answers of 400 and above, leave the key free. `reused`: another request had this key. `in_progress`: try
 * again soon.
 */
export async function once<Done>(
  key: Key,
  work: () => Promise<Done>,
  keeps: (done: Done) => FirstAnswer | null,
): Promise<{ done: Done } | { replay: FirstAnswer } | 'reused' | 'in_progress'> {
  const name = `${key.principal} ${key.key}`
  if (state.names.has(name)) return 'in_progress'
  state.names.add(name)
  try {
    const before = await firstAnswer(key)
    if (before) return before
    try {
      const done = await work()
      const answer = keeps(done)
      if (answer && answer.status < 400) await storeAnswer({ key, answer })
      return { done }
    } catch (error) {
      const after = error instanceof KeyTaken && (await firstAnswer(key))
      if (after) return after
      throw error
    }
  } finally {
    state.names.delete(name)
    forgetNowAndThen()
  }
}

const oldest = () => new Date(Date.now() - KEPT_MS)

async function firstAnswer({ principal, key, fingerprint }: Key): Promise<{ replay: FirstAnswer } | 'reused' | null> {
  const row = await db().idempotencyKey.findUnique({ where: { principal_key: { principal, key } } })
  if (!row || row.createdAt < oldest()) return null
  if (row.fingerprint !== fingerprint) return 'reused'
  const { status, headers, body, shows } = row
  return { replay: { status, headers: JSON.parse(headers), body: shows ? JSON.parse(shows) : body } }
}

export const KEY_TAKEN = 'key taken'

/** Keeps a first answer; fails where there is one, be it of more than a day ago. */
export function answerStep({ key, answer: { status, headers, body } }: StoredAnswer): Step {
  const isBytes = body === null || body instanceof Uint8Array
  return {
    sql: `INSERT INTO "IdempotencyKey" ("principal","key","fingerprint","createdAt","status","headers","body","shows")
      VALUES ($1,$2,$3,$4,$5,$6,$7,$8)`,
    values: [
      ...[key.principal, key.key, key.fingerprint, new Date(), status, JSON.stringify(headers)],
      ...(isBytes ? [body, null] : [null, JSON.stringify(body)]),
    ],
  }
}

/** What keeps a first answer, for the transaction of its effect. KEY_TAKEN: another process was first, so there must be none. */
export function answerSteps(stored: StoredAnswer): Step<typeof KEY_TAKEN>[] {
  const { principal, key } = stored.key
  const keeping = answerStep(stored)
  return [
    {
      sql: `DELETE FROM "IdempotencyKey" WHERE "principal" = $1 AND "key" = $2 AND "createdAt" < $3`,
      values: [principal, key, oldest()],
    },
    { ...keeping, sql: `${keeping.sql} ON CONFLICT DO NOTHING`, orElse: KEY_TAKEN },
  ]
}

/** An answer without an effect. Throws KeyTaken. */
export async function storeAnswer(stored: StoredAnswer): Promise<void> {
  if (await again(() => direct().atomically(answerSteps(stored)))) throw new KeyTaken()
}

/** Keys of more than a day ago. */
export async function forgetOldKeys(): Promise<number> {
  const { count } = await db().idempotencyKey.deleteMany({ where: { createdAt: { lt: oldest() } } })
  return count
}

/** Nobody waits for it. */
function forgetNowAndThen(): void {
  if (Date.now() - state.lookedAt < HOUR_MS) return
  state.lookedAt = Date.now()
  forgetOldKeys().catch((error: unknown) => log.warn('could not forget old idempotency keys', { error: String(error) }))
}
