import { type RefObject, useCallback } from 'react'
import { readUnits } from '#lib/model/units.ts'
import { grouped } from '#lib/values/count-text.ts'
import type { ViewerSession } from '../session/session.ts'
import { isElementKind, KIND_NAMES } from '../worker/elements.ts'
import type { Listing } from '../worker/table-types.ts'
import { allRows, type PrintedTable, useReadTablePrint, useTablePrint } from './print-table.ts'
import { columnsShown, columnTexts, sumText } from './table-cells.ts'

/** All that is listed of a kind, as its table has it: columns, order, filter. `hidden`: keys of columns, joined by `|`. */
export function useElementTablePrint(session: ViewerSession, listing: Listing, hidden: string) {
  const ask = useCallback(
    async (most: number): Promise<PrintedTable> => {
      const { kind, display } = listing
      const unit = readUnits(session.model.state.get().drawn?.summary.units).length
      const findings = kind === 'finding' ? session.derived.get().findings : null
      const question = { listing, ...(findings && { findings }) }
      const { columns: all, listed, sums } = await session.model.ask('table', { ...question, from: 0, count: 1 })
      const { columns, places } = columnsShown(all, hidden)
      const told = columnTexts(columns, unit, display)
      const read = async (from: number, count: number) => (await session.model.ask('table', { ...question, from, count })).rows
      const rows = await allRows(read, listed, most)
      return {
        title: isElementKind(kind) ? KIND_NAMES[kind][1] : 'Findings',
        heads: told.map(({ head }) => head),
        areNumbers: columns.map(({ isNumber }) => isNumber),
        rows: rows.map(({ cells }) => told.map(({ cell }, k) => cell(cells[places[k]!] ?? null))),
        sums: isElementKind(kind)
          ? {
              name: `Sum of ${grouped(sums.count)}`,
              texts: columns.map((column, k) => sumText(sums, column, told[k]!, { unit, display })),
            }
          : null,
        listed,
      }
    },
    [session, listing, hidden],
  )
  useTablePrint(session, ask)
}

/** A table that stands on the page as a whole. */
export function useWholeTablePrint(session: ViewerSession, title: string, table: RefObject<HTMLTableElement | null>) {
  const read = useCallback((): PrintedTable => {
    const textsOf = (part: string) =>
      [...(table.current?.querySelectorAll(`${part} tr`) ?? [])].map((row) => [...row.children].map((cell) => cell.textContent))
    const [heads = []] = textsOf('thead')
    const [sums] = textsOf('tfoot')
    const rows = textsOf('tbody')
    return {
      title,
      heads: heads.map((label) => ({ label, unit: '' })),
      areNumbers: heads.map((_, k) => k > 0),
      rows,
      sums: sums ? { name: sums[0] ?? '', texts: sums } : null,
      listed: rows.length,
    }
  }, [title, table])
  useReadTablePrint(session, read)
}
