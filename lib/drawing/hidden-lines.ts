import { nearIn } from '#lib/model/box-tree.ts'
import type { Body, Edge, Face, Seen } from './drawing-bodies.ts'
import { type Interval, without } from './intervals.ts'
import { joinedRuns, type Piece, type Run } from './joined-runs.ts'
import { twiceArea } from './polygon.ts'
import type { Point } from './svg.ts'

/**
 * Which lines of bodies are seen, and which lie behind others. Bodies in millimetres on paper, depths too. What lies inside
 * another body is no hidden line: a beam ends at the face of its column, though its node lies in the middle.
 */

/** Nearer together than a pen can part: one place, one depth. */
const NEAR = 0.02
/** ISO 128-2: parallel lines nearer together than this are drawn as one. */
const LEAST_APART = 0.7
/** Areas of more triangles are not asked how deep they are at a place. */
const MOST_FACES = 200

export type DrawnLines = Record<'cut' | 'visible' | 'axis' | 'hidden' | 'seam', Point[][]>

/** With the depth of its near and of its far end: a side that is seen on edge is one line. */
type Line = { a: Seen; b: Seen; aFar: number; bFar: number; owner: Body; isAxis: boolean }

type Cover = { owner: Body; sides: Float64Array; plane: readonly [number, number, number]; box: readonly number[] }

/** `isAlike`: two bodies that are cut side by side are one piece on paper. */
export function hiddenLines(bodies: readonly Body[], isAlike: (a: Body, b: Body) => boolean = () => true): DrawnLines {
  const covers = bodies.flatMap((owner) => owner.faces.flatMap((face) => coverOf(face, owner) ?? []))
  const near = nearCovers(covers)
  const caps = bodies.filter(({ cut }) => cut.loops.length > 0)
  const nearCaps = nearIn(Float64Array.from(caps.flatMap(({ cut }) => boxOf(cut.loops.flat()))))
  const pieces: Piece[] = []
  for (const line of bodies.flatMap(linesOf)) {
    const dropped: Interval[] = []
    const hidden: Interval[] = []
    const hide = (owner: Body, interval: Interval) => {
      if (line.isAxis && owner === line.owner) return
      const isInside = owner === line.owner || holds(owner, line, (interval[0] + interval[1]) / 2)
      ;(isInside ? dropped : hidden).push(interval)
    }
    near(line, (cover) => {
      for (const interval of hiddenBy(cover, line)) hide(cover.owner, interval)
    })
    nearCaps(boxOf([line.a, line.b]), (k) => {
      const cap = caps[k]!
      for (const interval of insideLoops(line, cap.cut.loops)) hide(cap, interval)
    })
    const { isAxis, owner } = line
    for (const [from, to] of without([[0, 1]], [...dropped, ...hidden]))
      pieces.push({ run: part(line, from, to), kind: isAxis ? 'axis' : 'visible', isFlat: owner.kind === 'area' && owner.isFlat })
    for (const [from, to] of without(hidden, dropped)) pieces.push({ run: part(line, from, to), kind: 'hidden', isFlat: false })
  }
  const cut: Run[] = []
  for (const body of bodies) {
    const runs = [...body.cut.loops.map((loop) => [...loop, ...loop.slice(0, 1)]), ...body.cut.runs].flatMap((points) =>
      points.slice(1).flatMap((b, k) => {
        const line = lineOf([points[k]!, b], body)
        const inOthers: Interval[] = []
        nearCaps(boxOf([line.a, line.b]), (other) => {
          if (caps[other] !== body && isAlike(body, caps[other]!)) inOthers.push(...insideLoops(line, caps[other]!.cut.loops))
        })
        return without([[0, 1]], inOthers).map(([from, to]) => part(line, from, to))
      }),
    )
    // Filled with ink it needs no thick line: a flange would be as wide as its web is long.
    if (isThinCut(body)) pieces.push(...runs.map((run) => ({ run, kind: 'visible', isFlat: false }) as const))
    else cut.push(...runs)
  }
  return joinedRuns(cut, pieces)
}

/** A piece that is cut is filled with ink where it is thinner on paper (ISO 128-50). */
const SOLID_BELOW = 0.8

