import { PerspectiveCamera } from 'three'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { placedBy } from '#lib/drawing/fit.ts'
import { gridBubbles } from '#lib/geometry/grid-bubble.ts'
import { gridCurves } from '#lib/geometry/grid-curves.ts'
import type { Box } from '#lib/geometry/pick/extent.ts'
import { isStraight } from '#lib/model/grid-shapes.ts'
import { dot, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import type { ViewerGridLine } from '#lib/schema/schema.ts'
import { LIGHT } from '../../session/theme.ts'
import { writeGrid } from './grid-marks.ts'
import type { Ink } from './ink.ts'
import { Page } from './writing.ts'

/** What is written around a model, seen in perspective from above. */

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => void vi.unstubAllGlobals())

const PICTURE = { width: 1000, height: 700, fov: 35, isParallel: false }

type Around = { box: Box; distance: number; gridLines?: ViewerGridLine[]; levels?: number[] }

function writtenAround({ box, distance, gridLines = [], levels = [] }: Around): string[] {
  const toward = unit([-0.5, -0.8, 0.5]) as Vec
  const target: Vec = [(box.low[0] + box.high[0]) / 2, (box.low[1] + box.high[1]) / 2, (box.low[2] + box.high[2]) / 2]
  const scale = PICTURE.height / (2 * Math.tan((35 * Math.PI) / 360)) / distance
  const placed = placedBy({ target, distance, scale }, toward, [0, 0, 1], PICTURE)
  const project = (point: Vec) => {
    const place = placed(point)
    return place && { ...place, depth: distance - dot(subtract(point, target), toward) }
  }
  const written: string[] = []
  const context = new Proxy(
    {},
    {
      get: (_, name) => (text: string) => {
        if (name === 'fillText') written.push(text)
        return { width: 7 * String(text).length }
      },
      set: () => true,
    },
  )
  const grid = {
    levels: levels.map((elevation) => ({ id: `${elevation}`, label: null, elevation, carriesFloor: false })),
    plan: gridBubbles(gridLines.filter(isStraight), box.low, box.high),
    curves: gridCurves(gridLines, [0, 0, 0], box.low[2]),
  }
  const ink = {
    context,
    rig: { project, toward: () => toward, camera3: new PerspectiveCamera() },
    stage: {
      drawn: {
        up: null,
        summary: { units: { current: 'kN, m, C' } },
        scene: { origin: [0, 0, 0], grid, supports: { nodes: new Uint32Array(), sizes: [] } },
      },
      session: { view: { get: () => ({ layers: { supports: true }, units: 'model', mark: null, drawing: null, selected: [] }) } },
    },
    theme: LIGHT,
    page: new Page(PICTURE.width, PICTURE.height, []),
    pressable: [],
  } as unknown as Ink
  writeGrid(ink, box, { corner: null, ends: new Map() })
  return written
}

it('writes the levels beside the model though others lie behind the eye, which are counted', () => {
  const box: Box = { low: [0, 0, 0], high: [6, 5, 9] }
  const own = ['±0.00 m', '+3.00 m', '+6.00 m', '+9.00 m']
  const beside = (...levels: number[]) => writtenAround({ box, distance: 30, levels })
  expect(beside(0, 3, 6, 9)).toEqual(expect.arrayContaining(own))
  expect(beside(0, 3, 6, 9, 500)).toEqual(expect.arrayContaining([...own, '1 above']))
  expect(beside(-300, 0, 3, 6, 9, 500)).toEqual(expect.arrayContaining([...own, '1 above', '1 below']))
})

it('writes the names of skew lines and arcs at their ends', () => {
  const box: Box = { low: [0, 0, 0], high: [20, 20, 3] }
  const gridLines: ViewerGridLine[] = [
    { id: 'R3', label: '3', axis: 'X', coordinate: 0, line: { from: { x: 0, y: 0 }, to: { x: 24, y: 20 } } },
    { id: 'P', axis: 'X', coordinate: 0, arc: { center: { x: 0, y: 0 }, radius: 20, from: 0, to: 90 } },
    { id: 'A', axis: 'X', coordinate: 0 },
  ]
  expect(writtenAround({ box, distance: 60, gridLines })).toEqual(expect.arrayContaining(['3', 'P', 'A']))
})

it('counts all grid lines that have no bubble, in rows that slant too', () => {
  const box: Box = { low: [0, 0, 0], high: [200, 120, 3] }
  const gridLines = Array.from({ length: 60 }, (_, k) => ({
    id: `${k}`,
    axis: 'X' as const,
    coordinate: (200 * k) / 59,
    label: `${k}`,
  }))
  const written = writtenAround({ box, distance: 400, gridLines })
  const counted = written.filter((text) => text.startsWith('+')).reduce((sum, text) => sum + Number(text), 0)
  const named = written.filter((text) => !text.startsWith('+')).length
  expect(named).toBeGreaterThan(5)
  expect(named + counted).toBe(60)
})
