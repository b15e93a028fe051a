import { MOST_CUT } from './cut-budget.ts'
import { edgePieces, type Piece } from './edge-pieces.ts'
import { type EdgeSearch, isRightOf } from './edge-search.ts'
import { type FlatArea, reach } from './flat-area.ts'
import type { Vec } from './vector.ts'

export type Trapezoids = {
  /** Points beyond the corners, each between two of these: from, to, share of the way. */
  added: number[]
  /** Three points each, counter-clockwise. */
  triangles: number[]
  /** Two points each, the material on the left. */
  edges: number[]
}

/** The corners of an area, then the points that were added to them. */
export function withAdded(corners: readonly Vec[], added: readonly number[]): Vec[] {
  const points = corners.slice()
  for (let i = 0; i < added.length; i += 3) {
    const [a, b] = [corners[added[i]!]!, corners[added[i + 1]!]!]
    const share = added[i + 2]!
    points.push([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share])
  }
  return points
}

/** An area cut into trapezoids, whatever its loops do, and the steps that took; without `cut` beyond the budget. */
export function trapezoids(area: FlatArea, search: EdgeSearch): { cut?: Trapezoids; steps: number } {
  const eps = 1e-10 * reach(area)
  const pieces = edgePieces(area, search, eps)
  const steps = area.corners.length + search.looked
  if (search.isOver() || pieces.length > MOST_CUT.pieces) return { steps }
  const { added, place } = placesOn(area, search, eps)
  const filled = fill(area, search, pieces, eps, place)
  if (!filled.triangles) return { steps: steps + filled.steps }
  const edges = bordersOf(area, search, pieces, eps, place)
  const triangles = filled.triangles
  return { cut: { added, triangles, edges }, steps: steps + filled.steps + 2 * area.corners.length * pieces.length }
}

/** The point at a share of the way along a piece: a corner, or one that is added; equal places are one point. */
type Place = (piece: Piece, share: number) => number

function placesOn({ corners }: FlatArea, { to: ends }: EdgeSearch, eps: number): { added: number[]; place: Place } {
  const added: number[] = []
  const known = new Map<string, number>()
  const place: Place = ({ edge, from, to, ax, ay, bx, by }, share) => {
    const [x, y] = share === 0 ? [ax, ay] : share === 1 ? [bx, by] : [ax + (bx - ax) * share, ay + (by - ay) * share]
    const key = `${Math.round(x / (eps * 8))} ${Math.round(y / (eps * 8))}`
    let index = known.get(key)
    if (index !== undefined) return index
    const end = ends[edge]!
    const along = from + (to - from) * share
    if (along === 0) index = edge
    else if (along === 1) index = end
    else index = corners.length + added.push(edge, end, along) / 3 - 1
    known.set(key, index)
    return index
  }
  return { added, place }
}

/** The trapezoid on the right of a piece: the piece on its other side, where it began, and the last strip it was seen in. */
type Open = { right: Piece; low: number; high: number }

/**
 * A line sweeps upward over the pieces. A trapezoid ends where one of its sides does, or where something comes between them. No
 * triangles where the budget is spent.
 */
function fill(
  area: FlatArea,
  search: EdgeSearch,
  pieces: readonly Piece[],
  eps: number,
  place: Place,
): { triangles?: number[]; steps: number } {
  const triangles: number[] = []
  let count = 0
  const close = (left: Piece, { right, low, high }: Open) => {
    count++
    const pointAt = (piece: Piece, y: number) => place(piece, Math.min(1, Math.max(0, (y - piece.ay) / (piece.by - piece.ay))))
    const [a, b, c, d] = [pointAt(left, low), pointAt(right, low), pointAt(right, high), pointAt(left, high)]
    if (a !== b && b !== c && a !== c) triangles.push(a, b, c)
    if (a !== c && c !== d && a !== d) triangles.push(a, c, d)
  }
  const material = materialIn(area, search)
  let open = new Map<Piece, Open>()
  let steps = 0
  for (const { from, to, crossed } of sweep(pieces, eps)) {
    steps += crossed.length
    const still = new Map<Piece, Open>()
    for (const [left, right] of material(crossed)) {
      const before = open.get(left)
      still.set(left, before?.right === right ? { ...before, high: to } : { right, low: from, high: to })
    }
    for (const [left, before] of open) if (still.get(left)?.low !== before.low) close(left, before)
    open = still
    if (count > MOST_CUT.trapezoids) return { steps }
  }
  for (const [left, last] of open) close(left, last)
  return { triangles, steps }
}

