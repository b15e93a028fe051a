import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '#lib/fixtures/server-process.ts'
import { newModel, send, signUp } from '#lib/fixtures/service.ts'
import { freePort } from '#lib/start/free-port.mjs'
import { building } from '../bench/building.ts'
import { expect, newApiKey, signUpAs, test } from './fixtures.ts'

/** Starts as `npm start` does and waits for the end. */
function startAndFail(variables: Record<string, string>): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['lib/start/start.mjs'], {
      cwd: join(import.meta.dirname, '..'),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DATABASE_URL: '', NODE_ENV: 'production', APP_URL: '', ...variables },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes))
    child.once('exit', (code) => resolve({ code, said }))
  })
}

test.describe('the start', () => {
  let folder = ''
  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'structural-start-'))
  })
  test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('says in one line that the port is in use', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    const { code, said } = await startAndFail({ DATA_DIR: folder, PORT: String(port), HOST: '127.0.0.1' })
    other.close()
    expect(code).toBe(1)
    expect(said).toMatch(new RegExp(`^Port ${port} is in use`, 'm'))
    expect(said).not.toContain('    at ')
  })

  test('says in one line that the data folder cannot be used', async () => {
    writeFileSync(join(folder, 'file'), '')
    const { code, said } = await startAndFail({ DATA_DIR: join(folder, 'file', 'data'), PORT: String(await freePort()) })
    expect(code).toBe(1)
    expect(said).toMatch(/^The data folder .* cannot be written/m)
  })

  test('keeps to the limits that its variables set, for small bodies and for those that go to a thread', async ({
    playwright,
  }) => {
    const limits = {
      MAX_BODY_MB: '1',
      MAX_BATCH_ELEMENTS: '9000',
      MAX_MODEL_ELEMENTS: '9500',
      MAX_MODEL_MB: '100',
      MAX_SOURCE_KB: '1',
      MAX_NESTING: '8',
    }
    const { address, stop } = await startServer({
      DATA_DIR: folder,
      ...limits,
      MAX_ERRORS: '2',
      RATE_LIMIT: 'on',
      READS_PER_MINUTE: '3',
    })
    const person = await playwright.request.newContext()
    await signUpAs(person, address, 'limits@example.com')
    const headers = { authorization: `Bearer ${await newApiKey(person, address)}`, 'content-type': 'application/json' }
    const create = async (data: string) => {
      const answer = await person.post(`${address}/api/construct-models`, { headers, data })
      const { id, detail } = await answer.json()
      return {
        status: answer.status(),
        id,
        detail: Array.isArray(detail) ? detail.map(({ msg }: { msg: string }) => msg) : detail,
      }
    }
    const nodes = (count: number, source = {}) =>
      JSON.stringify({
        name: '',
        nodes: Array.from({ length: count }, (_, i) => ({ id: `${i}`, position: { x: i, y: 0, z: 0 }, source })),
      })

    expect((await create(' '.repeat(1024 * 1024 + 1))).status).toBe(413)
    expect((await create(nodes(9001))).detail).toEqual(['9001 elements in one batch, the limit is 9000'])
    expect((await create('[[[[[[[[[]]]]]]]]]')).detail).toEqual(['Value error, nested deeper than 8 levels'])
    expect((await create('{"nodes":[1,2,3]}')).detail).toHaveLength(3)
    for (const count of [1, 700]) {
      const { detail } = await create(nodes(count, { note: 'x'.repeat(1024) }))
      expect(detail[0]).toBe('source has 1035 bytes, the limit is 1024')
    }
    const { id } = await create(nodes(9000))
    const more = {
      headers,
      data: { nodes: JSON.parse(nodes(501)).nodes.map((node: object, i: number) => ({ ...node, id: `more ${i}` })) },
    }
    const over = await person.post(`${address}/api/construct-models/${id}/nodes`, more)
    expect((await over.json()).detail[0].msg).toBe('the model would hold 9501 elements, the limit is 9500')

    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await person.get(`${address}/api/construct-models`, { headers })).status())
    expect(statuses).toEqual([200, 200, 200, 429])
    const told = (await (await person.get(`${address}/openapi.json`)).json()).info.description
    for (const words of [
      'Body 1 MB',
      '9,000 elements in a batch',
      '9,500 and 100 MB of JSON in a model',
      '8 levels',
      '1 kB',
      'at most 2',
      '3 requests',
    ]) {
      expect(told).toContain(words)
    }
    await person.dispose()
    expect(await stop('SIGTERM')).toBe(0)
  })
})

