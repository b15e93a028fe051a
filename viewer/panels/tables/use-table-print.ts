import { type RefObject, useCallback } from 'react'
import { readUnits } from '#lib/model/units.ts'
import { grouped } from '#lib/values/count-text.ts'
import type { ViewerSession } from '../../session/session.ts'
import { isElementKind, KIND_NAMES } from '../../worker/elements.ts'
import type { Listing, TableAnswer, TableRow } from '../../worker/tables/table-types.ts'
import { withoutText } from '../../worker/tables/without-text.ts'
import { allRows, type PrintedTable, useReadTablePrint, useTablePrint } from './print-table.ts'
import { columnsShown, columnTexts, sumText } from './table-cells.ts'

type Shown = { answer: TableAnswer | null; rowAt: (k: number) => TableRow | undefined }

/**
 * All that is listed of a kind, as its table has it: columns, order, filter; until that is read, what the table shows. `hidden`: keys of
 * columns, joined by `|`.
 */
export function useElementTablePrint(session: ViewerSession, listing: Listing, hidden: string, { answer, rowAt }: Shown) {
  const tableOf = useCallback(
    ({ columns: all, listed, sums }: TableAnswer, rows: readonly TableRow[]): PrintedTable => {
      const { kind, display } = listing
      const unit = readUnits(session.model.state.get().drawn?.summary.units).length
      const { columns, places } = columnsShown(all, hidden)
      const texts = columnTexts(columns, unit, display)
      return {
        title: isElementKind(kind) ? KIND_NAMES[kind][1] : 'Findings',
        heads: texts.map(({ head }) => head),
        areNumbers: columns.map(({ isNumber }) => isNumber),
        rows: rows.map(({ cells }) => texts.map(({ cell }, k) => cell(cells[places[k]!] ?? null))),
        sums: isElementKind(kind)
          ? {
              name: `Sum of ${grouped(sums.count)}`,
              texts: columns.map((column, k) => sumText(sums, column, texts[k]!, { unit, display })),
              lacking: withoutText(sums),
            }
          : null,
        listed,
      }
    },
    [session, listing, hidden],
  )
  const ask = useCallback(
    async (most: number): Promise<PrintedTable> => {
      const findings = listing.kind === 'finding' ? session.derived.get().findings : null
      const question = { listing, ...(findings && { findings }) }
      const read = (from: number, count: number) => session.model.ask('table', { ...question, from, count })
      const first = await read(0, 1)
      return tableOf(first, await allRows(async (from, count) => (await read(from, count)).rows, first.listed, most))
    },
    [session, listing, tableOf],
  )
  const shown = () => {
    if (!answer) return null
    const rows: TableRow[] = []
    for (let row = rowAt(0); row; row = rowAt(rows.length)) rows.push(row)
    return tableOf(answer, rows)
  }
  useTablePrint(session, ask, shown)
}

/** A table that stands on the page as a whole. `lacking`: what is not in its sums. */
export function useWholeTablePrint(
  session: ViewerSession,
  title: string,
  lacking: string,
  table: RefObject<HTMLTableElement | null>,
) {
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
      sums: sums ? { name: sums[0] ?? '', texts: sums, lacking } : null,
      listed: rows.length,
    }
  }, [title, lacking, table])
  useReadTablePrint(session, read)
}
