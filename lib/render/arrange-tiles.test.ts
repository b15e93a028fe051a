import { expect, it } from 'vitest'
import { arrangeTiles } from './arrange-tiles.ts'

const LEAST = { wide: 320, high: 240 }
const places = (extents: [wide: number, high: number][], width = 1600, height = 1200) =>
  arrangeTiles(extents.map(([wide, high]) => ({ wide, high })), width, height, LEAST).map(({ x, y, width, height }) => [x, y, width, height]) // biome-ignore format: short

it('stacks what is flat, and puts beside each other what is high', () => {
  // 120 × 6 × 9 m, front and plan: 13.3 px/m in a column, 6.7 in a row.
  expect(places([[120, 9], [120, 6]])).toEqual([[0, 0, 1600, 600], [0, 600, 1600, 600]]) // biome-ignore format: short
  expect(places([[6, 60], [6, 60]])).toEqual([[0, 0, 800, 1200], [800, 0, 800, 1200]]) // biome-ignore format: short
  expect(places([[10, 10], [10, 10]])).toEqual([[0, 0, 800, 1200], [800, 0, 800, 1200]]) // biome-ignore format: short
  expect(places(Array.from({ length: 4 }, () => [100, 9]))).toEqual([0, 1, 2, 3].map((k) => [0, 300 * k, 1600, 300]))
})

it('takes two rows of two for what is as high as wide, and one view above two where that is wide', () => {
  const two = [[0, 0, 800, 600], [800, 0, 800, 600], [0, 600, 800, 600], [800, 600, 800, 600]] // biome-ignore format: short
  expect(places(Array.from({ length: 4 }, () => [10, 10]))).toEqual(two)
  expect(places(Array.from({ length: 3 }, () => [10, 10]))).toEqual(two.slice(0, 3))
  expect(places([[100, 20], [20, 20], [20, 20]])).toEqual([[0, 0, 1600, 600], [0, 600, 800, 600], [800, 600, 800, 600]]) // biome-ignore format: short
})

it('keeps to tiles that can be read, and to nothing without an extent', () => {
  expect(places([[100, 1], [100, 1], [100, 1], [100, 1]], 700, 500)).toEqual([[0, 0, 350, 250], [350, 0, 350, 250], [0, 250, 350, 250], [350, 250, 350, 250]]) // biome-ignore format: short
  expect(
    places([
      [0, 0],
      [0, 0],
    ]),
  ).toHaveLength(2)
  expect(places([[0, 0]])).toEqual([[0, 0, 1600, 1200]])
})
