import { expect, it } from 'vitest'
import { framesWithoutLength } from './frames-without-length.ts'

const PLACES = new Map(
  Object.entries({ A: [1, 2, 3], B: [1, 2, 3], X: [0, 2, 3], Y: [1, 0, 3], Z: [1, 2, 0] }).map(([id, [x, y, z]]) => [id, { x: x!, y: y!, z: z! }]),
) // biome-ignore format: places
const told = (...pairs: [string, string][]) =>
  framesWithoutLength(
    pairs.map(([startNodeId, endNodeId], k) => ({ id: `F${k}`, startNodeId, endNodeId, rotation: 0 })),
    (node) => PLACES.get(node),
  )

it('tells frames whose ends are one node or in one place, and how many there are', () => {
  const one = { severity: 'warning', code: 'zero_length_frame', message: "Frame 'F1' has no length: both ends are in one place", elements: [{ kind: 'frame', id: 'F1' }] } // biome-ignore format: short
  expect(told(['A', 'X'], ['A', 'B'], ['A', 'Y'])).toEqual([one])
  expect(told(['A', 'Z'], ['nowhere', 'nowhere'])).toEqual([one])
  expect(told(['A', 'X'], ['A', 'nowhere'], ['nowhere', 'A'], ['nowhere', 'neither'])).toEqual([])
  const [many] = told(...Array.from({ length: 7 }, (): [string, string] => ['B', 'A']))
  expect(many!.message).toMatch(/^Frame 'F0' .* place \[7 times\]$/)
  expect(many!.elements.map(({ id }) => id)).toEqual(['F0', 'F1', 'F2', 'F3', 'F4'])
})
