import type { Point2 } from '#lib/schema/schema.ts'
import { signedArea } from '../section/outline-area.ts'
import { boxOver, type Near, nearIn } from '../shape/box-tree.ts'
import { edgeSearch } from '../shape/edge-search.ts'
import { cornersOf, type FlatArea, isFan, layFlat, upOf } from '../shape/flat-area.ts'
import { flatBox, type Steps, side } from '../shape/polygon.ts'
import { trapezoids, withAdded } from '../shape/trapezoids.ts'
import { cross, dot, subtract, type Vec } from '../shape/vector.ts'
import { readUnits } from '../units.ts'
import { allowanceOf, type Judged, type JudgedAreas } from './area-planes.ts'
import { digits, ending, MOST_PAIRS, named, type RuleFinding, refs } from './check-finding.ts'
import type { Structure } from './structure.ts'

/** Areas that fill the same place. Conventions, section 10. */

/** So large a part of the smaller may be shared: edges and centre lines are drawn through each other. */
const SHARED = 0.01

export function* overlappingAreas(structure: Structure, areas: JudgedAreas): Iterable<RuleFinding> {
  const { positions, tolerance } = structure
  const steps = allowanceOf(areas)
  const boxes = new Float64Array(6 * areas.length)
  for (const [k, { area }] of areas.entries()) {
    const corners = area.outline.map((node) => positions[node]!)
    boxes.set(boxOver(corners, tolerance / 2), 6 * k)
  }
  const near = nearIn(boxes)
  const pieces = piecesOf(structure, areas)
  let count = 0
  for (const [i, one] of areas.entries()) {
    if (!one.plane) continue
    const later: number[] = []
    near(boxes.subarray(6 * i), (j) => {
      if (j > i && isBroad(boxes, i, j, 2 * tolerance)) later.push(j)
      return --steps.left > 0
    })
    for (const j of later.sort((a, b) => a - b)) {
      const other = areas[j]!
      const shared = isSamePlace(structure, [i, one], [j, other]) ? sharedArea(pieces, i, j, steps) : 0
      if (steps.left <= 0 || (shared > 0 && count === MOST_PAIRS.found)) return yield* ending(true)
      if (shared === 0) continue
      count++
      yield {
        message: `Areas ${named(one.area.id)} and ${named(other.area.id)} fill the same ${squareUnits(structure, shared)}`,
        elements: refs('area', [one.area.id, other.area.id]),
        fix: 'Keep one of them, or cut an opening into the larger where the other lies: volume and mass count both.',
      }
    }
  }
  yield* ending(steps.left <= 0)
}

/** Whether two boxes share more than an edge: what is shared by areas is long along two axes at least. Most neighbours end here. */
function isBroad(boxes: Float64Array, i: number, j: number, least: number): boolean {
  let axes = 0
  for (let k = 0; k < 3; k++) {
    const low = Math.max(boxes[6 * i + k]!, boxes[6 * j + k]!)
    const high = Math.min(boxes[6 * i + k + 3]!, boxes[6 * j + k + 3]!)
    if (high - low > least) axes++
  }
  return axes >= 2
}

/** In one plane, with more in common across it than a tolerance. */
function isSamePlace(structure: Structure, [i, one]: [number, Judged], [j, other]: [number, Judged]): boolean {
  if (!one.plane || !other.plane) return false
  const { tolerance } = structure
  // The plane of the larger: that of a small area, drawn far out, would be wrong by more than its nodes are.
  const [plane, nodes] = one.plane.d >= other.plane.d ? [one.plane, other.area.outline] : [other.plane, one.area.outline]
  if (nodes.some((node) => plane.height(node) > tolerance)) return false
  const [a, b] = [upOf(one.plane.normal), upOf(other.plane.normal)]
  const [low, high] = layerOf(structure, i)
  const [from, to] = layerOf(structure, j)
  const [bottom, top] = dot(a, b) < 0 ? [-to, -from] : [from, to]
  return Math.min(high, top) - Math.max(low, bottom) > tolerance
}

/** How far an area reaches below and above its nodes; one without thickness enough to be met. */
function layerOf({ model, areas, scale, tolerance }: Structure, k: number): [low: number, high: number] {
  const thick = (areas[k]?.thickness ?? 0) * scale
  if (!(thick > 0)) return [-2 * tolerance, 2 * tolerance]
  const point = model.areas?.[k]?.cardinalPoint?.toUpperCase()
  if (point === 'TOP') return [-thick, 0]
  return point === 'BOTTOM' ? [0, thick] : [-thick / 2, thick / 2]
}

