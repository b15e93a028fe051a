import type { LoadUnits } from '#lib/model/load/load-text.ts'
import type { CaseResults } from '../results/case-results.ts'
import { SMALL, TEXT } from './dimensions.ts'
import { drawingArea, NO_MARGINS, type PaperChoice } from './paper.ts'
import type { Mark, Point } from './svg.ts'
import { shortened } from './text-width.ts'

/** Reactions of a case as a table on paper, as many sheets as its rows take. */

/** Millimetres. */
const [ROW, NODE, OF, NUMBER, BETWEEN, INSET] = [5, 30, 10, 21, 12, 6]
const HEADS = ['Fx', 'Fy', 'Fz', 'Mx', 'My', 'Mz'] as const

type Row = { id: string; of: string; values: readonly number[] }
type Units = Pick<LoadUnits, 'force' | 'moment'>

/** In their order; of an envelope two rows a node. Of a case the last row has the sums of the forces. */
export function reactionRows(lines: readonly CaseResults[]): Row[] {
  const [first] = lines
  const rows = (first?.supported ?? []).flatMap((id, k) =>
    lines.map(({ of = '', reactions }): Row => ({ id, of, values: Array.from(reactions?.subarray(6 * k, 6 * k + 6) ?? []) })),
  )
  if (first?.of !== undefined || rows.length === 0) return rows
  const sums = [0, 1, 2].map((k) => rows.reduce((sum, { values }) => sum + values[k]!, 0))
  // What is left of numbers that cancel each other is nothing.
  const largest = Math.max(...rows.flatMap(({ values }) => values.slice(0, 3).map(Math.abs)))
  return [...rows, { id: 'Sum', of: '', values: sums.map((sum) => (Math.abs(sum) < 1e-6 * largest ? 0 : sum)) }]
}

/** The marks of each sheet. */
export function reactionTables(paper: PaperChoice, rows: readonly Row[], units: Units): Mark[][] {
  const area = drawingArea(paper, NO_MARGINS)
  const isEnvelope = rows.some(({ of }) => of !== '')
  const fixed = NODE + (isEnvelope ? OF : 0)
  const blocks = Math.max(1, Math.floor((area.width - 2 * INSET + BETWEEN) / (fixed + HEADS.length * NUMBER + BETWEEN)))
  // On narrow paper columns are narrower too.
  const number = Math.min(NUMBER, (area.width - 2 * INSET - fixed) / HEADS.length)
  const each = Math.floor((area.height - 2 * INSET) / ROW) - 1
  const decimals = decimalsOf(rows)
  const pages: Mark[][] = []
  for (let from = 0; from < rows.length; from += blocks * each) {
    const marks: Mark[] = []
    for (let block = 0; block < blocks; block++) {
      const some = rows.slice(from + block * each, from + (block + 1) * each)
      const at: Point = [area.x + INSET + block * (fixed + HEADS.length * number + BETWEEN), area.y + INSET]
      if (some.length > 0) marks.push(...blockMarks(at, some, { isEnvelope, fixed, number, units, decimals }))
    }
    pages.push(marks)
  }
  return pages
}

type Look = { isEnvelope: boolean; fixed: number; number: number; units: Units; decimals: Decimals }

function blockMarks([x, y]: Point, rows: readonly Row[], { isEnvelope, fixed, number, units, decimals }: Look): Mark[] {
  const width = fixed + HEADS.length * number
  const base = (row: number) => y + row * ROW + ROW / 2 + SMALL / 2
  const line = (row: number): Point[] => [
    [x, y + row * ROW],
    [x + width, y + row * ROW],
  ]
  const head = (k: number) => {
    const unit = k < 3 ? units.force : units.moment
    return unit ? `${HEADS[k]} [${unit}]` : (HEADS[k] ?? '')
  }
  const right = (k: number) => x + fixed + (k + 1) * number - 1
  return [
    { shape: 'lines', line: 'block', runs: [line(1), ...(rows.at(-1)?.id === 'Sum' ? [line(rows.length)] : [])] },
    { shape: 'lines', line: 'dimension', runs: [line(0), line(rows.length + 1), ...rows.slice(1).map((_, k) => line(k + 2))] },
    { shape: 'text', at: [x + 1, base(0)], text: 'Node', capital: SMALL, isBold: true },
    ...HEADS.map(
      (_, k): Mark => ({ shape: 'text', at: [right(k), base(0)], text: head(k), capital: SMALL, anchor: 'end', isBold: true }),
    ),
    ...rows.flatMap(({ id, of, values }, row): Mark[] => [
      { shape: 'text', at: [x + 1, base(row + 1)], text: shortened(id, SMALL, NODE - 2), capital: SMALL },
      ...(isEnvelope ? [{ shape: 'text', at: [x + NODE, base(row + 1)], text: of, capital: SMALL } as const] : []),
      ...values.map(
        (value, k): Mark => ({
          shape: 'text',
          at: [right(k), base(row + 1)],
          text: valueText(value, decimals[k < 3 ? 'forces' : 'moments']),
          capital: SMALL,
          anchor: 'end',
        }),
      ),
    ]),
  ]
}

type Decimals = { forces: number; moments: number }

/** As many digits behind the point in a column as give its largest number five: what is nothing beside that is 0. */
function decimalsOf(rows: readonly Row[]): Decimals {
  const of = (from: number) => {
    const sizes = rows.flatMap(({ values }) =>
      values
        .slice(from, from + 3)
        .filter(Number.isFinite)
        .map(Math.abs),
    )
    const largest = sizes.reduce((most, size) => Math.max(most, size), 0)
    return largest > 0 ? Math.min(12, Math.max(0, 4 - Math.floor(Math.log10(largest)))) : 0
  }
  return { forces: of(0), moments: of(3) }
}

function valueText(value: number, decimals: number): string {
  if (Number.isNaN(value)) return ''
  const text = value.toFixed(decimals)
  return Number(text) === 0 ? '0' : text
}

/** What they are, above the table. */
export const tableHeading = (paper: PaperChoice, words: string): Mark => {
  const { x, y } = drawingArea(paper, NO_MARGINS)
  return { shape: 'text', at: [x + INSET, y + INSET - 1.5], text: words, capital: TEXT, isBold: true }
}
