import { grouped } from '#lib/values/count-text.ts'
import { type ElementKind, KIND_NAMES } from '../elements.ts'
import type { Cell } from '../tables/table-types.ts'
import type { Differing } from './compare.ts'
import type { FieldChange } from './field-changes.ts'

/** What differs between two models as a table, for paper and files: a line an element, or all that changed in the same way. */

export const CHANGE_HEADS = ['kind', 'change', 'count', 'what', 'elements']

/** Below the letters that a spreadsheet has room for in a cell. */
const LETTERS = 30_000

type Row = { kind: ElementKind; group: readonly Differing[]; fields: readonly FieldChange[] }

/** `ids`: so many of a line are named. */
export function changeCells({ kind, group, fields }: Row, ids: number): Cell[] {
  const what = fields.map(({ field, before, after }) => `${field} ${before} → ${after}`).join('; ')
  return [KIND_NAMES[kind][0], group[0]?.changeStatus ?? '', group.length, what.slice(0, LETTERS), namesOf(group, ids)]
}

function namesOf(group: readonly Differing[], most: number): string {
  let [count, letters] = [0, 0]
  while (count < Math.min(group.length, most) && letters < LETTERS) letters += 2 + group[count++]!.id.length
  const names = group
    .slice(0, count)
    .map(({ id }) => id)
    .join(', ')
  return count < group.length ? `${names} and ${grouped(group.length - count)} more` : names
}
