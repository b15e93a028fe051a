import { useEffect, useRef } from 'react'
import { PAPER_FONT } from '#lib/drawing/sheet/text-width.ts'
import { grouped } from '#lib/values/count-text.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { TableRow } from '../../worker/tables/table-types.ts'
import { putUp } from '../sheets/print-sheets.ts'
import { columnsWithin } from './printed-columns.ts'

/** The open table on paper: 40 rows a page below a header that comes again on each. */

export type PrintedTable = {
  title: string
  heads: readonly { label: string; unit: string }[]
  areNumbers: readonly boolean[]
  rows: readonly (readonly string[])[]
  /** `lacking`: what is in none of them. */
  sums: { name: string; texts: readonly string[]; lacking: string } | null
  /** How many are listed; more than there are rows where not all are printed. */
  listed: number
}

const ROWS = 40
/** Hundreds of pages; what is longer is a file. */
export const MOST_ROWS = 20_000
/** Read ahead, for when the browser's own menu prints and waits for nobody. */
const READ_AHEAD = 2000

type Offer = { ask: (most: number) => Promise<PrintedTable>; ahead: () => PrintedTable | null }
const offers = new WeakMap<ViewerSession, Offer>()

function offerTable(session: ViewerSession, offer: Offer) {
  offers.set(session, offer)
  return () => {
    if (offers.get(session) === offer) offers.delete(session)
  }
}

/** While somebody types, each listing is soon another one. */
const SETTLES_MS = 500

/**
 * The table that is open offers itself for print; `ask` is another function whenever it lists something else. `shown`: what it has to
 * show at this moment, which is printed where the whole is not read yet.
 */
export function useTablePrint(session: ViewerSession, ask: Offer['ask'], shown: Offer['ahead']) {
  const latest = useRef(shown)
  latest.current = shown
  const isFirst = useRef(true)
  useEffect(() => {
    let read: PrintedTable | null = null
    let reading: ReturnType<typeof setTimeout> | undefined
    const readSoon = () => {
      read = null
      clearTimeout(reading)
      const mine = setTimeout(
        () => {
          const store = (table: PrintedTable) => {
            if (mine === reading) read = table
          }
          void ask(READ_AHEAD).then(store, console.error)
        },
        isFirst.current ? 0 : SETTLES_MS,
      )
      reading = mine
      isFirst.current = false
    }
    readSoon()
    const stops = [
      offerTable(session, { ask, ahead: () => read ?? latest.current() }),
      // What was read of the revision before is another table.
      session.model.state.subscribe(({ drawn }, before) => drawn !== before.drawn && readSoon()),
      session.derived.subscribe(({ findings }, before) => findings !== before.findings && readSoon()),
    ]
    return () => {
      clearTimeout(reading)
      reading = undefined
      for (const stop of stops) stop()
    }
  }, [session, ask])
}

/** A table of which all stands on the page is read when it is printed. */
export function useReadTablePrint(session: ViewerSession, read: () => PrintedTable) {
  useEffect(() => offerTable(session, { ask: async () => read(), ahead: read }), [session, read])
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
export const tableAhead = (session: ViewerSession): PrintedTable | null => offers.get(session)?.ahead() ?? null

/** In millimetres: on the left and on the right of a page, of a letter, and beside the text of a cell. */
const MARGINS = 30
const LETTER = 2.5
const BESIDE = 1.2

type Paper = { width: number; height: number }

export function putUpTable(table: PrintedTable, about: { model: string; revision: string }, { width, height }: Paper) {
  const many = Math.max(1, Math.ceil(table.rows.length / ROWS))
  const columns = columnsWithin(width - MARGINS, naturalWidths(table))
  const pages = Array.from({ length: many }, (_, k) => pageOf(table, about, columns.widths, k, many))
  putUp(
    pages,
    `@page { size: ${width}mm ${height}mm; margin: 0 }
    .table-page { box-sizing: border-box; width: ${width}mm; height: ${height - 0.2}mm; padding: 10mm 10mm 8mm 20mm; overflow: hidden; break-after: page }
    .table-page:last-child { break-after: auto }
    .table-page header { display: flex; justify-content: space-between; align-items: baseline; height: 8mm; gap: 6mm;
      font: 3mm ${PAPER_FONT} }
    .table-page h1 { margin: 0; overflow: hidden; font-size: 4.4mm; text-overflow: ellipsis; white-space: nowrap }
    .table-page table { width: 100%; table-layout: fixed; border-collapse: collapse; font: ${LETTER * columns.by}mm ${PAPER_FONT} }
    .table-page th, .table-page td { overflow: hidden; height: 4.2mm; padding: 0 ${BESIDE * columns.by}mm; border-bottom: 0.1mm solid #999;
      text-align: start; text-overflow: ellipsis; white-space: nowrap; unicode-bidi: plaintext }
    .table-page thead th { border-bottom: 0.35mm solid #000; vertical-align: bottom }
    .table-page tfoot td { border-top: 0.35mm solid #000; font-weight: 700 }
    .table-page [data-number] { text-align: end; font-variant-numeric: tabular-nums }`,
  )
}

/** Of the texts of a column, so many of those with the most letters are measured: the widest is among them. */
const MEASURED = 5

/** How wide each column is by its texts, in millimetres. */
function naturalWidths({ heads, rows, sums }: PrintedTable): number[] {
  const context = document.createElement('canvas').getContext('2d')
  const widest = (texts: readonly string[], weight: number) => {
    if (!context) return 0
    context.font = `${weight} 100px ${PAPER_FONT}`
    const longest = texts.toSorted((a, b) => b.length - a.length).slice(0, MEASURED)
    return Math.max(0, ...longest.map((text) => context.measureText(text).width)) * (LETTER / 100)
  }
  return heads.map((head, k) => {
    const bold = [headText(head), ...(sums ? [k === 0 ? sums.name : (sums.texts[k] ?? '')] : [])]
    const plain = rows.map((cells) => cells[k] ?? '')
    return Math.max(widest(bold, 700), widest(plain, 400)) + 2 * BESIDE
  })
}

const headText = ({ label, unit }: PrintedTable['heads'][number]) => (unit ? `${label} [${unit}]` : label)

function pageOf(
  { title, heads, areNumbers, rows, sums, listed }: PrintedTable,
  { model, revision }: { model: string; revision: string },
  widths: readonly number[],
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
    isLast && sums?.lacking,
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
  const columns = widths.map((width) => {
    const column = element('col')
    column.style.width = `${width}mm`
    return column
  })
  const head = cells('th', heads.map(headText))
  const sum = sums && isLast && cells('td', [sums.name, ...sums.texts.slice(1)])
  const body = shown.map((texts) => cells('td', texts))
  section.append(
    header,
    element(
      'table',
      element('colgroup', ...columns),
      element('thead', head),
      element('tbody', ...body),
      ...(sum ? [element('tfoot', sum)] : []),
    ),
  )
  return section
}

function element(tag: string, ...content: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(tag)
  made.append(...content)
  return made
}
