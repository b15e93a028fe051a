import fc from 'fast-check'
import { expect, it } from 'vitest'
import { boxTree } from './box-tree.ts'

const side = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.nat(30)).map(([low, long]) => [low, low + long] as const)
const box = fc.tuple(side, side, side).map(([x, y, z]) => [x[0], y[0], z[0], x[1], y[1], z[1]])

it('finds what trying every box finds', () => {
  fc.assert(
    fc.property(fc.array(box, { maxLength: 60 }), box, (boxes, asked) => {
      const near: number[] = []
      boxTree(Float64Array.from(boxes.flat())).near(asked, (i) => void near.push(i))
      const meet = (b: number[]) => [0, 1, 2].every((k) => b[k]! <= asked[k + 3]! && b[k + 3]! >= asked[k]!)
      expect(near.sort((a, b) => a - b)).toEqual(boxes.flatMap((b, i) => (meet(b) ? [i] : [])))
    }),
  )
})

it('stops when it is told to', () => {
  const tree = boxTree(new Float64Array(6 * 1000))
  let visits = 0
  tree.near([0, 0, 0, 0, 0, 0], () => ++visits < 10)
  expect(visits).toBe(10)
})
