import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { hear } from '#lib/fixtures/hear-together.ts'
import { type Postgres, startPostgres } from '#lib/fixtures/postgres.ts'
import { type OwnServer, startServer } from '#lib/fixtures/server-process.ts'
import { newModel, type Service, signUp } from '#lib/fixtures/service.ts'
import { largeModels } from '../bench/building.ts'
import { expect, test } from './fixtures.ts'
import { HALL } from './viewer-page.ts'

const SOON = { timeout: 60_000 }

/** Of the marks in the picture, in the page. */
function pixelsOfResolved(): number {
  const canvas = document.querySelector<HTMLCanvasElement>('[aria-hidden="true"] > canvas')
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  const probe = document.createElement('i')
  probe.style.color = 'var(--ok)'
  canvas?.parentElement?.append(probe)
  const [red, green, blue] = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? []
  probe.remove()
  let count = 0
  for (let k = 0; k < pixels.length; k += 4)
    if (pixels[k] === red && pixels[k + 1] === green && pixels[k + 2] === blue && pixels[k + 3] === 255) count += 1
  return count
}
const WRITES = 40

/** The log's lines that say so. */
const told = (server: OwnServer, message: string): { pid: number; worker: number }[] =>
  server
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(`"message":"${message}"`))
    .map((line) => JSON.parse(line))

