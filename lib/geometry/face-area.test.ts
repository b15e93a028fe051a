import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longSided, scattered, square } from '#lib/fixtures/shapes.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import { drawnFaces, faceAreas, type Outlines } from './face-area.ts'

const area = (outline: readonly Vec[], openings: readonly (readonly Vec[])[] = []) =>
  faceAreas(drawnFaces([{ outline, openings }]))(0)
const rect = (x: number, y: number, w: number, h: number): Vec[] => [[x, y, 0], [x + w, y, 0], [x + w, y + h, 0], [x, y + h, 0]] // biome-ignore format: short

describe('the net size of an area', () => {
  it('is that of its outline without what openings cut out of it, once', () => {
    expect(area(rect(0, 0, 6, 4))).toBeCloseTo(24, 9)
    expect(area(rect(0, 0, 6, 4), [rect(1, 1, 2, 1), rect(4, 1, 1, 1).reverse()])).toBeCloseTo(21, 9)
    expect(area(rect(0, 0, 6, 4), [rect(1, 1, 2, 2), rect(2, 1, 2, 2)])).toBeCloseTo(18, 6)
    expect(area(rect(0, 0, 6, 4), [rect(5, 1, 2, 2), rect(9, 9, 2, 2)])).toBeCloseTo(22, 6)
  })

  it('is the same wherever it lies and whichever way it is turned (property)', () => {
    const angle = fc.double({ min: -4, max: 4, noNaN: true })
    fc.assert(
      fc.property(angle, angle, fc.integer({ min: -1000, max: 1000 }), fc.boolean(), (a, b, far, isReversed) => {
        const place = ([x, y]: Vec): Vec => [
          far + x * Math.cos(a) - y * Math.sin(a) * Math.cos(b),
          x * Math.sin(a) + y * Math.cos(a) * Math.cos(b) - far,
          y * Math.sin(b),
        ]
        const outline = rect(0, 0, 6, 4).map(place)
        expect(area(isReversed ? outline.toReversed() : outline, [rect(1, 1, 2, 1).map(place)])).toBeCloseTo(22, 6)
      }),
    )
  })

  it('of a warped one is that of its triangles', () => {
    // Two triangles of a square whose fourth corner is lifted.
    const lifted: Vec[] = [[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 2]] // biome-ignore format: short
    expect(area(lifted)).toBeCloseTo(2 + Math.hypot(4, 4, 4) / 2, 9)
  })

  it('is none where the nodes span no plane, or the outline is beyond what is cut', () => {
    expect(area([[0, 0, 0], [1, 1, 0], [3, 3, 0]])).toBeNull() // biome-ignore format: short
    expect(area(scattered(200)[0])).toBeNull()
    expect(area(square(0, 0, 2))).toBeCloseTo(4, 9)
  })

  it('is none for those that a model has too many corners for', () => {
    const areas = Array.from({ length: 26 }, (_, k): Outlines => {
      const [outline, openings] = longSided(9000 + 6 * (k % 3))
      return { outline, openings }
    })
    const sizeOf = faceAreas(drawnFaces([...areas, { outline: square(0, 0, 3), openings: [] }]))
    expect([17, 20, 23].map(sizeOf)).toEqual([null, null, null])
    expect(sizeOf(16)).toBeCloseTo(18, 6)
    expect(sizeOf(26)).toBeCloseTo(9, 9)
    expect(sizeOf(17)).toBeNull()
  })
})
