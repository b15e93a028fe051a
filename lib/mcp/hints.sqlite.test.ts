import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '#lib/fixtures/mcp.ts'
import { type Failure, type Input, type Problem, repair } from '#lib/fixtures/repair.ts'
import { newApiKey, signUpUser } from '#lib/fixtures/verbs.ts'

/** Wrong calls of AI clients on a small building, and the way out that each is told: keys that mend it, or words. */

const BUILDING = {
  name: 'Building',
  units: { current: 'kN, m, C' },
  gridLines: [
    ...['A', 'B', 'C'].map((id, i) => ({ id, axis: 'X', coordinate: 6 * i })),
    ...['1', '2'].map((id, i) => ({ id, axis: 'Y', coordinate: 5 * i })),
    ...[0, 1, 2].map((i) => ({ id: `L${i}`, axis: 'Z', coordinate: 3.5 * i })),
    { id: 'R', line: { from: { x: 0, y: 0 }, to: { x: 12, y: 5 } } },
  ],
  materials: [
    { id: 'S355', name: 'S355' },
    { id: 'C30/37', name: 'C30/37' },
  ],
  sections: [
    { id: 'COL', profile: 'HEB 200', materialId: 'S355' },
    { id: 'BEAM', profile: 'IPE 300', materialId: 'S355' },
    { id: 'SLAB', type: 'shell', thickness: 0.2, materialId: 'C30/37' },
  ],
  loadCases: [
    { id: 'G', nature: 'dead', selfWeight: 1 },
    { id: 'Q', nature: 'live' },
  ],
  combinations: [{ id: 'ULS', terms: [{ caseId: 'G', factor: 1.35 }] }],
  repeat: [
    {
      for: { i: '0..2', j: '0..1', k: '0..2' },
      nodes: [{ id: 'N{i}-{j}-{k}', position: { x: '{6*i}', y: '{5*j}', z: '{3.5*k}' } }],
    },
    {
      for: { i: '0..2', j: '0..1', k: '1..2' },
      frames: [{ id: 'C{i}-{j}-{k}', startNodeId: 'N{i}-{j}-{k-1}', endNodeId: 'N{i}-{j}-{k}', sectionId: 'COL' }],
    },
    {
      for: { i: '0..1', j: '0..1', k: '1..2' },
      frames: [{ id: 'B{i}-{j}-{k}', startNodeId: 'N{i}-{j}-{k}', endNodeId: 'N{i+1}-{j}-{k}', sectionId: 'BEAM' }],
      loads: [{ id: 'q{i}-{j}-{k}', caseId: 'Q', frameId: 'B{i}-{j}-{k}', force: { z: -5 } }],
    },
    {
      for: { k: '1..2' },
      areas: [{ id: 'S{k}', nodeIds: ['N0-0-{k}', 'N1-0-{k}', 'N1-1-{k}', 'N0-1-{k}'], sectionId: 'SLAB' }],
    },
    { for: { i: '0..2', j: '0..1' }, supports: [{ id: 'F{i}-{j}', nodeId: 'N{i}-{j}-0', restraints: 'fixed' }] },
  ],
}

let token: string
let building: string
beforeAll(async () => {
  token = await newApiKey((await signUpUser()).id)
  building = await newBuilding()
})

const newBuilding = async (): Promise<string> => (await callTool(token, 'service.create_model', BUILDING)).data.modelId

const edit = (...ops: Input[]) => ({ ops })
const rest = ({ loc: _, type: __, msg: ___, received: ____, ctx: _____, ...told }: Problem & { received?: string }) => told

async function told(tool: string, input: Input) {
  const whole = { modelId: building, ...input }
  const { isError, text } = await callTool(token, `service.${tool}`, whole)
  expect(isError, text).toBe(true)
  const failure = JSON.parse(text) as Failure
  return { whole, failure, items: failure.detail.filter((item) => !('ignored' in item)) }
}

const OF_TWO_KINDS = 'send {"kinds":["nodes","areas"],"ids":["N0-0-1","S1"]}'
const corners = [
  [1, 1, 3.5],
  [2, 1, 3.5],
  [2, 2, 3.5],
]
const opening = corners.map(([x, y, z], k) => ({ id: `A-opening-1-${k + 1}`, position: { x, y, z } }))
const OUTLINE = ['N0-0-1', 'N1-0-1', 'N1-1-1', 'N0-1-1']

