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
  for (const q of ['IPE 3', 'W14', 'RHS 200x100']) {
    const { rows } = (await call('find_sections', { q })).data
    for (const row of rows) expect(JSON.stringify(row).length).toBeLessThanOrEqual(46)
  }
})

it('names the first ten of many profiles that were taken for others', async () => {
  const { data } = await callTool(key, 'service.create_model', { name: 'Q', units: { current: 'kN, m, C' } })
  const sizes = ['100', '120', '140', '160', '180', '200', '220', '240', '260', '280', '300', '320']
  const sections = sizes.map((size) => ({ id: `S${size}`, profile: `HEB ${size}` }))
  const added = await callTool(key, 'service.edit_model', { modelId: data.modelId, ops: [{ add: { sections } }] })
  expect(Object.keys(added.data.profiles)).toHaveLength(10)
  expect(added.data).toMatchObject({ profiles: { S100: 'HE100B' }, moreProfiles: 2 })
})

it('tells neither what is zero nor what is empty', async () => {
  const model = await callTool(key, 'service.create_model', { name: 'Bare' })
  const { modelId } = model.data
  const texts = []
  for (const [tool, input] of [
    ['edit_model', { ops: [{ add: { nodes: [{ id: 'A', position: { x: 0, y: 0, z: 1 } }] } }] }],
    ['render_model', {}],
    ['list_activity', {}],
    ['list_changes', {}],
    ['list_models', { q: 'Bare' }],
  ] as const)
    texts.push((await callTool(key, `service.${tool}`, { ...(tool !== 'list_models' && { modelId }), ...input })).text)
  for (const text of texts) expect(text).not.toMatch(/":(?:null|\[\]|\{\})|"(?:added|replaced|removed|labels|undrawn)":0/)
  const activity = JSON.parse(texts[2] ?? '')
  expect(activity.items[0]).toMatchObject({ action: 'revision.edit', detail: { revision: 2, ops: ['add'], added: { nodes: 1 } } })
})
