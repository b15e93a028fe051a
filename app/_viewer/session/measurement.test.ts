import { expect, it } from 'vitest'
import { measurement } from './measurement.ts'

it('measures along a chain: each leg, its axes and slope, the angles between, the whole and the direct way', () => {
  const { legs, angles, total, direct } = measurement([
    [0, 0, 0],
    [3, 0, 4],
    [3, 5, 4],
    [3, 5, 0],
  ])
  expect(legs.map((leg) => leg.length)).toEqual([5, 5, 4])
  expect(legs[0]?.delta).toEqual([3, 0, 4])
  expect(legs[0]?.slope).toBeCloseTo(53.1301)
  expect(legs[2]?.slope).toBe(-90)
  expect(angles[0]).toBeCloseTo(90)
  expect(total).toBe(14)
  expect(direct).toBeCloseTo(Math.hypot(3, 5))
})

it('has an answer for one point, for none, and for the same point twice', () => {
  expect(measurement([])).toEqual({ legs: [], angles: [], total: 0, direct: 0 })
  expect(measurement([[1, 2, 3]]).total).toBe(0)
  expect(measurement([[1, 2, 3], [1, 2, 3]]).legs[0]).toEqual({ length: 0, delta: [0, 0, 0], slope: 0 }) // biome-ignore format: short
})

it('takes the other axis for up where the model was made with Y up', () => {
  expect(measurement([[0, 0, 0], [0, 2, 0]], 'y').legs[0]?.slope).toBe(90) // biome-ignore format: short
})
