import { nearIn } from './box-tree.ts'
import { middleOf, type ShellAxes, shellAxes } from './shell-axes.ts'
import { cross, type Vec } from './vector.ts'

/**
 * How the face of an area is cut out of its outline and openings, in a number of steps that is bounded and the same on every
 * machine: who draws an area and who checks it come to one answer. Nothing is refused; beyond the budgets an area has edges
 * and no face.
 */

/** An area in its own plane. */
export type FlatArea = {
  axes: ShellAxes
  /** The direction that "top" means: axis 3, or its opposite where that points down. */
  up: Vec
  centre: Vec
  /** The corners of the outline and of each opening, one after another, none twice in a row. */
  corners: Vec[]
  /** Where each loop begins in `corners`, and the end of the last. */
  loops: number[]
  /** x along axis 1, y along `up` × axis 1, of each corner, about the centre. */
  flat: Float64Array
}

export type Cut = { steps: number } & (
  | { how: 'fan' | 'ears' }
  | {
      how: 'trapezoids'
      /** Points beyond the corners, each between two of these: from, to, share of the way. */
      added: number[]
      /** Three points each, counter-clockwise. */
      triangles: number[]
      /** Two points each, the material on the left. */
      edges: number[]
    }
  | { how: 'none'; why: string }
)

/** Where cutting ends: one object, so that a test can lower them. */
export const MOST_CUT = {
  /** Corners of an outline and its openings; a convex outline alone needs no cutting. */
  corners: 10_000,
  /** Pairs of edges of one area that are looked at, in all. */
  pairs: 2_000_000,
  /** Crossings that are kept until it is known how many of them are one; beyond, there are too many pieces anyway. */
  crossings: 100_000,
  /** Edges after splitting at crossings. */
  pieces: 2_000,
  trapezoids: 20_000,
  /** The sum over a model of (corners of an area)^1.5, of areas above `FEW_CORNERS`. */
  together: 20_000_000,
}
export const FEW_CORNERS = 64

/** The direction that "top" means: up, whatever the node order; of a vertical area axis 3. Conventions, section 8. */
export const upOf = (e3: Vec): Vec => (e3[2] <= -0.001 ? [-e3[0], -e3[1], -e3[2]] : e3)

/** Drops a last point equal to the first and repeats in between. */
export function loop<T>(points: readonly T[], isSame: (a: T, b: T) => boolean): T[] {
  return points.filter((point, i) => points.length < 2 || !isSame(point, points[(i + points.length - 1) % points.length]!))
}

const isSamePlace = (a: Vec, b: Vec) => a[0] === b[0] && a[1] === b[1] && a[2] === b[2]

/** The corners of a loop of nodes. */
export const cornersOf = (nodes: readonly Vec[]) => loop(nodes, isSamePlace)

/** Null where the outline spans no plane. `outline`: corners; openings of fewer than three corners cut nothing. */
export function layFlat(outline: readonly Vec[], openings: readonly (readonly Vec[])[]): FlatArea | null {
  const axes = shellAxes(outline)
  if (!axes) return null
  const corners = outline.slice()
  const loops = [0, corners.length]
  for (const opening of openings) {
    const hole = cornersOf(opening)
    if (hole.length < 3) continue
    for (const corner of hole) corners.push(corner)
    loops.push(corners.length)
  }
  const up = upOf(axes[2])
  const e1 = axes[0]
  const e2 = cross(up, e1)
  const centre = middleOf(outline)
  const flat = new Float64Array(2 * corners.length)
  for (let k = 0; k < corners.length; k++) {
    const [x, y, z] = corners[k]!
    const [dx, dy, dz] = [x - centre[0], y - centre[1], z - centre[2]]
    flat[2 * k] = dx * e1[0] + dy * e1[1] + dz * e1[2]
    flat[2 * k + 1] = dx * e2[0] + dy * e2[1] + dz * e2[2]
  }
  return { axes, up, centre, corners, loops, flat }
}

/** Twice the area of a loop, counter-clockwise positive. */
export function turnOf({ flat, loops }: FlatArea, which: number): number {
  const [first, end] = [loops[which]!, loops[which + 1]!]
  let sum = 0
  for (let k = first + 1; k + 1 < end; k++) sum += turn(flat, first, k, k + 1)
  return sum
}

/** Twice the area of a triangle of three points. */
const turn = (flat: Float64Array, o: number, a: number, b: number) =>
  (flat[2 * a]! - flat[2 * o]!) * (flat[2 * b + 1]! - flat[2 * o + 1]!) -
  (flat[2 * a + 1]! - flat[2 * o + 1]!) * (flat[2 * b]! - flat[2 * o]!)

