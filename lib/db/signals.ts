import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { log } from '#lib/runtime/log.ts'

const CHANNEL = 'structural_model_service'
const RETRY_MS = 2_000
/** Between one telling and the next: a writer without a pause would have the database wake everybody at each write. */
const GAP_MS = 20
const PATIENCE_MS = 10_000
/** Not supported, no such syntax, no such function: an engine that speaks PostgreSQL's protocol and has no signals. */
const UNKNOWN = new Set(['0A000', '42601', '42883'])

/**
 * Short texts between the processes of one PostgreSQL database, by NOTIFY and LISTEN on a connection of their own. Best effort: what
 * must not be missed is also to be found in the database. NOTIFY stands outside the transaction that it tells of, because it would
 * hold a lock of the whole database until that is on disk; and what it tells need not be durable.
 */
export class Signals {
  readonly #sender = randomUUID()
  readonly #listeners = new Set<(text: string | undefined) => void>()
  readonly #untold = new Set<string>()
  #connection: Promise<pg.Client> | undefined
  /** Whose connection that is: an earlier one may go on complaining. */
  #client: pg.Client | undefined
  #telling = false
  #retry: NodeJS.Timeout | undefined
  #closed = false
  /** The engine knows no signals, so it is not asked again. */
  #unknown = false

  constructor(readonly connectionString: string) {}

  /** Never waits. The first goes at once; texts of the same moment go together, equal ones once. */
  send(text: string): void {
    if (this.#unknown) return
    this.#untold.add(text)
    if (!this.#telling) void this.#sendAll()
  }

  /** Undefined says that some may have been missed: the connection was made, or made anew. */
  subscribe(listener: (text: string | undefined) => void): () => void {
    this.#listeners.add(listener)
    if (!this.#retry && !this.#unknown) this.#connect().catch(() => {}) // told, and tried again
    return () => void this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    const client = await this.#connection?.catch(() => undefined)
    await client?.end()
  }

  async #sendAll(): Promise<void> {
    this.#telling = true
    let client: pg.Client | undefined
    try {
      while (this.#untold.size > 0 && !this.#retry && !this.#closed && !this.#unknown) {
        client = await this.#connect()
        const texts = [...this.#untold].map((text) => `${this.#sender} ${text}`)
        this.#untold.clear()
        await client.query({
          name: 'tell',
          text: 'SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text',
          values: [CHANNEL, texts],
        })
        await wait(GAP_MS, undefined, { ref: false })
      }
    } catch (error) {
      if (!this.#isUnknown(error)) log.warn('other processes could not be told', { error: String(error) })
      if (client && !(error instanceof pg.DatabaseError)) this.#lost(client) // no answer on it: nothing may be heard on it either
    } finally {
      this.#untold.clear()
      this.#telling = false
    }
  }

  #connect(): Promise<pg.Client> {
    this.#connection ??= this.#open()
    return this.#connection
  }

  async #open(): Promise<pg.Client> {
    const { connectionString } = this
    const settings = { connectionString, keepAlive: true, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS }
    const client = new pg.Client(settings)
    this.#client = client
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ payload = '' }) => {
      const [sender, text] = payload.split(' ', 2)
      if (sender !== this.#sender) this.#say(text)
    })
    try {
      await client.connect()
      await client.query(`SET synchronous_commit = off; LISTEN ${CHANNEL}`)
    } catch (error) {
      if (!this.#isUnknown(error)) log.warn('cannot hear other processes', { error: String(error) })
      this.#lost(client)
      throw error
    }
    this.#say(undefined)
    return client
  }

  /** Says so, once. */
  #isUnknown(error: unknown): boolean {
    if (!(error instanceof pg.DatabaseError) || !UNKNOWN.has(error.code ?? '')) return this.#unknown
    if (!this.#unknown)
      log.warn('this database has no LISTEN and NOTIFY: it is asked once a second instead', { sqlstate: error.code })
    this.#unknown = true
    return true
  }

  #say(text: string | undefined): void {
    for (const listener of this.#listeners) listener(text)
  }

  /** Tries again in a while, where somebody listens. */
  #lost(client: pg.Client): void {
    client.removeAllListeners('end')
    client.end().catch(() => {}) // it is lost already
    if (client !== this.#client) return
    this.#client = undefined
    this.#connection = undefined
    if (this.#closed || this.#retry || this.#unknown) return
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      if (this.#listeners.size > 0) this.#connect().catch(() => {}) // told, and tried again
    }, RETRY_MS).unref()
  }
}
