import { expect, it } from 'vitest'
import { callTool } from '#lib/fixtures/mcp.ts'
import { newApiKey, signUpUser } from '#lib/fixtures/verbs.ts'

/** What lies where nobody means it is told by the write that put it there, not by the model check alone. */

const key = await newApiKey((await signUpUser()).id)
const call = async (tool: string, input: Record<string, unknown>) => {
  const { isError, text, data } = await callTool(key, `service.${tool}`, input)
  expect(isError, text).toBe(false)
  return data
}

const at = (x: number, y = 0, z = 0) => ({ x, y, z })
const corners = [0, 6, 12].flatMap((x, i) => [0, 5].map((y, j) => ({ id: `N${i}${j}`, position: at(x, y) })))
const hall = { name: 'Hall', units: { current: 'kN, m, C' }, nodes: corners }
const newHall = async (): Promise<string> => (await call('create_model', hall)).modelId
const bow = (id: string) => ({ id, nodeIds: ['N00', 'N21', 'N01', 'N20'], thickness: 0.2 })

const away = (within: number) => ({
  code: 'size_outlier',
  message: `Node 'X1' lies 5994 m from the middle of the model, of whose nodes nine of ten lie within ${within} m`,
  ids: { nodes: ['X1'] },
  fix: "Send its position in the model's length unit, as the others are, or remove it.",
})
const CROSSED = {
  code: 'self_intersecting_area',
  message: "The outline of area 'A1' crosses itself: edge 'N00'–'N21' cuts edge 'N01'–'N20'",
  ids: { areas: ['A1'] },
  fix: 'List the nodes in order around the outline.',
}

it('a node in millimetres among metres, of whatever write', async () => {
  const node = { id: 'X1', position: at(6000, 2.5) }
  const { warnings } = await call('create_model', { ...hall, name: 'Away', nodes: [...corners, node] })
  expect(warnings).toEqual([away(6.5)])

  const modelId = await newHall()
  expect((await call('add_model_elements', { modelId, nodes: [{ id: 'M', position: at(900) }] })).warnings).toBeUndefined()
  expect((await call('edit_model', { modelId, ops: [{ select: { ids: 'M' }, remove: true }] })).warnings).toBeUndefined()
  const added = await call('add_model_elements', { modelId, nodes: [node] })
  expect(added.warnings).toEqual([away(7.81)])

  const ops = [{ select: { ids: 'X1' }, remove: true }, { add: { nodes: [node] } }]
  expect((await call('edit_model', { modelId, ops, dryRun: true })).warnings).toEqual([away(7.81)])
  const moved = [
    { select: { ids: 'X1' }, remove: true },
    { select: { ids: 'N20' }, move: { x: 12_000 } },
  ]
  const { warnings: told } = await call('edit_model', { modelId, ops: moved })
  expect(told).toMatchObject([{ code: 'size_outlier', ids: { nodes: ['N20'] } }])
})

it('several at once, made by a template too, as one', async () => {
  const modelId = await newHall()
  const repeat = [{ for: { i: '1..3' }, nodes: [{ id: 'X{i}', position: { x: '{6000*i}', y: 2.5, z: 0 } }] }]
  const { warnings } = await call('add_model_elements', { modelId, repeat })
  const { message } = away(7.81)
  expect(warnings).toEqual([{ ...away(7.81), message: `${message} [3 times]`, ids: { nodes: ['X1', 'X2', 'X3'] } }])
})

it('an outline that crosses itself, or encloses nothing', async () => {
  const { warnings } = await call('create_model', { ...hall, name: 'Crossed', areas: [bow('A1')] })
  expect(warnings).toEqual([CROSSED])
  const modelId = await newHall()
  expect((await call('add_model_elements', { modelId, areas: [bow('A1')] })).warnings).toEqual([CROSSED])
  const twice = await call('add_model_elements', { modelId, areas: [bow('A1'), bow('A2')] })
  expect(twice.warnings).toEqual([{ ...CROSSED, message: `${CROSSED.message} [2 times]`, ids: { areas: ['A1', 'A2'] } }])
  const line = { id: 'A3', nodeIds: ['N00', 'N10', 'N20'] }
  expect((await call('add_model_elements', { modelId, areas: [line] })).warnings).toMatchObject([
    { code: 'degenerate_area', ids: { areas: ['A3'] } },
  ])
})

it('an outline that crosses itself since one of its nodes was moved', async () => {
  const right = { id: 'A1', nodeIds: ['N00', 'N20', 'N21', 'N01'] }
  const { modelId } = await call('create_model', { ...hall, areas: [right] })
  const ops = [{ select: { ids: 'N21' }, set: { position: at(6, -5) } }]
  expect((await call('edit_model', { modelId, ops })).warnings).toMatchObject([
    { code: 'self_intersecting_area', ids: { areas: ['A1'] } },
  ])
  // What crossed before and was not touched is not told again.
  const others = [{ select: { ids: 'N10' }, set: { label: 'here' } }]
  expect((await call('edit_model', { modelId, ops: others })).warnings).toBeUndefined()
})
