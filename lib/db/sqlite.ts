import Database from 'libsql'
import { retryBusy } from './busy.ts'

/** Pragmas belong to a connection; each connection gets them all. */
const PRAGMAS = [
  'PRAGMA busy_timeout = 50', // it blocks the whole process, so it is short; `retryBusy` waits without blocking
  'PRAGMA journal_mode = WAL',
  'PRAGMA synchronous = FULL', // an acknowledged write survives a power cut
  'PRAGMA foreign_keys = ON',
  'PRAGMA cache_size = -32768',
  'PRAGMA journal_size_limit = 67108864', // the log of a large batch does not stay that large
]

type Value = string | number | bigint | null | Buffer
export type Result = { columns: string[]; columnTypes: string[]; rows: unknown[][]; rowsAffected: number }

const WRITES = /^\s*(insert|update|delete|replace)\b/i
const KEPT_STATEMENTS = 200
const SHORT_TEXT = 2000

/**
 * One connection to an SQLite file, for one user at a time. libSQL's own client opens another connection for each transaction,
 * without pragmas. And a statement that finds the database locked stays half done until it is collected, holding on to an old
 * snapshot, so that nothing on the connection can write any more: hence the lock is always taken by `exec`, which leaves nothing
 * behind, before a statement writes.
 */
export class SqliteConnection {
  readonly #database: Database.Database
  readonly #ready: Promise<void>
  readonly #statements = new Map<string, Database.Statement>()

  constructor(path: string) {
    this.#database = new Database(path)
    this.#ready = (async () => {
      for (const pragma of PRAGMAS) await this.#exec(pragma)
    })()
    this.#ready.catch(() => {}) // told by the first statement, which awaits it
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction
  }

  async begin(): Promise<void> {
    await this.#ready
    // IMMEDIATE: a deferred transaction that reads before it writes fails at once when another process wrote in between.
    await this.#exec('BEGIN IMMEDIATE')
  }

  async commit(): Promise<void> {
    try {
      await this.#exec('COMMIT')
    } catch (error) {
      await this.rollback()
      throw error
    }
  }

  async rollback(): Promise<void> {
    if (this.inTransaction) await this.#exec('ROLLBACK')
  }

  async script(sql: string): Promise<void> {
    await this.#ready
    await this.#exec(sql)
  }

  async execute(sql: string, values: unknown[] = []): Promise<Result> {
    await this.#ready
    if (this.inTransaction || !WRITES.test(sql)) return this.#run(sql, values)
    await this.begin()
    try {
      const result = this.#run(sql, values)
      await this.commit()
      return result
    } catch (error) {
      await this.rollback()
      throw error
    }
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #exec(sql: string): Promise<void> {
    return retryBusy(async () => void this.#database.exec(sql))
  }

  #run(sql: string, values: unknown[]): Result {
    const statement = this.#prepare(sql)
    const parameters = values.map(toSqlite)
    if (!statement.reader) {
      return { columns: [], columnTypes: [], rows: [], rowsAffected: statement.run(parameters).changes }
    }
    const columns = statement.columns()
    return {
      columns: columns.map(({ name }) => name),
      columnTypes: columns.map(({ type }) => type ?? ''),
      rows: (statement.all(parameters) as unknown[][]).map((row) => row.map(fromSqlite)),
      rowsAffected: 0,
    }
  }

  #prepare(sql: string): Database.Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    if (statement.reader) statement.raw(true)
    if (sql.length <= SHORT_TEXT) {
      if (this.#statements.size >= KEPT_STATEMENTS) this.#statements.clear()
      this.#statements.set(sql, statement)
    }
    return statement
  }
}

/** A boolean aborts libSQL's process. */
function toSqlite(value: unknown): Value {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof ArrayBuffer) return Buffer.from(value)
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (value === undefined || (typeof value === 'number' && !Number.isFinite(value)))
    throw new TypeError(`SQLite takes no ${value}`)
  return value as Value
}

/** Prisma's adapter expects bytes as an ArrayBuffer. */
function fromSqlite(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value
  const { buffer, byteOffset, byteLength } = value
  return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
}
