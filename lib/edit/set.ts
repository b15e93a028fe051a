import { isStraight, placeKey } from '#lib/model/grid-shapes.ts'
import { resolvedWhereSound } from '#lib/model/section/section-profile.ts'
import { parse } from '#lib/model/validate/parse.ts'
import { asPattern, type ElementOf, KIND_WORD, quoted } from '#lib/model/validate/references.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import { DIRECTIONS, readRestraints, readStiffness } from '#lib/schema/restraints.ts'
import { ELEMENT_SCHEMAS, KINDS, type Kind } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import { type LeftBehind, nodesOn, noteNodesThatStay } from './nodes-that-stay.ts'
import { noteOffsetsThatStay } from './offsets-that-stay.ts'
import type { Select } from './select/select-schema.ts'
import { counted, noteRadians, some, type Work } from './work.ts'

/** Sets fields, onto what was submitted: what a frame has from its member is not its own. */

export type Fields = Record<string, unknown>

const fieldsOf = (kind: Kind): Readonly<Record<string, { _zod: { optin?: string | undefined } }>> => ELEMENT_SCHEMAS[kind].shape

/** Objects that are merged by key. */
const MERGED = new Set(['position', 'sectionOffset', 'endSectionOffset', 'dimensions', 'releases', 'line', 'arc'])
const OFFSETS = new Set(['sectionOffset', 'endSectionOffset'])
const BY_DIRECTION = new Set(['restraints', 'stiffness'])
/** What null stands for where the field always has a value. */
const DEFAULTS: Readonly<Record<string, unknown>> = { rotation: 0, type: 'rectangular' }

export function set(work: Work, fields: Fields, selector: Select): void {
  const names = Object.keys(fields)
  const selected = KINDS.filter((kind) => work.selected(kind).length > 0)
  const kinds = selected.filter((kind) => names.every((name) => Object.hasOwn(fieldsOf(kind), name)))
  if (kinds.length === 0) {
    const strange = names.filter((name) => !selected.some((kind) => Object.hasOwn(fieldsOf(kind), name)))
    const whose = selected.map((kind) => `${KIND_WORD[kind]}s`).join(', ')
    for (const name of strange) work.problem('extra_forbidden', [name], `${whose} have no field '${name}'`)
    if (strange.length === 0) work.problem('extra_forbidden', [], `none of ${whose} has all the fields ${names.join(', ')}`)
    return
  }
  if (kinds.length > 1 && !selector.kinds) {
    const counts = kinds.map((kind) => counted(work.selected(kind).length, kind))
    const [field] = names
    const msg = `${field} is a field of ${counts.slice(0, -1).join(', ')} and ${counts.at(-1)}: say kinds`
    work.problem('ambiguous_kinds', [], msg, undefined, { kinds })
    return
  }
  const sent = shortForms(work, fields)
  if (!sent) return
  for (const kind of kinds) for (const ordinal of work.selected(kind)) setOne(work, kind, work.facts.id(kind, ordinal), sent)
  if (kinds.includes('gridLines')) noteLinesMoved(work)
  if (typeof sent.rotation === 'number') noteRadians(work, 'rotation', sent.rotation)
  if (kinds.includes('frames')) noteMembersThatDisagree(work, sent)
  if (typeof sent.sectionId === 'string' && sent.sectionOffset === undefined && !kinds.includes('areas'))
    noteOffsetsThatStay(work, sent.sectionId)
}

/** A member says the section or material of a schedule; its frames now have another. */
function noteMembersThatDisagree(work: Work, sent: Fields): void {
  const { facts, draft } = work
  for (const field of ['sectionId', 'materialId'] as const) {
    const value = sent[field]
    if (typeof value !== 'string') continue
    const members = new Set<string>()
    for (const ordinal of work.selected('frames')) {
      const member = draft.memberThatLists(facts.id('frames', ordinal))
      if (member?.[field] == null || member[field] === value || members.has(member.id)) continue
      members.add(member.id)
      const op = JSON.stringify({ select: { kinds: ['members'], ids: [asPattern(member.id)] }, set: { [field]: value } })
      work.note(`member_${field}_stays`, member.id, (count, ids) =>
        count === 1
          ? `member ${quoted(member.id)} still says ${field} ${quoted(String(member[field]))}; ${op} sets it too`
          : `members ${some(ids, count)} still say another ${field}: set it on them too, or take it away`,
      )
    }
  }
}

function noteLinesMoved(work: Work): void {
  const { facts, draft } = work
  const left: LeftBehind[] = []
  for (const ordinal of work.selected('gridLines')) {
    const before = facts.element('gridLines', ordinal)
    const to = draft.element('gridLines', before.id)
    const areBothStraight = isStraight(before) && isStraight(to)
    if (placeKey(to) === placeKey(before) || (areBothStraight && to.axis !== before.axis)) continue
    const count = nodesOn(work, before).length
    if (count > 0) left.push({ line: before, to, count })
  }
  noteNodesThatStay(work, left)
}

