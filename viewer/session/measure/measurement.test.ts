import { expect, it } from 'vitest'
import { circleThrough, frameAngle, measurement } from './measurement.ts'

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

it('tells the angle of two frames towards the points that were taken, and how far side by side ones lie apart', () => {
  const alongX = [[2, 0, 0], [1, 0, 0]] as const // biome-ignore format: a point and a direction
  const rising = Math.SQRT1_2
  expect(frameAngle([...alongX], [[3, 0, 3], [rising, 0, rising]])).toMatchObject({ angle: expect.closeTo(45), apart: 0 }) // biome-ignore format: short
  // Taken on the other side of where they meet, and with its nodes the other way round.
  expect(frameAngle([[-2, 0, 0], [1, 0, 0]], [[3, 0, 3], [-rising, 0, -rising]]).angle).toBeCloseTo(135) // biome-ignore format: short
  const skew = frameAngle([...alongX], [[1, 0.5, 4], [0, 0, 1]]) // biome-ignore format: short
  expect(skew).toMatchObject({ angle: expect.closeTo(90), apart: expect.closeTo(0.5), vertex: [1, 0.25, 0] })
  expect(frameAngle([...alongX], [[7, 3, 4], [-1, 0, 0]])).toEqual({ angle: 0, vertex: null, apart: 5 }) // biome-ignore format: short
})

it('finds the circle through three points, and none on a line', () => {
  const at = (turn: number) => [3 + 5 * Math.cos(turn), 2, 1 + 5 * Math.sin(turn)] as const
  const circle = circleThrough(at(0.1), at(1.3), at(4))
  expect(circle?.radius).toBeCloseTo(5)
  for (const [k, value] of [3, 2, 1].entries()) expect(circle?.centre[k]).toBeCloseTo(value)
  expect(circleThrough([0, 0, 0], [1, 1, 1], [3, 3, 3])).toBeNull()
})
