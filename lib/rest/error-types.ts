/**
 * The types of 422, each with a request that gets it. From here come the page `/docs/errors` and the tables in `docs/errors.md`; a test
 * sends every request.
 */

export type Example = {
  method: 'GET' | 'POST'
  /** Below `/api/construct-models/{model_id}`, or from the root. */
  path: string
  /** A text is sent as it is. */
  body?: unknown
  headers?: Record<string, string>
  /** What was sent before. */
  after?: { path: string; body: unknown; headers: Record<string, string> }
}

type ErrorType = { when: string; example: Example }

/** What the examples are sent to. */
export const EXAMPLE_MODEL = {
  name: 'Portal frame',
  units: { length: 'm', force: 'kN' },
  nodes: [
    { id: 'N1', position: { x: 0, y: 0, z: 0 } },
    { id: 'N2', position: { x: 0, y: 0, z: 4 } },
    { id: 'N3', position: { x: 6, y: 0, z: 4 } },
    { id: 'N4', position: { x: 6, y: 0, z: 0 } },
  ],
  sections: [
    { id: 'HEB 200', profile: 'HEB 200' },
    { id: 'L150', type: 'angle', dimensions: { t3: 0.15, t2: 0.1, tf: 0.012, tw: 0.012 } },
  ],
  frames: [
    { id: 'C1', startNodeId: 'N1', endNodeId: 'N2', sectionId: 'HEB 200' },
    { id: 'B1', startNodeId: 'N2', endNodeId: 'N3', sectionId: 'L150' },
    { id: 'C2', startNodeId: 'N4', endNodeId: 'N3', sectionId: 'HEB 200' },
  ],
  members: [{ id: 'M1', frameIds: ['B1'] }],
  supports: [{ id: 'S1', nodeId: 'N1', restraints: ['u1', 'u3'] }],
  gridLines: [
    { id: 'A', axis: 'X', coordinate: 0 },
    { id: 'L0', axis: 'Z', coordinate: 0, label: 'Ground' },
    { id: 'L1', axis: 'Z', coordinate: 4, label: 'Roof' },
    { id: 'L2', axis: 'Z', coordinate: 8, label: 'Roof' },
  ],
}

const post = (path: string, body: unknown, headers?: Record<string, string>): Example => ({
  method: 'POST',
  path,
  body,
  ...(headers && { headers }),
})
const get = (path: string): Example => ({ method: 'GET', path })
const edit = (...ops: object[]) => post('/edit', { ops })
const node = (change: object) => post('/nodes', { nodes: [{ id: 'N9', position: { x: 0, y: 0, z: 9 }, ...change }] })

const file = (query: string, body: unknown) => post(`/api/construct-models/import${query}`, body)
/** A ZIP with the one entry `../a`. */
const ZIP_THAT_LEAVES = Buffer.from(
  'UEsDBBQAAAAAAAAAIQAAAAAAAAAAAAAAAAAEAAAALi4vYVBLAQIUABQAAAAAAAAAIQAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAuLi9hUEsFBgAAAAABAAEAMgAAACIAAAAAAA==',
  'base64',
)

const type = (when: string, example: Example): ErrorType => ({ when, example })

