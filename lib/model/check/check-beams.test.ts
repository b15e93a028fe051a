import { expect, it } from 'vitest'
import { type Batch, found } from '#lib/fixtures/table-model.ts'

it('finds beams of a floor that lie on their side, where most of them do', () => {
  const lying = (rotation: number, count = 3, change: (batch: Batch) => void = () => {}) =>
    found((batch) => {
      for (const frame of batch.frames.slice(4, 4 + count)) frame.rotation = rotation
      change(batch)
    })
  const three = [0, 1, 2].map((k) => `info beam_on_weak_axis: frame G${k}, area A`)
  for (const rotation of [90, -90, 450, 71, 109]) expect(lying(rotation)).toEqual(three)
  for (const rotation of [0, 180, 69, 111]) expect(lying(rotation)).toEqual([])
  // Two of four may be the edges that the wind pushes.
  expect(lying(90, 2)).toEqual([])
  // As deep as wide, nearly; a wall; and a roof's slope.
  expect(lying(90, 3, ({ sections }) => Object.assign(sections[1]!.dimensions!, { h: 0.24 }))).toEqual([])
  expect(lying(90, 3, ({ sections }) => Object.assign(sections[1]!.dimensions!, { h: 0.241 }))).toEqual(three)
  expect(lying(90, 3, ({ areas }) => Object.assign(areas[0]!, { role: 'wall' }))).toEqual([])
  expect(lying(90, 3, ({ areas }) => Object.assign(areas[0]!, { role: 'roof' }))).toEqual([])
})
