import fc from 'fast-check'
import { expect, it } from 'vitest'
import { drawLine, FINE, fillTriangle, layOver, newRaster, type Raster } from './raster.ts'

const filled = ({ colours }: Raster) => colours.reduce((sum, part, i) => sum + (i % 4 === 3 && part > 0 ? 1 : 0), 0)
const RED = [255, 0, 0] as const
const BLUE = [0, 0, 255] as const

it('fills as many samples as a triangle has area', () => {
  const raster = newRaster(100, 100)
  fillTriangle(raster, Float64Array.of(10, 10, 0, 190, 30, 0, 60, 170, 0), 0, 3, 6, RED)
  expect(filled(raster) / 13_900).toBeCloseTo(1, 2)
})

it('fills each sample of a fan exactly once: a tint leaves no seams', () => {
  const corner = fc.tuple(fc.double({ min: 2, max: 62, noNaN: true }), fc.double({ min: 2, max: 62, noNaN: true }))
  fc.assert(
    fc.property(corner, ([x, y]) => {
      const raster = newRaster(32, 32)
      const [a, b, c, d, m] = [
        [1, 1, 0],
        [63, 1, 0],
        [63, 63, 0],
        [1, 63, 0],
        [x, y, 0],
      ] as const
      for (const [p, q] of [
        [a, b],
        [b, c],
        [c, d],
        [d, a],
      ] as const) {
        fillTriangle(raster, Float64Array.of(...p, ...q, ...m), 0, 3, 6, RED, 0.5)
      }
      const shades = new Set<number>()
      for (let row = 2; row < 62; row++) for (let i = 2; i < 62; i++) shades.add(raster.colours[4 * (row * 64 + i) + 3]!)
      expect([...shades]).toEqual([128])
    }),
  )
})

it('lets the nearer win in whatever order, and cut each other where they meet', () => {
  for (const order of [0, 1]) {
    const raster = newRaster(50, 50)
    const far = Float64Array.of(0, 0, 5, 100, 0, 5, 0, 100, 5)
    const tilted = Float64Array.of(0, 0, 0, 100, 0, 10, 0, 100, 0)
    const draw = [() => fillTriangle(raster, far, 0, 3, 6, RED), () => fillTriangle(raster, tilted, 0, 3, 6, BLUE)]
    for (const step of order ? draw.reverse() : draw) step()
    const at = (x: number, y: number) => [...raster.colours.slice(4 * (y * 100 + x), 4 * (y * 100 + x) + 3)]
    expect(at(20, 20)).toEqual([...BLUE])
    expect(at(70, 20)).toEqual([...RED])
  }
})

it('touches nothing outside, whatever the coordinates', () => {
  const anything = fc.double({ min: -1e300, max: 1e300 })
  fc.assert(
    fc.property(fc.array(anything, { minLength: 9, maxLength: 9 }), (numbers) => {
      const raster = newRaster(8, 8)
      const at = Float64Array.from(numbers)
      fillTriangle(raster, at, 0, 3, 6, RED)
      drawLine(raster, at, 0, 3, 2, RED)
      expect(raster.colours.length).toBe(4 * 64 * FINE * FINE)
    }),
  )
})

it('averages the samples of a pixel over the paper', () => {
  const raster = newRaster(2, 1)
  fillTriangle(raster, Float64Array.of(0, 0, 0, 1, 0, 0, 1, 2, 0), 0, 3, 6, RED)
  fillTriangle(raster, Float64Array.of(0, 0, 0, 1, 2, 0, 0, 2, 0), 0, 3, 6, RED)
  const image = new Uint8ClampedArray(6).fill(255)
  layOver(raster, image, 2)
  expect([...image]).toEqual([255, 128, 128, 255, 255, 255])
})
