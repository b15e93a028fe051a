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

it('keeps clear of what lies over the picture, in a perspective and in parallel', () => {
  const insets = { top: 0.2, right: 0.1, bottom: 0.05, left: 0.25 }
  const [toward, up, aspect] = [unit([-1, -1.45, 0.95])!, [0, 0, 1] as Vec, 1.6]
  for (const { low, high } of [box, { low: [-2, 0, 0] as Vec, high: [2, 0, 0] as Vec }]) {
    const { target, distance, parallel } = fitPoints(corners({ low, high }), toward, up, aspect, 35, 1, insets)
    const axes = cameraAxes(toward, up)
    const tan = Math.tan((17.5 * Math.PI) / 180)
    const eye = add(target, scale(toward, distance))
    const seen = corners({ low, high }).map((corner) => {
      const [near, flat] = [subtract(corner, eye), subtract(corner, parallel.target)]
      const depth = -dot(near, axes.toward)
      return {
        perspective: [dot(near, axes.right) / (depth * tan * aspect), dot(near, axes.up) / (depth * tan)] as const,
        parallel: [dot(flat, axes.right) / (parallel.height * aspect), dot(flat, axes.up) / parallel.height].map((v) => 2 * v),
      }
    })
    for (const kind of ['perspective', 'parallel'] as const) {
      const [xs, ys] = [0, 1].map((k) => seen.map((point) => point[kind][k]!)) as [number[], number[]]
      const slack = [Math.min(...xs) + 0.5, 0.8 - Math.max(...xs), Math.min(...ys) + 0.9, 0.6 - Math.max(...ys)]
      expect(Math.min(...slack)).toBeCloseTo(0, 9)
      // In the middle of what is free, the way it does not fill.
      expect(Math.min(Math.abs(slack[0]! - slack[1]!), Math.abs(slack[2]! - slack[3]!))).toBeLessThan(1e-9)
    }
  }
})

it('has axes looking straight down as well', () => {
  expect(cameraAxes([0, 0, 1], [0, 1, 0])).toMatchObject({ right: [1, 0, 0], toward: [0, 0, 1] })
})