export const isThinCut = ({ cut: { loops } }: Body) => loops.length > 0 && thicknessOf(loops) < SOLID_BELOW

/** Of a rectangle with the same area and outline its shorter side. */
function thicknessOf(loops: readonly (readonly Seen[])[]): number {
  let [twice, around] = [0, 0]
  for (const loop of loops) {
    twice += twiceArea(loop)
    for (const [k, p] of loop.entries()) {
      const q = loop[(k + 1) % loop.length]!
      around += Math.hypot(q[0] - p[0], q[1] - p[1])
    }
  }
  const [area, quarter] = [Math.abs(twice) / 2, around / 4]
  return quarter - Math.sqrt(Math.max(0, quarter ** 2 - area))
}

const flat = ([x, y]: Seen): Point => [x, y]
const part = ({ a, b }: Line, from: number, to: number): Run => [flat(at(a, b, from)), flat(at(a, b, to))]
const at = (a: Seen, b: Seen, t: number): Seen => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]

/** Its edges, those that fall together on the paper as one; of a thin frame its axis. */
export function linesOf(body: Body): Line[] {
  const { edges, axis } = body
  if (axis && isDrawnByAxis(body)) {
    // As far before as the body is that it stands for.
    const front = Math.max(...edges.flat().map(([, , d]) => d))
    const [a, b] = axis
    return [{ ...lineOf(axis, body), a: [a[0], a[1], front], b: [b[0], b[1], front], isAxis: true }]
  }
  const found = new Map<string, Line>()
  const key = ([x, y]: Seen) => `${Math.round(x / NEAR)} ${Math.round(y / NEAR)}`
  for (const edge of axis ? spaced(edges, axis) : edges) {
    const [one, other] = [key(edge[0]), key(edge[1])]
    if (one === other) continue
    const line = lineOf(one < other ? edge : [edge[1], edge[0]], body)
    const name = one < other ? `${one} ${other}` : `${other} ${one}`
    const same = found.get(name)
    if (!same) found.set(name, line)
    else {
      same.aFar = Math.min(same.aFar, line.aFar)
      same.bFar = Math.min(same.bFar, line.bFar)
      same.a = [same.a[0], same.a[1], Math.max(same.a[2], line.a[2])]
      same.b = [same.b[0], same.b[1], Math.max(same.b[2], line.b[2])]
    }
  }
  return [...found.values()]
}

const lineOf = ([a, b]: Edge, owner: Body): Line => ({ a, b, aFar: a[2], bFar: b[2], owner, isAxis: false })

/** Says of a place how far it lies beside an axis; null where the axis is a point on the paper. */
function besideAxis([a, b]: Edge): ((p: Seen) => number) | null {
  const [x, y] = [b[0] - a[0], b[1] - a[1]]
  const size = Math.hypot(x, y)
  return size > LEAST_APART ? (p) => ((p[0] - a[0]) * y - (p[1] - a[1]) * x) / size : null
}

/** Two lines along it would be one: it is drawn by its axis. */
export const isDrawnByAxis = (body: Body) => body.axis !== null && (!body.isSolid || isThin(body, body.axis))

function isThin({ edges }: Body, axis: Edge): boolean {
  const beside = besideAxis(axis)
  if (!beside) return false
  const all = edges.flatMap(([a, b]) => [beside(a), beside(b)])
  return Math.max(...all) - Math.min(...all) < LEAST_APART
}

/** Lines along a frame that are too near together give way to the outermost: two for a flange that is thinner than a pen. */
function spaced(edges: readonly Edge[], axis: Edge): readonly Edge[] {
  const beside = besideAxis(axis)
  if (!beside) return edges
  const along = edges.filter(([a, b]) => Math.abs(beside(a) - beside(b)) < NEAR && Math.hypot(b[0] - a[0], b[1] - a[1]) > NEAR)
  const sorted = along.map((edge) => ({ edge, offset: beside(edge[0]) })).sort((a, b) => a.offset - b.offset)
  const [low, high] = [sorted[0]?.offset ?? 0, sorted.at(-1)?.offset ?? 0]
  const left = new Set<Edge>()
  let last = low
  for (const { edge, offset } of sorted) {
    const isOuter = offset - low < NEAR || high - offset < NEAR
    if (!isOuter && offset - last >= NEAR && (offset - last < LEAST_APART || high - offset < LEAST_APART)) left.add(edge)
    else if (!isOuter) last = offset
  }
  return left.size ? edges.filter((edge) => !left.has(edge)) : edges
}

