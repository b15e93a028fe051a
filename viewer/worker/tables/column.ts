import type { Reason } from '#lib/edit/quantities/amount.ts'
import type { Measure } from '#lib/model/measures.ts'

/** A column of a table: what stands in it for the element at each place of the model. */
export type Column = { key: string; label: string } & (
  | { text: (row: number) => string }
  | {
      number: (row: number) => number | null | undefined
      measure?: Measure
      /** Why there is no number, where that is known; of a section for how many of its elements. */
      lacks?: (row: number) => Iterable<readonly [Reason, number]>
    }
)

export const text = (key: string, label: string, of: (row: number) => string | null | undefined): Column => ({
  key,
  label,
  text: (row) => of(row) ?? '',
})

export const number = (
  key: string,
  label: string,
  of: (row: number) => number | null | undefined,
  measure?: Measure,
): Column => ({ key, label, number: of, ...(measure && { measure }) })
