import { expect, it } from 'vitest'
import { clippedPath, gridCurves, planPath } from './grid-curves.ts'

const point = (x: number, y: number) => ({ x, y })
const ORIGIN = [10, 0, 2] as const

it('draws a line from end to end with its bubble at its end, an arc in chords with its at its beginning', () => {
  const [line, arc, ...others] = gridCurves(
    [
      { id: 'A', axis: 'X', coordinate: 0 },
      { id: 'R', label: '3', axis: 'X', coordinate: 4, line: { from: point(0, 0), to: point(8, 4) } },
      { id: 'P', axis: 'X', coordinate: 0, arc: { center: point(0, 0), radius: 20, from: 0, to: 90 } },
    ],
    ORIGIN,
    -2,
  )
  expect(others).toEqual([])
  expect(line).toEqual({
    id: 'R',
    index: 1,
    label: '3',
    path: [
      [-10, 0, -2],
      [-2, 4, -2],
    ],
    bubble: [-2, 4, -2],
    arc: null,
  })
  expect(arc).toMatchObject({ id: 'P', index: 2, label: 'P', bubble: [10, 0, -2], arc: { center: [-10, 0, -2], radius: 20 } })
  expect(arc?.path).toHaveLength(19)
  expect(arc?.path.at(-1)).toEqual([-10, 20, -2])
})

it('takes as few chords as 5 degrees allow, one for a short arc and 72 for a ring', () => {
  const chords = (from: number, to: number) => planPath({ arc: { center: point(0, 0), radius: 1, from, to } }).length - 1
  expect([chords(0, 360), chords(0, 5), chords(10, 16), chords(-20, 10)]).toEqual([72, 1, 2, 6])
})

it('leaves out what is too far to be drawn', () => {
  expect(
    gridCurves([{ id: 'R', axis: 'X', coordinate: 0, line: { from: point(0, 0), to: point(1e300, 0) } }], ORIGIN, 0),
  ).toEqual([])
})

it('cuts a path at the sides of a box, into pieces where it leaves and comes back', () => {
  type Point = readonly [number, number]
  const cut = (...path: Point[]) =>
    clippedPath(path, [0, 0], [10, 10], (a, b, share): Point => [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])])
  expect(cut([2, 2], [4, 4])).toEqual([
    [
      [2, 2],
      [4, 4],
    ],
  ])
  expect(cut([-5, 5], [5, 5], [5, 15])).toEqual([
    [
      [0, 5],
      [5, 5],
      [5, 10],
    ],
  ])
  expect(cut([5, 5], [15, 5], [15, 8], [5, 8])).toEqual([
    [
      [5, 5],
      [10, 5],
    ],
    [
      [10, 8],
      [5, 8],
    ],
  ])
  expect(cut([-5, 5], [-5, 15], [20, 15])).toEqual([])
  expect(cut([12, 0], [12, 10])).toEqual([])
})