/** A face toward the eye: its sides as half-planes (inward normal and distance), its depth as `px·x + py·y + r`. */
function coverOf({ points, facing }: Face, owner: Body): Cover | null {
  if (facing !== 1) return null
  const plane = planeOf(points)
  if (!plane) return null
  const sign = twiceArea(points) < 0 ? -1 : 1
  const sides: number[] = []
  for (const [k, p] of points.entries()) {
    const q = points[(k + 1) % points.length]!
    const [x, y] = [q[0] - p[0], q[1] - p[1]]
    const size = Math.hypot(x, y)
    if (size > 0) sides.push((-y / size) * sign, (x / size) * sign, ((y * p[0] - x * p[1]) / size) * sign)
  }
  return { owner, sides: Float64Array.from(sides), plane, box: boxOf(points, ...depthsOf(points)) }
}

function planeOf(points: readonly Seen[]): readonly [number, number, number] | null {
  let [nx, ny, nd] = [0, 0, 0]
  for (const [k, p] of points.entries()) {
    const q = points[(k + 1) % points.length]!
    nx += (p[1] - q[1]) * (p[2] + q[2])
    ny += (p[2] - q[2]) * (p[0] + q[0])
    nd += (p[0] - q[0]) * (p[1] + q[1])
  }
  const [first] = points
  if (!first || !(Math.abs(nd) > 1e-9 * Math.hypot(nx, ny, nd)) || Math.abs(nd) < 1e-9) return null
  const [px, py] = [-nx / nd, -ny / nd]
  const [x, y, d] = first
  return [px, py, d - px * x - py * y]
}

function boxOf(points: readonly Seen[], far = Number.NEGATIVE_INFINITY, nearest = Number.POSITIVE_INFINITY): number[] {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    x0 = Math.min(x0, x)
    y0 = Math.min(y0, y)
    x1 = Math.max(x1, x)
    y1 = Math.max(y1, y)
  }
  const [low, high] = [Math.max(far, -1e12), Math.min(nearest, 1e12)]
  return [x0 - NEAR, y0 - NEAR, low, x1 + NEAR, y1 + NEAR, high]
}

function nearCovers(covers: readonly Cover[]): (line: Line, visit: (cover: Cover) => void) => void {
  const boxes = new Float64Array(6 * covers.length)
  for (const [k, { box }] of covers.entries()) boxes.set(box, 6 * k)
  const near = nearIn(boxes)
  return (line, visit) => {
    const nearest = Math.min(line.a[2], line.b[2])
    near(boxOf([line.a, line.b], nearest - NEAR), (k) => {
      visit(covers[k]!)
    })
  }
}

const depthsOf = (points: readonly Seen[]): [number, number] => {
  const depths = points.map(([, , d]) => d)
  return [Math.min(...depths), Math.max(...depths)]
}

/** Where along a line a face lies before it, or at its depth. */
function hiddenBy({ sides, plane, owner }: Cover, { a, b, owner: own }: Line): Interval[] {
  // Triangles of one face must not leave a gap between them; those of a round body, seen nearly on edge, must not reach beyond its line.
  const wide = inside(sides, a, b, owner === own ? 0 : NEAR)
  if (!wide) return []
  const before = (p: Seen) => plane[0] * p[0] + plane[1] * p[1] + plane[2] - p[2]
  const [from, to] = [before(at(a, b, wide[0])), before(at(a, b, wide[1]))]
  const strictly = above(wide, from, to, NEAR)
  if (strictly) return [strictly]
  if (Math.min(from, to) < -NEAR) return []
  const narrow = inside(sides, a, b, -NEAR)
  return narrow ? [narrow] : []
}

/** The part of an interval in which what runs from one value to another is above `least`. */
function above([t0, t1]: Interval, from: number, to: number, least: number): Interval | null {
  if (from <= least && to <= least) return null
  if (from > least && to > least) return [t0, t1]
  const t = t0 + ((t1 - t0) * (least - from)) / (to - from)
  return from > least ? [t0, t] : [t, t1]
}

