import { cutArea } from './area-cut.ts'
import { nearIn } from './box-tree.ts'
import { allowance, ending, type Found, listed, MOST_PAIRS, named, plural, refs } from './check-found.ts'
import { TOGETHER, tooManyTogether } from './cut-budget.ts'
import { cornersOf, isFan, layFlat } from './flat-area.ts'
import {
  crossingEdges,
  holds,
  isNearEdge,
  outlinesCross,
  outlinesOverlap,
  type Polygon,
  polygonOf,
  type Steps,
} from './polygon.ts'
import type { Point2 } from './schema.ts'
import { signedArea } from './section-outline.ts'
import { nodeId, type Structure, type StructureArea } from './structure.ts'
import { add, cross, distance, dot, length, scale, scaledToUnit, subtract, type Vec } from './vector.ts'

/** Areas and their openings. Conventions, section 10: d is the diagonal of the area's own box. */

/** Shares of d, and of d² for areas. */
const FLAT = 1e-6
const OFF_PLANE = 1e-3
/** What counts as touching in the plane. */
const TOUCH = 1e-6

type Plane = { at: Vec; normal: Vec; d: number; flat(node: number): Point2; height(node: number): number }
type Judged = { area: StructureArea; plane: Plane | null; outline: Polygon }
export type JudgedAreas = Judged[]

/** The plane of each area; null where its nodes span none. */
export function judgedAreas({ areas, positions, tolerance }: Structure): JudgedAreas {
  return areas.map((area) => {
    const points = area.outline.map((node) => positions[node]!)
    const plane = planeOf(points, positions, tolerance)
    return { area, plane, outline: polygonOf(plane ? area.outline.map(plane.flat) : []) }
  })
}

function planeOf(points: Vec[], positions: readonly Vec[], tolerance: number): Plane | null {
  const first = points[0]
  if (!first) return null
  const d = boxDiagonal(points)
  const triangle = largestTriangle(points)
  if (!triangle || triangle.shortest <= tolerance || triangle.area < FLAT * d ** 2) return null
  const newell = points.reduce((sum, p, i) => {
    const next = points[(i + 1) % points.length]!
    return add(sum, cross(subtract(p, first), subtract(next, first)))
  }, NOWHERE)
  const normal = scaledToUnit(length(newell) < FLAT * d ** 2 ? triangle.normal : newell)
  if (!normal) return null
  const mean = points.reduce((sum, p) => add(sum, p), NOWHERE)
  const at = scale(mean, 1 / points.length)
  const across = scaledToUnit(cross(Math.abs(normal[2]) < 0.5 ? [0, 0, 1] : [0, 1, 0], normal))
  if (!across) return null
  const up = cross(normal, across)
  return {
    at,
    normal,
    d,
    flat(node) {
      const from = subtract(positions[node]!, at)
      return { x: dot(from, across), y: dot(from, up) }
    },
    height: (node) => Math.abs(dot(subtract(positions[node]!, at), normal)),
  }
}

const NOWHERE: Vec = [0, 0, 0]

function boxDiagonal(points: readonly Vec[]): number {
  const spread = (pick: (p: Vec) => number) => {
    let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const p of points) {
      min = Math.min(min, pick(p))
      max = Math.max(max, pick(p))
    }
    return max - min
  }
  return points.length > 0
    ? Math.hypot(
        spread((p) => p[0]),
        spread((p) => p[1]),
        spread((p) => p[2]),
      )
    : 0
}

type Triangle = { area: number; normal: Vec; shortest: number }

/** Up to so many nodes all triangles are tried. */
const ALL_TRIANGLES = 24

/**
 * The largest triangle of the points, and the shortest distance between three of them that lie far apart. Of many points
 * the triangle of the farthest from the first, and the farthest from that line, which is at least a quarter of the largest.
 */
function largestTriangle(points: readonly Vec[]): Triangle | null {
  const triangle = (a: Vec, b: Vec, c: Vec): Triangle => {
    const normal = cross(subtract(b, a), subtract(c, a))
    return { area: length(normal) / 2, normal, shortest: Math.min(distance(a, b), distance(b, c), distance(c, a)) }
  }
  const farthest = (from: (p: Vec) => number) => points.reduce((best, p) => (from(p) > from(best) ? p : best))
  const [first] = points
  if (!first || points.length < 3) return null
  const a = farthest((p) => distance(p, first))
  const b = farthest((p) => distance(p, a))
  const c = farthest((p) => length(cross(subtract(b, a), subtract(p, a))))
  const apart = farthest((p) => Math.min(distance(p, a), distance(p, b)))
  let largest = triangle(a, b, c)
  if (points.length <= ALL_TRIANGLES) {
    for (let i = 0; i < points.length; i++) {
      for (let j = i + 1; j < points.length; j++) {
        for (let k = j + 1; k < points.length; k++) {
          const next = triangle(points[i]!, points[j]!, points[k]!)
          if (next.area > largest.area) largest = next
        }
      }
    }
  }
  return { ...largest, shortest: triangle(a, b, apart).shortest }
}

