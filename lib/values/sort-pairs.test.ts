import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortPairs } from './sort-pairs.ts'

const number = fc.oneof(fc.nat({ max: 3 }), fc.constantFrom(0x7fffffff, 0x80000000, 0xffffffff))

test('pairs are sorted by their second number and then by their first, beyond 31 bits too', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number), { maxLength: 60 }), (pairs) => {
      const flat = Uint32Array.from(pairs.flat())
      sortPairs(flat)
      expect([...flat]).toEqual(pairs.toSorted(([a, b], [c, d]) => b - d || a - c).flat())
    }),
  )
})

test('a part of an array is sorted alone', () => {
  const all = Uint32Array.of(9, 9, 2, 5, 1, 5, 3, 4, 0, 0)
  sortPairs(all.subarray(2, 8))
  expect([...all]).toEqual([9, 9, 3, 4, 1, 5, 2, 5, 0, 0])
})
