import { expect, it } from 'vitest'
import { limits } from '#lib/runtime/limits.ts'
import { ConstructModelElementsBatch } from '#lib/schema/request-bodies.ts'
import { EMPTY_MODEL, judgeBatch, type ModelIds } from './judge-batch.ts'
import { parse } from './parse.ts'

const NODES = [
  { id: 'N1', position: { x: 0, y: 0, z: 0 } },
  { id: 'N2', position: { x: 4, y: 0, z: 0 } },
  { id: 'N3', position: { x: 4, y: 4, z: 0 } },
]
const MODEL = {
  nodes: NODES,
  frames: [{ id: 'F1', startNodeId: 'N1', endNodeId: 'N2' }],
  areas: [{ id: 'A1', nodeIds: ['N1', 'N2', 'N3'] }],
  loadCases: [{ id: 'D' }],
}

/** Everything that is wrong with a batch, of its fields and beyond. */
function wrong(batch: object, model: ModelIds = EMPTY_MODEL): string[] {
  const parsed = parse(ConstructModelElementsBatch, structuredClone(batch))
  const { issues } = judgeBatch(parsed.value, model, parsed.ok ? undefined : parsed.failed)
  return [...(parsed.ok ? [] : parsed.issues), ...issues].map(({ type, loc, msg }) => `${loc.join('.')} ${type}: ${msg}`)
}
const ofLoad = (load: object) => wrong({ ...MODEL, loads: [{ id: 'P', caseId: 'D', ...load }] })

it('takes each type of load on what it is for, and says nothing that was not said', () => {
  const loads = [
    { id: 'a', caseId: 'D', nodeId: 'N1', force: { z: -5 }, moment: { x: 1 } },
    { id: 'b', caseId: 'D', nodeId: 'N1', type: 'displacement', displacement: { z: -0.01 }, rotation: { y: 0.001 } },
    { id: 'c', caseId: 'D', frameId: 'F1', force: { z: -1.2 }, forceEnd: { z: -2 }, axes: 'projected', from: 0.25, to: 0.75 },
    { id: 'd', caseId: 'D', frameId: 'F1', type: 'point', force: { y: 1 }, at: 0.5, axes: 'local' },
    { id: 'e', caseId: 'D', frameId: 'F1', type: 'temperature', temperature: 30, gradient: { y: 5 } },
    { id: 'f', caseId: 'D', areaId: 'A1', force: { z: -3 }, spread: 'one-way', span: { x: 1 } },
    { id: 'g', caseId: 'D', nodeId: 'N1', force: { z: 0 }, moment: {} },
  ]
  expect(wrong({ ...MODEL, loads })).toEqual([])
  const parsed = parse(ConstructModelElementsBatch, structuredClone({ ...MODEL, loads }))
  expect(parsed.value?.loads).toEqual(loads)
})