function setOne<K extends Kind>(work: Work, kind: K, id: string, fields: Fields): void {
  const element = work.draft.element(kind, id)
  const merged: Fields = { ...element }
  let isMissing = false
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) {
      if (name in DEFAULTS) merged[name] = DEFAULTS[name]
      else if (fieldsOf(kind)[name]?._zod.optin !== 'optional') {
        isMissing = true
        work.problem('missing', [name], `Field required: there is no ${KIND_WORD[kind]} without ${name}`, id)
      } else delete merged[name]
    } else if (isDictionary(value) && (MERGED.has(name) || BY_DIRECTION.has(name))) {
      merged[name] = mergedObject(name, merged[name], value)
    } else merged[name] = value
  }
  if (isMissing) return
  if (kind === 'sections') typeByProfile(merged, fields)
  if (kind === 'gridLines') axisByCurve(merged, fields)
  if (fields.endSectionId === null && fields.taper === undefined) delete merged.taper
  const parsed = parse(ELEMENT_SCHEMAS[kind], merged)
  if (parsed.ok) {
    const value = parsed.value as ElementOf[K] // by the kind's own schema
    const section = kind === 'sections' && (element as ElementOf['sections']) // by the kind
    work.draft.put(
      kind,
      section ? (sizedAnew(work, parsed.value as ElementOf['sections'], section, fields) as ElementOf[K]) : value,
    )
  } else for (const { type, loc, msg, ctx } of parsed.issues) work.problem(type, loc, msg, id, ctx)
}

/** Another line or arc has another axis and coordinate, where none are set with it. */
function axisByCurve(merged: Fields, fields: Fields): void {
  if (fields.line == null && fields.arc == null) return
  for (const name of ['axis', 'coordinate']) if (fields[name] === undefined) delete merged[name]
}

/** A type that nobody may have sent, the schema's own, makes way for that of a profile; and one that goes leaves the default. */
function typeByProfile(merged: Fields, fields: Fields): void {
  if (typeof merged.profile !== 'string') return
  if (fields.type === null || (fields.profile !== undefined && fields.type === undefined && merged.type === DEFAULTS.type))
    delete merged.type
}

const OF_SIZES = ['profile', 'type', 'dimensions', 'polygon', 'thickness']

/** A profile is resolved anew, in the unit of now, where a field is set that says sizes; else it stays what it was. */
function sizedAnew(
  work: Work,
  section: ElementOf['sections'],
  before: ElementOf['sections'],
  fields: Fields,
): ElementOf['sections'] {
  if (OF_SIZES.some((name) => name in fields)) return resolvedWhereSound(section, work.draft.lengthUnit)
  return before.resolved ? { ...section, resolved: before.resolved } : section
}

function mergedObject(name: string, before: unknown, value: Fields): Fields {
  const start = isDictionary(before) ? before : OFFSETS.has(name) ? { x: 0, y: 0 } : {}
  const merged = { ...start, ...value }
  if (name === 'dimensions') for (const key of Object.keys(value)) if (value[key] === null) delete merged[key]
  return merged
}

/** With restraints as directions; undefined after telling that they say nothing. */
function shortForms(work: Work, fields: Fields): Fields | undefined {
  const springs = readStiffness(fields.stiffness)
  if (springs && 'value' in springs) return shortForms(work, { ...fields, stiffness: springs.value })
  if (fields.restraints === undefined || fields.restraints === null) return fields
  const read = readRestraints(fields.restraints)
  if (!read) {
    if (isDictionary(fields.restraints)) {
      for (const key of Object.keys(fields.restraints)) {
        if (!isOneOf(DIRECTIONS, key)) work.problem('extra_forbidden', ['restraints', key], 'Extra inputs are not permitted')
      }
    }
    return work.hasProblems ? undefined : fields
  }
  if ('value' in read) return { ...fields, restraints: read.value }
  work.problem('value_error', ['restraints'], `Value error, ${read.error}`)
  return undefined
}

/** What is wrong with `set` before anybody looks at a model. */
export function fieldIssues(fields: Fields): Issue[] {
  const issues: Issue[] = []
  const names = Object.keys(fields)
  if (names.length === 0) {
    issues.push(valueError(['set'], 'say which fields to set: {"sectionId": "…"}'))
  }
  for (const name of names) {
    const loc = ['set', name]
    if (name === 'id') issues.push({ type: 'extra_forbidden', loc, msg: 'an id is changed by renumber' })
    else if (!KINDS.some((kind) => Object.hasOwn(fieldsOf(kind), name)))
      issues.push({ type: 'extra_forbidden', loc, msg: `no element has a field '${name}'` })
  }
  return issues
}
