import { MB } from '#lib/values/bytes.ts'
import { csvField, withoutGuard } from '#lib/values/csv-line.ts'
import { FileRefused, fileSyntax, overLimit } from '../file-refused.ts'
import type { Cell } from './xlsx-write.ts'

/** Tables as RFC 4180 has them, for spreadsheets: UTF-8 with its mark, lines that end in CR LF, decimal points. */

/** Lines that become one text, which is compressed at once. */
const AT_ONCE = 1000

/** An absent cell is empty, and an empty text `""`. */
export function* csvTexts(heads: readonly string[], rows: Iterable<readonly Cell[]>): Generator<string> {
  let lines = [`\ufeff${heads.map(csvField).join(',')}`]
  for (const cells of rows) {
    lines.push(cells.map(csvCell).join(','))
    if (lines.length < AT_ONCE) continue
    yield `${lines.join('\r\n')}\r\n`
    lines = []
  }
  if (lines.length > 0) yield `${lines.join('\r\n')}\r\n`
}

const csvCell = (cell: Cell): string => (cell === null ? '' : cell === '' ? '""' : csvField(String(cell)))

const LONGEST_LINE = MB

/**
 * The records of a table, the first with `number` 1; an empty cell is null, and `""` an empty text. The separator is the one of the heads: a
 * spreadsheet writes `;` where the comma is for decimals.
 */
export function* csvRecords(text: string, entry: string): Generator<{ cells: (string | null)[]; number: number }, void> {
  const separator = separatorOf(text)
  let [position, number] = [0, 0]
  const { length } = text
  while (position < length) {
    const cells: (string | null)[] = []
    const start = position
    number++
    for (;;) {
      const cell =
        text.charCodeAt(position) === QUOTE ? quotedCell(text, position, entry, number) : plainCell(text, position, separator)
      cells.push(cell.text)
      position = cell.end
      if (position - start > LONGEST_LINE)
        throw new FileRefused([overLimit([entry, number], `a line of more than ${LONGEST_LINE} characters`, LONGEST_LINE)])
      if (text[position] !== separator) break
      position++
    }
    if (position < length && text[position] !== '\r' && text[position] !== '\n')
      throw new FileRefused([fileSyntax([entry, number], 'text stands behind the quotes of a cell')])
    position += text[position] === '\r' && text[position + 1] === '\n' ? 2 : 1
    yield { cells, number }
  }
}

const QUOTE = 34

function separatorOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const heads = end < 0 ? text : text.slice(0, end)
  return heads.includes(',') ? ',' : heads.includes(';') ? ';' : heads.includes('\t') ? '\t' : ','
}

function plainCell(text: string, from: number, separator: string): { text: string | null; end: number } {
  let end = from
  for (; end < text.length; end++) {
    const one = text[end]
    if (one === separator || one === '\r' || one === '\n') break
  }
  return { text: end === from ? null : withoutGuard(text.slice(from, end)), end }
}

function quotedCell(text: string, from: number, entry: string, number: number): { text: string; end: number } {
  let end = from + 1
  let hasQuotes = false
  for (;;) {
    end = text.indexOf('"', end)
    if (end < 0) throw new FileRefused([fileSyntax([entry, number], 'the quotes of a cell do not end')])
    if (text.charCodeAt(end + 1) !== QUOTE) break
    hasQuotes = true
    end += 2
  }
  const inside = text.slice(from + 1, end)
  return { text: withoutGuard(hasQuotes ? inside.replaceAll('""', '"') : inside), end: end + 1 }
}
