import { statSync } from 'node:fs'
import { setImmediate as breathe } from 'node:timers/promises'
import { retryBusy } from './busy.ts'
import { DatabaseAway } from './database-away.ts'
import type { Direct, Step, Value } from './direct.ts'
import { reportWrite } from './disk-space.ts'
import { patience } from './patience.ts'
import { type Result, Statements } from './sqlite-statements.ts'

/** Pragmas belong to a connection; each connection gets them all. */
const PRAGMAS = [
  'PRAGMA busy_timeout = 50', // it blocks the whole process, so it is short; `retryBusy` waits without blocking
  'PRAGMA journal_mode = WAL',
  'PRAGMA synchronous = FULL', // an acknowledged write survives a power cut
  'PRAGMA foreign_keys = ON',
  'PRAGMA cache_size = -32768',
  'PRAGMA journal_size_limit = 67108864', // the log of a large batch does not stay that large
]

/** Of the connection that only reads: there is nothing to make durable. */
const READER_PRAGMAS = ['PRAGMA busy_timeout = 50', 'PRAGMA query_only = ON', 'PRAGMA cache_size = -32768']

type Waiting = { steps: readonly Step<string>[]; resolve: (reason: string | null) => void; reject: (error: unknown) => void }

const WRITES = /^\s*(insert|update|delete|replace)\b/i

/**
 * An SQLite file: one connection that writes, for one transaction at a time, and one that only reads, for `select`. libSQL's own
 * client opens another connection for each transaction, without pragmas. And a statement that finds the database locked stays half
 * done until it is collected, holding on to an old snapshot, so that nothing on the connection can write any more: hence the lock
 * is always taken by `exec`, which leaves nothing behind, before a statement writes.
 */
export class SqliteConnection implements Direct {
  readonly signals = undefined
  readonly #writer: Statements
  readonly #ready: Promise<void>
  #reader: Statements | undefined
  /** When the last transaction that was asked for has ended: each waits for the one before. */
  #turn: Promise<void> = Promise.resolve()
  readonly #waiting: Waiting[] = []
  #opened: string | undefined
  #closed = false

