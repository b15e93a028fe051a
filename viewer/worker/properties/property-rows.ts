import type { Reason, SolidQuantity } from '#lib/edit/quantities/amount.ts'
import type { Measure } from '#lib/model/measures.ts'
import type { Kind } from '#lib/schema/kinds.ts'
import { capital } from '#lib/values/capital.ts'
import { grouped } from '#lib/values/count-text.ts'
import type { ElementKind } from '../elements.ts'
import { nameOf } from '../tables/table-columns.ts'
import { gridPlace } from './grid-place.ts'
import type { MeasuredModel } from './measured-model.ts'
import type { Described, PropertyRow, PropertyValue } from './property-types.ts'
import { whyUnknown } from './why-unknown.ts'

/** What the properties of all kinds are made of: rows, links to elements, and values with their measure. */

/** At most this many linked elements of one label are listed; the rest is counted. */
const LISTED = 60

export type ElementProperties = Pick<Described, 'parts'> & Partial<Pick<Described, 'section' | 'opens' | 'hasAxes'>>

export const row = (label: string, ...values: (PropertyValue | null | undefined | false)[]): PropertyRow => ({
  label,
  values: values.filter(
    (value): value is PropertyValue => value !== null && value !== undefined && value !== false && value !== '',
  ),
})
export const noted = (of: PropertyRow, ...note: PropertyValue[]): PropertyRow => (note.length > 0 ? { ...of, note } : of)
export const number = (value: number | null | undefined, measure: Measure): PropertyValue | null =>
  value == null || !Number.isFinite(value) ? null : { value, measure }
export const link = (
  kind: ElementKind,
  id: string | null | undefined,
  text: string | null | undefined = id,
): PropertyValue | null => (id == null ? null : { ref: { kind, id }, text: text || id })

/** Links to some elements, and how many there are beyond those that are listed. */
export function links(label: string, kind: ElementKind, ids: readonly string[]): PropertyRow {
  const hidden = ids.length - LISTED
  return row(label, ...ids.slice(0, LISTED).map((id) => link(kind, id)), hidden > 0 && `and ${grouped(hidden)} more`)
}

export const labelRow = (id: string, label: string | null | undefined) => row('Label', label !== id && label)

/** An effective section or material: where it is not the element's own, whose it is. */
export function assignmentRow(
  measured: MeasuredModel,
  kind: 'section' | 'material',
  id: string | undefined,
  from: string | null,
): PropertyRow {
  const many = kind === 'section' ? 'sections' : 'materials'
  if (id === undefined) return row(capital(kind), 'none')
  const isThere = measured.facts.ordinalOf(many, id) !== undefined
  const plain = row(capital(kind), isThere ? link(kind, id, nameOf(measured, many, id)) : `${id}, which is not in the model`)
  return from ? noted(plain, from) : plain
}

export function nodeRow({ facts }: MeasuredModel, label: string, id: string): PropertyRow {
  const index = facts.ordinalOf('nodes', id)
  if (index === undefined) return row(label, `${id}, which is not in the model`)
  const { x, y, z } = facts.element('nodes', index).position
  return noted(row(label, link('node', id)), { point: [x, y, z] })
}

/** The role that was set, with its family where that is another word; else the family that is guessed. */
export function kindRow({ facts }: MeasuredModel, kind: 'frames' | 'areas', index: number): PropertyRow {
  const family = facts.role(kind, index) ?? ''
  const role = facts.roleWord(kind, index)
  if (role === undefined) return noted(row('Kind', capital(family)), 'guessed')
  const word = kind === 'areas' ? (facts.element('areas', index).role ?? family) : role
  return word === family ? row('Kind', capital(family)) : noted(row('Kind', capital(word)), `of the family ${family}`)
}

/** Amounts of a frame or area; where one cannot be told, why. */
export function amountRow(
  { measures }: MeasuredModel,
  kind: 'frames' | 'areas',
  index: number,
  quantity: SolidQuantity,
): PropertyRow {
  const amount = measures.amount(quantity, kind, index)
  return row(capital(quantity), typeof amount === 'number' ? number(amount, quantity) : amount && unknownText(amount))
}

/** Why an amount cannot be told. */
export const unknownText = (reasons: readonly Reason[]) => `not known: ${reasons.map(whyUnknown).join(', ')}`

export const placeRows = (measured: MeasuredModel, kind: Kind, index: number): PropertyRow[] => [
  row('Storey', measured.facts.storey(kind, index)?.label),
  row('Grid', gridPlace(measured.facts, kind, index)),
]

/** What stands on a node. */
export function meeting({ facts }: MeasuredModel, kind: 'frames' | 'supports', node: number): string[] {
  return Array.from({ length: facts.count(kind) }, (_, k) => k).flatMap((k) =>
    facts.nodesOf(kind, k).includes(node) ? [facts.id(kind, k)] : [],
  )
}
