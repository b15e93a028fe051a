import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '#lib/fixtures/mcp.ts'
import { type Failure, type Input, type Problem, repair, repairOf } from '#lib/fixtures/repair.ts'
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

async function sent(input: Input): Promise<{ failure: Failure; items: Partial<Problem>[] }> {
  const { isError, text } = await callTool(token, 'service.add_model_elements', { modelId: await newFrame(), ...input })
  expect(isError, text).toBe(true)
  const failure = JSON.parse(text) as Failure
  return { failure, items: failure.detail.filter((item) => !('ignored' in item)).map(repairOf) }
}

const at = (x: number, y = 0, z = 0) => ({ x, y, z })
const DIAGONAL = { id: 'X', startNodeId: 'A1-1', endNodeId: 'B2-1', sectionId: 'IPE' }
const frame = (more: Input): Input => ({ frames: [{ ...DIAGONAL, ...more }] })
const support = (more: Input): Input => ({ supports: [{ id: 'X', nodeId: 'A1-0', ...more }] })
const load = (more: Input): Input => ({ loads: [{ id: 'X', caseId: 'Q', ...more }] })
const area = (more: Input): Input => ({ areas: [{ id: 'X', nodeIds: ['A1-1', 'B1-1', 'B2-1', 'A2-1'], ...more }] })
const line = (more: Input): Input => ({ gridLines: [{ id: 'X', ...more }] })
const nodes = (more: Input): Input => ({ nodes: [{ id: 'X', position: at(20), ...more }] })
const section = (more: Input): Input => ({ sections: [{ id: 'X', ...more }] })
const CORNERS = ['A1-1', 'B1-1', 'B2-1']
const LOOPED = { id: 'X', nodeIds: [{ for: { i: '1..2' }, each: 'A{i}-1' }, 'B1-1'] }
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
    [
      'a pipe by its diameters',
      section({ type: 'pipe', dimensions: { od: 0.2, id: 0.18 } }),
      [{ in: 'sections[0]', send: { dimensions: { od: 0.2, tw: 0.01 } } }],
    ],
    [
      'a tee',
      section({ type: 'T', dimensions: { t3: 0.2, t2: 0.2, tf: 0.02, tw: 0.02 } }),
      [
        {
          in: 'sections[0]',
          send: {
            type: 'custom',
            polygon: [
              [-0.01, -0.1],
              [0.01, -0.1],
              [0.01, 0.08],
              [0.1, 0.08],
              [0.1, 0.1],
              [-0.1, 0.1],
              [-0.1, 0.08],
              [-0.01, 0.08],
            ].map(([x, y]) => ({ x, y })),
          },
          drop: ['dimensions'],
        },
      ],
    ],
    [
      'half of an offset',
      frame({ sectionOffset: { y: -0.2 } }),
      [{ in: 'frames[0]', send: { sectionOffset: { x: 0, y: -0.2 } } }],
    ],
    [
      'a loop in one area',
      { areas: [LOOPED] },
      [{ in: 'arguments', send: { repeat: [{ for: { one: [1] }, areas: [LOOPED] }] }, drop: ['areas'] }],
    ],
    [
      'a loop in one area of two',
      { areas: [{ id: 'Y', nodeIds: CORNERS }, LOOPED] },
      [{ in: 'arguments', send: { areas: [{ id: 'Y', nodeIds: CORNERS }], repeat: [{ for: { one: [1] }, areas: [LOOPED] }] } }],
    ],
    ['a template without loops', { repeat: [{ areas: [LOOPED] }] }, [{ in: 'repeat[0]', send: { for: { one: [1] } } }]],
    ['a template with no loop', { repeat: [{ for: {}, areas: [LOOPED] }] }, [{ in: 'repeat[0]', send: { for: { one: [1] } } }]],
    [
      'loops for elements',
      {
        repeat: [
          {
            for: { f: '0..2' },
            nodes: [{ for: { s: '0..3' }, each: { id: 'R{f}-{s}', position: { x: '{f}', y: '{s}', z: 20 } } }],
            frames: [
              { for: { s: '0..2' }, if: 's < 2', each: { id: 'R{f}-{s}', startNodeId: 'R{f}-{s}', endNodeId: 'R{f}-{s+1}' } },
            ],
          },
        ],
      },
      [
        {
          in: 'arguments',
          send: {
            repeat: [
              {
                for: { f: '0..2', s: '0..2' },
                if: 's < 2',
                frames: [{ id: 'R{f}-{s}', startNodeId: 'R{f}-{s}', endNodeId: 'R{f}-{s+1}' }],
              },
              { for: { f: '0..2', s: '0..3' }, nodes: [{ id: 'R{f}-{s}', position: { x: '{f}', y: '{s}', z: 20 } }] },
            ],
          },
        },
      ],
    ],
    [
      'an id without its loop',
      { repeat: [row({ for: { i: '0..2' } }, 'X')] },
      [{ in: 'repeat[0].nodes[0]', send: { id: 'X-{i}' } }],
    ],
    [
      'an id without one of its loops',
      { repeat: [row({ for: { i: '0..2', j: '0..2' } })] },
      [{ in: 'repeat[0].nodes[0]', send: { id: 'X{i}-{j}' } }],
    ],
    [
      'an id whose numbers run together',
      { repeat: [row({ for: { i: '1..11', j: '1..11' } }, 'X{i}{j}')] },
      [{ in: 'repeat[0].nodes[0]', send: { id: 'X{i}-{j}' } }],
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
      'an offset along Z',
      frame({ offset: { z: -0.2 } }),
      ['sectionOffset is {x, y}: x along local 3, y along local 2, up in a level beam'],
    ],
    [
      'a section of properties',
      section({ type: 'general', A: 0.01 }),
      [
        'an outline gives a section its properties: send a profile, type and dimensions, or type custom with its outline in polygon',
      ],
    ],
    ['a tee without sizes', section({ type: 'tee' }), ['a tee is type custom with its outline in polygon']],
    ['a double angle', section({ type: '2L' }), ['send type custom with its outline in polygon']],
    [
      'a pipe that is all wall',
      section({ type: 'pipe', dimensions: { od: 0.2, id: 0.3 } }),
      ['tw is the wall: half of the outer diameter less the inner one'],
    ],
    [
      'two templates of the same ids',
      { repeat: [row({ for: { i: '0..2' } }), row({ for: { i: '0..2' } })] },
      ['two templates make these ids: begin those of one of the two otherwise'],
    ],
    [
      'many loops for elements',
      {
        repeat: [
          {
            for: { f: '0..5' },
            nodes: [{ for: { s: '0..12' }, each: { id: 'R{f}-{s}', position: { x: '{f}', y: '{s}', z: 20 } } }],
            frames: [
              { for: { s: '0..11' }, each: { ...DIAGONAL, id: 'R{f}-{s}', startNodeId: 'R{f}-{s}', endNodeId: 'R{f}-{s+1}' } },
            ],
            supports: [{ for: { s: '0..12' }, each: { id: 'S{f}-{s}', nodeId: 'R{f}-{s}', restraints: 'fixed' } }],
          },
        ],
      },
      [
        'elements in a loop of their own are a template of their own: {"for": {"f":"0..5","s":"0..11"}, "frames": [what each holds]}',
      ],
    ],
    [
      'a template without a loop for its variable',
      { repeat: [row({})] },
      ['add "for": the loops; {"one":[1]} makes the elements once'],
    ],
    [
      'a default that a kind has not',
      { defaults: { members: { colour: 'red' } }, members: [{ id: 'X', frameIds: ['F1-1'] }] },
      ['members have frameIds, materialId, role, sectionId'],
    ],
  ])('%s', async (_, input, expected) => {
    // biome-ignore format: a row a case
    const { items, failure } = await sent(input)
    expect(failure.detail.map(({ msg }) => msg).join()).not.toContain("'each'")
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

it('units that name no length are told of an empty model too', async () => {
  const made = async (units?: Input) =>
    (await callTool(token, 'service.create_model', { name: 'Empty', ...(units && { units }) })).data
  const codes = async (units?: Input) =>
    ((await made(units)).warnings ?? []).map(({ code }: { code: string }) => code).filter((code: string) => code !== 'same_name')
  expect(await codes({ current: 'SI' })).toEqual(['units_not_stated'])
  expect(await codes({ length: 'cubit' })).toEqual(['units_not_stated'])
  expect(await codes({ current: 'kN, m, C' })).toEqual([])
  expect(await codes()).toEqual([])
})

it('of ids that differ in numbers the one with the nearest is named', async () => {
  const { failure } = await sent(frame({ endNodeId: 'B2-3' }))
  expect(failure.detail.map(({ msg }) => msg)).toEqual(["no node 'B2-3' in the model or this batch; did you mean 'B2-2'?"])
})
