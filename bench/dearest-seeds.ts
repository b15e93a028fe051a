/**
 * Where the search for dear requests begins: valid ones, and those that were once too dear. `body`: JSON, or the query of a GET;
 * MODEL is a model of the trial, and nothing that is sent changes it.
 */

type Body = Record<string, unknown>
export type Operation = { name: string; method: 'GET' | 'POST'; path: string; tool?: string; bodies: Body[] }

const MODEL = '/api/construct-models/MODEL'
const post = (name: string, path: string, ...bodies: Body[]): Operation => ({ name, method: 'POST', path, bodies })
const get = (name: string, path: string, ...bodies: Body[]): Operation => ({ name, method: 'GET', path, bodies })
const call = (name: string, tool: string, ...bodies: Body[]): Operation => ({ name, method: 'POST', path: '/mcp', tool, bodies })
/** An edit that writes nothing. */
const edits = (...ops: Body[]): Body => ({ ops, dryRun: true })
const node = (id: string, x: unknown, y: unknown = 0) => ({ id, position: { x, y, z: 0 } })
const A = "'aaaaaaaaaa'"
const ALL = { all: true }
const DEEP = { connectedTo: { not: { connectedTo: { ids: ['*'] } } } }
const EACH_LEVEL = Array.from({ length: 12 }, () => ({ select: ALL, move: { x: 1 } }))

