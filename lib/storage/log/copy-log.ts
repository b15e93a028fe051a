import { db, direct } from '#lib/db/client.ts'
import type { Step } from '#lib/db/direct.ts'
import { again } from '#lib/db/races.ts'
import type { Header } from '../read/model-header.ts'
import type { PartKey, StoredPart } from './chunks.ts'
import { type Entry, modelStep, PART_COLUMNS, partSteps, revisionSteps } from './log.ts'

/**
 * How a copy comes into the log: a row that nobody finds, then its parts, a few in each transaction, and at the end what shows it. Parts
 * that stay as they are never leave the database, and between two transactions others write.
 */

/** Nobody finds what has been gone since then, and what breaks off goes with that which has lain in the bin to its end. */
const GONE = new Date(0)

/** `first` as for `insertModel`. */
export function beginCopy<Reason extends string>(
  id: string,
  ownerId: string,
  entry: Entry & { header: Header },
  copiedFrom: object,
  first: readonly Step<Reason>[],
): Promise<Reason | null> {
  return again(() => direct().atomically([...first, modelStep(id, ownerId, entry, { copiedFrom, goneAt: GONE })]))
}

/** So many parts, of which one follows another in the log, are to be parts of the copy from `seq` on. */
export type Stretch = { first: PartKey; count: number; seq: number }

/** False when the parts are there no more, or the copy has been taken away meanwhile. */
export async function copyParts(from: string, to: string, stretches: readonly Stretch[]): Promise<boolean> {
  const steps = stretches.map(
    ({ first: { revision, base, kind, seq: first }, count, seq }): Step<'gone'> => ({
      sql: `INSERT INTO "ConstructModelPart" (${PART_COLUMNS})
        SELECT "ConstructModel"."id",1,FALSE,"kind","seq" + CAST($2 AS INTEGER),"count","ids","data","length","crc"
        FROM "ConstructModelPart", "ConstructModel" WHERE "ConstructModel"."id" = $1 AND "modelId" = $3
          AND "ConstructModelPart"."revision" = $4 AND "base" = ${base ? 'TRUE' : 'FALSE'} AND "kind" = $5 AND "seq" >= $6 AND "seq" < $7`,
      values: [to, seq - first, from, revision, kind, first, first + count],
      orElse: 'gone',
    }),
  )
  return (await again(() => direct().atomically(steps))) === null
}

/** False when the copy has been taken away meanwhile. */
export async function insertParts(to: string, parts: readonly StoredPart[]): Promise<boolean> {
  const isThere: Step<'gone'> = {
    sql: `UPDATE "ConstructModel" SET "purgeAt" = $2 WHERE "id" = $1`,
    values: [to, GONE],
    orElse: 'gone',
  }
  return (await again(() => direct().atomically([isThere, ...partSteps(to, 1, parts)]))) === null
}

/** What the copy's parts take in the database. */
export async function copiedBytes(id: string): Promise<number> {
  const [row] = await direct().select<{ bytes: number | string | null }>(
    `SELECT SUM(LENGTH("ids") + LENGTH("data")) AS "bytes" FROM "ConstructModelPart" WHERE "modelId" = $1`,
    [id],
  )
  return Number(row?.bytes ?? 0)
}

/** From now on it is there. `gone`: it has been taken away meanwhile. */
export function showCopy<Reason extends string>(
  id: string,
  entry: Entry,
  stored: number,
  first: readonly Step<Reason>[],
  beside: readonly Step[],
): Promise<Reason | 'gone' | null> {
  const show: Step<'gone'> = {
    sql: `UPDATE "ConstructModel" SET "stored" = $2, "deletedAt" = NULL, "purgeAt" = NULL WHERE "id" = $1`,
    values: [id, stored],
    orElse: 'gone',
  }
  return again(() => direct().atomically<Reason | 'gone'>([...first, show, ...revisionSteps(id, 1, entry), ...beside]))
}

/** What a copy that came to nothing has written. */
export const dropCopy = (id: string) => again(() => db().constructModel.deleteMany({ where: { id, purgeAt: GONE } }))
