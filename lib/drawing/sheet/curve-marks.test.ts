import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { drawingOf, laidOut, modelOf } from '#lib/fixtures/drawing.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { drawingMarks } from './drawing-lines.ts'
import { type Mark, sheetSvg } from './svg.ts'

const at = (radius: number, angle: number) => ({
  x: radius * Math.cos((angle * Math.PI) / 180),
  y: radius * Math.sin((angle * Math.PI) / 180),
})
const RAYS = [0, 30, 60, 90]

function marksOf(gridLines: CreateModel['gridLines'], name = 'A3' as const): Mark[] {
  const nodes = RAYS.flatMap((angle) =>
    [10, 20].map((radius) => ({ id: `${radius}@${angle}`, position: { ...at(radius, angle), z: 0 } })),
  )
  const frames = RAYS.map((angle) => ({ id: `${angle}`, startNodeId: `10@${angle}`, endNodeId: `20@${angle}`, rotation: 0 }))
  const drawing = { ...drawingOf(modelOf({ nodes, frames, gridLines })), hasGrid: true }
  const marks = drawingMarks(laidOut(drawing, name), null)
  if (process.env.SHEETS)
    writeFileSync(`${process.env.SHEETS}/${gridLines?.[0]?.id}.svg`, sheetSvg({ width: 420, height: 297, title: 'x', marks }))
  return marks
}
const textsOf = (marks: readonly Mark[]) => marks.flatMap((mark) => (mark.shape === 'text' ? mark.text : []))
const runsOf = (marks: readonly Mark[], line: string) =>
  marks.flatMap((mark) => (mark.shape === 'lines' && mark.line === line ? mark.runs : []))

const rays = RAYS.map((angle, k) => ({
  id: `R${k}`,
  axis: 'X' as const,
  coordinate: 0,
  line: { from: at(5, angle), to: at(23, angle) },
}))
const rings = [10, 20].map((radius, k) => ({
  id: 'PQ'[k]!,
  axis: 'X' as const,
  coordinate: 0,
  arc: { center: { x: 0, y: 0 }, radius, from: -5, to: 100 },
}))

it('draws rays and rings dash-dot with their bubbles, angles between the rays and radii along the first', () => {
  const marks = marksOf([...rays, ...rings])
  expect(runsOf(marks, 'grid')).toHaveLength(6)
  expect(marks.filter(({ shape }) => shape === 'circle')).toHaveLength(6)
  const texts = textsOf(marks)
  expect(texts).toEqual(expect.arrayContaining(['R0', 'R1', 'R2', 'R3', 'P', 'Q', 'R 10.00', 'R 20.00']))
  expect(texts.filter((text) => text === '30°')).toHaveLength(3)
})

it('gives parallel skew lines a chain square to them', () => {
  const aside = (by: number) => ({ from: { x: by, y: 0 }, to: { x: by + 14, y: 14 } })
  const marks = marksOf([0, 4, 10].map((by) => ({ id: `S${by}`, axis: 'X' as const, coordinate: by, line: aside(by) })))
  expect(textsOf(marks)).toEqual(expect.arrayContaining(['2.828', '4.243']))
  const [chain] = runsOf(marks, 'dimension').filter(
    (run) => Math.abs(run[0]![0] - run[1]![0]) > 5 && Math.abs(run[0]![1] - run[1]![1]) > 5,
  )
  const [[x0, y0], [x1, y1]] = [chain![0]!, chain![1]!]
  expect(Math.abs((x1 - x0) / (y1 - y0))).toBeCloseTo(1, 6)
})

it('leaves out what passes nothing that is drawn, and stays as it was without skew lines', () => {
  const far = { id: 'F', axis: 'X' as const, coordinate: 0, line: { from: { x: 100, y: 0 }, to: { x: 110, y: 40 } } }
  const A = { id: 'A', axis: 'X' as const, coordinate: 10 }
  expect(marksOf([A, far])).toEqual(marksOf([A]))
})