/** A sine below this is no turn. */
const STRAIGHT = 1e-9

/** An outline without openings that turns one way all round, and round only once: triangles from any corner fill it. */
export function isFan({ flat, loops, corners }: FlatArea): boolean {
  if (loops.length > 2) return false
  const count = corners.length
  let way = 0
  let flips = 0
  for (let k = 0; k < count; k++) {
    const [a, b, c] = [k, (k + 1) % count, (k + 2) % count]
    const [ux, uy] = [flat[2 * b]! - flat[2 * a]!, flat[2 * b + 1]! - flat[2 * a + 1]!]
    const [vx, vy] = [flat[2 * c]! - flat[2 * b]!, flat[2 * c + 1]! - flat[2 * b + 1]!]
    const bend = ux * vy - uy * vx
    const isStraight = Math.abs(bend) <= STRAIGHT * Math.hypot(ux, uy) * Math.hypot(vx, vy)
    if (isStraight && ux * vx + uy * vy <= 0) return false
    if (!isStraight && way === 0) way = Math.sign(bend)
    if (!isStraight && Math.sign(bend) !== way) return false
    // Once round, edges change between rightward and leftward twice.
    if ((ux > 0 || (ux === 0 && uy > 0)) !== (vx > 0 || (vx === 0 && vy > 0))) flips++
  }
  return flips === 2
}

/**
 * Ordinals of the areas that a model has too many corners for: the largest first, of equals the last. `sizes`: the corners of
 * each area; 0 for those that are fans, which cost nothing.
 */
export function tooManyTogether(sizes: ArrayLike<number>): ReadonlySet<number> {
  const large: number[] = []
  let together = 0
  for (let k = 0; k < sizes.length; k++) {
    if (sizes[k]! <= FEW_CORNERS || sizes[k]! > MOST_CUT.corners) continue
    together += sizes[k]! ** 1.5
    large.push(k)
  }
  const out = new Set<number>()
  large.sort((a, b) => sizes[b]! - sizes[a]! || b - a)
  for (const k of large) {
    if (together <= MOST_CUT.together) break
    together -= sizes[k]! ** 1.5
    out.add(k)
  }
  return out
}

/** The corners of an area for `tooManyTogether`. */
export function sizeOf(outline: readonly Vec[], openings: readonly (readonly Vec[])[]): number {
  const area = layFlat(cornersOf(outline), openings)
  return area && !isFan(area) ? area.corners.length : 0
}

/** What the areas left out are told, with the ordinals of `tooManyTogether`. */
export const TOGETHER = 'the model has too many corners in such areas, and the largest of them come last'

/**
 * The usual area is convex, or a simple outline with openings well inside and apart from each other: a fan, or ears to clip.
 * Everything else that engineers send (openings that touch or cross the outline, overlap, lie outside; outlines that cross
 * themselves) is cut into trapezoids, which needs no rule about the input at all.
 */
export function cutArea(area: FlatArea): Cut {
  const count = area.corners.length
  if (isFan(area)) return { how: 'fan', steps: count }
  if (count > MOST_CUT.corners)
    return { how: 'none', why: `it has ${count} corners, and ${MOST_CUT.corners} are drawn`, steps: count }
  const search = edgeSearch(area)
  const isPlain = isPlainArea(area, search)
  const steps = () => count + search.looked
  if (search.isOver()) return { how: 'none', why: TANGLED, steps: steps() }
  return isPlain ? { how: 'ears', steps: steps() } : trapezoids(area, search)
}

const TANGLED = 'too many of its edges cross or lie close to each other'

type EdgeSearch = {
  /** Corner at the end of the edge that begins at a corner, and its loop. */
  to: Uint32Array
  loopOf: Uint32Array
  /** Pairs looked at until now, and places found where an edge is cut. */
  looked: number
  cuts: number
  isOver(): boolean
  /** Edges with an ordinal above `after` whose box meets a box, until `visit` answers false or the budget is spent. */
  near(left: number, low: number, right: number, high: number, after: number, visit: (edge: number) => boolean): void
}

/** So few edges are tried one by one. */
const FEW_EDGES = 32

