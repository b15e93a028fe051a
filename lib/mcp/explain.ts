import type { Issue } from '#lib/model/model-error.ts'
import { nearestIds } from '#lib/model/nearest-id.ts'
import { isObject } from './is-object.ts'
import type { JsonSchema } from './json-schema.ts'

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
export type Background = { sent: unknown; schema: JsonSchema; alike?(kind: string, id: string): string | undefined }

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

type Described = { loc: (string | number)[]; type: string; msg: string; received?: unknown; fix?: string }

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
    ...(received === undefined ? {} : { received: brief(received) }),
    ...(fix ? { fix } : {}),
  }
}

function fixFor({ type, loc, ctx = {} }: Issue, value: unknown, { sent, schema, alike }: Background): string | undefined {
  const field = String(loc.at(-1) ?? '')
  const wanted = schemaAt(schema, loc)
  switch (type) {
    case 'missing': {
      const holder = valueAt(sent, loc.slice(0, -1))
      const known = Object.keys(schemaAt(schema, loc.slice(0, -1))?.properties ?? {})
      const strange = isObject(holder) ? Object.keys(holder).filter((key) => !known.includes(key)) : []
      const flat = isObject(holder) ? gathered(holder, wanted) : undefined
      const instead = flat ? undefined : strange.find((key) => meansTheSame(key, field))
      if (instead && isObject(holder)) return `rename '${instead}': "${field}": ${brief(holder[instead])}`
      return `add "${field}": ${flat ?? sample(wanted, field)}`
    }
    case 'string_type':
      return typeof value === 'number' || typeof value === 'boolean' ? `send text: ${JSON.stringify(String(value))}` : 'send text'
    case 'string_too_short':
      return 'an id has at least one character'
    case 'string_too_long':
      return 'an id has at most 256 characters'
    case 'float_type':
    case 'float_parsing': {
      const number = typeof value === 'string' ? /-?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?/i.exec(value)?.[0] : undefined
      return `send a number without a unit${number ? `, such as ${number.replace(',', '.')}` : ''}; the model's units are set in "units" at creation`
    }
    case 'finite_number':
      return 'send a finite number'
    case 'list_type':
      if (typeof value === 'string' && value.trimStart().startsWith('[')) return 'send the array itself, not its text'
      return `send an array: [${isObject(value) ? brief(value) : sample(isObject(wanted?.items) ? wanted.items : undefined, field)}]`
    case 'too_short':
      return field === 'nodeIds' ? 'list three or more node ids around the outline' : `list at least ${ctx.min_length ?? 1}`
    case 'model_attributes_type':
    case 'dict_type':
      return `send an object: ${asObject(value, wanted) ?? sample(wanted, field)}`
    case 'literal_error':
      return literalFix(value, wanted, ctx)
    case 'bool_type':
    case 'bool_parsing':
      return 'send true or false'
    case 'duplicate_id':
      return 'ids are unique within their kind: rename one of the two and what refers to it, or send the element once'
    case 'reference_not_found': {
      const [kind, id] = [String(ctx.kind), String(ctx.id)]
      const other = alike?.(kind, id)
      if (loc.length === 1) return 'name one that is in the model'
      if (typeof ctx.suggestion === 'string')
        return `use ${JSON.stringify(ctx.suggestion)}, or add ${article(kind)} with id ${brief(id)} in this call`
      if (other) return `use the id ${JSON.stringify(other)}: that is the ${kind} of this name`
      return `add ${article(kind)} with id ${brief(id)} in this call, or refer to one that exists`
    }
    case 'not_found':
      if (typeof ctx.call === 'string') return ctx.call
      return ctx.suggestion ? `use the id ${JSON.stringify(ctx.suggestion)}: that is the model of this name` : undefined
    case 'frame_in_other_member':
      return `take the frame out of this member, or send member ${brief(ctx.member)} without it in the same call`
    case 'extra_forbidden':
      return strangerFix(field, value, Object.keys(schemaAt(schema, loc.slice(0, -1))?.properties ?? {}))
    case 'still_referenced': {
      const by = isObject(ctx.by) ? `${ctx.by.kind} ${brief(ctx.by.id)}` : 'what refers to it'
      return `remove ${by} too, or send "cascade": true to remove all that refers to it`
    }
    case 'limit_exceeded':
      return field === 'source' ? 'send a shorter source' : 'send less in one call'
    case 'value_error':
      return valueFix(loc)
  }
}

