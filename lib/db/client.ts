import { fileURLToPath } from 'node:url'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient as PostgresClient } from '#db/postgres/client.ts'
import { type Prisma, PrismaClient } from '#db/sqlite/client.ts'
import { env } from '#lib/runtime/env.ts'
import { reportAway } from './database-away.ts'
import type { Direct } from './direct.ts'
import { reportWrite } from './disk-space.ts'
import { PostgresPool } from './postgres.ts'
import { Pool } from './postgres-driver.ts'
import { again } from './races.ts'
import { SqliteConnection } from './sqlite.ts'

export type Tx = Prisma.TransactionClient
export type { PrismaClient }

export const isPostgresUrl = (url: string) => !url.startsWith('file:')

/** The path behind `file:/…`, `file:///…` or `file:relative`. */
export function sqlitePath(databaseUrl: string): string {
  return databaseUrl.startsWith('file:///') ? fileURLToPath(databaseUrl) : decodeURIComponent(databaseUrl.slice('file:'.length))
}

type LibSqlClient = ReturnType<PrismaLibSql['createClient']>

const READS = /^\s*select\b/i

/** The adapter for what only reads; `OneConnection` closes it. */
class ReadsOnly extends PrismaLibSql {
  constructor(readonly connection: SqliteConnection) {
    super({ url: connection.path })
  }

  override createClient(): LibSqlClient {
    const execute = ({ sql, args }: Statement) => this.connection.read(sql, args).catch(rethrow)
    return { execute } as unknown as LibSqlClient // all that is used of one
  }
}

/** Prisma's adapter on a connection of ours. Its mutex keeps everything else of Prisma's off it while a transaction runs. */
class OneConnection extends PrismaLibSql {
  constructor(readonly connection: SqliteConnection) {
    super({ url: connection.path })
  }

  override createClient(): LibSqlClient {
    const { connection } = this
    const client = {
      execute: ({ sql, args }: Statement) => connection.execute(sql, args).catch(rethrow),
      executeMultiple: (sql: string) => connection.script(sql),
      close: () => connection.close(),
      transaction: async () => {
        const transaction = await connection.begin().catch(rethrow)
        return {
          execute: ({ sql, args }: Statement) => transaction.execute(sql, args).catch(rethrow),
          commit: () => transaction.commit().catch(rethrow),
          rollback: () => transaction.rollback(),
        }
      },
    }
    return client as unknown as LibSqlClient // all that the adapter uses of one
  }

  /** What reads outside transactions has a connection of its own, for that mutex is held while a write waits for another process. */
  override async connect(): ReturnType<PrismaLibSql['connect']> {
    const adapter = await super.connect()
    const reads = new ReadsOnly(this.connection)
    const reader = await reads.connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = (query) => (READS.test(query.sql) ? reader.queryRaw(query) : queryRaw(query))
    return adapter
  }
}

type Statement = { sql: string; args: unknown[] }

const rethrow = (error: unknown): never => {
  reportWrite(error)
  throw reportAway(error)
}

function openPostgres(databaseUrl: string, settings: { max: number; limited?: boolean }): PrismaClient {
  const adapter = new PrismaPg(new Pool(databaseUrl, settings), { disposeExternalPool: true })
  // Made from the same schema: the two classes differ in their names only.
  return new PostgresClient({ adapter }) as unknown as PrismaClient
}

const openSqlite = (connection: SqliteConnection) => new PrismaClient({ adapter: new OneConnection(connection) })

/** Of the embedded database. */
export const databaseFile = (): string | undefined => (isPostgresUrl(env.DATABASE_URL) ? undefined : sqlitePath(env.DATABASE_URL))

/** The process's database, by Prisma's client and without it: each has half of the connections. */
function open(): { client: PrismaClient; direct: Direct } {
  const { DATABASE_URL, DATABASE_URL_DIRECT, DATABASE_POOL } = env
  if (isPostgresUrl(DATABASE_URL)) {
    const max = Math.ceil(DATABASE_POOL / 2)
    return {
      client: openPostgres(DATABASE_URL, { max }),
      direct: new PostgresPool(DATABASE_URL, DATABASE_URL_DIRECT, Math.max(1, DATABASE_POOL - max)),
    }
  }
  const connection = new SqliteConnection(sqlitePath(DATABASE_URL))
  return { client: openSqlite(connection), direct: connection }
}

/** A client of its own with all the time it needs, for backups and tests; everything else takes `db()`. */
export const connect = (databaseUrl: string): PrismaClient =>
  isPostgresUrl(databaseUrl)
    ? openPostgres(databaseUrl, { max: 10, limited: false })
    : openSqlite(new SqliteConnection(sqlitePath(databaseUrl)))

let current: ReturnType<typeof open> | undefined

/** The process's database, by DATABASE_URL. */
function opened(): ReturnType<typeof open> {
  current ??= open()
  return current
}

export const db = (): PrismaClient => opened().client

/** The same database without Prisma. */
export const direct = (): Direct => opened().direct

export async function disconnect(): Promise<void> {
  const open = current
  current = undefined
  await open?.client.$disconnect()
  await open?.direct.close()
}

/**
 * All or nothing. Long enough for the largest legal batch (Prisma's default is five seconds). On SQLite everything else in this
 * process waits until it ends, so compute before, and inside use `tx` only: `db()` would wait for itself. A lost race runs the
 * whole work again: it must touch nothing else.
 */
export function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return again(() => db().$transaction(work, { maxWait: 60_000, timeout: 120_000 }))
}
