import { KIND_WORD } from '#lib/model/validate/references.ts'
import type { Kind, ViewerModel } from '#lib/schema/schema.ts'
import type { Dictionary } from '#lib/values/dictionary.ts'
import type { FileWriter } from '../model-to-write.ts'
import type { ExportReport } from '../report.ts'
import { zipPieces } from '../zip-write.ts'
import { csvTexts } from './csv.ts'
import type { FieldCodec } from './field-codecs.ts'
import { nativeFile } from './native-deflate.ts'
import { submittedSection } from './submitted-section.ts'
import { DIMENSIONS, dimensionHead, FIELDS, MODEL_FIELDS, NEEDED, sheetOf, TABLE_KINDS } from './table-fields.ts'
import { CELL_CHARACTERS, type Cell, type Sheet, xlsxPieces } from './xlsx-write.ts'

/** A model as tables that a person can read, change and send back: one for each kind, and one for the model itself. */

type Table = { name: Kind | 'model'; heads: string[]; rows: Iterable<Cell[]>; count: number }

export const writeCsv: FileWriter = ({ model, report }) => {
  const tables = tablesOf(model, report, Number.POSITIVE_INFINITY)
  return zipPieces(
    tables.map(({ name, heads, rows }) => [`${name}.csv`, csvTexts(heads, rows)]),
    nativeFile,
  )
}

export const writeXlsx: FileWriter = ({ model, report }) => {
  const tables = tablesOf(model, report, CELL_CHARACTERS)
  return xlsxPieces(
    tables.map(({ name, ...table }): Sheet => ({ name: sheetOf(name), ...table })),
    nativeFile,
  )
}

function tablesOf(model: ViewerModel, report: ExportReport, longest: number): Table[] {
  const tables = TABLE_KINDS.map((kind) => tableOf(kind, elementsOf(model, kind), report, longest))
  return [modelTable(model, report, longest), ...tables.filter(({ name, count }) => count > 0 || name === 'nodes')]
}

function modelTable({ name, units, source, metadata }: ViewerModel, report: ExportReport, longest: number): Table {
  const cells = [name, ...[units, source, metadata].map((value) => (value ? JSON.stringify(value) : null))]
  for (const [k, cell] of cells.entries()) {
    if ((cell?.length ?? 0) <= longest) continue
    report.note('dropped', 'metadata')
    cells[k] = null
  }
  return { name: 'model', heads: [...MODEL_FIELDS], rows: [cells], count: 1 }
}

function elementsOf(model: ViewerModel, kind: Kind): readonly (Dictionary & { id: string })[] {
  if (kind !== 'sections') return model[kind] ?? []
  const definitions = new Map(model.sectionDefinitions?.map((definition) => [definition.id, definition]))
  return (model.sections ?? []).map((section) => submittedSection(section, definitions.get(section.id)))
}

/** Columns of one field; `used`: whether any element says something there. */
type Columns = { field: string; codec: FieldCodec; isNeeded: boolean; heads: readonly string[]; used: boolean[] }

function tableOf(kind: Kind, elements: readonly (Dictionary & { id: string })[], report: ExportReport, longest: number): Table {
  const columns = columnsOf(kind, elements)
  const tooLong = new Map<Dictionary, Set<string>>()
  for (const element of elements) {
    for (const { field, codec, heads, used } of columns) {
      const value = element[field]
      if (value === undefined || value === null) continue
      const cells = codec.write(value)
      if (codec.isLong && (cells[0]?.toString().length ?? 0) > longest) {
        tooLong.set(element, (tooLong.get(element) ?? new Set()).add(field))
        report.note('dropped', field === 'source' ? 'source' : 'cell_too_long', { example: `${KIND_WORD[kind]} ${element.id}` })
        continue
      }
      for (let k = 0; k < heads.length; k++) if (cells[k] !== null) used[k] = true
    }
  }
  const isLost = (element: Dictionary) => columns.some(({ field, isNeeded }) => isNeeded && tooLong.get(element)?.has(field))
  const written = tooLong.size > 0 ? elements.filter((element) => !isLost(element)) : elements
  return {
    name: kind,
    heads: columns.flatMap(({ heads, used }) => heads.filter((_, k) => used[k])),
    rows: rowsOf(written, columns, tooLong),
    count: written.length,
  }
}

function* rowsOf(elements: readonly Dictionary[], columns: readonly Columns[], tooLong: ReadonlyMap<Dictionary, Set<string>>) {
  for (const element of elements) {
    const row: Cell[] = []
    for (const { field, codec, used } of columns) {
      const cells = codec.write(tooLong.get(element)?.has(field) ? undefined : element[field])
      for (let k = 0; k < used.length; k++) if (used[k]) row.push(cells[k] ?? null)
    }
    yield row
  }
}

function columnsOf(kind: Kind, elements: readonly Dictionary[]): Columns[] {
  const needed: readonly string[] = NEEDED[kind]
  return Object.entries<FieldCodec | typeof DIMENSIONS>(FIELDS[kind]).map(([field, of]) => {
    const codec = of === DIMENSIONS ? dimensionsCodec(elements) : of
    const heads = codec.heads(field)
    const isNeeded = needed.includes(field)
    return { field, codec, isNeeded, heads, used: heads.map(() => isNeeded) }
  })
}

/** A column for each key that any section has, in the order of their first use. */
function dimensionsCodec(sections: readonly Dictionary[]): FieldCodec {
  const keys = [...new Set(sections.flatMap(({ dimensions }) => Object.keys(dimensions ?? {})))]
  return {
    heads: () => keys.map(dimensionHead),
    write: (value) => {
      const sizes = new Map<string, Cell>(Object.entries(value ?? {}))
      return keys.map((key) => sizes.get(key) ?? null)
    },
    read: () => undefined,
  }
}
