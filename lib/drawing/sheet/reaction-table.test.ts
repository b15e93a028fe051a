import { expect, it } from 'vitest'
import type { CaseResults } from '../results/case-results.ts'
import { drawingArea, NO_MARGINS, type PaperChoice } from './paper.ts'
import { reactionRows, reactionTables } from './reaction-table.ts'
import { textWidth } from './text-width.ts'

const results = (count: number, of?: 'max' | 'min'): CaseResults => ({
  ...{ case: 'L', of, at: [0, 1], nodes: [], frames: [] },
  supported: Array.from({ length: count }, (_, k) => `Node ${k + 1}`),
  reactions: Float32Array.from(
    { length: 6 * count },
    (_, k) => [1.5, k < 6 * count - 6 ? 2 : -2 * (count - 1), 40, 0, Number.NaN, -3][k % 6]!,
  ),
})
const textsOf = (pages: ReturnType<typeof reactionTables>) =>
  pages.map((marks) => marks.flatMap((mark) => (mark.shape === 'text' ? [mark.text] : [])))
const units = { force: 'kN', moment: 'kN·m' }

it('lists each node once and sums the forces up; of an envelope both sides, which have no sum', () => {
  const rows = reactionRows([results(3)])
  expect(rows.map(({ id }) => id)).toEqual(['Node 1', 'Node 2', 'Node 3', 'Sum'])
  expect(rows.at(-1)?.values).toEqual([4.5, 0, 120])
  const envelope = reactionRows([results(2, 'max'), results(2, 'min')])
  expect(envelope.map(({ id, of }) => `${id} ${of}`)).toEqual(['Node 1 max', 'Node 1 min', 'Node 2 max', 'Node 2 min'])
  expect(reactionRows([results(0)])).toEqual([])
})

it('has the same decimals in a column, five digits of the largest, and 0 for what is nothing beside it', () => {
  const reactions = Float32Array.from([3453.127, -0.0333, 12.3456, 41.5, -0.00002501, 7.0004])
  const [page] = reactionTables(
    { name: 'A4', isPortrait: true },
    reactionRows([{ case: 'L', of: undefined, at: [0, 1], nodes: [], frames: [], supported: ['N'], reactions }]),
    units,
  )
  const said = textsOf([page ?? []]).flat()
  expect(said.slice(said.indexOf('N'), said.indexOf('Sum'))).toEqual(['N', '3453.1', '0', '12.3', '41.500', '0', '7.000'])
})

it.each<PaperChoice>([
  { name: 'A4', isPortrait: true },
  { name: 'A3', isPortrait: false },
])('has every row once, within the paper, on as many sheets as that takes: $name', (paper) => {
  const pages = reactionTables(paper, reactionRows([results(200)]), units)
  expect(pages.length).toBeGreaterThan(1)
  const said = textsOf(pages).flat()
  for (let k = 1; k <= 200; k++) expect(said.filter((text) => text === `Node ${k}`)).toHaveLength(1)
  expect(said.filter((text) => text === 'Sum')).toHaveLength(1)
  expect(said).toContain('Mz [kN·m]')
  const area = drawingArea(paper, NO_MARGINS)
  for (const mark of pages.flat()) {
    if (mark.shape !== 'text') continue
    const width = textWidth(mark.text, mark.capital, mark.isBold)
    const left = mark.anchor === 'end' ? mark.at[0] - width : mark.at[0]
    expect(left).toBeGreaterThan(area.x)
    expect(left + width).toBeLessThan(area.x + area.width)
    expect(mark.at[1]).toBeLessThan(area.y + area.height)
  }
})
