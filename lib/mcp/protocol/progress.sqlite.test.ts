import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { bearer, modernRequest, post } from '#lib/fixtures/mcp.ts'
import { newCaller, newModel } from '#lib/fixtures/rest.ts'
import { forgetResults } from '#lib/work/result-cache.ts'
import { type Pool, Scheduler, setScheduler } from '#lib/work/scheduler.ts'
import type { Stage } from '#lib/work/stage.ts'
import { renderModelTool } from '../tools/picture-tool.ts'
import { progressOf } from './progress.ts'

/** Progress notifications: guide to the MCP endpoint, section 1.5. The threads are the test's, so that it says when work waits. */

let key: string
let id: string
const jobs: { end(output: unknown): void; tell(stage: Stage): void; isEnded(): boolean }[] = []
const pool: Pool = {
  threads: 2,
  run: (_, __, ___, signal, tell) =>
    new Promise((resolve, reject) => {
      jobs.push({ end: resolve, tell, isEnded: () => signal.aborted })
      signal.addEventListener('abort', () => reject(signal.reason))
    }),
}
let scheduler: Scheduler

beforeAll(async () => {
  const { key: own, rest } = await newCaller()
  key = own
  id = await newModel(rest, { name: 'watched', nodes: [{ id: 'A', position: { x: 0, y: 0, z: 0 } }] })
})
beforeEach(() => {
  jobs.length = 0
  forgetResults()
  scheduler = new Scheduler(pool)
  setScheduler(scheduler)
})
afterEach(() => setScheduler(undefined))

const ERAS = ['legacy', 'modern'] as const

function draw(era: (typeof ERAS)[number], { token = 'p1', headers = {} }: { token?: unknown; headers?: object } = {}) {
  const params = { name: 'service.render_model', arguments: { modelId: id } }
  const { message, headers: own } = modernRequest('tools/call', params, 7)
  const _meta = { ...(era === 'modern' ? (message.params as { _meta: object })._meta : {}), progressToken: token }
  const sent = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { ...params, _meta } }
  return post(sent, { ...(era === 'modern' ? own : { 'MCP-Protocol-Version': '2025-11-25' }), ...bearer(key), ...headers })
}

const eventsOf = (text: string) =>
  text
    .split('\n\n')
    .filter(Boolean)
    .map((event) => JSON.parse(/^event: message\ndata: (.*)$/.exec(event)?.[1] ?? event))

/** A job of the same user holds the one thread that reads may have. */
async function holding() {
  const first = draw('modern', { token: null })
  await expect.poll(() => jobs.length).toBe(1)
  return first
}

it.each(ERAS)('tells a %s client that its work waits, begins and ends, and then the result', async (era) => {
  const held = holding()
  await expect.poll(() => jobs.length).toBe(1)
  forgetResults() // else the second asks for the very same
  const response = await draw(era)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect([response.headers.get('cache-control'), response.headers.get('x-accel-buffering')]).toEqual(['no-store', 'no'])
  jobs[0]!.end([])
  await expect.poll(() => jobs.length).toBe(2)
  jobs[1]!.tell('scene')
  jobs[1]!.end([{ type: 'value_error', loc: ['view'], msg: 'no' }])
  const events = eventsOf(await response.text())
  const last = events.pop()
  expect(last).toMatchObject({ jsonrpc: '2.0', id: 7, result: { isError: true } })
  expect(events[0]).toMatchObject({
    method: 'notifications/progress',
    params: { progressToken: 'p1', progress: 1, total: 5, message: 'waiting' },
  })
  const told = events.map(({ params }) => params.progress)
  expect(told).toEqual(told.toSorted((a, b) => a - b))
  await held
})

it('grows through the analysis of a picture with results, and then its drawing', () => {
  const toProgress = progressOf(renderModelTool.stages)
  const told = (['waiting', 'read', 'counted', 'scene', 'drawn'] as const).map((stage) => toProgress(stage))
  expect(told.map(({ progress }) => progress)).toEqual([1, 2, 3, 4, 5])
  expect(told.every(({ total }) => total === 5)).toBe(true)
})

it('answers in JSON where nobody can hear, nothing waits, or all is refused', async () => {
  for (const asked of [
    { headers: { Accept: 'application/json, */*' } },
    { headers: { Accept: 'application/json, text/event-stream;q=0' } },
    { token: 1.5 },
    { token: { a: 1 } },
    {},
  ]) {
    const answer = draw('modern', asked)
    await expect.poll(() => jobs.length).toBe(1)
    jobs.pop()!.end([])
    expect((await answer).headers.get('content-type')).toMatch(/^application\/json/)
    forgetResults()
  }
  const refused = await draw('modern', { headers: { Authorization: 'Bearer smk_none' } })
  expect([refused.status, refused.headers.get('content-type')]).toEqual([401, 'application/json'])
})

it('gives up what waits when the client leaves the stream', async () => {
  const held = holding()
  await expect.poll(() => jobs.length).toBe(1)
  forgetResults()
  const response = await draw('legacy', { token: 3 })
  await response.body?.cancel()
  jobs[0]!.end([])
  await held
  expect(jobs).toHaveLength(1)
})
