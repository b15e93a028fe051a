import type { Vec } from '#lib/model/shape/vector.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { fileValue } from '../file-refused.ts'
import { addGridLine, isGlobal, isUpright, placed } from './coordinate-systems.ts'
import type { S2kReading } from './s2k-reading.ts'
import type { RowStatus, S2kRow } from './s2k-tables.ts'

/** Joints and grid lines, and the systems in which they are told. A mistake here would put half the building elsewhere. */

const SYSTEM_NUMBERS = ['X', 'Y', 'Z', 'AboutX', 'AboutY', 'AboutZ'] as const

export function readSystems(reading: S2kReading): void {
  const { systems, issues } = reading
  reading.each('COORDINATE SYSTEMS', (row) => {
    const name = row.get('Name')
    const type = row.get('Type')
    const [x = 0, y = 0, z = 0, aboutX = 0, aboutY = 0, aboutZ = 0] = SYSTEM_NUMBERS.map((key) => numberOr(row, key, 0, issues))
    if (name === undefined) return 'dropped'
    const isCartesian = type === undefined || type.toLowerCase() === 'cartesian'
    systems.set(name.toUpperCase(), { origin: [x, y, z], about: [aboutX, aboutY, aboutZ], isCartesian })
    return 'taken'
  })
}

/** Says what is wrong where something stands that is no number. */
function numberOr(row: S2kRow, key: string, otherwise: number | undefined, issues: S2kReading['issues']): number {
  const text = row.get(key)
  const value = text === undefined ? otherwise : row.number(key)
  if (value !== undefined) return value
  const what = row.get('Joint') ?? row.get('GridID') ?? row.get('Name') ?? ''
  issues.add(
    fileValue(
      row.loc(key),
      text === undefined ? `${key} of '${what}' is missing` : `${key} of '${what}' is '${text.slice(0, 64)}', no number`,
    ),
  )
  return 0
}

export function readNodes(reading: S2kReading): void {
  const { model, report, issues } = reading
  const { systems } = reading
  reading.each('JOINT COORDINATES', (row): RowStatus => {
    const name = row.get('Joint')
    if (name === undefined) return reading.missing(row, 'Joint')
    const systemName = row.get('CoordSys') ?? 'GLOBAL'
    const system = systems.get(systemName.toUpperCase())
    if (!system) issues.add(fileValue(row.loc('CoordSys'), `there is no coordinate system '${systemName.slice(0, 64)}'`))
    const type = (row.get('CoordType') ?? 'Cartesian').toLowerCase()
    const point = pointIn(row, type, issues)
    if (!point || !system) return 'dropped'
    const isMoved = type !== 'cartesian' || !isGlobal(system)
    const [x, y, z] = isMoved ? rounded(placed(point, system)) : point
    const id = model.idOf('nodes', name)
    if (!model.add('nodes', { id, position: { x, y, z } })) return reading.duplicate(`joint ${id}`)
    if (isMoved) report.note('converted', 'coordinates_converted', { example: `node ${id}` })
    return 'taken'
  })
}

const rounded = ([x, y, z]: Vec): Vec => [twelveDigits(x), twelveDigits(y), twelveDigits(z)]

function pointIn(row: S2kRow, type: string, issues: S2kReading['issues']): Vec | undefined {
  const number = (key: string) => numberOr(row, key, undefined, issues)
  if (type === 'cartesian') return [number('XorR'), number('Y'), number('Z')]
  if (type === 'cylindrical') {
    const [radius, angle] = [number('XorR'), (number('T') * Math.PI) / 180]
    return [radius * Math.cos(angle), radius * Math.sin(angle), number('Z')]
  }
  issues.add(fileValue(row.loc('CoordType'), `joints in ${type.slice(0, 64)} coordinates are not read`))
  return undefined
}

const AXES = ['X', 'Y', 'Z'] as const

export function readGrid(reading: S2kReading): void {
  const { model, report, issues } = reading
  const { systems } = reading
  const names = new Set<string>()
  const rows: { row: S2kRow; system: string }[] = []
  const fates: RowStatus[] = []
  // Whether there are several systems is known when all rows are.
  reading.each('GRID LINES', (row) => {
    const system = row.get('CoordSys') ?? 'GLOBAL'
    names.add(system)
    rows.push({ row, system })
    const direction = (row.get('AxisDir') ?? '').toUpperCase()
    const axis = AXES.find((one) => one === direction)
    const known = systems.get(system.toUpperCase())
    const isRead = axis !== undefined && known !== undefined && isUpright(known)
    row.get('GridID')
    if (isRead) numberOr(row, 'XRYZCoord', undefined, issues)
    else report.note('dropped', 'grid_line', { example: `${system} ${direction} ${row.get('GridID') ?? ''}` })
    fates.push(isRead ? 'taken' : 'dropped')
    return isRead ? 'taken' : 'dropped'
  })
  for (const [i, { row, system: name }] of rows.entries()) {
    const system = systems.get(name.toUpperCase())
    const axis = AXES.find((one) => one === row.get('AxisDir')?.toUpperCase())
    if (fates[i] !== 'taken' || !system || !axis) continue
    const coordinate = row.number('XRYZCoord') ?? 0
    const label = row.get('GridID') ?? String(coordinate)
    const grid = { axis, coordinate, label, system: names.size > 1 ? name : undefined }
    if (!addGridLine(model, report, grid, system)) report.note('dropped', 'grid_line', { example: `${name} ${axis} ${label}` })
  }
}