/** Pairs that a code may look at in the areas of a model. */
const allowanceOf = (areas: JudgedAreas) =>
  allowance(
    areas.reduce((sum, { area }) => area.openings.reduce((all, { length }) => all + length, sum + area.outline.length), 0),
  )

/** Areas that are drawn by their edges alone: as `scene.ts` asks, of the same corners. */
export function* outlinesTooLarge(structure: Structure, areas: JudgedAreas): Iterable<Found> {
  const placeOf = (node: number) => structure.positions[node]!
  const flat = ({ area }: Judged) =>
    layFlat(
      cornersOf(area.outline.map(placeOf)),
      area.openings.map((opening) => opening.map(placeOf)),
    )
  const leftOut = tooManyTogether(
    areas.map((judged) => {
      const laid = flat(judged)
      return laid && !isFan(laid) ? laid.corners.length : 0
    }),
  )
  for (const [k, judged] of areas.entries()) {
    const laid = flat(judged)
    const cut = laid && !leftOut.has(k) ? cutArea(laid) : null
    const why = leftOut.has(k) ? TOGETHER : cut?.how === 'none' ? cut.why : null
    if (!why) continue
    yield {
      message: `Area ${named(judged.area.id)} is drawn by its edges alone: ${why}`,
      elements: [{ kind: 'area', id: judged.area.id }],
      fix: 'List the nodes in order around the outline, keep openings apart, or divide the area.',
    }
  }
}

export function* degenerateAreas(areas: JudgedAreas): Iterable<Found> {
  for (const { area, plane } of areas) {
    if (plane) continue
    yield {
      message: `Area ${named(area.id)} encloses nothing: its nodes lie on one line or at one place`,
      elements: [{ kind: 'area', id: area.id }],
      fix: 'Give the area at least three nodes that are not in a line, or remove it.',
    }
  }
}

export function* selfIntersectingAreas(structure: Structure, areas: JudgedAreas): Iterable<Found> {
  const steps = allowanceOf(areas)
  for (const { area, plane, outline } of areas) {
    const edges = plane && crossingEdges(outline, TOUCH * plane.d, steps)
    if (!edges) continue
    const [one, other] = edges.map((edge) => edgeName(structure, area.outline, edge))
    yield {
      message: `The outline of area ${named(area.id)} crosses itself: edge ${one} cuts edge ${other}`,
      elements: [{ kind: 'area', id: area.id }],
      fix: 'List the nodes in order around the outline.',
    }
  }
  yield* ending(steps.left <= 0)
}

function edgeName(structure: Structure, loop: readonly number[], edge: number): string {
  const [from, to] = [loop[edge]!, loop[(edge + 1) % loop.length]!]
  return `${named(nodeId(structure, from))}–${named(nodeId(structure, to))}`
}

export function* warpedAreas(structure: Structure, areas: JudgedAreas): Iterable<Found> {
  for (const { area, plane } of areas) {
    if (!plane) continue
    const off = area.outline.filter((node) => plane.height(node) > OFF_PLANE * plane.d)
    if (off.length === 0) continue
    const ids = [...new Set(off.map((node) => nodeId(structure, node)))]
    const worst = off.reduce((most, node) => Math.max(most, plane.height(node)), 0)
    yield {
      message: `Area ${named(area.id)} is not flat: ${plural(ids.length, 'node')} (${listed(ids)}) up to ${((100 * worst) / plane.d).toFixed(1)} % of its size off its mean plane`,
      elements: [{ kind: 'area', id: area.id }, ...refs('node', ids)],
      fix: 'Move the nodes into one plane, or divide the area into triangles.',
    }
  }
}

type Hole = { nodes: number[]; outline: Polygon; ordinal: number }

function holes({ area, plane }: Judged): Hole[] {
  if (!plane) return []
  return area.openings.map((nodes, ordinal) => ({ nodes, outline: polygonOf(nodes.map(plane.flat)), ordinal }))
}

