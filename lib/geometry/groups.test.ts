import { expect, it } from 'vitest'
import type { Sight } from './frame-chunks.ts'
import { groupsOf, groupsSeen } from './groups.ts'

/** From the origin along +X, half a right angle to each side, 100 pixels of a unit length at distance 1. */
const SIGHT: Sight = {
  planes: [
    [1, 1, 0, 0],
    [1, -1, 0, 0],
  ],
  eye: [0, 0, 0],
  pixels: 100,
  isParallel: false,
}
/** Items of size 1 at each whole number along X from `first` on. */
const along = (count: number, first = 0) =>
  groupsOf(count, (item, around) => {
    around(first + item, 0, 0)
    return 1
  })

it('leaves out what is too small, by the nearest point of its group', () => {
  expect([...groupsSeen(along(2000), SIGHT, 0.01)]).toEqual([[0, 512], [512, 1024], [1024, 1536], [1536, 2000]]) // biome-ignore format: short
  // At 512 the largest of the second group has 100 / 512 of a pixel, at 1024 half of that.
  expect([...groupsSeen(along(2000), SIGHT, 0.15)]).toEqual([[0, 512], [512, 1024]]) // biome-ignore format: short
})

it('leaves out what lies out of sight', () => {
  expect([...groupsSeen(along(2000, -1024), SIGHT, 0)]).toEqual([[1024, 1536], [1536, 2000]]) // biome-ignore format: short
})

it('ends with the last group, which may not be whole, and takes what is just large enough', () => {
  const parallel = { ...SIGHT, planes: [], isParallel: true }
  expect([...groupsSeen(along(1024), parallel, 100)]).toEqual([[0, 512], [512, 1024]]) // biome-ignore format: short
  expect([...groupsSeen(along(1030), parallel, 100.01)]).toEqual([])
})

it('draws a single group whatever it is, and nothing where there is nothing', () => {
  expect([...groupsSeen(along(5, -100), SIGHT, 1000)]).toEqual([[0, 5]])
  expect([...groupsSeen(along(0), SIGHT, 0)]).toEqual([])
})

it('have a box around all that their items tell, and the size of their largest', () => {
  const { count, boxes, largest } = groupsOf(600, (item, around) => {
    around(item, -item, 5)
    around(item + 0.5, 2 * item, item % 7)
    return item % 512 === 3 ? 9 : 1
  })
  expect(count).toBe(600)
  expect([...boxes]).toEqual([0, -511, 0, 511.5, 1022, 6, 512, -599, 0, 599.5, 1198, 6])
  expect([...largest]).toEqual([9, 9])
})
