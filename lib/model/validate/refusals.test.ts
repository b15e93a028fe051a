import { expect, it } from 'vitest'
import { CreateModel } from '#lib/schema/request-bodies.ts'
import { together } from './issue-list.ts'
import { judgeBody, readBody } from './short-input.ts'

/** What is wrong with a body, in whole words: a client mends it by nothing else. */

const node = (id: unknown, x: unknown = 0, more: object = {}) => ({ id, position: { x, y: 0, z: 0 }, ...more })
const frame = (id: unknown, more: object = {}) => ({ id, startNodeId: 'N1', endNodeId: 'N2', ...more })
const section = (more: object) => ({ sections: [{ id: 'S', ...more }] })
const I = { t3: 0.3, t2: 0.15, tf: 0.0107, tw: 0.0071 }
const repeat = (more: object) => ({ repeat: [{ for: { i: '1..3' }, nodes: [node('M{i}')], ...more }] })
const element = (more: object) => repeat({ nodes: [node('M{i}', 0, more)] })

const BODIES: Record<string, object> = {
  'no name': {},
  'a name that is none': { name: 7 },
  'lists that are none': { nodes: 1, frames: {}, areas: null, sections: 'x' },
  'elements that are none': { nodes: [1, null, [], 'x'] },
  'fields that lack': { nodes: [{}], frames: [{ id: 'F' }], areas: [{}], members: [{}], supports: [{}], gridLines: [{}], materials: [{}], sections: [{}] },
  ids: { nodes: [node(''), node(' '), node('x'.repeat(300)), node(5), node(null), node('a\u0000')] },
  numbers: { nodes: [node('A', 'far'), node('B', null), node('C', '1e999'), node('D', []), node('E', 'nan')] },
  booleans: { nodes: [node('N1')], supports: ['yes', 'x', 2, {}].map((u1, k) => ({ id: `S${k}`, nodeId: 'N1', restraints: { u1 } })) },
  words: { gridLines: [{ id: 'G', axis: 'W', coordinate: 0 }], sections: [{ id: 'S', type: 'i_wide_flang' }, { id: 'T', type: 'zzz' }] },
  'restraints in words': { nodes: [node('N1')], supports: ['fixed', 'pined', '111', '11100x', 'free'].map((restraints, k) => ({ id: `S${k}`, nodeId: 'N1', restraints })) },
  'ids twice': { nodes: [node('N1'), node('N2', 1), node('N1', 2)], frames: [frame('F'), frame('F')] },
  'references to nothing': { nodes: [node('N1'), node('N2', 1)], frames: [frame('F', { startNodeId: 'n1', sectionId: 'S', materialId: 'C' })], members: [{ id: 'M', frameIds: ['F', 'G'] }], supports: [{ id: 'S', nodeId: 'N3' }] },
  'references in areas': { nodes: [node('N1'), node('N2', 1)], areas: [{ id: 'A', nodeIds: ['N1', 'N2', 'N9'], openingNodeIds: [['N1', 'X', 'N2'], []] }] },
  'areas of too few': { nodes: [node('N1')], areas: [{ id: 'A', nodeIds: [] }, { id: 'B', nodeIds: ['N1', 'N1'] }] },
  'a frame of two members': { nodes: [node('N1'), node('N2', 1)], frames: [frame('F')], members: [{ id: 'M', frameIds: ['F'] }, { id: 'L', frameIds: ['F', 'F'] }] },
  'dimensions nobody builds': section({ type: 'i_wide_flange', dimensions: { ...I, tf: 0.2 } }),
  'dimensions that are none': section({ type: 'pipe', dimensions: { t3: -1, tw: 'x' } }),
  'dimensions said twice': section({ type: 'rectangular', dimensions: { h: 0.4, depth: 0.5, b: 0.2 } }),
  'a wall too thick': section({ type: 'pipe', dimensions: { t3: 0.2, tw: 0.11 } }),
  'a polygon of too few': section({ type: 'custom', polygon: [{ x: 0, y: 0 }, { x: 1 }] }),
  'a profile that is none': { ...section({ profile: 'IPE 301' }), units: { length: 'm' } },
  'a profile of many': { ...section({ profile: '300' }), units: { length: 'm' } },
  'a profile of another type': { ...section({ profile: 'IPE 300', type: 'pipe' }), units: { length: 'mm' } },
  'a profile of other sizes': { ...section({ profile: 'IPE 300', dimensions: { t3: 310, tw: 7.1 }, thickness: 3 }), units: { length: 'mm' } },
  'a profile of another outline': { ...section({ profile: 'IPE 300', polygon: [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 300 }] }), units: { length: 'mm' } },
  'a profile of another wall': { ...section({ profile: 'CHS 168.3x5', dimensions: { d: 168.3 }, thickness: 6 }), units: { length: 'mm' } },
  'templates that are none': { repeat: 7 },
  'a template that is none': { repeat: [7, null, { for: { i: '0..1' } }, { nodes: [node('M')] }] },
  'loops that are none': { repeat: [7, {}, { i: [] }, { i: '0' }, { i: '0..' }, { i: [{}] }, { 'i j': [1] }, { max: [1] }, { a: [1], b: [1], c: [1], d: [1], e: [1], f: [1], g: [1] }].map((loops) => ({ for: loops, nodes: [node('M')] })) },
  'ranges that are none': { repeat: ['0..1/0', '0..5 step 0', '0.5..2', '0..j'].map((i) => ({ for: { i }, nodes: [node('M{i}')] })) },
  'fields of templates nobody knows': repeat({ each: 1, nodes: [node('M{i}')] }),
  'variables that are none': repeat({ let: { i: 1, '2x': 3, ok: null, good: 'i +', better: '{i' } }),
  'conditions that are none': { repeat: [[], 'i <', 'k > 1', "'x'"].map((condition) => ({ for: { i: '1..2' }, if: condition, nodes: [node('M{i}')] })) },
  'expressions that cannot be read': { repeat: ['{', '{i', '{i+}', '{(i}', '{i i}', '{k}', '{foo(i)}', '{round()}', '}', '{}', "{'x}", '{1e999}', '{i ? 1}'].map((label) => ({ for: { i: '1..2' }, nodes: [node('M{i}', 0, { label })] })) },
  'expressions that cannot be computed': { repeat: ['{1/(i-1)}', '{sqrt(-i)}', "{'x' * i}", '{10**400}', '{letter(-i)}', "{'a' < 1}", '{pick(9, 1, 2)}', '{pad(i, -1)}', '{asin(2 * i)}', '{i % (i - 1)}', "{i + 'x'}"].map((label) => ({ for: { i: '1..2' }, nodes: [node('M{i}', 0, { label })] })) },
  'templates of too much': { repeat: [{ for: { i: Array(10_001).fill(1) }, nodes: [node('M')] }, { for: { i: [1] }, nodes: Array(201).fill(node('M')) }, { for: { i: [1] }, let: Object.fromEntries(Array.from({ length: 21 }, (_, k) => [`v${k}`, k])), nodes: [node('M')] }] },
  'too many templates': { repeat: Array(201).fill({}) },
  'expressions too long': { repeat: [`{${'1+'.repeat(249)}1}`, `{${'1+'.repeat(250)}1}`, `{'${'🏗'.repeat(400)}'}`, `{'${'🏗'.repeat(500)}'}`, `${'x'.repeat(600)}{i}`, `${'x'.repeat(3999)}{i}`, `${'x'.repeat(4000)}{i}`].map((label) => ({ for: { i: '1..2' }, nodes: [node('M{i}', 0, { label })] })) },
  'texts too long': { repeat: [{ for: { i: [1] }, nodes: [node('M', 0, { label: `${'x'.repeat(4000)}{i}` })] }, { for: { i: [1] }, nodes: [node('L', 0, { label: `${'x'.repeat(3999)}{i}` })] }] },
  'too deep in loops': { ...element({ source: { a: [{ for: { k: '1..2' }, each: [{ for: { l: '1..2' }, each: [{ for: { m: '1..2' }, each: 1 }] }] }] } }) },
  'an id that a template used': { nodes: [node('A'), node('B')], repeat: [{ for: { i: '1..3' }, nodes: [node('M{i}')] }, { for: { i: [2] }, nodes: [node('M{i}')] }, { for: { i: [1] }, nodes: [node('A')] }] },
  'sources too large': { nodes: [node('N1', 0, { source: { a: 'x'.repeat(70_000) } }), node('N2', 0, { source: { a: 'x'.repeat(60_000) } }), node('N3', 0, { source: { a: Array(40_000).fill(1) } }), node('N4', 0, { source: { a: Array(30_000).fill(1) } }), node('N5', 0, { source: Object.fromEntries(Array.from({ length: 7000 }, (_, k) => [`key${k}`, null])) })] },
  'loops inside elements': { ...element({ source: { list: [{ for: { k: '1..2' }, each: '{k}', more: 1 }, { for: 7, each: 1 }] } }) },
  'a loop for elements': { repeat: [{ for: { i: '1..2' }, nodes: [{ for: { k: '1..2' }, each: node('M{i}') }, 7] }] },
  'made elements that are wrong': { repeat: [{ for: { i: '1..4' }, nodes: [node('M{i}', 'x{i}')], frames: [frame('F{i}', { startNodeId: 'M{i}', endNodeId: 'M{i+1}' })] }] },
  'defaults that are wrong': { nodes: [node('N1'), node('N2', 1)], frames: [frame('F'), frame('G')], defaults: { frames: { rotation: 'x', id: 'F', sectionId: 'S' }, beams: {} } },
  'source and metadata that are none': { metadata: 7, source: [], nodes: [node('N1', 0, { source: 'x' })] },
  'units that are none': { units: { length: 7, current: ['m'] } },
} // biome-ignore format: a line each

const EMPTY = { has: () => false, ids: () => [], count: () => 0, memberOf: () => undefined }

it('a body that is refused is told what is wrong, where, and how to mend it', async () => {
  const told = Object.entries(BODIES).map(([name, body]) => {
    const whole = name === 'no name' || 'name' in body ? body : { name: 'm', ...body }
    const sent = readBody(CreateModel, structuredClone(whole), { groupsPlain: false })
    const { issues } = together(sent.fields, judgeBody(sent, EMPTY))
    const lines = issues.map(
      ({ type, loc, msg, ctx }) => `${loc.join('.')}: ${type}: ${msg}${ctx ? `\n  ${JSON.stringify(ctx)}` : ''}`,
    )
    return `# ${name}\n\n${lines.join('\n')}\n`
  })
  await expect(told.join('\n')).toMatchFileSnapshot('golden/refusals.txt')
})
