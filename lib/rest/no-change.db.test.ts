import { beforeAll, expect, it } from 'vitest'
import { modern } from '#lib/fixtures/mcp.ts'
import { newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'
import { onRevision } from '#lib/storage/announce.ts'
import { startPool } from '#lib/work/pool.ts'
import { Scheduler, setScheduler } from '#lib/work/scheduler.ts'

/** A write that changes nothing makes no revision: decisions, section 3. */

let rest: Rest
let key: string
beforeAll(async () => {
  ;({ rest, key } = await newCaller())
})

const node = (id: string, x = 0) => ({ id, position: { x, y: 0, z: 0 } })
const frame = (id: string, more = {}) => ({ id, startNodeId: 'A', endNodeId: 'B', rotation: 0, ...more })
const FIRST = {
  name: 'The same',
  units: { length: 'm' },
  metadata: { b: 1, a: 2 },
  nodes: [node('A'), node('B', 1)],
  frames: [frame('F'), frame('G')],
  sections: [{ id: 'S', type: 'rectangular', dimensions: { t3: 0.3, t2: 0.2 } }],
}

it('says 200 and the same ETag, keeps the revision and tells nobody', async () => {
  const id = await newModel(rest, FIRST)
  const at = `/api/construct-models/${id}`
  const before = (await rest('GET', at)).text
  const heard: unknown[] = []
  const stop = onRevision(id, (event) => heard.push(event), 1)
  const { frames, nodes, sections, units, name, metadata } = FIRST
  for (const [method, path, body] of [
    ['POST', '/elements', {}],
    ['POST', '/elements', { nodes, frames, sections }],
    ['POST', '/nodes', { nodes: [node('B', 1)] }],
    ['POST', '/frames', { frames: [frame('G'), frame('F')] }],
    ['POST', '/sections', { sections }],
    ['PUT', '/units', units],
    ['PATCH', '', { name, metadata }],
    ['PATCH', '', {}],
    ['POST', '/elements/delete', { nodes: ['unknown'] }],
    ['POST', '/revisions/1/restore', undefined],
  ] as const) {
    const { status, headers } = await rest(method, `${at}${path}`, { body })
    expect([method, path, status, headers.get('etag')]).toEqual([method, path, 200, '"1"'])
    const old = await rest(method, `${at}${path}`, { body, headers: { 'if-match': '"7"' } })
    expect([path, old.status]).toEqual([path, 412])
  }
  expect((await rest('GET', at)).text).toBe(before)
  stop()
  expect(heard).toEqual([])
})

it('answers with what was sent, as ever', async () => {
  const id = await newModel(rest, { ...FIRST, members: [{ id: 'M', frameIds: ['F'] }] })
  const at = `/api/construct-models/${id}`
  const [sections, frames, whole] = [
    await rest('POST', `${at}/sections`, { body: { sections: FIRST.sections } }),
    await rest('POST', `${at}/frames`, { body: { frames: [frame('F')] } }),
    await rest('POST', `${at}/elements`, { body: {} }),
  ]
  expect(sections.json[0]).toMatchObject({ id: 'S', polygon: { length: 4 } })
  expect(frames.json).toEqual([frame('F', { memberId: 'M' })])
  expect(whole.json).toMatchObject({ id, revision: 1, nodes: FIRST.nodes })
})

it('stores and tells of a mixed batch only what differs, and replays the whole answer', async () => {
  const id = await newModel(rest, FIRST)
  const at = `/api/construct-models/${id}`
  const body = { frames: [frame('F'), frame('H'), frame('G', { label: 'new' })] }
  const asked = { body, headers: { 'idempotency-key': `mixed-${id}` } }
  const first = await rest('POST', `${at}/frames`, asked)
  expect([first.headers.get('etag'), first.json]).toEqual(['"2"', body.frames])
  const replay = await rest('POST', `${at}/frames`, asked)
  expect([replay.headers.get('idempotent-replayed'), replay.text]).toEqual(['true', first.text])
  const [latest] = (await rest('GET', `${at}/revisions`)).json.items
  expect(latest).toMatchObject({ revision: 2, changes: { frames: { added: 1, replaced: 1 } } })
  expect((await rest('GET', at)).json.frames).toEqual([frame('F'), frame('G', { label: 'new' }), frame('H')])
})

it('keeps the answer of a write that changed nothing under its key', async () => {
  const id = await newModel(rest, FIRST)
  const at = `/api/construct-models/${id}`
  for (const [path, body] of [
    ['/nodes', { nodes: [node('A')] }],
    ['/elements', {}],
    ['/elements/delete', { nodes: ['unknown'] }],
  ] as const) {
    const asked = { body, headers: { 'idempotency-key': `same-${id}-${path}` } }
    const first = await rest('POST', `${at}${path}`, asked)
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null])
    // What changes meanwhile is not in the first answer.
    await rest('POST', `${at}/nodes`, { body: { nodes: [node('A', 9)] } })
    const replay = await rest('POST', `${at}${path}`, asked)
    expect([replay.headers.get('idempotent-replayed'), replay.text]).toEqual(['true', first.text])
    await rest('POST', `${at}/nodes`, { body: { nodes: [node('A')] } })
  }
})

