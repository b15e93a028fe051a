import { readNumber } from '../numbers.ts'
import type { ImportReport } from '../report.ts'
import { type CellValue, textOf } from './field-codecs.ts'
import type { OnRow, Workbook } from './xlsx-read.ts'
import type { Cell } from './xlsx-write.ts'

/** The sheets of a SAF file: found, and their columns too, without case, blanks, punctuation and `[unit]`. */

/** Of what our own files add: the ids of what had to be renamed. */
export const ID_SHEET = 'StructuralModelServiceIds'
/** What our own files name as their program. */
export const SERVICE = 'Structural Model Service'

export const plainWord = (text: string): string =>
  text
    .replace(/\[[^\]]*\]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** A row by the names of its columns, which are plain words. */
export type SafRow = {
  number: number
  /** Trimmed; undefined where nothing stands. */
  text: (column: string) => string | undefined
  /** As it stands. */
  exact: (column: string) => string | undefined
  /** Undefined where nothing stands or no number. */
  value: (column: string) => number | undefined
  /** `N1; N2`. */
  list: (column: string) => string[]
}
/** What became of a row. */
export type RowStatus = 'taken' | 'kept' | 'dropped'

const isEmpty = (cell: Cell | undefined): cell is null | undefined => cell === null || cell === undefined || cell === ''

export class SafSheets {
  readonly #sheets = new Map<string, { name: string; read: (onRow: OnRow) => void }>()
  readonly #report: ImportReport
  /** Heads of a sheet with the units that they say: `massunit` → `kg/m3`. */
  readonly units = new Map<string, string>()

  constructor({ sheets }: Workbook, report: ImportReport) {
    this.#report = report
    for (const sheet of sheets) if (!this.#sheets.has(plainWord(sheet.name))) this.#sheets.set(plainWord(sheet.name), sheet)
  }

  /** Of sheets that nobody has read, with their plain names. */
  *others(): Generator<{ name: string; plain: string }> {
    for (const [plain, { name }] of [...this.#sheets]) yield { name, plain }
  }

  /** Reads a sheet once, if there is one, and counts what becomes of its rows. */
  read(sheet: string, onRow: (row: SafRow) => RowStatus): void {
    const found = this.#take(sheet)
    if (!found) return
    const table = this.#report.table(found.name)
    let columns: Map<string, number> | undefined
    let heads: readonly (Cell | undefined)[] = []
    const seen = new Set<number>()
    found.read((cells, number) => {
      if (cells.every(isEmpty)) return
      if (!columns) {
        heads = cells
        columns = this.#columnsOf(cells)
        return
      }
      table.rows++
      const places = columns
      const cellOf = (column: string): CellValue | undefined => {
        const place = places.get(column)
        if (place === undefined) return undefined
        seen.add(place)
        const cell = cells[place]
        return isEmpty(cell) ? undefined : cell
      }
      const text = (column: string) => {
        const cell = cellOf(column)
        return cell === undefined ? undefined : textOf(cell).trim() || undefined
      }
      const exact = (column: string) => {
        const cell = cellOf(column)
        return cell === undefined ? undefined : textOf(cell)
      }
      const value = (column: string) => {
        const cell = cellOf(column)
        return typeof cell === 'number' ? cell : cell === undefined ? undefined : readNumber(String(cell))
      }
      const list = (column: string) =>
        (text(column) ?? '')
          .split(';')
          .map((one) => one.trim())
          .filter((one) => one !== '')
      const status = onRow({ number, text, exact, value, list })
      table[status]++
      if (status === 'dropped') return
      for (const [place, head] of heads.entries())
        if (!isEmpty(head) && !isEmpty(cells[place]) && !seen.has(place)) table.ignoredColumns.add(textOf(head))
    })
  }

  /** `Model` and `Project` have their fields in rows, and no heads. */
  readPairs(sheet: string): Map<string, string> {
    const pairs = new Map<string, string>()
    const found = this.#take(sheet)
    if (!found) return pairs
    const table = this.#report.table(found.name)
    found.read(([name, value]) => {
      if (isEmpty(name)) return
      table.rows++
      table.taken++
      const text = isEmpty(value) ? '' : textOf(value).trim()
      if (text === '') return
      pairs.set(plainWord(textOf(name)), text)
      if (!LOOKED_AT.has(plainWord(textOf(name)))) table.ignoredColumns.add(textOf(name))
    })
    return pairs
  }

  #take(sheet: string) {
    const found = this.#sheets.get(plainWord(sheet))
    this.#sheets.delete(plainWord(sheet))
    return found
  }

  /** A head that comes twice: the first. */
  #columnsOf(cells: readonly (Cell | undefined)[]): Map<string, number> {
    const columns = new Map<string, number>()
    for (const [place, cell] of cells.entries()) {
      if (isEmpty(cell)) continue
      const head = textOf(cell)
      const word = plainWord(head)
      if (columns.has(word)) continue
      columns.set(word, place)
      const unit = /\[([^\]]*)\]/.exec(head)?.[1]
      if (unit !== undefined)
        this.units.set(
          word,
          unit.toLowerCase().replace(/[\s³^]/g, (one) => (one === '³' ? '3' : '')),
        )
    }
    return columns
  }
}

const LOOKED_AT = new Set([
  ...['name', 'safversion', 'sourceapplication', 'globalcoordinatesystem', 'lcsofcrosssection', 'systemofunits'],
  ...['moduleversion'],
])