/** The part of a segment in a convex polygon that is grown by so much (Cyrus and Beck). */
function inside(sides: Float64Array, a: Seen, b: Seen, by: number): Interval | null {
  let [from, to] = [0, 1]
  for (let i = 0; i < sides.length; i += 3) {
    const [nx, ny, c] = [sides[i]!, sides[i + 1]!, sides[i + 2]!]
    const p = nx * a[0] + ny * a[1] + c + by
    const rise = nx * (b[0] - a[0]) + ny * (b[1] - a[1])
    if (rise === 0) {
      if (p < 0) return null
    } else if (rise > 0) from = Math.max(from, -p / rise)
    else to = Math.min(to, -p / rise)
    if (from >= to) return null
  }
  return [from, to]
}

/** The parts of a segment inside loops, by the rule of even and odd; what runs along an edge is outside. */
function insideLoops({ a, b }: Line, loops: readonly (readonly Seen[])[]): Interval[] {
  const [x, y] = [b[0] - a[0], b[1] - a[1]]
  const size = Math.hypot(x, y)
  const crossings = [0, 1]
  for (const loop of loops)
    for (const [k, p] of loop.entries()) {
      const q = loop[(k + 1) % loop.length]!
      const [u, v] = [q[0] - p[0], q[1] - p[1]]
      const turn = x * v - y * u
      if (Math.abs(turn) < 1e-12 * size) continue
      const t = ((p[0] - a[0]) * v - (p[1] - a[1]) * u) / turn
      const s = ((p[0] - a[0]) * y - (p[1] - a[1]) * x) / turn
      if (t > 0 && t < 1 && s > -1e-6 && s < 1 + 1e-6) crossings.push(t)
    }
  crossings.sort((one, other) => one - other)
  return crossings.slice(1).flatMap((to, k): Interval[] => {
    const from = crossings[k]!
    if ((to - from) * size < NEAR) return []
    const middle = at(a, b, (from + to) / 2)
    return isInLoops(middle, loops) ? [[from, to]] : []
  })
}

function isInLoops([x, y]: Seen, loops: readonly (readonly Seen[])[]): boolean {
  let isIn = false
  for (const loop of loops)
    for (const [k, p] of loop.entries()) {
      const q = loop[(k + 1) % loop.length]!
      const [u, v] = [q[0] - p[0], q[1] - p[1]]
      const share = Math.min(1, Math.max(0, ((x - p[0]) * u + (y - p[1]) * v) / (u * u + v * v || 1)))
      if (Math.hypot(x - p[0] - share * u, y - p[1] - share * v) < NEAR) return false
      if (p[1] > y !== q[1] > y && x < p[0] + ((y - p[1]) / v) * u) isIn = !isIn
    }
  return isIn
}

/** At this place of a line, all of it lies inside the body: as deep as it goes, the body goes deeper. */
function holds(body: Body, { a, b, aFar, bFar }: Line, t: number): boolean {
  if (!body.isSolid || body.faces.length > MOST_FACES) return false
  const [x, y, d] = at(a, b, t)
  const far = aFar + (bFar - aFar) * t
  let [nearest, deepest] = [-Infinity, Infinity]
  for (const { points, facing } of body.faces) {
    if (facing === 0 || !isOver(points, x, y)) continue
    const plane = planeOf(points)
    if (!plane) continue
    const depth = plane[0] * x + plane[1] * y + plane[2]
    if (facing > 0) nearest = Math.max(nearest, depth)
    else deepest = Math.min(deepest, depth)
  }
  const isCut = body.cut.loops.length > 0
  // Where it has no back it goes on beyond what is drawn.
  const back = deepest === Infinity ? -Infinity : deepest
  return (isCut || nearest >= d - NEAR) && back <= far + NEAR
}

function isOver(points: readonly Seen[], x: number, y: number): boolean {
  let isIn = false
  for (const [k, p] of points.entries()) {
    const q = points[(k + 1) % points.length]!
    if (p[1] > y !== q[1] > y && x < p[0] + ((y - p[1]) / (q[1] - p[1])) * (q[0] - p[0])) isIn = !isIn
  }
  return isIn
}