describe('keys that mend a call, all of its problems', () => {
  const query = (select: Input): [string, Input] => ['query_model', { select }]
  const section = (profile: unknown): [string, Input] => ['add_model_elements', { sections: [{ id: 'X', profile }] }]
  const mirror = (fields: Input): [string, Input] => ['edit_model', edit({ select: { all: true }, mirror: fields })]
  const area = (fields: Input): [string, Input] => ['add_model_elements', { areas: [{ id: 'A', nodeIds: OUTLINE, ...fields }] }]
  const term = (caseId: string): [string, Input] => ['add_model_elements', { combinations: [{ id: 'X', terms: [{ caseId, factor: 1 }] }] }] // biome-ignore format: one call

  it.each<[string, [string, Input], Partial<Problem>[]]>([
    [
      'loads by what they are on',
      ['query_model', { select: { role: ['beam'] }, show: ['load'] }],
      [
        {
          in: 'arguments',
          send: { select: { kinds: ['loads'], connectedTo: { role: ['beam'] } } },
          fix: 'these are the loads on them; what they carry is told by analyse_model, show forces or reactions',
        },
      ],
    ],
    [
      'combinations',
      ['analyse_model', { combinations: ['ULS'] }],
      [{ in: 'arguments', send: { cases: ['ULS'] }, drop: ['combinations'] }],
    ],
    [
      'combinations beside cases',
      ['analyse_model', { cases: ['G'], combinations: ['ULS'] }],
      [{ in: 'arguments', send: { cases: ['G', 'ULS'] }, drop: ['combinations'] }],
    ],
    ['all cases', ['analyse_model', { cases: 'all' }], [{ in: 'arguments', drop: ['cases'] }]],
    ['a case by its nature', ['analyse_model', { cases: ['live'] }], [{ in: 'arguments', send: { cases: ['Q'] } }]],
    ['moments', ['analyse_model', { show: ['moments'] }], [{ in: 'arguments', send: { show: ['forces'] } }]],
    ['a moment by its axis', ['analyse_model', { show: ['M3'] }], [{ in: 'arguments', send: { show: ['forces'] } }]],
    ['a modal analysis', ['analyse_model', { type: 'modal' }], [{ in: 'arguments', send: { show: ['modes'] }, drop: ['type'] }]],
    ['a linear analysis', ['analyse_model', { analysisType: 'linear' }], [{ in: 'arguments', drop: ['analysisType'] }]],
    [
      'a node of rows',
      ['analyse_model', { show: ['displacements'], select: { nodes: ['N0-0-1'] } }],
      [{ in: 'select', send: { kinds: ['nodes'], ids: ['N0-0-1'] }, drop: ['nodes'] }],
    ],
    [
      'a mode in a picture',
      ['render_model', { mode: 2 }],
      [{ in: 'arguments', send: { results: { case: 'mode 2', show: 'deflected' } }, drop: ['mode'] }],
    ],
    [
      'a deformed picture',
      ['render_model', { deformed: true }],
      [{ in: 'arguments', send: { results: { show: 'deflected' } }, drop: ['deformed'] }],
    ],
    [
      'a view at a skew line',
      ['render_model', { views: ['grid'], gridLineId: 'R' }],
      [{ in: 'arguments', send: { views: ['square'], of: { on: ['R'] } }, drop: ['gridLineId'] }],
    ],
    [
      'a view at no line',
      ['render_model', { views: ['square'], of: { on: ['R'] }, gridLineId: 'R' }],
      [{ in: 'arguments', drop: ['gridLineId'] }],
    ],
    ['a grid line without its view', ['render_model', { gridLineId: 'A' }], [{ in: 'arguments', send: { views: ['grid'] } }]],
    [
      'a grid line beside another view',
      ['render_model', { view: 'front', gridLineId: 'A' }],
      [{ in: 'arguments', send: { views: ['grid'] }, drop: ['view'] }],
    ],
    ['a file for a program', ['export_model', { format: 'sap2000' }], [{ in: 'arguments', send: { format: 's2k' } }]],
    ['a file for Revit', ['export_model', { format: 'rvt' }], [{ in: 'arguments', send: { format: 'ifc' } }]],
    ['a table for Excel', ['export_model', { format: 'excel' }], [{ in: 'arguments', send: { format: 'xlsx' } }]],
    [
      'a comment by its name',
      ['add_comment', { comment: 'Too slender?' }],
      [{ in: 'arguments', send: { text: 'Too slender?' }, drop: ['comment'] }],
    ],
    [
      'a comment on a beam',
      ['add_comment', { text: 'Too slender?', elements: [{ kind: 'beam', id: 'B0-0-1' }] }],
      [{ in: 'arguments', send: { elements: [{ kind: 'frame', id: 'B0-0-1' }] } }],
    ],
    ['one station', ['analyse_model', { show: ['forces'], at: 0.5 }], [{ in: 'arguments', send: { at: [0.5] } }]],
    [
      'frames of rows',
      ['analyse_model', { show: ['forces'], frames: ['B0-0-1'] }],
      [{ in: 'arguments', send: { select: { kinds: ['frames'], ids: ['B0-0-1'] } }, drop: ['frames'] }],
    ],
    [
      'a column in capitals',
      ['analyse_model', { show: ['reactions'], sort: '-Fz' }],
      [{ in: 'arguments', send: { sort: '-fz' } }],
    ],
    ['a column in a list', ['query_model', { show: ['mass'], sort: ['-mass'] }], [{ in: 'arguments', send: { sort: '-mass' } }]],
    [
      'a column by another word',
      ['query_model', { show: ['mass'], sort: '-weight' }],
      [{ in: 'arguments', send: { sort: '-mass' } }],
    ],
    [
      'rows by what is not shown',
      ['query_model', { select: { role: 'beam' }, sort: 'length desc' }],
      [{ in: 'arguments', send: { fields: ['length'], sort: '-length' } }],
    ],
    [
      'groups by what is not shown',
      ['query_model', { groupBy: 'section', sort: '-surface' }],
      [{ in: 'arguments', send: { show: ['count', 'surface'], sort: '-surface' } }],
    ],
    [
      'fields by the names of others',
      ['query_model', { select: { ids: ['B0-0-1'] }, fields: ['length', 'start', 'end', 'rotation'] }],
      [{ in: 'arguments', send: { fields: ['length', 'startNodeId', 'endNodeId', 'rotation'] } }],
    ],
    [
      'coordinates',
      ['query_model', { select: { kinds: ['nodes'] }, fields: ['x', 'y', 'z'] }],
      [{ in: 'arguments', send: { fields: ['position.x', 'position.y', 'position.z'] } }],
    ],
    [
      'a unit in full',
      ['query_model', { show: ['length', 'mass'], unit: ['millimetres', 'tonnes'] }],
      [{ in: 'arguments', send: { unit: ['mm', 't'] } }],
    ],
    ['a unit of areas', ['query_model', { show: ['area'], unit: 'sq ft' }], [{ in: 'arguments', send: { unit: 'ft2' } }]],
    [
      'codes by a word of theirs',
      ['check_model', { codes: ['duplicates'] }],
      [{ in: 'arguments', send: { codes: ['duplicate_frame', 'duplicate_load'] } }],
    ],
    ['rows beyond the most', ['query_model', { limit: 5000 }], [{ in: 'arguments', send: { limit: 1000 } }]],
    [
      'groups asked of by',
      ['query_model', { show: ['mass'], by: 'storey' }],
      [{ in: 'arguments', send: { groupBy: ['storey'] }, drop: ['by'] }],
    ],
    [
      'fields in one text',
      ['query_model', { fields: 'id,sectionId', select: { kinds: ['frames'] } }],
      [{ in: 'arguments', send: { fields: ['id', 'sectionId'] } }],
    ],
    [
      'a storey to copy',
      ['edit_model', edit({ select: { all: true }, toLevels: { from: 'L1', to: ['L2'] } })],
      [{ in: 'ops[0]', send: { select: { storey: ['L1'] } } }],
    ],
    [
      'a storey that select says',
      ['edit_model', edit({ select: { storey: 'L1' }, toLevels: ['L2'] })],
      [{ in: 'ops[0]', send: { toLevels: { from: 'L1', to: ['L2'] } } }],
    ],
    ...['A/1', 'A-1', 'A1', 'A,1', 'A & 1', 'grid A-1'].map((on): [string, [string, Input], Partial<Problem>[]] => [
      on,
      query({ on }),
      [{ in: 'select', send: { on: ['A', '1'] } }],
    ]),
    ['lines by what they are', query({ on: ['Grid A', 'line 1'] }), [{ in: 'select', send: { on: ['A', '1'] } }]],
    ['a range with a dash', query({ on: ['A-C'] }), [{ in: 'select', send: { on: ['A..C'] } }]],
    ['lines in a list of lists', query({ on: [['A', '1']] }), [{ in: 'select', send: { on: ['A', '1'] } }]],
    ['lines by axis', query({ on: { X: 'A', Y: '1' } }), [{ in: 'select', send: { on: ['A', '1'] } }]],
    ['lines under another name', query({ grid: 'A' }), [{ in: 'select', send: { on: 'A' }, drop: ['grid'] }]],
    ['a level by its number', query({ storey: 'Level 1' }), [{ in: 'select', send: { storey: 'L1' } }]],
    ['a bay in one text', query({ bay: 'A-B/1-2' }), [{ in: 'select', send: { bay: ['A-B', '1-2'] } }]],
    ['two lines in one text', query({ between: 'A-B' }), [{ in: 'select', send: { between: ['A', 'B'] } }]],
    ['two lines in one text, in a list', query({ between: ['A-B'] }), [{ in: 'select', send: { between: ['A', 'B'] } }]],
    [
      'a box by its corners',
      query({ box: { min: [0, 0, 0], max: [6, 5, 3.5] } }),
      [{ in: 'select', send: { box: { x: [0, 6], y: [0, 5], z: [0, 3.5] } } }],
    ],
    [
      'ids of a kind',
      query({ nodes: ['N0-0-1'] }),
      [{ in: 'select', send: { kinds: ['nodes'], ids: ['N0-0-1'] }, drop: ['nodes'] }],
    ],
    ['a kind alone', query({ frames: true }), [{ in: 'select', send: { kinds: ['frames'] }, drop: ['frames'] }]],
    [
      'ids of a kind, of what is connected',
      query({ role: 'beam', connectedTo: { node: 'N0-0-1' } }),
      [{ in: 'select', send: { connectedTo: { kinds: ['nodes'], ids: ['N0-0-1'] } } }],
    ],
    ['an opposite', query({ supported: true }), [{ in: 'select', send: { unsupported: false }, drop: ['supported'] }]],
    ['a kind by another name', query({ type: 'frames' }), [{ in: 'select', send: { kinds: ['frames'] }, drop: ['type'] }]],
    [
      'conditions joined',
      query({ and: [{ role: 'column' }, { storey: 'L1' }] }),
      [{ in: 'select', send: { role: 'column', storey: 'L1' }, drop: ['and'] }],
    ],
    [
      'alternatives of one condition',
      query({ or: [{ role: 'column' }, { role: 'beam' }] }),
      [{ in: 'select', send: { role: ['column', 'beam'] }, drop: ['or'] }],
    ],
    ['an id to leave out', query({ all: true, not: 'C0-0-1' }), [{ in: 'select', send: { not: { ids: ['C0-0-1'] } } }]],
    [
      'a selection in words',
      ['query_model', { select: 'all columns' }],
      [{ in: 'arguments', send: { select: { role: ['column'] } } }],
    ],
    ['nothing said of what is read', query({}), [{ in: 'arguments', drop: ['select'] }]],
    [
      'a mirror by its axis',
      mirror({ axis: 'X', at: 12, copy: true }),
      [{ in: 'ops[0]', send: { mirror: { plane: 'X', at: 12, copy: true } } }],
    ],
    [
      'a mirror by a coordinate',
      mirror({ plane: 'YZ', x: 12, keep: true }),
      [{ in: 'ops[0]', send: { mirror: { plane: 'X', at: 12, copy: true } } }],
    ],
    ['a mirror at a line', mirror({ about: 'C', copy: true }), [{ in: 'ops[0]', send: { mirror: { on: 'C', copy: true } } }]],
    [
      'a grade behind a profile',
      section('IPE300 S355'),
      [{ in: 'sections[0]', send: { profile: 'IPE300', materialId: 'S355' } }],
    ],
    [
      'a grade that is no material yet',
      section('HEA 200 S460'),
      [
        {
          in: 'arguments',
          send: { sections: [{ id: 'X', profile: 'HEA 200', materialId: 'S460' }], materials: [{ id: 'S460', name: 'S460' }] },
        },
      ],
    ],
    ['a profile as an object', section({ name: 'IPE 300' }), [{ in: 'sections[0]', send: { profile: 'IPE 300' } }]],
    [
      'a pattern under another name',
      [
        'edit_model',
        edit({ select: { role: 'beam' }, set: { label: 'x' } }, { select: { role: 'column' }, renumber: { pattern: 'K{n}' } }),
      ],
      [{ in: 'ops[1]', send: { renumber: { id: 'K{n}' } } }],
    ],
    [
      'a beginning of ids',
      ['edit_model', edit({ select: { role: 'column' }, renumber: { prefix: 'K', start: 3 } })],
      [{ in: 'ops[0]', send: { renumber: { id: 'K{n}', start: 3 } } }],
    ],
    [
      'an order in letters',
      ['edit_model', edit({ select: { role: 'column' }, renumber: { id: 'K{n}', by: 'zx' } })],
      [{ in: 'ops[0]', send: { renumber: { id: 'K{n}', by: ['z', 'x'] } } }],
    ],
    [
      'releases as of nodes',
      ['edit_model', edit({ select: { role: 'beam' }, set: { releases: { start: { r3: true }, end: { r3: true } } } })],
      [{ in: 'ops[0]', send: { set: { releases: { start: { m3: true }, end: { m3: true } } } } }],
    ],
    [
      'releases of one frame of several',
      [
        'add_model_elements',
        {
          frames: [
            { id: 'X1', startNodeId: 'N0-0-0', endNodeId: 'N1-0-1' },
            { id: 'X2', startNodeId: 'N1-0-0', endNodeId: 'N2-0-1', releases: { i: 'pinned' } },
          ],
        },
      ],
      [{ in: 'frames[1]', send: { releases: { start: { m2: true, m3: true } } } }],
    ],
    [
      'releases of what an op adds',
      [
        'edit_model',
        edit({ add: { frames: [{ id: 'X1', startNodeId: 'N0-0-0', endNodeId: 'N1-0-1', releases: { end: { M3: true } } }] } }),
      ],
      [{ in: 'ops[0].add.frames[0]', send: { releases: { end: { m3: true } } } }],
    ],
    [
      'a load on two things',
      [
        'add_model_elements',
        { loads: [{ id: 'X', caseId: 'Q', nodeId: 'N0-0-1', areaId: 'S1', type: 'pressure', force: { z: -5 } }] },
      ],
      [{ in: 'loads[0]', drop: ['nodeId'] }],
    ],
    ['a case by its nature, in a term', term('LIVE'), [{ in: 'combinations[0]', send: { terms: [{ caseId: 'Q', factor: 1 }] } }]],
    [
      'a combination for a case',
      term('ULS'),
      [{ in: 'combinations[0]', send: { terms: [{ factor: 1, combinationId: 'ULS' }] } }],
    ],
    [
      'factors by case',
      ['add_model_elements', { combinations: [{ id: 'X', factors: { G: 1.35, Q: 1.5 } }] }],
      [
        {
          in: 'combinations[0]',
          send: {
            terms: [
              { caseId: 'G', factor: 1.35 },
              { caseId: 'Q', factor: 1.5 },
            ],
          },
          drop: ['factors'],
        },
      ],
    ],
    [
      'an opening by coordinates',
      area({ openings: [corners] }),
      [
        {
          in: 'arguments',
          send: { nodes: opening, areas: [{ id: 'A', nodeIds: OUTLINE, openingNodeIds: [opening.map(({ id }) => id)] }] },
        },
      ],
    ],
    [
      'an opening by points',
      area({ openings: [corners.map(([x, y, z]) => ({ x, y, z }))] }),
      [
        {
          in: 'arguments',
          send: { nodes: opening, areas: [{ id: 'A', nodeIds: OUTLINE, openingNodeIds: [opening.map(({ id }) => id)] }] },
        },
      ],
    ],
    [
      'an opening in an object',
      area({ openings: [{ nodeIds: OUTLINE }] }),
      [{ in: 'areas[0]', send: { openingNodeIds: [OUTLINE] }, drop: ['openings'] }],
    ],
    [
      'a piece for its length',
      ['edit_model', edit({ select: { ids: ['B0-0-1'] }, divide: { spacing: 2 } })],
      [{ in: 'ops[0]', send: { divide: { every: 2 } } }],
    ],
    [
      'a move within a move',
      ['edit_model', edit({ select: { on: 'C' }, move: { by: { x: 0.5 } } })],
      [{ in: 'ops[0]', send: { move: { x: 0.5 } } }],
    ],
    [
      'a centre and degrees',
      ['edit_model', edit({ select: { all: true }, rotate: { axis: 'Z', degrees: 90, center: { x: 0, y: 0 } } })],
      [{ in: 'ops[0]', send: { rotate: { axis: 'Z', angle: 90, about: { x: 0, y: 0 } } } }],
    ],
    [
      'a position in a row',
      ['edit_model', edit({ select: { ids: ['N0-0-2'] }, set: { position: [0, 0, 7.5] } })],
      [{ in: 'ops[0]', send: { set: { position: { x: 0, y: 0, z: 7.5 } } } }],
    ],
    [
      'another id, from and to',
      ['edit_model', edit({ rename: { from: 'N0-0-2', to: 'X' } })],
      [{ in: 'ops[0]', send: { select: { ids: ['N0-0-2'] }, renumber: { id: 'X' } }, drop: ['rename'] }],
    ],
    [
      'another id, as a name',
      ['edit_model', edit({ name: { from: 'N0-0-2', to: 'X' } })],
      [{ in: 'ops[0]', send: { select: { ids: ['N0-0-2'] }, renumber: { id: 'X' } }, drop: ['name'] }],
    ],
    [
      'another id, by the one before',
      ['edit_model', edit({ rename: { 'N0-0-2': 'X' } })],
      [{ in: 'ops[0]', send: { select: { ids: ['N0-0-2'] }, renumber: { id: 'X' } }, drop: ['rename'] }],
    ],
    [
      'another id of what is selected',
      ['edit_model', edit({ select: { ids: ['N0-0-2'] }, rename: { to: 'X' } })],
      [{ in: 'ops[0]', send: { select: { ids: ['N0-0-2'] }, renumber: { id: 'X' } }, drop: ['rename'] }],
    ],
    [
      'the type of a support',
      ['edit_model', edit({ select: { kinds: ['supports'] }, set: { type: 'pinned' } })],
      [{ in: 'ops[0]', send: { set: { restraints: 'pinned' } } }],
    ],
    [
      'an array along an axis',
      ['edit_model', edit({ select: { role: 'column' }, array: { count: 2, dx: 30 } })],
      [{ in: 'ops[0]', send: { copy: { by: { x: 30 }, times: 2 } }, drop: ['array'] }],
    ],
    [
      'a scale from a unit',
      ['edit_model', edit({ scale: { from: 'mm', to: 'metres' } })],
      [{ in: 'ops[0]', send: { scale: { factor: 0.001, unit: 'm' } } }],
    ],
    [
      'the place of a line',
      ['edit_model', edit({ select: { kinds: ['gridLines'], ids: ['C'] }, set: { position: 13 } })],
      [{ in: 'ops[0]', send: { set: { coordinate: 13 } } }],
    ],
  ])('%s', async (_, [tool, input], expected) => {
    // biome-ignore format: a row a case
    const { whole, failure, items } = await told(tool, input)
    expect(items.map(rest)).toEqual(expected)
    const again = await callTool(token, `service.${tool}`, { ...repair(whole, failure), modelId: await newBuilding() })
    expect(again.isError, again.text).toBe(false)
  })
})

