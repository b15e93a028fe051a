import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '#lib/fixtures/mcp.ts'
import { type Failure, type Input, type Problem, repair } from '#lib/fixtures/repair.ts'
import { newApiKey, signUpUser } from '#lib/fixtures/verbs.ts'

/** Elements as other programs write them, sent to a small frame, and the way out that each call is told. */

const FRAME = {
  name: 'Frame',
  units: { current: 'kN, m, C' },
  gridLines: [0, 1, 2].map((i) => ({ id: `L${i}`, axis: 'Z', coordinate: 3.5 * i })),
  sections: [{ id: 'IPE', profile: 'IPE 400' }],
  loadCases: [{ id: 'G', nature: 'dead', selfWeight: 1 }, { id: 'Q' }, { id: 'W' }],
  combinations: [{ id: 'ULS', terms: [{ caseId: 'G', factor: 1.35 }] }],
  repeat: [
    {
      for: { i: '0..1', j: '1..2', k: '0..2' },
      nodes: [{ id: '{letter(i)}{j}-{k}', position: { x: '{6*i}', y: '{5*(j-1)}', z: '{3.5*k}' } }],
    },
    {
      for: { j: '1..2', k: '1..2' },
      frames: [{ id: 'F{j}-{k}', startNodeId: 'A{j}-{k}', endNodeId: 'B{j}-{k}', sectionId: 'IPE' }],
    },
  ],
}

let token: string
beforeAll(async () => {
  token = await newApiKey((await signUpUser()).id)
})

const newFrame = async (): Promise<string> => (await callTool(token, 'service.create_model', FRAME)).data.modelId
const told = ({ in: place, send, drop, fix }: Problem) => ({
  ...(place !== undefined && { in: place }),
  ...(send && { send }),
  ...(drop && { drop }),
  ...(fix && { fix }),
})

async function sent(input: Input): Promise<{ failure: Failure; items: Partial<Problem>[] }> {
  const { isError, text } = await callTool(token, 'service.add_model_elements', { modelId: await newFrame(), ...input })
  expect(isError, text).toBe(true)
  const failure = JSON.parse(text) as Failure
  return { failure, items: failure.detail.filter((item) => !('ignored' in item)).map(told) }
}

const at = (x: number, y = 0, z = 0) => ({ x, y, z })
const DIAGONAL = { id: 'X', startNodeId: 'A1-1', endNodeId: 'B2-1', sectionId: 'IPE' }
const frame = (more: Input): Input => ({ frames: [{ ...DIAGONAL, ...more }] })
const support = (more: Input): Input => ({ supports: [{ id: 'X', nodeId: 'A1-0', ...more }] })
const load = (more: Input): Input => ({ loads: [{ id: 'X', caseId: 'Q', ...more }] })
const area = (more: Input): Input => ({ areas: [{ id: 'X', nodeIds: ['A1-1', 'B1-1', 'B2-1', 'A2-1'], ...more }] })
const line = (more: Input): Input => ({ gridLines: [{ id: 'X', ...more }] })
const nodes = (more: Input): Input => ({ nodes: [{ id: 'X', position: at(20), ...more }] })
const NODES = [{ id: 'X', position: at(20) }]
const row = (more: Input, id = 'X{i}') => ({ nodes: [{ id, position: { x: '{i}', y: 20, z: 0 } }], ...more })

