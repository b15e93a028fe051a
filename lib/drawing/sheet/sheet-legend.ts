import { grouped } from '#lib/values/count-text.ts'
import { SMALL } from './dimensions.ts'
import { type Area, corners } from './paper.ts'
import type { SupportEntry } from './support-marks.ts'
import type { Mark, Point } from './svg.ts'
import { shortened, textWidth } from './text-width.ts'

/** What the colours of a sheet mean and what its supports hold. */

/** `count`: null of what is not counted. */
export type LegendEntry = { label: string; fill: string; count: number | null }
export type Legend = { title: string; entries: readonly LegendEntry[]; supports?: readonly SupportEntry[] }

/** Entries that are named; of more these, and how many follow. */
const MOST_ENTRIES = 12
/** With what says how many follow. */
const MOST_LINES = MOST_ENTRIES + 1
/** In a column with room for it; where a row of columns names less than that, they stand closer. */
const ROWS = 6
/** A column of entries where there is room for several, and the least that one of colours takes; supports take what they need. */
const COLUMN = 34
const LEAST_COLUMN = 29

/** Narrower, it would name nothing. */
export const leastWidth = ({ supports = [] }: Legend) => LEAST_COLUMN + supportWidth(supports)

function supportWidth(supports: readonly SupportEntry[]): number {
  const widths = supports.map((entry) => BEFORE + textWidth(entryText(entry), SMALL))
  const head = 3 + textWidth('Supports', 2.1, true)
  return supports.length > 0 ? Math.min(COLUMN, Math.max(head, ...widths) + 1.5) : 0
}

/** The sign of an entry stands before its words, with a little room at the left. */
const BEFORE = 9.5
const entryText = ({ label, count }: Pick<LegendEntry, 'label' | 'count'>) => `${label}${countText(count)}`
const countText = (count: number | null) => (count === null ? '' : `  ${grouped(count)}`)

export function legendMarks({ x, y, width, height }: Area, { title, entries, supports = [] }: Legend): Mark[] {
  const beside = supportWidth(supports)
  const space = width - beside
  const widest = Math.max(0, ...entries.slice(0, MOST_ENTRIES).map((entry) => BEFORE + textWidth(entryText(entry), SMALL)))
  const fitting = Math.floor((space - 3) / Math.min(COLUMN, widest))
  const lines = Math.min(entries.length, MOST_LINES)
  const columns = Math.max(1, Math.min(Math.ceil(lines / ROWS), fitting))
  const colours = entries.map(({ label, fill, count }): ListedEntry => {
    return { label, count, sign: (area) => [{ shape: 'polygon', loops: [corners(area)], fill, line: 'dimension' }] }
  })
  const held = supports.map(({ symbol, ...entry }) => ({ ...entry, sign: symbol }))
  const each = Math.min(62, (space - 3) / columns)
  return [
    ...listMarks({ x, y, width: each, height }, title, colours, {
      rows: Math.max(ROWS, Math.ceil(lines / columns)),
      most: MOST_ENTRIES,
    }),
    ...(held.length > 0 ? supportList({ x: x + each * columns, y, width: beside, height }, held) : []),
  ]
}

function supportList(area: Area, held: readonly ListedEntry[]): Mark[] {
  const most = held.length > ROWS ? ROWS - 1 : ROWS
  return listMarks(area, 'Supports', held, { rows: ROWS, most })
}

type ListedEntry = { label: string; count: number | null; sign: (area: Area) => Mark[] }

/** Entries in columns as wide as the area, the next beside it. */
function listMarks(
  { x, y, width, height }: Area,
  title: string,
  entries: readonly ListedEntry[],
  { rows, most }: { rows: number; most: number },
): Mark[] {
  const left = x + 3
  const step = (height - 8) / rows
  const tall = Math.min(2.8, 0.8 * step)
  const base = (tall + SMALL) / 2
  const place = (k: number): Point => [left + Math.floor(k / rows) * width, y + 7.6 + (k % rows) * step]
  const named = entries.slice(0, most)
  const marks: Mark[] = [{ shape: 'text', at: [left, y + 4.8], text: title, capital: 2.1, isBold: true }]
  for (const [k, { label, count, sign }] of named.entries()) {
    const [x, top] = place(k)
    const number = countText(count)
    const space = width - 9 - textWidth(number, SMALL)
    const text = `${shortened(label, SMALL, space)}${number}`
    marks.push(...sign({ x, y: top, width: 5, height: tall }), {
      shape: 'text',
      at: [x + 6.5, top + base],
      text,
      capital: SMALL,
    })
  }
  if (named.length < entries.length) {
    const [x, top] = place(named.length)
    const words = `and ${grouped(entries.length - named.length)} more`
    marks.push({ shape: 'text', at: [x + 6.5, top + base], text: words, capital: SMALL, isFaint: true })
  }
  return marks
}
