import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { Cell } from './table-types.ts'

/**
 * One sheet as an Office Open XML workbook (ECMA-376): a bold first row that stays in sight, numbers as numbers, texts as texts
 * that no spreadsheet takes for formulas. `totals`: bold rows below the others, which are sorted and filtered without them.
 */
export function xlsxBytes(
  name: string,
  heads: readonly string[],
  rows: Iterable<readonly Cell[]>,
  totals: readonly (readonly Cell[])[] = [],
): Uint8Array {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  const write = (path: string, texts: Iterable<string>) => {
    const file = new ZipDeflate(path, { level: 6 })
    zip.add(file)
    for (const text of texts) file.push(strToU8(text))
    file.push(new Uint8Array(), true)
  }
  write('[Content_Types].xml', [CONTENT_TYPES])
  write('_rels/.rels', [relations([['officeDocument', 'xl/workbook.xml']])])
  write('xl/workbook.xml', [
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships"><sheets><sheet name="${escaped(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ])
  write('xl/_rels/workbook.xml.rels', [
    relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
  ])
  write('xl/styles.xml', [STYLES])
  write('xl/worksheets/sheet1.xml', sheet(heads, rows, totals))
  zip.end()
  return joined(pieces)
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Of a cell. */
const MOST_CHARACTERS = 32_767

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEETS = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const CONTENT_TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEETS}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEETS}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEETS}.styles+xml"/></Types>`

/** Style 1 is the bold one of the first row and of the totals. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const relations = (targets: readonly (readonly [type: string, target: string])[]) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([type, target], k) => `<Relationship Id="rId${k + 1}" Type="${OFFICE}/relationships/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** Rows that are compressed at once, as the sheet of a large model is longer than the longest text. The first say how wide columns are. */
const AT_ONCE = 1000

const BOLD = ' s="1"'

function* sheet(
  heads: readonly string[],
  rows: Iterable<readonly Cell[]>,
  totals: readonly (readonly Cell[])[],
): Generator<string> {
  const letters = heads.map((_, k) => columnLetters(k))
  const widths = heads.map((head) => Math.max(9, head.length + 2))
  let lines = [rowText(1, heads, letters, BOLD)]
  let [count, isBegun] = [1, false]
  const begin = () => {
    isBegun = true
    const columns = widths.map((width, k) => `<col min="${k + 1}" max="${k + 1}" width="${width}" customWidth="1"/>`).join('')
    const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columns}</cols><sheetData>`
  }
  for (const cells of rows) {
    count++
    lines.push(rowText(count, cells, letters, ''))
    if (!isBegun)
      for (const [k, cell] of cells.entries())
        if (typeof cell === 'string' && cell.length > widths[k]!) widths[k] = Math.min(50, cell.length + 1)
    if (count % AT_ONCE > 0) continue
    if (!isBegun) yield begin()
    yield lines.join('')
    lines = []
  }
  if (!isBegun) yield begin()
  for (const [k, cells] of totals.entries()) lines.push(rowText(count + 1 + k, cells, letters, BOLD))
  yield `${lines.join('')}</sheetData><autoFilter ref="A1:${letters.at(-1) ?? 'A'}${count}"/></worksheet>`
}

function rowText(number: number, cells: readonly Cell[], letters: readonly string[], style: string): string {
  let text = `<row r="${number}">`
  for (const [k, cell] of cells.entries()) {
    if (cell === null || cell === '') continue
    const at = ` r="${letters[k]}${number}"${style}`
    text +=
      typeof cell === 'number'
        ? `<c${at}><v>${cell}</v></c>`
        : `<c${at} t="inlineStr"><is><t xml:space="preserve">${escaped(cell.slice(0, MOST_CHARACTERS))}</t></is></c>`
  }
  return `${text}</row>`
}

/** 0 = A, 25 = Z, 26 = AA. */
function columnLetters(k: number): string {
  const last = String.fromCharCode(65 + (k % 26))
  return k < 26 ? last : columnLetters(Math.floor(k / 26) - 1) + last
}

/** At most 31 characters, and none of those that a sheet's name may not have. */
const sheetName = (name: string) =>
  [...name.replaceAll(/[[\]:*?/\\]/g, ' ')].slice(0, 31).join('').trim().replaceAll(/^'|'$/g, '') || 'Table'

/** Characters that XML 1.0 does not allow at all are left out; spreadsheets take `_x0041_` for an A (ST_Xstring), XML a CR LF for an LF. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is meant
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
