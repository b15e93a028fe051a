import { expect, it } from 'vitest'
import { areaFace } from '#lib/fixtures/area-face.ts'
import type { Vec } from '#lib/model/shape/vector.ts'

/**
 * What plain areas looked like before their region was cut with a bound: golden/plain-areas.json was written by the code that
 * compared every edge with every edge. Of convex ones without openings only the triangulation may differ.
 */

type Plan = readonly (readonly [number, number])[]
const turned = (plan: Plan, about: number): Plan =>
  plan.map(([x, y]) => [x * Math.cos(about) - y * Math.sin(about), x * Math.sin(about) + y * Math.cos(about)])
const ring = (count: number, radius: (k: number) => number, at: readonly [number, number] = [0, 0]): Plan =>
  Array.from({ length: count }, (_, k) => {
    const angle = 0.1 + (2 * Math.PI * k) / count
    return [at[0] + radius(k) * Math.cos(angle), at[1] + radius(k) * Math.sin(angle)]
  })
const rect = (x: number, y: number, w: number, h: number): Plan => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
]
const comb: Plan = [
  [0, 0],
  [12.3, 0],
  [12.3, 4],
  ...Array.from({ length: 6 }, (_, k): Plan => {
    const x = 11.7 - 1.9 * k
    return [
      [x, 4.1],
      [x - 0.3, 1.2 + 0.17 * k],
      [x - 1.1, 1.1],
      [x - 1.3, 4.2],
    ]
  }).flat(),
]
const grid = Array.from({ length: 9 }, (_, k) => rect(0.7 + 3.1 * (k % 3), 0.6 + 2.3 * Math.floor(k / 3), 1.2, 0.9))

const SHAPES: [name: string, outline: Plan, openings: Plan[]][] = [
  ['triangle', ring(3, () => 3.3), []],
  ['quad', rect(0.3, 0.2, 6.1, 4.3), []],
  ['quad with nodes along its edges', [[0, 0], [2.1, 0], [6, 0], [6, 1.3], [6, 4], [3, 4], [0, 4], [0, 2.2]], []],
  ['circle', ring(40, () => 5.1), []],
  ['arrow head of four nodes', [[0, 0], [4.1, 0.2], [1.1, 1.2], [0.2, 4.3]], []],
  ['L', [[0, 0], [5, 0], [5, 2.1], [2.2, 2.1], [2.2, 6], [0, 6]], []],
  ['comb', comb, []],
  ['star', ring(48, (k) => (k % 2 ? 2.3 : 5.2)), []],
  ['slab with nine openings', rect(0, 0, 10.2, 7.5), [...grid.slice(0, 4), ...grid.slice(4).map((hole) => hole.toReversed())]],
  ['circle with a round opening', ring(32, () => 5.1), [ring(16, () => 1.3, [1, 0.4])]],
  ['L with an opening', [[0, 0], [5, 0], [5, 2.1], [2.2, 2.1], [2.2, 6], [0, 6]], [rect(0.5, 3, 0.8, 1.9)]],
] // biome-ignore format: one shape a line

const PLANES: [name: string, place: (x: number, y: number) => Vec][] = [
  ['roof', (x, y) => [x, 0.8 * y, 4 - 0.6 * y]],
  ['warped', (x, y) => [x, y, 0.02 * x * y]],
]

const digits = (value: number) => Number(value.toFixed(3)) + 0

it.each(PLANES)('plain areas of a %s look as before', async (plane, place) => {
  const found = SHAPES.flatMap(([name, plan, holes]) =>
    [plan, turned(plan, 0.7).toReversed()].map((outline, way) => {
      const openings = way === 0 ? holes : holes.map((hole) => turned(hole, 0.7))
      const at = (loop: Plan) => loop.map(([x, y]) => place(x, y))
      const face = areaFace(at(outline), openings.map(at), 0.2, 'TOP')
      const corners = Array.from({ length: face.positions.length / 3 }, (_, k) =>
        face.positions.slice(3 * k, 3 * k + 3).map(digits),
      )
      const isConvex = ['triangle', 'quad', 'quad with nodes along its edges', 'circle'].includes(name)
      // Of a warped one the diagonals are the shape.
      const shown = isConvex ? [...new Set(corners.map(String))].sort() : corners.map(String)
      const size = isConvex && plane === 'warped' ? null : digits(surface(face.positions))
      return { name, way, size, edges: strokes(face.lines).join(' '), corners: shown.join(' ') }
    }),
  )
  await expect(`${JSON.stringify(found, null, 1)}\n`).toMatchFileSnapshot(`golden/plain-areas-${plane}.json`)
})

const strokes = (lines: readonly number[]) =>
  Array.from({ length: lines.length / 6 }, (_, k) => {
    const ends = [lines.slice(6 * k, 6 * k + 3), lines.slice(6 * k + 3, 6 * k + 6)]
    return ends
      .map((end) => end.map(digits).join())
      .sort()
      .join('|')
  }).sort()

function surface(positions: readonly number[]) {
  let sum = 0
  for (let i = 0; i < positions.length; i += 9) {
    const side = (corner: number) => [0, 1, 2].map((k) => positions[i + corner + k]! - positions[i + k]!)
    const [a, b] = [side(3), side(6)]
    sum += Math.hypot(a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!) / 2
  }
  return sum
}
