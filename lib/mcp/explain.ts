import { isKind } from '#lib/model/defaults.ts'
import { isDictionary } from '#lib/model/dictionary.ts'
import type { Grouping } from '#lib/model/issue-list.ts'
import type { Issue } from '#lib/model/model-error.ts'
import { nearestIds } from '#lib/model/nearest-id.ts'
import { asPattern, KIND_WORD, quoted } from '#lib/model/references.ts'
import { ELEMENT_SCHEMAS, KINDS, type Kind } from '#lib/model/schema.ts'
import { type LengthUnit, readLength } from '#lib/model/units.ts'
import { resolveProfile } from '#lib/profiles/find.ts'
import { plainName } from './alike.ts'
import { type JsonSchema, withFields } from './json-schema.ts'
import { listedById, meantBy } from './other-words.ts'
import { rectangleFix } from './plain-rectangle.ts'
import { decimal, inUnit, quantityOf } from './quantity.ts'

/**
 * Failures in words that a language model can repair from: every problem with its place, what was received and what would work,
 * and that nothing was saved. The items are those of REST's 422, with `received` and `fix` beside them. JSON, as text.
 */

/** Longer ones cost the model more than they tell it. */
const MOST_CHARACTERS = 8000
const MOST_RECEIVED = 120

export type Failure = {
  /** A word for what went wrong: invalid_input, not_found, forbidden, outdated. */
  error: string
  message: string
  issues?: readonly Issue[]
  /** All problems, told or not. */
  total?: number
}

/** What the text needs to know: the input as sent, its schema, and names of things (`S1` for a section called "IPE 300"). */
export type Background = {
  sent: unknown
  schema: JsonSchema
  alike?(kind: string, id: string): string | undefined
  /** Whether the model has it already. */
  exists?(kind: Kind, id: string): boolean
  /** The model's unit of length. */
  lengths?: LengthUnit | undefined
  /** False for a tool that only reads: nothing can be added in its call. */
  writes?: boolean
  /** The tool that was called, by its canonical name, and how names of tools are spelt to the caller. */
  tool?: string
  styled?(name: string): string
}

export function explainFailure({ error, message, issues = [], total = issues.length }: Failure, background: Background): string {
  const told = issues.filter(({ type }) => type !== 'too_many_errors').map((issue) => describe(issue, background))
  const write = (count: number) => {
    const shown = told.slice(0, count).map((item) => JSON.stringify(item))
    if (count < total) {
      const msg = `${total} errors, ${total - count} of them not shown`
      shown.push(JSON.stringify({ loc: ['body'], type: 'too_many_errors', msg, ctx: { total, shown: count } }))
    }
    const detail = shown.length > 0 ? `,\n"detail": [\n${shown.join(',\n')}\n]` : ''
    return `{"error": ${JSON.stringify(error)}, "message": ${JSON.stringify(message)}${detail}}`
  }
  let count = told.length
  let text = write(count)
  while (text.length >= MOST_CHARACTERS && count > 0) {
    count = Math.min(count - 1, Math.floor((count * MOST_CHARACTERS) / text.length))
    text = write(count)
  }
  return text
}

/** The words for input that is wrong. `issues` end with how many more there are (`tellIssues`). */
export function explainInvalid(
  issues: readonly Issue[],
  { writes, background }: { writes: boolean; background: Background },
): string {
  const more = issues.find(({ type }) => type === 'too_many_errors')?.ctx?.total
  const total = typeof more === 'number' ? more : issues.length
  const problems = total === 1 ? '1 problem' : `${total} problems`
  const again = writes ? 'then send the whole call again' : 'then call again'
  const message = `${writes ? NOTHING_SAVED : ''}${problems} with the input: mend each at its loc (fix says how), ${again}.`
  return explainFailure({ error: 'invalid_input', message, issues, total }, background)
}

export const NOTHING_SAVED = 'Nothing was saved. '

/** A model reads every item: what is wrong in the same way with many elements is one. */
export const groupingOf = (sent: unknown): Grouping => ({ groupsPlain: true, valueAt: (loc) => valueAt(sent, loc) })

