import { expect, it } from 'vitest'
import { gridBubbles, shortNumber } from './grid-bubble.ts'

it('runs X grids along Y with the bubble at +Y, Y grids along X with the bubble at -X, 10 % beyond the plan, by label or id', () => {
  const plan = gridBubbles(
    [
      { id: 'a', axis: 'X', coordinate: 5, label: 'A' },
      { id: '1', axis: 'Y', coordinate: 2 },
      { id: 'z', axis: 'Z', coordinate: 3.5, label: 'L1' },
    ],
    [0, 0, -1],
    [20, 10, 9],
  )
  expect(plan).toEqual([
    { id: 'a', axis: 'X', coordinate: 5, label: 'A', from: [5, -2, -1], to: [5, 12, -1], bubble: [5, 12, -1] },
    { id: '1', axis: 'Y', coordinate: 2, label: '1', from: [22, 2, -1], to: [-2, 2, -1], bubble: [-2, 2, -1] },
  ])
})

it('takes its extent from the grid itself when there are no nodes', () => {
  const plan = gridBubbles(
    [
      { id: 'a', axis: 'X', coordinate: 0 },
      { id: 'b', axis: 'X', coordinate: 30 },
      { id: 'c', axis: 'Y', coordinate: 12 },
    ],
    [0, 0, 0],
    [0, 0, 0],
  )
  expect(plan[0]!.from[1]).toBe(-3)
  expect(plan[0]!.to[1]).toBe(15)
})

it('prints coordinates without noise', () => {
  expect([7.200000000000001, -0, 1 / 3, 1e20].map(shortNumber)).toEqual(['7.2', '0', '0.333', '1.000e+20'])
})
