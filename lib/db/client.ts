import { fileURLToPath } from 'node:url'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient as PostgresClient } from '#db/postgres/client.ts'
import { type Prisma, PrismaClient } from '#db/sqlite/client.ts'
import { env } from '#lib/env.ts'
import { SqliteConnection } from './sqlite.ts'

export type Tx = Prisma.TransactionClient
export type { PrismaClient }

export const isPostgresUrl = (url: string) => !url.startsWith('file:')

/** The path behind `file:/…`, `file:///…` or `file:relative`. */
export function sqlitePath(databaseUrl: string): string {
  return databaseUrl.startsWith('file:///') ? fileURLToPath(databaseUrl) : decodeURIComponent(databaseUrl.slice('file:'.length))
}

type LibSqlClient = ReturnType<PrismaLibSql['createClient']>

/** Prisma's adapter on one connection of ours. Its mutex keeps everything else off the connection while a transaction runs. */
class OneConnection extends PrismaLibSql {
  override createClient({ url }: ConstructorParameters<typeof PrismaLibSql>[0]): LibSqlClient {
    const connection = new SqliteConnection(sqlitePath(url))
    const execute = ({ sql, args }: { sql: string; args: unknown[] }) => connection.execute(sql, args)
    const client = {
      execute,
      executeMultiple: (sql: string) => connection.script(sql),
      close: () => connection.close(),
      transaction: async () => {
        await connection.begin()
        return { execute, commit: () => connection.commit(), rollback: () => connection.rollback() }
      },
    }
    return client as unknown as LibSqlClient // all that the adapter uses of one
  }
}

/** A client of its own, for migrations, backups and tests; everything else takes `db()`. */
export function connect(databaseUrl: string): PrismaClient {
  if (isPostgresUrl(databaseUrl)) {
    const adapter = new PrismaPg({ connectionString: databaseUrl, max: 20, connectionTimeoutMillis: 10_000 })
    // Made from the same schema: the two classes differ in their names only.
    return new PostgresClient({ adapter }) as unknown as PrismaClient
  }
  return new PrismaClient({ adapter: new OneConnection({ url: databaseUrl }) })
}

// Next may load this module more than once in one process.
const KEY = Symbol.for('structural-model-service.db')
const kept = globalThis as { [KEY]?: PrismaClient }

/** The process's client, by DATABASE_URL. */
export function db(): PrismaClient {
  kept[KEY] ??= connect(env.DATABASE_URL)
  return kept[KEY]
}

export async function disconnect(): Promise<void> {
  const client = kept[KEY]
  delete kept[KEY]
  await client?.$disconnect()
}

/**
 * All or nothing. Long enough for the largest legal batch (Prisma's default is five seconds). On SQLite everything else in this
 * process waits until it ends, so compute before, and inside use `tx` only: `db()` would wait for itself.
 */
export function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return db().$transaction(work, { maxWait: 60_000, timeout: 120_000 })
}
