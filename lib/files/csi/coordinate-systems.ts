import { AXIS_NAMES, add, type Vec } from '#lib/model/shape/vector.ts'
import { placeOfCurve } from '#lib/schema/grid-line-rules.ts'
import type { ViewerGridLine } from '#lib/schema/schema.ts'
import { turn } from '#lib/values/turn.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import type { ModelBuilder } from '../model-builder.ts'
import type { ImportReport } from '../report.ts'

/** Coordinate systems of a file: an origin, and turns about X, then Y, then Z in degrees. */
export type CoordinateSystem = { origin: Vec; about: Vec; isCartesian: boolean }

export const GLOBAL: CoordinateSystem = { origin: [0, 0, 0], about: [0, 0, 0], isCartesian: true }

export const isTurned = ({ about }: CoordinateSystem): boolean => about.some((degrees) => degrees % 360 !== 0)
export const isGlobal = (system: CoordinateSystem): boolean => !isTurned(system) && system.origin.every((part) => part === 0)

/** A direction of the system in global axes. */
export function turned([x, y, z]: Vec, { about }: CoordinateSystem): Vec {
  const [[cx, sx], [cy, sy], [cz, sz]] = [turn(about[0]), turn(about[1]), turn(about[2])]
  const [y1, z1] = [cx * y - sx * z, sx * y + cx * z]
  const [x2, z2] = [cy * x + sy * z1, cy * z1 - sy * x]
  return [cz * x2 - sz * y1, sz * x2 + cz * y1, z2]
}

export const placed = (point: Vec, system: CoordinateSystem): Vec => {
  const place = isTurned(system) ? turned(point, system) : point
  return isGlobal(system) ? place : add(place, system.origin)
}

/** One grid line of a file: `system` in front of its id where there are several. */
export type GridOfFile = { axis: 'X' | 'Y' | 'Z'; coordinate: number; label: string; system?: string | undefined }

/** Whether its grid lines stand upright, whatever way they run in plan. */
export const isUpright = ({ about, isCartesian }: CoordinateSystem): boolean =>
  isCartesian && (about.every((degrees) => degrees % 90 === 0) || (about[0] % 360 === 0 && about[1] % 360 === 0))

/** False where the line does not stand upright, or is skew and nothing says how long. */
export function addGridLine(model: ModelBuilder, report: ImportReport, grid: GridOfFile, system: CoordinateSystem): boolean {
  const direction = turned([Number(grid.axis === 'X'), Number(grid.axis === 'Y'), Number(grid.axis === 'Z')], system)
  const across = direction.findIndex((part) => Math.abs(part) === 1)
  const axis = AXIS_NAMES[across]
  if (!system.isCartesian) return false
  const shape =
    axis === undefined
      ? isUpright(system) && skewLine(model, grid, system)
      : { axis, coordinate: (direction[across] ?? 1) * grid.coordinate + (system.origin[across] ?? 0) + 0 }
  if (!shape) return false
  const wanted = `${grid.system === undefined ? '' : `${grid.system}/`}${grid.axis}/${grid.label}`
  let id = model.idOf('gridLines', wanted)
  for (let number = 2; model.has('gridLines', id); number++) id = model.idOf('gridLines', `${wanted}_${number}`)
  if (id !== wanted) report.note('converted', 'id_changed', { example: `grid line ${id}` })
  return model.add('gridLines', { id, ...shape, label: grid.label })
}

/** Past the nodes at both ends, as a part of their larger side: as straight lines are drawn. */
const BEYOND = 0.1

/** The nodes in the axes of a system: of each the files read so far have, worked out once. */
const plans = new WeakMap<CoordinateSystem, { low: [number, number]; high: [number, number] }>()

function planOf(model: ModelBuilder, system: CoordinateSystem) {
  const known = plans.get(system)
  if (known) return known
  const [cos, sin] = turn(system.about[2])
  const plan = { low: [Infinity, Infinity] as [number, number], high: [-Infinity, -Infinity] as [number, number] }
  for (const { position } of model.all('nodes')) {
    const [x, y] = [position.x - system.origin[0], position.y - system.origin[1]]
    for (const [k, value] of [x * cos + y * sin, y * cos - x * sin].entries()) {
      plan.low[k as 0 | 1] = Math.min(plan.low[k as 0 | 1], value)
      plan.high[k as 0 | 1] = Math.max(plan.high[k as 0 | 1], value)
    }
  }
  plans.set(system, plan)
  return plan
}

/** As long as the nodes are; undefined where there are none, or all at one place. */
function skewLine(
  model: ModelBuilder,
  { axis, coordinate }: GridOfFile,
  system: CoordinateSystem,
): Omit<ViewerGridLine, 'id'> | undefined {
  const { low, high } = planOf(model, system)
  const beyond = BEYOND * Math.max(high[0] - low[0], high[1] - low[1])
  if (axis === 'Z' || !(beyond > 0) || !Number.isFinite(beyond)) return undefined
  const ends =
    axis === 'X'
      ? [[coordinate, low[1] - beyond] as const, [coordinate, high[1] + beyond] as const]
      : [[high[0] + beyond, coordinate] as const, [low[0] - beyond, coordinate] as const]
  const [from, to] = ends.map(([x, y]) => {
    const [px, py] = placed([x, y, 0], system)
    return { x: twelveDigits(px) + 0, y: twelveDigits(py) + 0 }
  })
  const line = from && to && { line: { from, to } }
  const place = line && placeOfCurve(line)
  return place && { axis: place.axis, coordinate: place.axis === 'X' ? place.x : place.y, ...line }
}
