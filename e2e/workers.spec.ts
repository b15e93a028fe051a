import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hear } from '#lib/fixtures/hear-together.ts'
import { type Postgres, startPostgres } from '#lib/fixtures/postgres.ts'
import { type OwnServer, startServer } from '#lib/fixtures/server-process.ts'
import { newModel, type Service, signUp } from '#lib/fixtures/service.ts'
import { largeModels } from '../bench/building.ts'
import { expect, test } from './fixtures.ts'

const SOON = { timeout: 60_000 }
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
