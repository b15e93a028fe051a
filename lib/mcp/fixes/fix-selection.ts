import { asPattern } from '#lib/model/validate/references.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { ELEMENT_SCHEMAS, KINDS } from '#lib/schema/schema.ts'
import { selectionOf, starsIn } from '#lib/service/edit-language.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import { type Background, isInSelection, schemaAt, valueAt } from './background.ts'
import { type Fix, replaceKeys, sendValue } from './patch.ts'
import { meantBy, roleMeant } from './synonyms.ts'

/** A selection that is a word or a list of ids, or stands inside the verb; and what is changed by another verb. */

export function selectionFix(issue: Issue, value: unknown, background: Background): Fix | undefined {
  const { loc, type } = issue
  const { sent, schema, tool } = background
  if (tool === 'service.edit_model' && isDictionary(sent) && sent.ops === undefined) return flatFix(sent, schema)
  const isSelection =
    loc.at(-1) === 'select' ||
    ((loc.at(-1) === 'not' || loc.at(-1) === 'connectedTo') && isInSelection(loc)) ||
    (loc.length === 1 && SHOWN.includes(String(loc[0])))
  if (isSelection && type === 'model_attributes_type') {
    const select = selectionIn(value)
    return select && sendValue(loc, select)
  }
  const [head, index, step] = loc
  const at = loc.slice(0, 2)
  const operation = head === 'ops' && typeof index === 'number' ? valueAt(sent, at) : undefined
  if (!isDictionary(operation)) return undefined
  if (step === 'set' && loc.at(-1) === 'id') return renumbered(at, operation, sent)
  const known = keysAt(schema, ['ops', 0])
  const several = severalFix(issue, operation, known, sent)
  if (several) return several
  const named = namedVerb(at, operation, schema)
  if (named) return named
  const [key, ...more] = Object.keys(operation).filter((one) => one !== 'select')
  if (key === undefined || more.length > 0 || (step !== key && step !== 'select')) return undefined
  const verb = known.includes(key) ? key : meantBy(key, known)
  if (verb === undefined || NOT_BY_SELECTION.includes(verb)) return undefined
  if (verb !== 'remove' && !isDictionary(operation[key])) return undefined
  const own = ownKeys(verb, schema)
  const inside = selectionInside(operation[key], own, keysAt(schema, ['ops', 0, 'select']))
  const beside = operation.select ?? {}
  if (!inside || !isDictionary(beside) || Object.keys(inside.select).some((one) => one in beside)) return undefined
  const rest = verb === 'remove' && Object.keys(inside.rest).length === 0 ? true : inside.rest
  const select = { ...beside, ...inside.select }
  return {
    patches: replaceKeys(at, key === verb ? [] : [key], { select, [verb]: rest }),
    words: `send "select": ${JSON.stringify(select)} beside "${verb}": ${JSON.stringify(rest)}`,
  }
}

/** Verbs of the model as a whole. */
const NOT_BY_SELECTION = ['add', 'name', 'note', 'units', 'scale']

/** An operation whose keys stand among the arguments. */
function flatFix(sent: Dictionary, schema: Background['schema']): Fix | undefined {
  const keys = Object.keys(sent).filter((key) => keysAt(schema, ['ops', 0]).includes(key))
  if (keys.length === 0) return undefined
  const operation = Object.fromEntries(keys.map((key) => [key, sent[key]]))
  return {
    patches: replaceKeys([], keys, { ops: [operation] }),
    words: `send "ops": [${JSON.stringify(operation)}]`,
  }
}

/** An operation with several verbs: one each. */
function severalFix({ loc, type }: Issue, operation: Dictionary, known: readonly string[], sent: unknown): Fix | undefined {
  const verbs = Object.keys(operation).filter((key) => key !== 'select' && known.includes(key))
  if (type !== 'value_error' || loc.length !== 2 || verbs.length < 2 || !isDictionary(sent) || !Array.isArray(sent.ops))
    return undefined
  const { select } = operation
  const each = verbs.map((verb) => ({ ...(select !== undefined && { select }), [verb]: operation[verb] }))
  const ops = sent.ops.flatMap((one, i) => (i === loc[1] ? each : [one]))
  return sendValue(['ops'], ops, 'one verb an op: send an op for each, with the select in both')
}

