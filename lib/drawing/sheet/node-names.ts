import { dot, vecAt } from '#lib/model/shape/vector.ts'
import { type Layout, placeOn } from './drawing-layout.ts'
import type { Point } from './svg.ts'

/** Names of the nodes of what a drawing shows. */

export type NodeNaming = {
  /** Empty: it is not named. */
  textOf: (node: number) => string
  nodesOf: (kind: 'frame' | 'area', index: number) => Iterable<number>
}

/** Where on paper each stands; of those behind one another the one that is nearest to the eye. */
export function nodeNames(layout: Layout, { textOf, nodesOf }: NodeNaming): { text: string; at: Point }[] {
  const { drawing, bodies } = layout
  const { scene, sight } = drawing
  const place = placeOn(layout)
  const nodes = new Set((bodies ?? []).flatMap(({ kind, index }) => [...nodesOf(kind, index)]))
  const named = [...nodes].flatMap((node) => {
    const text = scene.nodes[4 * node + 3]! >= 0 ? textOf(node) : ''
    const point = vecAt(scene.nodes, 4 * node)
    const depth = dot(point, sight.toward)
    const isShown = text !== '' && depth <= sight.near && depth >= sight.far
    return isShown ? [{ text, depth, at: place(dot(point, sight.right), dot(point, sight.up)) }] : []
  })
  const positions = new Set<string>()
  return named
    .sort((a, b) => b.depth - a.depth)
    .filter(({ at }) => {
      const spot = at.map(Math.round).join()
      return !positions.has(spot) && positions.add(spot)
    })
}
