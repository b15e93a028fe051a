import { subtract, unit } from '#lib/model/shape/vector.ts'
import { curvePoints } from './curve-points.ts'
import { type IfcReading, withoutNoise } from './ifc-reading.ts'
import { entityOf, numberOf, refsOf, textOf } from './ifc-values.ts'
import { movedBy, type Place } from './placement.ts'
import type { StepEntity } from './step-file.ts'

/** Storeys are Z grids; axes of a grid that are square to X or Y are grid lines. */
export function addGrids(reading: IfcReading): void {
  const { step } = reading
  for (const id of step.idsOf('IFCBUILDINGSTOREY')) addStorey(reading, step.entity(id))
  for (const id of step.idsOf('IFCGRID')) {
    const grid = step.entity(id)
    const place = grid && reading.placements.of(grid.values[5])
    const table = reading.table('IFCGRID')
    if (!grid || !place) {
      table.dropped++
      reading.file.report.note('dropped', 'reference_missing', { example: `#${id}` })
      continue
    }
    table.taken++
    for (const list of [7, 8, 9]) for (const axis of refsOf(grid.values[list])) addAxis(reading, step.entity(axis), place)
  }
}

function addStorey(reading: IfcReading, storey: StepEntity | null): void {
  const { model } = reading.file
  const table = reading.table('IFCBUILDINGSTOREY')
  const elevation = storey ? (numberOf(storey.values[9]) ?? reading.placements.of(storey.values[5])?.o[2]) : undefined
  const name = storey ? textOf(storey.values[2]) : undefined
  const ours = storey && reading.isOurs ? textOf(storey.values[3]) : undefined
  // Ours without an id is none of the model's levels: a building must have one.
  if (!storey || elevation === undefined || (reading.isOurs && ours === undefined)) {
    if (reading.isOurs) table.taken++
    else {
      table.dropped++
      reading.file.report.note('dropped', 'grid_line', { example: name ?? 'storey' })
    }
    return
  }
  table.taken++
  const wanted = ours ?? `Z/${name ?? elevation}`
  const id = model.idOf('gridLines', model.has('gridLines', wanted) ? `Z/${textOf(storey.values[0])}` : wanted)
  const coordinate = elevation * reading.units.factor + 0
  model.add('gridLines', { id, axis: 'Z', coordinate, ...(name !== undefined && name !== String(coordinate) && { label: name }) })
}

function addAxis(reading: IfcReading, axis: StepEntity | null, place: Place): void {
  const { model, report } = reading.file
  const tag = axis ? textOf(axis.values[0]) : undefined
  const curve = axis && curvePoints(reading.step, axis.values[1], reading.units.angle)
  const [a, b] = [curve?.points[0], curve?.points.at(-1)].map((point) => point && reading.inModel(movedBy(place, point)))
  const along = a && b && !curve?.isCurved ? unit(subtract(b, a)) : null
  const direction = along && Math.abs(along[1]) > 1 - 1e-9 ? 'X' : along && Math.abs(along[0]) > 1 - 1e-9 ? 'Y' : null
  if (!a || !direction) {
    if (entityOf(reading.step, axis?.values[1]) || !curve) report.note('dropped', 'grid_line', { example: tag ?? 'axis' })
    return
  }
  const coordinate = withoutNoise(a[direction === 'X' ? 0 : 1], 1)
  const wanted = `${direction}/${tag ?? coordinate}`
  let id = model.idOf('gridLines', wanted)
  for (let number = 2; model.has('gridLines', id); number++) id = model.idOf('gridLines', `${wanted} (${number})`)
  model.add('gridLines', { id, axis: direction, coordinate, ...(tag !== undefined && { label: tag }) })
}
