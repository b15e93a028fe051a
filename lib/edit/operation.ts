import { z } from 'zod'
import { MOST_NOTE_CHARACTERS } from '#lib/model/notes.ts'
import { AXIS_NAMES } from '#lib/model/shape/vector.ts'
import {
  briefObjects,
  type FreeForm as Free,
  FreeForm,
  ListOrOne,
  Num,
  orText,
  orTrue,
  rules,
  sameAs,
  Text,
} from '#lib/schema/lenient-types.ts'
import { Load } from '#lib/schema/loads.ts'
import { blankIssues, type Issue, valueError } from '#lib/schema/model-error.ts'
import { ViewerFrame, ViewerUnits } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { isKeyOf, keysOf } from '#lib/values/object-keys.ts'
import { COPY_WORDS } from './copies.ts'
import { JOIN_WORDS, LOAD_WORDS, PIECE_WORDS, patternIssue, RENUMBER_WORDS } from './naming.ts'
import { AS_IN_QUERY_BRIEFLY, isCondition, Select } from './select/select-schema.ts'
import { fieldIssues } from './set.ts'

/** The operations of an edit, as they are sent. Each has one verb, and a selection where the verb works on one. */

const Point = z.strictObject({ x: Num.optional(), y: Num.optional(), z: Num.optional() })
const Pattern = z.string().min(1).max(500)
const Times = z.int().min(1).max(1000)
const Grids = z.enum(['follow', 'stay'])

const CopiesLoads = z.boolean().optional().describe('false: copies take no loads along')

const Move = z.strictObject({ x: Num.optional(), y: Num.optional(), z: Num.optional(), grids: Grids.optional() })

const { id: _, startNodeId: __, endNodeId: ___, ...joining } = ViewerFrame.shape
const JoinCopies = z.strictObject({ select: Select.optional(), id: Pattern.optional(), ...joining })

const Copy = z.strictObject({
  by: Point,
  times: Times.optional(),
  id: Pattern.optional(),
  label: Pattern.optional(),
  loads: CopiesLoads,
  join: JoinCopies.optional().describe(
    'A frame from each copied node to its next copy; id is by the node, "{id}~{n}" if left out',
  ),
})

const ToLevels = z.strictObject({
  loads: CopiesLoads,
  from: z.string().min(1).max(256),
  to: ListOrOne(z.string().min(1).max(256), 200),
  id: Pattern.optional(),
})

const Mirror = z.strictObject({
  plane: z.enum(AXIS_NAMES).optional(),
  at: Num.optional(),
  on: z.string().min(1).max(256).optional().describe('A grid line, in place of plane and at'),
  copy: z.boolean(),
  id: Pattern.optional(),
  label: Pattern.optional(),
  grids: Grids.optional(),
  unsymmetric: z.enum(['section', 'reverse']).optional(),
  loads: CopiesLoads,
})

const Rotate = z.strictObject({
  axis: z.enum(AXIS_NAMES).optional(),
  about: Point,
  angle: Num.describe('Degrees, by the right-hand rule'),
  times: Times.optional().describe('Makes so many copies'),
  loads: CopiesLoads,
  id: Pattern.optional(),
  label: Pattern.optional(),
  grids: Grids.optional(),
})

export type Orient = z.output<typeof Orient>
const Orient = z.strictObject({
  axis: z.enum(['2', '-2', '3', '-3', 'heel']).default('2'),
  to: Point.optional(),
  outward: z
    .strictObject({ x: Num.optional(), y: Num.optional() })
    .optional()
    .describe('From the vertical line through this point'),
  turn: Num.optional(),
})

export type Divide = z.output<typeof Divide>
const Divide = z.strictObject({
  parts: z.int().min(2).max(1000).optional(),
  at: z.array(Num.gt(0).lt(1)).min(1).max(100).optional(),
  every: Num.gt(0).optional(),
  nodes: z.literal(true).optional().describe('At every node that lies on the frame'),
  id: Pattern.optional(),
  member: z.boolean().optional(),
})

export type Join = z.output<typeof Join>
const Join = z.strictObject({
  as: z.enum(['frame', 'member']).optional(),
  id: Pattern.optional(),
  nodes: z.enum(['remove', 'keep']).optional(),
})
orTrue.add(Join)

const Merge = z.strictObject({ tolerance: Num.gt(0).optional() })
orTrue.add(Merge)

export type Renumber = z.output<typeof Renumber>
const Renumber = z.strictObject({
  id: Pattern,
  start: z.int().optional(),
  step: z.int().optional(),
  by: ListOrOne(z.enum(['x', 'y', 'z', 'id']), 4).optional(),
})

