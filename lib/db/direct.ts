import pg from 'pg'
import { Pool, types } from './postgres-driver.ts'
import { Signals } from './signals.ts'

/**
 * The driver without Prisma, for what every request asks and every write does: there Prisma's own work is ten times the
 * database's (`bench/`). One SQL text for both databases, parameters as `$1`; everything else goes through Prisma's client.
 */
export type Direct = {
  /** The rows of one SELECT, by column name, as committed: never inside a transaction. */
  select<Row>(sql: string, values: readonly Value[]): Promise<Row[]>
  /**
   * The steps in their order, all or nothing. Where one of them changes no row although it says `orElse`, nothing has happened
   * and that is the answer; null when everything is done and durable.
   */
  atomically<Reason extends string>(steps: readonly Step<Reason>[]): Promise<Reason | null>
  /**
   * Changes with every commit of whomever, another process too, so that rows read under one version are good while it stays.
   * Undefined where asking for it costs as much as asking for the rows.
   */
  version(): number | undefined
  /** How processes tell each other; undefined where the database has no such thing. */
  readonly signals: Signals | undefined
  close(): Promise<void>
}

export type Value = string | number | boolean | null | Date | Uint8Array
export type Step<Reason extends string = never> = { sql: string; values: readonly Value[]; orElse?: Reason }

/** The steps of a transaction travel together, so that it takes two round trips however many they are. */
export class PostgresPool implements Direct {
  readonly #pool: Pool
  readonly signals: Signals

  /** `max`: connections. `listenUrl`: where signals are heard, which a pooler does not pass on. */
  constructor(connectionString: string, listenUrl: string, max: number) {
    this.#pool = new Pool(connectionString, { max, pipeline: true, types })
    this.signals = new Signals(listenUrl)
  }

  async select<Row>(sql: string, values: readonly Value[]): Promise<Row[]> {
    return (await this.#pool.query(named(sql, values))).rows
  }

  async atomically<Reason extends string>(steps: readonly Step<Reason>[]): Promise<Reason | null> {
    const client = await this.#pool.connect()
    let broken = false
    try {
      const { stream } = (client as pg.PoolClient & pg.Client).connection // a pool's clients are clients
      stream.cork() // one packet, not several for each statement
      const asked = [client.query('BEGIN'), ...steps.map(({ sql, values }) => client.query(named(sql, values)))]
      stream.uncork()
      const [, ...done] = await Promise.allSettled(asked)
      for (const [i, { orElse: reason }] of steps.entries()) {
        const outcome = done[i]!
        if (outcome.status === 'rejected') throw outcome.reason
        if (reason !== undefined && outcome.value.rowCount === 0) {
          await client.query('ROLLBACK')
          return reason
        }
      }
      await client.query('COMMIT')
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

const isRolledBack = (client: pg.PoolClient) =>
  client.query('ROLLBACK').then(
    () => true,
    () => false, // then the connection is thrown away
  )

const names = new Map<string, string>()

/** A statement with a name is planned once per connection. Those of many rows are many, and long to keep. */
function named(sql: string, values: readonly Value[]): pg.QueryConfig {
  const text = { text: sql, values: values.map(toPostgres) }
  if (sql.length > 2000) return text
  let name = names.get(sql)
  if (!name) {
    name = `s${names.size}`
    names.set(sql, name)
  }
  return { name, ...text }
}

const toPostgres = (value: Value) => (value instanceof Date ? value.toISOString().slice(0, -1) : value)
