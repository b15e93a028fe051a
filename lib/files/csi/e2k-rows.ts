import { readNumber } from '../numbers.ts'
import type { ImportReport, TableCount } from '../report.ts'
import { linesOf } from '../texts.ts'
import type { RowStatus } from './s2k-tables.ts'

/**
 * The text of ETABS: `$ HEADING`, then lines `KEYWORD  "name"  KEY value …`. Strings in quotes, `""` inside doubled; the blank behind a quote may
 * be missing; a key without a value is a flag. A report counts the lines of each keyword.
 */

type Token = { text: string; isQuoted: boolean }

/** A number, or what stands where one should. */
const NUMERIC = /^[+-]?\.?\d|^[+-]?(?:nan|inf)/i
const TOKEN = /"((?:[^"]|"")*)"?|[^\s"]+/g

/** A string of a file. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

export class E2kRow {
  readonly #tokens: Token[]
  readonly #places = new Map<string, number>()

  constructor(
    readonly heading: string,
    readonly line: number,
    text: string,
    readonly readKeys: Set<string>,
  ) {
    this.#tokens = [...text.matchAll(TOKEN)].map(([whole, quoted]) =>
      quoted === undefined ? { text: whole, isQuoted: false } : { text: quoted.replaceAll('""', '"'), isQuoted: true },
    )
    for (const [i, { text, isQuoted }] of this.#tokens.entries())
      if (i > 0 && !isQuoted && !NUMERIC.test(text) && !this.#places.has(text)) this.#places.set(text, i)
  }

  get keyword(): string {
    return this.#tokens[0]?.text ?? ''
  }

  /** By its place behind the keyword: 0 is the name. */
  at = (place: number): string | undefined => this.#tokens[place + 1]?.text

  numberAt(place: number): number | undefined {
    const token = this.#tokens[place + 1]
    return token === undefined || token.isQuoted ? undefined : readNumber(token.text)
  }

  get length(): number {
    return this.#tokens.length - 1
  }

  /** The value behind a key; undefined where there is none, or it is a flag. */
  get(key: string): string | undefined {
    const place = this.#places.get(key)
    if (place === undefined) return undefined
    this.readKeys.add(key)
    const value = this.#tokens[place + 1]
    return value && (value.isQuoted || !this.#places.has(value.text)) ? value.text : undefined
  }

  number(key: string): number | undefined {
    const text = this.get(key)
    return text === undefined ? undefined : readNumber(text)
  }

  get keys(): Iterable<string> {
    return this.#places.keys()
  }

  loc = (key: string): (string | number)[] => [this.heading, this.line, key]
}

type StoredRow = { heading: string; line: number; text: string }

/** The lines of one keyword. */
export class E2kTable {
  readonly rows: StoredRow[] = []
  readonly #keys = new Set<string>()
  readonly #readKeys = new Set<string>()

  constructor(readonly count: TableCount) {}

  each(read: (row: E2kRow) => RowStatus): void {
    for (const { heading, line, text } of this.rows) {
      const row = new E2kRow(heading, line, text, this.#readKeys)
      for (const key of row.keys) this.#keys.add(key)
      this.count[read(row)]++
    }
    if (this.count.taken === 0) return
    for (const key of this.#keys) if (!this.#readKeys.has(key)) this.count.ignoredColumns.add(key)
  }
}

export type E2kFile = { tables: Map<string, E2kTable>; comments: string[] }

export function splitRows(text: string, report: ImportReport): E2kFile {
  const file: E2kFile = { tables: new Map(), comments: [] }
  let heading = ''
  let isComment = false
  for (const { line, number } of linesOf(text)) {
    const row = line.trim()
    if (row === '') continue
    if (row === 'ENDCOMMENTS') isComment = false
    else if (isComment) file.comments.push(row)
    else if (row === 'STARTCOMMENTS') isComment = true
    else if (row.startsWith('$')) {
      heading = row.slice(1).trim()
      if (heading === 'END OF MODEL FILE') break
    } else if (row !== 'END') {
      const keyword = /^[^\s"]+/.exec(row)?.[0] ?? heading
      const known = file.tables.get(keyword) ?? new E2kTable(report.table(keyword))
      file.tables.set(keyword, known)
      known.count.rows++
      known.rows.push({ heading, line: number, text: row })
    }
  }
  return file
}
