import { newell } from '#lib/model/shape/shell-axes.ts'
import { add, cross, distance, dot, length, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'

/**
 * A convex face on beams is as many faces as the beams across it leave: each from edge to edge, as one frame or several in line. Corners
 * in m; `T` is what a corner stands for, a node.
 */
export type Corner<T> = { at: Vec; node: T }
/** A frame that lies in the face, from corner to corner. */
export type Beam<T> = readonly [start: Corner<T>, end: Corner<T>]

/** The face, cut along each line of beams that goes across it without a gap; beams that end within it cut nothing. */
export function panelsOf<T>(face: readonly Corner<T>[], beams: readonly Beam<T>[], tolerance: number): Corner<T>[][] {
  for (const beam of beams) {
    const ends = acrossFace(face, beam, beams, tolerance)
    if (!ends) continue
    return cut(face, ends, tolerance).flatMap((part) => panelsOf(part, beams.filter(within(part, tolerance)), tolerance))
  }
  return [[...face]]
}

/** Whether a beam lies in the face and not along one of its edges. */
export function within<T>(face: readonly Corner<T>[], tolerance: number): (beam: Beam<T>) => boolean {
  const normal = unit(newell(face.map(({ at }) => at)))
  const edges = face.flatMap(({ at }, i) => {
    const way = unit(subtract(face[(i + 1) % face.length]!.at, at))
    return normal && way ? [{ from: at, normal, inward: cross(normal, way) }] : []
  })
  return ([start, end]) => {
    const middle = scale(add(start.at, end.at), 0.5)
    return edges.every(({ from, normal, inward }) => {
      const ways = [start.at, end.at].map((at) => subtract(at, from))
      const isIn = ways.every((way) => Math.abs(dot(way, normal)) <= tolerance && dot(way, inward) >= -tolerance)
      return isIn && dot(subtract(middle, from), inward) > tolerance
    })
  }
}

/** Where the line of a beam enters and leaves the face, if beams cover all between: at the nodes of the outermost. */
function acrossFace<T>(
  face: readonly Corner<T>[],
  [start, end]: Beam<T>,
  beams: readonly Beam<T>[],
  tolerance: number,
): readonly [Corner<T>, Corner<T>] | undefined {
  const along = unit(subtract(end.at, start.at))
  if (!along) return undefined
  const far = (at: Vec) => dot(subtract(at, start.at), along)
  const isOnLine = (at: Vec) => length(subtract(subtract(at, start.at), scale(along, far(at)))) <= tolerance
  const inLine = beams
    .filter((beam) => beam.every(({ at }) => isOnLine(at)))
    .map(([one, other]) => (far(one.at) <= far(other.at) ? ([one, other] as const) : ([other, one] as const)))
    .sort(([one], [other]) => far(one.at) - far(other.at))
  const [first] = inLine
  if (!first) return undefined
  let last = first[1]
  for (const [from, to] of inLine) {
    if (far(from.at) > far(last.at) + tolerance) return undefined
    if (far(to.at) > far(last.at)) last = to
  }
  return edgeUnder(face, first[0].at, tolerance) >= 0 && edgeUnder(face, last.at, tolerance) >= 0 ? [first[0], last] : undefined
}

/** The first edge on which a point lies, by its corner; -1: none. */
function edgeUnder<T>(face: readonly Corner<T>[], at: Vec, tolerance: number): number {
  return face.findIndex((corner, i) => {
    const way = subtract(face[(i + 1) % face.length]!.at, corner.at)
    const share = dot(subtract(at, corner.at), way) / dot(way, way)
    return distance(at, add(corner.at, scale(way, Math.min(1, Math.max(0, share))))) <= tolerance
  })
}

/** Both sides of a line from edge to edge, as they go round. */
function cut<T>(face: readonly Corner<T>[], ends: readonly [Corner<T>, Corner<T>], tolerance: number): Corner<T>[][] {
  const round = [...face]
  const places = ends.map((end) => {
    const there = round.find(({ at }) => distance(at, end.at) <= tolerance)
    if (there) return there
    round.splice(edgeUnder(round, end.at, tolerance) + 1, 0, end)
    return end
  })
  const [from, to] = places.map((place) => round.indexOf(place)).sort((a, b) => a - b) as [number, number]
  return [round.slice(from, to + 1), [...round.slice(to), ...round.slice(0, from + 1)]]
}
