import { lengthPower } from '#lib/model/section/section-dimensions.ts'
import type { ElementOf } from '#lib/model/validate/references.ts'
import { asSubmitted } from '#lib/schema/as-submitted.ts'
import type { Dimensions, Kind, SectionType, ViewerUnits } from '#lib/schema/schema.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import { FileRefused, fileSyntax, fileValue } from '../file-refused.ts'
import type { FileReader, FileToRead } from '../file-to-read.ts'
import { decodeText } from '../texts.ts'
import { unitsDisagree } from '../units-disagree.ts'
import { Zip } from '../unzip.ts'
import { csvRecords } from './csv.ts'
import { type CellValue, type FieldCodec, number, text, textOf } from './field-codecs.ts'
import { DIMENSIONS, dimensionHead, dimensionOf, FIELDS, MODEL_FIELDS, NEEDED, TABLE_KINDS } from './table-fields.ts'
import { type OnRow, openWorkbook } from './xlsx-read.ts'

/** Our own tables, as they were written or made by hand: columns by their heads, in any order. */

/** `label`: of the report and of errors. */
type TableSource = { label: string; name: string; read: (onRow: OnRow) => void }

export const readXlsx: FileReader = (file) => {
  const { sheets } = openWorkbook(new Zip(file.bytes))
  readTables(
    file,
    sheets.map(({ name, read }) => ({ label: name, name: name.replace(/ \d+$/, ''), read })),
  )
}

export const readCsv: FileReader = (file) => {
  const zip = new Zip(file.bytes)
  const entries = zip.names.filter((name) => /\.csv$/i.test(name) && !name.startsWith('__MACOSX/'))
  readTables(
    file,
    entries.map((entry) => ({
      label: entry,
      name: entry.replace(/^.*[\\/]/, '').replace(/\.csv$/i, ''),
      read(onRow) {
        const { text, encoding, isGuessed } = decodeText(zip.read(entry) ?? new Uint8Array(), file.options.encoding)
        file.report.encoding = encoding
        if (isGuessed) file.report.note('guessed', 'encoding_guessed', { example: entry })
        for (const { cells, number } of csvRecords(text, entry)) onRow(cells, number)
      },
    })),
  )
}

function readTables(file: FileToRead, sources: readonly TableSource[]): void {
  const { model, report, issues } = file
  for (const source of sources) {
    const kind = TABLE_KINDS.find((one) => isNamed(source, one))
    if (kind) readElements(file, kind, source)
    else if (isNamed(source, 'model')) readModel(file, source)
    else skipTable(file, source)
  }
  const { units } = file.options
  if (units !== undefined) {
    const own = model.units && (model.units.current ?? [model.units.force, model.units.length].filter(Boolean).join(', '))
    const disagreement = own && unitsDisagree(own, units)
    if (disagreement) issues.add(disagreement)
    model.units ??= { current: units }
  }
  report.units = model.units?.current ?? undefined
  // A frame shows what its member gives it, and would have it as its own from now on.
  asSubmitted({ schemaVersion: 'viewer-model/v1', frames: [...model.all('frames')], members: [...model.all('members')] })
}

const isNamed = ({ name }: TableSource, table: Kind | 'model') => name.trim().toLowerCase() === table.toLowerCase()

function skipTable({ report }: FileToRead, { label, read }: TableSource): void {
  const table = report.table(label)
  read(() => {
    table.rows++
    table.dropped++
  })
  report.note('dropped', 'unknown', { count: table.dropped, place: label })
}

/** Where the columns of each field stand; -1: nowhere. */
type FieldPlace = { field: string; codec: FieldCodec; heads: readonly string[]; places: readonly number[]; isNeeded: boolean }
type Layout = { fields: FieldPlace[]; dimensions: { key: string; place: number }[]; others: { head: string; place: number }[] }

function readElements({ model, report, issues }: FileToRead, kind: Kind, { label, read }: TableSource): void {
  const table = report.table(label)
  let layout: Layout | undefined
  read((cells, row) => {
    if (cells.every(isEmpty)) return
    if (!layout) {
      layout = layoutOf(kind, cells.map(headOf), label)
      return
    }
    table.rows++
    let isSound = true
    const wrong = (head: string, place: number, expected: string) => {
      isSound = false
      const cell = cells[place]
      const msg = isEmpty(cell) ? `${head} is empty, and should be ${expected}` : `${head} is '${shown(cell)}', not ${expected}`
      issues.add(fileValue([label, row, head], msg))
    }
    const element = readRow(layout, cells, wrong)
    if (kind === 'sections') readDimensions(element, layout, cells, { wrong, ignored: table.ignoredColumns })
    for (const { head, place } of layout.others) if (!isEmpty(cells[place])) table.ignoredColumns.add(head)
    if (!isSound) return
    if (add(kind, element, model)) table.taken++
    else {
      table.dropped++
      report.note('dropped', 'duplicate_row', { example: `${label} ${row}` })
    }
  })
  if (!layout) throw new FileRefused([fileSyntax([label], 'the table has no heads')])
}

/** `element` has the fields of its kind, each read by its codec; what else a field must be is judged with the whole model. */
function add<K extends Kind>(kind: K, element: Dictionary, model: FileToRead['model']): boolean {
  element.id = model.idOf(kind, String(element.id))
  return model.add(kind, element as unknown as ElementOf[K])
}

