import { expect, it } from 'vitest'
import { median, weightedMedian } from './median.ts'

it('is the middle, or the mean of the middle two', () => {
  expect([median([3]), median([9, 1, 4]), median([4, 1, 9, 2]), median([1e308, 1.5e308])]).toEqual([3, 4, 3, 1.25e308])
  expect(median([])).toBeNaN()
})

it('by weight is where half of the weight lies at values up to it', () => {
  const of = (...pairs: [value: number, weight: number][]) =>
    weightedMedian(
      pairs,
      ([value]) => value,
      ([, weight]) => weight,
    )
  expect([of([5, 1]), of([9, 1], [1, 3]), of([9, 3], [1, 1]), of([1, 1], [2, 1])]).toEqual([5, 1, 9, 1])
  expect(of()).toBeNaN()
})
