import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isExhaustive } from '#lib/fixtures/exhaustive.ts'
import { callTool } from '#lib/fixtures/mcp.ts'
import { throughRest } from '#lib/fixtures/rest.ts'
import { newApiKey, signUpUser } from '#lib/fixtures/verbs.ts'
import { env } from '#lib/runtime/env.ts'
import { KB } from '#lib/values/bytes.ts'
import { startPool } from '#lib/work/pool.ts'
import { type Pool, Scheduler, setScheduler } from '#lib/work/scheduler.ts'

/** What a thread makes of a large batch must be what is made of it without threads: each request goes both ways, by both doors. */

const threads = startPool(2)
const tasks: string[] = []
const pool: Pool = {
  threads: 2,
  run(task, ...job) {
    tasks.push(task)
    return threads.run(task, ...job)
  },
}
const scheduler = new Scheduler(pool)

let key = ''
beforeAll(async () => {
  key = await newApiKey((await signUpUser()).id)
})
afterAll(() => threads.close())

const LARGE = 256 * 1024
/** The longest text that was parsed on this thread since the last look, below that of a large body. */
let longest = 0
const { parse } = JSON
// No spy, which would keep every text and what was made of it.
beforeAll(() => {
  JSON.parse = (text, reviver) => {
    longest = Math.max(longest, text.length)
    return parse(text, reviver)
  }
})
afterAll(() => {
  JSON.parse = parse
})