test.describe('an installation that is started again and again', () => {
  test.describe.configure({ mode: 'serial' })
  let folder = ''
  test.beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'structural-again-'))
  })
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }))
  /** What it holds, and who may read it. */
  const secret = () => {
    const file = join(folder, 'secret')
    return { text: readFileSync(file, 'utf8'), mode: statSync(file).mode & 0o777 }
  }

  test('answers while it drains: a request in progress is finished after SIGTERM', async () => {
    const server = await startServer({ DATA_DIR: folder })
    const body = JSON.stringify({ email: 'slow@example.com', password: 'nine brown columns, 2 braces' })
    const out = request(`${server.address}/oauth/token`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
    })
    const status = once(out, 'response').then(([answer]: IncomingMessage[]) => answer?.resume().statusCode)
    await once(out, 'continue') // so the server has it
    out.write(body.slice(0, 10))
    const stopped = server.stop('SIGTERM')
    const health = () =>
      fetch(`${server.address}/healthz`).then(
        () => 'answers',
        () => 'refuses',
      )
    await expect.poll(health).toBe('refuses')
    out.end(body.slice(10))
    expect(await status).toBe(400)
    expect(await stopped).toBe(0)
  })

  test('SIGTERM: a large answer that is read late arrives whole; meanwhile /readyz says so on new connections, and long work is put off', async () => {
    const server = await startServer({ DATA_DIR: folder, STOP_DELAY_SECONDS: '5' })
    const service = await signUp(server.address)
    const model = await newModel(service)
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', connection: 'close' }
    await send(service, `/api/construct-models/${model}/elements`, JSON.stringify(building(60_000)))
    const read = get(`${server.address}/api/construct-models/${model}`, { headers, agent: false })
    const [answer]: IncomingMessage[] = await once(read, 'response')
    const stopped = server.stop('SIGTERM')
    const readyz = async () => {
      const ready = await fetch(`${server.address}/readyz`, { headers: { connection: 'close' } })
      return [ready.status, (await ready.json()).status, ready.headers.has('retry-after')]
    }
    await expect.poll(readyz).toEqual([503, 'draining', true])
    const check = await fetch(`${server.address}/api/construct-models/${model}/check`, { headers })
    expect([check.status, check.headers.has('retry-after')]).toEqual([503, true])
    const events = await fetch(`${server.address}/api/construct-models/${model}/events`, { headers })
    expect(events.status).toBe(503)
    await expect.poll(() => readyz().catch(() => 'refuses'), { timeout: 30_000 }).toBe('refuses')
    let text = ''
    for await (const chunk of answer!.setEncoding('utf8')) text += chunk
    expect(JSON.parse(text).id).toBe(model)
    expect(await stopped).toBe(0)
  })

  test('has made one secret, readable by its owner only, and keeps it', async () => {
    const first = secret()
    expect(first.text.length).toBeGreaterThanOrEqual(32)
    expect(first.mode).toBe(0o600)
    chmodSync(join(folder, 'secret'), 0o644)
    const server = await startServer({ DATA_DIR: folder })
    expect(await server.stop('SIGINT')).toBe(0)
    expect(secret()).toEqual(first)
  })

  test('refuses its database once a newer version has written it', async () => {
    const { createClient } = await import('@libsql/client')
    const client = createClient({ url: `file:${join(folder, 'models.db')}` })
    await client.execute(`INSERT INTO "Migration" ("name", "checksum", "appliedAt") VALUES ('9999-later', 'x', 'x')`)
    client.close()
    const { code, said } = await startAndFail({ DATA_DIR: folder, PORT: String(await freePort()) })
    expect(code).toBe(1)
    expect(said).toMatch(/^This database cannot be served: .*9999-later/m)
  })
})

test.describe('the running server', () => {
  test('says that it is alive and ready, and measures itself', async ({ request }) => {
    expect(await (await request.get('/healthz')).json()).toEqual({ status: 'ok' })
    expect(await (await request.get('/readyz')).json()).toEqual({ status: 'ready' })
    const metrics = await request.get('/metrics')
    expect(metrics.headers()['content-type']).toContain('text/plain')
    expect(await metrics.text()).toMatch(/^http_requests_total\{door="health",method="GET",status="200"\} \d+$/m)
    const wrong = await request.post('/healthz')
    expect([wrong.status(), wrong.headers().allow]).toEqual([405, 'GET, HEAD'])
    expect(await wrong.json()).toMatchObject({ status: 405, requestId: wrong.headers()['x-request-id'] })
  })

  test('serves pages under a policy whose nonce their scripts carry, with nothing refused', async ({ page }) => {
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    const first = await page.goto('/')
    const nonce = (answer: typeof first) => /'nonce-([^']+)'/.exec(answer?.headers()['content-security-policy'] ?? '')?.[1]
    expect(nonce(first)).toBeTruthy()
    expect(nonce(await page.goto('/sign-in'))).not.toBe(nonce(first))
    await page.getByLabel('E-mail').fill('scripts run')
    expect(complaints).toEqual([])
  })

  test('is not harmed by paths that stock Next answers with 500', async ({ request, address }) => {
    for (const path of ['/%zz', '/models/%zz', '/_next/%c0', '/%00', '/models/%00', '//example.com/%2f..']) {
      const answer = await request.get(address + path, { maxRedirects: 0 })
      expect(answer.status(), path).toBeLessThan(500)
      expect(answer.headers().location ?? '/', path).toMatch(/^\/(?!\/)/)
    }
  })
})
