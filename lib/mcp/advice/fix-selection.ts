import type { Issue } from '#lib/schema/model-error.ts'
import { AREA_ROLES, FRAME_ROLES } from '#lib/schema/roles.ts'
import { KINDS } from '#lib/schema/schema.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import { type Background, schemaAt, valueAt } from './background.ts'
import { type Fix, sendValue } from './patch.ts'
import { meantBy } from './synonyms.ts'

/** A selection that is a word or a list of ids, or stands inside the verb; and what is changed by another verb. */

export function selectionFix({ loc, type }: Issue, value: unknown, { sent, schema }: Background): Fix | undefined {
  if (loc.at(-1) === 'select' && type === 'model_attributes_type') {
    const select = selectionIn(value)
    return select && sendValue(loc, select)
  }
  const [head, index, step] = loc
  const at = loc.slice(0, 2)
  const operation = head === 'ops' && typeof index === 'number' ? valueAt(sent, at) : undefined
  if (!isDictionary(operation)) return undefined
  if (step === 'set' && loc.at(-1) === 'id') return renumbered(at, operation)
  const known = keysAt(schema, ['ops', 0])
  const [key, ...more] = Object.keys(operation).filter((one) => one !== 'select')
  if (key === undefined || more.length > 0 || (step !== key && step !== 'select')) return undefined
  const verb = known.includes(key) ? key : meantBy(key, known)
  if (verb === undefined || NOT_BY_SELECTION.includes(verb)) return undefined
  if (verb !== 'remove' && !isDictionary(operation[key])) return undefined
  const inside = selectionInside(operation[key], keysAt(schema, ['ops', 0, verb]), keysAt(schema, ['ops', 0, 'select']))
  const beside = operation.select ?? {}
  if (!inside || !isDictionary(beside) || Object.keys(inside.select).some((one) => one in beside)) return undefined
  const rest = verb === 'remove' && Object.keys(inside.rest).length === 0 ? true : inside.rest
  const select = { ...beside, ...inside.select }
  return {
    patches: [
      { at: [...at, 'select'], value: select },
      { at: [...at, verb], value: rest },
      ...(key === verb ? [] : [{ at: [...at, key], drop: true as const }]),
    ],
    words: `send "select": ${JSON.stringify(select)} beside "${verb}": ${JSON.stringify(rest)}`,
  }
}

/** Verbs of the model as a whole, and `set`, in which everything is a field. */
const NOT_BY_SELECTION = ['set', 'add', 'name', 'note', 'units', 'scale']

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
  const isCondition = ([name]: [string, unknown]) => conditions.includes(name) && !own.includes(name)
  const select: Dictionary = Object.fromEntries(entries.filter(isCondition))
  const rest: Dictionary = Object.fromEntries(entries.filter((entry) => !isCondition(entry)))
  return Object.keys(select).length === 0 ? undefined : { select, rest }
}

/** What a word or a list of ids selects. */
function selectionIn(value: unknown): Dictionary | undefined {
  if (Array.isArray(value))
    return value.length > 0 && value.every((one) => typeof one === 'string' && one !== '') ? { ids: value } : undefined
  if (typeof value !== 'string' || value === '') return undefined
  const word = value.trim()
  if (/^(\*|all|everything)$/i.test(word)) return { all: true }
  if (word.startsWith('{') || word.startsWith('[')) return undefined // an object as its text
  if (isOneOf(KINDS, word)) return { kinds: [word] }
  const roles = [...FRAME_ROLES, ...AREA_ROLES]
  const role = roles.find((one) => one === word.toLowerCase()) ?? meantBy(word, roles)
  return role === undefined ? { ids: word.split(/\s*,\s*/) } : { role: [role] }
}

/** An id is no field that is set. */
function renumbered(at: Issue['loc'], operation: Dictionary): Fix | undefined {
  const { id, ...others } = isDictionary(operation.set) ? operation.set : {}
  if (typeof id !== 'string') return undefined
  const words = `"renumber": {"id": ${JSON.stringify(id)}} in an op of its own; with {n} in it where several are selected`
  if (Object.keys(others).length > 0) return words
  return {
    patches: [
      { at: [...at, 'renumber'], value: { id } },
      { at: [...at, 'set'], drop: true },
    ],
    words,
  }
}