type Described = Pick<Issue, 'loc' | 'type' | 'msg' | 'ctx'> & { received?: unknown; fix?: string }

/** Of a problem's values those that its message does not say: where else it is. */
const WHERE = ['at', 'count', 'more', 'places']

function whereOf({ ctx = {} }: Issue): Pick<Described, 'ctx'> {
  const told = Object.entries(ctx).filter(([name]) => WHERE.includes(name))
  return 'count' in ctx || 'at' in ctx ? { ctx: Object.fromEntries(told) } : {}
}

function describe(issue: Issue, background: Background): Described {
  const { type, loc, msg } = issue
  const value = valueAt(background.sent, loc)
  const fix = fixFor(issue, value, background)
  // Of a missing field, its object's keys are what was received: often the right value stands under another name.
  const received = type === 'missing' ? fieldsOf(valueAt(background.sent, loc.slice(0, -1))) : value
  return {
    loc: ['body', ...loc],
    type,
    msg: cut(msg, 400),
    ...whereOf(issue),
    ...(received === undefined ? {} : { received: brief(received) }),
    ...(fix ? { fix } : {}),
  }
}

function fixFor(issue: Issue, value: unknown, background: Background): string | undefined {
  const { type, loc, msg, ctx = {} } = issue
  const { schema, alike } = background
  const field = String(loc.at(-1) ?? '')
  const wanted = schemaAt(schema, loc)
  const isTemplate = loc[0] === 'repeat'
  const loose = isTemplate || loc.includes('repeat') ? undefined : outsideRepeat(loc, value)
  if (loose && REPEATED.has(type)) return loose
  switch (type) {
    case 'missing':
      return missingFix(loc, wanted, background)
    case 'extra_forbidden':
      return strangeFix(loc, value, background)
    case 'string_type':
      return typeof value === 'number' || typeof value === 'boolean' ? `send text: ${JSON.stringify(String(value))}` : 'send text'
    case 'profile_not_found':
    case 'ambiguous_profile':
    case 'profile_disagrees':
    case 'unit_unknown':
      return profileFix(issue, background)
    case 'string_too_short':
      return field === 'profile' ? PROFILE_LENGTH : 'an id has at least one character'
    case 'string_too_long':
      return field === 'profile' ? PROFILE_LENGTH : 'an id has at most 256 characters'
    case 'float_type':
    case 'float_parsing':
      return numberFix(loc, value, background)
    case 'finite_number':
      return 'send a finite number'
    case 'list_type':
      if (typeof value === 'string' && value.trimStart().startsWith('[')) return 'send the array itself, not its text'
      return isDictionary(value) ? `send an array: ${brief((isKind(field) && listedById(value)) || [value])}` : 'send an array'
    case 'too_short':
      return field === 'nodeIds' ? 'list three or more node ids around the outline' : `list at least ${ctx.min_length ?? 1}`
    case 'model_attributes_type':
    case 'dict_type':
      return objectFix(loc, value, wanted)
    case 'literal_error':
      return literalFix(value, wanted, ctx)
    case 'bool_type':
    case 'bool_parsing':
      return 'send true or false'
    case 'ambiguous_kinds': {
      const kinds = Array.isArray(ctx.kinds) ? ctx.kinds.map((kind) => `"kinds": [${JSON.stringify(kind)}]`) : []
      return `say which in select: ${kinds.join(' or ')}`
    }
    case 'duplicate_id':
      if (typeof ctx.free === 'string') return `"id": ${JSON.stringify(ctx.free)}`
      if (isTemplate) return 'put each loop variable into the id, as in "N{i}-{j}"'
      return 'ids are unique within their kind: rename one of the two and what refers to it, or send the element once'
    case 'reference_not_found': {
      const [kind, id] = [String(ctx.kind), String(ctx.id)]
      const isMade = isTemplate && typeof value === 'string' && value.includes('{')
      if (isMade) return `end a range earlier, leave this combination out with if, or add the ${kind}`
      if (id.includes('?')) return `only * stands for any text: ${JSON.stringify(id.replaceAll('?', '*'))}`
      if (id.includes('*') && !loc.some((step) => SELECTS.has(String(step)))) return 'write the ids out: * is for selections only'
      const is = KINDS.find((one) => KIND_WORD[one] === ctx.is)
      if (is) return `add "kinds": ["${is}"]`
      const other = alike?.(kind, id)
      const near = typeof ctx.suggestion === 'string' && !differInDigits(ctx.suggestion, id) ? ctx.suggestion : undefined
      if (other !== undefined && plainName(other) === plainName(id)) return `use ${JSON.stringify(other)}`
      if (other !== undefined) return `use the id ${JSON.stringify(other)}: that is the ${kind} of this name`
      if (kind === 'section' && isProfile(id) && background.writes !== false) {
        const section = JSON.stringify([{ id, profile: id }])
        return loc[0] === 'ops' ? `before this op: {"add":{"sections":${section}}}` : `add "sections": ${section}`
      }
      if (loc.some((step) => SELECTS.has(String(step))) || loc[0] === 'densities')
        return near === undefined
          ? `name one that is in the model${loc[0] === 'densities' ? '' : ', or write * for any text'}`
          : `use ${JSON.stringify(near)}`
      if (near !== undefined) return `use ${JSON.stringify(near)}, or add ${article(kind)} with id ${brief(id)} in this call`
      if (kind === 'level')
        return `a level is a grid line: {"id":${JSON.stringify(id)},"axis":"Z","coordinate":…}; add it, or name one that is there`
      if (loc.length === 1) return 'name one that is in the model'
      return `add ${article(kind)} with id ${brief(id)} in this call, or refer to one that exists`
    }
    case 'not_found':
      if (typeof ctx.call === 'string') return ctx.call
      return ctx.suggestion ? `use the id ${JSON.stringify(ctx.suggestion)}: ${ctx.because}` : undefined
    case 'frame_in_other_member':
      return `take the frame out of this member, or send member ${brief(ctx.member)} without it in the same call`
    case 'still_referenced': {
      const by = isDictionary(ctx.by) ? `${ctx.by.kind} ${brief(ctx.by.id)}` : 'what refers to it'
      const cascade = field === 'remove' ? '"remove": {"cascade": true}' : '"cascade": true'
      if (ctx.kind === 'section' || ctx.kind === 'material')
        return `give ${by} and the others another ${ctx.kind} first, or send ${cascade}: they stay, without one`
      return `remove ${by} too, or send ${cascade} to remove all that refers to it`
    }
    case 'limit_exceeded':
      return field === 'source' ? 'send a shorter source' : 'send less in one call'
    case 'template_syntax':
      return loc.includes('for')
        ? 'a range is "0..4" or "8..0 by -2"; a list is an array: [1, 6, 10]'
        : 'in let and if stands an expression alone; text with expressions in braces is quoted in it: "{letter(i)}{j+1}"'
    case 'template_name': {
      const known = Array.isArray(ctx.known) ? ctx.known.map(String) : []
      const name = String(ctx.name)
      const near = known.find((one) => one.toLowerCase() === name.toLowerCase()) ?? nearestIds([name], known).get(name)
      return near === undefined ? undefined : `use ${near}`
    }
    case 'value_error':
      return loc.includes('restraints') ? restraintsFix(value) : valueFix(loc, msg)
  }
}