/** An area cut into triangles: as points, and in its own plane with a search for those near a box. */
type Pieces = {
  flat: FlatArea
  triangles: Vec[][]
  size: number
  inPlane: Point2[][]
  near: Near
}

/** Each cut when it is first asked for; null where it cannot be cut. */
function piecesOf({ positions }: Structure, areas: JudgedAreas): (k: number) => Pieces | null {
  const known = new Map<number, Pieces | null>()
  const placesOf = (nodes: readonly number[]) => nodes.map((node) => positions[node]!)
  const cut = ({ area }: Judged): Pieces | null => {
    const flat = layFlat(cornersOf(placesOf(area.outline)), area.openings.map(placesOf))
    const triangles = flat && trianglesOf(flat)
    if (!flat || !triangles) return null
    const inPlane = triangles.map((triangle) => laidInto(flat, triangle))
    const size = inPlane.reduce((sum, triangle) => sum + signedArea(triangle), 0)
    return { flat, triangles, size, inPlane, near: nearTriangles(inPlane) }
  }
  return (k) => {
    const found = known.has(k) ? known.get(k) : cut(areas[k]!)
    known.set(k, found ?? null)
    return found ?? null
  }
}

/** So few are tried one by one. */
const FEW_TRIANGLES = 16

function nearTriangles(triangles: readonly Point2[][]): Near {
  if (triangles.length <= FEW_TRIANGLES)
    return (_, visit) => {
      for (const k of triangles.keys()) if (visit(k) === false) return
    }
  const boxes = new Float64Array(6 * triangles.length)
  for (const [k, triangle] of triangles.entries()) boxes.set(flatBox(triangle), 6 * k)
  return nearIn(boxes)
}

function trianglesOf(flat: FlatArea): Vec[][] | null {
  const { corners } = flat
  if (isFan(flat)) return corners.slice(2).map((last, k) => [corners[0]!, corners[k + 1]!, last])
  const { cut } = trapezoids(flat, edgeSearch(flat))
  if (!cut) return null
  const points = withAdded(corners, cut.added)
  const triangles: Vec[][] = []
  for (let k = 0; k < cut.triangles.length; k += 3) triangles.push(cut.triangles.slice(k, k + 3).map((index) => points[index]!))
  return triangles
}

/** A triangle in the plane of an area, counter-clockwise. */
function laidInto({ axes, up, centre }: FlatArea, triangle: readonly Vec[]): Point2[] {
  const across = cross(up, axes[0])
  const points = triangle.map((point) => {
    const from = subtract(point, centre)
    return { x: dot(from, axes[0]), y: dot(from, across) }
  })
  return signedArea(points) < 0 ? points.reverse() : points
}

/** What two areas of one plane share, of which less than a part of the smaller counts as nothing. */
function sharedArea(pieces: (k: number) => Pieces | null, i: number, j: number, steps: Steps): number {
  const [one, other] = [pieces(i), pieces(j)]
  if (!one || !other) return 0
  let shared = 0
  for (const triangle of other.triangles) {
    const laid = laidInto(one.flat, triangle)
    one.near(flatBox(laid), (k) => {
      shared += commonArea(laid, one.inPlane[k]!)
      return --steps.left > 0
    })
  }
  return shared > SHARED * Math.min(one.size, other.size) ? shared : 0
}

/** What two triangles share: one, cut by each side of the other. Both counter-clockwise. */
function commonArea(one: readonly Point2[], other: readonly Point2[]): number {
  let left = one
  for (const [k, a] of other.entries()) {
    const b = other[(k + 1) % other.length]!
    const corners: Point2[] = []
    let from = side(a, b, left[0]!)
    for (const [n, p] of left.entries()) {
      const q = left[(n + 1) % left.length]!
      const to = side(a, b, q)
      if (from > 0) corners.push(p)
      const share = from / (from - to)
      if (from > 0 !== to > 0) corners.push({ x: p.x + (q.x - p.x) * share, y: p.y + (q.y - p.y) * share })
      from = to
    }
    if (corners.length < 3) return 0
    left = corners
  }
  return signedArea(left)
}

/** An area in the model's own unit, to four digits. */
function squareUnits({ model, scale }: Structure, area: number): string {
  const unit = readUnits(model.units).length?.unit
  return `${digits(area / scale / scale)}${unit ? ` ${unit}²` : ''}`
}
