// What a good engineer writes in a day: node:http, zod and pg, an element a row of jsonb, a write one transaction.
// `plain-service.ts DATABASE_URL`; prints its port. The bench fills its tables (`plain.ts`).
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { NodesBatch } from '#lib/schema/request-bodies.ts'

const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 16 })

class Refused extends Error {
  constructor(
    readonly status: number,
    readonly body: object,
  ) {
    super(`refused with ${status}`)
  }
}

async function ownerOf({ headers }: IncomingMessage): Promise<string> {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  const hash = createHash('sha256').update(token).digest('hex')
  const { rows } = await pool.query('SELECT owner FROM plain_key WHERE hash = $1 AND expires_at > now()', [hash])
  if (!rows[0]) throw new Refused(401, { detail: 'Not authenticated' })
  return rows[0].owner
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new Refused(422, { detail: 'Not JSON' })
  }
}

/** The whole model: what it says of itself, and its elements by kind in the order in which they came. */
async function read(owner: string, id: string): Promise<unknown> {
  const { rows: models } = await pool.query('SELECT header, revision FROM plain_model WHERE id = $1 AND owner = $2', [id, owner])
  if (!models[0]) throw new Refused(404, { detail: 'Model not found' })
  const { rows } = await pool.query('SELECT kind, body FROM plain_element WHERE model = $1 ORDER BY place', [id])
  const kinds: Record<string, unknown[]> = {}
  for (const { kind, body } of rows) {
    kinds[kind] ??= []
    kinds[kind].push(body)
  }
  return { ...models[0].header, revision: models[0].revision, ...kinds }
}

/** One revision, all or nothing. */
async function addNodes(owner: string, id: string, sent: unknown): Promise<unknown> {
  const parsed = NodesBatch.safeParse(sent)
  if (!parsed.success) throw new Refused(422, { detail: parsed.error.issues })
  const { nodes = [] } = parsed.data
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const { rowCount } = await client.query('UPDATE plain_model SET revision = revision + 1 WHERE id = $1 AND owner = $2', [
      id,
      owner,
    ])
    if (rowCount === 0) throw new Refused(404, { detail: 'Model not found' })
    await client.query(
      `INSERT INTO plain_element (model, kind, id, body)
        SELECT $1, 'nodes', body->>'id', body FROM jsonb_array_elements($2::jsonb) AS body
        ON CONFLICT (model, kind, id) DO UPDATE SET body = EXCLUDED.body`,
      [id, JSON.stringify(nodes)],
    )
    await client.query('COMMIT')
    return nodes
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const owner = await ownerOf(request)
  const [, id = '', nodes] = /^\/api\/construct-models\/([^/]+)(\/nodes)?$/.exec(request.url ?? '') ?? []
  if (request.method === 'GET' && !nodes) return read(owner, id)
  if (request.method === 'POST' && nodes) return addNodes(owner, id, await jsonOf(request))
  throw new Refused(404, { detail: 'Not Found' })
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value)
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

const server = createServer((request, response) => {
  answer(request).then(
    (value) => send(response, 200, value),
    (error: unknown) => {
      if (response.destroyed) return // the client has left
      if (error instanceof Refused) return send(response, error.status, error.body)
      console.error(error)
      send(response, 500, { detail: 'Internal Server Error' })
    },
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${address && typeof address === 'object' ? address.port : ''}\n`)
})
process.once('SIGTERM', () => void pool.end().then(() => process.exit(0)))
