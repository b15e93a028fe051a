import { isDictionary } from '#lib/values/dictionary.ts'
import type { CsiPlan } from '../csi/csi-plan.ts'
import type { S2kCells, TableToWrite } from '../csi/s2k-tables.ts'
import { nodesOfDiaphragms } from '../nodes-of-diaphragm.ts'

/** Constraints: the model's diaphragms, then those that joints' sources name, then labels of areas that no diaphragm has as its id. */
export function diaphragmTables(plan: CsiPlan): TableToWrite[] {
  const of = namesByNode(plan)
  const definitions = [...new Set([...of.values()].flat())]
  return [
    [
      'CONSTRAINT DEFINITIONS - DIAPHRAGM',
      definitions.map((Name) => ({ Name, CoordSys: 'GLOBAL', Axis: 'Z', MultiLevel: 'No' })),
    ],
    ['JOINT CONSTRAINT ASSIGNMENTS', constraintRows(plan, of)],
  ]
}

function namesByNode({ file: { model, report }, names }: CsiPlan): Map<string, string[]> {
  const of = new Map<string, string[]>()
  const add = (node: string, label: string) => {
    const name = names.nameOf('diaphragms', label)
    const known = of.get(node) ?? []
    if (!known.includes(name)) of.set(node, [...known, name])
  }
  const own = new Set<string>()
  const nodesOf = nodesOfDiaphragms(model)
  for (const diaphragm of model.diaphragms ?? []) {
    const nodes = nodesOf(diaphragm)
    own.add(diaphragm.id)
    if (nodes.length < 2) report.note('dropped', 'diaphragm', { example: `diaphragm ${diaphragm.id}` })
    else for (const node of nodes) add(node, diaphragm.id)
  }
  for (const { id, source } of model.nodes) {
    const stated = isDictionary(source) ? source.diaphragms : undefined
    if (Array.isArray(stated)) for (const one of stated) if (typeof one === 'string') add(id, one)
  }
  for (const { nodeIds, diaphragmId } of model.areas ?? [])
    if (diaphragmId && !own.has(diaphragmId)) for (const node of nodeIds) add(node, diaphragmId)
  const changed = (names.changed.get('diaphragms') ?? []).filter(([, id]) => own.has(id))
  if (changed.length > 0) names.changed.set('diaphragms', changed)
  else names.changed.delete('diaphragms')
  return of
}

function* constraintRows({ names }: CsiPlan, of: ReadonlyMap<string, string[]>): Generator<S2kCells, void> {
  for (const [node, all] of of)
    for (const Constraint of all) yield { Joint: names.nameOf('nodes', node), Constraint, Type: 'Diaphragm' }
}