function edgeSearch({ flat, loops, corners }: FlatArea): EdgeSearch {
  const count = corners.length
  const to = new Uint32Array(count)
  const loopOf = new Uint32Array(count)
  for (let which = 0; which + 1 < loops.length; which++) {
    for (let k = loops[which]!; k < loops[which + 1]!; k++) {
      to[k] = k + 1 < loops[which + 1]! ? k + 1 : loops[which]!
      loopOf[k] = which
    }
  }
  const boxes = new Float64Array(6 * count)
  for (let k = 0; k < count; k++) {
    const other = to[k]!
    boxes[6 * k] = Math.min(flat[2 * k]!, flat[2 * other]!)
    boxes[6 * k + 1] = Math.min(flat[2 * k + 1]!, flat[2 * other + 1]!)
    boxes[6 * k + 3] = Math.max(flat[2 * k]!, flat[2 * other]!)
    boxes[6 * k + 4] = Math.max(flat[2 * k + 1]!, flat[2 * other + 1]!)
  }
  const nearEdges = count > FEW_EDGES ? nearIn(boxes) : null
  const search: EdgeSearch = {
    to,
    loopOf,
    looked: 0,
    cuts: 0,
    isOver: () => search.looked > MOST_CUT.pairs || search.cuts > MOST_CUT.crossings,
    near(left, low, right, high, after, visit) {
      const look = (edge: number) => {
        if (edge <= after) return true
        search.looked++
        return !search.isOver() && visit(edge)
      }
      if (nearEdges) return nearEdges([left, low, 0, right, high, 0], look)
      for (let edge = after + 1; edge < count; edge++) {
        const at = 6 * edge
        if (boxes[at]! > right || boxes[at + 3]! < left || boxes[at + 1]! > high || boxes[at + 4]! < low) continue
        if (!look(edge)) return
      }
    },
  }
  return search
}

function reach({ flat, loops }: FlatArea): number {
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let k = 0; k < loops[1]!; k++) {
    left = Math.min(left, flat[2 * k]!)
    right = Math.max(right, flat[2 * k]!)
    low = Math.min(low, flat[2 * k + 1]!)
    high = Math.max(high, flat[2 * k + 1]!)
  }
  return Math.hypot(right - left, high - low)
}

/** The edges whose box comes within `slack` of that of an edge. */
function nearEdge({ flat }: FlatArea, { to, near }: EdgeSearch, edge: number, slack: number, visit: (edge: number) => boolean) {
  const other = to[edge]!
  const [ax, ay, bx, by] = [flat[2 * edge]!, flat[2 * edge + 1]!, flat[2 * other]!, flat[2 * other + 1]!]
  near(Math.min(ax, bx) - slack, Math.min(ay, by) - slack, Math.max(ax, bx) + slack, Math.max(ay, by) + slack, edge, visit)
}

/** Whether no loop touches itself or another, and every opening lies in the outline and in no other opening. */
function isPlainArea(area: FlatArea, search: EdgeSearch): boolean {
  const { flat, loops, corners } = area
  const { to, loopOf } = search
  const eps = 1e-9 * reach(area)
  let isPlain = true
  for (let edge = 0; edge < corners.length && isPlain && !search.isOver(); edge++) {
    nearEdge(area, search, edge, eps, (other) => {
      const isNext = loopOf[edge] === loopOf[other] && (to[edge] === other || to[other] === edge)
      if (!isNext && meet(flat, edge, to[edge]!, other, to[other]!, eps)) isPlain = false
      return isPlain
    })
  }
  for (let which = 1; which + 1 < loops.length && isPlain && !search.isOver(); which++) {
    const [x, y] = [flat[2 * loops[which]!]!, flat[2 * loops[which]! + 1]!]
    // Loops that a ray from the opening passes an odd number of times.
    const around = new Set<number>()
    search.near(x, y, Infinity, y, -1, (edge) => {
      const at = loopOf[edge]!
      if (at !== which && isRightOf(flat, edge, to[edge]!, x, y) && !around.delete(at)) around.add(at)
      return true
    })
    isPlain = around.size === 1 && around.has(0)
  }
  return isPlain
}

/** Whether the edge from a to b is passed by a ray from a point to the right: even-odd, so each end counts once. */
function isRightOf(flat: Float64Array, a: number, b: number, x: number, y: number): boolean {
  const [ax, ay, bx, by] = [flat[2 * a]!, flat[2 * a + 1]!, flat[2 * b]!, flat[2 * b + 1]!]
  return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax
}

