import type { Cell } from './table-types.ts'

/** RFC 4180, for spreadsheets: UTF-8 with its mark, lines that end in CR LF, decimal points. */
export function csvText(heads: readonly string[], ...parts: readonly Iterable<readonly Cell[]>[]): string {
  const line = (cells: readonly Cell[]) => heads.map((_, k) => field(cells[k] ?? null)).join(',')
  const lines = [line(heads)]
  for (const rows of parts) for (const cells of rows) lines.push(line(cells))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** What a spreadsheet would take for a formula, though it is a text; a number written as text is no danger. */
const FORMULA = /^[=+\-@\t\r]/

function field(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const isNumber = cell.trim() !== '' && Number.isFinite(Number(cell))
  const text = FORMULA.test(cell) && !isNumber ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
