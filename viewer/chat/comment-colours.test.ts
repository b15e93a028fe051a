import { expect, it } from 'vitest'
import { commentColours, readThreads } from './comment-colours.ts'

it('reads threads page by page, with what is overdue told from what is open, without what is gone', async () => {
  const pages = [
    {
      threads: [
        { status: 'open', due: '2026-11-01', elements: [{ kind: 'frame', id: 'B1', exists: true }] },
        { status: 'open', due: '2026-12-24', elements: [{ kind: 'area', id: 'A1', exists: true }, { kind: 'frame', id: 'gone', exists: false }] }, // biome-ignore format: one thread
      ],
      nextCursor: '7',
    },
    { threads: [{ status: 'resolved', elements: [{ kind: 'beam', id: 'no kind' }] }, 'nonsense'] },
  ]
  const asked: unknown[] = []
  const call = async (input: Record<string, unknown>) => {
    asked.push(input.cursor)
    return { data: pages[asked.length - 1] ?? {} }
  }
  expect(await readThreads(call, '2026-11-24')).toEqual([
    { state: 'overdue', elements: [{ kind: 'frame', id: 'B1' }] },
    { state: 'open', elements: [{ kind: 'area', id: 'A1' }] },
    { state: 'resolved', elements: [] },
  ])
  expect(asked).toEqual([undefined, '7'])
})

it('colours what counts most first: overdue, open, resolved', () => {
  const frame = (index: number) => ({ kind: 'frame' as const, id: `F${index}`, index })
  const found = { overdue: [frame(0)], open: [frame(0), frame(1)], resolved: [frame(1), frame(2)] }
  const { frames, areas, legend } = commentColours(found, { frame: 4, area: 1 })
  expect([[...frames], [...areas]]).toEqual([[1, 2, 3, 0], [0]])
  expect(legend.map(({ label, count }) => [label, count])).toEqual([
    ['No comment', 2],
    ['Overdue comment', 1],
    ['Open comment', 1],
    ['Resolved comment', 1],
  ])
})
