import { readUnits } from '#lib/model/units.ts'
import { KIND_OF } from '#lib/schema/schema.ts'
import type { fieldOf } from '../select/element-fields.ts'
import { digits } from '../select/places.ts'
import type { AnswerUnits } from './answer-units.ts'
import { DIMENSIONS } from './columns.ts'
import { type Line, type QueryContext, type QueryRow, quantityOf } from './lines.ts'
import type { Key, QueryAnswer } from './query-schema.ts'
import { runField, runShown } from './run-rows.ts'

/** Groups and rows as they are answered, in the units of the answer. */

/** `names`: what is shown, in order, the columns of factors too. */
export type AnswerShape = { names: readonly string[]; units: AnswerUnits }

function quantitiesShown(line: Line, { names, units }: AnswerShape): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const quantity of names) {
    if (quantity === 'ids' || quantity === 'fields') continue
    const value = quantityOf(line, quantity)
    const dimension = DIMENSIONS[quantity]
    const factor = dimension ? units[dimension].factor : 1
    const valueText = (one: number) => (quantity === 'count' ? one : digits(one * factor))
    shown[quantity] = Array.isArray(value) ? value.map(valueText) : value === null ? value : valueText(value)
  }
  return shown
}

export function groupShown(line: Line, context: QueryContext, shape: AnswerShape): Record<string, unknown> {
  const more = line.count - line.ids.length
  return {
    ...Object.fromEntries(context.keys.map((key, i) => [nameOfKey(key, context), keyShown(key, line.key[i], shape)])),
    ...quantitiesShown(line, shape),
    ...(context.show.includes('ids') && { ids: line.ids, ...(more > 0 && { moreIds: more }) }),
  }
}

const keyShown = (key: Key, value: unknown, { units }: AnswerShape) =>
  typeof value === 'number' && DIMENSIONS[key] ? digits(value * units[DIMENSIONS[key]].factor) : value

/** The length that lines are grouped by, where their sum stands under the same name. */
const nameOfKey = (key: Key, { show }: QueryContext) => (key === 'length' && show.includes('length') ? 'each' : key)

export function rowShown(
  row: QueryRow,
  context: QueryContext,
  shape: AnswerShape,
  { fields, fieldAt }: { fields: readonly string[]; fieldAt: ReturnType<typeof fieldOf> },
) {
  const { kind, ordinal } = row
  const shown: Record<string, unknown> =
    kind === 'runs' ? runShown(context.facts, ordinal) : { kind: KIND_OF[kind], id: context.facts.id(kind, ordinal) }
  for (const field of fields) {
    const value = kind === 'runs' ? runField(context.facts, ordinal, field, fieldAt) : fieldAt(kind, ordinal, field)
    if (value !== undefined) shown[field] = value
  }
  const { count: _, ...quantities } = quantitiesShown(row, shape)
  // A node's mass is what was sent, and no measure of ours.
  const measured = Object.entries(quantities).filter(([name, value]) => value !== null || shown[name] === undefined)
  const labels = measured.flatMap(([name, value]) =>
    shown[name] === undefined || shown[name] === value ? [] : [[`label ${name}`, shown[name]] as const],
  )
  return { ...shown, ...Object.fromEntries(measured), ...Object.fromEntries(labels) }
}

export function totalShown(sum: Line, shape: AnswerShape): { total?: Record<string, unknown> } {
  const names = shape.names.filter((name) => name !== 'carried')
  const total = quantitiesShown(sum, { ...shape, names })
  return Object.keys(total).length > 0 ? { total } : {}
}

/** The unit of each dimension that is shown. */
export function unitsShown({ facts, keys, show }: QueryContext, { names, units }: AnswerShape): Pick<QueryAnswer, 'units'> {
  const dimensions = [...names, ...keys].flatMap((name) => DIMENSIONS[name] ?? [])
  const shown = (['length', 'area', 'volume', 'mass'] as const).flatMap((dimension) =>
    dimensions.includes(dimension) ? [[dimension, units[dimension].unit] as const] : [],
  )
  const all = show.includes('load') ? [...shown, ['force', readUnits(facts.model.units).force?.unit ?? null] as const] : shown
  return all.length > 0 ? { units: Object.fromEntries(all) } : {}
}
