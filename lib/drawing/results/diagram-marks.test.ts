import { expect, it } from 'vitest'
import type { Vec } from '#lib/model/shape/vector.ts'
import { diagramMarks, framesOfSign, placeDiagrams } from './diagram-marks.ts'
import { resultFrames } from './result-frames.ts'

/** Two beams of 6 m along X, 4 m apart along Y, the second loaded a tenth as much, and a column. Stations at both ends and the middle. */
const FRAMES = resultFrames([
  { start: [0, 0, 0], end: [6, 0, 0] },
  { start: [0, 4, 0], end: [6, 4, 0] },
  { start: [0, 0, -3], end: [0, 0, 0] },
])
const AT = [0, 0.5, 1]
const M3 = [-10, 30, 20, -1, 3, 2, 0, 8, 16]
const forces = Float32Array.from({ length: 6 * M3.length }, (_, k) => (k % 6 === 5 ? M3[(k - 5) / 6]! : 0))
const placed = () => placeDiagrams(FRAMES, [{ at: AT, forces }], 'm3', (largest) => 1 / largest)[0]!

const front = ([x, , z]: Vec) => ({ x: 100 * x, y: -100 * z })
const above = ([x, y]: Vec) => ({ x: 100 * x, y: -100 * y })
const drawn = (project: typeof front, isShown = (_frame: number) => true) => diagramMarks(placed(), project, { isShown, flat: 3 })

it('cuts a diagram where its value changes its sign, and draws it on the side in tension', () => {
  const { faces, strokes, values, isEdgeOn } = drawn(front, (frame) => frame === 0)
  expect(isEdgeOn).toBe(false)
  expect(faces.map(({ sign, corners }) => [sign, corners.length])).toEqual([
    ['below', 3],
    ['above', 3],
    ['above', 4],
  ])
  // A quarter of the way from -10 to 30: 0.75 m from the start.
  const [first, second] = faces
  expect(first!.corners[1]).toEqual({ x: 75, y: 0 })
  expect(second!.corners[0]).toEqual(first!.corners[1])
  // Above the axis of the beam what is below 0; a picture has y downward.
  expect(Math.min(...first!.corners.map(({ y }) => y))).toBeCloseTo(-100 / 3, 4)
  expect(Math.max(...second!.corners.map(({ y }) => y))).toBeCloseTo(100, 4)
  expect(strokes.map(({ sign, is }) => `${sign} ${is}`)).toEqual([
    'below end',
    'below edge',
    'above edge',
    'above rib',
    'above edge',
    'above end',
  ])
  expect(values.map(({ text, sign }) => [text, sign])).toEqual([
    ['30', 'above'],
    ['20', 'above'],
    ['-10', 'below'],
  ])
})

it('draws nothing of a frame that is seen along itself, and says where most of the rest points at the eye', () => {
  const plan = drawn(above)
  expect(plan.isEdgeOn).toBe(true)
  expect(plan.values.map(({ text }) => text)).not.toContain('16')
  expect(drawn(front).isEdgeOn).toBe(false)
  // A column from its end, and nothing else.
  expect(drawn(above, (frame) => frame === 2)).toEqual({ faces: [], strokes: [], values: [], isEdgeOn: true })
})

it('counts the frames of a sign by what is drawn of them, and has nothing of values that are 0', () => {
  expect([framesOfSign(placed(), 1), framesOfSign(placed(), -1)]).toEqual([3, 2])
  expect(placeDiagrams(FRAMES, [{ at: AT, forces: new Float32Array(54) }], 'm3', () => 1)).toEqual([])
})
