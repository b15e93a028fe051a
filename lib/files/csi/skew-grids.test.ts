import { expect, it } from 'vitest'
import { fileOf, noteCount, portalFrame, readBack } from '#lib/fixtures/file-trip.ts'
import { distanceTo } from '#lib/model/grid-shapes.ts'
import type { ViewerGridLine } from '#lib/schema/schema.ts'

const point = (x: number, y: number) => ({ x, y })
const gridLines: ViewerGridLine[] = [
  { id: 'GA', label: 'A', axis: 'X', coordinate: 6 },
  { id: 'R3', label: '3', axis: 'Y', coordinate: 2, line: { from: point(0, 0), to: point(8, 4) } },
  { id: 'R4', label: '4', axis: 'Y', coordinate: 5, line: { from: point(8, 7), to: point(0, 3) } },
  { id: 'S', axis: 'X', coordinate: 1, line: { from: point(0, 0), to: point(2, -4) } },
  { id: 'P', axis: 'X', coordinate: 0, arc: { center: point(0, 0), radius: 20, from: 0, to: 90 } },
]

it.each(['s2k', 'e2k'] as const)(
  'writes skew lines into %s as grids of turned systems, and reads them as lines over the nodes',
  async (format) => {
    const { bytes, report } = await fileOf({ ...portalFrame(), gridLines }, format)
    expect([noteCount(report, 'grid_line_ends'), noteCount(report, 'grid_line')]).toEqual([3, 1])
    const { model, report: read } = await readBack(bytes, format)
    expect(noteCount(read, 'grid_line')).toBe(0)
    const back = new Map(model.gridLines?.map((line) => [line.id, line]))
    expect(back.get('GA')).toEqual(gridLines[0])
    for (const { id, label, line } of gridLines.slice(1, 4)) {
      const { line: found, label: name } = back.get(id) ?? {}
      expect(name).toBe(label ?? id)
      // The same plane, from one side of the nodes to the other.
      const away = distanceTo({ axis: 'X', coordinate: 0, line })
      for (const end of [found?.from, found?.to]) expect(away([end?.x ?? NaN, end?.y ?? NaN, 0])).toBeCloseTo(0, 9)
      expect(Math.hypot((found?.to.x ?? 0) - (found?.from.x ?? 0), (found?.to.y ?? 0) - (found?.from.y ?? 0))).toBeGreaterThan(1)
    }
  },
)
