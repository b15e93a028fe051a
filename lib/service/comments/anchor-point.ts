import { add, cross, length, scale, subtract, type Vec, vec } from '#lib/model/shape/vector.ts'
import type { AnchorElement } from '#lib/schema/comment-bodies.ts'
import { ANCHOR_KINDS } from '#lib/schema/comment-words.ts'
import type { Vector3 } from '#lib/schema/schema.ts'
import type { Reading } from '#lib/storage/read/model-reader.ts'

/** Where a comment's mark stands that names elements and no point, in model units. */

/**
 * A node's position, the middle of a frame, the centroid of an area, the node of a support; of several elements the mean. Null where
 * none of them has a place: grid lines have none.
 */
export async function pointOfElements(reading: Reading, elements: readonly AnchorElement[]): Promise<Vector3 | null> {
  const idsOf = (kind: AnchorElement['kind']) => elements.flatMap((element) => (element.kind === kind ? element.id : []))
  const [frames, areas, supports] = await Promise.all([
    reading.read(ANCHOR_KINDS.frame, idsOf('frame')),
    reading.read(ANCHOR_KINDS.area, idsOf('area')),
    reading.read(ANCHOR_KINDS.support, idsOf('support')),
  ])
  const needed = new Set([
    ...idsOf('node'),
    ...frames.flatMap(({ startNodeId, endNodeId }) => [startNodeId, endNodeId]),
    ...areas.flatMap(({ nodeIds }) => nodeIds),
    ...supports.map(({ nodeId }) => nodeId),
  ])
  const nodes = new Map((await reading.read('nodes', [...needed])).map(({ id, position }) => [id, vec(position)]))
  const placesOf = (ids: readonly string[]) => isThere(ids.map((id) => nodes.get(id)))
  const points = isThere([
    ...placesOf(idsOf('node')),
    ...frames.map(({ startNodeId, endNodeId }) => mean(placesOf([startNodeId, endNodeId]))),
    ...areas.map(({ nodeIds }) => centroid(placesOf(nodeIds))),
    ...placesOf(supports.map(({ nodeId }) => nodeId)),
  ])
  const middle = mean(points)
  return middle && { x: middle[0], y: middle[1], z: middle[2] }
}

const isThere = (points: readonly (Vec | null | undefined)[]): Vec[] =>
  points.filter((point): point is Vec => point !== null && point !== undefined)

function mean(points: readonly Vec[]): Vec | null {
  if (points.length === 0) return null
  return scale(points.reduce(add), 1 / points.length)
}

/** Of the triangles that fan out from the first corner, each weighed by its part of the whole face; of a face without area the mean. */
function centroid(corners: readonly Vec[]): Vec | null {
  const [first, ...rest] = corners
  if (!first) return null
  const triangles = rest.slice(1).map((corner, index) => {
    const [a, b] = [subtract(rest[index] ?? first, first), subtract(corner, first)]
    return { normal: cross(a, b), third: scale(add(a, b), 1 / 3) }
  })
  const normal = triangles.reduce<Vec>((sum, triangle) => add(sum, triangle.normal), [0, 0, 0])
  const size = length(normal)
  if (!(size > 0)) return mean(corners)
  const offset = triangles.reduce<Vec>(
    (sum, { normal: own, third }) => {
      const share = (own[0] * normal[0] + own[1] * normal[1] + own[2] * normal[2]) / (size * size)
      return add(sum, scale(third, share))
    },
    [0, 0, 0],
  )
  return add(first, offset)
}
