import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

/** COPY, which is how PostgreSQL loads in bulk, from a file that its server reads. */
async function openPostgres(databaseUrl: string): Promise<BareDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'structural-bare-'))
  chmodSync(folder, 0o755)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(TABLE)
  let model = 0
  const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n')
  const file = join(folder, 'rows')
  return {
    async load(rows) {
      model += 1
      writeFileSync(file, rows.map(({ kind, id, body }) => `${model}\t${kind}\t${escaped(id)}\t${escaped(body)}\n`).join(''), {
        mode: 0o644,
      })
      await client.query(`COPY bare FROM '${file}'`)
    },
    async insert({ kind, id, body }) {
      await client.query({ name: 'insert', text: 'INSERT INTO bare VALUES (0, $1, $2, $3)', values: [kind, id, body] })
    },
    async close() {
      await client.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
