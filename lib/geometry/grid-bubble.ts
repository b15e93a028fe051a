import type { ViewerGridLine } from '#lib/model/schema.ts'
import type { Vec } from './vector.ts'

/** A grid line of a plan: from end to end at the lowest node's elevation, its bubble beyond `bubble`. */
export type PlanGrid = { id: string; axis: 'X' | 'Y'; coordinate: number; label: string; from: Vec; to: Vec; bubble: Vec }
/** A level: its mark stands beside the model at `elevation`, at one of the corners. */
export type Level = { id: string; elevation: number; label: string | null; corners: readonly [Vec, Vec, Vec, Vec] }

/** Past the plan at both ends, as a part of its larger side. */
const BEYOND = 0.1

/**
 * X grids run along Y with the bubble at the +Y end, Y grids along X with the bubble at the -X end: letters on top and numbers
 * on the left of a plan. Z grids are levels. `low` and `high` are the corners of the box of all nodes,
 * `floorAt` of those at an elevation, where there are any: a level's mark stands beside its own floor.
 */
export function gridBubbles(
  gridLines: readonly ViewerGridLine[],
  low: Vec,
  high: Vec,
  floorAt: (elevation: number) => { low: Vec; high: Vec } | null = () => null,
): { plan: PlanGrid[]; levels: Level[] } {
  const extent = planExtent(gridLines, low, high)
  const beyond = BEYOND * Math.max(extent.high[0] - extent.low[0], extent.high[1] - extent.low[1], 1e-9)
  const [x0, y0] = [extent.low[0] - beyond, extent.low[1] - beyond]
  const [x1, y1] = [extent.high[0] + beyond, extent.high[1] + beyond]
  const z = low[2]
  const plan: PlanGrid[] = []
  const levels: Level[] = []
  for (const { id, axis, coordinate, label } of gridLines) {
    if (axis === 'Z') {
      const floor = floorAt(coordinate) ?? { low: [...extent.low, 0], high: [...extent.high, 0] }
      // Nearer to the model than the bubbles, so that a mark is read with its floor.
      const near = [floor.low[0] - beyond * 0.15, floor.low[1] - beyond * 0.15] as const
      const far = [floor.high[0] + beyond * 0.15, floor.high[1] + beyond * 0.15] as const
      const corners: Level['corners'] = [
        [near[0], near[1], coordinate],
        [far[0], near[1], coordinate],
        [far[0], far[1], coordinate],
        [near[0], far[1], coordinate],
      ]
      levels.push({ id, elevation: coordinate, label: label ?? null, corners })
    } else {
      const [from, to]: [Vec, Vec] =
        axis === 'X'
          ? [
              [coordinate, y0, z],
              [coordinate, y1, z],
            ]
          : [
              [x1, coordinate, z],
              [x0, coordinate, z],
            ]
      plan.push({ id, axis, coordinate, label: label ?? shortNumber(coordinate), from, to, bubble: to })
    }
  }
  return { plan, levels }
}

/** The nodes' plan; of a model without extent, the grid's own. */
function planExtent(
  gridLines: readonly ViewerGridLine[],
  low: Vec,
  high: Vec,
): { low: [number, number]; high: [number, number] } {
  const side = (axis: 'X' | 'Y', k: 0 | 1): [number, number] => {
    if (high[k] > low[k] || high[1 - k]! > low[1 - k]!) return [low[k], high[k]]
    const at = gridLines.filter((line) => line.axis === axis).map((line) => line.coordinate)
    return [Math.min(low[k], ...at), Math.max(high[k], ...at)]
  }
  const [x, y] = [side('X', 0), side('Y', 1)]
  return { low: [x[0], y[0]], high: [x[1], y[1]] }
}

/** At most three decimals, without noise: 7.200000000000001 reads 7.2. */
export const shortNumber = (value: number) =>
  Math.abs(value) >= 1e15 ? value.toExponential(3) : String(Number(value.toFixed(3)) + 0)