/** What a loop or an expression outside of `repeat` fails with. */
const REPEATED = new Set([
  'string_type',
  'float_parsing',
  'float_type',
  'missing',
  'model_attributes_type',
  'reference_not_found',
])

/** A loop or an expression that stands where nothing is computed: the array that belongs into a template. */
function outsideRepeat(loc: Issue['loc'], value: unknown): string | undefined {
  const kind = loc.find((step) => isKind(String(step)))
  if (kind === undefined || loc.some((step) => SELECTS.has(String(step)))) return undefined
  const isLoop = isDictionary(value) && ('each' in value || 'for' in value)
  if (!isLoop && !(typeof value === 'string' && /\{[^{}]*[A-Za-z_][^{}]*\}/.test(value))) return undefined
  const what = isLoop ? 'for and each work' : 'expressions are computed'
  return `${what} inside repeat only: "repeat": [{"for": {…}, "${kind}": […]}]`
}

const PROFILE_LENGTH = 'a profile has 1 to 128 characters, such as "HEA 200"'

const CUSTOM = 'send type custom and a polygon'
const MISSES: Record<string, string> = {
  series: 'write all sizes, such as H-400x200x8x13',
  two_bodies: CUSTOM,
  lipped: CUSTOM,
  no_type: CUSTOM,
  impossible: 'check the sizes',
}

