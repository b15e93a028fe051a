import { type EdgeSearch, nearEdge } from './edge-search.ts'
import { type FlatArea, xAt, yAt } from './flat-area.ts'

/** A stretch of an edge between two crossings: the corner where the edge begins, shares of the way along it, where it lies. */
export type Piece = { edge: number; from: number; to: number; ax: number; ay: number; bx: number; by: number }

/** Edges divided where they cross or touch others; what is shorter than `eps` is left out. */
export function edgePieces(area: FlatArea, search: EdgeSearch, eps: number): Piece[] {
  const { flat } = area
  const { to } = search
  const crossings = crossingsOf(area, search, eps)
  const pieces: Piece[] = []
  for (const [edge, end] of to.entries()) {
    const [ax, ay, bx, by] = [xAt(flat, edge), yAt(flat, edge), xAt(flat, end), yAt(flat, end)]
    const [dx, dy] = [bx - ax, by - ay]
    const size = Math.hypot(dx, dy)
    if (size <= eps) continue
    const shares = [...(crossings.get(edge) ?? []), 1].sort((p, q) => p - q)
    const x = (share: number) => (share === 1 ? bx : ax + dx * share)
    const y = (share: number) => (share === 1 ? by : ay + dy * share)
    let from = 0
    for (const share of shares) {
      const stretch = { edge, from, to: share, ax: x(from), ay: y(from), bx: x(share), by: y(share) }
      if ((share - from) * size > eps) pieces.push(stretch)
      from = share
    }
  }
  return pieces
}

/** By edge the shares of its way at which others cross or touch it, not at its ends. */
function crossingsOf(area: FlatArea, search: EdgeSearch, eps: number) {
  const { flat } = area
  const { to } = search
  const found = new Map<number, number[]>()
  const cross = (edge: number, share: number) => {
    search.cuts++
    const there = found.get(edge)
    if (there) there.push(share)
    else found.set(edge, [share])
  }
  /** Where `other` crosses `edge`. */
  const crossBy = (edge: number, other: number) => {
    const [end, otherEnd] = [to[edge]!, to[other]!]
    const [ax, ay, cx, cy] = [xAt(flat, edge), yAt(flat, edge), xAt(flat, other), yAt(flat, other)]
    const [dx, dy, ex, ey] = [xAt(flat, end) - ax, yAt(flat, end) - ay, xAt(flat, otherEnd) - cx, yAt(flat, otherEnd) - cy]
    const size = Math.hypot(dx, dy)
    if (size <= eps) return
    const bend = dx * ey - dy * ex
    if (Math.abs(bend) > 1e-14 * size * Math.hypot(ex, ey)) {
      const along = ((cx - ax) * ey - (cy - ay) * ex) / bend
      const beside = ((cx - ax) * dy - (cy - ay) * dx) / bend
      if (along > 0 && along < 1 && beside >= -1e-9 && beside <= 1 + 1e-9) cross(edge, along)
      return
    }
    // Parallel: the ends of the other edge that lie on this one.
    for (const [px, py] of [[cx, cy], [cx + ex, cy + ey]] as const) {
      const along = ((px - ax) * dx + (py - ay) * dy) / size ** 2
      if (along > 0 && along < 1 && Math.abs(dx * (py - ay) - dy * (px - ax)) <= eps * size) cross(edge, along)
    } // biome-ignore format: two ends
  }
  for (let edge = 0; edge < to.length && !search.isOver(); edge++) {
    nearEdge(area, search, edge, 8 * eps, (other) => {
      crossBy(edge, other)
      crossBy(other, edge)
      return true
    })
  }
  return found
}
