import { firstIndex } from '#lib/values/first-index.ts'
import type { Facts } from '../select/facts.ts'

/**
 * Which part of the floors lies nearest to each column and wall: not the way of the load, but what people mean by the area of a column.
 * Every point of a floor belongs to the nearest head in plan, of those whose height is that of the floor.
 */
export type Tributary = {
  /** Of the floors on its own head. */
  own(kind: 'frames' | 'areas', ordinal: number): number
  /** With that of all columns that stand on it. */
  carried(kind: 'frames' | 'areas', ordinal: number): number
  /** Whether a floor has no head below it. */
  isWithoutHead(floor: number): boolean
}

export type Triangle = readonly [FlatPoint, FlatPoint, FlatPoint]
type FlatPoint = readonly [x: number, y: number]
/** A column is one point, a wall several. `owner`: by place in the list of columns and walls. */
type Head = { x: number; y: number; z: number; owner: number }
export type Upright = {
  kind: 'frames' | 'areas'
  ordinal: number
  points: readonly (readonly [number, number])[]
  height: number
}
/** `middle`: height of the mid-plane; `reach`: how far from it a head is still of the floor. */
export type FloorFace = { ordinal: number; middle: number; reach: number; triangles: readonly Triangle[] }

export function tributaryOf(facts: Facts, uprights: readonly Upright[], floors: Iterable<FloorFace>): Tributary {
  const heads = uprights.flatMap(({ points, height }, owner) => points.map(([x, y]): Head => ({ x, y, z: height, owner })))
  heads.sort((a, b) => a.z - b.z || a.owner - b.owner)
  const areas = new Float64Array(uprights.length)
  const headless = new Set<number>()
  for (const { ordinal, middle, reach, triangles } of floors) {
    const from = firstIndex(heads.length, (k) => heads[k]!.z >= middle - reach)
    const here = heads.slice(
      from,
      firstIndex(heads.length, (k) => heads[k]!.z > middle + reach),
    )
    if (here.length === 0) headless.add(ordinal)
    else for (const triangle of triangles) share(triangle, here, areas, 0)
  }
  const placeOf = new Map(uprights.map(({ kind, ordinal }, place) => [`${kind} ${ordinal}`, place]))
  const own = (kind: 'frames' | 'areas', ordinal: number) => areas[placeOf.get(`${kind} ${ordinal}`) ?? -1] ?? 0
  const above = columnsByFoot(facts, uprights)
  const sums = new Map<number, number>()
  const carried = (column: number): number => {
    const known = sums.get(column)
    if (known !== undefined) return known
    sums.set(column, 0) // a ring of columns ends here
    const { head } = endsOf(facts, column)
    let sum = own('frames', column)
    for (const next of above.get(head) ?? []) sum += carried(next)
    sums.set(column, sum)
    return sum
  }
  return {
    own,
    carried: (kind, ordinal) => (kind === 'frames' ? carried(ordinal) : own(kind, ordinal)),
    isWithoutHead: (floor) => headless.has(floor),
  }
}

/** The lower and the upper node of a column. */
export function endsOf(facts: Facts, column: number): { foot: number; head: number } {
  const [a, b] = facts.nodesOf('frames', column)
  if (a === undefined || b === undefined) return { foot: -1, head: -1 }
  return facts.position(a)[2] <= facts.position(b)[2] ? { foot: a, head: b } : { foot: b, head: a }
}

function columnsByFoot(facts: Facts, uprights: readonly Upright[]): Map<number, number[]> {
  const columns = new Map<number, number[]>()
  for (const { kind, ordinal } of uprights) {
    if (kind !== 'frames') continue
    const { foot } = endsOf(facts, ordinal)
    columns.set(foot, [...(columns.get(foot) ?? []), ordinal])
  }
  return columns
}

const FEW = 12
const DEEPEST = 16

/** Gives each part of a triangle to its nearest head. A triangle with many heads near is quartered first: far ones then fall away. */
function share(triangle: Triangle, heads: readonly Head[], areas: Float64Array, depth: number): void {
  const near = nearestTo(triangle, heads)
  const [only, ...others] = near
  if (only && others.every(({ owner }) => owner === only.owner)) {
    areas[only.owner]! += areaOf(triangle)
    return
  }
  if (near.length > FEW && depth < DEEPEST) {
    for (const quarter of quartered(triangle)) share(quarter, near, areas, depth + 1)
    return
  }
  for (const [i, head] of near.entries()) {
    let part: readonly FlatPoint[] = triangle
    for (const [k, other] of near.entries()) {
      if (k !== i && part.length > 0) part = nearerTo(part, head, other, k < i)
    }
    areas[head.owner]! += areaOf(part)
  }
}

/** The heads that can be nearest to any point of it: as far from its middle as the nearest one and twice its radius at most. */
function nearestTo(triangle: Triangle, heads: readonly Head[]): Head[] {
  const [x, y] = [0, 1].map((k) => triangle.reduce((sum, point) => sum + (point[k] ?? 0), 0) / 3) as [number, number]
  const radius = Math.max(...triangle.map(([px, py]) => Math.hypot(px - x, py - y)))
  const distances = heads.map((head) => Math.hypot(head.x - x, head.y - y))
  const most = distances.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY) + 2 * radius
  return heads.filter((_, i) => distances[i]! <= most)
}

/** What of a convex part is nearer to the one head than to the other; of two in one place to the first. */
function nearerTo(part: readonly FlatPoint[], head: Head, other: Head, isOtherFirst: boolean): FlatPoint[] {
  const [nx, ny] = [other.x - head.x, other.y - head.y]
  if (nx === 0 && ny === 0) return isOtherFirst ? [] : [...part]
  const limit = (other.x ** 2 - head.x ** 2 + other.y ** 2 - head.y ** 2) / 2
  const beyond = ([x, y]: FlatPoint) => x * nx + y * ny - limit
  return part.flatMap((point, i): FlatPoint[] => {
    const next = part[(i + 1) % part.length]!
    const [a, b] = [beyond(point), beyond(next)]
    const clipped: FlatPoint[] = a <= 0 ? [point] : []
    if (a * b < 0) {
      const way = a / (a - b)
      clipped.push([point[0] + (next[0] - point[0]) * way, point[1] + (next[1] - point[1]) * way])
    }
    return clipped
  })
}

function quartered([a, b, c]: Triangle): Triangle[] {
  const middle = ([px, py]: FlatPoint, [qx, qy]: FlatPoint): FlatPoint => [(px + qx) / 2, (py + qy) / 2]
  const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)]
  return [
    [a, ab, ca],
    [ab, b, bc],
    [ca, bc, c],
    [ab, bc, ca],
  ]
}

function areaOf(points: readonly FlatPoint[]): number {
  let sum = 0
  for (const [i, [x, y]] of points.entries()) {
    const [nx, ny] = points[(i + 1) % points.length]!
    sum += x * ny - nx * y
  }
  return Math.abs(sum) / 2
}
