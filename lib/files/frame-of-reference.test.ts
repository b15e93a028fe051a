import fc from 'fast-check'
import { expect, it } from 'vitest'
import { derivedOutline } from '#lib/model/section/section-outline.ts'
import { localAxes } from '#lib/model/shape/local-axes.ts'
import { distance, type Vec } from '#lib/model/shape/vector.ts'
import { LENGTH_UNITS } from '#lib/model/units.ts'
import {
  insertionPoint,
  offsetAtPoint,
  pointOf,
  pointOnOtherSide,
  rotationFromSide,
  rotationFromUp,
  type Shape,
  shapeOf,
  shapeOfSubmitted,
} from './frame-of-reference.ts'

const number = fc.double({ min: -100, max: 100, noNaN: true })
const point = fc.tuple(number, number, number)

it('finds the rotation whose axis 2 or 3 lies as a file says, for any axis', () => {
  fc.assert(
    fc.property(point, point, fc.double({ min: -180, max: 180, noNaN: true }), (start, end, rotation) => {
      if (distance(start, end) < 1e-3) return true
      const axes = localAxes(start, end, rotation)
      if (!axes) return true
      for (const found of [rotationFromUp(start, end, axes[1]), rotationFromSide(start, end, axes[2])]) {
        const again = localAxes(start, end, found ?? Number.NaN)
        if (!again || distance(again[1], axes[1]) > 1e-9) return false
      }
      return true
    }),
    { numRuns: 10_000, seed: 1 },
  )
})

it('leaves the rotation open where the vector runs along the frame', () => {
  const [start, end]: [Vec, Vec] = [[0, 0, 0], [0, 5, 0]] // biome-ignore format: a line
  expect(rotationFromUp(start, end, [0, -1, 0])).toBeUndefined()
  expect(rotationFromUp(start, end, [0, 0, 0])).toBeUndefined()
  expect(rotationFromUp(start, start, [0, 0, 1])).toBeUndefined()
  expect(rotationFromUp(start, end, [0, 3, 1])).toBe(0)
})

const SHAPES = {
  ipe: { type: 'i_wide_flange', dimensions: { t3: 200, t2: 100, tf: 8.5, tw: 5.6 } },
  unequal: { type: 'i_wide_flange', dimensions: { t3: 300, t2: 200, tf: 15, tw: 10, t2b: 100, tfb: 10 } },
  channel: { type: 'channel', dimensions: { t3: 200, t2: 75, tf: 11, tw: 8 } },
  angle: { type: 'angle', dimensions: { t3: 100, t2: 65, tf: 7, tw: 7 } },
  polygon: { type: 'custom', polygon: [{ x: 10, y: 0 }, { x: 40, y: 0 }, { x: 10, y: 60 }] }, // biome-ignore format: a line
} as const

it('measures the cardinal points of any outline, and finds them again', () => {
  expect(pointOf({ ...SHAPES.ipe }, 8)).toEqual({ x: 0, y: 100 })
  expect(pointOf({ ...SHAPES.ipe }, 1)).toEqual({ x: 50, y: -100 })
  for (const [name, shape] of Object.entries(SHAPES)) {
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const) {
      const own: Shape = 'polygon' in shape ? { ...shape, polygon: [...shape.polygon] } : shape
      const offset = offsetAtPoint(own, number)
      if (!offset) throw new Error(`${name} has no point ${number}`)
      const found = insertionPoint(own, offset)
      expect(found?.moved, `${name} ${number}`).toEqual({ x: 0, y: 0 })
      expect(offsetAtPoint(own, found?.point ?? 11), `${name} ${number}`).toEqual(offset)
    }
  }
  const moved = { x: 3, y: -7 }
  const offset = offsetAtPoint({ ...SHAPES.channel }, 5, moved)
  expect(offset && insertionPoint({ ...SHAPES.channel }, offset)).toEqual({ point: 5, moved })
  expect(offsetAtPoint({ type: 'custom' }, 5)).toBeNull()
  expect(insertionPoint({ type: 'custom' }, { x: 0, y: 0 })).toBeNull()
})

it('counts left and right as the format does', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((one) => pointOnOtherSide(one as 1))).toEqual([
    3, 2, 1, 6, 5, 4, 9, 8, 7, 10, 11,
  ])
})

it('measures a section of the model by its sizes, unless it has an outline of its own', () => {
  const { type, dimensions } = SHAPES.ipe
  const section = { id: 'S', polygon: derivedOutline(type, dimensions) }
  expect(shapeOf(section, { id: 'S', type, dimensions })).toEqual({ type, dimensions })
  const own = [...SHAPES.polygon.polygon]
  expect(shapeOf({ id: 'S', polygon: own }, { id: 'S', type, dimensions })).toEqual({ type, dimensions, polygon: own })
  expect(shapeOfSubmitted({ id: 'S', profile: 'IPE 200' }, LENGTH_UNITS.mm)).toMatchObject({
    type,
    dimensions: { t3: 200, t2: 100 },
  })
})
