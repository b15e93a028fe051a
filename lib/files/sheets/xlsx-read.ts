import { FileRefused, fileSyntax, fileValue, overLimit } from '../file-refused.ts'
import type { Zip } from '../unzip.ts'
import { readXml } from '../xml.ts'
import type { Cell } from './xlsx-write.ts'

/** Cells by column, 0 = A; what is empty is a hole or null. `number`: as the sheet counts its rows, from 1. */
export type OnRow = (cells: readonly (Cell | undefined)[], number: number) => void

export type Workbook = {
  /** In the order of their tabs. A sheet is unpacked while it is read, and not before. */
  sheets: readonly { name: string; read: (onRow: OnRow) => void }[]
}

export const workbookLimits = { cells: 5_000_000, rows: 1_048_576, columns: 16_384 }

const WORKBOOK = 'xl/workbook.xml'

/** An Office Open XML workbook (ECMA-376): the stored values of its cells, and nothing of what they look like. */
export function openWorkbook(archive: Zip): Workbook {
  const targets = relationsOf(archive)
  const strings = sharedStrings(archive, targets)
  const count = { cells: 0 }
  return {
    sheets: namedSheets(archive).map(({ name, relation }) => ({
      name,
      read(onRow) {
        const entry = targets.get(relation)?.target
        const xml = entry === undefined ? undefined : archive.read(entry)
        if (entry === undefined || xml === undefined) throw new FileRefused([fileSyntax([name], 'the workbook lacks this sheet')])
        readSheet(xml, { name, entry, strings, count }, onRow)
      },
    })),
  }
}

type Relation = { type: string; target: string }

function relationsOf(archive: Zip): Map<string, Relation> {
  const entry = 'xl/_rels/workbook.xml.rels'
  const relations = new Map<string, Relation>()
  const xml = archive.read(entry)
  if (xml)
    readXml(xml, entry, {
      ...SILENT,
      open(name, attribute) {
        if (name !== 'Relationship') return
        const target = attribute('Target') ?? ''
        const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`
        relations.set(attribute('Id') ?? '', { type: attribute('Type') ?? '', target: path })
      },
    })
  return relations
}

const SILENT = { open() {}, close() {}, text() {} }

function namedSheets(archive: Zip): { name: string; relation: string }[] {
  const xml = archive.read(WORKBOOK)
  const sheets: { name: string; relation: string }[] = []
  if (!xml) throw new FileRefused([fileSyntax([WORKBOOK], 'the archive is no workbook')])
  readXml(xml, WORKBOOK, {
    ...SILENT,
    open(name, attribute) {
      if (name === 'sheet') sheets.push({ name: attribute('name') ?? '', relation: attribute('r:id') ?? attribute('id') ?? '' })
    },
  })
  return sheets
}

function sharedStrings(archive: Zip, targets: ReadonlyMap<string, Relation>): string[] {
  const entry = [...targets.values()].find(({ type }) => type.endsWith('/sharedStrings'))?.target
  const xml = entry === undefined ? undefined : archive.read(entry)
  const strings: string[] = []
  if (entry === undefined || !xml) return strings
  let [text, isText, phonetic] = ['', false, 0]
  readXml(xml, entry, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') phonetic++
      isText = name === 't' && phonetic === 0
    },
    close(name) {
      isText = false
      if (name === 'rPh') phonetic--
      if (name === 'si') strings.push(unescapeCell(text))
    },
    text(piece) {
      if (isText) text += piece
    },
  })
  return strings
}

type SheetRead = { name: string; entry: string; strings: readonly string[]; count: { cells: number } }

function readSheet(xml: Uint8Array, { name: sheet, entry, strings, count }: SheetRead, onRow: OnRow): void {
  let cells: (Cell | undefined)[] = []
  let [row, column, reference, type, text] = [0, -1, '', '', '']
  let [isText, phonetic, isInRow] = [false, 0, false]
  const wrong = (msg: string): never => {
    throw new FileRefused([fileValue([sheet, reference || row], msg)])
  }
  readXml(xml, entry, {
    open(name, attribute) {
      if (name === 'row') {
        const number = attribute('r')
        row = number === undefined ? row + 1 : Number(number)
        if (!(Number.isInteger(row) && row >= 1 && row <= workbookLimits.rows)) {
          reference = number ?? ''
          wrong(`a sheet has rows 1 to ${workbookLimits.rows}`)
        }
        ;[cells, column, isInRow] = [[], -1, true]
      } else if (name === 'c' && isInRow) {
        reference = attribute('r') ?? ''
        column = reference === '' ? column + 1 : columnOf(reference)
        if (!(column >= 0 && column < workbookLimits.columns)) wrong(`a sheet has columns A to XFD`)
        if (++count.cells > workbookLimits.cells) {
          const limit = workbookLimits.cells
          throw new FileRefused([overLimit([sheet], `more than ${limit} cells in the workbook`, limit)])
        }
        ;[type, text] = [attribute('t') ?? 'n', '']
      } else if (name === 'rPh') phonetic++
      isText = (name === 'v' || name === 't') && phonetic === 0
    },
    close(name) {
      isText = false
      if (name === 'rPh') phonetic--
      else if (name === 'c' && isInRow) cells[column] = cellValue(type, text, strings, wrong)
      else if (name === 'row' && isInRow) {
        isInRow = false
        onRow(cells, row)
      }
    },
    text(piece) {
      if (isText) text += piece
    },
  })
}

/** `AB12` → 27; below 0 where it is no column. */
function columnOf(reference: string): number {
  let column = 0
  for (let k = 0; k < reference.length; k++) {
    const code = reference.charCodeAt(k) & ~32
    if (code < 65 || code > 90) return column - 1
    column = column * 26 + code - 64
    if (column > workbookLimits.columns) return column
  }
  return column - 1
}

function cellValue(type: string, text: string, strings: readonly string[], wrong: (msg: string) => never): Cell {
  switch (type) {
    case 's': {
      if (text === '') return null
      return strings[Number(text)] ?? wrong(`the workbook has no text ${text}`)
    }
    case 'inlineStr':
      return unescapeCell(text)
    case 'str':
      return unescapeCell(text)
    case 'b':
      return text.trim() === '1' || text.trim() === 'true'
    default: {
      if (text.trim() === '') return null
      const number = Number(text)
      return Number.isFinite(number) ? number : text
    }
  }
}

/** A text of a workbook as it was before it was written. */
const unescapeCell = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
