import { beforeAll, expect, it } from 'vitest'
import { setThreads, type Threads } from '#lib/aside.ts'
import { env } from '#lib/env.ts'
import { newApiKey, signUpUser } from '#lib/fixtures/verbs.ts'
import { startThreads } from '#lib/start/threads.ts'
import { anyOperation } from './handlers.ts'

/** What a thread makes of a large batch must be what is made of it without threads: each request goes both ways. */

const pool = startThreads(1)
let jobs = 0
const threads: Threads = {
  run(...job) {
    jobs++
    return pool.run(...job)
  },
}

let key = ''
beforeAll(async () => {
  key = await newApiKey((await signUpUser()).id)
})

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await anyOperation(
    new Request(`${env.APP_URL}/api/construct-models${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  )
  const { status } = answer
  const { id, viewerUrl, createdAt, updatedAt, requestId, ...json } = await answer.json()
  return { status, id, json, replayed: answer.headers.get('idempotent-replayed') }
}

const nodes = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({
    id: `N${from + i}`,
    position: { x: from + i, y: i / 7, z: -0 },
    label: 'Knoten ☂',
  }))
const frames = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({
    id: `F${from + i}`,
    startNodeId: `N${from + i}`,
    endNodeId: `N${from + i + 1}`,
  }))
const sections = [{ id: 'IPE', type: 'i_wide_flange', dimensions: { t3: 0.3, t2: 0.15, tf: 0.01, tw: 0.007 } }]

/** Both ways, each on a model that holds the first elements. */
async function bothWays(path: string, body: unknown, first: object = {}) {
  const ways = []
  for (const way of [undefined, threads]) {
    setThreads(undefined)
    const { id } = await ask('POST', '', { name: 'both ways', ...first })
    setThreads(way)
    const jobsBefore = jobs
    const answer = await ask('POST', `/${id}${path}`, body)
    expect(jobs - jobsBefore).toBe(way ? 1 : 0)
    setThreads(undefined)
    ways.push({ answer: { ...answer, id: undefined }, model: (await ask('GET', `/${id}`)).json })
  }
  expect(ways[1]).toEqual(ways[0])
  return ways[0]!
}

it('stores a batch of every size and kind of answer', async () => {
  const batch = {
    nodes: nodes(0, 6000),
    frames: frames(0, 5999),
    sections,
    members: [{ id: 'M', frameIds: ['F1', 'F2'], sectionId: 'IPE' }],
  }
  const { answer, model } = await bothWays('/elements', batch)
  expect(answer.status).toBe(200)
  expect(model.nodes).toHaveLength(6000)
  expect(model.frames[1]).toMatchObject({ id: 'F1', memberId: 'M', sectionId: 'IPE' })
  expect((await bothWays('/nodes', { nodes: nodes(0, 6000) })).answer.json).toHaveProperty('5999.label', 'Knoten ☂')
})

it('finds in the model what a batch refers to, and keeps the place of what is there', async () => {
  const first = {
    nodes: nodes(0, 6001),
    frames: frames(0, 2),
    sections,
    members: [{ id: 'M', frameIds: ['F1'], sectionId: 'IPE' }],
  }
  const { answer, model } = await bothWays('/frames', { frames: frames(0, 6000) }, first)
  expect(answer.status).toBe(200)
  expect(model.frames).toHaveLength(6000)
  expect(model.frames[1]).toMatchObject({ memberId: 'M' })
  const replaced = await bothWays('/elements', { nodes: nodes(0, 6000).map((node) => ({ ...node, label: 'again' })) }, first)
  expect(replaced.model.nodes[6000]).toMatchObject({ id: 'N6000', label: 'Knoten ☂' })
})

it('says the same of what is wrong, as JSON, as fields, by itself, and in the model', async () => {
  const good = nodes(0, 6000)
  const text = JSON.stringify({ nodes: good })
  const member = { id: 'M2', frameIds: ['F1'] }
  const held = { nodes: nodes(0, 3), frames: frames(0, 2), members: [{ id: 'M', frameIds: ['F1'] }] }
  for (const [body, first] of [
    [text.slice(0, -1)],
    [text.replace('N77"', '\\ud800"')],
    [{ nodes: [...good, { id: 'bad', position: { x: 'x', y: 0 } }] }],
    [{ nodes: [...good, good[7]] }],
    [{ nodes: good, frames: [{ id: 'F', startNodeId: 'N5', endNodeId: 'N59999' }] }],
    [{ nodes: good, members: [member] }, held],
  ] as const) {
    const { answer, model } = await bothWays('/elements', body, first)
    expect(answer.status).toBe(422)
    expect(model.revision ?? 1).toBe(1)
  }
})

it('makes a model of a large file, and answers a repeated request once', async () => {
  setThreads(threads)
  const file = { name: 'a hall', units: { length: 'm' }, nodes: nodes(0, 6000) }
  const made = await ask('POST', '', file, { 'idempotency-key': 'one' })
  expect(made).toMatchObject({ status: 201, json: { name: 'a hall', units: { length: 'm' } } })
  expect(await ask('POST', '', file, { 'idempotency-key': 'one' })).toEqual({ ...made, replayed: 'true' })
  setThreads(undefined)
})
