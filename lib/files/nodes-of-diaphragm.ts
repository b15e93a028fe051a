import { distance, vec } from '#lib/model/shape/vector.ts'
import type { Diaphragm } from '#lib/schema/loads.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'

/** How far a node lies from a level that it is on, as a share of the diagonal of the model. */
const NEAR_LEVEL = 1e-4

/** Of a level: the nodes at its height that frames or areas use. */
export function nodesOfDiaphragm(
  { nodes, frames = [], areas = [], gridLines = [] }: ViewerModel,
  { nodeIds, gridLineId }: Diaphragm,
): string[] {
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
