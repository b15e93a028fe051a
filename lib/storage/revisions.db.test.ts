import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import type { Caller } from '#lib/access/caller.ts'
import { db } from '#lib/db/client.ts'
import { newCaller, newModel, writingAs } from '#lib/fixtures/verbs.ts'
import type { ConstructModelElementsBatch } from '#lib/schema/request-bodies.ts'
import { addElements, removeElements } from './elements.ts'
import { forgetEverything, load, memory } from './index/memory.ts'
import { compact, isFragmented } from './log/compaction.ts'
import { insertBase } from './log/log.ts'
import { openModel, setUnits, updateModel } from './models.ts'
import { packIndexed } from './read/pack-model.ts'
import { toBase } from './read/packed-model.ts'
import { readModel, readModelBytes, readModelGzip } from './read/viewer-bytes.ts'
import { listRevisions, restoreRevision } from './revisions.ts'

let caller: Caller
beforeAll(async () => {
  caller = await newCaller()
})

const node = (id: string, x = 0) => ({ id, position: { x, y: 0, z: 0 } })
const open = (id: string) => openModel(caller, id, 'write')
const add = async (id: string, batch: ConstructModelElementsBatch) =>
  addElements(await open(id), { values: batch }, writingAs(caller))
const restore = async (id: string, revision: number) => restoreRevision(await open(id), revision, writingAs(caller))

/** What a model says, without what differs from revision to revision by nature. */
async function content(id: string, atRevision?: number) {
  const { revision, updatedAt, ...rest } = await readModel(await open(id), atRevision)
  return JSON.stringify(rest)
}

it('is the same packed as plain, where the first or the last elements of a batch are gone', async () => {
  const { id } = await newModel(caller, { nodes: ['A', 'B', 'C', 'D'].map((name) => node(name)) })
  for (const gone of ['D', 'A']) {
    await removeElements(await open(id), { nodes: [gone], cascade: false }, writingAs(caller))
    const [plain, packed] = [await readModelBytes(await open(id)), await readModelGzip(await open(id))]
    expect(gunzipSync(Buffer.concat(packed.chunks)).toString()).toBe(Buffer.concat(plain.chunks).toString())
  }
})

it('lists who changed what, when and through what, the latest first, page by page', async () => {
  const { id } = await newModel(caller, { nodes: [node('A')] })
  await add(id, { nodes: [node('A', 1), node('B')] })
  await setUnits(await open(id), { length: 'm' }, writingAs(caller, { via: 'mcp' }))
  const first = await listRevisions(await open(id), { limit: 2 })
  const user = { id: caller.userId, name: `User ${caller.userId}` }
  const at = expect.any(Date)
  expect(first).toEqual({
    items: [
      { revision: 3, at, user, via: 'mcp', client: 'tests', verb: 'units', changes: {}, restoredFrom: null },
      {
        revision: 2,
        at,
        user,
        via: 'rest',
        client: 'tests',
        verb: 'elements',
        changes: { nodes: { added: 1, replaced: 1 } },
        restoredFrom: null,
      },
    ],
    nextCursor: '2',
  })
  const rest = await listRevisions(await open(id), { limit: 2, cursor: first.nextCursor! })
  expect(rest.items.map(({ revision, verb }) => [revision, verb])).toEqual([[1, 'create']])
  expect(rest.nextCursor).toBeNull()
  for (const cursor of ['0x1', '0', '01', '1234567890', '1x', 'x1']) {
    await expect(listRevisions(await open(id), { limit: 2, cursor })).rejects.toMatchObject({
      code: 'invalid',
      issues: [{ type: 'value_error', loc: ['cursor'], at: 'query', msg: 'Value error, unknown cursor', ctx: { error: {} } }],
    })
  }
})

it('restores name, units, elements and their order, as a new revision that can be undone in turn', async () => {
  const { id } = await newModel(caller, { name: 'First', units: { length: 'm' }, nodes: [node('A'), node('B'), node('C')] })
  const first = await content(id)
  await updateModel(await open(id), { name: 'Second', metadata: { by: 'me' } }, writingAs(caller))
  await removeElements(await open(id), { nodes: ['A'], cascade: false }, writingAs(caller))
  await add(id, { nodes: [node('A', 7), node('C', 8), node('D')] })
  const second = await content(id)
  const restored = await restore(id, 1)
  expect(restored).toMatchObject({
    revision: 5,
    changed: { nodes: { added: 0, replaced: 2, removed: 1 } },
    counts: { nodes: 3 },
    bounds: { max: { x: 0 } },
  })
  expect(await content(id)).toBe(first)
  forgetEverything()
  expect(await content(id)).toBe(first)
  await restore(id, 4)
  expect(await content(id)).toBe(second)
  expect(await content(id, 1)).toBe(first)
  expect(await content(id, 5)).toBe(first)
  await expect(restore(id, 99)).rejects.toMatchObject({ code: 'revision_not_found' })
})

