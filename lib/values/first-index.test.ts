import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstIndex } from './first-index.ts'

it('is the one that looking at each in turn finds first, or the length (property)', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.integer({ min: -1, max: 10 }), (numbers, limit) => {
      numbers.sort((a, b) => a - b)
      const first = numbers.findIndex((number) => number >= limit)
      expect(firstIndex(numbers.length, (k) => numbers[k]! >= limit)).toBe(first < 0 ? numbers.length : first)
    }),
  )
})
