import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { env } from '#lib/runtime/env.ts'
import { log } from '#lib/runtime/log.ts'
import { db, isPostgresUrl, type PrismaClient } from './client.ts'

/**
 * Each server process has a row while it runs, and renews it: for who must not change the database under one. By the database's
 * clock, because those of several machines differ.
 */

const RENEW_MS = 20_000
const LIVES_SECONDS = 60

const ago = (postgres: boolean, seconds: number) =>
  postgres
    ? `CURRENT_TIMESTAMP AT TIME ZONE 'UTC' - INTERVAL '${seconds} seconds'`
    : `strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', '-${seconds} seconds')` // as Prisma's adapter writes times

/** Returns the way to leave. */
export async function bePresent(): Promise<() => Promise<void>> {
  const id = randomUUID()
  const host = `${hostname()}:${process.pid}`
  const now = ago(isPostgresUrl(env.DATABASE_URL), 0)
  const renew = () =>
    db().$executeRawUnsafe(
      `INSERT INTO "Process" ("id", "host", "startedAt", "seenAt") VALUES ($1, $2, ${now}, ${now})
        ON CONFLICT ("id") DO UPDATE SET "seenAt" = ${now}`,
      ...[id, host],
    )
  await db().$executeRawUnsafe(`DELETE FROM "Process" WHERE "seenAt" < ${ago(isPostgresUrl(env.DATABASE_URL), 24 * 3600)}`)
  await renew()
  const timer = setInterval(() => {
    renew().catch((error: unknown) => log.warn('this process could not say that it runs', { error: String(error) }))
  }, RENEW_MS).unref()
  return async () => {
    clearInterval(timer)
    await db().process.deleteMany({ where: { id } })
  }
}

/** Where servers run on this database: host and process id. */
export async function present(client: Pick<PrismaClient, '$queryRawUnsafe'>, postgres: boolean): Promise<string[]> {
  const rows = await client.$queryRawUnsafe<{ host: string }[]>(
    `SELECT "host" FROM "Process" WHERE "seenAt" > ${ago(postgres, LIVES_SECONDS)} ORDER BY "host"`,
  )
  return rows.map(({ host }) => host)
}