describe('words where nobody but the caller knows', () => {
  it.each<[string, string, Input, string[]]>([
    ['a case that is spelt like another', 'analyse_model', { cases: ['SLS'] }, []],
    [
      'a load on a node and an area',
      'add_model_elements',
      { loads: [{ id: 'X', caseId: 'Q', nodeId: 'N0-0-1', areaId: 'S1', force: { z: -5 } }] },
      ['leave out nodeId or areaId; a load on each is two loads'],
    ],
    [
      'a load on nothing',
      'add_model_elements',
      { loads: [{ id: 'X', caseId: 'Q', force: { z: -5 } }] },
      ['add "nodeId", "frameId" or "areaId": what the load is on'],
    ],
    [
      'nothing said of what goes',
      'edit_model',
      edit({ select: {}, remove: true }),
      ['say which: "ids", "kinds", "role", "section", "storey", "on" …; {"all": true} is the whole model'],
    ],
    [
      'a case that there is none of',
      'add_model_elements',
      { combinations: [{ id: 'X', terms: [{ caseId: 'Snow', factor: 1 }] }] },
      ['add a load case with id "Snow" in this call, or refer to one that exists: "G", "Q"'],
    ],
    [
      'sizes of a series',
      'add_model_elements',
      { sections: [{ id: 'X', profile: 'IPE 200-300' }] },
      ['a section has one profile, such as "IPE 200"; find_sections lists those from 200 to 300'],
    ],
    [
      'one of two profiles',
      'add_model_elements',
      { sections: [{ id: 'X', profile: 'IPE 300 or HEA 200' }] },
      ['a section has one profile: "IPE 300" or "HEA 200"'],
    ],
    [
      'one id for many',
      'edit_model',
      edit({ select: { role: 'column' }, renumber: { id: 'K' } }),
      ['ids are unique: put the number into it, as in "K-{n}"'],
    ],
    [
      'an id that is taken',
      'edit_model',
      edit({ select: { ids: ['C0-0-1'] }, renumber: { id: 'C0-0-2' } }),
      ['choose an id that is free, or renumber the other first, by an op before'],
    ],
    [
      'an area to divide',
      'edit_model',
      edit({ select: { ids: ['S1'] }, divide: { parts: 2 } }),
      ['this works on frames, and "S1" is an area'],
    ],
    [
      'a level by a height',
      'edit_model',
      edit({ select: { storey: 'L1' }, toLevels: { from: 'L1', to: [10.5] } }),
      ['name a level of the model; a new one is a grid line, {"id": …, "axis": "Z", "coordinate": 10.5}, added by an op before'],
    ],
    [
      'a rectangle for an opening',
      'add_model_elements',
      { areas: [{ id: 'A', nodeIds: OUTLINE, openings: [{ x: 1, y: 1, w: 2, h: 1 }] }] },
      [
        'corners are nodes, which have x, y and z: send nodes at (1, 1) (3, 1) (3, 2) (1, 2), if x and y are a corner in coordinates of the model, in the plane of the area, and their ids in openingNodeIds',
      ],
    ],
    [
      'stations as lengths',
      'analyse_model',
      { show: ['forces'], at: [0, 3, 6] },
      ["a share of the frame's length, 0 to 1", "a share of the frame's length, 0 to 1"],
    ],
    ...[{ secondOrder: true }, { pdelta: true }, { method: 'P-Delta' }].map((input): [string, string, Input, string[]] => [
      `no analysis by ${JSON.stringify(input)}`,
      'analyse_model',
      input,
      [`there is linear elastic analysis, first order, and periods: leave out '${Object.keys(input)[0]}'`],
    ]),
    ['loads of no case', 'render_model', { loads: true }, ['name a load case: G, Q']],
    [
      'a diagram',
      'render_model',
      { diagram: 'M3' },
      ['send "results": {"case": a load case, a combination or "mode 1", "show": "deflected", "m3", …}'],
    ],
    [
      'a file that there is none of',
      'export_model',
      { format: 'staad' },
      ['what reads none of these of its own reads saf, ifc or dxf'],
    ],
    [
      'a file at an address',
      'import_model',
      { url: 'https://example.org/a.s2k' },
      [
        'arguments here: upload, text, name, units, up, dryRun, strict', // of modelId
        'no addresses are read: call service.import_model without arguments, PUT the bytes to its uploadUrl; or send "text"',
      ],
    ],
    [
      'nothing to undo',
      'restore_revision',
      { undo: true },
      ['nothing to undo: the model is as revision 1 made it; send "revision" to bring back another'],
    ],
    [
      'an element without its kind',
      'add_comment',
      { text: 'x', elements: ['B0-0-1'] },
      ['send {"kind": …, "id": "B0-0-1"}; kind is frame, node, area, support, grid_line'],
    ],
    [
      'a length alone',
      'query_model',
      { select: { length: 6 } },
      ['length is [from, to], null is open: [6,null] from 6 on, [null,6] up to it, [6,6] exactly'],
    ],
    ['a force for a mass', 'query_model', { show: ['mass'], unit: ['kip'] }, ['kip is a force; masses are in kg, t, g, lb, ton']],
    [
      'a unit that there is none of',
      'query_model',
      { show: ['length'], unit: ['furlong'] },
      ['mm, cm, m, km, in, ft, yd, these with 2 or 3, or l, kg, t, g, lb, ton'],
    ],
    [
      'a key of groups among fields',
      'query_model',
      { select: { role: 'beam' }, fields: ['storey'] },
      ['storey is what groups are by: "groupBy": ["storey"], with "show": ["ids"] for their elements'],
    ],
    ['ids of two kinds', 'query_model', { select: { nodes: ['N0-0-1'], areas: ['S1'] } }, [OF_TWO_KINDS, OF_TWO_KINDS]],
    [
      'alternatives of several conditions',
      'query_model',
      { select: { or: [{ role: 'column' }, { storey: 'L1' }] } },
      ['values in the list of one condition are alternatives, as role: ["column", "beam"]; other alternatives are a call each'],
    ],
    [
      'a place to move to',
      'edit_model',
      edit({ select: { on: 'C' }, move: { to: { x: 13 } } }),
      ['move is how far, {x, y, z}; a place is "set": {"position": {…}}'],
    ],
    [
      'another id of nothing said',
      'edit_model',
      edit({ rename: { to: 'X' } }),
      ['an id is changed by "renumber": {"id": …} beside "select"; the model alone has a name'],
    ],
    [
      'a name for what is selected',
      'edit_model',
      edit({ select: { ids: ['N0-0-2'] }, name: 'X' }),
      ['name is that of the model; elements have ids, by "renumber": {"id": "X"}, and labels, by "set": {"label": …}'],
    ],
    [
      'a scale for what is selected',
      'edit_model',
      edit({ select: { role: 'column' }, scale: { to: 'mm' } }),
      ['scale is of the whole model: leave select out'],
    ],
    [
      'an array without a direction',
      'edit_model',
      edit({ select: { role: 'column' }, array: { count: 3, spacing: 3 } }),
      ['say which way: "copy": {"by":{"x":3},"times":3}, or y or z in place of x'],
    ],
    [
      'a copy without a direction',
      'edit_model',
      edit({ select: { role: 'column' }, copy: { count: 3, spacing: 3 } }),
      ['say which way: "copy": {"by":{"x":3},"times":3}, or y or z in place of x', 'as said of by', 'as said of by'],
    ],
    [
      'a load without a direction',
      'edit_model',
      edit({ select: { role: 'floor' }, load: { case: 'Q', value: -3 } }),
      [
        `rename 'case': "caseId": "Q"`,
        `rename 'case': "caseId"`,
        'force is {x, y, z}; say which in place of "value": {"z":-3}, {"x":-3} or {"y":-3}; down is a negative z',
      ],
    ],
    [
      'a mirror that lies nowhere',
      'edit_model',
      edit({ select: { all: true }, mirror: { plane: 'X', copy: true } }),
      ['add "at": where the plane lies on that axis; or send "on": a grid line, in its place'],
    ],
  ])('%s', async (_, tool, input, expected) => {
    // biome-ignore format: a row a case
    const { items } = await told(tool, input)
    expect(items.filter((item) => item.send || item.drop)).toEqual([])
    expect(items.flatMap(({ fix }) => fix ?? [])).toEqual(expected)
  })
})

