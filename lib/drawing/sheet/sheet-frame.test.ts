import { expect, it } from 'vitest'
import { type Area, stripAreas } from './paper.ts'
import { sheetPage } from './sheet-frame.ts'
import type { SupportEntry } from './support-marks.ts'
import type { Mark } from './svg.ts'
import { textWidth } from './text-width.ts'

const BLOCK = {
  ...{ model: 'Demo building', drawing: 'Plan at Level 1', scale: '1:250', unit: 'm', revision: '7', date: '2026-11-23' },
  ...{ author: '', sheet: 1, of: 1, link: null, href: null, note: '' },
}
const KINDS = ['Column', 'Beam', 'Brace', 'Floor', 'Wall', 'Ramp']
const LEVELS = ['Ground', 'Level 1', 'Roof'].map((label, k) => ({ at: 6 * k, label }))
const GRID = ['A', 'B', 'C', 'D', 'E'].map((label, k) => ({ at: 7.2 * k, label }))

type Text = Extract<Mark, { shape: 'text' }>
const extent = ({ at, text, capital, anchor = 'start', isBold }: Text) => {
  const width = textWidth(text, capital, isBold)
  const from = at[0] - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0)
  return { from, to: from + width, top: at[1] - capital, bottom: at[1] }
}

it.each(['A4', 'A3'] as const)(
  'names colours, supports and levels in the strip of an %s sheet, none of them over another',
  (name) => {
    const paper = { name, isPortrait: false }
    const supports: SupportEntry[] = ['Roller along X, Y', 'Fixed', 'Pinned', 'Fixed but u1 r2'].map((label) => {
      return { label, count: 11, symbol: () => [] }
    })
    const legend = { title: 'By kind', entries: KINDS.map((label) => ({ label, fill: '#888', count: 250 })), supports }
    const cut = { at: 6, isUpright: false, looks: -1 as const }
    const { marks } = sheetPage(paper, BLOCK, legend, { width: 28.8, height: 18.6, upright: GRID, level: LEVELS, cut }, [])
    const { row } = stripAreas(paper)
    const words = marks.filter((mark): mark is Text => mark.shape === 'text' && mark.at[0] < row.x + row.width)
    const said = words.map(({ text }) => text)
    for (const label of KINDS) expect(said).toContain(`${label}  250`)
    for (const label of ['Roller along X, Y  11', 'Fixed but u1 r2  11', 'Pinned  11', 'Level 1', 'Supports'])
      expect(said).toContain(label)
    apart(words, row)
  },
)

it.each([
  ['short', 12, (k: number) => `IPE ${200 + 20 * k}`, 12],
  ['long', 12, (k: number) => `Built-up column, storey ${k}`, 12],
  ['too many', 20, (k: number) => `HEB ${100 + 20 * k}`, 12],
] as const)('names twelve colours beside the supports of a view in space on A4: %s names', (_, count, label, named) => {
  const supports: SupportEntry[] = ['Roller along X, Y', 'Fixed', 'Pinned'].map((label) => {
    return { label, count: 11, symbol: () => [] }
  })
  const entries = Array.from({ length: count }, (_, k) => ({ label: label(k), fill: '#888', count: 36 }))
  const paper = { name: 'A4', isPortrait: false } as const
  const { marks } = sheetPage(paper, BLOCK, { title: 'By section', entries, supports }, null, [])
  const { row } = stripAreas(paper)
  const words = marks.filter((mark): mark is Text => mark.shape === 'text' && mark.at[0] < row.x + row.width)
  expect(words.filter(({ text }) => / {2}36$/.test(text))).toHaveLength(named)
  expect(words.filter(({ text }) => text.includes('…'))).toEqual([])
  if (named < count) expect(words.map(({ text }) => text)).toContain(`and ${count - named} more`)
  apart(words, row)
})

/** All within the row, and none over another. */
function apart(words: readonly Text[], row: Area) {
  for (const one of words.map(extent)) {
    expect([one.from >= row.x, one.to <= row.x + row.width, one.bottom <= row.y + row.height]).toEqual([true, true, true])
    const over = words.map(extent).filter(({ from, to, top, bottom }) => {
      return from < one.to && one.from < to && top < one.bottom && one.top < bottom
    })
    expect(over).toHaveLength(1) // itself
  }
}