export function* openingsOutside(structure: Structure, areas: JudgedAreas): Iterable<Found> {
  const steps = allowanceOf(areas)
  for (const judged of areas) {
    const { area, plane, outline } = judged
    if (!plane) continue
    for (const hole of holes(judged)) {
      const out = hole.nodes.filter((_, i) => {
        const p = hole.outline.points[i]!
        return !holds(outline, p, steps) && !isNearEdge(outline, p, structure.tolerance, steps)
      })
      const isOut = out.length > 0 || outlinesCross(hole.outline, outline, TOUCH * plane.d, steps)
      if (steps.left <= 0) return yield* ending(true)
      if (!isOut) continue
      const ids = [...new Set(out.map((node) => nodeId(structure, node)))]
      yield {
        message:
          ids.length > 0
            ? `${openingName(hole)} of area ${named(area.id)} reaches outside the outline, at ${listed(ids)}`
            : `${openingName(hole)} of area ${named(area.id)} cuts the outline between its nodes`,
        elements: [{ kind: 'area', id: area.id }, ...refs('node', ids)],
        fix: 'Move the opening inside, or draw the recess as part of the outline; what lies outside cuts nothing.',
      }
    }
  }
}

export function* invalidOpenings(structure: Structure, areas: JudgedAreas): Iterable<Found> {
  const steps = allowanceOf(areas)
  for (const judged of areas) {
    const { area, plane } = judged
    if (!plane) continue
    for (const hole of holes(judged)) {
      const wrong = whatIsWrong(structure, plane, hole, steps)
      if (steps.left <= 0) return yield* ending(true)
      if (!wrong) continue
      yield {
        message: `${openingName(hole)} of area ${named(area.id)} ${wrong}`,
        elements: [{ kind: 'area', id: area.id }, ...refs('node', new Set(hole.nodes.map((node) => nodeId(structure, node))))],
        fix: 'List at least three nodes around the opening, in order and in the plane of the area.',
      }
    }
  }
}

function whatIsWrong({ positions }: Structure, plane: Plane, { nodes, outline }: Hole, steps: Steps): string | null {
  if (new Set(nodes).size < 3) return 'has fewer than three different nodes'
  if (nodes.some((node) => plane.height(node) > OFF_PLANE * plane.d)) return 'is not in the plane of the area'
  const own = boxDiagonal(nodes.map((node) => positions[node]!))
  if (crossingEdges(outline, TOUCH * own, steps)) return 'has edges that cross'
  return Math.abs(signedArea(outline.points)) <= FLAT * own ** 2 ? 'encloses nothing' : null
}

export function* overlappingOpenings(structure: Structure, areas: JudgedAreas): Iterable<Found> {
  const steps = allowanceOf(areas)
  let count = 0
  for (const judged of areas) {
    const { area, plane } = judged
    const all = holes(judged).filter(({ nodes }) => nodes.length >= 3)
    if (!plane || all.length < 2) continue
    const boxes = new Float64Array(6 * all.length)
    for (const [i, { outline }] of all.entries()) boxes.set(boxOf(outline.points), 6 * i)
    const near = nearIn(boxes)
    for (const [i, one] of all.entries()) {
      const later: number[] = []
      near(boxes.subarray(6 * i), (j) => {
        if (j > i) later.push(j)
        return --steps.left > 0
      })
      for (const j of later.sort((a, b) => a - b)) {
        const other = all[j]!
        const isOverlap = outlinesOverlap(one.outline, other.outline, TOUCH * plane.d, steps)
        if (steps.left <= 0 || count === MOST_PAIRS.found) return yield* ending(true)
        if (!isOverlap) continue
        count++
        const ids = new Set([...one.nodes, ...other.nodes].map((node) => nodeId(structure, node)))
        yield {
          message: `${openingName(one)} and ${openingName(other).toLowerCase()} of area ${named(area.id)} overlap`,
          elements: [{ kind: 'area', id: area.id }, ...refs('node', ids)],
          fix: 'Join them to one opening, or move them apart.',
        }
      }
    }
  }
  yield* ending(steps.left <= 0)
}

function boxOf(outline: readonly Point2[]): number[] {
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of outline) {
    left = Math.min(left, x)
    low = Math.min(low, y)
    right = Math.max(right, x)
    high = Math.max(high, y)
  }
  return [left, low, 0, right, high, 0]
}

function openingName({ ordinal }: Hole): string {
  return `Opening ${ordinal + 1}`
}

export function* areasWithoutThickness({ areas }: Structure): Iterable<Found> {
  for (const { id, thickness } of areas) {
    if (thickness !== undefined && thickness > 0) continue
    yield {
      message: `Area ${named(id)} has no thickness of its own and none from a section; it is drawn as a surface`,
      elements: [{ kind: 'area', id }],
      fix: 'Set the thickness of the area, or give it a shell section that has one.',
    }
  }
}