test.describe('two workers on one port', () => {
  test.describe.configure({ mode: 'serial' })
  let folder = ''
  let postgres: Postgres
  let server: OwnServer
  let id = ''
  let service: Service
  let headers: Record<string, string> = {}

  test.beforeAll(async () => {
    test.setTimeout(240_000) // three processes start
    folder = mkdtempSync(join(tmpdir(), 'structural-workers-'))
    postgres = await startPostgres()
    server = await startServer({ DATA_DIR: folder, DATABASE_URL: postgres.url, WORKERS: '2', METRICS: 'on' })
    service = await signUp(server.address, 'workers@example.com')
    headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' }
    id = await newModel(service)
  })
  test.afterAll(async () => {
    await server?.stop('SIGKILL')
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** On a connection of its own, so that the next worker gets it. */
  const post = (path: string, body: object) =>
    fetch(`${server.address}/api/construct-models/${id}${path}`, {
      method: 'POST',
      headers: { ...headers, connection: 'close' },
      body: JSON.stringify(body),
    })
  const write = async (name: string) => {
    const answer = await post('/nodes', { nodes: [{ id: name, position: { x: 0, y: 0, z: 0 } }] })
    await answer.arrayBuffer()
    return answer.status
  }
  /** A write whose body is still to come: a worker has its head, and has asked for the rest. */
  const begin = (name: string) =>
    new Promise<{ finish(): Promise<number> }>((resolve, reject) => {
      const text = JSON.stringify({ nodes: [{ id: name, position: { x: 0, y: 0, z: 0 } }] })
      const sent = request(`${server.address}/api/construct-models/${id}/nodes`, {
        method: 'POST',
        agent: false,
        headers: { ...headers, expect: '100-continue', 'content-length': Buffer.byteLength(text) },
      })
      const status = new Promise<number>((answered) => {
        sent.once('response', (answer) => {
          answer.resume()
          answered(answer.statusCode ?? 0)
        })
      })
      const finish = () => {
        sent.end(text)
        return status
      }
      sent.once('continue', () => resolve({ finish }))
      sent.once('error', reject)
      sent.flushHeaders()
    })

  test('every stream hears every write, whichever worker made it', async () => {
    expect(new Set(told(server, 'a worker serves').map(({ pid }) => pid)).size).toBe(2)
    const last = 1 + WRITES
    const streams = Array.from({ length: 4 }, () => hear(service, id, 1, last))
    for (let i = 0; i < WRITES; i++) expect(await write(`N${i}`)).toBe(200)
    const all = Array.from({ length: WRITES }, (_, i) => i + 2)
    for (const heard of await Promise.all(streams)) expect(heard).toEqual(all)
  })

  test('whichever worker is asked, the metrics tell of both together', async () => {
    const written = async () => {
      const text = await (await fetch(`${server.address}/metrics`, { headers: { connection: 'close' } })).text()
      return Number(/^http_requests_total\{door="rest",method="POST",status="200"\} (\d+)$/m.exec(text)?.[1])
    }
    for (const _ of ['one', 'the other']) await expect.poll(written, SOON).toBe(WRITES)
  })

  test('an engineer comments in one browser, an AI resolves it through either worker, and the mark turns green in another', async ({
    browser,
  }) => {
    const model = await newModel(service, HALL)
    const link = await fetch(`${server.address}/api/construct-models/${model}/share-links`, {
      method: 'POST',
      headers: { ...headers, connection: 'close' },
      body: JSON.stringify({ name: 'A colleague', comments: true }),
    })
    const colleague = await (await browser.newContext({ baseURL: server.address })).newPage()
    await colleague.goto(`${new URL((await link.json()).url).pathname}?layers=-shading`)
    await colleague.getByRole('button', { name: 'Comments' }).click()
    const theirs = colleague.getByRole('complementary', { name: 'Comments' })
    await expect(theirs).toContainText('No open comments.')

    const signedIn = await browser.newContext({ baseURL: server.address })
    await signedIn.addCookies(service.cookies.map((cookie) => ({ ...cookie, url: server.address })))
    const engineer = await signedIn.newPage()
    await engineer.goto(`/models/${model}?selected=f:X-1-1&layers=-shading`)
    await expect(engineer.locator('[data-parts="here"]')).toBeVisible(SOON)
    await engineer.getByRole('button', { name: 'Comment on the selection' }).click()
    await engineer.getByLabel('Comment', { exact: true }).fill('Make this deeper.')
    await engineer.getByRole('button', { name: 'Comment', exact: true }).click()
    const thread = theirs.locator('li[data-state]').filter({ hasText: 'Make this deeper.' })
    await expect(thread).toHaveAttribute('data-state', 'open', SOON)

    const client = new Client({ name: 'Claude', version: '1' })
    const authorization = { authorization: `Bearer ${service.key}`, connection: 'close' }
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${server.address}/mcp`), { requestInit: { headers: authorization } }),
    )
    const call = (name: string, input: object) =>
      client.callTool({ name: `service.${name}`, arguments: { modelId: model, ...input } })
    await call('edit_model', { ops: [{ select: { kinds: ['frames'], ids: ['X-1-1'] }, set: { sectionId: 'C500' } }] })
    await call('resolve_comment', { comment: 1, text: 'X-1-1 is C500 now (revision 2).' })
    await client.close()
    for (const page of [colleague, engineer])
      await expect(page.locator('li[data-state="resolved"]').filter({ hasText: 'Make this deeper.' })).toBeVisible(SOON)
    await expect(colleague.locator('footer')).toContainText('revision 2')
    // The mark itself: so many pixels of its canvas have the colour of what is resolved.
    await expect.poll(() => colleague.evaluate(pixelsOfResolved), SOON).toBeGreaterThan(100)
    await colleague.context().close()
    await signedIn.close()
  })

  test('one that is killed is started anew, and the other goes on meanwhile', async () => {
    const [victim] = told(server, 'a worker serves')
    process.kill(victim?.pid ?? 0, 'SIGKILL')
    await expect.poll(() => told(server, 'a worker ended').map(({ pid }) => pid), SOON).toEqual([victim?.pid])
    expect(await write('meanwhile')).toBe(200)
    await expect.poll(() => told(server, 'a worker serves').map(({ worker }) => worker).length, SOON).toBe(3)
    for (const name of ['again', 'and again']) expect(await write(name)).toBe(200)
  })

  test('SIGTERM lets both finish what runs, a check too, puts off what waits, then all end', async () => {
    // Checked in a second on an idle machine: a busy one, too, ends what runs before the rest is cut off.
    const large = await largeModels(service, 6, 40_000)
    const begun = await Promise.all(['one', 'two'].map(begin))
    const checks = large.map((model) =>
      fetch(`${server.address}/api/construct-models/${model}/check`, { headers: { ...headers, connection: 'close' } }),
    )
    const waiting = async () => {
      const text = await (await fetch(`${server.address}/metrics`, { headers: { connection: 'close' } })).text()
      return Number(/^work_waiting\{class="read"\} (\d+)$/m.exec(text)?.[1])
    }
    await expect.poll(waiting, { ...SOON, intervals: [20] }).toBeGreaterThan(0)
    const ended = server.stop('SIGTERM')
    await expect.poll(() => server.said(), SOON).toContain('finishing what runs')
    for (const { finish } of begun) expect(await finish()).toBe(200)
    const answers = await Promise.all(checks)
    const told = await Promise.all(answers.map(async (answer) => [answer.status, Object.keys(await answer.json())[0]]))
    expect(told).toContainEqual([200, 'findings'])
    for (const { status, headers } of answers)
      if (status !== 200) expect([status, headers.has('retry-after')]).toEqual([503, true])
    expect(await ended).toBe(0)
  })
})
