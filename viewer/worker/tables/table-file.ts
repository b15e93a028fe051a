import { capital } from '#lib/values/capital.ts'
import { csvText } from './csv.ts'
import type { Cell, FileKind, Sums, TableFile } from './table-types.ts'
import { withoutText } from './without-text.ts'

/** A table as a file. */

export type LoadXlsx = () => Promise<Pick<typeof import('#lib/files/sheets/xlsx-write.ts'), 'xlsxBytes'>>

/** `totals`: what stands below the rows. */
export type TableText = { heads: string[]; rows: Iterable<Cell[]>; totals: Cell[][] }

export async function fileOf(
  loadXlsx: LoadXlsx | undefined,
  { kind, name }: { kind: FileKind; name: string },
  { heads, rows, totals }: TableText,
): Promise<TableFile> {
  if (kind === 'csv') return { bytes: new TextEncoder().encode(csvText(heads, rows, totals)), type: 'text/csv;charset=utf-8' }
  if (!loadXlsx) throw new Error('no workbooks here')
  const { xlsxBytes } = await loadXlsx()
  return {
    bytes: xlsxBytes({ name, heads, rows: withoutEmpty(rows), totals }),
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }
}

/** A cell without text is no cell, so that a spreadsheet counts none there. */
function* withoutEmpty(rows: Iterable<readonly Cell[]>): Generator<Cell[]> {
  for (const cells of rows) yield cells.map((cell) => (cell === '' ? null : cell))
}

/** A total says what is not in it. */
export const lackingIn = (sums: Pick<Sums, 'without'>): Cell[][] => {
  const lacking = withoutText(sums)
  return lacking ? [[capital(lacking)]] : []
}

export const headText = (key: string, unit: string) => (unit ? `${key} [${unit}]` : key)
export const digits = (value: number, most: number) => Number(value.toPrecision(most))
