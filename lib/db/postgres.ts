import { setImmediate as breathe } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseAway, isDatabaseAway } from './database-away.ts'
import type { Direct, OneStatement, Step, Value } from './direct.ts'
import { reportWrite } from './disk-space.ts'
import { patience } from './patience.ts'
import { beginning, Pool, socketOf, types } from './postgres-driver.ts'
import { again } from './races.ts'
import { Signals } from './signals.ts'

type Waiting = {
  one: OneStatement<string>
  steps: readonly Step<string>[]
  resolve: (reason: string | null) => void
  reject: (error: unknown) => void
}

/** Longer ones would only make the others wait. */
const MOST_TOGETHER = 64

type Question = { config: pg.QueryConfig; resolve: (result: pg.QueryResult) => void; reject: (error: unknown) => void }

/** An answer waits for those before it. */
const MOST_QUESTIONS = 4

/**
 * The driver without Prisma. The steps of a transaction travel together, so that it takes two round trips however many they are;
 * what is one statement takes one, and shares its COMMIT with all that came in the same moment.
 */
export class PostgresPool implements Direct {
  readonly #pool: Pool
  readonly signals: Signals
  readonly #waiting: Waiting[] = []
  #isCommitting = false
  #questions: Question[] = []
  /** Texts that this engine does not take, as Citus does not where their tables lie apart. */
  readonly #refused = new Set<string>()

  /** Behind a pooler a statement's name may be met again on a connection that does not know it, or knows another by it. */
  readonly #toConfig: (sql: string, values: readonly Value[]) => pg.QueryConfig

  /** `max`: connections. `listenUrl`: where signals are heard, which a pooler does not pass on: when it differs, one stands before. */
  constructor(connectionString: string, listenUrl: string, max: number) {
    this.#toConfig = connectionString === listenUrl ? named : unnamed
    this.#pool = new Pool(connectionString, { max, pipeline: true, types })
    this.signals = new Signals(listenUrl)
  }

