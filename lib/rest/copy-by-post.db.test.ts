import { afterAll, beforeAll, expect, it } from 'vitest'
import { newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'
import { startPool } from '#lib/work/pool.ts'
import { Scheduler, setScheduler } from '#lib/work/scheduler.ts'

/** A ViewerModel posted to create is a copy: decisions, section 3. */

const MODELS = '/api/construct-models'

let rest: Rest
beforeAll(async () => {
  rest = (await newCaller()).rest
})

const node = (id: string, x: number, z = 0) => ({ id, position: { x, y: 0, z } })
const HALL = {
  name: 'Hall',
  units: { length: 'm' },
  metadata: { job: 7 },
  source: { system: 'SAP', version: null },
  nodes: [node('1', 0), node('2', 0, 4), node('3', 6, 4)],
  frames: [
    { id: 'C', startNodeId: '1', endNodeId: '2', rotation: 90 },
    { id: 'B', startNodeId: '2', endNodeId: '3', sectionId: 'pipe' },
  ],
  members: [{ id: 'M', frameIds: ['C', 'B'], sectionId: 'HEA', materialId: 'S355' }],
  materials: [{ id: 'S355' }],
  sections: [
    { id: 'HEA', profile: 'HEA 200', name: 'Column' },
    { id: 'pipe', type: 'pipe', dimensions: { t3: 0.2, tw: 0.01, own: 3 } },
    { id: 'drawn', type: 'custom', polygon: [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }] }, // biome-ignore format: a triangle
    { id: '__proto__', type: 'shell', thickness: 0.2 },
  ],
}
/** What every model has of its own. */
const withoutOwn = ({ id, createdAt, updatedAt, viewerUrl, revision, ...model }: Record<string, unknown>) => model
const read = async (id: string) => (await rest('GET', `${MODELS}/${id}`)).json

it('a model that was read and posted is equal, with the sizes and profiles of its sections', async () => {
  const original = await read(await newModel(rest, HALL))
  const copy = await rest('POST', MODELS, { body: original })
  expect(copy.status).toBe(201)
  expect(withoutOwn(copy.json)).toEqual(withoutOwn(original))
  expect(copy.json.id).not.toBe(original.id)
})

it('its elements posted into another model are equal too', async () => {
  const original = await read(await newModel(rest, HALL))
  const { units, metadata, source } = HALL
  const other = await newModel(rest, { name: 'Hall', units, metadata, source })
  const added = await rest('POST', `${MODELS}/${other}/elements`, { body: original })
  expect([added.status, withoutOwn(added.json)]).toEqual([200, withoutOwn(original)])
})

it('what its frames have from their members stays their members’', async () => {
  const copy = (await rest('POST', MODELS, { body: await read(await newModel(rest, HALL)) })).json.id
  await rest('POST', `${MODELS}/${copy}/members`, { body: { members: [{ id: 'M', frameIds: ['C'], sectionId: 'drawn' }] } })
  expect((await read(copy)).frames).toEqual([
    { ...HALL.frames[0], memberId: 'M', sectionId: 'drawn' },
    { ...HALL.frames[1], rotation: 0 },
  ])
})

it('a section that says its type itself is as it says, and what is no ViewerModel is taken as it stands', async () => {
  const sections = [{ id: 'S', type: 'pipe', dimensions: { t3: 0.3 } }, { id: 'T' }]
  const sectionDefinitions = [{ id: 'S', type: 'angle', profile: 'L100X75X8' }, { id: 'T', type: 'shell' }, 7, { id: 'U' }]
  const made = await rest('POST', MODELS, { body: { name: 'x', sections, sectionDefinitions } })
  expect(made.json.sectionDefinitions).toEqual([sections[0], { id: 'T', type: 'shell' }])
  const frames = [{ id: 'C', startNodeId: '1', endNodeId: '2', sectionId: 'HEA' }]
  const own = await newModel(rest, { ...HALL, frames, members: [{ id: 'M', frameIds: ['C'], sectionId: 'HEA' }] })
  await rest('POST', `${MODELS}/${own}/members`, { body: { members: [{ id: 'M', frameIds: ['C'], sectionId: 'drawn' }] } })
  expect((await read(own)).frames[0].sectionId).toBe('HEA')
  for (const sections of ['x', [null, { id: 4 }]])
    expect((await rest('POST', MODELS, { body: { name: 'x', schemaVersion: 'viewer-model/v1', sections, members: [1, {}], frames: {} } })).status).toBe(422) // biome-ignore format: one line
})

it('a large one too, which a thread reads', async () => {
  const threads = startPool(2)
  setScheduler(new Scheduler(threads))
  afterAll(async () => {
    setScheduler(undefined)
    await threads.close()
  })
  const nodes = [...HALL.nodes, ...Array.from({ length: 6000 }, (_, i) => node(`further ${i}`, i))]
  const original = await read(await newModel(rest, { ...HALL, nodes }))
  const copy = await rest('POST', MODELS, { body: original })
  expect([copy.status, withoutOwn(copy.json)]).toEqual([201, withoutOwn(original)])
})
