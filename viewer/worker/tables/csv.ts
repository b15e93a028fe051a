import { csvLine } from '#lib/values/csv-line.ts'
import type { Cell } from './table-types.ts'

/** For spreadsheets: UTF-8 with its mark, lines that end in CR LF, decimal points. */
export function csvText(heads: readonly string[], ...parts: readonly Iterable<readonly Cell[]>[]): string {
  const line = (cells: readonly Cell[]) => csvLine(heads.map((_, k) => String(cells[k] ?? '')))
  const lines = [line(heads)]
  for (const rows of parts) for (const cells of rows) lines.push(line(cells))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}
