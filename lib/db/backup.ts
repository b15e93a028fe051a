import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { DAY_MS } from '#lib/values/durations.ts'
import { connect, isPostgresUrl, type PrismaClient, sqlitePath, type Tx } from './client.ts'
import { migrations, pendingMigrations } from './migrate.ts'
import { present } from './presence.ts'

/**
 * A backup is one file: gzip of JSON lines, first what it is, then every row of every table, last how many there were. It is the
 * same for both databases and can be restored into either. It holds hashes of secrets and whole models: mode 0600.
 */

const FORMAT = 'structural-model-service/backup/1'

/** Every table after those that it refers to, with the columns of its primary key, by which it is read page by page. */
export const TABLES: readonly { table: string; key: readonly string[]; rows: number }[] = [
  { table: 'User', key: ['id'], rows: 1000 },
  { table: 'Account', key: ['id'], rows: 1000 },
  { table: 'SignIn', key: ['id'], rows: 1000 },
  { table: 'ApiKey', key: ['id'], rows: 1000 },
  { table: 'ConstructModel', key: ['id'], rows: 100 },
  { table: 'ConstructModelRevision', key: ['modelId', 'revision'], rows: 500 },
  { table: 'ConstructModelPart', key: ['modelId', 'revision', 'base', 'kind', 'seq'], rows: 50 },
  { table: 'Collaborator', key: ['modelId', 'userId'], rows: 1000 },
  { table: 'Invitation', key: ['modelId', 'hash'], rows: 1000 },
  { table: 'AccessRequest', key: ['modelId', 'userId'], rows: 1000 },
  { table: 'ShareLink', key: ['modelId', 'hash'], rows: 1000 },
  { table: 'Comment', key: ['modelId', 'id'], rows: 500 },
  { table: 'ModelVisit', key: ['modelId', 'userId'], rows: 1000 },
  { table: 'SavedView', key: ['modelId', 'id'], rows: 200 },
  { table: 'ModelActivity', key: ['modelId', 'id'], rows: 1000 },
  { table: 'Notification', key: ['userId', 'id'], rows: 1000 },
  { table: 'Block', key: ['userId', 'blockedId'], rows: 1000 },
  { table: 'UserToken', key: ['userId', 'hash'], rows: 1000 },
  { table: 'FileTicket', key: ['userId', 'hash'], rows: 500 },
  { table: 'IdempotencyKey', key: ['principal', 'key'], rows: 50 },
  { table: 'OAuthClient', key: ['id'], rows: 1000 },
  { table: 'OAuthRequest', key: ['handle'], rows: 1000 },
  { table: 'OAuthGrant', key: ['id'], rows: 1000 },
  { table: 'OAuthCode', key: ['hash'], rows: 1000 },
  { table: 'OAuthToken', key: ['hash'], rows: 1000 },
  { table: 'AuditEntry', key: ['userId', 'id'], rows: 1000 },
]

/** Columns by the names that they had in older backups. */
const RENAMED: Readonly<Record<string, Row>> = { AuditEntry: { tool: 'action', input: 'detail' } }
/** What older backups do not say of columns that cannot be empty. */
const ADDED: Readonly<Record<string, Row>> = { AuditEntry: { via: 'mcp' } }
/** What is about the running service, and not what it keeps. */
export const LEFT_OUT: readonly string[] = ['Process']

export class BackupError extends Error {}
export class ServerRuns extends BackupError {}

type Row = Record<string, unknown>

/** The whole database as of one moment, while the service goes on. The file appears when it is complete. */
export async function backup(databaseUrl: string, file: string): Promise<{ file: string; rows: number; bytes: number }> {
  const unfinished = join(dirname(file), `.${basename(file)}.${process.pid}`)
  try {
    const rows = await atOneMoment(databaseUrl, async (tx) => {
      const count = { rows: 0 }
      await pipeline(
        Readable.from(lines(tx, isPostgresUrl(databaseUrl), count)),
        createGzip(),
        createWriteStream(unfinished, { mode: 0o600, flush: true }),
      )
      return count.rows
    })
    await rename(unfinished, file)
    return { file, rows, bytes: (await stat(file)).size }
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function atOneMoment<T>(databaseUrl: string, read: (tx: Tx) => Promise<T>): Promise<T> {
  const client = connect(databaseUrl)
  try {
    if (isPostgresUrl(databaseUrl)) {
      return await client.$transaction(
        async (tx) => {
          await tx.$executeRawUnsafe('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
          return read(tx)
        },
        { maxWait: 60_000, timeout: DAY_MS },
      )
    }
    // A transaction of ours would hold up SQLite's one writer; a copy does not.
    const folder = await mkdtemp(join(dirname(sqlitePath(databaseUrl)), '.backup-'))
    try {
      const copy = join(folder, 'copy.db')
      await client.$executeRawUnsafe(`VACUUM INTO '${copy.replaceAll("'", "''")}'`)
      return await withClient(`file:${copy}`, read)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  } finally {
    await client.$disconnect()
  }
}

async function withClient<T>(databaseUrl: string, work: (client: PrismaClient) => Promise<T>): Promise<T> {
  const client = connect(databaseUrl)
  try {
    return await work(client)
  } finally {
    await client.$disconnect()
  }
}

async function* lines(tx: Tx, postgres: boolean, count: { rows: number }): AsyncGenerator<string> {
  const known = migrations(postgres ? 'postgres' : 'sqlite').map(({ name }) => name)
  yield `${JSON.stringify({ format: FORMAT, at: new Date().toISOString(), migrations: known })}\n`
  for (const { table, key, rows: take } of TABLES) {
    const order = key.map((column) => `"${column}"`).join(', ')
    let last: Row | undefined
    for (;;) {
      const before = last
      const after = before ? `WHERE (${order}) > (${key.map((_, i) => placeholder(key, i, before)).join(', ')})` : ''
      const rows: Row[] = await tx.$queryRawUnsafe<Row[]>(
        `SELECT * FROM "${table}" ${after} ORDER BY ${order} LIMIT ${take}`,
        ...(before ? key.map((column) => before[column]).filter((value) => typeof value !== 'boolean') : []),
      )
      let page = ''
      for (const row of rows) page += `${JSON.stringify({ table, row: toJson(row) })}\n`
      count.rows += rows.length
      if (page) yield page
      if (rows.length < take) break
      last = rows.at(-1)
    }
  }
  yield `${JSON.stringify({ end: count.rows })}\n`
}

/** A boolean as a parameter aborts libSQL's process, so it stands in the text. */
function placeholder(key: readonly string[], i: number, last: Row): string {
  const isBoolean = (column: string) => typeof last[column] === 'boolean'
  if (isBoolean(key[i]!)) return last[key[i]!] ? 'TRUE' : 'FALSE'
  return `$${1 + key.slice(0, i).filter((column) => !isBoolean(column)).length}`
}

/** Columns hold no objects, so an object in the file is one of ours. */
function toJson(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value instanceof Date) return [name, { date: value.toISOString() }]
      if (value instanceof Uint8Array) return [name, { bytes: Buffer.from(value).toString('base64') }]
      return [name, typeof value === 'bigint' ? Number(value) : value]
    }),
  )
}

