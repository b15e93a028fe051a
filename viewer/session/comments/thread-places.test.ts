import { expect, it } from 'vitest'
import { placeAmong } from './thread-places.ts'

it('the mark of a comment stands on its frame, nearest to its point, and in the middle of what has no ends', () => {
  const beam = [
    [0, 0, 4],
    [6, 0, 4],
  ] as const
  expect(placeAmong(beam, [5, 2, 4])).toEqual([5, 0, 4])
  expect(placeAmong(beam, [9, 0, 4])).toEqual([6, 0, 4])
  expect(placeAmong(beam, null)).toEqual([3, 0, 4])
  expect(placeAmong([...beam, [6, 3, 4]], [0, 0, 4])).toEqual([4, 1, 4])
  expect(placeAmong([[1, 2, 3]], [9, 9, 9])).toEqual([1, 2, 3])
  expect(placeAmong([], [9, 9, 9])).toBeNull()
})