it.each<[object, ...string[]]>([
  [{}, 'loads.0 value_error: Value error, a load is on a node, a frame or an area: give one of nodeId, frameId, areaId'],
  [
    { nodeId: 'N1', frameId: 'F1' },
    'loads.0 value_error: Value error, a load is on a node, a frame or an area: give one of nodeId, frameId, areaId',
  ],
  [
    { frameId: 'F1', type: 'pressure' },
    'loads.0.type value_error: Value error, a frame takes distributed, point or temperature, not pressure',
  ],
  [{ nodeId: 'N1', type: 'point' }, 'loads.0.type value_error: Value error, a node takes force or displacement, not point'],
  [{ areaId: 'A1', type: 'force' }, 'loads.0.type value_error: Value error, an area takes pressure, not force'],
  [
    { frameId: 'F1', type: 'snow' },
    "loads.0.type literal_error: Input should be 'force', 'displacement', 'distributed', 'point', 'temperature' or 'pressure'",
  ],
  [{ frameId: 'F1', at: 0.5 }, 'loads.0.at value_error: Value error, at is of point loads only'],
  [{ nodeId: 'N1', forceEnd: { z: 1 } }, 'loads.0.forceEnd value_error: Value error, forceEnd is of distributed loads only'],
  [
    { frameId: 'F1', type: 'temperature', force: { z: 1 } },
    'loads.0.force value_error: Value error, force is of force, distributed, point and pressure loads only',
  ],
  [{ frameId: 'F1', type: 'point' }, 'loads.0.at missing: Field required'],
  [{ frameId: 'F1', type: 'point', at: null, force: { z: -1 } }, 'loads.0.at missing: Field required'],
  [{ nodeId: 'N1', axes: 'local' }, 'loads.0.axes value_error: Value error, loads on nodes are in global axes'],
  [
    { frameId: 'F1', type: 'point', at: 0, axes: 'projected' },
    'loads.0.axes value_error: Value error, point loads are in global or local axes',
  ],
  [{ frameId: 'F1', from: 0.5, to: 0.5 }, 'loads.0.to value_error: Value error, to must be greater than from'],
  [{ nodeId: 'N1' }, 'loads.0 value_error: Value error, a force load needs force or moment'],
  [{ nodeId: 'N1', force: {} }, 'loads.0 value_error: Value error, a force load needs force or moment'],
  [
    { nodeId: 'N1', type: 'displacement' },
    'loads.0 value_error: Value error, a displacement load needs displacement or rotation',
  ],
  [{ frameId: 'F1', axes: 'local' }, 'loads.0 value_error: Value error, a distributed load needs force'],
  [{ frameId: 'F1', type: 'point', at: 0.5 }, 'loads.0 value_error: Value error, a point load needs force or moment'],
  [{ frameId: 'F1', type: 'temperature' }, 'loads.0 value_error: Value error, a temperature load needs temperature or gradient'],
  [{ nodeId: 'N1', force: { fz: -5 } }, "loads.0.force value_error: Value error, components are x, y and z; none is 'fz'"],
  [
    { nodeId: 'N1', force: { z: -5 }, moment: { Mx: 3, My: 4 } },
    "loads.0.moment value_error: Value error, components are x, y and z; none is 'Mx', 'My'",
  ],
  [
    { frameId: 'F1', type: 'temperature', gradient: { z: 3 } },
    "loads.0.gradient value_error: Value error, components are x and y; none is 'z'",
  ],
  [{ areaId: 'A1', spread: 'one-way' }, 'loads.0 value_error: Value error, a pressure load needs force'],
  [{ frameId: 'F1', from: 1 }, 'loads.0.to value_error: Value error, to must be greater than from'],
  [{ frameId: 'F1', force: { z: 1 }, to: 1.5 }, 'loads.0.to less_than_equal: Input should be less than or equal to 1'],
  [{ frameId: 'F1', force: { z: 1 }, from: -1 }, 'loads.0.from greater_than_equal: Input should be greater than or equal to 0'],
  [
    { nodeId: 'N9', caseId: 'E', force: { z: 1 } },
    "loads.0.caseId reference_not_found: no load case 'E' in the model or this batch",
    "loads.0.nodeId reference_not_found: no node 'N9' in the model or this batch",
  ],
  [
    { frameId: 'F1', force: { z: 'x' }, at: 0.5, from: 2 },
    'loads.0.force.z float_parsing: Input should be a valid number, unable to parse string as a number',
    'loads.0.at value_error: Value error, at is of point loads only',
    'loads.0.from less_than_equal: Input should be less than or equal to 1',
  ],
])('refuses %j', (load, ...said) => {
  expect(ofLoad(load)).toEqual(said)
})

const released = (releases: unknown) => wrong({ ...MODEL, frames: [{ id: 'F1', startNodeId: 'N1', endNodeId: 'N2', releases }] })
const floats = (what: string) => `frames.0.releases value_error: Value error, released in ${what}, the frame floats`

