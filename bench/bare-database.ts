import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import pg from 'pg'
import { isPostgresUrl } from '#lib/db/client.ts'

export type Row = { kind: string; id: string; body: string }

/** The driver alone, on a database of the same sort with the same durability: what the service could reach if it did nothing. */
export type BareDatabase = {
  /** Ready rows, as quickly as the database takes them, in one transaction. */
  load(rows: Row[]): Promise<void>
  /** One row, one commit. */
  insert(row: Row): Promise<void>
  close(): Promise<void>
}

export const openBare = (databaseUrl: string) => (isPostgresUrl(databaseUrl) ? openPostgres(databaseUrl) : openSqlite())

const TABLE = 'CREATE TABLE IF NOT EXISTS bare (model BIGINT, kind TEXT, id TEXT, body TEXT, PRIMARY KEY (model, kind, id))'

async function openSqlite(): Promise<BareDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'structural-bare-'))
  const database = new Database(join(folder, 'bare.db'))
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL']) database.exec(`PRAGMA ${pragma}`)
  database.exec(TABLE)
  const statement = database.prepare('INSERT INTO bare VALUES (?, ?, ?, ?)')
  let model = 0
  return {
    async load(rows) {
      model += 1
      database.exec('BEGIN IMMEDIATE')
      for (const { kind, id, body } of rows) statement.run([model, kind, id, body])
      database.exec('COMMIT')
    },
    async insert({ kind, id, body }) {
      statement.run([0, kind, id, body])
    },
    async close() {
      database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Copying = { sendCopyFromChunk(bytes: Buffer): void; endCopyFrom(): void } // the connection has these; its type does not

/** COPY … FROM STDIN as a query of the driver's: it has the protocol's messages, but no call for them. */
class CopyIn implements pg.Submittable {
  #resolve = () => {}
  #reject: (error: Error) => void = () => {}
  readonly done = new Promise<void>((resolve, reject) => {
    this.#resolve = resolve
    this.#reject = reject
  })

  constructor(
    readonly sql: string,
    readonly rows: Buffer,
  ) {}

  submit = (wire: pg.Connection) => wire.query(this.sql)
  handleCopyInResponse(wire: Copying) {
    wire.sendCopyFromChunk(this.rows)
    wire.endCopyFrom()
  }
  handleCommandComplete() {}
  handleError = (error: Error) => this.#reject(error)
  handleReadyForQuery = () => this.#resolve()
}

/** COPY is how PostgreSQL loads in bulk. */
async function openPostgres(databaseUrl: string): Promise<BareDatabase> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(TABLE)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
  let model = Date.now() // the table is there already
  const own = model
  const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n')
  return {
    async load(rows) {
      model += 1
      const lines = rows.map(({ kind, id, body }) => `${model}\t${kind}\t${escaped(id)}\t${escaped(body)}\n`)
      const copy = new CopyIn('COPY bare FROM STDIN', Buffer.from(lines.join('')))
      client.query(copy)
      await copy.done
    },
    async insert({ kind, id, body }) {
      await pool.query({ name: 'insert', text: 'INSERT INTO bare VALUES ($1, $2, $3, $4)', values: [own, kind, id, body] })
    },
    async close() {
      await pool.end()
      await client.end()
    },
  }
}
