import { gunzipSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { askRest, newCaller, newModel } from '#lib/fixtures/rest.ts'
import { readScene } from '#lib/scene-file/read-scene.ts'
import { forgetResults } from '#lib/work/result-cache.ts'
import { type Pool, Scheduler, setScheduler } from '#lib/work/scheduler.ts'
import { runHere } from '#lib/work/task.ts'

/** A large model read as columns, wherever the viewer reads one. */

const MODELS = '/api/construct-models'
const SCENE = 'application/vnd.structural-scene'
const ASKED = `${SCENE}, application/json;q=0.9`

let caller: Awaited<ReturnType<typeof newCaller>>
let model: string

/** With seven frames, a member, a section, a material, a load and its case: one element fewer than have a scene. */
const nodes = Array.from({ length: 49_987 }, (_, k) => ({
  id: `N${k}`,
  position: { x: k % 100, y: Math.floor(k / 100), z: 0.1 },
}))
const frames = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => from + i).map((k) => ({ id: `F${k}`, startNodeId: `N${k}`, endNodeId: `N${k + 1}` }))

beforeAll(async () => {
  caller = await newCaller()
  model = await newModel(caller.rest)
  const sections = [{ id: 'S', type: 'pipe', dimensions: { t3: 0.2, tw: 0.01 } }]
  const members = [{ id: 'M', frameIds: ['F0', 'F1'], sectionId: 'S' }]
  const loads = [{ id: 'q', caseId: 'D', frameId: 'F3', axes: 'local', force: { y: -0.1 }, from: 0.25, source: { row: 7 } }]
  const materials = [{ id: 'C30' }]
  const body = { nodes, sections, materials, frames: frames(0, 7), members, loadCases: [{ id: 'D' }], loads }
  expect((await caller.rest('POST', `${MODELS}/${model}/elements`, { body })).status).toBe(200)
})

async function read(address: string, headers: Record<string, string> = {}, key: string | null = caller.key) {
  const response = await askRest('GET', address, { key, headers: { accept: ASKED, 'accept-encoding': 'gzip', ...headers } })
  const bytes = Buffer.from(await response.arrayBuffer())
  const plain = response.headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes
  const head = (name: string) => response.headers.get(name)
  const told = { status: response.status, type: head('content-type'), tag: head('etag'), coding: head('content-encoding') }
  return { ...told, vary: head('vary'), plain }
}
const sceneOf = ({ plain }: { plain: Buffer }) => readScene(new Uint8Array(plain).buffer)
const inJson = async (address: string) => {
  const { viewerUrl: _, ...told } = (await caller.rest('GET', address)).json
  return told
}

describe('a model read as a scene', () => {
  it('is JSON below 50,000 elements, and for who does not name the form', async () => {
    const address = `${MODELS}/${model}`
    expect(await read(address)).toMatchObject({ status: 200, type: 'application/json', coding: 'gzip', tag: '"2-gzip"' })
    const body = { frames: frames(7, 1) }
    expect((await caller.rest('POST', `${address}/elements`, { body })).status).toBe(200)
    expect(await read(address)).toMatchObject({ status: 200, type: SCENE, coding: 'gzip', tag: '"3-scene-gzip"' })
    for (const accept of ['*/*', 'application/json', `${SCENE};q=0, application/json`])
      expect(await read(address, { accept })).toMatchObject({ type: 'application/json', tag: '"3-gzip"' })
    expect(await read(`${address}/revisions/2`)).toMatchObject({ type: 'application/json' })
  })

  it('is the model that is returned, without the address where it is looked at', async () => {
    const scene = await read(`${MODELS}/${model}`)
    expect(scene.vary).toBe('Accept, Accept-Encoding, Authorization, Cookie')
    expect(sceneOf(scene).whole()).toEqual(await inJson(`${MODELS}/${model}`))
    expect(sceneOf(scene).elementAt.frames(0)).toEqual({ ...frames(0, 1)[0], rotation: 0, memberId: 'M', sectionId: 'S' })
    const plain = await read(`${MODELS}/${model}`, { 'accept-encoding': 'identity' })
    expect(plain).toMatchObject({ type: SCENE, coding: null, tag: '"3-scene"' })
    expect(plain.plain.equals(scene.plain)).toBe(true)
  })

  it('has a tag of its own, and who has the revision in any form has it', async () => {
    const address = `${MODELS}/${model}`
    for (const tag of ['"3-scene-gzip"', '"3-scene"', '"3-gzip"', '"3"']) {
      expect(await read(address, { 'if-none-match': tag })).toMatchObject({ status: 304, tag, plain: Buffer.alloc(0) })
      const accept = 'application/json'
      expect(await read(address, { 'if-none-match': tag, accept })).toMatchObject({ status: 304, tag })
    }
    expect(await read(address, { 'if-none-match': '"2-scene-gzip"' })).toMatchObject({ status: 200, type: SCENE })
    const written = await caller.rest('PUT', `${address}/units`, { body: {}, headers: { 'if-match': '"2-scene-gzip"' } })
    expect(written.status).toBe(412)
  })

  it('is there of an earlier revision, and behind a share link', async () => {
    const { json } = await caller.rest('POST', `${MODELS}/${model}/share-links`, { body: { name: 'all' } })
    const shared = `/api/share/${new URL(json.url).pathname.split('/').at(-1)}/model`
    const now = await read(shared, {}, null)
    expect(now).toMatchObject({ status: 200, type: SCENE, vary: 'Accept, Accept-Encoding, Cookie' })
    expect((await caller.rest('PUT', `${MODELS}/${model}/units`, { body: { length: 'm' } })).status).toBe(200)
    const then = await read(`${MODELS}/${model}/revisions/3`)
    expect(then).toMatchObject({ type: SCENE, tag: '"3-scene-gzip"', vary: now.vary?.replace('Cookie', 'Authorization, Cookie') })
    expect(then.plain.equals(now.plain)).toBe(true)
    expect(sceneOf(then).columns.head).toMatchObject({ revision: 3 })
    expect(sceneOf(await read(shared, {}, null)).columns.head).toMatchObject({ revision: 4, units: { length: 'm' } })
    expect(await read(`${MODELS}/${model}/revisions/9`)).toMatchObject({ status: 404 })
  })
})

describe('on threads', () => {
  afterEach(() => {
    setScheduler(undefined)
    forgetResults()
  })

  it('is made once for all who ask, and kept', async () => {
    forgetResults()
    const asked: string[] = []
    const pool: Pool = {
      threads: 2,
      async run(task, input, _moves, _signal, hear) {
        asked.push(task)
        return (await runHere(task, input, hear)).output
      },
    }
    setScheduler(new Scheduler(pool))
    const address = `${MODELS}/${model}`
    const all = await Promise.all([read(address), read(address), read(address, { 'accept-encoding': 'identity' })])
    expect(all.map(({ type }) => type)).toEqual([SCENE, SCENE, SCENE])
    expect(await read(address)).toMatchObject({ type: SCENE })
    expect(asked).toEqual(['scene'])
  })

  it('is JSON where they have no time', async () => {
    forgetResults()
    const threads = new Scheduler({ threads: 1, run: () => new Promise(() => {}) })
    threads.drain()
    setScheduler(threads)
    expect(await read(`${MODELS}/${model}`)).toMatchObject({ status: 200, type: 'application/json' })
  })
})