it('takes releases, elastic joints and their short forms', () => {
  const frames = [
    { id: 'F1', startNodeId: 'N1', endNodeId: 'N2', releases: 'pinned' },
    { id: 'F2', startNodeId: 'N1', endNodeId: 'N2', releases: 'Truss' },
    { id: 'F3', startNodeId: 'N1', endNodeId: 'N2', releases: { start: { m3: 5000, m2: false, p: null } } },
    { id: 'F4', startNodeId: 'N1', endNodeId: 'N2', releases: { start: { p: true }, end: { p: 10 } } },
  ]
  expect(wrong({ ...MODEL, frames })).toEqual([])
  expect(parse(ConstructModelElementsBatch, structuredClone({ frames })).value?.frames?.map((frame) => frame?.releases)).toEqual([
    { start: { m2: true, m3: true }, end: { m2: true, m3: true } },
    { start: { t: true, m2: true, m3: true }, end: { m2: true, m3: true } },
    { start: { m3: 5000, m2: false, p: null } },
    { start: { p: true }, end: { p: 10 } },
  ])
})

it('refuses a frame that floats, each way once', () => {
  expect(released({ start: { p: true }, end: { p: true } })).toEqual([floats('p at both ends')])
  expect(released({ start: { t: true, v2: true }, end: { t: true, v2: true } })).toEqual([
    floats('v2 at both ends'),
    floats('t at both ends'),
  ])
  expect(released({ start: { m3: true, v2: true }, end: { m3: true } })).toEqual([floats('m3 at both ends and v2')])
  expect(released({ start: { m2: true }, end: { m2: true, v3: true } })).toEqual([floats('m2 at both ends and v3')])
  expect(released({ start: { m3: true, v3: true }, end: { m3: true } })).toEqual([])
  expect(released({ start: { m3: 0 } })).toEqual(['frames.0.releases.start.m3 greater_than: Input should be greater than 0'])
  expect(released('hinged')).toEqual([
    'frames.0.releases value_error: Value error, \'hinged\' does not say what is released: "pinned", "truss" or {start, end}',
  ])
})

it('takes springs and masses that are not below 0', () => {
  const supports = [{ id: 'S', nodeId: 'N1', stiffness: { uz: 5000, R1: 0 } }]
  const parsed = parse(ConstructModelElementsBatch, structuredClone({ nodes: [{ ...NODES[0], mass: 250 }], supports }))
  expect(parsed.value?.supports?.[0]?.stiffness).toEqual({ u3: 5000, r1: 0 })
  expect(wrong({ nodes: [{ ...NODES[0], mass: -1 }], supports: [{ id: 'S', nodeId: 'N1', stiffness: { u3: -1 } }] })).toEqual([
    'nodes.0.mass greater_than_equal: Input should be greater than or equal to 0',
    'supports.0.stiffness.u3 greater_than_equal: Input should be greater than or equal to 0',
  ])
})

const cases = [{ id: 'D' }, { id: 'W' }]
const contains = (id: string, ...ids: string[]) => ({ id, terms: ids.map((combinationId) => ({ combinationId })) })

it('refuses combinations that contain themselves, at the term that closes the circle', () => {
  expect(wrong({ combinations: [contains('A', 'B'), contains('B', 'C', 'A'), contains('C', 'A')] })).toEqual([
    'combinations.1.terms.1 value_error: Value error, combination B contains itself: B, A, B',
    'combinations.2.terms.0 value_error: Value error, combination C contains itself: C, A, B, C',
  ])
  expect(wrong({ combinations: [contains('A', 'A')] })).toEqual([
    'combinations.0.terms.0 value_error: Value error, combination A contains itself: A, A',
  ])
  const stored = {
    ...EMPTY_MODEL,
    has: () => true,
    relations: { combinations: [contains('B', 'A')], diaphragms: [], gridLines: [], sections: [] },
  }
  expect(wrong({ combinations: [contains('A', 'B')] }, stored)).toEqual([
    'combinations.0.terms.0 value_error: Value error, combination A contains itself: A, B, A',
  ])
})

