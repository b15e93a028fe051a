import type { S2kReading } from '../csi/s2k-reading.ts'

type Constraint = { isLevel: boolean; isMultiLevel: boolean }

/**
 * Diaphragms: joints that move together in plan, each in the first that names it. An area is labelled with the last that all its joints share.
 * What is neither stays in the source of its joint.
 */
export function readDiaphragms(reading: S2kReading): void {
  const { model, report } = reading
  const constraints = new Map<string, Constraint>()
  reading.each('CONSTRAINT DEFINITIONS - DIAPHRAGM', (row) => {
    const name = row.get('Name')
    if (name === undefined) return 'dropped'
    row.get('CoordSys')
    constraints.set(name, { isLevel: /^(?:z|auto)$/i.test(row.get('Axis') ?? 'Z'), isMultiLevel: row.isYes('MultiLevel') })
    return 'taken'
  })
  const of = new Map<string, string[]>()
  reading.each('JOINT CONSTRAINT ASSIGNMENTS', (row) => {
    const [joint, name] = [row.get('Joint'), row.get('Constraint')]
    const id = joint === undefined ? '' : model.idOf('nodes', joint)
    if (!model.has('nodes', id)) return reading.missing(row, `joint ${id}`)
    row.get('Type')
    if (name === undefined || !constraints.has(name)) {
      report.note('dropped', 'constraints', { place: row.table })
      return 'dropped'
    }
    of.set(id, [...(of.get(id) ?? []), name])
    return 'taken'
  })
  const stated = addDiaphragms(reading, constraints, of)
  labelAreas(reading, of, stated)
  for (const [id, names] of of) {
    const left = names.filter((name) => !stated.get(id)?.has(name))
    const node = model.get('nodes', id)
    if (left.length === 0 || !node) continue
    node.source = { ...node.source, diaphragms: left }
    report.note('kept', 'diaphragm', { example: `node ${id}` })
  }
}

/** By node which of its names the model says. */
type StatedNames = Map<string, Set<string>>

const state = (stated: StatedNames, node: string, name: string) => stated.set(node, (stated.get(node) ?? new Set()).add(name))

function addDiaphragms(
  { model }: S2kReading,
  constraints: ReadonlyMap<string, Constraint>,
  of: ReadonlyMap<string, string[]>,
): StatedNames {
  const groups = new Map<string, { name: string; nodeIds: string[] }>()
  for (const [node, names] of of) {
    const name = names.find((one) => constraints.get(one)?.isLevel)
    if (name === undefined) continue
    const level = constraints.get(name)?.isMultiLevel ? (model.get('nodes', node)?.position.z ?? 0) : ''
    const key = `${name}\0${level}`
    const group = groups.get(key) ?? { name, nodeIds: [] }
    groups.set(key, group)
    group.nodeIds.push(node)
  }
  const stated: StatedNames = new Map()
  for (const { name, nodeIds } of groups.values()) {
    if (nodeIds.length < 2) continue
    let id = model.idOf('diaphragms', name)
    for (let number = 2; model.has('diaphragms', id); number++) id = model.idOf('diaphragms', `${name}_${number}`)
    model.add('diaphragms', { id, nodeIds })
    for (const node of nodeIds) state(stated, node, name)
  }
  return stated
}

function labelAreas({ model }: S2kReading, of: ReadonlyMap<string, string[]>, stated: StatedNames): void {
  for (const area of model.all('areas')) {
    const [first, ...others] = area.nodeIds
    const shared = (of.get(first ?? '') ?? []).filter((name) => others.every((node) => of.get(node)?.includes(name)))
    const last = shared.at(-1)
    if (last === undefined) continue
    area.diaphragmId = last
    for (const node of area.nodeIds) state(stated, node, last)
  }
}