function valueFix(loc: Issue['loc']): string | undefined {
  if (loc.includes('dimensions')) {
    return 'lengths in one unit, that of the model: t3 is the whole depth, t2 the whole width, tf and tw are thicknesses inside them'
  }
  if (loc[0] === 'cursor') return 'start again without a cursor, or use nextCursor of the last answer as it is'
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

function literalFix(value: unknown, wanted: JsonSchema | undefined, { expected }: Record<string, unknown>): string {
  // A long list is not in the schema.
  const named = [...String(expected ?? '').matchAll(/'([^']*)'/g)].map(([, word = '']) => word)
  const allowed = Array.isArray(wanted?.enum) ? wanted.enum.map(String) : named
  const text = typeof value === 'string' ? value : ''
  const near =
    allowed.find((word) => word.toLowerCase() === text.toLowerCase().replaceAll(/[\s-]/g, '_')) ??
    (allowed.includes('i_wide_flange') ? SECTION_WORDS.find(([words]) => words.test(text.trim()))?.[1] : undefined) ??
    nearestIds([text], allowed).get(text)
  return near ? `send "${near}"` : `send one of ${allowed.join(', ')}`
}

const OF_SELECTIONS = /^(kinds?|ids?|roles?|sections?|materials?|members?|storeys?|labels?)$/

/** An argument that a tool does not know. */
function strangerFix(sent: string, value: unknown, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined
  const near = known.find((one) => meansTheSame(sent, one)) ?? nearestIds([sent], known).get(sent)
  if (near) return `rename '${sent}': ${JSON.stringify(near)}`
  if (known.includes('select') && OF_SELECTIONS.test(sent)) {
    const condition = { kind: 'kinds', id: 'ids' }[sent] ?? sent.replace(/^(role|section|material|member|storey|label)s$/, '$1')
    return `send "select": ${brief({ [condition]: value })}`
  }
  return `arguments here: ${known.join(', ')}`
}

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

/** What was probably meant by an array, a word or a text where an object should be. */
function asObject(value: unknown, wanted: JsonSchema | undefined): string | undefined {
  const properties = isObject(wanted?.properties) ? Object.keys(wanted.properties) : []
  if (typeof value === 'string' && value.trimStart().startsWith('{')) return 'the object itself, not its text'
  const isRestraints = properties.includes('u1')
  const order = isRestraints ? ['u1', 'u2', 'u3', 'r1', 'r2', 'r3'] : properties
  if (Array.isArray(value) && value.length === order.length && value.every((item) => typeof item !== 'object')) {
    const items = isRestraints ? value.map((item) => (item === 1 || item === 0 ? item === 1 : item)) : value
    return brief(Object.fromEntries(order.map((key, i) => [key, items[i]])))
  }
  if (!isRestraints || typeof value !== 'string') return undefined
  const held = /fix|encast|clamp|rigid/i.test(value)
    ? order
    : /pin|hinge/i.test(value)
      ? order.slice(0, 3)
      : /roll/i.test(value)
        ? ['u3']
        : undefined
  return held && brief(Object.fromEntries(held.map((key) => [key, true])))
}

/** The smallest value that a schema takes. */
function sample(schema: JsonSchema | undefined, field: string): string {
  return JSON.stringify(sampleOf(schema, field))
}

function sampleOf(schema: JsonSchema | undefined, field: string): unknown {
  if (!schema) return '…'
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'number' || type === 'integer') return 0
  if (type === 'boolean') return true
  if (type === 'array') {
    const item = isObject(schema.items) ? schema.items : undefined
    return Array.from({ length: Number(schema.minItems ?? 1) }, () => sampleOf(item, field))
  }
  if (type !== 'object') return field === 'id' || field.endsWith('Id') || field.endsWith('Ids') ? 'N1' : '…'
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const keys = required.length > 0 ? required : Object.keys(properties).slice(0, 3)
  return Object.fromEntries(keys.map((key) => [key, sampleOf(isObject(properties[key]) ? properties[key] : undefined, key)]))
}

function schemaAt(schema: JsonSchema | undefined, loc: Issue['loc']): JsonSchema | undefined {
  let at: unknown = schema
  for (const step of loc) {
    if (!isObject(at)) return undefined
    if (typeof step === 'number') at = at.items
    else
      at =
        (isObject(at.properties) && Object.hasOwn(at.properties, step) ? at.properties[step] : undefined) ??
        at.additionalProperties
  }
  return isObject(at) ? at : undefined
}

function valueAt(value: unknown, loc: Issue['loc']): unknown {
  let at = value
  for (const step of loc) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
    at = (at as Record<string | number, unknown>)[step]
  }
  return at
}

const fieldsOf = (value: unknown): unknown => (isObject(value) ? { fields: Object.keys(value) } : value)
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
  if (isObject(value)) {
    if (depth > 2) return '{…}'
    const keys = Object.keys(value)
    const fields = keys.slice(0, 12).map((key) => `${JSON.stringify(cut(key, 40))}:${shortJson(value[key], depth + 1)}`)
    return `{${fields.join(',')}${keys.length > 12 ? ',…' : ''}}`
  }
  return typeof value === 'string' ? JSON.stringify(cut(value, 60)) : String(value)
}