  constructor(readonly path: string) {
    const writer = new Statements(path)
    this.#writer = writer
    this.#ready = (async () => {
      for (const pragma of PRAGMAS) await writer.exec(pragma)
      this.#opened = identity(path)
    })()
    this.#ready.catch(() => {}) // told by the first statement, which awaits it
  }

  async begin(): Promise<Transaction> {
    await this.#ready
    const before = this.#turn
    let end = () => {}
    this.#turn = new Promise((resolve) => {
      end = resolve
    })
    await before
    try {
      // IMMEDIATE: a deferred transaction that reads before it writes fails at once when another process wrote in between.
      await this.#writer.exec('BEGIN IMMEDIATE')
      this.#mustBeThere()
      return new Transaction(this.#writer, end, () => this.#mustBeThere())
    } catch (error) {
      if (this.#writer.database.inTransaction) await this.#writer.exec('ROLLBACK')
      end()
      throw error
    }
  }

  async script(sql: string): Promise<void> {
    await this.#ready
    await this.#writer.exec(sql)
  }

  /** Outside transactions; what writes is one by itself. */
  async execute(sql: string, values: unknown[] = []): Promise<Result> {
    await this.#ready
    return WRITES.test(sql) ? this.#inTransaction(() => this.#writer.run(sql, values)) : this.#writer.run(sql, values)
  }

  async select<Row>(sql: string, values: readonly Value[]): Promise<Row[]> {
    await this.#ready
    return this.#onlyReading(() => this.#readers().rows(numbered(sql), values) as Row[])
  }

  /** As `execute`, of what only reads: it waits for no write. */
  async read(sql: string, values: unknown[]): Promise<Result> {
    await this.#ready
    return this.#onlyReading(() => this.#readers().run(sql, values))
  }

  async #onlyReading<T>(ask: () => T): Promise<T> {
    try {
      return await retryBusy(async () => ask(), patience.readMs)
    } catch (error) {
      this.#mustBeThere() // else that is what is wrong
      throw error
    }
  }

  #readers(): Statements {
    if (!this.#reader) {
      this.#mustBeThere() // opening would put an empty file in its place
      this.#reader = new Statements(this.path, READER_PRAGMAS)
    }
    return this.#reader
  }

  /** False once the file was deleted or another put in its place: what is written then goes nowhere. */
  isThere(): boolean {
    return this.#opened === undefined || identity(this.path) === this.#opened
  }

  #mustBeThere(): void {
    if (!this.isThere()) throw new DatabaseAway('the database file was deleted or replaced under this process')
  }

  version(): number | undefined {
    return this.#reader?.dataVersion()
  }

  atomically<Reason extends string>(steps: readonly Step<Reason>[]): Promise<Reason | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ steps, resolve: resolve as (reason: string | null) => void, reject }) // one of the steps' reasons
      if (this.#waiting.length === 1) void this.#commitWaiting()
    })
  }

  /**
   * Whoever comes in the same moment shares one COMMIT, for that waits for the disk; each has a savepoint, and hears only when all
   * of it is on disk.
   */
  async #commitWaiting(): Promise<void> {
    let together: Waiting[] = []
    try {
      await breathe()
      const transaction = await this.begin()
      together = this.#waiting.splice(0)
      try {
        const outcomes = together.map(({ steps }) => this.#attempt(steps))
        await transaction.commit()
        for (const [i, { resolve, reject }] of together.entries()) {
          const { reason, error } = outcomes[i]!
          if (error === undefined) resolve(reason)
          else reject(error)
        }
      } catch (error) {
        reportWrite(error)
        await transaction.rollback()
        throw error
      }
    } catch (error) {
      for (const { reject } of [...together, ...(together.length > 0 ? [] : this.#waiting.splice(0))]) reject(error)
    }
  }

  /** Throws only what ends the whole transaction, such as a full disk. */
  #attempt(steps: readonly Step<string>[]): { reason: string | null; error?: unknown } {
    const { database } = this.#writer
    const undo = () => {
      database.exec('ROLLBACK TO one')
      database.exec('RELEASE one')
    }
    database.exec('SAVEPOINT one')
    try {
      for (const { sql, values, orElse } of steps) {
        if (this.#writer.run(numbered(sql), values).rowsAffected > 0 || orElse === undefined) continue
        undo()
        return { reason: orElse }
      }
      database.exec('RELEASE one')
      return { reason: null }
    } catch (error) {
      if (!database.inTransaction) throw error
      undo()
      return { reason: null, error }
    }
  }

  async #inTransaction<T>(work: () => T): Promise<T> {
    const transaction = await this.begin()
    let result: T
    try {
      result = work()
    } catch (error) {
      await transaction.rollback()
      throw error
    }
    await transaction.commit()
    return result
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#reader?.close()
    this.#writer.close()
  }
}

/** Has the writing connection to itself until it ends; once ended it touches nothing, for the next one may have begun. */
class Transaction {
  #ended = false

  constructor(
    readonly writer: Statements,
    readonly end: () => void,
    readonly mustBeThere: () => void,
  ) {}

  async execute(sql: string, values: unknown[] = []): Promise<Result> {
    if (this.#ended) throw new Error('the transaction has ended')
    return this.writer.run(sql, values)
  }

  async commit(): Promise<void> {
    try {
      await this.writer.exec('COMMIT')
      // Before anybody hears that it is kept.
      this.mustBeThere()
      reportWrite()
    } catch (error) {
      reportWrite(error)
      await this.rollback()
      throw error
    }
    this.#end()
  }

  async rollback(): Promise<void> {
    if (this.#ended) return
    try {
      if (this.writer.database.inTransaction) await this.writer.exec('ROLLBACK')
    } finally {
      this.#end()
    }
  }

  #end(): void {
    this.#ended = true
    this.end()
  }
}

/** Which file that is, whatever its name; undefined where there is none. */
function identity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}

/** To SQLite `$2` is a name and counts from where it first stands; `?2` is the second. */
const numbered = (sql: string) => sql.replace(/\$(\d+)/g, '?$1')