/** A piece where the strip in hand cuts it. */
type Crossed = { piece: Piece; x: number }

/** The strips between the heights of the pieces' ends, upward, each with the pieces that cross it, from left to right. */
function* sweep(pieces: readonly Piece[], eps: number): Generator<{ from: number; to: number; crossed: readonly Crossed[] }> {
  const low = ({ piece: { ay, by } }: Crossed) => Math.min(ay, by)
  const high = ({ piece: { ay, by } }: Crossed) => Math.max(ay, by)
  const heights = Float64Array.from(new Set(pieces.flatMap(({ ay, by }) => [ay, by]))).sort()
  const coming = pieces.flatMap((piece) => (piece.ay === piece.by ? [] : { piece, x: 0 })).sort((p, q) => low(p) - low(q))
  let crossed: Crossed[] = []
  let next = 0
  let top = heights[0] ?? 0
  for (const to of heights) {
    const from = top
    top = to
    if (to - from <= eps) continue
    const middle = (from + to) / 2
    crossed = crossed.filter((one) => high(one) > middle)
    for (let one = coming[next]; one && low(one) <= middle; one = coming[++next]) {
      if (high(one) > middle) crossed.push(one)
    }
    for (const one of crossed) {
      const { ax, ay, bx, by } = one.piece
      one.x = ax + ((bx - ax) * (middle - ay)) / (by - ay)
    }
    crossed.sort((p, q) => p.x - q.x)
    yield { from, to, crossed }
  }
}

/** Of the pieces that cross a strip the pairs of neighbours with material between them: in the outline and in no opening. */
function materialIn({ loops }: FlatArea, { loopOf }: EdgeSearch) {
  const inside = new Uint8Array(loops.length)
  return function* (crossed: readonly Crossed[]): Generator<[Piece, Piece]> {
    inside.fill(0)
    let holes = 0
    let left: Piece | null = null
    for (const { piece } of crossed) {
      if (left && inside[0] && holes === 0) yield [left, piece]
      left = piece
      const which = loopOf[piece.edge]!
      inside[which]! ^= 1
      if (which > 0) holes += inside[which] ? 1 : -1
    }
  }
}

/** The pieces that have material on one side alone, as pairs of points. */
function bordersOf(area: FlatArea, search: EdgeSearch, pieces: readonly Piece[], eps: number, place: Place): number[] {
  const isMaterial = materialAt(area, search)
  const edges: number[] = []
  const drawn = new Set<string>()
  for (const piece of pieces) {
    const { ax, ay, bx, by } = piece
    const size = Math.hypot(bx - ax, by - ay)
    const step = Math.max(eps * 16, size * 1e-6) / size
    const [dx, dy] = [-(by - ay) * step, (bx - ax) * step]
    const [mx, my] = [(ax + bx) / 2, (ay + by) / 2]
    const isLeft = isMaterial(mx + dx, my + dy)
    if (isLeft === isMaterial(mx - dx, my - dy)) continue
    const [a, b] = isLeft ? [place(piece, 0), place(piece, 1)] : [place(piece, 1), place(piece, 0)]
    if (a === b || drawn.has(`${a} ${b}`)) continue
    edges.push(a, b)
    drawn.add(`${a} ${b}`)
  }
  return edges
}

/** Whether a point lies in the outline and in no opening. */
function materialAt({ flat, loops }: FlatArea, { to, loopOf }: EdgeSearch) {
  const inside = new Uint8Array(loops.length)
  return (x: number, y: number) => {
    inside.fill(0)
    for (let edge = 0; edge < to.length; edge++) {
      if (isRightOf(flat, edge, to[edge]!, x, y)) inside[loopOf[edge]!]! ^= 1
    }
    return inside[0] === 1 && inside.indexOf(1, 1) < 0
  }
}
