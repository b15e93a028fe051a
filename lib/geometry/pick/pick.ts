import { type BoxTree, walk } from '#lib/model/shape/box-tree.ts'
import { dot, length, scale, subtract, type Vec, vecAt } from '#lib/model/shape/vector.ts'
import { trianglesOfArea } from '../area-mesh.ts'
import { frameAt } from '../frame-at.ts'
import { bodyOf, NO_BODY } from '../frame-records.ts'
import type { Scene } from '../scene.ts'
import { bodyLine } from './body-edges.ts'
import type { PickTrees } from './pick-trees.ts'
import { along, type Ray, rayMeets, rayThroughBody, rayThroughTriangle, rayToSegment } from './ray.ts'

/** What is under the cursor: kind, index in the model, distance along the ray, and the point, about the scene's origin. */
export type Hit = { kind: 'node' | 'frame' | 'area' | 'support'; index: number; distance: number; point: Vec }

export type PickOptions = {
  /** Length of a pixel at a distance along the ray. */
  pixelAt: (distance: number) => number
  isVisible: (kind: Hit['kind'], index: number) => boolean
  /** Nodes lie inside the bodies that meet there; this much nearer they count. */
  nodeLift: number
  /** Glyph size in pixels, to hit supports. */
  symbolPixels: number
  /** Supports hang on the other side of their nodes. */
  up?: Vec
}

/** A cursor this near to a line or a node means it. */
const REACH = 5

/**
 * The front-most thing under the cursor: bodies and areas exactly; lines, thin bodies, nodes and support symbols within a few
 * pixels when nothing is in front of them.
 */
export function pick(scene: Scene, trees: PickTrees, ray: Ray, options: PickOptions): Hit | null {
  const solid = nearer(pickFrames(scene, trees, ray, options), pickAreas(scene, trees.areas, ray, options))
  // What stands behind the solid is not meant.
  const before = solid ? { ...ray, far: Math.min(ray.far, solid.distance + options.nodeLift) } : ray
  return nearer(pickNodes(scene, trees.nodes, before, options), pickSupports(scene, before, options)) ?? solid
}

const nearer = (a: Hit | null, b: Hit | null) => (a && b ? (b.distance < a.distance ? b : a) : (a ?? b))

export function pickFrames(scene: Scene, trees: PickTrees, ray: Ray, { pixelAt, isVisible }: PickOptions): Hit | null {
  let exact: Hit | null = null
  const best = () => exact?.distance ?? Infinity
  walk(
    trees.frames,
    rayMeets(ray, () => 0, best),
    (index) => {
      if (!comesNear(scene, trees.reach, ray, index) || !isVisible('frame', index)) return
      const { start, end, axes, body, offset } = frameAt(scene, index)
      const distance = axes && body && rayThroughBody(ray, start, length(subtract(end, start)), axes, body, offset)
      if (distance !== null && distance < best()) exact = { kind: 'frame', index, distance, point: along(ray, distance) }
    },
    ray.along,
  )
  const hit = exact as Hit | null
  if (hit && !trees.hasLines) return hit

  // A line in front of a body wins; where nothing was hit, what lies within a few pixels is meant.
  let close: (Hit & { apart: number }) | null = null
  const toleranceAt = (distance: number) => REACH * pixelAt(distance)
  walk(trees.frames, rayMeets(ray, toleranceAt, best), (index) => {
    if (!isVisible('frame', index)) return
    const line = bodyLine(scene, index)
    if (!line || (hit && frameAt(scene, index).body)) return
    const near = rayToSegment(ray, ...line)
    const pixels = near.apart / pixelAt(near.distance)
    if (near.distance < ray.near || near.distance > Math.min(ray.far, best()) || pixels > REACH) return
    if (!close || pixels < close.apart)
      close = { kind: 'frame', index, distance: near.distance, point: near.point, apart: pixels }
  })
  return (close as Hit | null) ?? hit
}

/**
 * Does the line of a ray come as near to a frame's line as its body and offset reach? Said of hundreds of frames for the one
 * that is met, so it is worked out in plain numbers.
 */
