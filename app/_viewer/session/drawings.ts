import type { PlanGrid } from '#lib/geometry/grid-bubble.ts'
import type { SectionBox } from './section-box.ts'

/**
 * A plan at a level or an elevation at a grid line: looked at square on, in parallel, and cut to a slab about it. `at`: the
 * coordinate in model axes.
 */
export type Drawing = { axis: 'X' | 'Y' | 'Z'; at: number; label: string }

type Source = { plan: readonly Pick<PlanGrid, 'axis' | 'coordinate' | 'label'>[]; storeys: readonly Level[] }
type Level = { label: string; elevation: number }
type Bounds = { min: Record<'x' | 'y' | 'z', number>; max: Record<'x' | 'y' | 'z', number> }

/** Every drawing that a model's grid lines and levels give, in the order of their coordinates. */
export function drawingsOf({ plan, storeys }: Source): Record<Drawing['axis'], Drawing[]> {
  const along = (axis: 'X' | 'Y') =>
    plan
      .filter((line) => line.axis === axis)
      .map(({ coordinate, label }) => ({ axis, at: coordinate, label }))
      .sort((a, b) => a.at - b.at)
  return {
    X: along('X'),
    Y: along('Y'),
    Z: storeys.map(({ label, elevation }) => ({ axis: 'Z', at: elevation, label })),
  }
}

export const isSame = (a: Drawing | null, b: Drawing | null) => a?.axis === b?.axis && a?.at === b?.at

/** `by` 1: the next one of the same direction, -1: the one before; null past the ends. */
export function neighbour(drawing: Drawing, all: readonly Drawing[], by: 1 | -1): Drawing | null {
  return all[all.findIndex((other) => isSame(other, drawing)) + by] ?? null
}

/** A plan shows what hangs below its level and cuts what rises above it; an elevation what stands on its grid line. */
const PLAN = { below: 0.45, above: 0.2 }
const ELEVATION = { below: 0.45, above: 0.45 }
/** Parts of the model's size: beyond them lies another frame, however far away the next grid line is. */
const MOST = { X: 1 / 20, Y: 1 / 20, Z: 1 / 6 }

/** The slab about a drawing: parts of the way to its neighbours on both sides. */
export function slabOf({ axis, at }: Drawing, all: readonly Drawing[], { min, max }: Bounds): SectionBox {
  const key = axis.toLowerCase() as 'x' | 'y' | 'z'
  const size = Math.max(max.x - min.x, max.y - min.y, max.z - min.z) || 1
  const most = size * MOST[axis]
  const { below, above } = axis === 'Z' ? PLAN : ELEVATION
  const before = all.findLast((other) => other.at < at)
  const after = all.find((other) => other.at > at)
  const low = at - (before ? Math.min((at - before.at) * below, most) : most)
  const high = at + (after ? Math.min((after.at - at) * above, most) : most)
  const box: SectionBox = { low: [null, null, null], high: [null, null, null] }
  const k = { x: 0, y: 1, z: 2 }[key]
  box.low[k] = low
  box.high[k] = high
  return box
}

/** From the drawing to the eye: X grows to the right in elevations on Y grids, Y in those on X grids; plans are seen from above. */
export function towardEye(axis: Drawing['axis'], isYUp: boolean): [number, number, number] {
  if (axis === 'X') return [1, 0, 0]
  if (axis === 'Z') return [0, 0, 1]
  return isYUp ? [0, 1, 0] : [0, -1, 0]
}

export const isPlan = ({ axis }: Drawing, isYUp: boolean) => axis === (isYUp ? 'Y' : 'Z')
export const titleOf = (drawing: Drawing, isYUp: boolean) =>
  `${isPlan(drawing, isYUp) ? 'Plan' : 'Elevation'} at ${drawing.label}`

/** `Y,7.5,2` in an address. */
export const drawingText = ({ axis, at, label }: Drawing) => `${axis},${at},${label}`
export function textDrawing(text: string | null): Drawing | null {
  const [, axis, at, label] = /^([XYZ]),([^,]+),(.*)$/s.exec(text ?? '') ?? []
  if (axis === undefined || !Number.isFinite(Number(at))) return null
  return { axis: axis as Drawing['axis'], at: Number(at), label: label || String(Number(at)) }
}
