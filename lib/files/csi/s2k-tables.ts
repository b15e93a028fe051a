import { readNumber } from '../numbers.ts'
import type { ImportReport, TableCount } from '../report.ts'
import { linesOf } from '../texts.ts'

/**
 * The text tables of SAP2000 and CSiBridge: `TABLE:  "NAME"`, a line a row of `Key=Value` with blanks between; a value with a blank, comma, `=`
 * or `"` in quotes, `"` doubled; ` _` at the end of a line continues the row. The rows of all tables are counted while the text is split.
 */

/** What became of a row. */
export type RowStatus = 'taken' | 'kept' | 'dropped'

type StoredRow = { line: number; text: string }

export class S2kTable {
  readonly rows: StoredRow[] = []
  readonly #columns = new Set<string>()
  readonly #readColumns = new Set<string>()

  constructor(
    readonly name: string,
    readonly count: TableCount,
  ) {}

  /** Gives each row to `read`, which says what became of it. */
  each(read: (row: S2kRow) => RowStatus): void {
    for (const { line, text } of this.rows) {
      const fields = fieldsOf(text)
      for (const column of fields.keys()) this.#columns.add(column)
      this.count[read(new S2kRow(this.name, line, fields, this.#readColumns))]++
    }
    if (this.count.taken === 0) return
    for (const column of this.#columns) if (!this.#readColumns.has(column)) this.count.ignoredColumns.add(column)
  }
}

export class S2kRow {
  constructor(
    readonly table: string,
    readonly line: number,
    readonly fields: ReadonlyMap<string, string>,
    readonly readColumns: Set<string>,
  ) {}

  /** A field as it stands; undefined where there is none. */
  get(key: string): string | undefined {
    const value = this.fields.get(key)
    if (value !== undefined) this.readColumns.add(key)
    return value
  }

  /** A number; undefined where there is none, or something else stands there. */
  number(key: string): number | undefined {
    const text = this.get(key)
    return text === undefined ? undefined : readNumber(text)
  }

  isYes = (key: string): boolean => this.get(key)?.toLowerCase() === 'yes'

  /** Where a mistake of a field stands. */
  loc = (key: string): (string | number)[] => [this.table, this.line, key]
}

function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  const { length } = text
  let offset = 0
  while (offset < length) {
    while (offset < length && isBlank(text, offset)) offset++
    const equals = text.indexOf('=', offset)
    if (equals === -1) break
    const key = text.slice(offset, equals).trim()
    offset = equals + 1
    let value: string
    if (text[offset] === '"') {
      const end = closingQuote(text, offset + 1)
      value = text.slice(offset + 1, end).replaceAll('""', '"')
      offset = end + 1
    } else {
      const from = offset
      while (offset < length && !isBlank(text, offset)) offset++
      value = text.slice(from, offset)
    }
    if (!fields.has(key)) fields.set(key, value)
  }
  return fields
}

const isBlank = (text: string, position: number) => text[position] === ' ' || text[position] === '\t'

function closingQuote(text: string, from: number): number {
  for (let index = text.indexOf('"', from); index !== -1; index = text.indexOf('"', index + 2))
    if (text[index + 1] !== '"') return index
  return text.length
}

export type S2kFile = {
  /** Before the first table. */
  head: string
  /** By name, in the order of the file; one that comes twice is one. */
  tables: Map<string, S2kTable>
  /** Behind the end of the tables. */
  tail: string[]
}

const TABLE = /^\s*TABLE:\s*"([^"]*)"/

/** Splits a text into tables. What stands in a table and is no row is `line_not_understood`. */
export function splitTables(text: string, report: ImportReport): S2kFile {
  const file: S2kFile = { head: '', tables: new Map(), tail: [] }
  let table: S2kTable | undefined
  let isOver = false
  let open: StoredRow | undefined
  for (const { line, number } of linesOf(text)) {
    if (isOver) {
      file.tail.push(line)
      continue
    }
    const row: string = open ? `${open.text} ${line.trim()}` : line
    const first = open?.line ?? number
    open = undefined
    if (row.trim() === '') continue
    const name: string | undefined = TABLE.exec(row)?.[1]
    if (name !== undefined) {
      table = file.tables.get(name) ?? new S2kTable(name, report.table(name))
      file.tables.set(name, table)
    } else if (/^\s*END TABLE DATA\s*$/.test(row)) isOver = true
    else if (!table) file.head ||= row
    else if (/\s_\s*$/.test(row)) open = { line: first, text: row.replace(/\s_\s*$/, '') }
    else addRow(table, { line: first, text: row }, report)
  }
  if (open && table) addRow(table, open, report)
  return file
}

function addRow(table: S2kTable, row: StoredRow, report: ImportReport): void {
  table.count.rows++
  if (row.text.includes('=')) {
    table.rows.push(row)
    return
  }
  table.count.dropped++
  report.note('dropped', 'line_not_understood', { example: `line ${row.line}` })
}

/** The fields of a row to write; those that are undefined are left out. */
export type S2kCells = Readonly<Record<string, string | undefined>>
export type TableToWrite = [name: string, rows: Iterable<S2kCells>]

/** `   Joint=N1   CoordSys=GLOBAL` */
export function rowText(fields: S2kCells): string {
  let row = ''
  for (const key in fields) {
    const value = fields[key]
    if (value !== undefined) row += `   ${key}=${quotedValue(value)}`
  }
  return `${row}\r\n`
}

const quotedValue = (value: string): string =>
  value === '' || /[\s,="]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