it('a role is a field, set or guessed', async () => {
  const { data } = await callTool(token, 'service.query_model', {
    modelId: building,
    select: { ids: ['B0-0-1', 'C0-0-1', 'S1'] },
    fields: ['role'],
  })
  expect(data).toMatchObject({
    columns: ['kind', 'id', 'role'],
    rows: [
      ['frame', 'C0-0-1', 'column'],
      ['frame', 'B0-0-1', 'beam'],
      ['area', 'S1', 'floor'],
    ],
  })
})

it.each([
  ['unit', 'query_model', { show: ['mass'], unit: ['kip'] }, 'Input should be one of 27 words'],
  ['codes', 'check_model', { codes: ['seismic'] }, /^Input should be one of \d\d words$/],
])('a long list of words is said once, of %s', async (_, tool, input, msg) => {
  const { failure } = await told(tool, input)
  expect(failure.detail[0]?.msg).toMatch(msg)
})

it('a field that there is none of is told where it stands', async () => {
  const { items } = await told('query_model', { select: { ids: ['B0-0-1'] }, fields: ['length', 'colour'] })
  expect(items).toMatchObject([{ loc: ['body', 'fields', 1], received: '"colour"' }])
})

describe('what a model lacks to be analysed', () => {
  const changed = async (...ops: Input[]) => {
    const modelId = await newBuilding()
    await callTool(token, 'service.edit_model', { modelId, ops })
    return told('analyse_model', { modelId })
  }
  const EDIT = 'service.edit_model'
  it.each<[string, Input, string]>([
    [
      'the section of a frame',
      { select: { kinds: ['frames'], ids: ['B0-0-1'] }, set: { sectionId: null } },
      `${EDIT} {"ops":[{"select":{"kinds":["frames"],"ids":["B0-0-1"]},"set":{"sectionId":…}}]}`,
    ],
    [
      'materials',
      { select: { kinds: ['sections'], ids: ['COL'] }, set: { materialId: null } },
      `${EDIT} {"ops":[{"select":{"kinds":["frames"],…},"set":{"materialId":…}}]}, or on their sections`,
    ],
    [
      'supports',
      { select: { kinds: ['supports'] }, remove: true },
      'service.add_model_elements {"supports":[{"id":…,"nodeId":…,"restraints":"fixed"}]} at each foot',
    ],
    ['a unit of force', { units: { current: null, length: 'm' } }, `${EDIT} {"ops":[{"units":{"force":…}}]}`],
  ])('%s', async (_, op, fix) => {
    const { items } = await changed(op)
    expect(items[0]).toMatchObject({ type: 'cannot_analyse', fix })
  })

  it('frames', async () => {
    const { items } = await changed({ select: { kinds: ['frames'] }, remove: { cascade: true } })
    expect(items.map(({ fix }) => fix)).toContain(
      'frames are analysed, areas only load and weigh: add frames, or service.export_model to a program with shells',
    )
  })
})

