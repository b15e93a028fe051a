import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { log } from '#lib/runtime/log.ts'
import { isPostgresUrl, sqlitePath } from './client.ts'
import { again } from './races.ts'
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

type Connection = {
  begin(): Promise<void>
  execute(sql: string, values?: (string | number)[]): Promise<Record<string, unknown>[]>
  commit(): Promise<void>
  rollback(): Promise<void>
  close(): Promise<void>
  /** SQL for the seconds of the database's clock: those of several machines differ. */
  readonly now: string
  /** No other connection gets in while a transaction of this one writes, so its lock need not be renewed meanwhile. */
  readonly isAlone: boolean
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
    commit: async () => {
      const ended = transaction
      transaction = undefined
      await ended?.commit()
    },
    rollback: async () => {
      const ended = transaction
      transaction = undefined
      await ended?.rollback()
    },
    close: () => connection.close(),
    now: `CAST(strftime('%s', 'now') AS REAL)`,
    isAlone: true,
  }
}

async function openPostgres(databaseUrl: string): Promise<Connection> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  client.on('error', () => {}) // what is asked hears of it; without a listener the process would end
  const execute = async (sql: string, values: (string | number)[] = []) => (await client.query(sql, values)).rows
  return {
    begin: async () => void (await execute('BEGIN')),
    execute,
    commit: async () => void (await execute('COMMIT')),
    rollback: async () => void (await execute('ROLLBACK')),
    close: () => client.end(),
    now: 'CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) AS DOUBLE PRECISION)',
    isAlone: false,
  }
}

const open = (databaseUrl: string): Promise<Connection> =>
  isPostgresUrl(databaseUrl) ? openPostgres(databaseUrl) : openSqlite(databaseUrl)

/** Two processes that make the same table at once: one of them may hear that its type is there already. */
const MADE_ALREADY = /^(23505|42P07|42710)$/
/** SQLite's, when another's transaction goes on and on: not taken, then. */
function unlessBusy(error: unknown): false {
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) return false
  throw error
}

async function makeTable(connection: Connection, columns: string): Promise<void> {
  await connection.execute(`CREATE TABLE IF NOT EXISTS ${columns}`).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || !MADE_ALREADY.test(error.code ?? '')) throw error
  })
}

/** How long a lock is good for, how often it is renewed, and how long others wait for theirs. */
export const lockTimes = { heldMs: 60_000, renewMs: 15_000, waitMs: 10 * 60_000, lookMs: 250 }

/**
 * A row that one process holds: a lock of the engine's own is not to be had on every engine, nor through a pooler. One that was not
 * renewed, because its process has died, may be taken.
 */
