import { describe, expect, it } from 'vitest'
import { gridBubbles } from '#lib/geometry/grid-bubble.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import { gridOfDrawing } from './grid-room.ts'

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
