import { labelOfName } from '#lib/model/level-name.ts'
import { cross, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import { placeOfCurve } from '#lib/schema/grid-line-rules.ts'
import type { ViewerGridLine } from '#lib/schema/schema.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import type { StepEntity } from '../step/step-file.ts'
import { curvePoints } from './curve-points.ts'
import { type IfcReading, withoutNoise } from './ifc-reading.ts'
import { entityOf, numberOf, refsOf, textOf } from './ifc-values.ts'
import { movedBy, type Place } from './placement.ts'

/** Storeys are Z grids; axes of a grid are grid lines, straight, skew or round. */
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
    for (const list of [U_AXES, V_AXES, 9])
      for (const axis of refsOf(grid.values[list])) addAxis(reading, step.entity(axis), place, FAMILIES.get(list))
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
  const label = labelOfName(name, coordinate)
  model.add('gridLines', { id, axis: 'Z', coordinate, ...(label !== undefined && { label }) })
}

/** What is skew or round is counted to the axis of its family. */
const [U_AXES, V_AXES] = [7, 8]
const FAMILIES = new Map<number, 'X' | 'Y'>([[U_AXES, 'X'], [V_AXES, 'Y']]) // biome-ignore format: short

function addAxis(reading: IfcReading, axis: StepEntity | null, place: Place, family: 'X' | 'Y' | undefined): void {
  const { model, report } = reading.file
  const tag = axis ? textOf(axis.values[0]) : undefined
  const curve = axis && curvePoints(reading.step, axis.values[1], reading.units.angle)
  const points = curve?.points.map((point) => reading.inModel(movedBy(place, point))) ?? []
  const shape = curve?.isCurved ? arcThrough(points, family) : lineThrough(points, family)
  if (!shape) {
    if (entityOf(reading.step, axis?.values[1]) || !curve) report.note('dropped', 'grid_line', { example: tag ?? 'axis' })
    return
  }
  const wanted = `${shape.axis}/${tag ?? shape.coordinate}`
  let id = model.idOf('gridLines', wanted)
  for (let number = 2; model.has('gridLines', id); number++) id = model.idOf('gridLines', `${wanted} (${number})`)
  model.add('gridLines', { id, ...shape, ...(tag !== undefined && { label: tag }) })
}

type Shape = Omit<ViewerGridLine, 'id' | 'label'>

/** A line that is square to X or Y is a straight one; undefined where it does not lie level, or has corners. */
function lineThrough(points: readonly Vec[], family?: 'X' | 'Y'): Shape | undefined {
  const [a, b] = [points[0], points.at(-1)]
  const along = a && b ? unit(subtract(b, a)) : null
  if (!a || !b || !along || Math.abs(along[2]) > LEVEL) return undefined
  if (Math.abs(along[1]) > 1 - 1e-9) return { axis: 'X', coordinate: withoutNoise(a[0], 1) }
  if (Math.abs(along[0]) > 1 - 1e-9) return { axis: 'Y', coordinate: withoutNoise(a[1], 1) }
  const long = Math.hypot(...subtract(b, a))
  if (points.some((point) => Math.hypot(...cross(along, subtract(point, a))) > LEVEL * long)) return undefined
  return counted({ line: { from: flat(a), to: flat(b) } }, family)
}

/** The circle on which all points lie, from the first to the last counter-clockwise; undefined where there is none. */
function arcThrough(points: readonly Vec[], family?: 'X' | 'Y'): Shape | undefined {
  const [a, b, c] = [points[0], points[Math.floor(points.length / 3)], points[Math.floor((2 * points.length) / 3)]]
  const last = points.at(-1)
  if (!a || !b || !c || !last) return undefined
  const [u, v] = [subtract(b, a), subtract(c, a)]
  const twice = 2 * (u[0] * v[1] - u[1] * v[0])
  if (twice === 0) return undefined
  const [uu, vv] = [u[0] ** 2 + u[1] ** 2, v[0] ** 2 + v[1] ** 2]
  const [x, y] = [a[0] + (v[1] * uu - u[1] * vv) / twice, a[1] + (u[0] * vv - v[0] * uu) / twice]
  const radius = Math.hypot(a[0] - x, a[1] - y)
  const isOn = ([px, py, pz]: Vec) => Math.abs(Math.hypot(px - x, py - y) - radius) + Math.abs(pz - a[2]) <= 1e-6 * radius
  if (!points.every(isOn)) return undefined
  const angleOf = ([px, py]: Vec) => (Math.atan2(py - y, px - x) * 180) / Math.PI
  const [first, end] = twice > 0 ? [a, last] : [last, a]
  const from = withoutNoise(angleOf(first), 1)
  const to = from + ((((withoutNoise(angleOf(end), 1) - from) % 360) + 360) % 360 || 360)
  return counted(
    {
      arc: { center: { x: withoutNoise(x, radius), y: withoutNoise(y, radius) }, radius: twelveDigits(radius), from, to },
    },
    family,
  )
}

const LEVEL = 1e-6
const flat = ([x, y]: Vec) => ({ x: withoutNoise(x, 1), y: withoutNoise(y, 1) })

function counted(curve: Pick<ViewerGridLine, 'line' | 'arc'>, family?: 'X' | 'Y'): Shape | undefined {
  const place = placeOfCurve(curve)
  if (!place) return undefined
  const axis = family ?? place.axis
  return { axis, coordinate: axis === 'X' ? place.x : place.y, ...curve }
}
