import pg from 'pg'
import { log } from '#lib/runtime/log.ts'
import { isFirstInAMinute } from '#lib/runtime/once-a-minute.ts'
import { commands } from '#lib/runtime/program.mjs'
import { DatabaseAway, reportAway } from './database-away.ts'
import { reportWrite } from './disk-space.ts'
import { patience } from './patience.ts'
import { again } from './races.ts'

/** The driver as both ways to PostgreSQL use it, Prisma's and the one without: what it throws says what it means, and ends. */

/** The session's settings are a pooler's, and another's the next moment: these hold for the transaction, in the packet of BEGIN. */
export function beginning(lockMs = patience.lockMs): string {
  const { statementMs, idleInTransactionMs } = patience
  return `BEGIN; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL idle_in_transaction_session_timeout = ${idleInTransactionMs}; SET LOCAL lock_timeout = ${lockMs}`
}

type RunQuery = (...args: unknown[]) => Promise<unknown> | undefined

const INT8 = 20
const TIMESTAMP = 1114
const parseBuiltin = pg.types.getTypeParser
/** For statements without Prisma, which has its own. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    // The columns hold UTC without saying so; the driver would take it for local time.
    if (oid === TIMESTAMP) return (text: string) => new Date(`${text}Z`)
    // CockroachDB's INTEGER. Ours are small enough for a number.
    return oid === INT8 ? Number : parseBuiltin(oid, format)
  }) as never,
}

/** Gives up on an answer that does not come, with all that waits behind it. `limited`: as the service asks, not as a backup does. */
class Client extends pg.Client {
  readonly #limited: boolean

  constructor(config: pg.ClientConfig & { limited?: boolean } = {}) {
    super(config)
    this.#limited = config.limited ?? true
    this.on('error', () => {}) // all that was asked hears of it; without a listener the process would end
  }

  // The driver's type has seven forms of this; all begin with what is asked, and may end with a callback.
  override query = ((query: string | pg.QueryConfig, ...rest: unknown[]) => {
    const ask = super.query.bind(this) as RunQuery
    if (!this.#limited) return telling(ask, query, ...rest)
    const text = typeof query === 'string' ? query : query.text
    const first = text === 'BEGIN' ? beginning() : query // Prisma's, too
    const { stream } = this.connection
    const late = setTimeout(() => stream.destroy(new Error('the database did not answer in time')), patience.answerMs).unref()
    const last = rest.at(-1)
    if (typeof last !== 'function') return telling(ask, first, ...rest)?.finally(() => clearTimeout(late))
    const done = (...results: unknown[]) => {
      clearTimeout(late)
      last(...results)
    }
    return ask(first, ...rest.slice(0, -1), done)
  }) as pg.Client['query']
}

/** The socket of one of a pool's clients. */
export function socketOf(client: pg.ClientBase) {
  if (!(client instanceof Client)) throw new Error('a client that is none of ours')
  return client.connection.stream
}

/** `pipeline`: what is asked on one connection goes out without waiting for the answers before. */
export class Pool extends pg.Pool {
  constructor(connectionString: string, settings: pg.PoolConfig & { limited?: boolean; pipeline?: boolean }) {
    super({ connectionString, connectionTimeoutMillis: 10_000, keepAlive: true, ...settings, Client })
    this.on('error', (error) => log.warn('an idle database connection ended', { error: String(error) }))
  }

  override connect = ((...args: unknown[]) => telling(super.connect.bind(this) as RunQuery, ...args)) as pg.Pool['connect']
  /** One statement outside a transaction. */
  override query = ((...args: unknown[]) =>
    again(async () => telling(super.query.bind(this) as RunQuery, ...args))) as pg.Pool['query']
}

/** Where the answer is a promise; who gives a callback is this file's library, which makes a promise of it in the end. */
const telling = (ask: RunQuery, ...args: unknown[]) =>
  ask(...args)?.catch((error: unknown) => {
    throw reportError(error)
  })

/** Nothing of ours brings these back, so whoever runs this is told. */
const GONE: Record<string, string> = {
  '3D000': 'the database does not exist any more',
  '42P01': 'the database does not have our tables any more',
  '28000': 'the database refuses our login',
  '28P01': 'the database refuses our password',
}
const HELP = `Bring back what DATABASE_URL names (${commands.admin} restore FILE into an empty database), or correct it. Until then every request is answered 503; this process goes on as soon as it is there.`

/** What the driver throws without a code of PostgreSQL's is about the connection, whatever it says of it. */
function reportError(error: unknown): unknown {
  reportWrite(error)
  const why = error instanceof pg.DatabaseError ? GONE[error.code ?? ''] : undefined
  if (why && isFirstInAMinute(why)) log.error(why, { error: String(error), help: HELP })
  if (error instanceof pg.DatabaseError || error instanceof DatabaseAway || error instanceof TypeError) return reportAway(error)
  return reportAway(new DatabaseAway('the database is away', { cause: error }))
}
