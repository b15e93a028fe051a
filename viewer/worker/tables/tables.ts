import { inUnit } from '#lib/model/measures.ts'
import { type LengthDisplay, readUnits } from '#lib/model/units.ts'
import { KINDS_OF } from '#lib/schema/kinds.ts'
import type { Finding } from '#lib/schema/schema.ts'
import { keyed } from '#lib/values/object-keys.ts'
import type { MeasuredModel } from '../properties/measured-model.ts'
import { quantitiesBy, quantityElements } from './quantity-rows.ts'
import { Table } from './table.ts'
import { columnsOf, findingColumns } from './table-columns.ts'
import { digits, fileOf, headText, type LoadXlsx, lackingIn } from './table-file.ts'
import {
  type FileKind,
  type Listing,
  type PlacedSums,
  type QuantitiesAnswer,
  type QuantityKey,
  type QuantityRow,
  SUMMED,
  type TableAnswer,
  type TableFile,
  type TableKind,
  type TableRefs,
} from './table-types.ts'

/** The elements of a model as tables, and what they come to. Each column is worked out when it is first asked for. `loadXlsx`: what writes workbooks, where files can be saved. */
export function tablesOf(measured: MeasuredModel, loadXlsx?: LoadXlsx) {
  const { facts, model } = measured
  const length = readUnits(model.units).length
  const known = new Map<TableKind, Table>()
  const tableOf = (kind: TableKind, findings: readonly Finding[] | undefined): Table => {
    if (kind === 'finding') return new Table(findingColumns(findings ?? []), length)
    const table = known.get(kind) ?? new Table(columnsOf(kind, measured), length)
    known.set(kind, table)
    return table
  }

  return {
    table(listing: Listing, from: number, count: number, findings?: readonly Finding[]): TableAnswer {
      const table = tableOf(listing.kind, findings)
      const { rows, problem, sums } = table.listed(listing)
      const idOf = (row: number) => (listing.kind === 'finding' ? String(row) : facts.id(KINDS_OF[listing.kind], row))
      return {
        columns: table.heads(),
        total: table.count,
        listed: rows.length,
        rows: Array.from(rows.subarray(from, from + count), (index) => ({ index, id: idOf(index), cells: table.row(index) })),
        sums,
        problem,
      }
    },

    /** What some elements of the kind come to, and where the last of them stands in the listing. */
    placed(listing: Listing, indices: readonly number[], findings?: readonly Finding[]): PlacedSums {
      const table = tableOf(listing.kind, findings)
      const last = indices.at(-1)
      const place = last === undefined ? -1 : table.listed(listing).rows.indexOf(last)
      return { sums: table.sums(indices), place: place < 0 ? null : place }
    },

    /** All that is listed, or a stretch of it. */
    refs(listing: Listing, from = 0, count = Number.POSITIVE_INFINITY): TableRefs {
      const { kind } = listing
      if (kind === 'finding') return []
      const { rows } = tableOf(kind, undefined).listed(listing)
      return Array.from(rows.subarray(from, from + count), (index) => ({ kind, index, id: facts.id(KINDS_OF[kind], index) }))
    },

    /**
     * What is listed, in these columns, as a file. Numbers in the unit of the display, with all their digits. A workbook has the sums of
     * elements below them, a CSV the rows alone, which programs read.
     */
    async file(
      listing: Listing,
      keys: readonly string[],
      { kind, name, findings }: { kind: FileKind; name: string; findings?: readonly Finding[] },
    ): Promise<TableFile> {
      const table = tableOf(listing.kind, findings)
      return fileOf(loadXlsx, { kind, name }, table.written(listing, keys, kind))
    },

    quantities: (by: QuantityKey, only: Parameters<typeof quantitiesBy>[2]): QuantitiesAnswer => quantitiesBy(measured, by, only),

    quantityElements: (by: QuantityKey, only: Parameters<typeof quantitiesBy>[2], key: string) =>
      quantityElements(measured, by, only, key),

    async quantitiesFile(
      by: QuantityKey,
      only: Parameters<typeof quantitiesBy>[2],
      { display, kind, name }: { display: LengthDisplay; kind: FileKind; name: string },
    ): Promise<TableFile> {
      const { rows, total } = quantitiesBy(measured, by, only)
      const units = keyed(SUMMED, (quantity) => inUnit(quantity, length, display))
      // Thickness is a number in a column of its own, where anything has one.
      const isThick = rows.some(({ thickness }) => thickness !== null)
      const names = by === 'thickness' ? ['material'] : [by]
      const heads = [
        ...names,
        ...(isThick ? [headText('thickness', units.length.unit)] : []),
        'count',
        ...SUMMED.map((quantity) => headText(quantity, units[quantity].unit)),
      ]
      const thick = (thickness: number | null) =>
        isThick ? [thickness === null ? null : digits(thickness * units.length.factor, 12)] : []
      const sums = (row: Omit<QuantityRow, 'key' | 'label' | 'thickness'>) =>
        SUMMED.map((quantity) => (row[quantity] === null ? null : digits(row[quantity] * units[quantity].factor, 12)))
      return fileOf(
        loadXlsx,
        { kind, name },
        {
          heads,
          rows: rows.map((row) => [row.label, ...thick(row.thickness), row.count, ...sums(row)]),
          totals: [['Total', ...thick(null), total.count, ...sums(total)], ...lackingIn(total)],
        },
      )
    },
  }
}
