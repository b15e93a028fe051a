import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '#lib/fixtures/mcp.ts'
import { type Failure, type Input, type Problem, repair, repairOf } from '#lib/fixtures/repair.ts'
import { newApiKey, signUpUser } from '#lib/fixtures/verbs.ts'

/** Wrong calls of many tools to one portal, the way out that each is told, and what is said of calls that do nothing. */

const at = (x: number, y = 0, z = 0) => ({ x, y, z })
const PORTAL = {
  name: 'Portal',
  units: { current: 'kN, m, C' },
  nodes: [
    ['A0', at(0)],
    ['A1', at(0, 0, 4)],
    ['B1', at(6, 0, 4)],
    ['B0', at(6)],
    ['D1', at(0, 5, 4)],
    ['D2', at(6, 5, 4)],
  ].map(([id, position]) => ({ id, position })),
  materials: [{ id: 'S', name: 'S355', type: 'steel' }],
  sections: [
    { id: 'C', profile: 'HEA 300', materialId: 'S' },
    { id: 'B', profile: 'IPE 300', materialId: 'S' },
  ],
  frames: [
    { id: 'C1', startNodeId: 'A0', endNodeId: 'A1', sectionId: 'C' },
    { id: 'C2', startNodeId: 'B0', endNodeId: 'B1', sectionId: 'C' },
    { id: 'BM', startNodeId: 'A1', endNodeId: 'B1', sectionId: 'B' },
  ],
  supports: ['A0', 'B0'].map((nodeId) => ({ id: `S-${nodeId}`, nodeId, restraints: 'fixed' })),
  loadCases: [{ id: 'G', nature: 'dead', selfWeight: 1 }],
}

let token: string
beforeAll(async () => {
  token = await newApiKey((await signUpUser()).id)
})

const newPortal = async (): Promise<string> => (await callTool(token, 'service.create_model', PORTAL)).data.modelId

async function refused(tool: string, input: Input): Promise<Failure> {
  const { isError, text } = await callTool(token, `service.${tool}`, input)
  expect(isError, text).toBe(true)
  return JSON.parse(text)
}

const select = () => ({ ids: ['BM'] })
const REMOVED = { select: select(), remove: { cascade: true } }
const SET = { select: select(), set: { sectionId: 'C' } }
const node = (more: Input) => ({ nodes: [{ id: 'X', position: at(20), ...more }] })
const area = (more: Input) => ({ areas: [{ id: 'X', thickness: 0.2, nodeIds: ['A1', 'B1', 'D2', 'D1'], ...more }] })
const row = (x: string, id = 'R{i}') => ({ repeat: [{ for: { i: '0..2' }, nodes: [{ id, position: { x, y: 20, z: 0 } }] }] })
const add = 'add_model_elements'