export async function underLock<T>(
  databaseUrl: string,
  work: (connection: Connection, mustHold: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const connection = await open(databaseUrl)
  const holder = randomUUID()
  const until = `${connection.now} + ${lockTimes.heldMs / 1000}`
  const take = (by: Connection) =>
    by.execute(
      `INSERT INTO "MigrationLock" ("id", "holder", "until") VALUES (1, $1, ${until})
        ON CONFLICT ("id") DO UPDATE SET "holder" = $1, "until" = ${until}
        WHERE "MigrationLock"."until" < ${connection.now} OR "MigrationLock"."holder" = $1 RETURNING "holder"`,
      [holder],
    )
  const taken = async (by: Connection) => (await again(() => take(by))).length === 1
  const mustHold = async () => {
    if (!(await taken(connection))) throw new Error('another process has taken over the migration of the database')
  }
  let renewing: NodeJS.Timeout | undefined
  let renewer: Connection | undefined
  try {
    await makeTable(
      connection,
      '"MigrationLock" ("id" INTEGER PRIMARY KEY, "holder" TEXT NOT NULL, "until" DOUBLE PRECISION NOT NULL)',
    )
    const deadline = performance.now() + lockTimes.waitMs
    while (!(await taken(connection).catch(unlessBusy))) {
      if (performance.now() > deadline) throw new Error('another process is still migrating the database')
      await wait(lockTimes.lookMs)
    }
    if (!connection.isAlone) {
      const other = await open(databaseUrl)
      renewer = other
      renewing = setInterval(() => {
        taken(other).catch((error: unknown) => log.warn('the migration lock could not be renewed', { error: String(error) }))
      }, lockTimes.renewMs)
    }
    return await work(connection, mustHold)
  } finally {
    clearInterval(renewing)
    await connection.execute('DELETE FROM "MigrationLock" WHERE "holder" = $1', [holder]).catch((error: unknown) => {
      log.warn('the migration lock is left to run out', { error: String(error) })
    })
    await renewer?.close()
    await connection.close()
  }
}

/** Engines on which each statement that changes the schema commits by itself, so that a migration may have ended half way. */
const COMMITS_DDL = /CockroachDB|Yugabyte/i

/** The same statement, such that it may be run again. */
export function repeatable(statement: string): string[] {
  const sql = statement.replace(/^(--.*\n)+/, '')
  const added = /^(ALTER TABLE "\w+") ADD CONSTRAINT ("\w+") (?!PRIMARY KEY)/.exec(sql)
  if (added) return [`${added[1]} DROP CONSTRAINT IF EXISTS ${added[2]}`, sql]
  return [
    sql
      .replace(/^CREATE (TABLE|INDEX|UNIQUE INDEX) (?!IF )/, 'CREATE $1 IF NOT EXISTS ')
      .replace(/^DROP (TABLE|INDEX) (?!IF )/, 'DROP $1 IF EXISTS ')
      .replace(/\bADD COLUMN (?!IF )/g, 'ADD COLUMN IF NOT EXISTS ')
      .replace(/^(ALTER TABLE "\w+") DROP CONSTRAINT (?!IF )(?=[^,]*$)/, '$1 DROP CONSTRAINT IF EXISTS '),
  ]
}

/** How bytes are laid out is the engine's affair: one that knows nothing of it does without. */
const IS_LAYOUT = /\bSET STORAGE\b/

async function runLayout(connection: Connection, statement: string): Promise<void> {
  await connection.execute(statement).catch((error: unknown) => {
    log.info('the engine lays bytes out in its own way', { error: String(error) })
  })
}

/**
 * Brings the database up to this code's migrations under a lock, so that several processes may start at once; each migration with
 * its line in the ledger is a transaction. Throws DatabaseNewerError or MigrationChangedError, and then changes nothing.
 */
export async function migrate(databaseUrl: string): Promise<{ applied: string[] }> {
  const known = migrations(isPostgresUrl(databaseUrl) ? 'postgres' : 'sqlite')
  if ((await appliedMigrations(databaseUrl, known)).size === known.length) return { applied: [] }
  return underLock(databaseUrl, async (connection, mustHold) => {
    await makeTable(connection, '"Migration" ("name" TEXT PRIMARY KEY, "checksum" TEXT NOT NULL, "appliedAt" TEXT NOT NULL)')
    const [row] = isPostgresUrl(databaseUrl) ? await connection.execute('SELECT version() AS "version"') : []
    const commitsDdl = COMMITS_DDL.test(String(row?.version ?? ''))
    const done = judged(await connection.execute(LEDGER), known)
    const applied: string[] = []
    for (const migration of known) {
      if (done.has(migration.name)) continue
      await mustHold()
      if (commitsDdl) await applyBitByBit(connection, migration)
      else await applyWhole(connection, migration)
      applied.push(migration.name)
    }
    return { applied }
  })
}

const LEDGER = 'SELECT "name", "checksum" FROM "Migration" ORDER BY "name"'

/** The names in the ledger. Throws where it is not of this code. */
function judged(ledger: Record<string, unknown>[], known: readonly Migration[]): Set<string> {
  const unknown = ledger.filter((row) => !known.some(({ name }) => name === row.name)).map((row) => String(row.name))
  if (unknown.length > 0) throw new DatabaseNewerError(unknown)
  for (const { name, checksum } of known) {
    if (ledger.some((row) => row.name === name && row.checksum !== checksum)) throw new MigrationChangedError(name)
  }
  return new Set(ledger.map((row) => String(row.name)))
}

const enter = (connection: Connection, { name, checksum }: Migration) =>
  connection.execute('INSERT INTO "Migration" ("name", "checksum", "appliedAt") VALUES ($1, $2, $3)', [
    name,
    checksum,
    new Date().toISOString(),
  ])

async function applyWhole(connection: Connection, migration: Migration): Promise<void> {
  const steps = statements(migration.sql)
  await connection.begin()
  try {
    for (const statement of steps) if (!IS_LAYOUT.test(statement)) await connection.execute(statement)
    await enter(connection, migration)
    await connection.commit()
  } catch (error) {
    await connection.rollback()
    throw error
  }
  for (const statement of steps) if (IS_LAYOUT.test(statement)) await runLayout(connection, statement)
}

/** A column that has its new name already has no old one. */
const unlessRenamed = (statement: string) => (error: unknown) => {
  if (!(error instanceof pg.DatabaseError && error.code === '42703' && /\bRENAME COLUMN\b/.test(statement))) throw error
}

async function applyBitByBit(connection: Connection, migration: Migration): Promise<void> {
  for (const statement of statements(migration.sql)) {
    if (IS_LAYOUT.test(statement)) await runLayout(connection, statement)
    else for (const one of repeatable(statement)) await again(() => connection.execute(one)).catch(unlessRenamed(one))
  }
  await enter(connection, migration)
}

/** Migrations that the database lacks; empty when it is ready to serve. Changes nothing. */
export async function pendingMigrations(databaseUrl: string): Promise<string[]> {
  const known = migrations(isPostgresUrl(databaseUrl) ? 'postgres' : 'sqlite')
  const done = await appliedMigrations(databaseUrl)
  return known.flatMap(({ name }) => (done.has(name) ? [] : [name]))
}

/** The names in the ledger; with `known`, judged against this code. */
async function appliedMigrations(databaseUrl: string, known?: readonly Migration[]): Promise<Set<string>> {
  const connection = await open(databaseUrl)
  try {
    const tables = await connection.execute(
      isPostgresUrl(databaseUrl)
        ? `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'Migration'`
        : `SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'Migration'`,
    )
    const ledger = tables.length === 0 ? [] : await connection.execute(LEDGER)
    return known ? judged(ledger, known) : new Set(ledger.map((row) => String(row.name)))
  } finally {
    await connection.close()
  }
}
