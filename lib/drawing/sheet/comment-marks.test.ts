import { expect, it } from 'vitest'
import type { Vec } from '#lib/model/shape/vector.ts'
import { commentList, commentMarks, type SheetComment } from './comment-marks.ts'
import type { Layout } from './drawing-layout.ts'
import { sheetPage } from './sheet-frame.ts'
import type { Mark } from './svg.ts'

const said = (number: number, at: Vec, state: SheetComment['state'] = 'open'): SheetComment => ({
  ...{ number, at, state },
  text: `Comment ${number}\nand more of it`,
})
const texts = (marks: readonly Mark[]) => marks.flatMap((mark) => (mark.shape === 'text' ? mark.text : []))

it('numbers what lies within the depth that is drawn, in their order, each beside the others', () => {
  const sight = { toward: [0, -1, 0], right: [1, 0, 0], up: [0, 0, 1], near: 1, far: -1 }
  const layout = {
    ...{ low: [0, 0], high: [10, 10], perUnit: 10 },
    area: { x: 0, y: 0, width: 100, height: 100 },
    drawing: { scene: { origin: [100, 0, 0] }, sight },
  } as unknown as Layout
  const comments = [said(3, [102, 0, 5]), said(1, [102, 0, 5], 'resolved'), said(2, [102, 9, 5])]
  const { marks, listed } = commentMarks(layout, comments)
  expect(listed.map(({ number }) => number)).toEqual([1, 3])
  expect(texts(marks)).toEqual(['1', '3'])
  const circles = marks.flatMap((mark) => (mark.shape === 'circle' ? [mark.at] : []))
  const xs = new Set(circles.map(([x]) => x.toFixed(2)))
  expect(xs.size).toBe(2)
})

it('lists first lines, as many as there is room for, and counts the rest', () => {
  const all = Array.from({ length: 9 }, (_, k) => said(k + 1, [0, 0, 0]))
  const area = { x: 0, y: 0, width: 60, height: 36 }
  expect(texts(commentList(area, all.slice(0, 3)))).toEqual(['Comments', '1', 'Comment 1', '2', 'Comment 2', '3', 'Comment 3'])
  expect(texts(commentList(area, all)).at(-1)).toBe('and 5 more')
})

it('finds room for the list between legend and key plan, on A4 too', () => {
  const block = {
    ...{ model: 'M', drawing: 'D', scale: '1:100', unit: 'm', revision: '', date: '', author: '', sheet: 1, of: 1 },
    ...{ link: null, href: null, note: '' },
  }
  const legend = { title: 'By kind', entries: [{ label: 'Beam', fill: '#888', count: 2 }] }
  for (const name of ['A4', 'A3'] as const) {
    const { marks } = sheetPage({ name, isPortrait: false }, block, legend, null, [], [said(12, [0, 0, 0])])
    expect(texts(marks)).toContain('Comment 12')
    expect(texts(marks)).toContain('Beam  2')
  }
})
