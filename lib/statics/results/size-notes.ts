import { sizeFindings } from '#lib/model/check/check.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'

/** Of the diagonal of the structure: what moves farther is not as it is meant, and first order says nothing of it. */
const FAR = 20

/** What the check finds of units and sizes: numbers that are another unit's are analysed like any others. */
export const unitNotes = (model: ViewerModel): string[] =>
  sizeFindings(model).map(({ code, message, count }) => `${code}${count > 1 ? ` [${count} times]` : ''}: ${message}`)

/** `metres`: the largest displacement, and the diagonal. */
export function farNote(metres: number, diagonal: number): string[] {
  const share = diagonal / metres
  return share >= FAR
    ? []
    : [
        `the largest displacement is 1/${Number(share.toPrecision(2))} of the size of the structure: look for units, loads and sections that are not meant`,
      ]
}
