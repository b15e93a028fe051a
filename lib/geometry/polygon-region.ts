import type { Point2 } from '#lib/model/schema.ts'
import { triangulate } from './triangulate.ts'

/** What is left of an outline after its openings are cut: triangles, and the edges around it with the material on their left. */
export type Region = { points: Point2[]; triangles: [number, number, number][]; edges: [number, number][] }

/**
 * The usual area (a simple outline with openings well inside, apart from each other) goes through ear clipping. Everything
 * else that engineers send (openings that touch or cross the outline, overlap, lie outside; outlines that cross themselves)
 * is cut into trapezoids, which needs no rule about the input at all.
 */
export function region(outline: readonly Point2[], openings: readonly (readonly Point2[])[]): Region {
  return isPlain(outline, openings) ? earClipped(outline, openings) : trapezoids(outline, openings)
}

const cross = (o: Point2, a: Point2, b: Point2) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)

/** Even-odd: works for loops in either direction. */
export function isInside(point: Point2, loop: readonly Point2[]) {
  let inside = false
  for (let i = 0, j = loop.length - 1; i < loop.length; j = i++) {
    const a = loop[i] as Point2
    const b = loop[j] as Point2
    if (a.y > point.y !== b.y > point.y && point.x < ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}

type Edge = readonly [Point2, Point2]
const edgesOf = (loop: readonly Point2[]): Edge[] =>
  loop.map((point, i) => [point, loop[(i + 1) % loop.length] as Point2] as const)

/** Touching counts: an ear-clipped hole must not touch anything. */
function meet([a, b]: Edge, [c, d]: Edge, eps: number) {
  const side1 = cross(a, b, c)
  const side2 = cross(a, b, d)
  const side3 = cross(c, d, a)
  const side4 = cross(c, d, b)
  const overlap =
    Math.max(Math.min(a.x, b.x), Math.min(c.x, d.x)) <= Math.min(Math.max(a.x, b.x), Math.max(c.x, d.x)) + eps &&
    Math.max(Math.min(a.y, b.y), Math.min(c.y, d.y)) <= Math.min(Math.max(a.y, b.y), Math.max(c.y, d.y)) + eps
  const near = eps * Math.max(Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(d.x - c.x, d.y - c.y))
  return (
    overlap &&
    (side1 <= near || side2 <= near) &&
    (side1 >= -near || side2 >= -near) &&
    (side3 <= near || side4 <= near) &&
    (side3 >= -near || side4 >= -near)
  )
}

function isPlain(outline: readonly Point2[], openings: readonly (readonly Point2[])[]) {
  const eps = 1e-9 * reach(outline)
  const loops = [outline, ...openings].map(edgesOf)
  for (const [k, edges] of loops.entries()) {
    for (let i = 0; i < edges.length; i++)
      for (let j = i + 2; j < edges.length; j++)
        if (!(i === 0 && j === edges.length - 1) && meet(edges[i] as Edge, edges[j] as Edge, eps)) return false
    for (const other of loops.slice(k + 1)) for (const a of edges) for (const b of other) if (meet(a, b, eps)) return false
  }
  return openings.every(
    (opening, k) =>
      isInside(opening[0] as Point2, outline) && openings.every((other, m) => m === k || !isInside(opening[0] as Point2, other)),
  )
}

const reach = (points: readonly Point2[]) => {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  return Math.hypot(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
}

const turnOf = (loop: readonly Point2[]) => {
  const o = loop[0] as Point2
  return loop.reduce((sum, a, i) => sum + cross(o, a, loop[(i + 1) % loop.length] as Point2), 0)
}

function earClipped(outline: readonly Point2[], openings: readonly (readonly Point2[])[]): Region {
  const outer = turnOf(outline) >= 0 ? [...outline] : outline.toReversed()
  const holes = openings.map((opening) => (turnOf(opening) <= 0 ? [...opening] : opening.toReversed()))
  const loops = [outer, ...holes]
  const points = loops.flat()
  let first = 0
  const edges = loops.flatMap((loop) => {
    const from = first
    first += loop.length
    return loop.map((_, i): [number, number] => [from + i, from + ((i + 1) % loop.length)])
  })
  return { points, triangles: triangulate(outer, holes), edges }
}

function trapezoids(outline: readonly Point2[], openings: readonly (readonly Point2[])[]): Region {
  const eps = 1e-10 * reach(outline)
  const keep = (point: Point2) => isInside(point, outline) && !openings.some((opening) => isInside(point, opening))
  const pieces = splitAtCrossings([outline, ...openings].flatMap(edgesOf), eps)
  const points: Point2[] = []
  const known = new Map<string, number>()
  const place = (point: Point2) => {
    const key = `${Math.round(point.x / (eps * 8))} ${Math.round(point.y / (eps * 8))}`
    const before = known.get(key)
    if (before !== undefined) return before
    known.set(key, points.length)
    return points.push(point) - 1
  }

  const triangles: [number, number, number][] = []
  const heights = [...new Set(pieces.flatMap(([a, b]) => [a.y, b.y]))].sort((a, b) => a - b)
  for (const [i, low] of heights.slice(0, -1).entries()) {
    const high = heights[i + 1] as number
    if (high - low <= eps) continue
    const middle = (low + high) / 2
    const xAt = ([a, b]: Edge, y: number) =>
      Math.abs(b.y - a.y) < Number.MIN_VALUE ? a.x : a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y)
    const crossing = pieces
      .filter(([a, b]) => Math.min(a.y, b.y) <= middle && Math.max(a.y, b.y) > middle)
      .sort((p, q) => xAt(p, middle) - xAt(q, middle))
    for (const [k, left] of crossing.slice(0, -1).entries()) {
      const right = crossing[k + 1] as Edge
      if (!keep({ x: (xAt(left, middle) + xAt(right, middle)) / 2, y: middle })) continue
      const corners = [
        { x: xAt(left, low), y: low },
        { x: xAt(right, low), y: low },
        { x: xAt(right, high), y: high },
        { x: xAt(left, high), y: high },
      ].map(place) as [number, number, number, number]
      const [a, b, c, d] = corners
      if (a !== b && b !== c && a !== c) triangles.push([a, b, c])
      if (a !== c && c !== d && a !== d) triangles.push([a, c, d])
    }
  }

  const edges: [number, number][] = []
  const drawn = new Set<string>()
  for (const [a, b] of pieces) {
    const size = Math.hypot(b.x - a.x, b.y - a.y)
    const step = Math.max(eps * 16, size * 1e-6)
    const aside = { x: (-(b.y - a.y) / size) * step, y: ((b.x - a.x) / size) * step }
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
    const onLeft = keep({ x: middle.x + aside.x, y: middle.y + aside.y })
    if (onLeft === keep({ x: middle.x - aside.x, y: middle.y - aside.y })) continue
    const edge: [number, number] = onLeft ? [place(a), place(b)] : [place(b), place(a)]
    if (edge[0] !== edge[1] && !drawn.has(edge.join())) edges.push(edge)
    drawn.add(edge.join())
  }
  return { points, triangles, edges }
}

function splitAtCrossings(edges: readonly Edge[], eps: number): Edge[] {
  return edges.flatMap(([a, b], i) => {
    const dx = b.x - a.x
    const dy = b.y - a.y
    const size = Math.hypot(dx, dy)
    if (size <= eps) return []
    const cuts = [0, 1]
    for (const [j, [c, d]] of edges.entries()) {
      if (i === j) continue
      const turn = dx * (d.y - c.y) - dy * (d.x - c.x)
      if (Math.abs(turn) > 1e-14 * size * Math.hypot(d.x - c.x, d.y - c.y)) {
        const along = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / turn
        const other = ((c.x - a.x) * dy - (c.y - a.y) * dx) / turn
        if (along > 0 && along < 1 && other >= -1e-9 && other <= 1 + 1e-9) cuts.push(along)
      } else {
        // Parallel: the ends of the other edge that lie on this one.
        for (const end of [c, d]) {
          const along = ((end.x - a.x) * dx + (end.y - a.y) * dy) / size ** 2
          if (along > 0 && along < 1 && Math.abs(cross(a, b, end)) <= eps * size) cuts.push(along)
        }
      }
    }
    cuts.sort((p, q) => p - q)
    const at = (along: number): Point2 => (along === 0 ? a : along === 1 ? b : { x: a.x + dx * along, y: a.y + dy * along })
    return cuts.slice(1).flatMap((to, k): Edge[] => {
      const from = cuts[k] as number
      return (to - from) * size > eps ? [[at(from), at(to)]] : []
    })
  })
}
