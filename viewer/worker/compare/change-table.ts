import { grouped } from '#lib/values/count-text.ts'
import { type ElementKind, KIND_NAMES } from '../elements.ts'
import type { Cell } from '../tables/table-types.ts'
import type { Differing } from './compare.ts'
import type { FieldChange } from './field-changes.ts'

/** What differs between two models as a table, for paper and files: a line an element, or all that changed in the same way. */

export const CHANGE_HEADS = ['kind', 'change', 'count', 'what', 'elements']

/** Below the letters that a spreadsheet has room for in a cell. */
const LETTERS = 30_000

type Row = { kind: ElementKind; alike: readonly Differing[]; fields: readonly FieldChange[] }

/** `ids`: so many of a line are named. */
export function changeCells({ kind, alike, fields }: Row, ids: number): Cell[] {
  const what = fields.map(({ field, before, after }) => `${field} ${before} → ${after}`).join('; ')
  return [KIND_NAMES[kind][0], alike[0]?.fate ?? '', alike.length, what.slice(0, LETTERS), namesOf(alike, ids)]
}

function namesOf(alike: readonly Differing[], most: number): string {
  let [told, letters] = [0, 0]
  while (told < Math.min(alike.length, most) && letters < LETTERS) letters += 2 + alike[told++]!.id.length
  const names = alike
    .slice(0, told)
    .map(({ id }) => id)
    .join(', ')
  return told < alike.length ? `${names} and ${grouped(alike.length - told)} more` : names
}