const { id: _____, nodeId: ______, frameId: _______, areaId: ________, ...loadFields } = Load.shape
export type LoadVerb = z.output<typeof LoadVerb>
const LoadVerb = z.strictObject({ ...loadFields, id: Pattern.optional() })

export type Note = z.output<typeof Note>
const Note = z.strictObject({
  text: z.string().min(1).max(MOST_NOTE_CHARACTERS).optional(),
  remove: z.int().min(1).optional(),
})
orText.set(Note, 'text')

const Remove = z.strictObject({ cascade: z.boolean().optional(), unusedNodes: z.boolean().optional() })
orTrue.add(Remove)

export type Scale = z.output<typeof Scale>
const Scale = z.strictObject({ to: Text.optional(), factor: Num.gte(1e-9).lte(1e9).optional(), unit: Text.optional() })

/** Read when the edit begins (`edit.ts`): with its templates and defaults it is more than its fields. */
const Add = z.record(z.string(), z.unknown())
sameAs.set(Add, 'ConstructModelElementsBatch')
const Units = z.strictObject(ViewerUnits.shape)

/** A tool says of each in words what is in it. */
for (const verb of [
  Move,
  Copy,
  ToLevels,
  Mirror,
  Rotate,
  Orient,
  Divide,
  Join,
  Merge,
  Renumber,
  Remove,
  LoadVerb,
  Units,
  Scale,
  Note,
])
  briefObjects.add(verb)

const verbs = {
  set: FreeForm.optional().describe('Field → value; null takes it away'),
  move: Move.optional().describe(
    '{x,y,z}: what hangs on the nodes follows, grids too unless grids: "stay"; also in mirror, rotate',
  ),
  copy: Copy.optional().describe(
    '{by:{x,y,z}, times, id:"{id}-{n}", label, join:{sectionId,…}}: join: a frame "{id}~{n}" from each copied node (of join.select) to the next',
  ),
  toLevels: ToLevels.optional().describe('{from:"L2", to:["L3..L9"], id:"{id}@{level}"} copies a storey'),
  mirror: Mirror.optional().describe(
    '{plane:"X", at} or {on: grid line}; copy: true|false; unsymmetric: "section" (one in the mirror) | "reverse" (swap ends)',
  ),
  rotate: Rotate.optional().describe('{axis:"Z", about:{x,y,z}, angle}: degrees, right-hand rule; times makes copies'),
  orient: Orient.optional().describe(
    'Frames: axis "2" (default), "-2", "3", "-3" or "heel" of an angle points to:{x,y,z} or outward:{x,y}, away from that line; turn: more degrees',
  ),
  divide: Divide.optional().describe(
    'Frames: {parts:2}, {at:[0.5]}, {every: length} or {nodes:true}; the pieces are one member unless member:false',
  ),
  join: Join.optional().describe('true or {as:"member", id, nodes:"keep"}: pieces in line become one frame or member'),
  merge: Merge.optional().describe('true or {tolerance} joins nodes lying together'),
  renumber: Renumber.optional().describe(
    '{id:"{gridX}{gridY}-{n}", start, step, by:["z","y","x"]}; words: id n label x y z role section storey gridX gridY level',
  ),
  load: LoadVerb.optional().describe('{caseId:"D", force:{z:-5}}: on each that it fits'),
  remove: Remove.optional().describe('true or {cascade, unusedNodes}'),
  add: Add.optional().describe('As in add_model_elements, repeat too'),
  name: Text.optional(),
  note: Note.optional().describe('Text for later readers; {remove: 1}: the oldest'),
  units: Units.optional().describe('{current,force,length,temperature}: labels only'),
  scale: Scale.optional().describe('{to:"mm"} or {factor, unit} converts all lengths'),
}

export type Verb = keyof typeof verbs
const VERBS = keysOf(verbs)
const WITHOUT_SELECT: readonly Verb[] = ['add', 'name', 'note', 'units', 'scale']

export type Operation = z.output<typeof Operation>
const Operation = z
  .strictObject({ select: Select.optional().describe(AS_IN_QUERY_BRIEFLY), ...verbs })
  .meta({ id: 'EditOperation' })
rules.set(Operation, operationIssues)

export function verbOf(operation: Operation): Verb {
  const verb = VERBS.find((one) => operation[one] !== undefined)
  if (!verb) throw new Error('an operation without a verb, which `operationIssues` refuses')
  return verb
}

export type EditModel = z.output<typeof EditModel>
export const EditModel = z
  .strictObject({
    ops: z.array(Operation).min(1).max(50).describe('In order'),
    dryRun: z.boolean().optional().describe('Write nothing'),
  })
  .meta({ id: 'EditModel' })