/** Touching counts: an ear-clipped hole must not touch anything. */
function meet(flat: Float64Array, a: number, b: number, c: number, d: number, eps: number): boolean {
  const side1 = turn(flat, a, b, c)
  const side2 = turn(flat, a, b, d)
  const side3 = turn(flat, c, d, a)
  const side4 = turn(flat, c, d, b)
  const near = eps * Math.max(distance(flat, a, b), distance(flat, c, d))
  return (
    (side1 <= near || side2 <= near) &&
    (side1 >= -near || side2 >= -near) &&
    (side3 <= near || side4 <= near) &&
    (side3 >= -near || side4 >= -near)
  )
}

const distance = (flat: Float64Array, a: number, b: number) =>
  Math.hypot(flat[2 * b]! - flat[2 * a]!, flat[2 * b + 1]! - flat[2 * a + 1]!)

/** A stretch of an edge between two crossings: the corner where the edge begins, shares of the way along it; x is scratch. */
type Piece = { edge: number; from: number; to: number; ax: number; ay: number; bx: number; by: number; x: number }

function trapezoids(area: FlatArea, search: EdgeSearch): Cut {
  const { flat, loops, corners } = area
  const { to: ends, loopOf } = search
  const eps = 1e-10 * reach(area)
  const pieces = splitAtCrossings(area, search, eps)
  let steps = corners.length + search.looked
  if (search.isOver() || pieces.length > MOST_CUT.pieces) return { how: 'none', why: TANGLED, steps }

  const added: number[] = []
  const known = new Map<string, number>()
  const place = ({ edge, from, to, ax, ay, bx, by }: Piece, share: number) => {
    const [x, y] = share === 0 ? [ax, ay] : share === 1 ? [bx, by] : [ax + (bx - ax) * share, ay + (by - ay) * share]
    const key = `${Math.round(x / (eps * 8))} ${Math.round(y / (eps * 8))}`
    let at = known.get(key)
    if (at !== undefined) return at
    const along = from + (to - from) * share
    if (along === 0) at = edge
    else if (along === 1) at = ends[edge]!
    else at = corners.length + added.push(edge, ends[edge]!, along) / 3 - 1
    known.set(key, at)
    return at
  }

  const triangles: number[] = []
  let count = 0
  const close = (left: Piece, right: Piece, low: number, high: number) => {
    count++
    const at = (piece: Piece, y: number) => place(piece, Math.min(1, Math.max(0, (y - piece.ay) / (piece.by - piece.ay))))
    const [a, b, c, d] = [at(left, low), at(right, low), at(right, high), at(left, high)]
    if (a !== b && b !== c && a !== c) triangles.push(a, b, c)
    if (a !== c && c !== d && a !== d) triangles.push(a, c, d)
  }

  // A line sweeps upward. `open` is the trapezoid on the right of a piece: the piece on its other side, where it began, and
  // the last strip it was seen in. It ends where one of its sides does, or where something comes between them.
  const heights = Float64Array.from(new Set(pieces.flatMap(({ ay, by }) => [ay, by]))).sort()
  const low = ({ ay, by }: Piece) => Math.min(ay, by)
  const coming = pieces.filter(({ ay, by }) => ay !== by).sort((p, q) => low(p) - low(q))
  type Open = { right: Piece; low: number; high: number }
  let open = new Map<Piece, Open>()
  let crossed: Piece[] = []
  let next = 0
  const inside = new Uint8Array(loops.length)
  for (let i = 0; i + 1 < heights.length; i++) {
    const [from, to] = [heights[i]!, heights[i + 1]!]
    if (to - from <= eps) continue
    const middle = (from + to) / 2
    crossed = crossed.filter(({ ay, by }) => Math.max(ay, by) > middle)
    for (; next < coming.length && low(coming[next]!) <= middle; next++) {
      const piece = coming[next]!
      if (Math.max(piece.ay, piece.by) > middle) crossed.push(piece)
    }
    for (const piece of crossed) {
      const { ax, ay, bx, by } = piece
      piece.x = ax + ((bx - ax) * (middle - ay)) / (by - ay)
    }
    crossed.sort((p, q) => p.x - q.x)
    steps += crossed.length
    const still = new Map<Piece, Open>()
    inside.fill(0)
    let holes = 0
    for (let k = 0; k + 1 < crossed.length; k++) {
      const [left, right] = [crossed[k]!, crossed[k + 1]!]
      const which = loopOf[left.edge]!
      inside[which]! ^= 1
      if (which > 0) holes += inside[which] ? 1 : -1
      if (!inside[0] || holes > 0) continue
      const before = open.get(left)
      still.set(left, before?.right === right ? { ...before, high: to } : { right, low: from, high: to })
    }
    for (const [left, before] of open) {
      if (still.get(left)?.low !== before.low) close(left, before.right, before.low, before.high)
    }
    open = still
    if (count > MOST_CUT.trapezoids) return { how: 'none', why: TANGLED, steps }
  }
  for (const [left, { right, low, high }] of open) close(left, right, low, high)

  const isKept = (x: number, y: number) => {
    inside.fill(0)
    for (let edge = 0; edge < corners.length; edge++) {
      if (isRightOf(flat, edge, ends[edge]!, x, y)) inside[loopOf[edge]!]! ^= 1
    }
    return inside[0] === 1 && inside.indexOf(1, 1) < 0
  }
  const edges: number[] = []
  const drawn = new Set<string>()
  for (const piece of pieces) {
    const { ax, ay, bx, by } = piece
    const size = Math.hypot(bx - ax, by - ay)
    const step = Math.max(eps * 16, size * 1e-6) / size
    const [dx, dy] = [-(by - ay) * step, (bx - ax) * step]
    const [mx, my] = [(ax + bx) / 2, (ay + by) / 2]
    steps += 2 * corners.length
    const isLeft = isKept(mx + dx, my + dy)
    if (isLeft === isKept(mx - dx, my - dy)) continue
    const [a, b] = isLeft ? [place(piece, 0), place(piece, 1)] : [place(piece, 1), place(piece, 0)]
    if (a === b || drawn.has(`${a} ${b}`)) continue
    edges.push(a, b)
    drawn.add(`${a} ${b}`)
  }
  return { how: 'trapezoids', added, triangles, edges, steps }
}