/** A field does not have the form that it must have: pydantic's names. */
export const FIELD_ERRORS = {
  missing: type('a field that must be there is not, or there is no body', post('/nodes', { nodes: [{ id: 'N9' }] })),
  string_type: type('it is no text', node({ id: 9 })),
  string_too_short: type('the text is shorter than it may be', node({ id: '' })),
  string_too_long: type('the text is longer than it may be', get(`/api/section-profiles?q=${'IPE'.repeat(22)}`)),
  string_unicode: type(
    'the text has half a surrogate pair',
    post('/nodes', '{"nodes":[{"id":"\\ud800","position":{"x":0,"y":0,"z":0}}]}'),
  ),
  string_pattern_mismatch: type(
    'the text does not have the form that is asked for',
    post('/undo', { count: 1 }, { 'Idempotency-Key': 'with space' }),
  ),
  float_type: type('it is no number', node({ position: { x: null, y: 0, z: 0 } })),
  float_parsing: type('the text is no number', node({ position: { x: '1,5', y: 0, z: 0 } })),
  finite_number: type('the number is infinite, or beyond what a double holds', node({ position: { x: '1e999', y: 0, z: 0 } })),
  int_type: type('it is no whole number', post('/undo', { count: [] })),
  int_parsing: type('the text is no whole number', get('/revisions?limit=many')),
  int_from_float: type('the number has a fraction', post('/undo', { count: 1.5 })),
  greater_than: type('the number is at its lower end or below', edit({ select: { ids: 'B1' }, divide: { every: 0 } })),
  greater_than_equal: type('the number is below its lower end', get('/revisions?limit=0')),
  less_than: type('the number is at its upper end or above', edit({ select: { ids: 'B1' }, divide: { at: [1] } })),
  less_than_equal: type('the number is above its upper end', get('/revisions?limit=1000')),
  list_type: type('it is no array', post('/nodes', { nodes: { id: 'N9' } })),
  too_short: type('the array has too few items', post('/areas', { areas: [{ id: 'A1', nodeIds: ['N1', 'N2'] }] })),
  too_long: type('the array has too many items', edit({ select: { box: { x: [0, 1, 2] } }, remove: true })),
  dict_type: type('it is no object (of free keys)', node({ source: 'ETABS' })),
  model_attributes_type: type('it is no object (with fields)', post('/nodes', { nodes: ['N9'] })),
  literal_error: type(
    'it is none of the words that are allowed',
    post('/grid-lines', { gridLines: [{ id: 'B', axis: 'W', coordinate: 6 }] }),
  ),
  bool_type: type('it is neither true nor false', post('/elements/delete', { nodes: ['N4'], cascade: [] })),
  bool_parsing: type('the text is neither true nor false', post('/elements/delete', { nodes: ['N4'], cascade: 'maybe' })),
  datetime_parsing: type('the text is no time', post('/share-links', { expiresAt: 'tomorrow' })),
  extra_forbidden: type(
    'the field is not known here, and passing over it would do something else',
    post('/edit', { ops: [], dryrun: true }),
  ),
  json_invalid: type('the body is not JSON; `loc` has the position', post('/nodes', '{"nodes": [{"id": "N9",}]}')),
  too_many_errors: type(
    'there are more than the 100 that are shown',
    post('/frames', { frames: Array.from({ length: 101 }, (_, k) => ({ id: `F${k}` })) }),
  ),
} satisfies Record<string, ErrorType>

