import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { variants } from '#lib/fixtures/exhaustive.ts'
import { bearer, modernRequest, post, serveOverHttp } from '#lib/fixtures/mcp.ts'
import { newCaller, newModel } from '#lib/fixtures/rest.ts'
import { limits } from '#lib/runtime/limits.ts'
import { KB, MB } from '#lib/values/bytes.ts'
import { startPool } from '#lib/work/pool.ts'
import { type Pool, Scheduler, setScheduler } from '#lib/work/scheduler.ts'
import { readMessage } from '../advice/pack-message.ts'

/** What stands beside the arguments of a message that a thread reads: whole, in whatever order the client has written them. */

const threads = startPool(2)
const tasks: string[] = []
/** Every message that is read says that it waits, which is reported at once. */
const pool: Pool = {
  threads: 2,
  async run(task, input, moves, signal, onStage) {
    tasks.push(task)
    const output = await threads.run(task, input, moves, signal, onStage)
    onStage('waiting')
    return output
  },
}

let key: string
let server: Awaited<ReturnType<typeof serveOverHttp>>
let modelId: string
beforeAll(async () => {
  const { key: own, rest } = await newCaller()
  key = own
  modelId = await newModel(rest, { name: 'large messages' })
  server = await serveOverHttp()
})
afterAll(async () => {
  await server.close()
  await threads.close()
})
beforeEach(() => {
  tasks.length = 0
  setScheduler(new Scheduler(pool))
})
afterEach(() => setScheduler(undefined))

const ORDERS = [
  ['name', 'arguments', '_meta'], // as the official clients write them
  ['name', '_meta', 'arguments'],
  ['arguments', 'name', '_meta'],
  ['arguments', '_meta', 'name'],
  ['_meta', 'name', 'arguments'],
  ['_meta', 'arguments', 'name'],
]

type Call = { name: string; arguments: Record<string, unknown> }
type Options = { onprogress(progress: { progress: number }): void }
type Send = (url: string | URL, init?: RequestInit) => Promise<Response>

/** Hands a client's messages on with the keys of `params` in another order. */
const inOrder =
  (order: readonly string[]): Send =>
  (url, init) => {
    if (typeof init?.body !== 'string') return fetch(url, init)
    const { params, ...message } = JSON.parse(init.body)
    const keys = message.method === 'tools/call' ? order : Object.keys(params ?? {})
    const ordered = params && Object.fromEntries(keys.map((name) => [name, params[name]]))
    return fetch(url, { ...init, body: JSON.stringify({ ...message, ...(params && { params: ordered }) }) })
  }

/** Connects the official client of each era. */
const ERAS = {
  legacy: async (send: Send) => {
    const client = new Client({ name: 'large', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(server.url, { requestInit: { headers: bearer(key) }, fetch: send }))
    return (call: Call, options: Options) => client.callTool(call, undefined, options)
  },
  modern: async (send: Send) => {
    const client = new ModernClient({ name: 'large', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
    await client.connect(new ModernTransport(server.url, { requestInit: { headers: bearer(key) }, fetch: send }))
    return (call: Call, options: Options) => client.callTool(call, options)
  },
}

async function callInOrder(era: keyof typeof ERAS, order: readonly string[], call: Call) {
  const send = await ERAS[era](inOrder(order))
  const progress: number[] = []
  const { isError = false, structuredContent } = await send(call, { onprogress: (one) => progress.push(one.progress) })
  return { isError, result: structuredContent as Record<string, unknown>, progress }
}

/** Nodes of so many bytes of JSON. */
function nodesOf(bytes: number) {
  const count = Math.ceil(bytes / 56)
  return Array.from({ length: count }, (_, i) => ({ id: `N${100_000 + i}`, position: { x: 1_000_000 + i, y: 0.25, z: 0.125 } }))
}

const BOTH = ['legacy', 'modern'] as const
const inEach = (orders: readonly string[][]) =>
  BOTH.flatMap((era) => orders.map((order) => ({ era, order, keys: order.join(', ') })))

describe.each([
  { size: '145 kB', bytes: 145 * KB, tasksRun: [], ordersOfElements: ORDERS, ordersOfIds: ORDERS },
  { size: '300 kB', bytes: 300 * KB, tasksRun: ['read_message'], ordersOfElements: ORDERS, ordersOfIds: ORDERS },
  // Each takes seconds.
  {
    size: '8 MB',
    bytes: 8 * MB,
    tasksRun: ['read_message'],
    ordersOfElements: ORDERS.slice(0, 1),
    ordersOfIds: variants(ORDERS),
  },
])('a call of $size', ({ bytes, tasksRun, ordersOfElements, ordersOfIds }) => {
  it.each(inEach(ordersOfElements))('adds elements and reports progress: $era, $keys', async ({ era, order }) => {
    const input = { modelId, nodes: nodesOf(bytes) }
    const { isError, result, progress } = await callInOrder(era, order, { name: 'service.add_model_elements', arguments: input })
    expect([isError, result?.modelId]).toEqual([false, modelId])
    expect(tasks).toEqual(tasksRun)
    if (tasksRun.length > 0) expect(progress[0]).toBe(1)
  })

  it.each(inEach(ordersOfIds))('names ids in a long list and reports progress: $era, $keys', async ({ era, order }) => {
    const frames = nodesOf(bytes).map(({ id }) => `${id} that never was, with a name as long as a node`)
    const input = { modelId, frames }
    const { isError, result, progress } = await callInOrder(era, order, {
      name: 'service.remove_model_elements',
      arguments: input,
    })
    expect([isError, result?.modelId]).toEqual([false, modelId])
    expect(result?.notFound).toMatchObject({ frames: frames.slice(0, 20) })
    if (tasksRun.length > 0) expect(progress[0]).toBe(1)
  })
})

it.each(['service.create_model', 'service.remove_model_elements'])(
  'what else is sent beside the arguments of %s takes nothing from _meta',
  async (name) => {
    const others = Array.from({ length: 5000 }, (_, i) => [`other${i}`, { value: [i] }])
    const [nodes, unknown] = [nodesOf(300 * KB), 'm_none']
    const params = { arguments: { modelId: unknown, nodes }, ...Object.fromEntries(others), name }
    const { _meta } = modernRequest('tools/call').message.params
    const answer = await post(
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta } },
      { ...modernRequest('tools/call', { name }).headers, ...bearer(key) },
    )
    expect(answer.status).toBe(200)
    expect(tasks).toContain('read_message')
  },
)

it('refuses a message that is too long without its lists, and nothing of it leaves the thread', async () => {
  const long = { note: { text: 'x'.repeat(limits.fieldsBytes) } }
  for (const params of [
    { name: 'service.create_model', arguments: { name: 'long' }, _meta: long },
    { name: 'service.remove_model_elements', arguments: { modelId, ...long } },
  ]) {
    const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, bearer(key))
    expect(answer.status).toBe(413)
    expect((await answer.json()).error.message).toContain(`the limit is ${limits.fieldsBytes}`)
  }
})

it('keeps for the log the beginning of each argument, whatever stands before it', async () => {
  const input = { nodes: nodesOf(300 * KB), units: { current: 'kN, m, C' }, name: 'cut', notes: ['x'] }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'service.create_model', arguments: input } }
  const { output } = await readMessage({ bytes: new Uint8Array(new TextEncoder().encode(JSON.stringify(call))) }, () => {})
  const { message } = z.object({ message: z.unknown() }).parse(output)
  expect(message).toMatchObject({ params: { arguments: { units: input.units, name: 'cut', notes: ['x'] } } })
  expect(JSON.stringify(message).length).toBeLessThan(100 * KB)
})