describe('an answer says', () => {
  const answer = async (tool: string, input: Input) => {
    const { data, isError, text } = await callTool(token, `service.${tool}`, { modelId: building, ...input })
    expect(isError, text).toBe(false)
    return data
  }

  it('that the selection has nothing that rows are of', async () => {
    const select = { ids: ['B0-0-1'] }
    const nodes = { kinds: ['nodes'], ids: ['N0-0-2'] }
    expect(await answer('analyse_model', { show: ['reactions'], select })).toMatchObject({
      total: { reactions: 0 },
      notes: ['reactions are of supported nodes, and none is selected'],
    })
    expect((await answer('analyse_model', { show: ['forces'], select: nodes })).notes).toEqual([
      'forces are of frames, and none is selected',
    ])
    expect(await answer('analyse_model', { show: ['forces'], select })).not.toHaveProperty('notes')
  })

  it('which span of a member a row is of', async () => {
    const modelId = await newBuilding()
    const members = [{ id: 'M', frameIds: ['B0-0-1', 'B1-0-1'] }]
    await callTool(token, 'service.add_model_elements', { modelId, members })
    const { rows } = await answer('analyse_model', { modelId, show: ['beams'], cases: ['Q'], select: { storey: 'L1' } })
    const spans = rows.beams.map(({ id, frame }: Record<string, string>) => [id, frame])
    expect(spans).toEqual([
      ['M', 'B0-0-1'],
      ['B0-1-1', undefined],
      ['M', 'B1-0-1'],
      ['B1-1-1', undefined],
    ])
  })

  it('periods, where they are asked for by true', async () => {
    expect((await answer('analyse_model', { modes: true })).modes).toHaveLength(3)
  })

  it('that there are no loads to draw', async () => {
    const modelId = await newBuilding()
    await callTool(token, 'service.add_model_elements', { modelId, loadCases: [{ id: 'W', nature: 'wind' }] })
    const drawn = async (loads: string) => {
      const { text } = await callTool(token, 'service.render_model', { modelId, loads, width: 300, height: 300 })
      return JSON.parse(text)
    }
    expect((await drawn('W')).note).toBe("load case 'W' has no loads")
    expect(await drawn('Q')).not.toHaveProperty('note')
  })
})