it('restores the revision at which the model was still empty', async () => {
  const { id } = await newModel(caller)
  const empty = await content(id)
  await add(id, { nodes: [node('A')] })
  await restore(id, 1)
  forgetEverything()
  expect(await content(id)).toBe(empty)
  await add(id, { nodes: [node('B')] })
  forgetEverything()
  expect((await readModel(await open(id))).nodes).toEqual([node('B')])
})

it('compacts without anybody seeing it, and keeps the history', async () => {
  const { id } = await newModel(caller)
  for (let i = 0; i < 30; i++)
    await add(id, { nodes: [node(`N${i % 20}`, i), node('hub')], supports: [{ id: `S${i}`, nodeId: 'hub' }] })
  await removeElements(await open(id), { supports: ['S3', 'S4'], cascade: false }, writingAs(caller))
  await restore(id, 20)
  await add(id, {
    frames: [{ id: 'F', startNodeId: 'N1', endNodeId: 'hub', rotation: 0 }],
    members: [{ id: 'M', frameIds: ['F'] }],
  })
  const whole = await content(id)
  const before = await content(id, 12)
  expect(await compact(id)).toBe(true)
  expect(await compact(id)).toBe(false)
  expect(await content(id)).toBe(whole)
  forgetEverything()
  expect(await content(id)).toBe(whole)
  await add(id, { nodes: [node('N1', 99)] })
  expect(await compact(id)).toBe(true)
  forgetEverything()
  expect((await readModel(await open(id))).nodes[1]).toEqual(node('hub'))
  expect(await content(id, 12)).toBe(before)
  expect(await content(id, 34)).toBe(whole)
  const bases = await db().constructModelPart.findMany({
    where: { modelId: id, base: true, kind: '' },
    orderBy: { revision: 'asc' },
  })
  expect(bases.map(({ revision }) => revision)).toEqual([33, 35]) // the restored one and the latest
})

it('still reads and writes with an index whose base another process has replaced', async () => {
  const { id } = await newModel(caller, { nodes: [node('A')], supports: [{ id: 'S', nodeId: 'A' }] })
  await compact(id)
  forgetEverything()
  await add(id, { nodes: [node('B')] }) // this process now knows the base of revision 1
  // Another process compacts revision 2, which removes the base of revision 1 under our feet.
  await insertBase(id, 2, await toBase(await packIndexed((await load(id))!)))
  memory().texts.clear()
  memory().compressed.clear()
  const { removed } = await removeElements(await open(id), { nodes: ['A'], cascade: true }, writingAs(caller))
  expect(removed.supports).toEqual(['S'])
  memory().texts.clear()
  expect((await readModel(await open(id))).nodes).toEqual([node('B')])
})

it('says of which model and revision the database has lost what the model was called', async () => {
  const { id } = await newModel(caller)
  await add(id, { nodes: [node('A')] })
  await db().constructModelRevision.updateMany({ where: { modelId: id }, data: { header: null } })
  expect((await load(id))?.revision).toBe(2) // the present one stands in its row
  await expect(load(id, 1)).rejects.toThrow(`model ${id} has no header at revision 1`)
})

it('leaves a model alone whose parts are full, of many elements or of large ones, and not one of many small parts', async () => {
  const large = { note: 'x'.repeat(60_000) }
  const { id } = await newModel(caller)
  await add(id, { nodes: Array.from({ length: 700 }, (_, i) => ({ ...node(`L${i}`), source: large })) })
  expect(isFragmented((await load(id))!)).toBe(false)
  const { id: small } = await newModel(caller)
  for (let i = 0; i < 70; i++) await add(small, { nodes: [node(`S${i}`)] })
  expect(isFragmented((await load(small))!)).toBe(true)
  expect(await compact(small)).toBe(true)
  expect(isFragmented((await load(small))!)).toBe(false)
})
