import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evenPads } from '#lib/drawing/solve-fit.ts'
import { directionsOf, fitCamera, type NamedView, type Projection, VIEWS } from './camera.ts'

/** Bars along the top and on the right. */
const covers = [
  { x0: 0, y0: 0, x1: 800, y1: 60 },
  { x0: 680, y0: 0, x1: 800, y1: 600 },
]
const of = (points: readonly number[]) => [{ points, pads: evenPads(0) }]
const seen = VIEWS.filter((view): view is NamedView => !['grid', 'square', 'along'].includes(view))
const direction = (view: NamedView, axis: [number, number, number]) => {
  const camera = fitCamera(directionsOf(view), 'orthographic', of([-1, -1, -1, 1, 1, 1]), 800, 600, covers)
  const out = new Float64Array(6)
  camera.project(0, 0, 0, out, 0)
  camera.project(...axis, out, 3)
  return [Math.sign(Math.round(out[3]! - out[0]!)), Math.sign(Math.round(out[1]! - out[4]!))]
}

describe('views', () => {
  it('has letters on top and numbers on the left of a plan: X to the right, Y up', () => {
    expect(direction('plan', [1, 0, 0])).toEqual([1, 0])
    expect(direction('plan', [0, 1, 0])).toEqual([0, 1])
  })

  it('names elevations by the side one stands on, with Z up', () => {
    expect(direction('front', [1, 0, 0])).toEqual([1, 0])
    expect(direction('back', [1, 0, 0])).toEqual([-1, 0])
    expect(direction('left', [0, 1, 0])).toEqual([-1, 0])
    expect(direction('right', [0, 1, 0])).toEqual([1, 0])
    for (const view of ['front', 'back', 'left', 'right', 'iso'] as const) expect(direction(view, [0, 0, 1])).toEqual([0, 1])
  })

  it('looks from the front right above: X goes right and down, Y right and up', () => {
    expect(direction('iso', [1, 0, 0])).toEqual([1, -1])
    expect(direction('iso', [0, 1, 0])).toEqual([1, 1])
  })
})

describe('fitting', () => {
  const coordinate = fc.double({ min: -1e6, max: 1e6, noNaN: true })
  const points = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 20 })

  it('keeps every point clear of what lies over the picture, in every view and projection', () => {
    const projections = fc.constantFrom<Projection>('orthographic', 'perspective')
    fc.assert(
      fc.property(points, fc.constantFrom(...seen), projections, (places, view, projection) => {
        const camera = fitCamera(directionsOf(view), projection, of(places.flat()), 800, 600, covers)
        const out = new Float64Array(3)
        for (const place of places) {
          expect(camera.project(...place, out, 0)).toBe(true)
          expect(out[0]).toBeGreaterThan(12 - 0.5)
          expect(out[0]).toBeLessThan(680 - 12 + 0.5)
          expect(out[1]).toBeGreaterThan(60 + 12 - 0.5)
          expect(out[1]).toBeLessThan(600 - 12 + 0.5)
        }
      }),
    )
  })

  it('takes points that are hardly apart for one place', () => {
    const out = new Float64Array(3)
    for (const points of [
      [0, 0, 0, 0, 0, 5e-324],
      [1e6, 1e6, 1e6, 1e6 + 1e-9, 1e6, 1e6],
    ])
      for (const projection of ['orthographic', 'perspective'] as const) {
        fitCamera(directionsOf('iso'), projection, of(points), 800, 600, covers).project(
          ...(points.slice(3) as [number, number, number]),
          out,
          0,
        )
        // Off the axis of a perspective the cube that stands for a place leans.
        expect(Math.abs(out[0]! - 672 / 2)).toBeLessThan(projection === 'perspective' ? 25 : 0.5)
        expect(Math.abs(out[1]! - (68 + 600) / 2)).toBeLessThan(projection === 'perspective' ? 25 : 0.5)
      }
  })

  it('gives what is nearer to the eye the smaller depth', () => {
    for (const projection of ['orthographic', 'perspective'] as const) {
      const camera = fitCamera(directionsOf('front'), projection, of([0, 0, 0, 10, 10, 10]), 800, 600, covers)
      const out = new Float64Array(9)
      camera.project(5, 2, 5, out, 0)
      camera.project(5, 8, 5, out, 3)
      camera.project(5, 8, 5, out, 6, 1)
      expect(out[2]).toBeLessThan(out[5]!)
      expect(out[8]).toBeLessThan(out[5]!)
    }
  })

  it('has something to show when there is nothing, or only one place', () => {
    for (const places of [[], [7, 7, 7]]) {
      for (const projection of ['orthographic', 'perspective'] as const) {
        const camera = fitCamera(directionsOf('iso'), projection, of(places), 200, 200, covers)
        expect(camera.unitsPerPixel).toBeGreaterThan(0)
        expect([...camera.eye, ...camera.target].every(Number.isFinite)).toBe(true)
      }
    }
  })
})