/** Each field is right by itself, and the whole means nothing. */
export const MEANING_ERRORS = {
  value_error: type(
    'a rule of ours: NUL in a text, impossible dimensions, too deep, a purge outside the bin',
    post('/sections', { sections: [{ id: 'S', type: 'rectangular', dimensions: { t3: -0.3, t2: 0.2 } }] }),
  ),
  duplicate_id: type(
    'the same id twice in one array, a frame twice in one `frameIds`; told at the second',
    post('/materials', { materials: [{ id: 'S355' }, { id: 'S355' }] }),
  ),
  reference_not_found: type(
    'nothing has this id in the model or this batch; with the nearest id when one is near',
    post('/frames', { frames: [{ id: 'B2', startNodeId: 'N2', endNodeId: 'N3a' }] }),
  ),
  frame_in_other_member: type('another member lists the frame', post('/members', { members: [{ id: 'M2', frameIds: ['B1'] }] })),
  still_referenced: type(
    'something still refers to what is to go, and `cascade` was not asked for',
    post('/elements/delete', { nodes: ['N1'] }),
  ),
  limit_exceeded: type(
    'too many elements, bytes, links, views; an account’s quota',
    post('/elements', { repeat: [{ for: { i: '1..600000' }, nodes: [{ id: 'P{i}', position: { x: '{i}', y: 0, z: 0 } }] }] }),
  ),
  idempotency_key_reused: type('the key was used for another request', {
    ...post('/nodes', { nodes: [{ id: 'N9', position: { x: 0, y: 0, z: 9 } }] }, { 'Idempotency-Key': 'batch-7' }),
    after: {
      path: '/materials',
      body: { materials: [{ id: 'S355' }] },
      headers: { 'Idempotency-Key': 'batch-7' },
    },
  }),
  profile_not_found: type(
    'no table has a profile of this name',
    post('/sections', { sections: [{ id: 'S', profile: 'IPE 305' }] }),
  ),
  ambiguous_profile: type(
    'several standards have a profile of this name',
    post('/sections', { sections: [{ id: 'S', profile: 'L 4x4' }] }),
  ),
  profile_disagrees: type(
    'type or dimensions beside a profile say something else',
    post('/sections', { sections: [{ id: 'S', profile: 'IPE 300', dimensions: { t3: 0.5 } }] }),
  ),
  cannot_analyse: type('why the model cannot be analysed, one item a reason: `ctx.reason`', post('/analyse', {})),
  unit_unknown: type('a length unit that is not known, or that the model does not say', edit({ scale: { to: 'cubit' } })),
  file_format_unknown: type('the file is of none of the formats that are read', file('?fileName=a.txt', 'Dear Sir or Madam')),
  file_format_unsupported: type(
    'the format is known and not read; `msg` says the way round',
    file('', 'STAAD SPACE\nUNIT METER KN\n'),
  ),
  file_syntax: type('the file is damaged, or breaks off', file('', new Uint8Array([80, 75, 3, 4]))),
  file_value: type(
    'a value on which much of the file stands is none: `loc` has table, line and field',
    file('', 'TABLE:  "JOINT COORDINATES"\n   Joint=1   XorR=NaN   Y=0   Z=0\n'),
  ),
  file_content_forbidden: type(
    'the file holds what no such file has: paths out of a ZIP, entities, ZIP in ZIP',
    file('', ZIP_THAT_LEAVES),
  ),
  not_taken_as_is: type(
    'with `strict`: something would be guessed or lost; an item for each',
    file('?strict=true', 'TABLE:  "JOINT COORDINATES"\n   Joint=1   XorR=0   Y=0   Z=0\n'),
  ),
  template_syntax: type(
    'an expression in a template cannot be read',
    post('/elements', { repeat: [{ for: { i: '0..3' }, nodes: [{ id: 'P{i+}' }] }] }),
  ),
  template_name: type(
    'a template uses a name that is not there (yet)',
    post('/elements', { repeat: [{ for: { i: '0..3' }, nodes: [{ id: 'P{j}' }] }] }),
  ),
  template_value: type(
    'an expression has no value, or not the one that its place needs',
    post('/elements', { repeat: [{ for: { i: '0..3' }, nodes: [{ id: 'P{i}', position: { x: '{1/i}', y: 0, z: 0 } }] }] }),
  ),
  nothing_selected: type('the selection has nothing', edit({ select: { role: 'wall' }, remove: true })),
  condition_not_applicable: type(
    'a condition that no selected kind can meet',
    edit({ select: { kinds: 'materials', length: [1, 2] }, remove: true }),
  ),
  ambiguous_kinds: type(
    'several kinds have the id, or the field; say `kinds`',
    edit({ select: { ids: '*1' }, set: { label: 'x' } }),
  ),
  ambiguous_name: type('several levels or grid lines have the name', edit({ select: { storey: 'Roof' }, remove: true })),
  outside_storey: type(
    'elements do not lie in the storey that is copied',
    edit({ select: { all: true }, toLevels: { from: 'L0', to: 'L2' } }),
  ),
  tolerance_too_large: type('nodes would be joined across the model', edit({ merge: { tolerance: 5 } })),
  support_cannot_turn: type(
    'at this angle a support would hold what is free',
    edit({ select: { all: true }, rotate: { about: { x: 0, y: 0 }, angle: 30 } }),
  ),
  grid_line_cannot_turn: type(
    'a grid line stands upright, and a level lies across Z',
    edit({ select: { kinds: 'gridLines' }, rotate: { axis: 'X', about: { y: 0, z: 0 }, angle: 30 } }),
  ),
  section_has_no_heel: type('only an angle has a heel', edit({ select: { ids: 'C1' }, orient: { axis: 'heel', to: { x: 1 } } })),
  direction_along_axis: type(
    'a frame cannot be turned to a point on its own axis',
    edit({ select: { ids: 'C1' }, orient: { to: { x: 0, z: 9 } } }),
  ),
  needs_mirrored_section: type(
    'a section that is not symmetric needs `unsymmetric`: a section in the mirror, or ends swapped',
    edit({ select: { all: true }, mirror: { plane: 'X', at: 3, copy: false } }),
  ),
} satisfies Record<string, ErrorType>

export const ERROR_TYPES = { ...FIELD_ERRORS, ...MEANING_ERRORS }
export type ErrorTypeName = keyof typeof ERROR_TYPES
