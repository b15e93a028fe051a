import { LRUCache } from 'lru-cache'
import { direct, type Tx } from '#lib/db/client.ts'
import type { Step } from '#lib/db/direct.ts'
import { limits } from '#lib/runtime/limits.ts'
import { type Issue, ModelError } from '#lib/schema/model-error.ts'
import { GB } from '#lib/values/bytes.ts'
import { STORED } from './log/log.ts'

/** What an account holds: models, also those in the bin, and the bytes that they and their old revisions take in the database. */
export type StorageUse = { models: number; bytes: number }

const MODELS = `(SELECT CAST(COUNT(*) AS INTEGER) FROM "ConstructModel" WHERE "ownerId" = $1)`
const BYTES = `(SELECT COALESCE(SUM(${STORED}), 0) FROM "ConstructModel" WHERE "ownerId" = $1)`

export async function heldBy(userId: string): Promise<StorageUse> {
  const [held] = await direct().select<StorageUse>(`SELECT ${MODELS} AS "models", ${BYTES} AS "bytes"`, [userId])
  return held ?? { models: 0, bytes: 0 }
}

/**
 * Far from both limits what was counted a moment ago is good enough, and a write waits for nothing. All processes together would have to
 * write this much in that time to come past a limit.
 */
const FAR: StorageUse = { models: 100, bytes: GB }
const COUNTED_MS = 10_000

const counted = new LRUCache<string, StorageUse>({ max: 10_000, ttl: COUNTED_MS })

export const OVER_MODELS = 'too many models'
export const OVER_BYTES = 'too many bytes'
export type OverQuota = typeof OVER_MODELS | typeof OVER_BYTES

/** What must come true with a write that adds so much to an account: nothing, where the account is far from its limits. */
export async function quotaSteps(userId: string, more: StorageUse): Promise<Step<OverQuota>[]> {
  const { accountModels, accountBytes } = limits
  if (accountModels === 0 && accountBytes === 0) return []
  let held = counted.get(userId)
  if (!held) {
    held = await heldBy(userId)
    counted.set(userId, held)
  }
  held.models += more.models
  held.bytes += more.bytes
  const isFar = (limit: number, had: number, far: number) => limit === 0 || had + far <= limit
  if (isFar(accountModels, held.models, FAR.models) && isFar(accountBytes, held.bytes, FAR.bytes)) return []
  // The account's row is taken first and counted after it: of two processes the second counts what the first has written.
  const steps: Step<OverQuota>[] = [{ sql: `${TAKE} WHERE "id" = $1`, values: [userId] }]
  const guard = (sum: string, limit: number, adds: number, orElse: OverQuota) => {
    if (limit > 0 && adds > 0) {
      steps.push({ sql: `${TAKE} WHERE "id" = $1 AND ${sum} <= $2`, values: [userId, limit - adds], orElse })
    }
  }
  guard(MODELS, accountModels, more.models, OVER_MODELS)
  guard(BYTES, accountBytes, more.bytes, OVER_BYTES)
  return steps
}

const TAKE = `UPDATE "User" SET "name" = "name"`

/** What was refused, in words. */
export async function overQuota(reason: OverQuota, userId: string, more: StorageUse): Promise<ModelError> {
  const held = await heldBy(userId)
  return over(reason, { models: held.models + more.models, bytes: held.bytes + more.bytes })
}

const over = (reason: OverQuota, { models, bytes }: StorageUse) =>
  new ModelError('invalid', [
    reason === OVER_MODELS
      ? exceeded('the account would hold', models, 'models', limits.accountModels)
      : exceeded('the account would hold', bytes, 'bytes', limits.accountBytes),
  ])

/**
 * Whether an account has room for a model that is given to it, as one that it would make. In the transaction that gives it: the account's
 * row is taken first, so of two at once the second counts the first. Throws `limit_exceeded`.
 */
export async function mayTakeOver(tx: Tx, userId: string, modelId: string): Promise<void> {
  const { accountModels, accountBytes } = limits
  if (accountModels === 0 && accountBytes === 0) return
  await tx.$executeRawUnsafe(`${TAKE} WHERE "id" = $1`, userId)
  const sum = (where: string) => `SELECT CAST(COUNT(*) AS INTEGER) AS "models",
    CAST(COALESCE(SUM(${STORED}), 0) AS DOUBLE PRECISION) AS "bytes" FROM "ConstructModel" WHERE ${where}`
  const [[held], [more]] = [
    await tx.$queryRawUnsafe<StorageUse[]>(sum(`"ownerId" = $1`), userId),
    await tx.$queryRawUnsafe<StorageUse[]>(sum(`"id" = $1`), modelId),
  ]
  const would = { models: (held?.models ?? 0) + 1, bytes: (held?.bytes ?? 0) + (more?.bytes ?? 0) }
  if (accountModels > 0 && would.models > accountModels) throw over(OVER_MODELS, would)
  if (accountBytes > 0 && would.bytes > accountBytes) throw over(OVER_BYTES, would)
}

function exceeded(would: string, actual: number, what: string, limit: number): Issue {
  return { type: 'limit_exceeded', loc: [], msg: `${would} ${actual} ${what}, the limit is ${limit}`, ctx: { limit, actual } }
}

/** Throws when a model would have more bytes of JSON than it may, and more than it has: one from before there was a limit may shrink. */
export function mayHave(bytes: number, before: number): void {
  if (bytes > limits.modelBytes && bytes > before) {
    throw new ModelError('invalid', [exceeded('the model would have', bytes, 'bytes', limits.modelBytes)])
  }
}
