import type { ViewerSupportRestraints } from '#lib/schema/schema.ts'
import { fileValue } from '../file-refused.ts'
import type { E2kReading } from './e2k-reading.ts'

const DIRECTIONS = { UX: 'u1', UY: 'u2', UZ: 'u3', RX: 'r1', RY: 'r2', RZ: 'r3' } as const

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
      for (const [word, direction] of Object.entries(DIRECTIONS)) restraints[direction as 'u1'] = words.includes(word) // a value of DIRECTIONS
      if (!model.add('supports', { id, nodeId: id, restraints })) return reading.duplicate(`support ${id}`)
    }
    if (spring !== undefined) report.note('dropped', 'spring', { example: `node ${id}` })
    const node = known ? model.get('nodes', id) : undefined
    if (node) {
      node.source = { ...node.source, diaphragms: [diaphragm] }
      report.note('kept', 'diaphragm', { example: `node ${id}` })
      return held === undefined && !isNode ? 'kept' : 'taken'
    }
    return held === undefined && !isNode ? 'dropped' : 'taken'
  })
}
