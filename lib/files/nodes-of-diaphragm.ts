import { distance, type Vec, vec } from '#lib/model/shape/vector.ts'
import type { Diaphragm } from '#lib/schema/loads.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'

/** How far a node lies from a level that it is on, as a share of the diagonal of the model. */
const NEAR_LEVEL = 1e-4

/** The nodes that a diaphragm ties: of a level, those at its height that frames or areas use. Looked for once for all levels. */
export function nodesOfDiaphragms(model: ViewerModel): (diaphragm: Diaphragm) => string[] {
  const coordinates = new Map((model.gridLines ?? []).map(({ id, coordinate }) => [id, coordinate]))
  let used: readonly { id: string; z: number }[] | undefined
  let tolerance = 0
  return ({ nodeIds, gridLineId }) => {
    if (nodeIds) return [...new Set(nodeIds)]
    const level = coordinates.get(gridLineId ?? '')
    if (level === undefined) return []
    if (!used) [used, tolerance] = [usedNodes(model), NEAR_LEVEL * diagonalOf(model)]
    return used.flatMap(({ id, z }) => (Math.abs(z - level) <= tolerance ? [id] : []))
  }
}

function usedNodes({ nodes, frames = [], areas = [] }: ViewerModel): { id: string; z: number }[] {
  const used = new Set<string>()
  for (const { startNodeId, endNodeId } of frames) used.add(startNodeId).add(endNodeId)
  for (const { nodeIds } of areas) for (const id of nodeIds) used.add(id)
  return nodes.flatMap(({ id, position }) => (used.has(id) ? [{ id, z: position.z }] : []))
}

function diagonalOf({ nodes }: ViewerModel): number {
  let [low, high]: [Vec, Vec] = [[0, 0, 0], [0, 0, 0]] // biome-ignore format: a pair
  for (const [k, { position }] of nodes.entries()) {
    const [x, y, z] = vec(position)
    low = k === 0 ? [x, y, z] : [Math.min(low[0], x), Math.min(low[1], y), Math.min(low[2], z)]
    high = k === 0 ? [x, y, z] : [Math.max(high[0], x), Math.max(high[1], y), Math.max(high[2], z)]
  }
  return distance(low, high)
}
