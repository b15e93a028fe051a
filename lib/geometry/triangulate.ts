import earcut from 'earcut'
import type { Point2 } from '#lib/schema/schema.ts'

/**
 * Triangles of an outline with holes, counter-clockwise, as places in the points of the outline followed by those of each hole.
 * For simple loops that do not touch each other, in either direction.
 */
export function triangulate(outline: readonly Point2[], holes: readonly (readonly Point2[])[]): [number, number, number][] {
  const points = [outline, ...holes].flat()
  let first = outline.length
  const firsts = holes.map(({ length }) => {
    first += length
    return first - length
  })
  const corners = earcut(
    points.flatMap(({ x, y }) => [x, y]),
    firsts,
  )
  return Array.from({ length: corners.length / 3 }, (_, k) => {
    const [a, b, c] = [corners[3 * k]!, corners[3 * k + 1]!, corners[3 * k + 2]!]
    const [p, q, r] = [points[a]!, points[b]!, points[c]!]
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) >= 0 ? [a, b, c] : [a, c, b]
  })
}