function profileFix({ type, loc, ctx = {} }: Issue, { sent, lengths }: Background): string | undefined {
  const [first] = Array.isArray(ctx.suggestions) ? ctx.suggestions : []
  const field = String(loc.at(-1))
  switch (type) {
    case 'profile_not_found': {
      if (ctx.reason === 'standard') return `use ${JSON.stringify(first)} without the standard before it`
      if (ctx.reason === 'rectangle') return rectangleFix(String(ctx.profile), lengths)
      const known = MISSES[String(ctx.reason)]
      if (known) return known
      return first === undefined
        ? 'look it up with find_sections, or send type and dimensions'
        : `use ${JSON.stringify(first)}, or look it up with find_sections`
    }
    case 'ambiguous_profile': {
      const names = Array.isArray(ctx.candidates) ? ctx.candidates : []
      return `use one of ${names.slice(0, 10).join(', ')}`
    }
    case 'profile_disagrees': {
      const set = loc[0] === 'ops' ? valueAt(sent, loc.slice(0, loc.indexOf('set') + 1)) : undefined
      // The section has these from before: whoever sets a profile wants its sizes.
      if (isDictionary(set) && loc.includes('set'))
        return `"set": ${JSON.stringify({ ...set, type: null, dimensions: null, polygon: null, thickness: null })}`
      const instead =
        typeof ctx.expected === 'number' || typeof ctx.expected === 'string' ? `, or send ${field} ${ctx.expected}` : ''
      return `leave out ${field}${instead}, or leave out profile`
    }
    default:
      // Of edits, which say what to do themselves.
      return field === 'profile'
        ? 'set the units in create_model, or by {"units":{"current":"kN, m, C"}} with edit_model'
        : undefined
  }
}

/** What a field of a new element is, where nothing that was sent says it: never a value. */
const MEANT: Record<string, string> = {
  id: 'a text of your own, unique in its kind',
  startNodeId: 'the id of the node at its start',
  endNodeId: 'the id of the node at its end',
  nodeId: 'the id of the node that it holds',
  nodeIds: 'the ids of the nodes around it, in order',
  frameIds: 'the ids of its frames, in order',
  position: 'an object with x, y and z',
  coordinate: 'the number at which it lies on its axis',
  name: 'a text',
  modelId: 'the id that create_model or list_models tells',
  from: 'the level that is copied, by its label or id',
  about: 'a point {x, y, z} on the axis',
  copy: 'true to keep what is mirrored, false to move it',
}

/** Arguments that select, in any tool. */
const SELECTS = new Set(['select', 'isolate', 'zoom', 'highlight'])

function missingFix(loc: Issue['loc'], wanted: JsonSchema | undefined, background: Background): string | undefined {
  const { sent, schema } = background
  const field = String(loc.at(-1))
  const holder = valueAt(sent, loc.slice(0, -1))
  const known = Object.keys(schemaAt(schema, loc.slice(0, -1))?.properties ?? {})
  const strange = isDictionary(holder) ? Object.keys(holder).filter((key) => !known.includes(key)) : []
  const flat = isDictionary(holder) ? gathered(holder, wanted) : undefined
  const instead = flat ? undefined : strange.find((key) => meansTheSame(key, field))
  if (instead && isDictionary(holder)) return `rename '${instead}': "${field}": ${brief(asObject(holder[instead], wanted))}`
  if (flat) return `add "${field}": ${flat}`
  const change = changeInstead(loc, background)
  if (change) return change
  const words = Array.isArray(wanted?.enum) ? `one of ${wanted.enum.join(', ')}` : undefined
  return `add "${field}": ${words ?? MEANT[field] ?? SORTS[String(wanted?.type)] ?? 'its value'}`
}

