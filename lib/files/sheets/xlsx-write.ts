import { joinPieces, type PackFile, type ZipEntry, zipPieces } from '../zip-write.ts'
import { escapeXml } from './xlsx-text.ts'

export type Cell = string | number | boolean | null

/**
 * One table of a workbook. `totals`: bold rows below the others, which are sorted and filtered without them. `count`: of the rows, where they
 * may be more than a sheet holds; what is beyond goes on in `Nodes 2`, below the same heads. `isBare`: without heads, for rows that are read
 * one by one, as SAF's `Model` is.
 */
export type Sheet = {
  name: string
  heads: readonly Cell[]
  rows: Iterable<readonly Cell[]>
  totals?: readonly (readonly Cell[])[]
  count?: number
  isBare?: true
}

/** Of a sheet, below its heads. */
export const sheetLimits = { rows: 1_048_575 }
/** Of a cell. */
export const CELL_CHARACTERS = 32_767

/** One sheet as a whole workbook. */
export const xlsxBytes = (sheet: Sheet): Uint8Array<ArrayBuffer> => joinPieces(xlsxPieces([sheet]))

/**
 * Tables as an Office Open XML workbook (ECMA-376): a bold first row that stays in sight, numbers as numbers, texts as texts
 * that no spreadsheet takes for formulas.
 */
export const xlsxPieces = (sheets: readonly Sheet[], pack?: PackFile): Generator<Uint8Array<ArrayBuffer>> =>
  zipPieces(workbookParts(sheets.flatMap(withinSheets)), pack)

function* workbookParts(sheets: readonly Sheet[]): Generator<ZipEntry> {
  const paths = sheets.map((_, k) => `worksheets/sheet${k + 1}.xml`)
  yield ['[Content_Types].xml', [contentTypes(paths)]]
  yield ['_rels/.rels', [relations([['officeDocument', 'xl/workbook.xml']])]]
  yield ['xl/workbook.xml', [workbook(sheets)]]
  yield [
    'xl/_rels/workbook.xml.rels',
    [relations([...paths.map((path) => ['worksheet', path] as const), ['styles', 'styles.xml']])],
  ]
  yield ['xl/styles.xml', [STYLES]]
  for (const [k, sheet] of sheets.entries()) yield [`xl/${paths[k]}`, sheetTexts(sheet)]
}

/** A table that is longer than a sheet, as several that take their rows from one source. */
function withinSheets(sheet: Sheet): Sheet[] {
  const { name, rows, count = 0 } = sheet
  const needed = Math.ceil(count / sheetLimits.rows)
  if (needed <= 1) return [sheet]
  const source = rows[Symbol.iterator]()
  return Array.from({ length: needed }, (_, k) => ({
    ...sheet,
    name: k === 0 ? name : `${name} ${k + 1}`,
    rows: taking(source, sheetLimits.rows),
  }))
}

function* taking<T>(source: Iterator<T>, most: number): Generator<T> {
  for (let k = 0; k < most; k++) {
    const next = source.next()
    if (next.done) return
    yield next.value
  }
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEETS = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes = (paths: readonly string[]) =>
  `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${[
    ['workbook.xml', 'sheet.main'],
    ...paths.map((path) => [path, 'worksheet']),
    ['styles.xml', 'styles'],
  ]
    .map(([path, type]) => `<Override PartName="/xl/${path}" ContentType="${SHEETS}.${type}+xml"/>`)
    .join('')}</Types>`

const relations = (targets: readonly (readonly [type: string, target: string])[]) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([type, target], k) => `<Relationship Id="rId${k + 1}" Type="${OFFICE}/relationships/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const workbook = (sheets: readonly Sheet[]) =>
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships"><sheets>${sheets
    .map(({ name }, k) => `<sheet name="${escapeXml(sheetName(name))}" sheetId="${k + 1}" r:id="rId${k + 1}"/>`)
    .join('')}</sheets></workbook>`

/** Style 1 is the bold one of the first row and of the totals. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** Rows that are compressed at once, as the sheet of a large model is longer than the longest text. The first say how wide columns are. */
const AT_ONCE = 1000

const BOLD = ' s="1"'

function* sheetTexts({ heads, rows, totals = [], isBare }: Sheet): Generator<string> {
  const letters = heads.map((_, k) => columnLetters(k))
  const widths = heads.map((head) => Math.max(9, String(head).length + 2))
  let lines = isBare ? [] : [rowText(1, heads, letters, BOLD)]
  let [count, isBegun] = [lines.length, false]
  const begin = () => {
    isBegun = true
    const columns = widths.map((width, k) => `<col min="${k + 1}" max="${k + 1}" width="${width}" customWidth="1"/>`).join('')
    const pane = isBare ? '' : '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    const view = `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`
    return `${HEAD}<worksheet xmlns="${MAIN}">${view}${columns && `<cols>${columns}</cols>`}<sheetData>`
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
  const filter = isBare ? '' : `<autoFilter ref="A1:${letters.at(-1) ?? 'A'}${count}"/>`
  yield `${lines.join('')}</sheetData>${filter}</worksheet>`
}

function rowText(number: number, cells: readonly Cell[], letters: readonly string[], style: string): string {
  let text = `<row r="${number}">`
  for (let k = 0; k < cells.length; k++) {
    const cell = cells[k]!
    if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) continue
    const place = ` r="${letters[k]}${number}"${style}`
    if (typeof cell === 'number') text += `<c${place}><v>${cell}</v></c>`
    else if (typeof cell === 'boolean') text += `<c${place} t="b"><v>${cell ? 1 : 0}</v></c>`
    else
      text += `<c${place} t="inlineStr"><is><t${isTrimmed(cell) ? '' : PRESERVED}>${escapeXml(cell.slice(0, CELL_CHARACTERS))}</t></is></c>`
  }
  return `${text}</row>`
}

const PRESERVED = ' xml:space="preserve"'

/** Blanks at the ends, and ends of lines, are lost in texts that do not say otherwise. */
const isTrimmed = (text: string): boolean => !/^\s|\s$|[\n\r\t]/.test(text)

/** 0 = A, 25 = Z, 26 = AA. */
function columnLetters(k: number): string {
  const last = String.fromCharCode(65 + (k % 26))
  return k < 26 ? last : columnLetters(Math.floor(k / 26) - 1) + last
}

/** At most 31 characters, and none of those that a sheet's name may not have. */
const sheetName = (name: string) =>
  [...name.replaceAll(/[[\]:*?/\\]/g, ' ')].slice(0, 31).join('').trim().replaceAll(/^'|'$/g, '') || 'Table'
