import type { LengthUnit } from '#lib/model/units.ts'
import { isKind } from '#lib/model/validate/defaults.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { ConstructModelElementsBatch } from '#lib/schema/request-bodies.ts'
import type { Kind, Point2 } from '#lib/schema/schema.ts'
import type { Place } from '#lib/service/elements/names-in-model.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { type JsonSchema, jsonSchema, withFields } from '../tools/json-schema.ts'

/** What the text needs to know: the input as sent, its schema, and names of things (`S1` for a section called "IPE 300"). */
export type Background = {
  sent: unknown
  schema: JsonSchema
  similarId?(kind: string, id: string): string | undefined
  /** Ids of a kind of which there are few. */
  there?(kind: string): string[]
  /** The node at a place. */
  nodeAt?(place: Place): string | undefined
  /** Whether the model has it already. */
  exists?(kind: Kind, id: string): boolean
  /** Fields that there are none of, and none near: told beside what is wrong. */
  passedOver?: readonly { loc: Issue['loc']; key: string; of: string; count: number }[]
  /** The outline of a section that was sent, or is in the model. */
  polygonOf?(section: string): Point2[] | undefined
  /** The model's unit of length. */
  lengths?: LengthUnit | undefined
  /** False for a tool that only reads: nothing can be added in its call. */
  writes?: boolean
  /** The tool that was called, by its canonical name, and how names of tools are spelt to the caller. */
  tool?: string
  styled?(name: string): string
}

/** Longer values cost the model more than they tell it. */
const MOST_RECEIVED = 120

const SELECTIONS = new Set(['select', 'isolate', 'zoom', 'highlight'])

/** Whether a place lies in an argument that selects, of any tool. */
export const isInSelection = (loc: Issue['loc']) => loc.some((step) => SELECTIONS.has(String(step)))

/** The element's own place in the schema of its kind, also where it stands in a template or in `defaults`. */
function inSchema(loc: Issue['loc']): Issue['loc'] {
  const [head, kind, ...fields] = loc
  if (head === 'defaults' && kind !== undefined && fields.length > 0) return [kind, 0, ...fields]
  return head === 'repeat' && isKind(loc[2]) ? loc.slice(2).filter((step) => step !== 'each') : loc
}

export function schemaAt(schema: JsonSchema | undefined, loc: Issue['loc']): JsonSchema | undefined {
  const [head, , verb, ...below] = loc
  if (head === 'ops' && verb === 'add') return schemaAt(jsonSchema(ConstructModelElementsBatch, 'input', false), below)
  let place: unknown = schema
  for (const step of inSchema(loc)) {
    if (!isDictionary(place)) return undefined
    const { items, properties, additionalProperties } = withFields(place)
    if (typeof step === 'number') place = items
    else
      place = (isDictionary(properties) && Object.hasOwn(properties, step) ? properties[step] : undefined) ?? additionalProperties
  }
  return isDictionary(place) ? withFields(place) : undefined
}

/** The words that are taken at a place; none where others are taken too. */
export function wordsAt(schema: JsonSchema | undefined, loc: Issue['loc']): string[] {
  const allowed = schemaAt(schema, loc)?.enum
  return Array.isArray(allowed) ? allowed.map(String) : []
}

/** Whether an element of this id would be a new one: one that is there would be replaced. */
export const isFree = ({ exists, tool }: Background, kind: Kind, id: string): boolean =>
  exists ? !exists(kind, id) : tool === 'service.create_model'

/** Where one thing stands for a list of one, as in selections, it is the first. */
export function valueAt(value: unknown, loc: Issue['loc']): unknown {
  let place = value
  for (const step of loc) {
    if (step === 0 && ['string', 'number'].includes(typeof place)) continue
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) return undefined
    place = Reflect.get(place, step)
  }
  return place
}

/** Three coordinates in a row, as the object that is wanted; undefined of anything else. */
export function pointIn(value: unknown): { x: number; y: number; z: number } | undefined {
  if (!Array.isArray(value) || value.length !== 3 || !value.every((one) => typeof one === 'number')) return undefined
  const [x = 0, y = 0, z = 0] = value
  return { x, y, z }
}

/** What a text says as JSON; undefined where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const fieldsOf = (value: unknown): unknown => (isDictionary(value) ? { fields: Object.keys(value) } : value)

/** A value as JSON, cut: the caller knows what it sent. */
export function brief(value: unknown): string {
  return cut(typeof value === 'string' ? JSON.stringify(cut(value, MOST_RECEIVED)) : shortJson(value), MOST_RECEIVED)
}

export function cut(text: string, most: number): string {
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
