import { describe, expect, it } from 'vitest'
import { gridBubbles } from '#lib/geometry/grid-bubble.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import { gridOfDrawing, nameOf } from './grid-bubbles.ts'

const line = (axis: 'X' | 'Y', coordinate: number, label: string) => ({ id: label, axis, coordinate, label })
const LINES = [
  line('X', -50, 'far'),
  line('X', 0, 'A'),
  line('X', 20, 'B'),
  line('X', 21, 'C'),
  line('Y', 5, '1'),
  line('Y', -40, '9'),
]

describe('a drawing', () => {
  const origin = [10, 5, 0] as const
  const plan = gridBubbles(LINES, [0, 0, 0], [20, 10, 6])
  const drawn = { scene: { origin, grid: { plan, levels: [] } } as unknown as Scene }
  const box = { low: [-10, -5, 0], high: [10, 5, 6] } as const

  it('has the grid lines a tenth beside what is drawn, and is as large as both', () => {
    const { lines, around } = gridOfDrawing(drawn, box, 2)
    expect(lines.map(({ label }) => label)).toEqual(['A', 'B', 'C', '1'])
    expect(around).toEqual({ low: [-10, -5, 0], high: [11, 5, 6] })
  })

  it('has no line of the axis that it looks along', () => {
    const { lines, around } = gridOfDrawing(drawn, box, 1)
    expect(lines.map(({ label }) => label)).toEqual(['A', 'B', 'C'])
    expect(around).toEqual({ low: [-10, -5, 0], high: [11, 5, 6] })
  })

  it('of one place has them all', () => {
    const point = { low: [0, 0, 0], high: [0, 0, 0] } as const
    expect(gridOfDrawing(drawn, point, 2).lines).toHaveLength(LINES.length)
  })
})

describe('a bubble', () => {
  const context = { measureText: (text: string) => ({ width: 7 * text.length }) } as CanvasRenderingContext2D
  const [phone, screen] = [390, 1280]
  const called = (id: string, label: string | undefined, coordinate: number, width: number) =>
    nameOf(context, gridBubbles([{ id, axis: 'X', coordinate, ...(label && { label }) }], [0, 0, 0], [20, 10, 6])[0]!, width)

  it('has the beginning of a long label; of a line without one its id, or where that has no room its coordinate, whole', () => {
    expect(called('g1', 'Centre of the bridge', 6, phone)).toMatch(/^Cen.*…$/)
    expect(called('g1', undefined, 6, phone)).toBe('g1')
    expect(called('grid-west', undefined, 6, screen)).toBe('grid-west')
    expect(called('grid-west', undefined, 6, phone)).toBe('6')
    expect(called('a690bebc-9d3c-456a-8f2e-0d1b2c3d4e5f', undefined, 12345.678, phone)).toBe('12345.678')
  })
})