/** Coordinates in a row, where an object with as many names is wanted. */
function asObject(value: unknown, wanted: JsonSchema | undefined): unknown {
  const names = Array.isArray(wanted?.required) ? wanted.required.map(String) : []
  const fits = Array.isArray(value) && names.length > 0 && value.length === names.length
  return fits ? Object.fromEntries(names.map((name, i) => [name, value[i]])) : value
}

const SORTS: Record<string, string> = {
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  string: 'a text',
  array: 'a list',
  object: 'an object',
}

const MOST_IDS = 100

/** An element that exists was sent in part: that is a change of its fields, and there is a call for it. */
function changeInstead(
  [kind, index]: Issue['loc'],
  { sent, schema, exists, styled = (name) => name }: Background,
): string | undefined {
  const elements = isDictionary(sent) && typeof kind === 'string' ? sent[kind] : undefined
  if (!exists || !isDictionary(sent) || !Array.isArray(elements) || !isKind(kind)) return undefined
  const fieldsSent = (element: unknown): string | undefined => {
    if (!isDictionary(element)) return undefined
    const known = Object.keys(schemaAt(schema, [kind, 0])?.properties ?? {})
    const sentFields = Object.entries(element).filter(([key]) => key !== 'id' && known.includes(key))
    // The parser has laid in what stands for fields that were not sent.
    const own = sentFields.filter(([key, item]) => schemaAt(schema, [kind, 0, key])?.default !== item)
    const fields = own.length > 0 ? own : sentFields
    return fields.length > 0 ? JSON.stringify(Object.fromEntries(fields)) : undefined
  }
  const isThere = (element: unknown): element is { id: string } =>
    isDictionary(element) && typeof element.id === 'string' && exists(kind, element.id)
  const element: unknown = elements[Number(index)]
  const set = fieldsSent(element)
  if (!isThere(element) || set === undefined) return undefined
  const same = elements.filter((one) => isThere(one) && fieldsSent(one) === set).slice(0, MOST_IDS)
  const ids = same.map(({ id }) => asPattern(id))
  const select = JSON.stringify({ kinds: [kind], ids })
  const call = `${styled('service.edit_model')} {"modelId":${JSON.stringify(sent.modelId)},"ops":[{"select":${select},"set":${set}}]}`
  return `${KIND_WORD[kind]} ${quoted(element.id)} exists; to change only this: ${call}`
}

/** Where lengths stand. */
const LENGTHS = new Set(['position', 'radius', 'coordinate', 'sectionOffset', 'thickness', 'dimensions', 'polygon', 'length'])

function numberFix(loc: Issue['loc'], value: unknown, { lengths }: Background): string {
  if (typeof value !== 'string') return 'send a number'
  const text = value.trim()
  if (loc[0] === 'repeat' && !text.includes('{') && /^[\w.()]+(\s*[-+*/%]\s*[\w.()]+)+$/.test(text))
    return `send ${JSON.stringify(`{${text}}`)}`
  if (/^[+-]?\d+,\d+$/.test(text)) {
    const number = decimal(text)
    if (number !== undefined) return `send ${number}`
    return `${JSON.stringify(value)} may be ${Number(text.replace(',', '.'))} or ${Number(text.replace(',', ''))}: send the one that is meant`
  }
  const degrees = loc.includes('rotation') ? /^([+-]?\d+(?:\.\d+)?)\s*(?:°|deg(?:rees?)?)$/i.exec(text)?.[1] : undefined
  if (degrees !== undefined) return `send ${Number(degrees)}`
  const read = loc.some((step) => LENGTHS.has(String(step))) ? quantityOf(text) : undefined
  if (!read) return 'send a number'
  if (lengths) return `send ${inUnit(read, lengths)}`
  const pair = ['ft', 'in'].includes(read.unit.unit) ? ['ft', 'in'] : ['m', 'mm']
  const readings = pair.map((name) => `${inUnit(read, readLength(name)!)} if lengths are in ${name}`)
  return `the model's units name no length: send ${readings.join(', ')}`
}

