import { beforeAll, expect, it, vi } from 'vitest'
import type { Caller } from '#lib/access/caller.ts'
import { db } from '#lib/db/client.ts'
import { modelNames, readExample, summaryOf } from '#lib/fixtures/example-models.ts'
import { newCaller, newModel, writingAs } from '#lib/fixtures/verbs.ts'
import { ConstructModelElementsBatch, CreateModel } from '#lib/schema/request-bodies.ts'
import { KINDS } from '#lib/schema/schema.ts'
import { onRevision, type RevisionEvent, revisionsSince } from './announce.ts'
import { addElements } from './elements.ts'
import { forgetEverything } from './index/memory.ts'
import { createModel, listModels, openModel, setUnits, updateModel } from './models.ts'
import { readModel } from './read/viewer-bytes.ts'

let caller: Caller
beforeAll(async () => {
  caller = await newCaller()
})

it('gives a model to its owner only; to everybody else it is as if there were none', async () => {
  const { id } = await newModel(caller)
  const stranger = await newCaller()
  expect((await openModel(caller, id, 'write')).role).toBe('owner')
  await expect(openModel(stranger, id, 'read')).rejects.toMatchObject({ code: 'not_found' })
  await expect(openModel(caller, 'm_unknown', 'read')).rejects.toMatchObject({ code: 'not_found' })
  await expect(openModel(caller, 'a\0b', 'read')).rejects.toMatchObject({ code: 'not_found' })
})

it('makes ids that nobody can guess', async () => {
  const { id } = await newModel(caller)
  expect(id).toMatch(/^m_[\w-]{24}$/)
})

it('lists the latest changed first, page by page, and finds by name in any case', async () => {
  const owner = await newCaller()
  const names = ['Träger Halle A', 'Bridge', 'TRÄGER Halle B', 'träger c', 'Tower']
  const ids: string[] = []
  for (const name of names) ids.push((await newModel(owner, { name, units: { length: 'm' } })).id)
  const { updatedAt } = await openModel(owner, ids[4]!, 'read')
  await vi.waitUntil(() => new Date() > updatedAt, { interval: 1 }) // of one millisecond neither is the later
  await setUnits(await openModel(owner, ids[1]!, 'write'), { length: 'ft' }, writingAs(owner))
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await listModels(owner, { limit: 2, cursor })
    expect(page.items.length).toBeLessThanOrEqual(2)
    seen.push(...page.items.map(({ name }) => name))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(seen[0]).toBe('Bridge')
  expect([...seen].sort()).toEqual([...names].sort())
  const found = await listModels(owner, { limit: 2, q: 'träger' })
  expect(found.items).toHaveLength(2)
  const rest = await listModels(owner, { limit: 2, q: 'träger', cursor: found.nextCursor! })
  expect(rest.items).toHaveLength(1)
  expect(rest.nextCursor).toBeNull()
  expect(rest.items[0]).toMatchObject({ role: 'owner', revision: 1, units: { length: 'm' }, counts: { nodes: 0 } })
  await expect(listModels(owner, { limit: 2, cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid' })
  expect((await listModels(await newCaller(), { limit: 10 })).items).toEqual([])
})

it('changes of name, metadata and source what is given, and null where null is given', async () => {
  const { id } = await newModel(caller, { name: 'Old', source: { system: 'SAP2000' }, metadata: { a: 1 } })
  const open = () => openModel(caller, id, 'write')
  await updateModel(await open(), { name: 'New' }, writingAs(caller))
  expect(await readModel(await open())).toMatchObject({
    name: 'New',
    source: { system: 'SAP2000' },
    metadata: { a: 1 },
    revision: 2,
  })
  await updateModel(await open(), { source: null, metadata: {} }, writingAs(caller))
  const model = await readModel(await open())
  expect(model).toMatchObject({ name: 'New', source: null, metadata: {} })
  expect(model).not.toHaveProperty('units')
  await setUnits(await open(), { current: 'kN, m, C' }, writingAs(caller))
  await setUnits(await open(), { length: 'm' }, writingAs(caller))
  forgetEverything()
  expect((await readModel(await open())).units).toEqual({ length: 'm' })
})

it('says each revision once, in order, to those who listen, also what another process wrote', async () => {
  const { id } = await newModel(caller)
  const heard: RevisionEvent[] = []
  const stop = onRevision(id, (event) => 'revision' in event && heard.push(event), 1)
  const add = async (name: string) =>
    addElements(
      await openModel(caller, id, 'write'),
      { values: { nodes: [{ id: name, position: { x: 0, y: 0, z: 0 } }] } },
      writingAs(caller),
    )
  await add('A')
  await add('B')
  expect(heard.map(({ revision }) => revision)).toEqual([2, 3])
  expect(heard[0]?.changed).toEqual({ nodes: { added: 1, replaced: 0 } })
  // Another process: the row and the log move on, and nobody tells us.
  await db().constructModel.update({ where: { id }, data: { revision: 4 } })
  const { counts, bounds } = await openModel(caller, id, 'read')
  await db().constructModelRevision.create({
    data: {
      modelId: id,
      revision: 4,
      at: new Date(),
      userId: caller.userId,
      via: 'rest',
      verb: 'elements',
      changes: '{"nodes":{"added":2,"replaced":0}}',
      counts: JSON.stringify(counts),
      bounds: JSON.stringify(bounds),
    },
  })
  await expect.poll(() => heard.map(({ revision }) => revision), { timeout: 10_000 }).toEqual([2, 3, 4])
  stop()
  await add('C')
  expect(heard).toHaveLength(3)
  expect((await revisionsSince({ id }, 2)).map(({ revision }) => revision)).toEqual([3, 4, 5])
})

it.each(modelNames)('takes %s whole and gives it back', async (name) => {
  const sent = readExample(name)
  const summary = summaryOf(name)
  const { modelId } = await createModel(writingAs(caller), CreateModel.parse({ name: sent.name, units: sent.units }))
  const { counts, bounds } = await addElements(
    await openModel(caller, modelId, 'write'),
    { values: ConstructModelElementsBatch.parse(sent) },
    writingAs(caller),
  )
  expect(counts).toEqual(summary.counts)
  expect(bounds).toEqual(summary.bounds)
  forgetEverything()
  const model = await readModel(await openModel(caller, modelId, 'read'))
  expect(model.units).toEqual(sent.units)
  for (const kind of KINDS) {
    if (kind === 'sections')
      expect(model.sections?.map(({ id }) => id)).toEqual((sent.sections ?? []).map(({ id }: { id: string }) => id))
    else expect(model[kind]).toMatchObject(sent[kind] ?? [])
  }
})
