import { expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/as-returned.ts'
import { storeysOf } from './storeys.ts'

/** A frame at each height, and posts from the ground to the highest of them. */
function beamsAt(...heights: number[]) {
  const all = [0, ...heights]
  const nodes = all.flatMap((z, i) => [0, 6].map((x) => ({ id: `${i}-${x}`, position: { x, y: 0, z } })))
  const frames = heights.map((_, i) => ({ id: `B${i}`, startNodeId: `${i + 1}-0`, endNodeId: `${i + 1}-6`, rotation: 0 }))
  return returnedModel({ name: '', nodes, frames })
}
const levels = (...heights: number[]) => storeysOf(beamsAt(...heights)).map(({ label, elevation }) => [label, elevation])

it('names levels by the heights of what lies there, also where a thousandth of the height does not divide them', () => {
  expect(levels(6, 9)).toEqual([
    ['z = 6', 6],
    ['z = 9', 9],
  ])
  expect(levels(8.0833333, 11.5)).toEqual([
    ['z = 8.08333', 8.0833333],
    ['z = 11.5', 11.5],
  ])
})

it('takes what lies nearer than a thousandth of the height as one level, at its highest', () => {
  expect(levels(6, 6.002, 12)).toEqual([
    ['z = 6.002', 6.002],
    ['z = 12', 12],
  ])
})