it('restores what has the same elements in another order, or another name', async () => {
  const id = await newModel(rest, { name: 'one', nodes: [node('A'), node('B', 1)] })
  const at = `/api/construct-models/${id}`
  await rest('POST', `${at}/elements/delete`, { body: { nodes: ['A'] } })
  await rest('POST', `${at}/nodes`, { body: { nodes: [node('A')] } })
  expect((await rest('POST', `${at}/revisions/1/restore`)).json).toMatchObject({ revision: 4, nodes: [{ id: 'A' }, { id: 'B' }] })
  await rest('PATCH', at, { body: { name: 'two' } })
  expect((await rest('POST', `${at}/revisions/4/restore`)).json).toMatchObject({ revision: 6, name: 'one' })
})

it('finds in a large batch from a thread what is there already', async () => {
  const id = await newModel(rest)
  const at = `/api/construct-models/${id}`
  const nodes = Array.from({ length: 6000 }, (_, i) => ({ id: `N${i}`, position: { x: i, y: i / 7, z: 0 }, label: 'Knoten ☂' }))
  const threads = startPool(2)
  setScheduler(new Scheduler(threads))
  try {
    await rest('POST', `${at}/elements`, { body: { nodes } })
    expect((await rest('POST', `${at}/elements`, { body: { nodes } })).headers.get('etag')).toBe('"2"')
    const changed = nodes.map((one, i) => (i % 1000 === 3 ? { ...one, label: 'Knoten ★' } : one))
    const whole = await rest('POST', `${at}/elements`, { body: { nodes: [...changed, node('new')] } })
    expect(whole.headers.get('etag')).toBe('"3"')
    expect(whole.json.nodes).toEqual([...changed, node('new')])
  } finally {
    setScheduler(undefined)
    await threads.close()
  }
  const [latest] = (await rest('GET', `${at}/revisions`)).json.items
  expect(latest.changes).toEqual({ nodes: { added: 1, replaced: 6 } })
})

it('tells an AI client what was there already, and that nothing was written', async () => {
  const id = await newModel(rest, FIRST)
  const add = async (batch: object) => {
    const { body } = await modern(key, 'tools/call', {
      name: 'service.add_model_elements',
      arguments: { modelId: id, ...batch },
    })
    return body.result.structuredContent
  }
  expect(await add({ nodes: [node('A'), node('C', 3)] })).toMatchObject({
    revision: 2,
    added: { nodes: 1 },
    unchanged: { nodes: 1 },
  })
  expect(await add({ nodes: [node('A')] })).toEqual({ modelId: id, revision: 2, unchanged: { nodes: 1 } })
  const nothing = await add({})
  expect(nothing).toMatchObject({ revision: 2, warnings: [{ code: 'nothing_written' }] })
  expect(nothing).not.toHaveProperty('unchanged')
})
