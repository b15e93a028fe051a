import { expect, it } from 'vitest'
import { newCaller, newModel, writingAs } from '#lib/fixtures/verbs.ts'
import { addElements } from '../elements.ts'
import { openModel } from '../models.ts'
import { openReading } from '../read/model-reader.ts'
import { readModel } from '../read/viewer-bytes.ts'
import { indexFor, memory } from './memory.ts'

/** What the cache of indexes counts, and what they take. */
function sizes(): { counted: number; taken: number } {
  const { indexes } = memory()
  let taken = 0
  for (const index of indexes.values()) taken += index.bytes
  return { counted: indexes.calculatedSize, taken }
}

it('counts an index as large as it has grown, batch after batch', async () => {
  const caller = await newCaller()
  const { id } = await newModel(caller)
  for (let batch = 0; batch < 5; batch++) {
    const nodes = Array.from({ length: 20_000 }, (_, i) => ({ id: `N${batch}-${i}`, position: { x: i, y: batch, z: 0 } }))
    await addElements(await openModel(caller, id, 'write'), { values: { nodes } }, writingAs(caller))
    const { counted, taken } = sizes()
    expect(counted).toBe(taken)
  }
  expect((await indexFor(id, 6)).bytes).toBeGreaterThan(100_000 * 40)
})

it('counts the frames that are kept as they were returned', async () => {
  const caller = await newCaller()
  const nodes = ['1', '2'].map((id) => ({ id, position: { x: Number(id), y: 0, z: 0 } }))
  const frames = Array.from({ length: 100 }, (_, i) => ({ id: `F${i}`, startNodeId: '1', endNodeId: '2', rotation: 0 }))
  const model = await newModel(caller, { nodes, frames, members: [{ id: 'M', frameIds: frames.map(({ id }) => id) }] })
  const before = sizes()
  expect((await readModel(model)).frames?.[0]).toMatchObject({ memberId: 'M' })
  const after = sizes()
  expect(after.counted).toBe(after.taken)
  expect(after.taken - before.taken).toBeGreaterThan(100 * 100)
})

it('counts those of a revision that is past', async () => {
  const caller = await newCaller()
  const nodes = ['1', '2'].map((id) => ({ id, position: { x: Number(id), y: 0, z: 0 } }))
  const frames = [{ id: 'F', startNodeId: '1', endNodeId: '2', rotation: 0 }]
  const model = await newModel(caller, { nodes, frames, members: [{ id: 'M', frameIds: ['F'] }] })
  await addElements(model, { values: { nodes: [{ id: '3', position: { x: 3, y: 0, z: 0 } }] } }, writingAs(caller))
  const before = sizes()
  const past = openReading({ id: model.id, revision: model.revision + 1 }, model.revision)
  expect(JSON.parse(Buffer.concat(await past.bytes('plain')).toString()).nodes).toHaveLength(2)
  const after = sizes()
  expect(after.counted).toBe(after.taken)
  expect(after.taken).toBeGreaterThan(before.taken)
})