/** Edges divided where they cross or touch others. */
function splitAtCrossings(area: FlatArea, search: EdgeSearch, eps: number): Piece[] {
  const { flat, corners } = area
  const { to } = search
  const cuts = new Map<number, number[]>()
  const cut = (edge: number, share: number) => {
    search.cuts++
    const there = cuts.get(edge)
    if (there) there.push(share)
    else cuts.set(edge, [share])
  }
  /** Where `other` cuts `edge`. */
  const cutBy = (edge: number, other: number) => {
    const [a, b, c, d] = [2 * edge, 2 * to[edge]!, 2 * other, 2 * to[other]!]
    const [ax, ay, cx, cy] = [flat[a]!, flat[a + 1]!, flat[c]!, flat[c + 1]!]
    const [dx, dy, ex, ey] = [flat[b]! - ax, flat[b + 1]! - ay, flat[d]! - cx, flat[d + 1]! - cy]
    const size = Math.hypot(dx, dy)
    if (size <= eps) return
    const bend = dx * ey - dy * ex
    if (Math.abs(bend) > 1e-14 * size * Math.hypot(ex, ey)) {
      const along = ((cx - ax) * ey - (cy - ay) * ex) / bend
      const beside = ((cx - ax) * dy - (cy - ay) * dx) / bend
      if (along > 0 && along < 1 && beside >= -1e-9 && beside <= 1 + 1e-9) cut(edge, along)
      return
    }
    // Parallel: the ends of the other edge that lie on this one.
    for (const [px, py] of [[cx, cy], [cx + ex, cy + ey]] as const) {
      const along = ((px - ax) * dx + (py - ay) * dy) / size ** 2
      if (along > 0 && along < 1 && Math.abs(dx * (py - ay) - dy * (px - ax)) <= eps * size) cut(edge, along)
    } // biome-ignore format: two ends
  }
  for (let edge = 0; edge < corners.length && !search.isOver(); edge++) {
    nearEdge(area, search, edge, 8 * eps, (other) => {
      cutBy(edge, other)
      cutBy(other, edge)
      return true
    })
  }
  const pieces: Piece[] = []
  for (let edge = 0; edge < corners.length; edge++) {
    const [a, b] = [2 * edge, 2 * to[edge]!]
    const [ax, ay, dx, dy] = [flat[a]!, flat[a + 1]!, flat[b]! - flat[a]!, flat[b + 1]! - flat[a + 1]!]
    const size = Math.hypot(dx, dy)
    if (size <= eps) continue
    const shares = [...(cuts.get(edge) ?? []), 1].sort((p, q) => p - q)
    const x = (share: number) => (share === 1 ? flat[b]! : ax + dx * share)
    const y = (share: number) => (share === 1 ? flat[b + 1]! : ay + dy * share)
    let from = 0
    for (const share of shares) {
      const stretch = { edge, from, to: share, ax: x(from), ay: y(from), bx: x(share), by: y(share), x: 0 }
      if ((share - from) * size > eps) pieces.push(stretch)
      from = share
    }
  }
  return pieces
}
