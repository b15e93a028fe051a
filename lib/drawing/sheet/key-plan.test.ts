import { expect, it } from 'vitest'
import { keyMarks } from './key-plan.ts'

const GRID = [0, 6, 12].map((at, k) => ({ at, label: 'ABC'[k]! }))

it.each([
  ['an elevation', true, 1],
  ['an elevation from the other side', true, -1],
  ['a plan', false, -1],
] as const)('the cut of %s has an arrow at both ends, to where one looks', (_, isUpright, looks) => {
  const area = { x: 20, y: 200, width: 58, height: 36 }
  const marks = keyMarks(area, { width: 12, height: 12, upright: GRID, level: GRID, cut: { at: 6, isUpright, looks } })
  const [cut] = marks.flatMap((mark) => (mark.shape === 'lines' && mark.line === 'cut' ? mark.runs : []))
  const arrows = marks.flatMap((mark) => (mark.shape === 'polygon' && mark.fill === '#000' ? mark.loops : []))
  expect(arrows).toHaveLength(2)
  for (const [k, [one, other, tip]] of arrows.entries()) {
    const middle = [(one![0] + other![0]) / 2, (one![1] + other![1]) / 2]
    expect(middle).toEqual([expect.closeTo(cut![k]![0]), expect.closeTo(cut![k]![1])])
    // To the right, or upward on paper.
    const along = isUpright ? tip![0] - middle[0]! : middle[1]! - tip![1]
    expect(Math.sign(along)).toBe(looks)
  }
})
