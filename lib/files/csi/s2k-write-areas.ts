import { isDictionary } from '#lib/values/dictionary.ts'
import type { CsiPlan } from './csi-plan.ts'
import type { Row, TableToWrite } from './s2k-tables.ts'
import { jointRows } from './s2k-write-properties.ts'

/** The tables of areas, and of the diaphragms that they are part of. */
export function s2kAreaTables(plan: CsiPlan): TableToWrite[] {
  const diaphragms = diaphragmsOf(plan)
  const definitions = [...new Set([...diaphragms.values()].flat())]
  return [
    [
      'CONSTRAINT DEFINITIONS - DIAPHRAGM',
      definitions.map((Name) => ({ Name, CoordSys: 'GLOBAL', Axis: 'Z', MultiLevel: 'No' })),
    ],
    ['CONNECTIVITY - AREA', connectivityRows(plan)],
    ['AREA SECTION ASSIGNMENTS', sectionRows(plan)],
    ['JOINT CONSTRAINT ASSIGNMENTS', constraintRows(plan, diaphragms)],
  ]
}

function* connectivityRows({ file, names }: CsiPlan): Generator<Row, void> {
  for (const { id, nodeIds } of file.model.areas ?? []) {
    const Area = names.nameOf('areas', id)
    for (const row of jointRows(nodeIds.map((node) => names.nameOf('nodes', node)))) yield { Area, ...row }
  }
}

function* sectionRows(plan: CsiPlan): Generator<Row, void> {
  const { file, names } = plan
  for (const area of file.model.areas ?? []) {
    const shell = plan.shellOf(area)
    const isInherited = area.materialId == null || area.materialId === shell?.materialId
    yield {
      ...{ Area: names.nameOf('areas', area.id), Section: shell?.name ?? 'None' },
      MatProp: isInherited ? 'Default' : names.nameOf('materials', area.materialId ?? ''),
    }
  }
}

/** By node: those of its areas, then those that its own source names. */
function diaphragmsOf({ file, names }: CsiPlan): Map<string, string[]> {
  const of = new Map<string, string[]>()
  const add = (node: string, label: string) => {
    const name = names.nameOf('diaphragms', label)
    const known = of.get(node) ?? []
    if (!known.includes(name)) of.set(node, [...known, name])
  }
  for (const { id, source } of file.model.nodes) {
    const stated = isDictionary(source) ? source.diaphragms : undefined
    if (Array.isArray(stated)) for (const one of stated) if (typeof one === 'string') add(id, one)
  }
  for (const { nodeIds, diaphragmId } of file.model.areas ?? [])
    if (diaphragmId) for (const node of nodeIds) add(node, diaphragmId)
  names.changed.delete('diaphragms')
  return of
}

function* constraintRows({ names }: CsiPlan, diaphragms: ReadonlyMap<string, string[]>): Generator<Row, void> {
  for (const [node, all] of diaphragms)
    for (const Constraint of all) yield { Joint: names.nameOf('nodes', node), Constraint, Type: 'Diaphragm' }
}