describe('what is told mends the call', () => {
  it.each<[string, Input, Partial<Problem>[]]>([
    ['a truss', frame({ type: 'truss' }), [{ in: 'frames[0]', send: { releases: 'truss' }, drop: ['type'] }]],
    ['a role as a type', frame({ type: 'Beam' }), [{ in: 'frames[0]', send: { role: 'beam' }, drop: ['type'] }]],
    ['a wall', area({ type: 'wall' }), [{ in: 'areas[0]', send: { role: 'wall' }, drop: ['type'] }]],
    ['t', area({ t: 0.2 }), [{ in: 'areas[0]', send: { thickness: 0.2 }, drop: ['t'] }]],
    [
      'own weight by another name',
      { loadCases: [{ id: 'X', selfWeightMultiplier: 1 }] },
      [{ in: 'loadCases[0]', send: { selfWeight: 1 }, drop: ['selfWeightMultiplier'] }],
    ],
    ['a spring by axis', support({ stiffness: { kz: 5e3 } }), [{ in: 'supports[0]', send: { stiffness: { u3: 5e3 } } }]],
    [
      'springs as fields',
      support({ kx: 1, krz: 2 }),
      [{ in: 'supports[0]', send: { stiffness: { u1: 1, r3: 2 } }, drop: ['kx', 'krz'] }],
    ],
    [
      'springs in an object',
      support({ spring: { kz: 5 } }),
      [{ in: 'supports[0]', send: { stiffness: { u3: 5 } }, drop: ['spring'] }],
    ],
    [
      'a support at its node',
      nodes({ support: 'fixed' }),
      [{ in: 'arguments', send: { nodes: NODES, supports: [{ id: 'X', nodeId: 'X', restraints: 'fixed' }] } }],
    ],
    [
      'what a node is held in',
      nodes({ fixed: true }),
      [{ in: 'arguments', send: { nodes: NODES, supports: [{ id: 'X', nodeId: 'X', restraints: 'fixed' }] } }],
    ],
    [
      'supports at the nodes of a template',
      { repeat: [{ for: { i: '0..2' }, nodes: [{ id: 'X{i}', position: { x: '{i}', y: 20, z: 0 }, support: 'pinned' }] }] },
      [{ in: 'repeat[0]', send: row({ supports: [{ id: 'X{i}', nodeId: 'X{i}', restraints: 'pinned' }] }) }],
    ],
    [
      'a load down on an element',
      load({ elementId: 'F1-1', direction: 'Gravity', value: 10 }),
      [{ in: 'loads[0]', send: { frameId: 'F1-1', force: { z: -10 } }, drop: ['elementId', 'value', 'direction'] }],
    ],
    [
      'a load on an element that is a node',
      load({ elementId: 'A1-1', force: { z: -10 } }),
      [{ in: 'loads[0]', send: { nodeId: 'A1-1' }, drop: ['elementId'] }],
    ],
    [
      'a grid line by its ends',
      line({ start: { x: 18, y: 0 }, end: [18, 5] }),
      [{ in: 'gridLines[0]', send: { line: { from: { x: 18, y: 0 }, to: { x: 18, y: 5 } } }, drop: ['start', 'end'] }],
    ],
    [
      'an arc by its angles',
      line({ arc: { center: { x: 0, y: 0 }, radius: 12, startAngle: 0, endAngle: 90 } }),
      [{ in: 'gridLines[0]', send: { arc: { center: { x: 0, y: 0 }, radius: 12, from: 0, to: 90 } } }],
    ],
    [
      'combinations by another name',
      { loadCombinations: [{ id: 'X', terms: [{ caseId: 'G', factor: 1 }] }] },
      [
        {
          in: 'arguments',
          send: { combinations: [{ id: 'X', terms: [{ caseId: 'G', factor: 1 }] }] },
          drop: ['loadCombinations'],
        },
      ],
    ],
    [
      'cases by another name',
      { loadPatterns: [{ id: 'X' }] },
      [{ in: 'arguments', send: { loadCases: [{ id: 'X' }] }, drop: ['loadPatterns'] }],
    ],
    [
      'supports by another name',
      { constraints: [{ id: 'X', nodeId: 'A1-0', restraints: 'fixed' }] },
      [{ in: 'arguments', send: { supports: [{ id: 'X', nodeId: 'A1-0', restraints: 'fixed' }] }, drop: ['constraints'] }],
    ],
    [
      'variables of a template',
      { repeat: [row({ variables: { i: '0..2' } })] },
      [{ in: 'repeat[0]', send: { for: { i: '0..2' } }, drop: ['variables'] }],
    ],
    [
      'a default by another name',
      { defaults: { frames: { section: 'IPE' } }, frames: [{ ...DIAGONAL, sectionId: undefined }] },
      [{ in: 'arguments', send: { defaults: { frames: { sectionId: 'IPE' } } } }],
    ],
  ])('%s', async (_, input, expected) => {
    // biome-ignore format: a row a case
    const { failure, items } = await sent(input)
    expect(items).toEqual(expected)
    const again = { ...repair(input, failure), modelId: await newFrame() }
    const { isError, text, data } = await callTool(token, 'service.add_model_elements', again)
    expect(isError, text).toBe(false)
    expect(JSON.stringify(data.warnings ?? [])).not.toContain('ignored')
  })
})

describe('words where nobody but the caller knows', () => {
  it.each<[string, Input, string[]]>([
    [
      'a spring that does not say which way',
      support({ spring: 5000 }),
      ['say which way: "stiffness": {"u3": 5000} is a spring along Z; u1, u2 along X, Y; r1, r2, r3 about them'],
    ],
    [
      'supports at many nodes',
      { nodes: [0, 1, 2].map((i) => ({ id: `X${i}`, position: at(20 + i), support: 'pinned' })) },
      ['supports are elements of their own: send "supports": [{"id":"X0","nodeId":"X0","restraints":"pinned"}, …] too'],
    ],
    [
      'supports without ids under another name',
      { restraints: [{ nodeId: 'A1-0', restraints: 'fixed' }] },
      ['rename \'restraints\': "supports", each with an id'],
    ],
    [
      'a load down that is less than nothing',
      load({ frameId: 'F1-1', direction: 'down', value: -10 }),
      ['add "force": an object with x, y or z (down is a negative z)'],
    ],
    [
      'spacings of a grid',
      { grids: { x: [0, 6, 12], y: [0, 5] } },
      ['gridLines is a list, each {"id": "A", "axis": "X", "coordinate": 0}: X for x = 0'],
    ],
    [
      'an arc without its end',
      line({ arc: { center: { x: 0, y: 0 }, radius: 12, from: 0 } }),
      ['add "to": degrees from +X, counter-clockwise'],
    ],
    [
      'a default that a kind has not',
      { defaults: { members: { colour: 'red' } }, members: [{ id: 'X', frameIds: ['F1-1'] }] },
      ['members have frameIds, materialId, role, sectionId'],
    ],
  ])('%s', async (_, input, expected) => {
    // biome-ignore format: a row a case
    const { items } = await sent(input)
    expect(items.flatMap(({ fix }) => fix ?? [])).toEqual(expected)
  })
})

it('what says that a node is free stays unread', async () => {
  const { data } = await callTool(token, 'service.add_model_elements', {
    modelId: await newFrame(),
    ...nodes({ support: null, restraints: 'free' }),
  })
  expect(data.added).toEqual({ nodes: 1 })
})
