import type { ViewerSupportRestraints } from '#lib/schema/schema.ts'
import { fileValue } from '../file-refused.ts'
import type { E2kReading } from './e2k-reading.ts'

const DIRECTIONS = [
  ...([['UX', 'u1'], ['UY', 'u2'], ['UZ', 'u3']] as const),
  ...([['RX', 'r1'], ['RY', 'r2'], ['RZ', 'r3']] as const),
] // biome-ignore format: a table

/** Points in plan, and what is assigned to them storey by storey. */
export function readE2kPoints(reading: E2kReading): void {
  const { model, report, issues, points } = reading
  reading.each('POINT', (row) => {
    const name = row.at(0)
    if (name === undefined) return reading.missing(row, 'a point without name')
    const [x, y] = [row.numberAt(1), row.numberAt(2)]
    const below = row.length > 3 ? row.numberAt(3) : 0
    for (const [key, value] of [['X', x], ['Y', y], ['DZ', below]] as const) // biome-ignore format: a line
      if (value === undefined) issues.add(fileValue(row.loc(key), `${key} of point '${name.slice(0, 64)}' is no number`))
    if (x === undefined || y === undefined || below === undefined) return 'dropped'
    if (points.has(name)) return reading.duplicate(`point ${name}`)
    points.set(name, { x, y, below })
    return 'taken'
  })
  readSprings(reading)
  reading.each('DIAPHRAGM', (row) => {
    const name = row.at(0)
    if (name === undefined) return 'dropped'
    const isSoft = /semi|flexible/i.test([row.get('TYPE') ?? '', ...row.keys].join(' '))
    if (!isSoft) reading.diaphragms.rigid.add(name)
    return 'taken'
  })
  reading.each('POINTASSIGN', (row) => {
    const [point = '', storey = ''] = [row.at(0), row.at(1)]
    const isNode = row.get('USERJOINT')?.toLowerCase() === 'yes'
    const [held, spring, diaphragm] = [row.get('RESTRAINT'), row.get('SPRING') ?? row.get('SPRINGPROP'), row.get('DIAPH')]
    const isStated = isNode || held !== undefined || spring !== undefined
    const known = diaphragm !== undefined && diaphragm !== 'DISCONNECTED' && !diaphragm.startsWith('FROM')
    if (!isStated && !known) {
      report.note('dropped', 'assignments', { place: row.keyword })
      return 'dropped'
    }
    const id = reading.nodeAt(point, storey)
    if (id === undefined) return reading.missing(row, `point ${point} of storey ${storey}`)
    if (held !== undefined) {
      const words = held.toUpperCase().split(/\s+/)
      const restraints: ViewerSupportRestraints = {}
      for (const [word, direction] of DIRECTIONS) restraints[direction] = words.includes(word)
      if (!model.add('supports', { id, nodeId: id, restraints })) return reading.duplicate(`support ${id}`)
    }
    const isSprung = spring !== undefined && setSpring(reading, id, spring)
    const isTaken = held !== undefined || isNode || isSprung
    const node = known ? model.get('nodes', id) : undefined
    if (!node) return isTaken ? 'taken' : 'dropped'
    if (reading.diaphragms.add(diaphragm ?? '', storey, [id])) return 'taken'
    node.source = { ...node.source, diaphragms: [diaphragm] }
    report.note('kept', 'diaphragm', { example: `node ${id}` })
    return isTaken ? 'taken' : 'kept'
  })
}

function readSprings(reading: E2kReading): void {
  const { report, springs } = reading
  reading.each('POINTSPRING', (row) => {
    const name = row.at(0)
    const stiffnesses = DIRECTIONS.flatMap(([word, direction]) => {
      const value = row.number(word)
      return value !== undefined && value > 0 ? [[direction, value] as const] : []
    })
    row.get('STIFFNESSOPTION')
    if (name === undefined || stiffnesses.length === 0) {
      report.note('dropped', 'property_data', { place: row.keyword })
      return 'dropped'
    }
    springs.set(name, { ...springs.get(name), ...Object.fromEntries(stiffnesses) })
    return 'taken'
  })
}

/** Says whether the stiffnesses are known: of a spring by its links, or by the soil below it, they are not. */
function setSpring({ model, report, springs }: E2kReading, id: string, name: string): boolean {
  const stiffness = springs.get(name)
  if (!stiffness) {
    report.note('dropped', 'spring', { example: `node ${id}` })
    return false
  }
  const restraints: ViewerSupportRestraints = {}
  for (const [, direction] of DIRECTIONS) restraints[direction] = direction in stiffness ? null : false
  model.add('supports', { id, nodeId: id, restraints })
  const support = model.get('supports', id)
  if (!support) return false
  for (const [, direction] of DIRECTIONS)
    if (direction in stiffness && support.restraints?.[direction] !== true)
      support.restraints = { ...support.restraints, [direction]: null }
  support.stiffness = { ...stiffness }
  return true
}
