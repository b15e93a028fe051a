import type { ViewerSupportRestraints } from '#lib/schema/schema.ts'
import { isTurned } from './coordinate-systems.ts'
import type { S2kReading } from './s2k-reading.ts'

const DIRECTIONS = ['u1', 'u2', 'u3', 'r1', 'r2', 'r3'] as const

/** Restraints and springs of joints, in global axes. */
export function readSupports(reading: S2kReading): void {
  const { model, report } = reading
  const { systems, turnedJoints: turned } = reading
  reading.each('JOINT LOCAL AXES ASSIGNMENTS 1 - TYPICAL', (row) => {
    const joint = row.get('Joint')
    if (joint !== undefined) turned.add(model.idOf('nodes', joint))
    report.note('dropped', 'assignments', { place: row.table })
    return 'dropped'
  })
  const free = new Set<string>()
  reading.each('JOINT RESTRAINT ASSIGNMENTS', (row) => {
    const id = model.idOf('nodes', row.get('Joint') ?? '')
    if (!model.has('nodes', id)) return reading.missing(row, `joint ${id}`)
    const restraints: ViewerSupportRestraints = {}
    for (const direction of DIRECTIONS) restraints[direction] = row.isYes(direction.toUpperCase())
    if (!model.add('supports', { id, nodeId: id, restraints })) return reading.duplicate(`support ${id}`)
    if (turned.has(id)) report.note('guessed', 'restraint_axes', { example: `support ${id}` })
    if (DIRECTIONS.every((direction) => !restraints[direction])) free.add(id)
    return 'taken'
  })
  reading.each('JOINT SPRING ASSIGNMENTS 1 - UNCOUPLED', (row) => {
    const id = model.idOf('nodes', row.get('Joint') ?? '')
    if (!model.has('nodes', id)) return reading.missing(row, `joint ${id}`)
    const system = row.get('CoordSys') ?? 'Local'
    const isGlobal = system.toUpperCase() === 'LOCAL' ? !turned.has(id) : !isTurned(systems.get(system.toUpperCase()) ?? TURNED)
    const stiffness = Object.fromEntries(
      DIRECTIONS.map((direction) => [direction, row.number(direction.toUpperCase()) ?? 0] as const).filter(
        ([, value]) => value > 0,
      ),
    )
    if (!isGlobal) {
      report.note('dropped', 'spring', { example: `node ${id}` })
      return 'dropped'
    }
    if (Object.keys(stiffness).length === 0) return 'taken'
    const restraints: ViewerSupportRestraints = {}
    for (const direction of DIRECTIONS) restraints[direction] = direction in stiffness ? null : false
    model.add('supports', { id, nodeId: id, restraints })
    const support = model.get('supports', id)
    if (!support) return 'dropped'
    for (const direction of DIRECTIONS)
      if (direction in stiffness && support.restraints?.[direction] !== true)
        support.restraints = { ...support.restraints, [direction]: null }
    support.stiffness = stiffness
    return 'taken'
  })
}

const TURNED = { origin: [0, 0, 0], about: [0, 0, 1], isCartesian: true } as const