/** What was sent where an object should be, as that object. */
function objectFix(loc: Issue['loc'], value: unknown, wanted: JsonSchema | undefined): string {
  if (loc.at(-1) === 'restraints') return restraintsFix(value)
  if (typeof value === 'string' && value.trimStart().startsWith('{')) return 'send an object: the object itself, not its text'
  const properties = isDictionary(wanted?.properties) ? Object.keys(wanted.properties) : []
  if (Array.isArray(value) && value.length === properties.length && value.every((item) => typeof item !== 'object'))
    return `send an object: ${brief(Object.fromEntries(properties.map((key, i) => [key, value[i]])))}`
  return properties.length > 0 ? `send an object with ${properties.slice(0, 12).join(', ')}` : 'send an object'
}

const HELD = new Set<unknown>([true, 1, 'true', '1'])
const NOT_HELD = new Set<unknown>([false, 0, 'false', '0'])

/** The short form that is nearest to what was sent, and follows from it. */
function restraintsFix(value: unknown): string {
  if (Array.isArray(value) && value.length === 6 && value.every((one) => HELD.has(one) || NOT_HELD.has(one)))
    return `send ${JSON.stringify(value.map((one) => (HELD.has(one) ? '1' : '0')).join(''))}`
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  if (/^[01]{6}$/.test(text)) return `send ${JSON.stringify(text)}`
  if (/^[fr]{6}$/i.test(text)) {
    const fixed = [...text.toUpperCase()].map((letter) => (letter === 'F' ? '1' : '0')).join('')
    const free = [...fixed].map((digit) => (digit === '1' ? '0' : '1')).join('')
    return `say 1 for held and 0 for free in the order u1 u2 u3 r1 r2 r3: "${fixed}" if F means fixed, "${free}" if F means free`
  }
  if (/roll/i.test(text)) return '["u3"] holds Z only, ["u2","u3"] rolls along X, ["u1","u3"] along Y'
  return '"fixed", "pinned", "free", or six digits: 1 held, 0 free, in the order u1 u2 u3 r1 r2 r3'
}

/** An argument that there is none of: the ones there are, and the way to what was probably wanted. */
function strangeFix(
  loc: Issue['loc'],
  value: unknown,
  { sent, schema, tool, styled = (name) => name }: Background,
): string | undefined {
  const key = String(loc.at(-1))
  const holder = schemaAt(schema, loc.slice(0, -1))
  const holdsElements = loc.at(-2) === 'add' || loc.at(-2) === 'defaults' || (loc[0] === 'repeat' && loc.length === 3)
  const inSet = loc.at(-2) === 'set'
  const named = Object.keys(isDictionary(holder?.properties) ? holder.properties : {})
  const known = [...named, ...(holdsElements ? KINDS : []), ...(inSet ? FIELDS : [])]
  const own = isDictionary(sent) ? sent : {}
  const [edit, add] = [styled('service.edit_model'), styled('service.add_model_elements')]
  if (loc.length === 1 && tool === 'service.create_model' && key === 'modelId') return `to change a model use ${edit} or ${add}`
  if (loc.length === 1 && tool === 'service.add_model_elements' && ['name', 'units'].includes(key))
    return `${edit} {"modelId":${JSON.stringify(own.modelId)},"ops":[${JSON.stringify({ [key]: value })}]}`
  // Other kinds have such a field: what is selected is not what is to be set.
  if (inSet && FIELDS.includes(key))
    return OF_SECTIONS.includes(key)
      ? `${key} is a field of sections: "select": {"kinds": ["sections"], "ids": […]}, or set sectionId`
      : `select the kind that has ${key}`
  if (inSet && (key === 'x' || key === 'y' || key === 'z')) return `"position.${key}": ${brief(value)}, or move`
  const sentBeside = valueAt(sent, loc.slice(0, -1))
  // A selection is renumbered; the model alone is renamed.
  const meantWords = key === 'rename' && isDictionary(sentBeside) && !('select' in sentBeside) ? ['name'] : known
  const near =
    meantBy(key, meantWords) ??
    known.find((one) => meansTheSame(key, one) || isPlural(key, one)) ??
    nearestIds([key], known).get(key)
  const there = known.length > 0 ? `${loc.length === 1 ? 'arguments' : 'keys'} here: ${known.join(', ')}` : undefined
  if (near) return `rename '${key}': ${JSON.stringify(near)}`
  if (known.includes('select') && OF_SELECTIONS.test(key)) {
    const condition = { kind: 'kinds', id: 'ids' }[key] ?? key.replace(/^(role|section|material|member|storey|label)s$/, '$1')
    return `send "select": ${brief({ [condition]: value })}`
  }
  return there
}