const isEmpty = (cell: unknown): cell is null | undefined => cell === null || cell === undefined
const headOf = (cell: CellValue | null | undefined): string => (isEmpty(cell) ? '' : textOf(cell).trim())
const shown = (cell: CellValue): string => [...textOf(cell)].slice(0, 64).join('')

/** A head is found as it is written, else whatever its case. */
function layoutOf(kind: Kind, heads: readonly string[], label: string): Layout {
  const taken = new Set<number>()
  const placeOf = (head: string) => {
    const place = heads.indexOf(head)
    const found = place >= 0 ? place : heads.findIndex((one) => one.toLowerCase() === head.toLowerCase())
    if (found >= 0) taken.add(found)
    return found
  }
  const needed: readonly string[] = NEEDED[kind]
  const fields = Object.entries<FieldCodec | typeof DIMENSIONS>(FIELDS[kind]).flatMap(([field, codec]): FieldPlace[] => {
    if (codec === DIMENSIONS) return []
    const own = codec.heads(field)
    return [{ field, codec, heads: own, places: own.map(placeOf), isNeeded: needed.includes(field) }]
  })
  for (const { heads: own, places, isNeeded } of fields) {
    const missing = own.find((_, k) => isNeeded && places[k] === -1)
    if (missing !== undefined) throw new FileRefused([fileSyntax([label], `the table has no column ${missing}`)])
  }
  const others = heads.flatMap((head, place) => (head === '' || taken.has(place) ? [] : [{ head, place }]))
  if (kind !== 'sections') return { fields, dimensions: [], others }
  return { fields, dimensions: others.map(({ head, place }) => ({ key: dimensionOf(head), place })), others: [] }
}

type Wrong = (head: string, place: number, expected: string) => void

function readRow({ fields }: Layout, cells: Parameters<OnRow>[0], wrong: Wrong): Dictionary {
  const element: Dictionary = {}
  for (const { field, codec, heads, places, isNeeded } of fields) {
    let isFaulty = false
    const fault = (k: number, expected: string) => {
      isFaulty = true
      wrong(heads[k] ?? field, places[k] ?? -1, expected)
    }
    const value = codec.read(
      places.map((place) => cells[place]),
      fault,
    )
    if (value !== undefined && value !== '') element[field] = value
    else if (value === '' && !isNeeded) element[field] = value
    else if (isNeeded && !isFaulty) fault(0, codec === text ? 'an id' : 'there')
  }
  return element
}

/** Any column of numbers beside the fields is a dimension; one of other texts is none, unless its key is one that is known. */
function readDimensions(
  section: Dictionary,
  { dimensions }: Layout,
  cells: Parameters<OnRow>[0],
  { wrong, ignored }: { wrong: Wrong; ignored: Set<string> },
): void {
  const read: Dimensions = Object.create(null)
  let isAny = false
  for (const { key, place } of dimensions) {
    const cell = cells[place]
    if (isEmpty(cell) || cell === '') continue
    const value = number.read([cell], () => {})
    if (typeof value === 'number') {
      read[key] = value
      isAny = true
    } else if (lengthPower((section.type ?? 'rectangular') as SectionType, key) !== undefined)
      wrong(dimensionHead(key), place, 'a number')
    else ignored.add(dimensionHead(key))
  }
  if (isAny) section.dimensions = Object.fromEntries(Object.entries(read))
}

function readModel({ model, report, issues }: FileToRead, { label, read }: TableSource): void {
  const table = report.table(label)
  let heads: string[] | undefined
  read((cells, row) => {
    if (cells.every(isEmpty)) return
    if (!heads) {
      heads = cells.map((cell) => headOf(cell).toLowerCase())
      return
    }
    table.rows++
    if (table.taken > 0) {
      table.dropped++
      report.note('dropped', 'duplicate_row', { example: `${label} ${row}` })
      return
    }
    table.taken++
    for (const [place, head] of heads.entries()) {
      const cell = cells[place]
      if (isEmpty(cell) || cell === '') continue
      if (!isOneOf<string>(MODEL_FIELDS, head)) table.ignoredColumns.add(head)
      else if (!readModelField(model, head, textOf(cell)))
        issues.add(fileValue([label, row, head], `${head} is not an object in JSON`))
    }
  })
  report.program = model.source ? [model.source.system, model.source.version ?? ''].join(' ').trim() : undefined
}

/** Units may be said as `kN, m, C`, and the program by its name alone. */
function readModelField(model: FileToRead['model'], field: string, cellText: string): boolean {
  if (field === 'name') {
    model.name = cellText
    return true
  }
  if (!cellText.trimStart().startsWith('{')) {
    if (field === 'units') model.units = { current: cellText }
    if (field === 'source') model.source = { system: cellText }
    return field !== 'metadata'
  }
  const value = parseObject(cellText)
  if (!value) return false
  if (field === 'metadata') model.metadata = value
  if (field === 'units') model.units = textsOf(value, ['current', 'force', 'length', 'temperature'])
  if (field === 'source') model.source = { system: '', ...textsOf(value, ['system', 'version']) }
  return true
}

function parseObject(cellText: string): Dictionary | undefined {
  try {
    const value: unknown = JSON.parse(cellText)
    return isDictionary(value) ? value : undefined
  } catch {
    return undefined
  }
}

const textsOf = (value: Dictionary, keys: readonly (keyof ViewerUnits | 'system' | 'version')[]) =>
  Object.fromEntries(keys.flatMap((key) => (typeof value[key] === 'string' ? [[key, value[key]]] : [])))
