import { useEffect } from 'react'
import { grouped } from '#lib/model/count-text.ts'
import type { ViewerSession } from '../session/session.ts'
import type { TableRow } from '../worker/table-types.ts'
import { putUp } from './print-sheets.ts'

/** The open table on paper: 40 rows a page below a header that comes again on each. */

export type PrintedTable = {
  title: string
  heads: readonly { label: string; unit: string }[]
  areNumbers: readonly boolean[]
  rows: readonly (readonly string[])[]
  sums: { name: string; texts: readonly string[] } | null
  /** How many are listed; more than there are rows where not all are printed. */
  listed: number
}

const ROWS = 40
/** Hundreds of pages; what is longer is a file. */
const MOST_ROWS = 20_000
/** Read ahead, for when the browser's own menu prints and waits for nobody. */
const READ_AHEAD = 2000

type Offer = { ask: (most: number) => Promise<PrintedTable>; ahead: PrintedTable | null }
const offers = new WeakMap<ViewerSession, Offer>()

/** The table that is open offers itself for print; `ask` is another function whenever it lists something else. */
export function useTablePrint(session: ViewerSession, ask: Offer['ask']) {
  useEffect(() => {
    const offer: Offer = { ask, ahead: null }
    offers.set(session, offer)
    const reading = setTimeout(() => {
      void ask(READ_AHEAD).then((table) => {
        offer.ahead = table
      }, console.error)
    }, 500)
    return () => {
      clearTimeout(reading)
      if (offers.get(session) === offer) offers.delete(session)
    }
  }, [session, ask])
}

/** Rows a page of the worker at a time. */
export async function allRows(
  read: (from: number, count: number) => Promise<readonly TableRow[]>,
  listed: number,
  most: number,
): Promise<TableRow[]> {
  const rows: TableRow[] = []
  while (rows.length < Math.min(listed, most)) {
    const next = await read(rows.length, Math.min(1000, most - rows.length))
    if (next.length === 0) break
    rows.push(...next)
  }
  return rows
}

export const offeredTable = (session: ViewerSession): Promise<PrintedTable> | null => offers.get(session)?.ask(MOST_ROWS) ?? null
export const tableAhead = (session: ViewerSession): PrintedTable | null => offers.get(session)?.ahead ?? null

export function putUpTable(table: PrintedTable, about: { model: string; revision: string }) {
  const many = Math.max(1, Math.ceil(table.rows.length / ROWS))
  const pages = Array.from({ length: many }, (_, k) => pageOf(table, about, k, many))
  putUp(
    pages,
    `@page { size: 297mm 210mm; margin: 0 }
    .table-page { box-sizing: border-box; width: 297mm; height: 209.8mm; padding: 10mm 10mm 8mm 20mm; overflow: hidden; break-after: page }
    .table-page:last-child { break-after: auto }
    .table-page header { display: flex; justify-content: space-between; align-items: baseline; height: 8mm; gap: 6mm;
      font: 3mm 'Liberation Sans', Arial, Helvetica, sans-serif }
    .table-page h1 { margin: 0; overflow: hidden; font-size: 4.4mm; text-overflow: ellipsis; white-space: nowrap }
    .table-page table { width: 100%; border-collapse: collapse; font: 2.5mm 'Liberation Sans', Arial, Helvetica, sans-serif }
    .table-page th, .table-page td { overflow: hidden; max-width: 70mm; height: 4.2mm; padding: 0 1.2mm; border-bottom: 0.1mm solid #999;
      text-align: start; text-overflow: ellipsis; white-space: nowrap; unicode-bidi: plaintext }
    .table-page thead th { border-bottom: 0.35mm solid #000; vertical-align: bottom }
    .table-page tfoot td { border-top: 0.35mm solid #000; font-weight: 700 }
    .table-page [data-number] { text-align: end; font-variant-numeric: tabular-nums }`,
  )
}

function pageOf(
  { title, heads, areNumbers, rows, sums, listed }: PrintedTable,
  { model, revision }: { model: string; revision: string },
  page: number,
  of: number,
): HTMLElement {
  const section = document.createElement('section')
  section.className = 'table-page'
  const isLast = page === of - 1
  const shown = rows.slice(page * ROWS, (page + 1) * ROWS)
  const missing = listed - rows.length
  const words = [
    revision && `revision ${revision}`,
    missing > 0 && `the first ${grouped(rows.length)} of ${grouped(listed)}`,
    `page ${page + 1} of ${of}`,
  ]
  const header = element('header', element('h1', `${model}: ${title}`), element('span', words.filter(Boolean).join(' · ')))
  const cells = (tag: 'th' | 'td', texts: readonly string[]) =>
    element(
      'tr',
      ...texts.map((text, k) => {
        const cell = element(tag, text)
        if (areNumbers[k]) cell.dataset.number = ''
        return cell
      }),
    )
  const head = cells(
    'th',
    heads.map(({ label, unit }) => (unit ? `${label} [${unit}]` : label)),
  )
  const sum = sums && isLast && cells('td', [sums.name, ...sums.texts.slice(1)])
  const body = shown.map((texts) => cells('td', texts))
  section.append(
    header,
    element('table', element('thead', head), element('tbody', ...body), ...(sum ? [element('tfoot', sum)] : [])),
  )
  return section
}

function element(tag: string, ...content: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(tag)
  made.append(...content)
  return made
}
