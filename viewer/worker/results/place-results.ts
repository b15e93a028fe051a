import { readCaseResults } from '#lib/drawing/results/case-results.ts'
import { type HingeElement, hingePlaces } from '#lib/drawing/results/hinge-places.ts'
import { type FrameLine, resultFrames } from '#lib/drawing/results/result-frames.ts'
import { placeOfNode } from '#lib/model/columns.ts'
import { distance, subtract, type Vec, vec } from '#lib/model/shape/vector.ts'
import type { CaseColumns } from '#lib/schema/case-results.ts'
import { type HeldModel, placesById } from '../held-model.ts'
import type { PlacedResults } from './placed-results.ts'

export type ResultsToPlace = { columns: CaseColumns; hinges: readonly HingeElement[] }

/** Numbers of an answer, each beside its frame or node. `origin`: of the scene. What the model does not have lies nowhere (NaN). */
export function placeResults(held: HeldModel, origin: Vec, { columns, hinges }: ResultsToPlace): PlacedResults {
  const { head, nodes } = held.columns
  const byId = { node: placesById(held.columns, 'node'), frame: placesById(held.columns, 'frame') }
  const indicesOf = (kind: 'node' | 'frame', ids: readonly string[] = []) =>
    Int32Array.from(ids, (id) => byId[kind].get(id) ?? -1)
  const pointOf = (node: number): Vec => {
    const at = node < 0 ? null : placeOfNode(nodes, node + 1)
    return at ? subtract(at, origin) : [Number.NaN, Number.NaN, Number.NaN]
  }
  const lineOf = (frame: number): FrameLine & Pick<NonNullable<ReturnType<typeof elementOf>>, 'releases'> => {
    const { startNodeId = '', endNodeId = '', rotation, releases } = elementOf(frame) ?? {}
    const end = (id: string) => pointOf(byId.node.get(id) ?? -1)
    return { start: end(startNodeId), end: end(endNodeId), rotation, releases }
  }
  const elementOf = (frame: number) => (frame < 0 ? undefined : held.elementAt('frame', frame))
  const frameIndices = indicesOf('frame', columns.frames)
  const supportedIndices = indicesOf('node', columns.supported)
  const supports = new Map(
    (hinges.some(({ kind }) => kind === 'support') ? [...placesById(held.columns, 'support')] : []).map(([id, k]) => [id, k]),
  )
  const { min, max } = head.bounds
  return {
    lines: readCaseResults(columns),
    frames: resultFrames([...frameIndices].map(lineOf)),
    frameIndices,
    nodeIndices: indicesOf('node', columns.nodes),
    supported: [...supportedIndices].map(pointOf),
    supportedIndices,
    hinges: hingePlaces(hinges, {
      frame: (id) => (byId.frame.has(id) ? lineOf(byId.frame.get(id) ?? -1) : undefined),
      support: (id) => {
        const support = held.elementAt('support', supports.get(id) ?? -1)
        return support && pointOf(byId.node.get(support.nodeId) ?? -1)
      },
    }),
    diagonal: distance(vec(min), vec(max)),
  }
}
