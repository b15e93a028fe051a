import { expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { caseResults } from '#lib/fixtures/case-results.ts'
import { buildScene } from '#lib/geometry/scene.ts'
import { loadUnitsOf } from '#lib/model/load/load-text.ts'
import { subtract, vec } from '#lib/model/shape/vector.ts'
import { readUnits } from '#lib/model/units.ts'
import type { ColumnKind } from '#lib/schema/case-results.ts'
import { resultFrames } from '../results/result-frames.ts'
import { sightOf } from './drawing-bodies.ts'
import { type Layout, layDrawing } from './drawing-layout.ts'
import { type ResultMarks, resultMarks, type SheetResults } from './result-marks.ts'
import type { LineKind, Point } from './svg.ts'

/** A beam of 8 m on two supports, 10 kN/m on it: M3 is 80 kN·m in the middle, V2 -40 and 40 kN; a post beside it that carries nothing. */
const MODEL = returnedModel({
  name: 'A beam',
  units: { length: 'm', force: 'kN' },
  nodes: [
    { id: 'a', position: { x: 100, y: 0, z: 3 } },
    { id: 'b', position: { x: 108, y: 0, z: 3 } },
    { id: 'p', position: { x: 110, y: 0, z: 0 } },
    { id: 'q', position: { x: 110, y: 0, z: 3 } },
  ],
  materials: [{ id: 'S', name: 'Steel S235' }],
  sections: [{ id: 'IPE', type: 'rectangular', dimensions: { t3: 0.4, t2: 0.2 }, materialId: 'S' }],
  frames: [
    { id: 'B', startNodeId: 'a', endNodeId: 'b', sectionId: 'IPE', rotation: 0 },
    { id: 'P', startNodeId: 'p', endNodeId: 'q', sectionId: 'IPE', rotation: 0 },
  ],
  supports: [
    { id: 'sa', nodeId: 'a', restraints: { u1: true, u2: true, u3: true, r1: true, r3: true } },
    { id: 'sb', nodeId: 'b', restraints: { u2: true, u3: true, r1: true, r3: true } },
    { id: 'sp', nodeId: 'p', restraints: { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true } },
  ],
  loadCases: [{ id: 'L' }],
  loads: [{ id: 'l', caseId: 'L', frameId: 'B', force: { z: -10 } }],
})

function laid() {
  const scene = buildScene(MODEL)
  const layout = layDrawing(
    {
      scene,
      sight: sightOf([0, -1, 0], [0, 0, 1], 1e9, -1e9),
      ...{ isPlan: false, up: null, isVisible: () => true, slotOf: () => 0, colours: [[128, 128, 128]], levels: [] },
      ...{ hasGrid: false, unit: readUnits(MODEL.units).length, display: 'model' },
    },
    { name: 'A3', isPortrait: false },
    50,
  ) as Layout // it has room
  const at = (id: string) => subtract(vec(MODEL.nodes.find((node) => node.id === id)!.position), scene.origin)
  const draw = (show: SheetResults['show'], kind: ColumnKind, scale = 1): ResultMarks => {
    const { lines } = caseResults(MODEL, 'L', [kind])
    const ids = lines[0]?.frames ?? []
    const frames = (MODEL.frames ?? []).filter(({ id }) => ids.includes(id))
    return resultMarks(layout, {
      ...{ show, scale, lines, diagonal: 10, units: loadUnitsOf(MODEL.units) },
      frames: resultFrames(
        frames.map(({ startNodeId, endNodeId }) => ({ start: at(startNodeId), end: at(endNodeId), rotation: 0 })),
      ),
      frameIndices: Int32Array.from(frames, (frame) => (MODEL.frames ?? []).indexOf(frame)),
      supported: (lines[0]?.supported ?? []).map(at),
    })
  }
  return { layout, draw }
}
const runsOf = ({ marks }: ResultMarks, kind: LineKind): Point[][] =>
  marks.flatMap((mark) => (mark.shape === 'lines' && mark.line === kind ? mark.runs.map((run) => [...run]) : []))
const textsOf = ({ marks }: ResultMarks) => marks.flatMap((mark) => (mark.shape === 'text' ? [mark.text] : []))
const heightOf = (runs: readonly Point[][]) => {
  const ys = runs.flat().map(([, y]) => y)
  return [Math.min(...ys), Math.max(...ys)] as const
}

it('draws a moment on the side in tension as high as its scale says, with its value, and nothing along what carries none', () => {
  const { draw } = laid()
  const drawn = draw('m3', 'forces')
  expect(drawn.scale).toBe('1 cm = 50 kN·m, drawn on the side in tension')
  // 80 kN·m at 50 a centimetre, downward: paper has y downward.
  const [beam, lowest] = heightOf(runsOf(drawn, 'above'))
  expect(lowest - beam).toBeCloseTo(16, 3)
  expect(runsOf(drawn, 'below')).toEqual([])
  expect(textsOf(drawn)).toEqual(['80'])
  const right = Math.max(
    ...runsOf(drawn, 'above')
      .flat()
      .map(([x]) => x),
  )
  const left = Math.min(
    ...runsOf(drawn, 'above')
      .flat()
      .map(([x]) => x),
  )
  expect(right - left).toBeCloseTo(160, 3) // 8 m at 1:50, and not the post
})

it('draws shear forces below 0 in another line than those above', () => {
  const drawn = laid().draw('v2', 'forces')
  expect(textsOf(drawn).toSorted()).toEqual(['-40', '40'])
  const [above, below] = [heightOf(runsOf(drawn, 'above')), heightOf(runsOf(drawn, 'below'))]
  expect(above[1]).toBeCloseTo(below[0], 3)
  expect(drawn.scale).toBe('1 cm = 20 kN, drawn towards local 2 where +')
})

it('draws motions as many times larger as it says', () => {
  const { draw, layout } = laid()
  const drawn = draw('deflected', 'deflections', 123)
  expect(drawn.scale).toBe('motions × 120')
  const [value] = textsOf(drawn)
  const [, lowest] = heightOf(runsOf(drawn, 'moved').slice(0, 1))
  const [[, start] = [0, 0]] = runsOf(drawn, 'moved')[0] ?? []
  expect(lowest - start).toBeCloseTo(120 * Number.parseFloat(value?.replace('|u| ', '') ?? '') * layout.perUnit, 0)
})

it('draws reactions as arrows that end at their nodes, with their sizes', () => {
  const drawn = laid().draw('reactions', 'reactions')
  expect(textsOf(drawn)).toEqual(['40 kN', '40 kN'])
  const [[tail, tip] = []] = runsOf(drawn, 'reaction')
  expect(tail?.[1]).toBeGreaterThan(tip?.[1] ?? Infinity)
  expect((tail?.[1] ?? 0) - (tip?.[1] ?? 0)).toBeCloseTo(12, 3)
})