/** What is wrong with an operation beside its fields. */
function operationIssues(sent: Free): Issue[] {
  const sentVerbs = VERBS.filter((verb) => sent[verb] !== undefined)
  const [verb] = sentVerbs
  if (sentVerbs.length === 0 && Object.keys(sent).some(isMisspelt)) return [] // told as a key that there is none of
  if (sentVerbs.length !== 1 || !verb) {
    const got = sentVerbs.length === 0 ? 'none' : sentVerbs.map((one) => `'${one}'`).join(' and ')
    return [valueError([], `one of ${VERBS.join(', ')} expected, got ${got}`)]
  }
  const issues: Issue[] = []
  const hasSelect = sent.select !== undefined
  if (WITHOUT_SELECT.includes(verb)) {
    if (hasSelect) issues.push({ type: 'extra_forbidden', loc: ['select'], msg: `${verb} takes no select` })
  } else if (!hasSelect && verb !== 'merge') issues.push({ type: 'missing', loc: ['select'], msg: 'Field required' })
  const value = sent[verb]
  if (verb === 'name') issues.push(...blankIssues(value, [verb]))
  const fields = isDictionary(value) ? value : verb === 'note' ? { text: value } : undefined
  return fields ? [...issues, ...(CHECKS[verb]?.(fields) ?? [])] : issues // what is no object is told by itself
}

/** Meant as a verb: no condition either, which somebody left outside of `select`. */
const isMisspelt = (key: string): boolean => key !== 'select' && !isKeyOf(verbs, key) && !isCondition(key)

/** Exactly one of some fields, or of some groups of them. */
function oneOf(verb: Verb, fields: Free, ways: readonly (readonly string[])[]): Issue[] {
  const taken = ways.filter((way) => way.some((field) => fields[field] !== undefined))
  const [way] = taken
  if (taken.length === 1 && way?.every((field) => fields[field] !== undefined)) return []
  const expected = ways.map((one) => one.join(' and ')).join(', or ')
  const sentFields = ways.flat().filter((field) => fields[field] !== undefined)
  return [valueError([verb], `${expected} expected, got ${sentFields.length > 0 ? sentFields.join(' and ') : 'none'}`)]
}

const distance = (verb: Verb, fields: unknown, loc: Issue['loc']): Issue[] =>
  ['x', 'y', 'z'].some((axis) => (fields as Free | undefined)?.[axis] !== undefined) || typeof fields !== 'object'
    ? []
    : [valueError(loc, `say how far to ${verb}: x, y or z`)]

function pattern(text: unknown, words: readonly string[], loc: Issue['loc']): Issue[] {
  const issue = typeof text === 'string' ? patternIssue(text, words, loc) : undefined
  return issue ? [issue] : []
}

const naming = (verb: Verb, fields: Free): Issue[] => [
  ...pattern(fields.id, COPY_WORDS, [verb, 'id']),
  ...pattern(fields.label, COPY_WORDS, [verb, 'label']),
]

const CHECKS: Partial<Record<Verb, (fields: Free) => Issue[]>> = {
  set: fieldIssues,
  move: (fields) => distance('move', fields, ['move']),
  copy: (fields) => [
    ...(fields.by === undefined ? [] : distance('copy', fields.by, ['copy', 'by'])),
    ...naming('copy', fields),
    ...pattern(isDictionary(fields.join) ? fields.join.id : undefined, COPY_WORDS, ['copy', 'join', 'id']),
  ],
  toLevels: (fields) => pattern(fields.id, COPY_WORDS, ['toLevels', 'id']),
  mirror: (fields) => [...oneOf('mirror', fields, [['plane', 'at'], ['on']]), ...naming('mirror', fields)],
  rotate: (fields) => naming('rotate', fields),
  orient: (fields) => oneOf('orient', fields, [['to'], ['outward']]),
  divide: (fields) => [
    ...oneOf('divide', fields, [['parts'], ['at'], ['every'], ['nodes']]),
    ...pattern(fields.id, PIECE_WORDS, ['divide', 'id']),
  ],
  join: (fields) => pattern(fields.id, JOIN_WORDS, ['join', 'id']),
  load: (fields) => pattern(fields.id, LOAD_WORDS, ['load', 'id']),
  renumber: (fields) => pattern(fields.id, RENUMBER_WORDS, ['renumber', 'id']),
  note: (fields) => [
    ...oneOf('note', fields, [['text'], ['remove']]),
    ...(fields.text === '' ? [] : blankIssues(fields.text, ['note'])),
  ],
  scale: (fields) => oneOf('scale', fields, [['to'], ['factor', 'unit']]),
}
