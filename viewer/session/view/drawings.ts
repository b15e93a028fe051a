import type { PlanGrid } from '#lib/geometry/grid-bubble.ts'
import { heightAt, shownAt, toModel, upAxis } from '#lib/model/display-axes.ts'
import { AXIS } from '#lib/model/shape/vector.ts'
import type { Up } from '#lib/model/up-axis.ts'
import { type Drawing, isPlan } from '#lib/model/view-drawing.ts'
import type { SectionBox } from './section-box.ts'

export { type Drawing, drawingText, isPlan, textDrawing, titleOf } from '#lib/model/view-drawing.ts'

type Source = { plan: readonly Pick<PlanGrid, 'axis' | 'coordinate' | 'label'>[]; storeys: readonly Level[] }
type Level = { label: string; elevation: number }
type Bounds = { min: Record<'x' | 'y' | 'z', number>; max: Record<'x' | 'y' | 'z', number> }

/** As a share of the extent of the lines: lines nearer together than this count as one. */
const SAME = 1e-5

/** Two levels at one place are one drawing, under both names, as two grid lines are. */
function onePerPlace(drawings: readonly Drawing[]): Drawing[] {
  const sorted = drawings.toSorted((a, b) => a.at - b.at)
  const reach = (sorted.at(-1)?.at ?? 0) - (sorted[0]?.at ?? 0)
  const found: Drawing[] = []
  for (const drawing of sorted) {
    const last = found.at(-1)
    if (!last || drawing.at - last.at > SAME * reach) found.push({ ...drawing })
    // Of two levels of one name the second is told apart by its id.
    else if (!last.label.split(' / ').some((one) => drawing.label === one || drawing.label.startsWith(`${one} (`)))
      last.label += ` / ${drawing.label}`
  }
  return found
}

/** Every drawing that a model's grid lines and levels give, in the order of their coordinates. */
export function drawingsOf({ plan, storeys }: Source, up: Up | null): Record<Drawing['axis'], Drawing[]> {
  const along = (axis: Drawing['axis']): Drawing[] =>
    plan
      .filter((line) => line.axis === axis)
      .map(({ coordinate, label }) => ({ axis, at: coordinate, label }))
      .sort((a, b) => a.at - b.at)
  const axis = upAxis(up)
  const plans = onePerPlace(storeys.map(({ label, elevation }) => ({ axis, at: elevation, label })))
  return { X: along('X'), Y: along('Y'), Z: along('Z'), [axis]: plans }
}

export const isSame = (a: Drawing | null, b: Drawing | null) => a?.axis === b?.axis && a?.at === b?.at

/** The drawing that an address means: the one at that coordinate, or else of that name. */
export function findDrawing({ at, label }: Drawing, all: readonly Drawing[]): Drawing | null {
  const reach = (all.at(-1)?.at ?? 0) - (all[0]?.at ?? 0)
  const isHere = (one: Drawing) => Math.abs(one.at - at) <= SAME * reach
  return all.find(isHere) ?? all.find((one) => one.label.split(' / ').includes(label)) ?? null
}

/** `by` 1: the next one of the same direction as they are shown, of plans the one above; -1: the one before; null past the ends. */
export function neighbour(drawing: Drawing, all: readonly Drawing[], by: 1 | -1, up: Up | null): Drawing | null {
  return all[all.findIndex((other) => isSame(other, drawing)) + shownAt(up, drawing.axis, by)] ?? null
}

/** A plan shows what hangs below its level and cuts what rises above it; an elevation what stands on its grid line. */
const PLAN = { below: 0.45, above: 0.2, most: 1 / 6 }
/** `most`: the largest depth as a share of the model's size, so that another frame behind is left out however far the next grid line is. */
const ELEVATION = { below: 0.45, above: 0.45, most: 1 / 20 }

/** The slab about a drawing: parts of the way to its neighbours on both sides. */
export function slabOf(drawing: Drawing, all: readonly Drawing[], { min, max }: Bounds, up: Up | null): SectionBox {
  const { axis, at } = drawing
  const size = Math.max(max.x - min.x, max.y - min.y, max.z - min.z) || 1
  const share = isPlan(drawing, up) ? PLAN : ELEVATION
  const most = size * share.most
  // With the axis pointing down, what hangs below lies at higher coordinates.
  const { below, above } = heightAt(up, 1) > 0 ? share : { below: share.above, above: share.below }
  const before = all.findLast((other) => other.at < at)
  const after = all.find((other) => other.at > at)
  const low = at - (before ? Math.min((at - before.at) * below, most) : most)
  const high = at + (after ? Math.min((after.at - at) * above, most) : most)
  const box: SectionBox = { low: [null, null, null], high: [null, null, null] }
  const k = AXIS[axis]
  box.low[k] = low
  box.high[k] = high
  return box
}

/** From the drawing to the eye: X grows to the right in elevations on Y grids, Y in those on X grids; plans are seen from above. */
export function towardEye(axis: Drawing['axis'], up: Up | null): readonly [number, number, number] {
  if (axis === 'X') return [1, 0, 0]
  return toModel(up, axis === upAxis(up) ? [0, 0, 1] : [0, -1, 0])
}

/** Of all drawings across an axis. */
export const groupTitle = (axis: Drawing['axis'], up: Up | null) =>
  axis === upAxis(up) ? 'Plans at levels' : `Elevations on ${axis} grids`