export const OPERATIONS: readonly Operation[] = [
  post(
    'templates',
    `${MODEL}/edit`,
    edits({ add: { repeat: [{ for: { i: '0..1e15', j: '0..1/0' }, nodes: [node('x', 0)] }] } }),
    edits({ add: { repeat: [{ for: { i: '1..1e15', j: '1..0' }, nodes: [node('x', 0)] }] } }),
    edits({ add: { repeat: [{ for: { i: '1..1000', j: '1..1000' }, if: 'round(round(i/3,3)/7,3)<0', nodes: [node('{i}', 0)] }] } }),
    edits({ add: { repeat: [{ for: { i: '1..500000' }, nodes: [node('n{i}', '{i/3}', '{round(i/7,3)}')] }] } }),
    edits({ add: { repeat: [{ for: { i: '1..500000' }, nodes: [node('n', 'x{i}', 'y')], defaults: {} }] } }),
    edits({ add: { repeat: [{ for: { i: '1..500000' }, frames: [{ id: '{i}', startNodeId: 'a{i}', endNodeId: 'b{i}' }] }] } }),
    edits({ add: { repeat: [{ for: { i: '1..500000' }, sections: [{ id: '{i}', type: 'custom', profile: 'IPE 3{i}' }] }] } }),
    edits({ add: { repeat: [{ for: { m: '1..9' }, members: [{ id: '{m}', frameIds: [{ for: { k: '0..4000000' }, each: 'F' }] }] }] } }),
    edits({ add: { repeat: [{ for: { i: '0..1e6' }, let: { t: `replace(replace(${A},'a',${A}),'a',${A})` }, if: "t=='b'", nodes: [node('x', 0)] }] } }),
    edits({ add: { repeat: [{ for: { i: '1..1e5' }, nodes: [node('{sin(i)}{cos(i)}{atan2(i,3)}{letter(i%99)}{pad(i,9)}', '{i**0.5}')] }] } }),
    edits(...Array.from({ length: 9 }, () => ({ add: { repeat: [{ for: { i: '1..1e6' }, if: 'i/3<0', nodes: [node('', 0)] }] } }))),
  ), // biome-ignore format: one a line
  post(
    'create from templates',
    '/api/construct-models',
    { name: 'M', repeat: [{ for: { i: '0..1e15', j: '0..1/0' }, nodes: [node('x', 0)] }] },
    { name: 'M', repeat: [{ for: { i: '1..500000' }, nodes: [node('n{i}', '{i/3}'), node('n{i}', '{i/7}')] }] },
    { name: 'M', repeat: [{ for: { i: '1..9' }, areas: [{ id: 'A{i}', nodeIds: [{ for: { k: '1..1000000' }, each: 'N{k%9}' }] }] }] },
  ), // biome-ignore format: one a line
  post(
    'selections',
    `${MODEL}/query`,
    { select: { ids: ['*0*0*0*', '*1*2*3*', 'N?*'], label: ['*a*'] }, show: ['count', 'ids'] },
    { select: DEEP },
    { select: { on: ['A..Z', 'Level 1..Level 99', '*'], between: ['1', '9'], kinds: ['frames'] } },
    { select: { storey: ['*'], role: ['column', 'beam', 'brace', 'floor', 'wall', 'ramp'], unsupported: true, unused: false } },
    { select: { not: { not: { not: ALL } }, box: { x: [null, 1e308], y: [-1e308, null], z: [0, 9] }, length: [0, 1e9] } },
    { select: { material: ['*steel*', 'S*'], section: ['*P*', ''], member: ['*'] } },
  ),
  post(
    'queries',
    `${MODEL}/query`,
    { select: ALL, groupBy: ['kind', 'section', 'length'], show: ['count', 'length', 'area', 'volume', 'mass', 'elevation', 'height'] },
    { select: ALL, groupBy: ['grid', 'storey', 'label'], show: ['ids', 'mass'], limit: 1000, sort: '-mass' },
    { select: { kinds: ['nodes'] }, show: ['fields'], fields: ['position.x', 'position.y', 'source', 'label'], limit: 1000, sort: 'position.x' },
    { select: DEEP, groupBy: ['thickness', 'role', 'material'], densities: { S355: 'steel' } },
  ), // biome-ignore format: one a line
  post(
    'edits',
    `${MODEL}/edit`,
    edits(...EACH_LEVEL),
    edits({ select: ALL, copy: { by: { x: 1e-9 }, times: 1000, id: '{id}-{n}', join: { sectionId: 'IPE300' } } }),
    edits({ select: ALL, rotate: { about: { x: 0 }, angle: 0.001, times: 20 } }),
    edits({ select: { kinds: ['frames'] }, divide: { parts: 30 } }),
    edits({ select: { kinds: ['frames'] }, divide: { nodes: true } }),
    edits({ merge: { tolerance: 1e9 } }, { merge: { tolerance: 6.6 } }, { merge: true }),
    edits({ select: ALL, renumber: { id: '{gridX}{gridY}-{level}-{role}-{section}-{storey}-{n}', by: ['z', 'y', 'x', 'id'] } }),
    edits({ select: ALL, mirror: { plane: 'X', at: 0, copy: true, unsymmetric: 'section' } }, { select: ALL, remove: { cascade: true, unusedNodes: true } }),
    edits({ select: ALL, toLevels: { from: 'L1', to: ['*'] } }, { scale: { factor: 1e9, unit: 'x' } }, { units: { length: 'mm' } }),
    edits({ select: { kinds: ['frames'] }, orient: { axis: '2', outward: { x: 0, y: 0 } } }, { select: ALL, set: { label: 'x' } }),
    edits({ add: { nodes: [node('q', 0)] } }, { select: { ids: ['q'] }, copy: { by: { x: 1e-7 }, times: 1000 } }, { merge: { tolerance: 9 } }),
    edits({ add: { repeat: [{ for: { i: '1..100000' }, nodes: [node('q{i}', '{i/1e9}')] }] } }, { merge: { tolerance: 1 } }),
    edits({ add: { repeat: [{ for: { i: '1..30000' }, nodes: [node('q{i}', '{i*0.618%1}', '{i/30000}')] }, { for: { i: '1..30000' }, frames: [{ id: 'f{i}', startNodeId: 'q1', endNodeId: 'q30000' }] }] } }, { select: { ids: ['f*'] }, divide: { nodes: true } }),
    edits({ add: { repeat: [{ for: { i: '1..20000' }, nodes: [node('q{i}', 0)] }] } }, { select: { ids: ['q*'] }, copy: { by: { x: 0 }, times: 9 } }),
  ), // biome-ignore format: one a line
  post('checks', `${MODEL}/check`, {}, { select: ALL, detail: 'all' }, { select: DEEP, codes: ['coincident_nodes'] }),
  call('pictures', 'render_model', { views: ['iso', 'top', 'front', 'right'], width: 2000, height: 2000 }, { views: ['iso'], isolate: DEEP, axes: true, labels: ['ids'] }, { views: ['grid', 'grid', 'grid'], gridLineId: 'X0', highlight: ALL, zoom: { ids: ['N0-0-0'] } }, { views: ['top', 'top', 'top', 'top'], projection: 'perspective', highlight: DEEP, isolate: ALL }), // biome-ignore format: a call
  get(
    'pictures of a page',
    `${MODEL}/picture`,
    { view: 'iso', width: 2000, height: 2000 },
    { view: 'top', plain: true, revision: 2 },
  ),
  get('comparisons', `${MODEL}/revisions/3/changes`, { since: 1 }, { since: 2, limit: 200 }),
  call('comparisons by a tool', 'list_changes', { from: 1, to: 3 }, { from: 1, to: 3, limit: 200, elements: true }),
  get(
    'sections by name',
    '/api/section-profiles',
    { q: 'IPE 300' },
    { q: 'i 3 3 3 3 3 3 3 3 3 3 3 3' },
    { q: 'W'.repeat(200), limit: 200 },
    { q: '1/2x1/2x1/2x1/2x1/2' },
  ),
  call('sections by a tool', 'find_sections', { query: 'IPE 300' }, { query: 'hollow 100x100x5', limit: 100 }, { names: Array.from({ length: 30 }, (_, i) => `IPE 3${i}0 xyz`) }), // biome-ignore format: a call
  get('models by name', '/api/construct-models', { q: 'model' }, { q: '%_%_%_%_%_', limit: 200 }),
  post('elements read', `${MODEL}/elements/read`, {
    nodes: ['N0-0-0'],
    frames: Array.from({ length: 60 }, (_, i) => `BX${i}-0-0`),
  }),
  post(
    'elements removed',
    `${MODEL}/elements/delete`,
    { nodes: ['N0-0-0', 'N1-0-0'], materials: ['S355'] },
    { sections: ['IPE300', 'HEB240'], materials: ['S355'] },
  ),
  post('elements', `${MODEL}/elements`, { frames: [{ id: 'F', startNodeId: 'none', endNodeId: 'NO-0-0' }] }, { members: [{ id: 'M', frameIds: ['BX1-1-9', 'C-1-1-1'] }], sections: [{ id: 'S', type: 'custom', profile: 'IPE 3333' }] }, { sections: [{ id: 'S', type: 'custom', polygon: Array.from({ length: 20 }, (_, i) => ({ x: (i * 7) % 5, y: (i * 3) % 11 })) }], nodes: [{ id: '' }] }), // biome-ignore format: short
  call(
    'reading by a tool',
    'get_viewer_model',
    { include: 'full' },
    { kinds: ['nodes'], limit: 200, fields: ['id'] },
    { ids: ['*'] },
  ),
  call('removing by a tool', 'remove_model_elements', { nodes: ['N0-0-0'] }, { frames: ['none*'], sections: ['IPE300'] }),
  call('adding by a tool', 'add_model_elements', { frames: [{ id: 'F', startNodeId: 'none', endNodeId: 'N 0 0 0' }] }, { repeat: [{ for: { i: '1..99999' }, frames: [{ id: '{i}', startNodeId: 'x{i}', endNodeId: 'y{i}' }] }] }), // biome-ignore format: a call
]