/** Of a picture: what is selected for it. */
const SHOWN = ['highlight', 'isolate', 'zoom']

const VERB_KEYS = ['op', 'action', 'verb', 'type', 'operation', 'command']

/** `{"op":"move","by":{"x":1}}`: the verb is the key of what it does. */
function namedVerb(at: Issue['loc'], operation: Dictionary, schema: Background['schema']): Fix | undefined {
  const known = keysAt(schema, ['ops', 0])
  const key = VERB_KEYS.find((name) => typeof operation[name] === 'string' && !known.includes(name))
  const word = key === undefined ? '' : String(operation[key])
  const verb = known.includes(word) ? word : meantBy(word, known)
  if (key === undefined || verb === undefined || verb === 'select' || verb in operation) return undefined
  const { [key]: _, select: sentSelect, ...rest } = operation
  const own = ownKeys(verb, schema)
  const inside = selectionInside(rest, own, keysAt(schema, ['ops', 0, 'select']))
  const select =
    isDictionary(sentSelect) || inside ? { ...(isDictionary(sentSelect) && sentSelect), ...inside?.select } : undefined
  const left = inside?.rest ?? rest
  const names = Object.keys(left)
  const [only] = names
  const isOwn = names.every((name) => own.includes(name))
  const value = names.length === 0 ? true : isOwn ? left : names.length === 1 && only !== undefined ? left[only] : undefined
  if (value === undefined) return `send "${verb}": {…} in place of "${key}": ${JSON.stringify(word)}`
  return {
    patches: replaceKeys(
      at,
      Object.keys(operation).filter((name) => name !== 'select' && name !== verb),
      { ...(select && { select }), [verb]: value },
    ),
    words: `send ${select ? `"select": ${JSON.stringify(select)}, ` : ''}"${verb}": ${JSON.stringify(value)} in place of "${key}": ${JSON.stringify(word)}`,
  }
}

/** What is set, also under a name that selections have: `section` is sectionId there. */
const FIELDS = [
  ...new Set(KINDS.flatMap((kind) => Object.keys(ELEMENT_SCHEMAS[kind].shape))),
  ...['section', 'material', 'member', 'run', 'area', 'case', 'released'],
]

/** What is of the verb, and no condition. */
const ownKeys = (verb: string, schema: Background['schema']): readonly string[] =>
  verb === 'set' || verb === 'load' ? FIELDS : keysAt(schema, ['ops', 0, verb])

const keysAt = (schema: Background['schema'], loc: Issue['loc']): string[] => {
  const properties = schemaAt(schema, loc)?.properties
  return isDictionary(properties) ? Object.keys(properties) : []
}

function selectionInside(value: unknown, own: readonly string[], conditions: readonly string[]) {
  if (!isDictionary(value)) {
    const select = typeof value === 'string' || Array.isArray(value) ? selectionIn(value) : undefined
    return select && { select, rest: {} }
  }
  const entries = Object.entries(value)
  // `by` as a distance is that of a verb.
  const isCondition = ([name, one]: [string, unknown]) =>
    conditions.includes(name) && !own.includes(name) && !(name === 'by' && typeof one !== 'string')
  const select: Dictionary = Object.fromEntries(entries.filter(isCondition))
  const rest: Dictionary = Object.fromEntries(entries.filter((entry) => !isCondition(entry)))
  return Object.keys(select).length === 0 ? undefined : { select, rest }
}

