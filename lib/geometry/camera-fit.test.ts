import { expect, it } from 'vitest'
import { cameraAxes, corners, fitPoints } from './camera-fit.ts'
import { add, dot, scale, subtract, unit, type Vec } from './vector.ts'

const box = { low: [-10, -4, 0] as Vec, high: [30, 12, 25] as Vec }

it('fills the picture with the points and no more', () => {
  for (const toward of [unit([1, -1.4, 0.8])!, [0, 0, 1] as Vec, [0, -1, 0] as Vec])
    for (const aspect of [0.5, 1.8]) {
      const up: Vec = toward[2] === 1 ? [0, 1, 0] : [0, 0, 1]
      const { target, distance } = fitPoints(corners(box), toward, up, aspect, 40, 1)
      const eye = add(target, scale(toward, distance))
      const axes = cameraAxes(toward, up)
      let most = 0
      for (let k = 0; k < 8; k++) {
        const corner: Vec = [k & 1 ? 30 : -10, k & 2 ? 12 : -4, k & 4 ? 25 : 0]
        const away = subtract(corner, eye)
        const depth = -dot(away, axes.toward)
        const tan = Math.tan((20 * Math.PI) / 180)
        most = Math.max(
          most,
          Math.abs(dot(away, axes.up)) / (depth * tan),
          Math.abs(dot(away, axes.right)) / (depth * tan * aspect),
        )
      }
      expect(most).toBeCloseTo(1, 9)
    }
})

it('has axes looking straight down as well', () => {
  expect(cameraAxes([0, 0, 1], [0, 1, 0])).toMatchObject({ right: [1, 0, 0], toward: [0, 0, 1] })
})
