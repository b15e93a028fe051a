import { type BoxTree, boxTree, pruned, walk } from '#lib/model/shape/box-tree.ts'
import { AXES, add, directionOf, scale, type Vec } from '#lib/model/shape/vector.ts'
import type { Point2 } from '#lib/schema/schema.ts'
import { cornersOfArea, reachOfArea, trianglesOfArea } from '../area-mesh.ts'
import { frameAt } from '../frame-at.ts'
import { bodyOf, isVerticalFrame } from '../frame-records.ts'
import { onFrame } from '../on-frame.ts'
import type { Scene } from '../scene.ts'
import type { PickTrees } from './pick-trees.ts'

/** What of a scene is to be seen. `section`: the box outside which all is cut away, about the scene's origin; open sides are infinite. */
export type VisibleScene = {
  isVisible: (kind: 'node' | 'frame' | 'area' | 'support', index: number) => boolean
  section: Box | null
}
export type Box = { low: Vec; high: Vec }

/** All of it. */
export const EVERYTHING: VisibleScene = { isVisible: () => true, section: null }

/**
 * The outermost points of what is drawn, three numbers each, about the scene's origin: of bodies and faces as they stand there
 * (outline, rotation, offset, thickness), of nodes, and of the nodes that hang a support. `box`: around bodies and faces, else
 * around the nodes; null where there is nothing.
 */
export type Extent = { bodies: Float64Array; nodes: Float64Array; supports: Float64Array; box: Box | null }

type Trees = Pick<PickTrees, 'frames' | 'areas' | 'nodes'>

/** With fewer corners all of them are told; of more, the farthest in so many directions, and those of the box. */
const MOST_CORNERS = 4096
const DIRECTIONS = 512

export function extentOf(scene: Scene, trees: Trees, shown: VisibleScene): Extent {
  const { frames, areas, nodes, supports } = parts(scene, trees, shown)
  const bodies = joined(outermost(frames()), outermost(areas()))
  const [places, held] = [outermost(nodes()), outermost(supports())]
  return { bodies, nodes: places, supports: held, box: boxOf(bodies) ?? boxOf(places) }
}

/** The box of an extent alone: for what stands beside it, at every picture. */
export function drawnBox(scene: Scene, trees: Trees, shown: VisibleScene): Box | null {
  const { frames, areas, nodes } = parts(scene, trees, shown)
  const inAxes = (part: () => Part) => farthestPoints(part(), BOTH_WAYS)
  return boxOf(joined(inAxes(frames), inAxes(areas))) ?? boxOf(inAxes(nodes))
}

/**
 * A kind of thing in its tree. `pointsOf`: the corners of one, those that are cut off replaced by where they are cut; `reachOf`: how
 * far one goes in a direction before it is cut, asked of many for the one whose corners are looked at.
 */
type Part = { tree: BoxTree; count: number; section: Box | null } & Item
type Item = { pointsOf: (item: number) => readonly Vec[]; reachOf: (item: number, x: number, y: number, z: number) => number }

/** Each worked out when it is asked for: it takes a look at every item. */
function parts(scene: Scene, trees: Trees, { isVisible, section }: VisibleScene) {
  const heldNodes = () => new Set([...scene.supports.nodes].filter((_, glyph) => isVisible('support', glyph)))
  const node = (k: number): Vec => [scene.nodes[4 * k]!, scene.nodes[4 * k + 1]!, scene.nodes[4 * k + 2]!]
  const nodeIfIn = (k: number) => (!section || isIn(section, node(k)) ? [node(k)] : [])
  const nodeReach = (k: number, x: number, y: number, z: number) => along(scene.nodes, 4 * k, x, y, z)
  const part = (tree: BoxTree, isIncluded: (item: number) => boolean, { pointsOf, reachOf }: Item): Part => {
    let count = 0
    const counted = (item: number) => {
      const keeps = isIncluded(item)
      if (keeps) count++
      return keeps
    }
    const included = pruned(tree, counted)
    return { tree: included, count, section, reachOf, pointsOf: (item) => (isIncluded(item) ? pointsOf(item) : []) }
  }
  const seen = (tree: BoxTree, kind: 'frame' | 'area' | 'node', item: Item): Part =>
    isVisible === EVERYTHING.isVisible
      ? { tree, count: tree.order.length, section, ...item }
      : part(tree, (k) => isVisible(kind, k), item)
  return {
    frames: () =>
      seen(trees.frames, 'frame', {
        pointsOf: (k) => frameCorners(scene, k, section),
        reachOf: (k, x, y, z) => frameReach(scene, k, x, y, z),
      }),
    areas: () =>
      seen(trees.areas, 'area', {
        pointsOf: (k) => areaCorners(scene, k, section),
        reachOf: (k, x, y, z) => reachOfArea(scene, k, x, y, z),
      }),
    nodes: () => seen(trees.nodes, 'node', { pointsOf: nodeIfIn, reachOf: nodeReach }),
    supports: () => {
      const held = heldNodes()
      if (held.size === 0) return { tree: boxTree(new Float32Array()), count: 0, section, pointsOf: nodeIfIn, reachOf: nodeReach }
      return part(trees.nodes, (k) => held.has(k), { pointsOf: nodeIfIn, reachOf: nodeReach })
    },
  }
}

