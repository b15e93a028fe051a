import { beforeEach, expect, it, vi } from 'vitest'
import { drawingMarks } from '#lib/drawing/sheet/drawing-lines.ts'
import type { PaperName } from '#lib/drawing/sheet/paper.ts'
import { drawingOf, laidOut, modelOf } from '#lib/fixtures/drawing.ts'
import { paintDrawing } from './paint-drawing.ts'

/** Canvases of a thread as they were asked for, with the corners of what was filled on each. */
const canvases: { width: number; height: number; corners: [number, number][] }[] = []

beforeEach(() => {
  canvases.length = 0
  class Canvas {
    readonly corners: [number, number][] = []
    constructor(
      readonly width: number,
      readonly height: number,
    ) {
      canvases.push(this)
    }
    getContext() {
      const to = (x: number, y: number) => void this.corners.push([x, y])
      const nothing = () => {}
      return { moveTo: to, lineTo: to, closePath: nothing, beginPath: nothing, fill: nothing, stroke: nothing }
    }
    convertToBlob = async () => new Blob(['a picture'])
  }
  vi.stubGlobal('OffscreenCanvas', Canvas)
})

/** Two beams of 100 m, 70 m from each other, in plan. */
function layoutOn(name: PaperName) {
  const node = (id: string, x: number, y: number) => ({ id, position: { x, y, z: 0 } })
  const model = modelOf({
    nodes: [node('a', 0, 0), node('b', 100, 0), node('c', 0, 70), node('d', 100, 70)],
    sections: [{ id: 'S', type: 'rectangular', dimensions: { t3: 0.5, t2: 0.3 } }],
    frames: [
      { id: 'f', startNodeId: 'a', endNodeId: 'b', sectionId: 'S', rotation: 0 },
      { id: 'g', startNodeId: 'c', endNodeId: 'd', sectionId: 'S', rotation: 0 },
    ],
  })
  return laidOut(drawingOf(model), name)
}

it.each(['A4', 'A1', 'A0'] as const)(
  'is painted at 300 dpi on %s, in pieces that a canvas takes and that cover all',
  async (name) => {
    const layout = layoutOn(name)
    const images = drawingMarks(layout, await paintDrawing(layout)).filter((mark) => mark.shape === 'image')
    const { low, high, perUnit } = layout
    const [left, top] = [Math.min(...images.map(({ at }) => at[0])), Math.min(...images.map(({ at }) => at[1]))]
    const right = Math.max(...images.map(({ at, width }) => at[0] + width))
    const bottom = Math.max(...images.map(({ at, height }) => at[1] + height))
    // To a pixel of 0.085 mm.
    expect(Math.abs(right - left - (high[0] - low[0]) * perUnit)).toBeLessThan(0.085)
    expect(Math.abs(bottom - top - (high[1] - low[1]) * perUnit)).toBeLessThan(0.085)
    for (const [k, { width, height }] of canvases.entries()) {
      expect(Math.max(width, height)).toBeLessThanOrEqual(4098)
      expect([images[k]?.width, images[k]?.height]).toEqual([width, height].map((side) => expect.closeTo((side / 300) * 25.4)))
    }
    expect(images[0]?.href).toMatch(/^data:image\/png;base64,/)
  },
)

it('paints in each piece what reaches into it, at its place there', async () => {
  const layout = layoutOn('A0')
  const pieces = await paintDrawing(layout)
  const found = pieces.flatMap(({ x, y }, k) =>
    canvases[k]!.corners.map(([px, py]) => [x + (px / 300) * 25.4, y + (py / 300) * 25.4] as const),
  )
  const width = (layout.high[0] - layout.low[0]) * layout.perUnit
  expect(Math.min(...found.map(([x]) => x))).toBeCloseTo(0)
  expect(Math.max(...found.map(([x]) => x))).toBeCloseTo(width)
  // Between the two beams nothing is drawn.
  const rows = [...new Set(pieces.map(({ y }) => y))]
  expect(rows).toHaveLength(3)
  const corners = (row: number | undefined) => pieces.flatMap(({ y }, k) => (y === row ? canvases[k]!.corners : []))
  expect(rows.map((row) => corners(row).length > 0)).toEqual([true, false, true])
})