function comesNear({ nodes, placements, frames: { records } }: Scene, reach: Float64Array, { from, along }: Ray, index: number) {
  const a = 4 * records[4 * index]!
  const b = 4 * records[4 * index + 1]!
  const placement = 4 * records[4 * index + 2]!
  const body = bodyOf(records[4 * index + 3]!)
  if (body === NO_BODY) return false
  const ux = nodes[b]! - nodes[a]!
  const uy = nodes[b + 1]! - nodes[a + 1]!
  const uz = nodes[b + 2]! - nodes[a + 2]!
  const wx = from[0] - nodes[a]!
  const wy = from[1] - nodes[a + 1]!
  const wz = from[2] - nodes[a + 2]!
  const nx = uy * along[2] - uz * along[1]
  const ny = uz * along[0] - ux * along[2]
  const nz = ux * along[1] - uy * along[0]
  const normal = nx * nx + ny * ny + nz * nz
  const far = reach[body]! + Math.hypot(placements[placement + 2]!, placements[placement + 3]!)
  const apart = wx * nx + wy * ny + wz * nz
  // Lines that run the same way have no common normal to measure along: the exact test decides.
  return normal < 1e-6 * (ux * ux + uy * uy + uz * uz) || apart * apart <= far * far * normal * 1.0001
}

export function pickAreas(scene: Scene, tree: BoxTree, ray: Ray, { isVisible }: PickOptions): Hit | null {
  let best: Hit | null = null
  walk(
    tree,
    rayMeets(
      ray,
      () => 0,
      () => best?.distance ?? Infinity,
    ),
    (index) => {
      if (!isVisible('area', index)) return
      trianglesOfArea(scene, index, (a, b, c) => {
        const distance = rayThroughTriangle(ray, a, b, c)
        if (distance === null || distance < ray.near || distance > ray.far) return
        if (!best || distance < best.distance) best = { kind: 'area', index, distance, point: along(ray, distance) }
      })
    },
    ray.along,
  )
  return best
}

function pickNodes(scene: Scene, tree: BoxTree, ray: Ray, { pixelAt, isVisible }: PickOptions): Hit | null {
  let best: (Hit & { apart: number }) | null = null
  const toleranceAt = (distance: number) => REACH * pixelAt(distance)
  const everywhere = () => Infinity
  walk(tree, rayMeets(ray, toleranceAt, everywhere), (index) => {
    if (!isVisible('node', index)) return
    const point = vecAt(scene.nodes, 4 * index)
    const distance = dot(subtract(point, ray.from), ray.along)
    const apart = length(subtract(point, along(ray, distance)))
    const reach = Math.max(toleranceAt(distance), scene.nodes[4 * index + 3]!)
    if (distance < ray.near || distance > ray.far || apart > reach) return
    const pixels = apart / pixelAt(distance)
    if (!best || pixels < best.apart) best = { kind: 'node', index, distance, point, apart: pixels }
  })
  return best
}

/** `index` of the hit is the glyph's. */
function pickSupports(scene: Scene, ray: Ray, { pixelAt, isVisible, symbolPixels, up = [0, 0, 1] }: PickOptions): Hit | null {
  let best: Hit | null = null
  const { nodes, sizes } = scene.supports
  for (let index = 0; index < nodes.length; index++) {
    const node = vecAt(scene.nodes, 4 * nodes[index]!)
    const distance = dot(subtract(node, ray.from), ray.along)
    if (distance < ray.near || distance > ray.far || (best && distance > best.distance) || !isVisible('support', index)) continue
    const size = symbolSize(symbolPixels * pixelAt(distance), sizes[index]!)
    const centre = subtract(node, scale(up, size / 2))
    const apart = length(subtract(centre, along(ray, dot(subtract(centre, ray.from), ray.along))))
    if (apart <= size * 0.6) best = { kind: 'support', index, distance, point: node }
  }
  return best
}

/** About constant on screen, and never larger in the model than its node allows. */
const symbolSize = (wanted: number, most: number) => (most > 0 ? Math.min(wanted, most) : wanted)
