import { createClient } from '@libsql/client'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient as PostgresClient } from '#db/postgres/client.ts'
import { type Prisma, PrismaClient } from '#db/sqlite/client.ts'
import { env } from '#lib/env.ts'
import { retryBusy } from './busy.ts'

export type Tx = Prisma.TransactionClient
export type { PrismaClient }

export const isPostgresUrl = (url: string) => !url.startsWith('file:')

/** Pragmas belong to a connection, so this client has one connection and each connection gets them all. */
export const SQLITE_PRAGMAS = [
  'PRAGMA busy_timeout = 50', // it blocks the whole process, so it is short; `retryBusy` waits without blocking
  'PRAGMA journal_mode = WAL',
  'PRAGMA synchronous = FULL', // an acknowledged write survives a power cut
  'PRAGMA foreign_keys = ON',
  'PRAGMA cache_size = -32768',
]

type LibSqlConfig = ConstructorParameters<typeof PrismaLibSql>[0]
type LibSqlClient = ReturnType<PrismaLibSql['createClient']>
type LibSqlTransaction = Awaited<ReturnType<LibSqlClient['transaction']>>

/**
 * libSQL as the adapter sees it, with two differences. A transaction runs on the client's own connection: libSQL's opens a new
 * one each time, without pragmas, and leaves it to the garbage collector. And it begins IMMEDIATE: a deferred one that reads
 * before it writes fails at once, whatever the busy timeout, when another process wrote in between. The adapter's mutex keeps
 * everything else off the connection until the transaction ends.
 */
class OneConnection extends PrismaLibSql {
  override createClient(config: LibSqlConfig): LibSqlClient {
    const client = createClient({ ...config, intMode: 'number' })
    const ready = (async () => {
      for (const pragma of SQLITE_PRAGMAS) await retryBusy(() => client.execute(pragma))
    })()
    ready.catch(() => {}) // told by the first statement, which awaits it
    const execute: LibSqlClient['execute'] = async (statement: Parameters<LibSqlClient['execute']>[0]) => {
      await ready
      return retryBusy(() => client.execute(statement))
    }
    return {
      protocol: 'file',
      get closed() {
        return client.closed
      },
      execute,
      executeMultiple: async (sql) => {
        await ready
        return retryBusy(() => client.executeMultiple(sql))
      },
      batch: (statements, mode) => client.batch(statements, mode),
      migrate: (statements) => client.migrate(statements),
      sync: () => client.sync(),
      reconnect: () => client.reconnect(),
      close: () => client.close(),
      transaction: async () => {
        await execute('BEGIN IMMEDIATE')
        let open = true
        const end = async (sql: string) => {
          if (!open) return
          open = false
          await client.execute(sql)
        }
        return {
          get closed() {
            return !open
          },
          execute: ((statement) => client.execute(statement)) as LibSqlTransaction['execute'], // one of its two overloads
          executeMultiple: (sql) => client.executeMultiple(sql),
          batch: (statements) => client.batch(statements),
          commit: async () => {
            try {
              await end('COMMIT')
            } catch (error) {
              open = true
              await end('ROLLBACK')
              throw error
            }
          },
          rollback: () => end('ROLLBACK'),
          close: () => void end('ROLLBACK'),
        }
      },
    }
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
