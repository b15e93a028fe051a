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
    { id: 'a', also: [], axis: 'X', coordinate: 5, label: 'A', from: [5, -2, -1], to: [5, 12, -1], bubble: [5, 12, -1] },
    { id: '1', also: [], axis: 'Y', coordinate: 2, label: '1', from: [22, 2, -1], to: [-2, 2, -1], bubble: [-2, 2, -1] },
  ])
})

it('makes one of lines at one place, under the names of all: programs keep a grid in each of their systems', () => {
  const line = (id: string, coordinate: number, label?: string) => ({
    id,
    axis: 'X' as const,
    coordinate,
    ...(label && { label }),
  })
  const lines = [
    ...[line('b', 6, 'B'), line('a', 0, 'A'), line('a2', 0, 'A'), line('b2', 6.00005, 'B1'), line('near', 6.01)],
    ...[line('b3', 6, 'West'), { id: 'y', axis: 'Y' as const, coordinate: 6, label: '1' }, line('c', 0, 'C')],
  ]
  const plan = gridBubbles(lines, [0, 0, 0], [20, 10, 9])
  expect(plan.map(({ id, also, label, coordinate }) => [id, also, label, coordinate])).toEqual([
    ['b', ['b2', 'b3'], 'B / B1 +1', 6],
    ['a', ['a2', 'c'], 'A / C', 0],
    ['near', [], 'near', 6.01],
    ['y', [], '1', 6],
  ])
})

it('calls a line without a label by its id, by its coordinate where that is a long one of a program', () => {
  const ids = ['A', 'grid-line-12', 'a690bebc-9d3c-456a-8f2e-0d1b2c3d4e5f']
  const plan = gridBubbles(ids.map((id, k) => ({ id, axis: 'X' as const, coordinate: 7.2 * k })), [0, 0, 0], [20, 10, 9]) // biome-ignore format: short
  expect(plan.map(({ label }) => label)).toEqual(['A', 'grid-line-12', '14.4'])
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

it('takes its extent from nodes that lie in a line, and not from the grid', () => {
  const lines = [{ id: 'a', axis: 'X' as const, coordinate: 50 }, { id: 'b', axis: 'Y' as const, coordinate: 60 }] // biome-ignore format: short
  const ends = (high: [number, number, number]) =>
    gridBubbles(lines, [0, 0, 0], high).map(({ from, to }) => [from[0], from[1], to[0], to[1]])
  const [along, across] = [ends([10, 0, 0]), ends([0, 10, 0])]
  expect(along).toEqual([[50, expect.any(Number), 50, expect.any(Number)], [expect.any(Number), 60, expect.any(Number), 60]]) // biome-ignore format: short
  for (const all of [along, across])
    for (const value of [all[0]![1], all[0]![3], all[1]![0], all[1]![2]]) expect(Math.abs(value!)).toBeLessThan(20)
})

it('prints coordinates without noise', () => {
  expect([7.200000000000001, -0, 1 / 3, 1e20].map(shortNumber)).toEqual(['7.2', '0', '0.333', '1.000e+20'])
})
