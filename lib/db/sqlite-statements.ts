import Database from 'libsql'
import { retryBusy } from './busy.ts'

/** Statements of a connection to SQLite, and values to and from it. */

export type Result = { columns: string[]; columnTypes: string[]; rows: unknown[][]; rowsAffected: number }

/** Prepared statements that a connection keeps, and the longest text of one that is kept. */
const KEPT_STATEMENTS = 200
const SHORT_TEXT = 2000

/** The rows of a statement that gives them as lists, as all of ours do. */
const listed = (statement: Database.Statement, parameters: unknown[] = []) => statement.all(parameters) as unknown[][]

/** A connection with the statements that it has prepared. */
export class Statements {
  readonly database: Database.Database
  #version: Database.Statement | undefined
  readonly #prepared = new Map<string, { statement: Database.Statement; columns: { name: string; type: string | null }[] }>()

  constructor(path: string, pragmas: readonly string[] = []) {
    this.database = new Database(path)
    for (const pragma of pragmas) this.database.exec(pragma)
  }

  exec(sql: string): Promise<void> {
    return retryBusy(async () => void this.database.exec(sql))
  }

  run(sql: string, values: readonly unknown[]): Result {
    const { statement, columns } = this.#prepare(sql)
    const parameters = values.map(toSqlite)
    if (!statement.reader) {
      return { columns: [], columnTypes: [], rows: [], rowsAffected: statement.run(parameters).changes }
    }
    return {
      columns: columns.map(({ name }) => name),
      columnTypes: columns.map(({ type }) => type ?? ''),
      rows: listed(statement, parameters).map((row) => row.map(fromSqlite)),
      rowsAffected: 0,
    }
  }

  /** As objects by column name, times as `Date`s, truth as booleans. */
  rows(sql: string, values: readonly unknown[]): Record<string, unknown>[] {
    const { statement, columns } = this.#prepare(sql)
    return listed(statement, values.map(toSqlite)).map((values) => {
      const row: Record<string, unknown> = {}
      for (const [i, { name, type }] of columns.entries()) {
        const value = values[i]
        if (value !== null && type === 'DATETIME') row[name] = new Date(value as string)
        else row[name] = type === 'BOOLEAN' ? value === 1 : value
      }
      return row
    })
  }

  /** Counts the commits of all other connections, of any process. */
  dataVersion(): number {
    this.#version ??= this.database.prepare('PRAGMA data_version').raw(true)
    return Number(listed(this.#version)[0]?.[0])
  }

  #prepare(sql: string) {
    const known = this.#prepared.get(sql)
    if (known) return known
    const statement = this.database.prepare(sql)
    if (statement.reader) statement.raw(true)
    const prepared = { statement, columns: statement.reader ? statement.columns() : [] }
    if (sql.length <= SHORT_TEXT) {
      if (this.#prepared.size >= KEPT_STATEMENTS) this.#prepared.clear()
      this.#prepared.set(sql, prepared)
    }
    return prepared
  }

  close(): void {
    this.#prepared.clear()
    this.database.close()
  }
}

/** A boolean aborts libSQL's process. */
function toSqlite(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.toISOString().replace('Z', '+00:00') // as Prisma's adapter writes them
  if (value instanceof ArrayBuffer) return Buffer.from(value)
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (value === undefined || (typeof value === 'number' && !Number.isFinite(value)))
    throw new TypeError(`SQLite takes no ${value}`)
  return value
}

/** Prisma's adapter expects bytes as an ArrayBuffer. */
function fromSqlite(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value
  const { buffer, byteOffset, byteLength } = value
  return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
}