/** `node` for `nodes`, `section` for `sectionId`. */
const isPlural = (sent: string, field: string): boolean => field === `${sent}s` || field === `${sent}Id`

/** What elements have that is set by its name. */
const FIELDS = [...new Set(KINDS.flatMap((kind) => Object.keys(ELEMENT_SCHEMAS[kind].shape)))].filter((field) => field !== 'id')

const OF_SECTIONS = ['profile', 'thickness']

const OF_SELECTIONS = /^(kinds?|ids?|roles?|sections?|materials?|members?|storeys?|labels?)$/

/** Ids that differ in digits only are neighbours, not slips of the pen. */
const differInDigits = (one: string, other: string) => one.replaceAll(/\d+/g, '#') === other.replaceAll(/\d+/g, '#')

function valueFix(loc: Issue['loc'], msg: string): string | undefined {
  if (loc.includes('dimensions') && loc[0] !== 'defaults') {
    return 'lengths in one unit, that of the model: t3 is the whole depth, t2 the whole width, tf and tw are thicknesses inside them'
  }
  if (loc[0] === 'cursor') return 'start again without a cursor, or use nextCursor of the last answer as it is'
  if (msg.includes('cannot be the name of a variable')) return 'use another name'
  return undefined
}

/** Words for section types that are not the specification's. */
const SECTION_WORDS: [RegExp, string][] = [
  [
    /^(i|h|w|wf|ipe|ipn|he[abm]?|hd|ub|uc|s|m|hp)([ _-]?\d.*|[ _-]?(shape|section|beam|profile))?$|wide.?flange|i.?beam|h.?beam/i,
    'i_wide_flange',
  ],
  [/^(pipe|chs|tube|round|circ|circle|circular|cylinder)/i, 'pipe'],
  [/^(rect|box|rhs|shs|hss|square|solid|bar)/i, 'rectangular'],
  [/^(c|u|upn|upe|uap|pfc|mc)([ _-]?\d.*)?$|channel/i, 'channel'],
  [/^(l|rsa|angle)([ _-]?\d.*)?|angle/i, 'angle'],
  [/shell|slab|wall|plate|deck|membrane/i, 'shell'],
]

function literalFix(value: unknown, wanted: JsonSchema | undefined, { expected }: Record<string, unknown>): string | undefined {
  // A long list is not in the schema.
  const named = [...String(expected ?? '').matchAll(/'([^']*)'/g)].map(([, word = '']) => word)
  const allowed = Array.isArray(wanted?.enum) ? wanted.enum.map(String) : named
  const text = typeof value === 'string' ? value : ''
  if (allowed.includes('i_wide_flange') && isProfile(text)) return `send profile ${JSON.stringify(text)} and leave out type`
  const near =
    allowed.find((word) => word.toLowerCase() === text.toLowerCase().replaceAll(/[\s-]/g, '_')) ??
    meantBy(text, allowed) ??
    (allowed.includes('i_wide_flange') ? SECTION_WORDS.find(([words]) => words.test(text.trim()))?.[1] : undefined) ??
    nearestIds([text], allowed).get(text)
  if (near) return `send "${near}"`
  return allowed.length > 0 ? `send one of ${allowed.join(', ')}` : undefined
}

const isProfile = (text: string): boolean => 'profile' in resolveProfile(text, { strict: true })

