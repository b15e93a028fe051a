import fc from 'fast-check'
import { expect, it } from 'vitest'
import { singularValues } from './singular-values.ts'

it('knows the singular values of a matrix made of them', () => {
  const [s, c] = [0.6, 0.8]
  const rows = [
    [3 * c, -3 * s, 0],
    [1e-8 * s, 1e-8 * c, 0],
    [0, 0, 0],
  ]
  const [first, second, third] = singularValues(rows, 3)
  expect(first?.value).toBeCloseTo(3, 12)
  expect((second?.value ?? 0) / 1e-8).toBeCloseTo(1, 6)
  expect(third?.value).toBe(0)
  expect(Math.abs(first?.vector[0] ?? 0)).toBeCloseTo(c, 12)
})

it('gives orthonormal vectors that its rows stretch by the values', () => {
  const row = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
      const singular = singularValues(rows, 4)
      for (const [i, { value, vector }] of singular.entries()) {
        const image = rows.map((each) => each.reduce((sum, v, k) => sum + v * vector[k]!, 0))
        expect(Math.hypot(...image)).toBeCloseTo(value, 9)
        for (const [j, other] of singular.entries()) {
          const product = vector.reduce((sum, v, k) => sum + v * other.vector[k]!, 0)
          expect(product).toBeCloseTo(i === j ? 1 : 0, 9)
        }
      }
    }),
  )
})

it('has nothing but zeros without rows', () => {
  expect(singularValues([], 2).map(({ value }) => value)).toEqual([0, 0])
})