function fromJson(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value !== 'object' || value === null) return [name, value]
      if ('date' in value) return [name, new Date(String(value.date))]
      if ('bytes' in value) return [name, new Uint8Array(Buffer.from(String(value.bytes), 'base64'))]
      throw new BackupError(`the backup holds something unknown in column ${name}`)
    }),
  )
}

function asNow(table: string, row: Row): Row {
  const names = RENAMED[table] ?? {}
  return { ...ADDED[table], ...Object.fromEntries(Object.entries(row).map(([name, value]) => [names[name] ?? name, value])) }
}

/** `running`: the servers that it was done under. */
type Restored = { rows: number; running?: string[] }

type Line = { format?: string; migrations?: string[]; table?: string; row?: Row; end?: number }

/**
 * Fills a migrated database from a backup, all or nothing. A database that holds accounts is refused, unless `replace`: then
 * everything in it is deleted first, and no server may run on it, unless `force`. Throws BackupError for a file that is none, is cut
 * short, or was written by a newer version.
 */
export async function restore(databaseUrl: string, file: string, { replace = false, force = false } = {}): Promise<Restored> {
  if ((await pendingMigrations(databaseUrl)).length > 0) throw new BackupError('the database is not migrated yet')
  return withClient(databaseUrl, async (client) => {
    const running = replace ? await present(client, isPostgresUrl(databaseUrl)) : []
    if (running.length > 0 && !force) throw new ServerRuns(`a server runs on this database (${running.join(', ')})`)
    return client.$transaction(
      async (tx) => {
        if (replace) for (const { table } of [...TABLES].reverse()) await tx.$executeRawUnsafe(`DELETE FROM "${table}"`)
        else if ((await tx.user.count()) > 0) throw new BackupError('the database is not empty')
        return { rows: await fill(tx, file, isPostgresUrl(databaseUrl)), ...(running.length > 0 && { running }) }
      },
      { maxWait: 60_000, timeout: DAY_MS },
    )
  })
}

async function fill(tx: Tx, file: string, postgres: boolean): Promise<number> {
  const known = new Set(migrations(postgres ? 'postgres' : 'sqlite').map(({ name }) => name))
  let rows = 0
  let complete = false
  let started = false
  let waiting: { table: string; rows: Row[] } | undefined
  const flush = async () => {
    if (waiting) await insert(tx, waiting.table, waiting.rows)
    waiting = undefined
  }
  for await (const line of readLines(file)) {
    if (!started) {
      if (line.format !== FORMAT) throw new BackupError('the file is no backup of this service')
      const newer = line.migrations?.filter((name) => !known.has(name)) ?? []
      if (newer.length > 0) throw new BackupError(`the backup was written by a newer version: it knows ${newer.join(', ')}`)
      started = true
    } else if (line.table !== undefined && line.row) {
      const size = TABLES.find(({ table }) => table === line.table)?.rows
      if (!size) throw new BackupError(`the backup holds an unknown table ${line.table}`)
      if (waiting && (waiting.table !== line.table || waiting.rows.length >= size)) await flush()
      waiting ??= { table: line.table, rows: [] }
      waiting.rows.push(asNow(line.table, fromJson(line.row)))
      rows++
    } else if (line.end !== undefined) complete = line.end === rows
  }
  await flush()
  if (!complete) throw new BackupError('the backup is cut short')
  return rows
}

async function* readLines(file: string): AsyncGenerator<Line> {
  const input = createReadStream(file)
  const unzipped = createGunzip()
  const piped = pipeline(input, unzipped)
  piped.catch(() => {}) // told below
  try {
    for await (const line of createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY })) yield JSON.parse(line)
    await piped
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`the backup cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** Through Prisma, which knows each column's type on either database. */
async function insert(tx: Tx, table: string, rows: Row[]): Promise<void> {
  const name = table.charAt(0).toLowerCase() + table.slice(1)
  const model = (tx as unknown as Record<string, { createMany(args: { data: Row[] }): Promise<unknown> }>)[name]
  if (!model) throw new BackupError(`the backup holds an unknown table ${table}`)
  await model.createMany({ data: rows })
}
