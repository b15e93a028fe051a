import type { Load } from '#lib/schema/loads.ts'
import type { ViewerArea, ViewerFrame } from '#lib/schema/schema.ts'
import type { Vec } from '../shape/vector.ts'
import type { LoadPlace } from './load-resultant.ts'

/** What is asked of a model to know where its loads are. */
export type LoadTargets = {
  ordinalOf(kind: 'nodes' | 'frames' | 'areas', id: string): number | undefined
  element(kind: 'frames', ordinal: number): ViewerFrame
  element(kind: 'areas', ordinal: number): ViewerArea
  position(node: number): Vec
}

/** Where a load is; undefined where what it is on, or a node of that, is not in the model. */
export function placeOfLoad({ nodeId, frameId, areaId }: Load, of: LoadTargets): LoadPlace | undefined {
  const pointOf = (id: string): Vec | undefined => {
    const node = of.ordinalOf('nodes', id)
    return node === undefined ? undefined : of.position(node)
  }
  if (nodeId != null) {
    const at = pointOf(nodeId)
    return at && { on: 'node', at }
  }
  const kind = frameId != null ? 'frames' : 'areas'
  const ordinal = of.ordinalOf(kind, frameId ?? areaId ?? '')
  if (ordinal === undefined) return undefined
  if (kind === 'frames') {
    const { startNodeId, endNodeId, rotation } = of.element('frames', ordinal)
    const [start, end] = [pointOf(startNodeId), pointOf(endNodeId)]
    return start && end && { on: 'frame', start, end, rotation: rotation ?? 0 }
  }
  const { nodeIds, openingNodeIds = [] } = of.element('areas', ordinal)
  const known = (ids: readonly string[]) =>
    ids.flatMap((id) => [pointOf(id) ?? []].filter((point): point is Vec => point.length === 3))
  return { on: 'area', outline: known(nodeIds), openings: openingNodeIds.map(known) }
}
