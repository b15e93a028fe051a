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
    return cut(face, ends, tolerance).flatMap((part) =>
      panelsOf(
        part,
        beams.filter((one) => isWithin(part, one, tolerance)),
        tolerance,
      ),
    )
  }
  return [[...face]]
}

/** Whether a beam lies in the face and not along one of its edges. The face goes round its normal. */
export function isWithin<T>(face: readonly Corner<T>[], [start, end]: Beam<T>, tolerance: number): boolean {
  const middle = scale(add(start.at, end.at), 0.5)
  const normal = normalOf(face)
  return face.every((corner, i) => {
    const way = unit(subtract(face[(i + 1) % face.length]!.at, corner.at))
    const inward = way && cross(normal, way)
    const depth = (at: Vec) => (inward ? dot(subtract(at, corner.at), inward) : 0)
    const isInPlane = [start.at, end.at].every((at) => Math.abs(dot(subtract(at, corner.at), normal)) <= tolerance)
    return isInPlane && depth(start.at) >= -tolerance && depth(end.at) >= -tolerance && depth(middle) > tolerance
  })
}

const normalOf = <T>(face: readonly Corner<T>[]): Vec => {
  const [first] = face
  let sum: Vec = [0, 0, 0]
  for (const [i, { at }] of face.entries()) {
    if (first) sum = add(sum, cross(subtract(at, first.at), subtract(face[(i + 1) % face.length]!.at, first.at)))
  }
  return unit(sum) ?? [0, 0, 0]
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
  const isOnEdge = (at: Vec) =>
    face.some((corner, i) => {
      const next = face[(i + 1) % face.length]!.at
      const way = subtract(next, corner.at)
      const share = dot(subtract(at, corner.at), way) / dot(way, way)
      return distance(at, add(corner.at, scale(way, Math.min(1, Math.max(0, share))))) <= tolerance
    })
  return isOnEdge(first[0].at) && isOnEdge(last.at) ? [first[0], last] : undefined
}

/** Both sides of a line from edge to edge, as they go round. */
function cut<T>(face: readonly Corner<T>[], ends: readonly [Corner<T>, Corner<T>], tolerance: number): Corner<T>[][] {
  const round = [...face]
  const places = ends.map((end) => {
    const there = round.find(({ at }) => distance(at, end.at) <= tolerance)
    if (there) return there
    const i = round.findIndex((corner, k) => {
      const next = round[(k + 1) % round.length]!.at
      return distance(corner.at, end.at) + distance(end.at, next) <= distance(corner.at, next) + tolerance
    })
    round.splice(i + 1, 0, end)
    return end
  })
  const [from, to] = places.map((place) => round.indexOf(place)).sort((a, b) => a - b) as [number, number]
  return [round.slice(from, to + 1), [...round.slice(to), ...round.slice(0, from + 1)]]
}
