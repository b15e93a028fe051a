import { expect, it } from 'vitest'
import { depthBetween, distanceTo, type GridShape, moveBetween, placeText } from './grid-shapes.ts'

const line = (x0: number, y0: number, x: number, y: number): GridShape => ({
  ...{ axis: 'X', coordinate: 0 },
  line: { from: { x: x0, y: y0 }, to: { x, y } },
})
const ray = (degrees: number) => {
  const [x, y] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return line(2 * x, 2 * y, 30 * x, 30 * y)
}
const ring = (radius: number, from = 0, to = 360): GridShape => ({
  axis: 'X',
  coordinate: 0,
  arc: { center: { x: 0, y: 0 }, radius, from, to },
})
const BOX = { box: { low: [0, 0], high: [10, 10] }, tolerance: 1e-3 } as const

it('measures from lines without ends, and from arcs with theirs', () => {
  const R3 = distanceTo(line(0, 0, 10 * Math.cos(Math.PI / 6), 10 * Math.sin(Math.PI / 6)))
  expect(R3([4, 2.309401, 7])).toBeCloseTo(0, 6)
  expect(R3([5, 3, 0])).toBeCloseTo(0.098076, 6)
  expect(R3([-40, -23.09401, 0])).toBeCloseTo(0, 5)
  const quarter = distanceTo(ring(20, 0, 90))
  expect(quarter([0, 20, 3])).toBeCloseTo(0, 12)
  expect(quarter([12, 16, 0])).toBeCloseTo(0, 12)
  expect(quarter([12, -16, 0])).toBeCloseTo(Math.hypot(8, 16), 12)
  expect(distanceTo(ring(20, 315, 405))([12, -16, 0])).toBeGreaterThan(1)
  expect(distanceTo(ring(20, 300, 405))([12, -16, 0])).toBeCloseTo(0, 12)
  expect(distanceTo({ axis: 'Z', coordinate: 3 })([9, 9, 4])).toBe(1)
})

it('finds the wedge of crossing lines, the strip of parallel ones and the ring of arcs', () => {
  const depth = (a: GridShape, b: GridShape, x: number, y: number) => depthBetween(a, b, BOX)?.([x, y, 0])
  const at = (degrees: number, radius = 15): [number, number] => [
    radius * Math.cos((degrees * Math.PI) / 180),
    radius * Math.sin((degrees * Math.PI) / 180),
  ]
  expect(depth(ray(0), ray(30), ...at(15))).toBeGreaterThan(1)
  expect(depth(ray(0), ray(30), ...at(195))).toBeLessThan(-1)
  expect(depth(ray(0), ray(30), ...at(45))).toBeLessThan(-1)
  expect(depth(ray(0), ray(150), ...at(75))).toBeGreaterThan(1)
  expect(depth(ray(0), ray(150), ...at(225))).toBeLessThan(-1)
  // Drawn the other way round it is the same plane.
  expect(depth(line(0, 0, 10, 5), line(8, 10, -2, 5), 3, 4)).toBeCloseTo(Math.sqrt(5), 9)
  expect(depth(line(0, 0, 10, 5), line(8, 10, -2, 5), 3, 9)).toBeLessThan(0)
  expect(depth(ring(10), ring(20), ...at(200))).toBeCloseTo(5, 9)
  expect(depth(ring(20), ring(10), ...at(200, 9))).toBeCloseTo(-1, 9)
  // Of a straight line the middle is that of the model.
  const X = { axis: 'X', coordinate: 5 } as const
  expect(depth(X, line(0, 0, 10, 10), 7, 8.5)).toBeLessThan(0)
  expect(depth(X, line(0, -10, 6, 2), 4, 1)).toBeGreaterThan(0)
  expect(depth(X, { axis: 'X', coordinate: 8 }, 6, 0)).toBe(1)
})

it('says that these bound nothing', () => {
  const other = { ...ring(10), arc: { center: { x: 5, y: 0 }, radius: 4, from: 0, to: 360 } }
  for (const [a, b] of [
    [ray(0), ring(10)],
    [ring(10), other],
    [
      { axis: 'X', coordinate: 0 },
      { axis: 'Y', coordinate: 0 },
    ],
    [{ axis: 'Z', coordinate: 0 }, ray(0)],
  ] as const)
    expect(depthBetween(a, b, BOX)).toBeUndefined()
})

it('tells a move from another line', () => {
  expect(moveBetween(line(0, 0, 4, 3), line(1, 2, 5, 5))).toEqual({ x: 1, y: 2 })
  expect(moveBetween(line(0, 0, 4, 3), line(1, 2, 5, 6))).toBeUndefined()
  expect(moveBetween({ axis: 'Y', coordinate: 1 }, { axis: 'Y', coordinate: 1.1 })).toEqual({ y: 0.1 })
  expect(moveBetween(ring(10), ring(11))).toBeUndefined()
  expect(moveBetween(ring(10), ray(0))).toBeUndefined()
})

it('is told in words', () => {
  expect(
    [{ axis: 'X', coordinate: 3 } as const, line(0, 0, 8.66, 5), ring(20, 0, 90)].map((one) => placeText(one, String)),
  ).toEqual(['X = 3', 'the line (0, 0) to (8.66, 5)', 'the arc of radius 20 about (0, 0) from 0 to 90 degrees'])
})