describe('what is told mends the call', () => {
  it.each<[string, string, Input, Partial<Problem>[]]>([
    ['a mass in tonnes', add, node({ mass: '5 t' }), [{ in: 'nodes[0]', send: { mass: 5000 } }]],
    ['a mass in kilograms', add, node({ mass: '500 kg' }), [{ in: 'nodes[0]', send: { mass: 500 } }]],
    [
      'a hinged support',
      add,
      { supports: [{ id: 'X', nodeId: 'D1', restraints: 'Hinged' }] },
      [{ in: 'supports[0]', send: { restraints: 'pinned' } }],
    ],
    [
      'the joints of a frame',
      add,
      { frames: [{ id: 'X', JointI: 'D1', JointJ: 'D2', sectionId: 'B' }] },
      [
        { in: 'frames[0]', send: { startNodeId: 'D1' }, drop: ['JointI'] },
        { in: 'frames[0]', send: { endNodeId: 'D2' }, drop: ['JointJ'] },
      ],
    ],
    [
      'the beta angle of a frame',
      add,
      { frames: [{ id: 'X', startNodeId: 'D1', endNodeId: 'D2', sectionId: 'B', betaAngle: 90 }] },
      [{ in: 'frames[0]', send: { rotation: 90 }, drop: ['betaAngle'] }],
    ],
    [
      'coordinates in capitals',
      add,
      { nodes: [{ id: 'X', X: 20, Y: 0, Z: 3 }] },
      [{ in: 'nodes[0]', send: { position: { x: 20, y: 0, z: 3 } }, drop: ['X', 'Y', 'Z'] }],
    ],
    ['ids in one text', add, area({ nodeIds: 'A1,B1,D2,D1' }), [{ in: 'areas[0]', send: { nodeIds: ['A1', 'B1', 'D2', 'D1'] } }]],
    [
      'a box by its ends',
      'query_model',
      { select: { box: { x: { min: 0, max: 6 } } } },
      [{ in: 'select', send: { box: { x: [0, 6] } } }],
    ],
    [
      'braces of another language',
      add,
      row(`\${6*i}`, `R\${i}`),
      [
        { in: 'repeat[0].nodes[0]', send: { position: { x: '{6*i}', y: 20, z: 0 } } },
        { in: 'repeat[0].nodes[0]', send: { id: 'R{i}' } },
      ],
    ],
    [
      'a unit behind an expression',
      add,
      row('{6*i} m'),
      [{ in: 'repeat[0].nodes[0]', send: { position: { x: '{6*i}', y: 20, z: 0 } } }],
    ],
    [
      'another unit behind an expression',
      add,
      row('{6000*i} mm'),
      [{ in: 'repeat[0].nodes[0]', send: { position: { x: '{(6000*i)*0.001}', y: 20, z: 0 } } }],
    ],
    [
      'an element that was given another id',
      'edit_model',
      { ops: [{ select: select(), renumber: { id: 'BX' } }, SET] },
      [{ in: 'ops[1].select', send: { ids: ['BX'] } }],
    ],
  ])('%s', async (_, tool, input, expected) => {
    // biome-ignore format: a row a case
    const failure = await refused(tool, { ...input, modelId: await newPortal() })
    expect(failure.detail.map(repairOf)).toEqual(expected)
    const again = { ...repair(input, failure), modelId: await newPortal() }
    const { isError, text } = await callTool(token, `service.${tool}`, again)
    expect(isError, text).toBe(false)
  })

  it('a thread by its id', async () => {
    const modelId = await newPortal()
    await callTool(token, 'service.add_comment', { modelId, text: 'Look' })
    const { detail } = await refused('resolve_comment', { modelId, id: 1 })
    expect(detail.map(repairOf)).toEqual([{ in: 'arguments', send: { comment: 1 }, drop: ['id'] }])
  })
})

describe('words where nobody but the caller knows', () => {
  it.each<[string, string, Input, string[]]>([
    [
      'an element that was removed before',
      'edit_model',
      { ops: [REMOVED, SET] },
      ['op 0 removed it: leave this op out, or put it before that one'],
    ],
    [
      'an element that one of two took',
      'edit_model',
      { ops: [{ select: { ids: ['C1'] }, divide: { parts: 2 } }, REMOVED, SET] },
      ['op 0 or op 1 removed or renamed it: put this op before that one'],
    ],
    ['a diaphragm of one node', add, { diaphragms: [{ id: 'X', nodeIds: ['A1'] }] }, ['list at least 2']],
    ['an area of one node', add, area({ nodeIds: ['A1'] }), ['list three or more node ids around the outline']],
  ])('%s', async (_, tool, input, fixes) => {
    const { detail } = await refused(tool, { ...input, modelId: await newPortal() })
    expect(detail.map(({ fix }) => fix)).toEqual(fixes)
  })

  it('a unit of which there is none', async () => {
    const { detail } = await refused('find_sections', { q: 'IPE', unit: 'furlong' })
    expect(detail.map(({ fix }) => fix)).toEqual(['send one of mm, cm, m, in, ft'])
  })

  it('a file that says nothing', async () => {
    const { detail } = await refused('import_model', { text: ' ' })
    expect(detail).toMatchObject([{ loc: ['body', 'text'], msg: expect.stringContaining('the text says nothing') }])
  })
})

describe('what is wrong is named', () => {
  it('of two models the other one', async () => {
    const { detail } = await refused('list_changes', { modelId: await newPortal(), with: 'm_nobody' })
    expect(detail).toEqual([{ loc: ['body', 'with'], type: 'not_found', msg: 'Model not found', received: '"m_nobody"' }])
  })

  it('of two revisions the other one', async () => {
    const { detail } = await refused('analyse_model', { modelId: await newPortal(), compareWith: 9 })
    expect(detail).toMatchObject([{ loc: ['body', 'compareWith'], type: 'revision_not_found' }])
  })
})

describe('what does nothing says so', () => {
  it('bringing back a model that lies in no bin', async () => {
    const modelId = await newPortal()
    const back = () => callTool(token, 'service.restore_revision', { modelId, fromBin: true })
    expect((await back()).data).toEqual({ modelId, revision: 1, nothing: true })
    await callTool(token, 'service.delete_model', { modelId, name: 'Portal' })
    expect((await back()).data).toEqual({ modelId, revision: 1 })
  })
})