it('loads are grouped by what they are on', async () => {
  const { data } = await callTool(token, 'service.query_model', {
    modelId: building,
    show: ['load'],
    groupBy: ['role', 'section'],
  })
  expect(data.groups).toEqual([{ role: 'beam', section: 'BEAM', load: [0, 0, -240] }])
})

it.each([
  [
    'what an op before made so',
    { section: 'COL' },
    ['8 of these had their sectionId set by ops[0]: an op selects from what those before it left, so a swap takes ids'],
  ],
  ['nothing of what it did not', { role: 'column' }, undefined],
])('an op that selects by what is set tells %s', async (_, select, notes) => {
  const swap = edit({ select: { section: 'BEAM' }, set: { sectionId: 'COL' } }, { select, set: { sectionId: 'BEAM' } })
  const { text, data } = await callTool(token, 'service.edit_model', { modelId: building, ...swap, dryRun: true })
  expect(data.ops, text).toMatchObject([{ replaced: { frames: 8 } }, {}])
  expect(data.ops[1].notes).toEqual(notes)
})

describe('an edit that makes a load twice', () => {
  const load = { caseId: 'Q', force: { z: -5 } }
  it.each<[string, Input, string]>([
    ['by add', { add: { loads: [{ id: 'again', frameId: 'B0-0-1', ...load }] } }, 'again'],
    ['on what is selected', { select: { ids: ['B0-0-1'] }, load }, 'B0-0-1~Q'],
  ])('%s says so', async (_, op, id) => {
    const { data } = await callTool(token, 'service.edit_model', { modelId: building, ops: [op], dryRun: true })
    expect(data.warnings).toMatchObject([{ code: 'duplicate_load', message: `2 loads of case 'Q' on frame 'B0-0-1' are equal: 'q0-0-1' and '${id}'` }]) // biome-ignore format: one answer
  })

  it('says nothing of loads that were equal before', async () => {
    const modelId = await newBuilding()
    await callTool(token, 'service.edit_model', {
      modelId,
      ops: [{ add: { loads: [{ id: 'again', frameId: 'B0-0-1', ...load }] } }],
    })
    const other = { add: { loads: [{ id: 'other', frameId: 'B1-0-1', caseId: 'Q', force: { z: -1 } }] } }
    const { data } = await callTool(token, 'service.edit_model', { modelId, ops: [other] })
    expect(data.warnings).toBeUndefined()
  })
})
