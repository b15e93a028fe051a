import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { isPostgresUrl, sqlitePath } from './client.ts'
import { SqliteConnection } from './sqlite.ts'

// Next's bundles have no `import.meta.dirname`; they run in the project's folder.
const FOLDER = join(import.meta.dirname ?? join(process.cwd(), 'lib/db'), '../../prisma/migrations')

type Migration = { name: string; sql: string; checksum: string }

/** The database holds migrations that this code does not know: it was written by a newer version. */
export class DatabaseNewerError extends Error {
  constructor(readonly unknown: string[]) {
    super(`the database is newer than this version of the service: it knows ${unknown.join(', ')}`)
  }
}

/** The database holds a migration under a known name but with another text. */
export class MigrationChangedError extends Error {
  constructor(readonly migration: string) {
    super(`migration ${migration} was changed after it was applied`)
  }
}

/** In the order of their names. */
export function migrations(provider: 'sqlite' | 'postgres'): Migration[] {
  const folder = join(FOLDER, provider)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8')
      return { name: file.slice(0, -4), sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') }
    })
}

/** The statements of a script: each ends with a semicolon at the end of a line. */
export const statements = (sql: string) =>
  sql
    .split(/;[ \t]*(?:\r?\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/^--.*$/gm, '').trim() !== '')

/** One connection, so that what `begin` locks stays locked until the end. */
type Connection = {
  begin(): Promise<void>
  execute(sql: string, values?: string[]): Promise<Record<string, unknown>[]>
  commit(): Promise<void>
  rollback(): Promise<void>
  close(): Promise<void>
}

async function openSqlite(databaseUrl: string): Promise<Connection> {
  await mkdir(dirname(sqlitePath(databaseUrl)), { recursive: true })
  const connection = new SqliteConnection(sqlitePath(databaseUrl))
  let transaction: Awaited<ReturnType<typeof connection.begin>> | undefined
  return {
    begin: async () => {
      transaction = await connection.begin()
    },
    execute: async (sql, values) => {
      const { columns, rows } = await (transaction ?? connection).execute(sql, values)
      return rows.map((row) => Object.fromEntries(row.map((value, i) => [columns[i], value])))
    },
    commit: async () => transaction?.commit(),
    rollback: async () => transaction?.rollback(),
    close: () => connection.close(),
  }
}

async function openPostgres(databaseUrl: string): Promise<Connection> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  const execute = async (sql: string, values: string[] = []) => (await client.query(sql, values)).rows
  return {
    begin: async () => {
      await execute('BEGIN')
      await execute('SELECT pg_advisory_xact_lock(7236492018)')
    },
    execute,
    commit: async () => void (await execute('COMMIT')),
    rollback: async () => void (await execute('ROLLBACK')),
    close: () => client.end(),
  }
}

/**
 * Brings the database up to this code's migrations, all in one transaction under a lock, so that several processes may start at
 * once. Throws DatabaseNewerError or MigrationChangedError, and then changes nothing.
 */
export async function migrate(databaseUrl: string): Promise<{ applied: string[] }> {
  const postgres = isPostgresUrl(databaseUrl)
  const known = migrations(postgres ? 'postgres' : 'sqlite')
  const connection = await (postgres ? openPostgres : openSqlite)(databaseUrl)
  try {
    await connection.begin()
    try {
      await connection.execute(
        'CREATE TABLE IF NOT EXISTS "Migration" ("name" TEXT PRIMARY KEY, "checksum" TEXT NOT NULL, "appliedAt" TEXT NOT NULL)',
      )
      const ledger = await connection.execute('SELECT "name", "checksum" FROM "Migration" ORDER BY "name"')
      const unknown = ledger.filter((row) => !known.some(({ name }) => name === row.name)).map((row) => String(row.name))
      if (unknown.length > 0) throw new DatabaseNewerError(unknown)
      const done = new Map(ledger.map((row) => [String(row.name), String(row.checksum)]))
      const applied: string[] = []
      for (const { name, sql, checksum } of known) {
        const before = done.get(name)
        if (before === checksum) continue
        if (before !== undefined) throw new MigrationChangedError(name)
        for (const statement of statements(sql)) await connection.execute(statement)
        await connection.execute('INSERT INTO "Migration" ("name", "checksum", "appliedAt") VALUES ($1, $2, $3)', [
          name,
          checksum,
          new Date().toISOString(),
        ])
        applied.push(name)
      }
      await connection.commit()
      return { applied }
    } catch (error) {
      await connection.rollback()
      throw error
    }
  } finally {
    await connection.close()
  }
}

/** Migrations that the database lacks; empty when it is ready to serve. Changes nothing. */
export async function pendingMigrations(databaseUrl: string): Promise<string[]> {
  const postgres = isPostgresUrl(databaseUrl)
  const connection = await (postgres ? openPostgres : openSqlite)(databaseUrl)
  try {
    const tables = await connection.execute(
      postgres
        ? `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'Migration'`
        : `SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'Migration'`,
    )
    const done = tables.length === 0 ? [] : await connection.execute('SELECT "name" FROM "Migration"')
    const names = new Set(done.map((row) => row.name))
    return migrations(postgres ? 'postgres' : 'sqlite').flatMap(({ name }) => (names.has(name) ? [] : [name]))
  } finally {
    await connection.close()
  }
}
