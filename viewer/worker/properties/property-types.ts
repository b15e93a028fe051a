import type { DrawnOutline } from '#lib/drawing/section-drawing.ts'
import type { Measure } from '#lib/model/measures.ts'
import type { ElementRef, FoundElement } from '../elements.ts'

/** An element as an engineer reads it: words instead of field names, each fact once. Numbers in the model's unit, masses in kg. */
export type Described = FoundElement & {
  parts: Part[]
  section: DrawnOutline | null
  /** The plan or elevation that a grid line gives. */
  opens: { axis: 'X' | 'Y' | 'Z'; at: number } | null
  /** It has local axes, which can be shown. */
  hasAxes: boolean
  source: unknown
}

export type Part = { title: 'What' | 'Where' | 'Section' | 'Quantities' | 'Loads' | 'Connections'; rows: PropertyRow[] }

/** `note`: beside the values, quieter. */
export type PropertyRow = { label: string; values: PropertyValue[]; note?: PropertyValue[] }

export type PropertyValue =
  | string
  | { value: number; measure: Measure }
  | { point: readonly [number, number, number] }
  /** Of a level. */
  | { elevation: number }
  | { ref: ElementRef; text: string }
  | { restraints: Readonly<Record<string, boolean | null | undefined>> }