  async select<Row>(sql: string, values: readonly Value[]): Promise<Row[]> {
    const config = this.#toConfig(sql, values)
    return (await again(() => this.#question(config))).rows
  }

  /** What is asked in one turn travels together: who asks, and the model that they ask for. */
  #question(config: pg.QueryConfig): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      this.#questions.push({ config, resolve, reject })
      if (this.#questions.length === 1) {
        queueMicrotask(() => {
          const questions = this.#questions
          this.#questions = []
          for (let offset = 0; offset < questions.length; offset += MOST_QUESTIONS)
            void this.#askTogether(questions.slice(offset, offset + MOST_QUESTIONS))
        })
      }
    })
  }

  /** Never throws: each hears for itself. */
  async #askTogether(questions: readonly Question[]): Promise<void> {
    try {
      const client = await this.#pool.connect()
      const stream = socketOf(client)
      stream.cork()
      const answers = questions.map(({ config, resolve, reject }) => {
        const answer = client.query(config)
        answer.then(resolve, reject)
        return answer
      })
      stream.uncork()
      const ends = await Promise.allSettled(answers)
      client.release(ends.some((end) => end.status === 'rejected' && !(end.reason instanceof pg.DatabaseError)))
    } catch (error) {
      for (const { reject } of questions) reject(error)
    }
  }

  atomically<Reason extends string>(steps: readonly Step<Reason>[], one?: OneStatement<Reason>): Promise<Reason | null> {
    if (!one || this.#refused.has(one.sql)) return this.#alone(steps)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ one, steps, resolve: resolve as (reason: string | null) => void, reject }) // one of the steps' reasons
      if (!this.#isCommitting) void this.#commitWaiting()
    })
  }

  /** Whoever comes while a group is under way is in the next one. */
  async #commitWaiting(): Promise<void> {
    this.#isCommitting = true
    await breathe()
    while (this.#waiting.length > 0) await this.#commit(this.#waiting.splice(0, MOST_TOGETHER))
    this.#isCommitting = false
  }

  /** Never throws: everybody in the group hears for himself. */
  async #commit(group: Waiting[]): Promise<void> {
    // Groups of other processes take the same rows in the same order, so none waits for one that waits for it.
    group.sort((a, b) => (a.one.locks < b.one.locks ? -1 : 1))
    try {
      const done = await this.#inOnePacket(group.map(({ one }) => one))
      for (const [i, { one, resolve }] of group.entries()) resolve(done[i] ? null : (one.orElse ?? null))
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || (isDatabaseAway(error) && error.code !== LOCK_NOT_AVAILABLE)) {
        for (const { reject } of group) reject(error)
        return
      }
      if (error.code === NOT_SUPPORTED) for (const { one } of group) this.#refused.add(one.sql)
      // Nothing has happened, and one of them is why: the others must not suffer for it. They do not wait for it either.
      for (const { steps, resolve, reject } of group) this.#alone(steps).then(resolve, reject)
    }
  }

  /** Whether each of the statements had a row to show. Nothing is to be decided between them, so COMMIT goes along. */
  async #inOnePacket(statements: readonly OneStatement<string>[]): Promise<boolean[]> {
    const client = await this.#pool.connect()
    let broken = true
    try {
      const stream = socketOf(client)
      stream.cork()
      const begun = client.query(beginning(patience.groupLockMs))
      const queries = statements.map(({ sql, values }) => client.query(this.#toConfig(sql, values)))
      const committed = client.query('COMMIT')
      stream.uncork()
      const [first, ...done] = await Promise.allSettled([begun, ...queries, committed])
      const failed = [first, ...done].find((outcome) => outcome.status === 'rejected')
      broken = failed !== undefined && !(failed.reason instanceof pg.DatabaseError)
      if (first.status === 'rejected') throw notBegun(first.reason)
      if (failed) throw failed.reason
      reportWrite()
      return (await Promise.all(queries)).map(({ rowCount }) => (rowCount ?? 0) > 0)
    } finally {
      client.release(broken)
    }
  }

  async #alone<Reason extends string>(steps: readonly Step<Reason>[]): Promise<Reason | null> {
    const client = await this.#pool.connect()
    let broken = false
    try {
      const stream = socketOf(client)
      stream.cork() // one packet, not several for each statement
      const queries = [client.query(beginning()), ...steps.map(({ sql, values }) => client.query(this.#toConfig(sql, values)))]
      stream.uncork()
      const [begun, ...done] = await Promise.allSettled(queries)
      if (begun?.status === 'rejected') throw notBegun(begun.reason)
      for (const [i, { orElse: reason }] of steps.entries()) {
        const outcome = done[i]!
        if (outcome.status === 'rejected') throw outcome.reason
        if (reason !== undefined && outcome.value.rowCount === 0) {
          await client.query('ROLLBACK')
          return reason
        }
      }
      await client.query('COMMIT')
      reportWrite()
      return null
    } catch (error) {
      broken = !(error instanceof pg.DatabaseError) || !(await isRolledBack(client))
      throw error
    } finally {
      client.release(broken)
    }
  }

  version(): undefined {}

  async close(): Promise<void> {
    await this.signals.close()
    await this.#pool.end()
  }
}

const NOT_SUPPORTED = '0A000'
const LOCK_NOT_AVAILABLE = '55P03'

/** What was sent behind a BEGIN that failed may have come about, each for itself: nobody can tell. */
const notBegun = (cause: unknown) => new DatabaseAway('the transaction did not begin', { cause })

const isRolledBack = (client: pg.PoolClient) =>
  client.query('ROLLBACK').then(
    () => true,
    () => false, // then the connection is thrown away
  )

const MOST_NAMES = 200
const names = new Map<string, string>()

/**
 * A statement with a name is planned once per connection, and kept there: so there are few texts, those of lists padded to a power
 * of two. Those of many rows are long to keep.
 */
function named(sql: string, values: readonly Value[]): pg.QueryConfig {
  const text = unnamed(sql, values)
  let name = names.get(sql)
  if (!name) {
    if (sql.length > 2000 || names.size === MOST_NAMES) return text
    name = `s${names.size}`
    names.set(sql, name)
  }
  return { name, ...text }
}

const unnamed = (sql: string, values: readonly Value[]): pg.QueryConfig => ({ text: sql, values: values.map(toPostgres) })

const toPostgres = (value: Value) => (value instanceof Date ? value.toISOString().slice(0, -1) : value)
