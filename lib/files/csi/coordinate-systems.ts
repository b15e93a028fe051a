import { AXIS_NAMES, add, type Vec } from '#lib/model/shape/vector.ts'
import { turn } from '#lib/values/turn.ts'
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

/** False where the line is not square to the global axes. */
export function addGridLine(model: ModelBuilder, report: ImportReport, grid: GridOfFile, system: CoordinateSystem): boolean {
  const direction = turned([Number(grid.axis === 'X'), Number(grid.axis === 'Y'), Number(grid.axis === 'Z')], system)
  const across = direction.findIndex((part) => Math.abs(part) === 1)
  const axis = AXIS_NAMES[across]
  if (axis === undefined || !system.isCartesian) return false
  const coordinate = (direction[across] ?? 1) * grid.coordinate + (system.origin[across] ?? 0) + 0
  const wanted = `${grid.system === undefined ? '' : `${grid.system}/`}${grid.axis}/${grid.label}`
  let id = model.idOf('gridLines', wanted)
  for (let number = 2; model.has('gridLines', id); number++) id = model.idOf('gridLines', `${wanted}_${number}`)
  if (id !== wanted) report.note('converted', 'id_changed', { example: `grid line ${id}` })
  return model.add('gridLines', { id, axis, coordinate, label: grid.label })
}
