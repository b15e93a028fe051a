import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mortonOrder } from './morton-order.ts'

const at = (places: readonly (readonly number[])[]) => Float64Array.from(places.flatMap((place) => [...place, ...place]))
const steps = (places: readonly (readonly number[])[], order: Iterable<number>) => {
  const along = [...order].map((k) => places[k]!)
  return along.slice(1).map((place, k) => Math.hypot(...place.map((value, axis) => value - along[k]![axis]!)))
}

test('the curve goes through a grid cell by cell: half of its steps lead to the next cell, none far', () => {
  const places = Array.from({ length: 512 }, (_, i) => [i % 8, Math.floor(i / 8) % 8, Math.floor(i / 64)])
  const order = mortonOrder(at(places))
  expect([...order].toSorted((a, b) => a - b)).toEqual([...places.keys()])
  const long = steps(places, order).toSorted((a, b) => a - b)
  expect(long[255]).toBe(1)
  expect(Math.max(...long)).toBeLessThan(Math.hypot(8, 8, 8))
})

test('eight corners are in the order of their bits: x first, then y, then z', () => {
  const places = [7, 2, 5, 0, 3, 6, 1, 4].map((corner) => [corner & 1, (corner >> 1) & 1, corner >> 2])
  expect([...mortonOrder(at(places))]).toEqual([3, 6, 1, 4, 7, 2, 5, 0])
})

test('what lies at one place stays as it was; what is left out is not there', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 200 }), (values) => {
      const order = mortonOrder(at(values.map((value) => [value, 0, 0])), (k) => values[k] === 1)
      const expected = [...values.keys()].filter((k) => values[k] !== 1).toSorted((a, b) => values[a]! - values[b]! || a - b)
      expect([...order]).toEqual(expected)
    }),
  )
})