/** What a word or a list of ids selects. */
function selectionIn(value: unknown): Dictionary | undefined {
  if (Array.isArray(value) && value.length === 1 && isDictionary(value[0])) return value[0]
  if (Array.isArray(value))
    return value.length > 0 && value.every((one) => typeof one === 'string' && one !== '') ? { ids: value } : undefined
  if (typeof value !== 'string' || value === '') return undefined
  const word = value.trim().replace(/^all\s+(?=\w)/i, '')
  if (/^(\*|all|everything)$/i.test(word)) return { all: true }
  if (word.startsWith('{') || word.startsWith('[')) return undefined // an object as its text
  const conditions = conditionsIn(word)
  if (conditions) return conditions
  if (isOneOf(KINDS, word)) return { kinds: [word] }
  const role = roleMeant(word)
  return role === undefined ? { ids: starsIn(word) ?? word.split(/\s*,\s*/) } : { role: [role] }
}

/** `role=beam and section != "IPE 300"`, `length > 5`, `role:beam`: conditions as the search of the viewer reads them. */
export function conditionsIn(text: string): Dictionary | undefined {
  const conditions = text.split(/\s+and\s+|\s*&&?\s*|\s*;\s*|\s*,\s*(?=\w+\s*[=:])|\s+(?=-?\w+[=:])/i).map((part) => {
    const [, not, key, sign, value] = /^(-|!|not\s+)?(\w+)\s*(!=|<>|==?|:|>=?|<=?)\s*(.+)$/is.exec(part.trim()) ?? []
    if (sign === undefined || value === undefined) return undefined
    const plain = value.replace(/^\s*(['"])(.*)\1\s*$/s, '$2')
    const range = sign.startsWith('>') ? `${plain}..` : sign.startsWith('<') && sign !== '<>' ? `..${plain}` : undefined
    const left = (not !== undefined) !== (sign === '!=' || sign === '<>') ? '-' : ''
    return `${left}${key}:${
      range ??
      plain
        .split(/\s*,\s*/)
        .map((one) => `"${one}"`)
        .join(',')
    }`
  })
  if (!conditions.every((one) => one !== undefined)) return undefined
  const read = selectionOf(conditions.join(' '))
  return 'select' in read && isDictionary(read.select) ? read.select : undefined
}

/** `{"rename": {"from": "N1", "to": "X"}}`, `{"rename": {"N1": "X"}}`: another id. Only the model has a name. */
export function renameFix(loc: Issue['loc'], value: Dictionary, sent: unknown): Fix {
  const [at, key] = [loc.slice(0, -1), String(loc.at(-1))]
  const operation = valueAt(sent, at)
  const beside = isDictionary(operation) && isDictionary(operation.select) ? operation.select : undefined
  const entries = Object.entries(value)
  const [[name, other] = []] = entries
  const of = (names: RegExp) => entries.find(([one, text]) => names.test(one) && typeof text === 'string')?.[1]
  const isPair = entries.length === 1 && name !== undefined && typeof other === 'string' && !/^(to|new|id)/i.test(name)
  const [from, to] = isPair ? [name, other] : [of(/^(from|old|id$|element)/i), of(/^(to|new)/i) ?? (beside && of(/^(id|name)$/i))]
  const select = beside ?? (typeof from === 'string' ? { ids: [asPattern(from)] } : undefined)
  const words = 'an id is changed by "renumber": {"id": …} beside "select"; the model alone has a name'
  if (!select || typeof to !== 'string') return words
  return { patches: replaceKeys(at, [key], { select, renumber: { id: to } }), words }
}

/** An id is no field that is set; what is set beside it stays, before. */
function renumbered(at: Issue['loc'], { set, ...operation }: Dictionary, sent: unknown): Fix | undefined {
  const { id, ...others } = isDictionary(set) ? set : {}
  if (typeof id !== 'string') return undefined
  const words = `beside select in an op: "renumber": {"id": ${JSON.stringify(id)}}, with {n} in it where several are selected`
  if (Object.keys(others).length === 0) return { patches: replaceKeys(at, ['set'], { renumber: { id } }), words }
  const ops = isDictionary(sent) && Array.isArray(sent.ops) ? sent.ops : []
  const both = [
    { ...operation, set: others },
    { ...operation, renumber: { id } },
  ]
  return sendValue(
    ['ops'],
    ops.flatMap((op, i) => (i === at[1] ? both : [op])),
    words,
  )
}
