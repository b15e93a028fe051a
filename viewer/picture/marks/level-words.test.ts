import { expect, it } from 'vitest'
import type { Box } from '#lib/geometry/pick/extent.ts'
import type { Stage } from '../elements/stage.ts'
import { levelsOf } from './level-words.ts'

const levels = [-10, 0, 4, 8, 9.2, 12].map((elevation) => ({ id: `${elevation}`, label: null, elevation, carriesFloor: true }))
const stage = {
  drawn: { up: null, scene: { origin: [0, 0, 2], grid: { levels } }, summary: { storeys: [] } },
} as unknown as Stage
/** About the scene's origin: from 0 to 8 m high, 14 m long. */
const frame: Box = { low: [0, 0, -2], high: [14, 0.3, 6] }

it('a drawing has the levels of its sheet: those that it shows, and a little beside', () => {
  expect(levelsOf(stage, frame).map(({ elevation }) => elevation)).toEqual([0, 4, 8, 9.2])
})

it('a view in space has all of them', () => expect(levelsOf(stage, null)).toHaveLength(6))
