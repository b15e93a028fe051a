import type { Measure } from '#lib/model/measures.ts'
import type { LengthDisplay } from '#lib/model/units.ts'
import type { ElementKind, FoundElement } from '../elements.ts'

/** What the page asks of the tables, and what they answer. Numbers are in the model's own unit, masses in kg. */

export type TableKind = ElementKind | 'finding'
export type Cell = string | number | null

/** What is listed of a kind, and in which order. */
export type Listing = {
  kind: TableKind
  sort: { key: string; isFalling: boolean } | null
  /** Part of an id, label or name. */
  text: string
  /** By the key of a column: part of a text, `=text` for all of it, or a comparison of numbers in the unit of the display. */
  cells: Readonly<Record<string, string>>
  /** Only these, by their places in the model. */
  only: readonly number[] | null
  display: LengthDisplay
}

export type ColumnHead = {
  key: string
  label: string
  isNumber: boolean
  measure?: Measure
  /** All that stand in the column, where they are few. */
  values?: string[]
}

export type TableRow = { index: number; id: string; cells: Cell[] }

export const SUMMED = ['length', 'area', 'volume', 'mass'] as const

/** What is added up. Null where there is nothing of it. */
export type Sums = {
  count: number
  length: number | null
  area: number | null
  volume: number | null
  mass: number | null
  /** Elements that are in no sum, and why. */
  without: { quantity: string; reason: string; count: number }[]
}

export type TableAnswer = {
  columns: ColumnHead[]
  /** Of the kind; and listed of them. */
  total: number
  listed: number
  rows: TableRow[]
  sums: Sums
  /** What was typed above a column of numbers and is no comparison. */
  problem: { key: string; text: string } | null
}

export type QuantityKey = 'section' | 'thickness' | 'material' | 'storey' | 'kind'
/** `key`: what tells it from the others. `thickness`: of the areas that it stands for, where they have one. */
export type QuantityRow = { key: string; label: string; thickness: number | null } & Omit<Sums, 'without'>
export type QuantitiesAnswer = { rows: QuantityRow[]; total: Sums }

export type TableFile = { bytes: Uint8Array<ArrayBuffer>; type: string }
export type FileKind = 'csv' | 'xlsx'

export type PlacedSums = { sums: Sums; place: number | null }
export type TableRefs = FoundElement[]
