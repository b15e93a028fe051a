import { newell, type ShellAxes, shellAxes } from '#lib/model/shape/shell-axes.ts'
import { cross, distance, dot, length, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'

/**
 * How a convex, plane area without openings hands a unit pressure to its edges, as load per length: each point to the nearest edge
 * (two-way), or to both edges that a line along the span meets, half each (one-way). Both are linear by pieces.
 */
export type EdgeShare = {
  edge: number
  /** From its first node, in m. */
  from: number
  to: number
  /** m: the width that is carried there. */
  start: number
  end: number
}

/** Outline of an area that this can do; undefined of others. Corners in m. */
export type ConvexFace = { corners: readonly Vec[]; axes: ShellAxes; area: number; edges: readonly Edge[] }
/** `inward`: unit normal in the plane, into the area. */
type Edge = { start: Vec; length: number; along: Vec; inward: Vec }

/** A corner so far off the plane, as a share of the area's size, is another area: conventions, section 10. */
const PLANE = 1e-3
const TURN = 1e-9

export function convexFace(corners: readonly Vec[]): ConvexFace | undefined {
  const axes = shellAxes(corners)
  if (!axes) return undefined
  const normal = axes[2]
  const [first] = corners
  let size = 0
  for (const corner of corners) if (first) size = Math.max(size, distance(corner, first))
  const isPlane = corners.every((corner) => first && Math.abs(dot(subtract(corner, first), normal)) <= PLANE * size)
  if (!isPlane) return undefined
  const edges: Edge[] = []
  for (const [i, start] of corners.entries()) {
    const way = subtract(corners[(i + 1) % corners.length]!, start)
    const long = length(way)
    if (!(long > 0)) return undefined
    const along = scale(way, 1 / long)
    edges.push({ start, length: long, along, inward: cross(normal, along) })
  }
  let turned = 0
  for (const [i, { along }] of edges.entries()) {
    const next = edges[(i + 1) % edges.length]!.along
    const sine = dot(cross(along, next), normal)
    if (sine < -TURN) return undefined
    turned += Math.atan2(sine, dot(along, next))
  }
  if (Math.abs(turned - 2 * Math.PI) > 1e-3) return undefined
  return { corners, axes, area: length(newell(corners)) / 2, edges }
}

/** `span`: a direction in the plane; undefined: two-way. */
export function edgeShares({ edges }: ConvexFace, span: Vec | undefined): EdgeShare[] {
  return edges.flatMap((edge, e) => {
    if (!span) return piecesOf(edge, e, edges, (other) => 1 / Math.max(0, 1 - dot(edge.inward, other.inward)))
    const along = dot(span, edge.inward)
    if (Math.abs(along) <= TURN) return []
    // The span turned inward, from this edge to the one across.
    return piecesOf(edge, e, edges, (other) => {
      const across = -Math.sign(along) * dot(span, other.inward)
      return across > TURN ? (0.5 * Math.abs(along)) / across : Number.POSITIVE_INFINITY
    })
  })
}

/** The least of the distances from the other edges, each times its factor, along the edge: a line each, broken where the least changes. */
function piecesOf(edge: Edge, index: number, edges: readonly Edge[], factorOf: (other: Edge) => number): EdgeShare[] {
  const lines: { value: number; slope: number }[] = []
  for (const [f, other] of edges.entries()) {
    const factor = f === index ? Number.POSITIVE_INFINITY : factorOf(other)
    if (factor > 1 / TURN) continue
    const value = factor * Math.max(0, dot(subtract(edge.start, other.start), other.inward))
    lines.push({ value, slope: factor * dot(edge.along, other.inward) })
  }
  const pieces: EdgeShare[] = []
  let from = 0
  let current = lowest(lines, 0)
  while (current && from < edge.length) {
    const here = current
    let to = edge.length
    let next: typeof current | undefined
    for (const line of lines) {
      if (!(line.slope < here.slope)) continue
      const meet = (line.value - here.value) / (here.slope - line.slope)
      if (meet > from && (meet < to || (meet === to && next && line.slope < next.slope))) {
        to = meet
        next = line
      }
    }
    const at = (x: number) => Math.max(0, here.value + here.slope * x)
    pieces.push({ edge: index, from, to, start: at(from), end: at(to) })
    from = to
    current = next
  }
  return pieces.filter(({ from, to, start, end }) => to - from > TURN * edge.length && start + end > 0)
}

function lowest(lines: readonly { value: number; slope: number }[], x: number) {
  let best: { value: number; slope: number } | undefined
  for (const line of lines) {
    const [value, least] = [line.value + line.slope * x, best ? best.value + best.slope * x : Infinity]
    if (value < least || (value === least && best && line.slope < best.slope)) best = line
  }
  return best
}
