import type { Point2 } from '#lib/schema/schema.ts'

/** What boxes cover in plan: areas and stretches that others leave free. All loops are taken by even and odd crossings. */

export type PlanRegion = { outline: readonly Point2[]; openings: readonly (readonly Point2[])[] }

type Interval = [from: number, to: number]
/** An edge that is not upright in (x, y), from its smaller x to its larger. */
type Edge = { ax: number; ay: number; bx: number; by: number }

/** The area of a region that none of the others covers. */
export function uncoveredArea(region: PlanRegion, others: readonly PlanRegion[]): number {
  const own = loopsOf(region)
  const [low, high] = extent(region.outline)
  const covering = others.map(loopsOf)
  const edges = [own, ...covering].flatMap((loops) => loops.flat()).filter(({ ax, bx }) => bx > low && ax < high)
  const breaks = breaksOf(edges, low, high)
  let area = 0
  for (let k = 0; k + 1 < breaks.length; k++) {
    const [from, to] = [breaks[k]!, breaks[k + 1]!]
    if (!(to > from)) continue
    const x = (from + to) / 2
    const inside = intervalsAt(own, x)
    if (inside.length === 0) continue
    const covered = union(covering.flatMap((loops) => intervalsAt(loops, x)))
    area += (to - from) * (total(inside) - shared(inside, covered))
  }
  return area
}

/** Every x between which nothing begins, ends or crosses. */
function breaksOf(edges: readonly Edge[], low: number, high: number): Float64Array {
  const breaks = [low, high]
  for (const { ax, bx } of edges) {
    if (ax > low && ax < high) breaks.push(ax)
    if (bx > low && bx < high) breaks.push(bx)
  }
  const sorted = [...edges].sort((p, q) => p.ax - q.ax)
  for (const [i, edge] of sorted.entries()) {
    for (let k = i + 1; k < sorted.length && sorted[k]!.ax < edge.bx; k++) {
      const x = crossing(edge, sorted[k]!)
      if (x !== undefined && x > low && x < high) breaks.push(x)
    }
  }
  return Float64Array.from(breaks).sort()
}

function crossing(p: Edge, q: Edge): number | undefined {
  const [from, to] = [Math.max(p.ax, q.ax), Math.min(p.bx, q.bx)]
  if (!(from < to)) return undefined
  const [first, last] = [yAt(p, from) - yAt(q, from), yAt(p, to) - yAt(q, to)]
  return first * last < 0 ? from + ((to - from) * first) / (first - last) : undefined
}

const yAt = ({ ax, ay, bx, by }: Edge, x: number) => ay + ((by - ay) * (x - ax)) / (bx - ax)

/** The edges of the outline, then those of each opening. */
const loopsOf = ({ outline, openings }: PlanRegion): Edge[][] => [outline, ...openings].map(edgesOf)

function edgesOf(loop: readonly Point2[]): Edge[] {
  return loop.flatMap((a, i) => {
    const b = loop[(i + 1) % loop.length]!
    if (a.x === b.x) return []
    return a.x < b.x ? [{ ax: a.x, ay: a.y, bx: b.x, by: b.y }] : [{ ax: b.x, ay: b.y, bx: a.x, by: a.y }]
  })
}

function extent(points: readonly Point2[]): Interval {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { x } of points) [low, high] = [Math.min(low, x), Math.max(high, x)]
  return [low, high]
}

/** Where the upright line at x lies in the outline and in no opening. */
function intervalsAt([outline = [], ...openings]: readonly (readonly Edge[])[], x: number): Interval[] {
  const inside = crossed(outline, x)
  return openings.length === 0 || inside.length === 0
    ? inside
    : without(inside, union(openings.flatMap((opening) => crossed(opening, x))))
}

function crossed(edges: readonly Edge[], x: number): Interval[] {
  const ys: number[] = []
  for (const edge of edges) if (edge.ax < x && edge.bx > x) ys.push(yAt(edge, x))
  ys.sort((a, b) => a - b)
  const intervals: Interval[] = []
  for (let k = 0; k + 1 < ys.length; k += 2) intervals.push([ys[k]!, ys[k + 1]!])
  return intervals
}

/** In order and apart. */
export function union(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = []
  for (const [from, to] of [...intervals].sort(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

export const total = (intervals: readonly Interval[]): number => intervals.reduce((sum, [from, to]) => sum + to - from, 0)

/** How much of the ones lies in the others; both in order and apart. */
export function shared(ones: readonly Interval[], others: readonly Interval[]): number {
  let sum = 0
  for (const [from, to] of ones) {
    for (const [low, high] of others) sum += Math.max(0, Math.min(to, high) - Math.max(from, low))
  }
  return sum
}

function without(intervals: readonly Interval[], holes: readonly Interval[]): Interval[] {
  return intervals.flatMap(([from, to]) => {
    const left: Interval[] = []
    let low = from
    for (const [hole, end] of holes) {
      if (end <= low || hole >= to) continue
      if (hole > low) left.push([low, hole])
      low = Math.max(low, end)
    }
    if (low < to) left.push([low, to])
    return left
  })
}

/** Where a stretch lies in a region, in shares of its length from its beginning. */
export function stretchIn(region: PlanRegion, a: Point2, b: Point2): Interval[] {
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length]
  // The stretch is laid along +X, so that what lies on it is an interval of x at y = 0; turned by a right angle for `crossed`.
  const turned = ({ x, y }: Point2): Point2 => ({ x: (x - a.x) * -uy + (y - a.y) * ux, y: (x - a.x) * ux + (y - a.y) * uy })
  const loops = [region.outline, ...region.openings].map((loop) => edgesOf(loop.map(turned)))
  return intervalsAt(loops, 0).flatMap(([from, to]): Interval[] => {
    const [low, high] = [Math.max(0, from / length), Math.min(1, to / length)]
    return low < high ? [[low, high]] : []
  })
}

/** The stretches around a region, each with its material on the left. */
export function bordersOf({ outline, openings }: PlanRegion): [Point2, Point2][] {
  return [outline, ...openings].flatMap((loop, which) => {
    const isTurned = signedArea(loop) < 0 !== which > 0
    const points = isTurned ? loop.toReversed() : loop
    return points.flatMap((a, i): [Point2, Point2][] => {
      const b = points[(i + 1) % points.length]!
      return a.x === b.x && a.y === b.y ? [] : [[a, b]]
    })
  })
}

function signedArea(loop: readonly Point2[]): number {
  let sum = 0
  for (const [i, { x, y }] of loop.entries()) {
    const next = loop[(i + 1) % loop.length]!
    sum += x * next.y - next.x * y
  }
  return sum / 2
}

/** Of an upright face: its stretches between the heights of its corners, each of the mean of its width. */
export function slicesOf({ outline, openings }: PlanRegion): { from: number; to: number; low: number; high: number }[] {
  const lying = (loop: readonly Point2[]) => loop.map(({ x, y }) => ({ x: y, y: x }))
  const loops = [outline, ...openings].map((loop) => edgesOf(lying(loop)))
  const heights = Float64Array.from(new Set([outline, ...openings].flat().map(({ y }) => y))).sort()
  const slices: { from: number; to: number; low: number; high: number }[] = []
  for (let k = 0; k + 1 < heights.length; k++) {
    const [low, high] = [heights[k]!, heights[k + 1]!]
    for (const [from, to] of intervalsAt(loops, (low + high) / 2)) slices.push({ from, to, low, high })
  }
  return slices
}
