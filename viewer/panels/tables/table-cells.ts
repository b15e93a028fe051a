import { inColumn, inUnit, inWords, massInWords } from '#lib/model/measures.ts'
import { formatLength, type LengthDisplay, type LengthUnit } from '#lib/model/units.ts'
import type { Cell, ColumnHead, Sums, TableRow } from '../../worker/tables/table-types.ts'

/** Of all columns those that are shown, and where each is among all. `hidden`: keys of the others, joined by `|`. */
export function columnsShown(all: readonly ColumnHead[], hidden: string) {
  const without = hidden ? hidden.split('|') : []
  const columns = all.filter(({ key }) => key === 'id' || !without.includes(key))
  return { without, columns, places: columns.map((column) => all.indexOf(column)) }
}

/** How the cells of a column are written, and what stands above them. */
export type ColumnText = { head: { label: string; unit: string }; cell: (cell: Cell) => string }

export function columnTexts(columns: readonly ColumnHead[], unit: LengthUnit | undefined, display: LengthDisplay): ColumnText[] {
  return columns.map(({ label, isNumber, measure }) => {
    if (!isNumber) return { head: { label, unit: '' }, cell: (cell) => (cell === null ? '' : String(cell)) }
    if (!measure)
      return { head: { label, unit: '' }, cell: (cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : '') }
    const shown = inUnit(measure, unit, display)
    const inFeet = measure === 'length' && display === 'feet-inches' && unit
    return {
      head: { label, unit: inFeet ? 'ft in' : shown.unit },
      cell: (cell) => (typeof cell !== 'number' ? '' : inFeet ? formatLength(cell, unit, display) : inColumn(cell, shown)),
    }
  })
}

/** Of a letter or digit, in the widest of the fonts that systems have. */
const LETTER = 7.5

/** Wide enough for what stands in the first rows and in their sums, within reason. */
export function columnWidths(
  columns: readonly ColumnHead[],
  texts: readonly ColumnText[],
  rows: readonly TableRow[],
  places: readonly number[],
  sums: readonly string[],
): number[] {
  return columns.map(({ isNumber, key }, k) => {
    const { head, cell } = texts[k]!
    const longest = rows.reduce(
      (most, row) => Math.max(most, cell(row.cells[places[k]!] ?? null).length),
      Math.max(sums[k]?.length ?? 0, Math.min(22, head.label.length + head.unit.length + 3)),
    )
    const most = key === 'message' || key === 'fix' ? 460 : 230
    return Math.round(Math.min(most, Math.max(isNumber ? 74 : 82, longest * LETTER + 26)))
  })
}

export function sumText(
  sums: Sums,
  { key, measure }: ColumnHead,
  { cell }: ColumnText,
  { unit, display }: { unit: LengthUnit | undefined; display: LengthDisplay },
): string {
  if (key !== 'length' && key !== 'area' && key !== 'volume' && key !== 'mass') return ''
  const sum = sums[key]
  if (sum === null || !measure) return ''
  if (measure === 'mass') return massInWords(sum, unit, display)
  return measure === 'length' ? cell(sum) : inWords(sum, measure, unit, display)
}
