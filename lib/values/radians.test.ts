import { expect, it } from 'vitest'
import { degreesOfRadians } from './radians.ts'

it.each([
  [1.5708, 90],
  [1.57, 90],
  [-Math.PI / 2, -90],
  [0.785, 45],
  [Math.PI, 180],
  [0.5236, 30],
  [4.712389, 270],
  [0, undefined],
  [1.5, undefined],
  [0.5, undefined],
  [1, undefined],
  [3, undefined],
  [90, undefined],
])('%d looks like the radians of %s degrees', (sent, degrees) => {
  expect(degreesOfRadians(sent)).toBe(degrees)
})