const along = (numbers: Float32Array, offset: number, x: number, y: number, z: number) =>
  numbers[offset]! * x + numbers[offset + 1]! * y + numbers[offset + 2]! * z

/** How far a frame goes in a direction: as `frameCorners`, in plain numbers, as a hundred are asked for the one that is farthest. */
export function frameReach(
  { nodes, placements, bodies, frames: { records } }: Scene,
  k: number,
  x: number,
  y: number,
  z: number,
): number {
  const a = 4 * records[4 * k]!
  const b = 4 * records[4 * k + 1]!
  const placement = 4 * records[4 * k + 2]!
  const packed = records[4 * k + 3]!
  const [atStart, atEnd] = [along(nodes, a, x, y, z), along(nodes, b, x, y, z)]
  const ends = Math.max(atStart, atEnd)
  const body = bodies[bodyOf(packed)]
  if (!body) return ends
  const ux = nodes[b]! - nodes[a]!
  const uy = nodes[b + 1]! - nodes[a + 1]!
  const uz = nodes[b + 2]! - nodes[a + 2]!
  const size = Math.sqrt(ux * ux + uy * uy + uz * uz)
  if (!(size > 0)) return ends
  // Local 3 without rotation is across the frame and Z, or X of a vertical one; local 2 is 3 × 1.
  const isUpright = isVerticalFrame(packed)
  const ax = isUpright ? 0 : uy
  const ay = isUpright ? uz : -ux
  const az = isUpright ? -uy : 0
  const wide = Math.sqrt(ax * ax + ay * ay + az * az)
  const three = (x * ax + y * ay + z * az) / wide
  const two = (x * (ay * uz - az * uy) + y * (az * ux - ax * uz) + z * (ax * uy - ay * ux)) / (wide * size)
  const cos = placements[placement]!
  const sin = placements[placement + 1]!
  const d2 = cos * two + sin * three
  const d3 = cos * three - sin * two
  const offset = placements[placement + 2]! * d3 + placements[placement + 3]! * d2
  const most = mostAlong(body.outer, d3, d2)
  return offset + (body.end ? Math.max(atStart + most, atEnd + mostAlong(body.end.outer, d3, d2)) : ends + most)
}

function mostAlong(loop: readonly Point2[], d3: number, d2: number): number {
  let most = -Infinity
  for (let i = 0; i < loop.length; i++) {
    const reach = loop[i]!.x * d3 + loop[i]!.y * d2
    if (reach > most) most = reach
  }
  return most
}

function frameCorners(scene: Scene, index: number, section: Box | null): readonly Vec[] {
  const { start, end, axes, body, offset } = frameAt(scene, index)
  if (!axes || !body) return cut([start, end], section)
  const rim = (line: Vec, { outer }: { outer: readonly Point2[] }) => outer.map((point) => onFrame(line, axes, point, offset))
  const [near, far] = [rim(start, body), rim(end, body.end ?? body)]
  const all = [...near, ...far]
  if (!section || all.every((point) => isIn(section, point))) return all
  const sides = near.map((a, k): Vec[] => {
    const next = (k + 1) % near.length
    return [a, near[next]!, far[next]!, far[k]!]
  })
  return [near, far, ...sides].flatMap((face) => cut(face, section))
}

function areaCorners(scene: Scene, index: number, section: Box | null): readonly Vec[] {
  const corners: Vec[] = []
  if (section) trianglesOfArea(scene, index, (...triangle) => corners.push(...cut(triangle.slice(0, 3), section)))
  else cornersOfArea(scene, index, (...corner) => corners.push(corner))
  return corners
}

const isIn = ({ low, high }: Box, p: Vec) => p.every((position, k) => position >= low[k]! && position <= high[k]!)

