import { expect, it } from 'vitest'
import { callTool } from '#lib/fixtures/mcp.ts'
import { newCaller } from '#lib/fixtures/rest.ts'

/** Each answer stays in a conversation: so many characters at most. */

const { key } = await newCaller()

it('says what was done in few characters', async () => {
  const call = async (tool: string, input: object) => callTool(key, `service.${tool}`, { ...input })
  const created = await call('create_model', {
    ...{ name: 'P', units: { current: 'kN, m, C' } },
    sections: [
      { id: 'C', profile: 'HEB 200' },
      { id: 'D', profile: 'HEB 220' },
    ],
    materials: [{ id: 'S355' }],
    repeat: [
      {
        for: { i: '0..44' },
        nodes: [
          { id: 'A{i}', position: { x: '{6*i}', y: 0, z: 0 } },
          { id: 'B{i}', position: { x: '{6*i}', y: 0, z: 4 } },
        ],
      },
      {
        for: { i: '0..44' },
        frames: [{ id: 'CA{i}-1', startNodeId: 'A{i}', endNodeId: 'B{i}', sectionId: 'C', materialId: 'S355' }],
      },
    ],
  })
  expect(created.text.length).toBeLessThanOrEqual(450)
  const { modelId } = created.data
  const set = { select: { kinds: 'frames' }, set: { sectionId: 'D' } }
  const edited = await call('edit_model', { modelId, ops: [set] })
  expect(edited.data).toEqual({ modelId, revision: 2, replaced: { frames: 45 }, ids: ['CA0-1', 'CA1-1', 'CA2-1'] })
  expect(edited.text.length).toBeLessThanOrEqual(200)
  for (const z of [1, 2, 3]) await call('edit_model', { modelId, ops: [{ select: { ids: 'B*' }, move: { z } }] })
  expect((await call('list_changes', { modelId, from: 0 })).text.length).toBeLessThanOrEqual(900)
  const { data } = await call('query_model', { modelId, select: { kinds: 'frames' }, fields: ['sectionId'] })
  expect(data).toMatchObject({ kind: 'frame', columns: ['id', 'sectionId'] })
  expect(JSON.stringify(data.rows).length / data.rows.length).toBeLessThanOrEqual(40)
  const found = await call('find_sections', { q: 'IPE 3' })
  for (const row of found.data.rows) expect(JSON.stringify(row).length).toBeLessThanOrEqual(60)
})
