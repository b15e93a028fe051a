import { distance, vec } from '#lib/model/shape/vector.ts'
import type { Diaphragm } from '#lib/schema/loads.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import type { CsiPlan } from '../csi/csi-plan.ts'
import type { Row, TableToWrite } from '../csi/s2k-tables.ts'

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
  for (const diaphragm of model.diaphragms ?? []) {
    const nodes = nodesOf(model, diaphragm)
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

/** How far a node lies from a level that it is on, as a share of the diagonal of the model. */
const NEAR_LEVEL = 1e-4

/** Of a level: the nodes at its height that frames or areas use. */
function nodesOf({ nodes, frames = [], areas = [], gridLines = [] }: ViewerModel, { nodeIds, gridLineId }: Diaphragm): string[] {
  if (nodeIds) return [...new Set(nodeIds)]
  const level = gridLines.find(({ id }) => id === gridLineId)
  if (!level) return []
  const used = new Set([
    ...frames.flatMap(({ startNodeId, endNodeId }) => [startNodeId, endNodeId]),
    ...areas.flatMap((area) => area.nodeIds),
  ])
  const places = nodes.map(({ position }) => vec(position))
  const corner = (of: (...values: number[]) => number) =>
    ([0, 1, 2] as const).map((k) => places.reduce((most, place) => of(most, place[k]), places[0]?.[k] ?? 0))
  const [low, high] = [corner(Math.min), corner(Math.max)]
  const [x = 0, y = 0, z = 0] = low
  const [X = 0, Y = 0, Z = 0] = high
  const tolerance = NEAR_LEVEL * distance([x, y, z], [X, Y, Z])
  return nodes.flatMap(({ id, position }) => (used.has(id) && Math.abs(position.z - level.coordinate) <= tolerance ? [id] : []))
}

function* constraintRows({ names }: CsiPlan, of: ReadonlyMap<string, string[]>): Generator<Row, void> {
  for (const [node, all] of of)
    for (const Constraint of all) yield { Joint: names.nameOf('nodes', node), Constraint, Type: 'Diaphragm' }
}