/** Names under which other programs know a field. */
const OTHER_NAMES: Record<string, RegExp> = {
  position: /^(pos|coord(inate)?s?|location|point|xyz)$/,
  startNodeId: /^(start|from|i|ni|node[i1a]?|startnode|starti?d?|nodeiid|inode|fromnode(id)?|firstnode(id)?)$/,
  endNodeId: /^(end|to|j|nj|node[j2b]|endnode|endid|nodejid|jnode|tonode(id)?|secondnode(id)?)$/,
  nodeId: /^(node|nodeid|joint|jointid|at|point)$/,
  nodeIds: /^(nodes|joints|points|vertices|corners|outline|boundary|nodeid)$/,
  frameIds: /^(frames|frame|elements|frameid)$/,
  coordinate: /^(coord|ordinate|position|value|offset|at|elevation|location)$/,
  axis: /^(direction|dir|orientation|type)$/,
  id: /^(name|label|tag|number|no|uid|guid|key)$/,
  name: /^(title|label|modelname)$/,
  modelId: /^(id|model|model_?id)$/,
}

function meansTheSame(sent: string, field: string): boolean {
  const plain = sent.toLowerCase().replaceAll(/[\s_-]/g, '')
  return plain === field.toLowerCase() || Boolean(OTHER_NAMES[field]?.test(plain)) || nearestIds([sent], [field]).has(sent)
}

/** `{x, y, z}` sent beside each other where one object should hold them. */
function gathered(holder: Record<string, unknown>, wanted: JsonSchema | undefined): string | undefined {
  const keys = Array.isArray(wanted?.required) ? wanted.required.map(String) : []
  if (wanted?.type !== 'object' || keys.length === 0 || !keys.every((key) => key in holder)) return undefined
  return brief(Object.fromEntries(keys.map((key) => [key, holder[key]])))
}

/** The element's own place in the schema of its kind, also where it stands in a template or in `defaults`. */
function inSchema(loc: Issue['loc']): Issue['loc'] {
  if (loc[0] === 'defaults' && loc.length > 2) return [loc[1]!, 0, ...loc.slice(2)]
  return loc[0] === 'repeat' && isKind(loc[2]) ? loc.slice(2).filter((step) => step !== 'each') : loc
}

function schemaAt(schema: JsonSchema | undefined, loc: Issue['loc']): JsonSchema | undefined {
  let at: unknown = schema
  for (const step of inSchema(loc)) {
    if (!isDictionary(at)) return undefined
    const { items, properties, additionalProperties } = withFields(at)
    if (typeof step === 'number') at = items
    else at = (isDictionary(properties) && Object.hasOwn(properties, step) ? properties[step] : undefined) ?? additionalProperties
  }
  return isDictionary(at) ? withFields(at) : undefined
}

function valueAt(value: unknown, loc: Issue['loc']): unknown {
  let at = value
  for (const step of loc) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
    at = Reflect.get(at, step)
  }
  return at
}

const fieldsOf = (value: unknown): unknown => (isDictionary(value) ? { fields: Object.keys(value) } : value)
const article = (kind: string) => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`

/** A value as JSON, cut: the caller knows what it sent. */
export function brief(value: unknown): string {
  return cut(typeof value === 'string' ? JSON.stringify(cut(value, MOST_RECEIVED)) : shortJson(value), MOST_RECEIVED)
}

function cut(text: string, most: number): string {
  const points = text.length > most ? [...text.slice(0, 2 * most)] : undefined
  return points && points.length > most ? `${points.slice(0, most).join('')}…` : text
}

/** JSON of the first few items of each level, so that a large value is not written out to be thrown away. */
function shortJson(value: unknown, depth = 0): string {
  if (Array.isArray(value)) {
    if (depth > 2) return '[…]'
    return `[${value
      .slice(0, 10)
      .map((item) => shortJson(item, depth + 1))
      .join(',')}${value.length > 10 ? ',…' : ''}]`
  }
  if (isDictionary(value)) {
    if (depth > 2) return '{…}'
    const keys = Object.keys(value)
    const fields = keys.slice(0, 12).map((key) => `${JSON.stringify(cut(key, 40))}:${shortJson(value[key], depth + 1)}`)
    return `{${fields.join(',')}${keys.length > 12 ? ',…' : ''}}`
  }
  return typeof value === 'string' ? JSON.stringify(cut(value, 60)) : String(value)
}
