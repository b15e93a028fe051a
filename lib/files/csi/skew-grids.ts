import type { ViewerGridLine } from '#lib/schema/schema.ts'
import { turn } from '#lib/values/turn.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'

/** Skew lines of one direction, which CSI has as X grids of a system that is turned about Z. `coordinate`: along its X. */
export type TurnedGrid = { degrees: number; lines: { gridLine: ViewerGridLine; coordinate: number }[] }

export function turnedGrids(gridLines: readonly ViewerGridLine[] = []): TurnedGrid[] {
  const byAngle = new Map<number, TurnedGrid>()
  for (const gridLine of gridLines) {
    const { line } = gridLine
    if (!line) continue
    const across = (Math.atan2(line.to.y - line.from.y, line.to.x - line.from.x) * 180) / Math.PI - 90
    const degrees = Number((across <= -90 ? across + 180 : across > 90 ? across - 180 : across).toFixed(9)) + 0
    const grid = byAngle.get(degrees) ?? { degrees, lines: [] }
    byAngle.set(degrees, grid)
    const [cos, sin] = turn(degrees)
    grid.lines.push({ gridLine, coordinate: twelveDigits(line.from.x * cos + line.from.y * sin) })
  }
  return [...byAngle.values()]
}