it('refuses to add an envelope, from whichever side it comes', () => {
  const ENV = { id: 'ENV', type: 'envelope' as const, terms: [{ caseId: 'D' }, { caseId: 'W' }] }
  expect(wrong({ loadCases: cases, combinations: [ENV, contains('A', 'ENV')] })).toEqual([
    'combinations.1.terms.0 value_error: Value error, ENV is an envelope and cannot be added',
  ])
  expect(wrong({ loadCases: cases, combinations: [ENV, { ...contains('B', 'ENV'), type: 'envelope' }] })).toEqual([])
  const stored = {
    ...EMPTY_MODEL,
    has: () => true,
    relations: { combinations: [contains('A', 'ENV')], diaphragms: [], gridLines: [], sections: [] },
  }
  expect(wrong({ combinations: [ENV] }, stored)).toEqual([
    'combinations.0.type value_error: Value error, ENV is an envelope and cannot be added, as A does',
  ])
})

it('refuses terms that name no case or two', () => {
  const said = 'Value error, a term names one of caseId, combinationId'
  expect(wrong({ loadCases: cases, combinations: [{ id: 'A', terms: [{}, { caseId: 'D', combinationId: 'B' }] }] })).toEqual([
    `combinations.0.terms.0 value_error: ${said}`,
    `combinations.0.terms.1 value_error: ${said}`,
    "combinations.0.terms.1.combinationId reference_not_found: no combination 'B' in the model or this batch",
  ])
  expect(wrong({ combinations: [{ id: 'A', terms: [] }] })).toEqual([
    'combinations.0.terms too_short: List should have at least 1 item after validation, not 0',
  ])
})

it('refuses diaphragms on no level, or of nodes that are in one already', () => {
  const gridLines = [
    { id: 'X1', axis: 'X', coordinate: 0 },
    { id: 'L1', axis: 'Z', coordinate: 0 },
  ]
  const diaphragms = [
    { id: 'D0' },
    { id: 'D1', gridLineId: 'X1' },
    { id: 'D2', gridLineId: 'L1' },
    { id: 'D3', nodeIds: ['N1', 'N2'] },
    { id: 'D4', nodeIds: ['N3', 'N2'] },
  ]
  expect(wrong({ ...MODEL, gridLines, diaphragms })).toEqual([
    'diaphragms.0 value_error: Value error, a diaphragm has one of gridLineId, nodeIds',
    'diaphragms.1.gridLineId value_error: Value error, X1 is no level: its axis is X',
    'diaphragms.4.nodeIds.1 value_error: Value error, node N2 is in diaphragm D3 already',
  ])
  const relations = {
    combinations: [],
    diaphragms: [
      { id: 'D2', gridLineId: 'L1' },
      { id: 'D3', nodeIds: ['N1', 'N2'] },
    ],
    gridLines: [{ id: 'X1', axis: 'X' as const }],
    sections: [],
  }
  const stored = { ...EMPTY_MODEL, has: () => true, relations }
  expect(
    wrong(
      {
        diaphragms: [
          { id: 'D5', gridLineId: 'X1' },
          { id: 'D6', nodeIds: ['N3', 'N1'] },
        ],
        gridLines: [{ ...gridLines[1], axis: 'Y' }],
      },
      stored,
    ),
  ).toEqual([
    'diaphragms.0.gridLineId value_error: Value error, X1 is no level: its axis is X',
    'diaphragms.1.nodeIds.1 value_error: Value error, node N1 is in diaphragm D3 already',
    'gridLines.0.axis value_error: Value error, diaphragm D2 lies on L1, so its axis stays Z',
  ])
})

it('has so many load cases, combinations and diaphragms at most', () => {
  limits.elementsOfFewKinds = 2
  const three = ['a', 'b', 'c'].map((id) => ({ id }))
  expect(wrong({ loadCases: three })).toEqual(['loadCases limit_exceeded: the model would hold 3 load cases, the limit is 2'])
  const held = { ...EMPTY_MODEL, count: () => 2, has: (_: string, id: string) => id === 'a' }
  expect(wrong({ loadCases: three.slice(0, 1) }, held)).toEqual([])
  expect(wrong({ loadCases: three.slice(0, 2) }, held)).toHaveLength(1)
})
