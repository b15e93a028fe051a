import { isKind } from '#lib/model/validate/defaults.ts'
import { asPattern, KIND_WORD, quoted } from '#lib/model/validate/references.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import type { JsonSchema } from '../tools/json-schema.ts'
import { type Background, brief, schemaAt, valueAt } from './background.ts'
import { lineFix, oneId } from './fix-misplaced.ts'
import { pointsFix } from './fix-openings.ts'
import { placeFix } from './fix-places.ts'
import { envelopeFix } from './fix-strange.ts'
import { type Fix, replaceKeys, sendValue } from './patch.ts'
import { meansTheSame } from './synonyms.ts'

/** What a field of a new element is, where nothing that was sent says it: never a value. */
const MEANT: Record<string, string> = {
  id: 'a text of your own, unique in its kind',
  startNodeId: 'the id of the node at its start',
  endNodeId: 'the id of the node at its end',
  nodeId: 'the id of the node that it holds',
  nodeIds: 'the ids of the nodes around it, in order',
  frameIds: 'the ids of its frames, in order',
  position: 'an object with x, y and z',
  at: "the share of the frame's length from its start, 0 to 1",
  caseId: 'the id of the load case',
  coordinate: 'the number at which it lies on its axis',
  name: 'a text',
  modelId: 'the id that create_model or list_models tells',
  about: 'a point {x, y, z} on the axis',
  select: 'the elements that are meant, as {"ids": […]}',
  copy: 'true to keep what is mirrored, false to move it',
}

export function missingFix(loc: Issue['loc'], wanted: JsonSchema | undefined, background: Background): Fix | undefined {
  const { sent, schema, tool } = background
  const field = String(loc.at(-1))
  const holder = valueAt(sent, loc.slice(0, -1))
  const known = Object.keys(schemaAt(schema, loc.slice(0, -1))?.properties ?? {})
  const strange = isDictionary(holder) ? Object.keys(holder).filter((key) => !known.includes(key)) : []
  const flat = isDictionary(holder) ? gathered(holder, wanted) : undefined
  const envelope = loc.length === 1 && isDictionary(holder) ? envelopeFix(holder, known) : undefined
  if (envelope) return envelope
  const ends = endsFix(loc, holder)
  if (ends) return ends
  const line =
    (field === 'axis' || field === 'coordinate') && isDictionary(holder) ? lineFix(loc.slice(0, -1), holder) : undefined
  if (line) return line
  const instead = flat ? undefined : strange.find((key) => meansTheSame(key, field))
  const at = loc.slice(0, -1)
  if (instead && isDictionary(holder)) {
    const place =
      field === 'nodeIds'
        ? pointsFix([...at, field], [holder[instead]], background, instead)
        : placeFix(at, instead, field, background)
    if (place) return place
    const one = oneId(field, holder[instead])
    if (Array.isArray(holder[instead]) && holder[instead].length > 1 && typeof one === 'string') return one
    const value = asObject(one, wanted)
    const words = `rename '${instead}': "${field}": ${brief(value)}`
    return { patches: replaceKeys(at, [instead], { [field]: value }), words }
  }
  if (flat) {
    return { patches: replaceKeys(at, flat.names, { [field]: flat.value }), words: `add "${field}": ${brief(flat.value)}` }
  }
  if (field === 'from' && loc.at(-2) === 'toLevels') {
    const from = storeyOf(valueAt(sent, loc.slice(0, 2)))
    return from === undefined
      ? 'add "from": the level that is copied, by its label or id'
      : sendValue(loc, from, `add "from": ${JSON.stringify(from)}`)
  }
  if (loc.at(-2) === 'arc' && (field === 'from' || field === 'to')) return `add "${field}": degrees from +X, counter-clockwise`
  const change = changeInstead(loc, background)
  if (change) return change
  const words = Array.isArray(wanted?.enum) ? `one of ${wanted.enum.join(', ')}` : undefined
  if (tool === 'service.delete_model' && field === 'name')
    return 'add "name": the present name of the model, as list_models tells it'
  return `add "${field}": ${words ?? MEANT[field] ?? SORTS[String(wanted?.type)] ?? 'its value'}`
}

/** The one storey that an operation selects. */
export function storeyOf(operation: unknown): string | undefined {
  const [only, ...others] = [valueAt(operation, ['select', 'storey']) ?? []].flat()
  return typeof only === 'string' && !only.includes('..') && !only.includes('*') && others.length === 0 ? only : undefined
}

/** Both ends of a frame in a list. */
function endsFix(loc: Issue['loc'], holder: unknown): Fix | undefined {
  const field = String(loc.at(-1))
  if (!isDictionary(holder) || (field !== 'startNodeId' && field !== 'endNodeId')) return undefined
  const key = ['nodes', 'nodeIds', 'joints', 'ends'].find((name) => Array.isArray(holder[name]))
  const list = key === undefined ? undefined : holder[key]
  if (key === undefined || !Array.isArray(list) || list.length !== 2 || 'startNodeId' in holder || 'endNodeId' in holder)
    return undefined
  return {
    patches: replaceKeys(loc.slice(0, -1), [key], { startNodeId: list[0], endNodeId: list[1] }),
    words: `send "startNodeId": ${brief(list[0])}, "endNodeId": ${brief(list[1])}`,
  }
}

/** Coordinates in a row, where an object with as many names is wanted. */
function asObject(value: unknown, wanted: JsonSchema | undefined): unknown {
  const names = Array.isArray(wanted?.required) ? wanted.required.map(String) : []
  const fits = Array.isArray(value) && names.length > 0 && value.length === names.length
  return fits ? Object.fromEntries(names.map((name, i) => [name, value[i]])) : value
}

/** `{x, y, z}`, or `{X, Y, Z}`, sent beside each other where one object should hold them; and the names that they were sent by. */
function gathered(
  holder: Record<string, unknown>,
  wanted: JsonSchema | undefined,
): { names: string[]; value: Record<string, unknown> } | undefined {
  const keys = Array.isArray(wanted?.required) ? wanted.required.map(String) : []
  if (wanted?.type !== 'object' || keys.length === 0) return undefined
  const names = keys.flatMap((key) => [key, key.toUpperCase()].find((one) => Object.hasOwn(holder, one)) ?? [])
  if (names.length < keys.length) return undefined
  return { names, value: Object.fromEntries(keys.map((key, i) => [key, holder[names[i]!]])) }
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
