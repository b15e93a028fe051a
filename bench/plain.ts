import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { startPostgres } from '#lib/fixtures/postgres.ts'
import { startServer } from '#lib/fixtures/server-process.ts'
import { newModel, portalFrame, read, type Service, send, signUp } from '#lib/fixtures/service.ts'
import { built } from '#lib/runtime/program.mjs'
import { KINDS } from '#lib/schema/schema.ts'
import { say, step } from '#lib/start/progress.mjs'
import { building } from './building.ts'
import { httpRequest, inTurn, requestsPerSecond, type Try, timed } from './measure.ts'

/**
 * The service against `plain-service.ts`: the same requests to both in turn, the same answers, one PostgreSQL that syncs each commit to
 * disk. What both have: a key that is looked up by its hash, the same schema of the body, one transaction a write.
 */

export const PLAIN = { rounds: 7, seconds: 2 }

const TABLES = `
  CREATE TABLE plain_key (hash TEXT PRIMARY KEY, owner TEXT NOT NULL, expires_at TIMESTAMPTZ NOT NULL);
  CREATE TABLE plain_model (id TEXT PRIMARY KEY, owner TEXT NOT NULL, header JSONB NOT NULL, revision INTEGER NOT NULL);
  CREATE TABLE plain_element (model TEXT NOT NULL REFERENCES plain_model (id), kind TEXT NOT NULL, id TEXT NOT NULL,
    place BIGINT GENERATED ALWAYS AS IDENTITY, body JSONB NOT NULL, PRIMARY KEY (model, kind, id));
  CREATE INDEX plain_element_place ON plain_element (model, place)`

const OWNER = 'the owner'
const pathOf = (id: string) => `/api/construct-models/${id}`
const jsonOf = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString())

/** `plain-service.ts`, in a process of its own, as the service is. */
async function startPlain(databaseUrl: string): Promise<{ address: string; stop(): void }> {
  const child = spawn(process.execPath, [built('bench/plain-service.ts'), databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (bytes) => resolve(String(bytes).trim()))
    child.once('exit', (code) => reject(new Error(`the plain service ended with ${code}`)))
  })
  return { address: `http://127.0.0.1:${port}`, stop: () => void child.kill() }
}

/** Reads and drops. */
function download(address: string, path: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    get(address + path, { headers }, (response) => {
      response.resume()
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${response.statusCode}`))))
      response.on('error', reject)
    }).on('error', reject)
  })
}

/** A model of the service's, as it answers with it, in the plain tables too. */
async function alsoPlain(service: Service, database: pg.Client, id: string): Promise<void> {
  const { revision, ...whole } = jsonOf(await read(service, pathOf(id)))
  const header = { ...whole }
  for (const kind of KINDS) if (whole[kind]) header[kind] = []
  await database.query('INSERT INTO plain_model VALUES ($1, $2, $3, $4)', [id, OWNER, JSON.stringify(header), revision])
  for (const kind of KINDS) {
    if (!whole[kind]) continue
    await database.query(
      `INSERT INTO plain_element (model, kind, id, body) SELECT $1, $2, body->>'id', body FROM jsonb_array_elements($3::jsonb) AS body`,
      [id, kind, JSON.stringify(whole[kind])],
    )
  }
}

async function measure(service: Service, database: pg.Client, plain: string, { rounds, seconds }: typeof PLAIN) {
  await database.query(TABLES)
  const hash = createHash('sha256').update(service.key).digest('hex')
  await database.query(`INSERT INTO plain_key VALUES ($1, $2, now() + interval '1 day')`, [hash, OWNER])
  const addresses = { ours: service.address, plain }
  const authorization = `Bearer ${service.key}`

  const same = async (what: string, ask: (address: string) => Promise<Uint8Array>) => {
    const [ours, theirs] = [jsonOf(await ask(addresses.ours)), jsonOf(await ask(addresses.plain))]
    if (!isDeepStrictEqual(ours, theirs)) throw new Error(`${what}: the two do not answer the same`)
  }
  const model = async (body: object): Promise<string> => {
    const id = await newModel(service)
    if (Object.keys(body).length > 0) await send(service, `${pathOf(id)}/elements`, JSON.stringify(body))
    await alsoPlain(service, database, id)
    return id
  }

  let n = 0
  const nodes = () => JSON.stringify({ nodes: [{ id: `N${++n}`, position: { x: n, y: 0, z: 0 } }] })
  const writes = async (connections: number) => {
    const ids: string[] = []
    for (let i = 0; i < connections; i++) ids.push(await model({}))
    const first = nodes()
    await same('a write', (address) => send({ ...service, address }, `${pathOf(ids[0]!)}/nodes`, first))
    return (address: string): Try =>
      () =>
        requestsPerSecond(
          address,
          connections,
          (i) => httpRequest('POST', address, `${pathOf(ids[i]!)}/nodes`, { Authorization: authorization }, nodes()),
          seconds,
        )
  }
  const smallRead = async () => {
    const path = pathOf(await model(portalFrame()))
    await same('a small read', (address) => read({ ...service, address }, path))
    return (address: string): Try =>
      () =>
        requestsPerSecond(address, 1, () => httpRequest('GET', address, path, { Authorization: authorization }), seconds)
  }
  const largeRead = async () => {
    const path = pathOf(await model(building(100_000)))
    await same('a large read', (address) => read({ ...service, address }, path))
    return (address: string): Try =>
      async () => ({ units: 1, seconds: (await timed(() => download(address, path, { authorization }))).seconds })
  }

  const rows: string[] = []
  for (const [what, prepare] of [
    ['a small write, one after another', () => writes(1)],
    ['small writes, 16 at once', () => writes(16)],
    ['a read of 2 kB, one after another', smallRead],
    ['a read of 10 MB, one after another', largeRead],
  ] as const) {
    const speeds = await step(what, async () => {
      const asked = await prepare()
      return inTurn(asked(addresses.ours), asked(addresses.plain), rounds)
    })
    const ms = (speed: number) => (1000 / speed).toFixed(2)
    rows.push(`| ${what} | ${ms(speeds.ours)} ms | ${ms(speeds.bare)} ms | **${(1 / speeds.ratio).toFixed(2)}** |`)
  }
  return rows
}

/** `npm run bench -- plain`: on PostgreSQL. */
export async function reportPlain(asked: typeof PLAIN): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'structural-plain-'))
  const postgres = await startPostgres({ durable: true })
  const server = await startServer({ DATA_DIR: folder, DATABASE_URL: postgres.url })
  const plain = await startPlain(postgres.url)
  const database = new pg.Client({ connectionString: postgres.url })
  await database.connect()
  try {
    const rows = await measure(await signUp(server.address), database, plain.address, asked)
    say(`
Time of one request, the median of ${asked.rounds} rounds, both in turn; the ratio that of rounds next to each other. Load average ${loadavg()[0]?.toFixed(1)} at the end.

| PostgreSQL | service | node:http, zod and pg | ratio |
|---|---|---|---|
${rows.join('\n')}
`)
  } finally {
    plain.stop()
    await database.end()
    await server.stop('SIGTERM')
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