const NEW = ['id', 'modelId', 'viewerUrl', 'createdAt', 'updatedAt', 'requestId']
const same = (json: object) => Object.fromEntries(Object.entries(json).filter(([name]) => !NEW.includes(name)))

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const request = new Request(`${env.APP_URL}/api/construct-models${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  longest = 0
  const answer = await throughRest(request)
  const parsed = longest
  const json = await answer.json()
  return { status: answer.status, id: json.id, json: same(json), replayed: answer.headers.get('idempotent-replayed'), parsed }
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

const WAYS = [undefined, scheduler]

/** Both ways, each on a model that holds the first elements. `went`: the tasks of the second way. */
async function bothWays(path: string, body: unknown, first: object = {}, headers: Record<string, string> = {}) {
  const ways = []
  let parsed = 0
  for (const way of WAYS) {
    setScheduler(undefined)
    const { id } = await ask('POST', '', { name: 'both ways', ...first })
    setScheduler(way)
    tasks.length = 0
    const { parsed: here, ...answer } = await ask('POST', `/${id}${path}`, body, headers)
    parsed = here
    setScheduler(undefined)
    ways.push({ answer: { ...answer, id: undefined }, model: (await ask('GET', `/${id}`)).json })
  }
  expect(ways[1]).toEqual(ways[0])
  return { ...ways[0]!, went: [...tasks], parsed }
}

async function bothWaysByMcp(batch: object, first: object = {}) {
  const ways = []
  let parsed = 0
  for (const way of WAYS) {
    setScheduler(undefined)
    const { id } = await ask('POST', '', { name: 'both ways', ...first })
    setScheduler(way)
    tasks.length = 0
    longest = 0
    const { isError, data = {}, text } = await callTool(key, 'service.add_model_elements', { modelId: id, ...batch })
    parsed = longest
    setScheduler(undefined)
    ways.push({ isError, data: same(data), text: isError ? text : '', model: (await ask('GET', `/${id}`)).json })
  }
  expect(ways[1]).toEqual(ways[0])
  return { ...ways[0]!, went: [...tasks], parsed }
}

it('stores a batch of every size and kind of answer', async () => {
  const batch = {
    nodes: nodes(0, 6000),
    frames: frames(0, 5999),
    sections,
    members: [{ id: 'M', frameIds: ['F1', 'F2'], sectionId: 'IPE' }],
  }
  const { answer, model, went, parsed } = await bothWays('/elements', batch)
  expect(answer.status).toBe(200)
  expect(went).toEqual(['read_batch'])
  expect(parsed).toBeLessThan(LARGE)
  expect(model.nodes).toHaveLength(6000)
  expect(model).toHaveProperty('frames.1', expect.objectContaining({ id: 'F1', memberId: 'M', sectionId: 'IPE' }))
  expect((await bothWays('/nodes', { nodes: nodes(0, 6000) })).answer.json).toHaveProperty('5999.label', 'Knoten ☂')
  expect(await bothWaysByMcp(batch)).toMatchObject({ isError: false, went: ['read_message'], data: { revision: 2 } })
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
  expect(model).toHaveProperty('frames.1.memberId', 'M')
  const again = { nodes: nodes(0, 6000).map((node) => ({ ...node, label: 'again' })) }
  const replaced = await bothWays('/elements', again, first)
  expect(replaced.model).toHaveProperty('nodes.6000', expect.objectContaining({ id: 'N6000', label: 'Knoten ☂' }))
})

it('gives profiles their sizes in the unit of the model, and tells one that is none at its place', async () => {
  const first = { units: { length: 'in' } }
  const named = [
    { id: 'A', profile: 'IPE 300' },
    { id: 'B', profile: 'w14x90' },
  ]
  const batch = { nodes: nodes(0, 6000), sections: named }
  const { answer, model, went, parsed } = await bothWays('/elements', batch, first)
  expect(answer.status).toBe(200)
  expect([went, parsed < LARGE]).toEqual([['read_batch'], true])
  expect(model.sectionDefinitions).toMatchObject([
    { designation: 'IPE300', dimensions: { t3: 11.811023622 } },
    { designation: 'W14X90', dimensions: { t3: 14, t2: 14.5 } },
  ])
  const taken = await bothWaysByMcp(batch, first)
  expect(taken).toMatchObject({ isError: false, data: { added: { nodes: 6000, sections: 2 } } })
  const wrong = { nodes: nodes(0, 6000), sections: [...named, { id: 'C', profile: 'IPE 310' }] }
  const refused = await bothWays('/elements', wrong, first)
  expect(refused.answer.status).toBe(422)
  expect(refused.answer.json).toMatchObject({
    detail: [
      {
        type: 'profile_not_found',
        loc: ['body', 'sections', 2, 'profile'],
        ctx: { suggestions: ['IPE300', 'IPE330', 'IPE360'] },
      },
    ],
  })
})

const good = nodes(0, 6000)
const held = {
  nodes: nodes(0, 3),
  frames: frames(0, 2),
  sections: [{ id: 'S-7', name: 'IPE 300' }],
  members: [
    { id: 'M', frameIds: ['F1'] },
    { id: 'M9', frameIds: ['F0'] },
  ],
}
const missing = Array.from({ length: 150 }, (_, i) => ({ id: `X${i}`, startNodeId: `N${i}`, endNodeId: `N${i}0000` }))
const wrong: [string, object][] = [
  ['a field', { nodes: [...good, { id: 'bad', position: { x: 'x', y: 0 } }] }],
  ['a list', { nodes: good, frames: {}, members: [{ id: 'M2', frameIds: ['F1'] }] }],
  ['an id twice', { nodes: [...good, good[7]] }],
  ['a reference, by itself and in the model', { nodes: good, frames: [{ id: 'F', startNodeId: 'N5', endNodeId: 'N59999' }] }],
  ['a reference near an id of the model', { nodes: nodes(10, 6000), frames: [{ id: 'F', startNodeId: 'N5 ', endNodeId: 'N1' }] }],
  ['a reference by name', { nodes: good, frames: [{ id: 'F', startNodeId: 'N5', endNodeId: 'N6', sectionId: 'ipe300' }] }],
  ['more than are told', { nodes: good, frames: missing, members: [{ id: 'M2', frameIds: ['F1', 'F0', 'X1', 'X1', 'X200'] }] }],
  ['a member', { nodes: good, members: [{ id: 'M2', frameIds: ['F1'] }] }],
  [
    'everything',
    { nodes: [...good, good[1], { id: 7 }], frames: missing, supports: [{ id: 'S', nodeId: 'none' }, 3], areas: 'x' },
  ],
]

it.each(wrong)('says the same of %s that is wrong, by both doors', async (_, batch) => {
  const { answer, model, went, parsed } = await bothWays('/elements', batch, held)
  expect(answer.status).toBe(422)
  expect(went).toEqual(['read_batch', 'explain_batch'])
  expect(parsed).toBeLessThan(LARGE)
  expect(model.revision).toBe(1)
  const byMcp = await bothWaysByMcp(batch, held)
  expect(byMcp).toMatchObject({ isError: true, went: ['read_message', 'explain_message'], model: { revision: 1 } })
})

it('says what is wrong with a text, before and beside everything else', async () => {
  const text = JSON.stringify({ nodes: good })
  for (const [body, status] of [
    [text.slice(0, -1), 422],
    [text.replace('N77"', '\\ud800"'), 422],
    [`${' '.repeat(300_000)}null`, 422],
    [`[${text}]`, 422],
  ] as const) {
    const { answer, went } = await bothWays('/elements', body)
    expect([answer.status, went[0]]).toEqual([status, 'read_batch'])
  }
  const { answer } = await bothWays('/elements', wrong[0]![1], held, { 'idempotency-key': 'x'.repeat(256) })
  expect(answer.json.detail).toMatchObject([
    { loc: ['header', 'idempotency-key'] },
    { type: 'float_parsing' },
    { type: 'missing' },
  ])
  const right = await bothWays('/elements', { nodes: good }, held, { 'idempotency-key': 'x'.repeat(256) })
  expect(right.answer.json.detail).toMatchObject([{ loc: ['header', 'idempotency-key'] }])
})

it('makes a model of a large file, and answers a repeated request once', async () => {
  setScheduler(scheduler)
  const file = { name: 'a hall', units: { length: 'm' }, nodes: nodes(0, 6000) }
  const { parsed: _, ...made } = await ask('POST', '', file, { 'idempotency-key': 'one' })
  expect(made).toMatchObject({ status: 201, json: { name: 'a hall', units: { length: 'm' } } })
  expect(await ask('POST', '', file, { 'idempotency-key': 'one' })).toMatchObject({ ...made, replayed: 'true' })
  const { data } = await callTool(key, 'service_create_model', file)
  expect(data).toMatchObject({ name: 'a hall', revision: 1, counts: { nodes: 6000 } })
  expect((await ask('GET', `/${data.modelId}`)).json.units).toEqual({ length: 'm' })
  setScheduler(undefined)
})

it('removes what a long list names, by both doors', async () => {
  const ids = Array.from({ length: 40_000 }, (_, i) => `N${i}`)
  const { answer, went, parsed } = await bothWays('/elements/delete', { nodes: ids }, { nodes: nodes(0, 10) })
  expect([answer.status, went]).toEqual([200, ['read_fields']])
  expect(parsed).toBeLessThan(LARGE)
  setScheduler(scheduler)
  const { id } = await ask('POST', '', { name: 'to remove from', nodes: nodes(0, 10) })
  const { data } = await callTool(key, 'service.remove_model_elements', { modelId: id, nodes: ids })
  expect(data).toMatchObject({ removed: { nodes: 10 }, ids: ['N0', 'N1', 'N2'] })
  setScheduler(undefined)
})

/** A batch of exactly so many bytes, with as few nodes as that takes. */
function sized(bytes: number, more: object = {}) {
  const sent: object[] = []
  let left = bytes - JSON.stringify({ nodes: [], ...more }).length
  for (let i = 0; left > 0; i++) {
    const bare = { id: `N${i}`, position: { x: i, y: 0, z: 0 }, label: '' }
    left -= JSON.stringify(bare).length + (i > 0 ? 1 : 0)
    const rest = left - LONGEST_LABEL
    const fill = rest > 0 && rest < 200 ? LONGEST_LABEL - 200 : Math.min(LONGEST_LABEL, left) // the last has room for its frame
    sent.push({ ...bare, label: 'x'.repeat(fill) })
    left -= fill
  }
  return { nodes: sent, ...more }
}
const LONGEST_LABEL = 4096
/** What stands around a batch in a call of a tool, and more. */
const ENVELOPE = 400

type Kind = [name: string, more: object, at: string[]]
const right: Kind = ['right', { frames: frames(0, 2) }, []]
const inBothWays: Kind = [
  'wrong in both ways',
  {
    frames: [{ id: 'F', startNodeId: 'N0', endNodeId: 7 }],
    members: [{ id: 'M2', frameIds: ['F1'] }],
    supports: [{ id: 'S' }, { id: 'S2', nodeId: 'N0 ' }],
  },
  ['frames', 'members', 'supports', 'supports'],
]
const kinds: Kind[] = [
  right,
  [
    'wrong in itself',
    { frames: [{ id: 'F', startNodeId: 'N0', endNodeId: 7 }], supports: [{ id: 'S' }] },
    ['frames', 'supports'],
  ],
  [
    'wrong against the model',
    { members: [{ id: 'M2', frameIds: ['F1'] }], supports: [{ id: 'S', nodeId: 'N0 ' }] },
    ['members', 'supports'],
  ],
  inBothWays,
]

const sizes: [name: string, bytes: number, isLarge: boolean, kinds: Kind[]][] = [
  ['255 kB', 255 * KB, false, kinds],
  ['257 kB', 257 * KB, true, kinds],
  ['4 MB', 4 * KB * KB, true, kinds],
  ['64 MB, as much as may be sent', 64 * KB * KB, true, [right, inBothWays]],
]

describe.each(isExhaustive ? sizes : sizes.slice(0, 2))('a body of %s', (_, bytes, isLarge, sent) => {
  it.each(sent)('that is %s is answered as a small one is, by both doors, and none of it is parsed here', async (_, more, at) => {
    const tasks = (read: string, explain: string) => (isLarge ? [read, ...(at.length > 0 ? [explain] : [])] : [])
    const byRest = JSON.stringify(sized(bytes, more))
    expect(Buffer.byteLength(byRest)).toBe(bytes)
    const { answer, went, parsed } = await bothWays('/elements', byRest, held)
    expect([answer.status, went]).toEqual([at.length > 0 ? 422 : 200, tasks('read_batch', 'explain_batch')])
    if (isLarge) expect(parsed).toBeLessThan(LARGE)
    if (at.length > 0) expect(answer.json.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual(at)
    const byMcp = await bothWaysByMcp(sized(bytes - ENVELOPE, more), held)
    if (isLarge) expect(byMcp.parsed).toBeLessThan(LARGE)
    expect([byMcp.isError, byMcp.went]).toEqual([at.length > 0, tasks('read_message', 'explain_message')])
  })
})

it('an edit longer than an edit may be is refused by both doors, and nothing of it is parsed here', async () => {
  setScheduler(scheduler)
  try {
    const { id } = await ask('POST', '', { name: 'edited' })
    const ops = [{ add: { nodes: nodes(0, 40_000) } }]
    const refused = await ask('POST', `/${id}/edit`, { ops })
    expect(refused).toMatchObject({ status: 422, json: { detail: [{ type: 'limit_exceeded', loc: ['body'] }] } })
    expect(refused.parsed).toBeLessThan(LARGE)
    longest = 0
    const { isError, text } = await callTool(key, 'service.edit_model', { modelId: id, ops })
    expect([isError, parse(text).detail]).toMatchObject([true, [{ type: 'limit_exceeded', loc: ['body'] }]])
    expect((await ask('GET', `/${id}`)).json).toMatchObject({ revision: 1 })
  } finally {
    setScheduler(undefined)
  }
})