/** What is left of a polygon inside a box, one plane after the other (Sutherland and Hodgman). */
function cut(polygon: readonly Vec[], section: Box | null): readonly Vec[] {
  if (!section) return polygon
  let left = polygon
  for (const k of AXES) {
    for (const [plane, side] of [
      [section.low[k], 1],
      [section.high[k], -1],
    ] as const) {
      if (!Number.isFinite(plane) || left.every((p) => side * (p[k] - plane) >= 0)) continue
      left = left.flatMap((p, i): Vec[] => {
        const q = left[(i + 1) % left.length]!
        const [a, b] = [side * (p[k] - plane), side * (q[k] - plane)]
        const clipped = a >= 0 ? [p] : []
        return a >= 0 === b >= 0 ? clipped : [...clipped, add(p, scale([q[0] - p[0], q[1] - p[1], q[2] - p[2]], a / (a - b)))]
      })
    }
  }
  return left
}

function outermost(part: Part): Float64Array {
  if (part.count > MOST_CORNERS) return farthestPoints(part, ALL_DIRECTIONS)
  const found: number[] = []
  const isMore = () => found.length > 3 * MOST_CORNERS
  walk(
    part.tree,
    () => true,
    (item) => {
      for (const point of part.pointsOf(item)) found.push(...point)
      return !isMore()
    },
  )
  return isMore() ? farthestPoints(part, ALL_DIRECTIONS) : Float64Array.from(found)
}

/** The point that lies farthest in each direction. A box of the tree that reaches less far than what is found is not entered. */
function farthestPoints({ tree, pointsOf, reachOf, section }: Part, directions: readonly Vec[]): Float64Array {
  const found: number[] = []
  for (const [x, y, z] of directions) {
    // What is farthest elsewhere goes far here too, and spares most of the walk.
    let best = -Infinity
    for (let offset = 0; offset < found.length; offset += 3)
      best = Math.max(best, x * found[offset]! + y * found[offset + 1]! + z * found[offset + 2]!)
    let farthest: Vec | null = null
    // The corner of a box that goes farthest: of each axis its high side or its low.
    const [i, j, k] = [x > 0 ? 3 : 0, y > 0 ? 4 : 1, z > 0 ? 5 : 2]
    const enters = (boxes: Float32Array, offset: number) =>
      x * boxes[offset + i]! + y * boxes[offset + j]! + z * boxes[offset + k]! > best &&
      (!section || reachInside(section, boxes, offset, [x, y, z]) > best)
    const visit = (item: number): undefined => {
      if (reachOf(item, x, y, z) <= best) return
      for (const point of pointsOf(item)) {
        const reach = x * point[0] + y * point[1] + z * point[2]
        if (reach > best) [best, farthest] = [reach, point]
      }
    }
    walk(tree, enters, visit, [-x, -y, -z])
    if (farthest) found.push(...(farthest as Vec))
  }
  return Float64Array.from(found)
}

/** How far a box goes in a direction within a section, less than anything where it lies outside. */
function reachInside({ low, high }: Box, boxes: Float32Array, offset: number, direction: Vec): number {
  let reach = 0
  for (const k of AXES) {
    const from = Math.max(boxes[offset + k]!, low[k])
    const to = Math.min(boxes[offset + k + 3]!, high[k])
    if (from > to) return -Infinity
    reach += direction[k] * (direction[k] > 0 ? to : from)
  }
  return reach
}

const BOTH_WAYS: readonly Vec[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
]

/** Evenly over a sphere, along Fibonacci's spiral: between them at most 0.7 % of the radius is lost, of what is flat 2 %. */
const ALL_DIRECTIONS: readonly Vec[] = [
  ...BOTH_WAYS,
  ...Array.from({ length: DIRECTIONS }, (_, k): Vec => {
    const z = 1 - (2 * k + 1) / DIRECTIONS
    const angle = Math.PI * (3 - Math.sqrt(5)) * k
    const across = Math.sqrt(1 - z * z)
    return directionOf([across * Math.cos(angle), across * Math.sin(angle), z])
  }),
]

function joined(a: Float64Array, b: Float64Array): Float64Array {
  const both = new Float64Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

function boxOf(points: Float64Array): Box | null {
  const low: [number, number, number] = [Infinity, Infinity, Infinity]
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < points.length; i += 3) {
    for (const k of AXES) {
      low[k] = Math.min(low[k], points[i + k]!)
      high[k] = Math.max(high[k], points[i + k]!)
    }
  }
  return points.length > 0 ? { low, high } : null
}
