import { expect, it } from 'vitest'
import { db } from '#lib/db/client.ts'
import { newCaller, newModel, writingAs } from '#lib/fixtures/verbs.ts'
import { addElements } from '../elements.ts'
import { openModel } from '../models.ts'
import { readModel } from '../read/viewer-bytes.ts'
import { PART_BYTES, PART_ELEMENTS } from './chunks.ts'
import { hasManyParts } from './compaction.ts'

it.each([
  [64, [{ size: 0, jsonBytes: 0 }], false],
  [65, [{ size: 0, jsonBytes: 0 }], true],
  [68, [{ size: 1, jsonBytes: 1 }], false],
  [69, [{ size: PART_ELEMENTS, jsonBytes: 1 }], true],
  [72, [{ size: PART_ELEMENTS + 1, jsonBytes: 1 }], false],
  [73, [{ size: 1, jsonBytes: 2 * PART_BYTES }], true],
  [72, [{ size: 1, jsonBytes: 2 * PART_BYTES }], false],
  [76, [{ size: 1, jsonBytes: 2 * PART_BYTES + 1 }], false],
  [
    72,
    [
      { size: 1, jsonBytes: 1 },
      { size: 1, jsonBytes: 1 },
    ],
    false,
  ],
  [
    73,
    [
      { size: 1, jsonBytes: 1 },
      { size: 1, jsonBytes: 1 },
    ],
    true,
  ],
])('a model in %i parts of %j is fragmented: %s', (parts, kinds, isMany) => {
  expect(hasManyParts(kinds.map((kind, i) => ({ ...kind, parts: i === 0 ? parts : 0 })))).toBe(isMany)
})

it('is done behind the writer, once it has paused, and changes nothing that is read', async () => {
  const caller = await newCaller()
  const { id } = await newModel(caller)
  const bases = () => db().constructModelPart.findMany({ where: { modelId: id, base: true, kind: '' } })
  const write = async (i: number) =>
    addElements(
      await openModel(caller, id, 'write'),
      { values: { nodes: [{ id: `N${i}`, position: { x: i, y: 0, z: 0 } }] } },
      writingAs(caller),
    )
  for (let i = 1; i <= 60; i++) await write(i)
  expect(await bases()).toEqual([])
  for (let i = 61; i <= 80; i++) await write(i)
  await expect.poll(async () => (await bases()).length).toBe(1)
  const { nodes, revision } = await readModel(await openModel(caller, id, 'read'))
  expect(nodes.map((node) => node.id)).toEqual(Array.from({ length: 80 }, (_, i) => `N${i + 1}`))
  expect(revision).toBe(81)
})
