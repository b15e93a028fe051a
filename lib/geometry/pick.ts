import { type BoxTree, boxTree, walk } from '#lib/model/box-tree.ts'
import { most } from '#lib/model/extremes.ts'
import { isInside } from '#lib/model/polygon.ts'
import type { Point2 } from '#lib/model/schema.ts'
import { add, cross, dot, length, scale, subtract, type Vec } from '#lib/model/vector.ts'
import { areaBoxes, cornersOfArea, trianglesOfArea } from './area-mesh.ts'
import { frameBoxes, isLeftOut, reaches } from './frame-chunks.ts'
import { bodyOf, isUndrawn, isWithoutLength, NO_BODY } from './frame-records.ts'
import { localAxes } from './local-axes.ts'
import type { Scene } from './scene.ts'
import type { SectionBody } from './section-body.ts'

/** What is under the cursor: kind, index in the model, distance along the ray, and the point, about the scene's origin. */
export type Hit = { kind: 'node' | 'frame' | 'area' | 'support'; index: number; distance: number; point: Vec }

/** `from` and unit `along`; only the part between `near` and `far` counts (section planes cut the rest away). */
export type Ray = { from: Vec; along: Vec; near: number; far: number }

/** `hasLines`: some frames have no body and are met by being near. `reach`: how far each body goes from its own axis. */
export type PickTrees = { frames: BoxTree; areas: BoxTree; nodes: BoxTree; hasLines: boolean; reach: Float64Array }

/** `boxes`: those of the frames, for who has made them already. */
export function pickTrees(scene: Scene, boxes = frameBoxes(scene)): PickTrees {
  return {
    frames: boxTree(boxes, isLeftOut(scene.frames)),
    areas: boxTree(areaBoxes(scene), (k) => scene.areas.firstTriangle[k] === scene.areas.firstTriangle[k + 1]),
    nodes: boxTree(nodeBoxes(scene.nodes), (k) => scene.nodes[4 * k + 3] === -1),
    hasLines: hasLines(scene),
    reach: Float64Array.from(scene.bodies, ({ outer }) => most(outer, ({ x, y }) => Math.hypot(x, y))),
  }
}

function hasLines({ frames: { records, count } }: Scene) {
  for (let k = 0; k < count; k++) if (bodyOf(records[4 * k + 3]!) === NO_BODY) return true
  return false
}

function nodeBoxes(nodes: Float32Array) {
  const boxes = new Float32Array((nodes.length / 4) * 6)
  for (let i = 0; i < nodes.length / 4; i++) {
    const radius = Math.max(nodes[4 * i + 3]!, 0)
    for (let k = 0; k < 3; k++) {
      boxes[6 * i + k] = nodes[4 * i + k]! - radius
      boxes[6 * i + k + 3] = nodes[4 * i + k]! + radius
    }
  }
  return boxes
}

const point3 = (values: Float32Array, at: number): Vec => [values[at]!, values[at + 1]!, values[at + 2]!]

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

/** Does the ray come within `slack(distance)` of a box before `best`? */
export function rayMeets(ray: Ray, slackAt: (distance: number) => number, best: () => number) {
  return (boxes: Float32Array, at: number) => {
    // How far off a box may be is known only with its distance: take the farthest corner.
    let farthest = 0
    for (let k = 0; k < 3; k++) {
      const apart = Math.max(Math.abs(boxes[at + k]! - ray.from[k]!), Math.abs(boxes[at + k + 3]! - ray.from[k]!))
      farthest += apart * apart
    }
    const slack = slackAt(Math.sqrt(farthest))
    let near = ray.near
    let far = Math.min(ray.far, best())
    for (let k = 0; k < 3; k++) {
      const low = boxes[at + k]! - slack - ray.from[k]!
      const high = boxes[at + k + 3]! + slack - ray.from[k]!
      const step = ray.along[k]!
      if (step === 0) {
        if (low > 0 || high < 0) return false
        continue
      }
      const [a, b] = step > 0 ? [low / step, high / step] : [high / step, low / step]
      if (a > near) near = a
      if (b < far) far = b
      if (near > far) return false
    }
    return true
  }
}

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
  const slack = (distance: number) => REACH * pixelAt(distance)
  walk(trees.frames, rayMeets(ray, slack, best), (index) => {
    if (!isVisible('frame', index)) return
    const { start, end, axes, body, offset } = frameAt(scene, index)
    if (!axes || (hit && body)) return
    const shift = add(scale(axes[2], offset.x), scale(axes[1], offset.y))
    const near = rayToSegment(ray, add(start, shift), add(end, shift))
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

/** Both ends, axes, body and offset of a frame, about the scene's origin. */
export function frameAt(scene: Scene, index: number) {
  const { records } = scene.frames
  const [from, to] = [records[4 * index]!, records[4 * index + 1]!]
  const [placement, packed] = [records[4 * index + 2]!, records[4 * index + 3]!]
  const start = point3(scene.nodes, 4 * from)
  const end = point3(scene.nodes, 4 * to)
  const { placements } = scene
  const [cos, sin] = [placements[4 * placement]!, placements[4 * placement + 1]!]
  const [x, y] = [placements[4 * placement + 2]!, placements[4 * placement + 3]!]
  const rotation = (Math.atan2(sin, cos) * 180) / Math.PI
  const isDrawn = !isUndrawn(packed) && !isWithoutLength(packed)
  const body = bodyOf(packed)
  return {
    start,
    end,
    axes: isDrawn ? localAxes(start, end, rotation) : null,
    body: body === NO_BODY ? null : scene.bodies[body]!,
    offset: { x, y },
  }
}

const along = (ray: Ray, distance: number): Vec => add(ray.from, scale(ray.along, distance))

/** Where a ray enters a prism, in the prism's own axes: x along 3, y along 2, z along 1. */
function rayThroughBody(
  ray: Ray,
  start: Vec,
  size: number,
  [e1, e2, e3]: readonly [Vec, Vec, Vec],
  { outer, hole }: SectionBody,
  offset: Point2,
): number | null {
  const from = subtract(ray.from, start)
  const o = { x: dot(from, e3) - offset.x, y: dot(from, e2) - offset.y, z: dot(from, e1) }
  const d = { x: dot(ray.along, e3), y: dot(ray.along, e2), z: dot(ray.along, e1) }
  let near = ray.near
  let far = ray.far
  if (Math.abs(d.z) < 1e-12) {
    if (o.z < 0 || o.z > size) return null
  } else {
    const [a, b] = d.z > 0 ? [-o.z / d.z, (size - o.z) / d.z] : [(size - o.z) / d.z, -o.z / d.z]
    near = Math.max(near, a)
    far = Math.min(far, b)
  }
  if (near > far) return null
  const entry = { x: o.x + d.x * near, y: o.y + d.y * near }
  if (isInside(outer, entry) && !(hole && isInside(hole, entry))) return near
  let best: number | null = null
  for (const loop of hole ? [outer, hole] : [outer])
    for (let i = 0; i < loop.length; i++) {
      const a = loop[i]!
      const b = loop[(i + 1) % loop.length]!
      const turn = d.x * (b.y - a.y) - d.y * (b.x - a.x)
      if (turn === 0) continue
      const t = ((a.x - o.x) * (b.y - a.y) - (a.y - o.y) * (b.x - a.x)) / turn
      const s = ((a.x - o.x) * d.y - (a.y - o.y) * d.x) / turn
      if (s >= 0 && s <= 1 && t >= near && t <= far && (best === null || t < best)) best = t
    }
  return best
}

/** The nearest approach of a ray to a segment. */
export function rayToSegment(ray: Ray, a: Vec, b: Vec) {
  const side = subtract(b, a)
  const size = dot(side, side)
  const w = subtract(a, ray.from)
  const bd = dot(side, ray.along)
  const det = size - bd * bd
  const onSegment = size > 0 && det > 1e-12 * size ? (dot(w, ray.along) * bd - dot(w, side)) / det : 0
  const point = add(a, scale(side, Math.min(1, Math.max(0, onSegment))))
  const distance = Math.max(0, dot(subtract(point, ray.from), ray.along))
  return { distance, point, apart: length(subtract(point, along(ray, distance))) }
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

/** Möller and Trumbore; from either side, the rim too. */
function rayThroughTriangle(ray: Ray, a: Vec, b: Vec, c: Vec): number | null {
  const [u, v] = [subtract(b, a), subtract(c, a)]
  const p = cross(ray.along, v)
  const det = dot(u, p)
  if (Math.abs(det) < 1e-30) return null
  const s = subtract(ray.from, a)
  const m = dot(s, p) / det
  const q = cross(s, u)
  const n = dot(ray.along, q) / det
  return m < -RIM || n < -RIM || m + n > 1 + RIM ? null : dot(v, q) / det
}
/** Points of a table have single precision: two triangles that share an edge leave no gap between them. */
const RIM = 1e-6

function pickNodes(scene: Scene, tree: BoxTree, ray: Ray, { pixelAt, isVisible }: PickOptions): Hit | null {
  let best: (Hit & { apart: number }) | null = null
  const slack = (distance: number) => REACH * pixelAt(distance)
  const everywhere = () => Infinity
  walk(tree, rayMeets(ray, slack, everywhere), (index) => {
    if (!isVisible('node', index)) return
    const point = point3(scene.nodes, 4 * index)
    const distance = dot(subtract(point, ray.from), ray.along)
    const apart = length(subtract(point, along(ray, distance)))
    const reach = Math.max(slack(distance), scene.nodes[4 * index + 3]!)
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
    const node = point3(scene.nodes, 4 * nodes[index]!)
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

/** Frames, areas and nodes whose drawn points all lie inside some planes (box select from left), or any (from right). */
export function insideOf(
  scene: Scene,
  trees: PickTrees,
  planes: readonly (readonly [number, number, number, number])[],
  wants: 'all' | 'any',
  isVisible: PickOptions['isVisible'],
): { frames: number[]; areas: number[]; nodes: number[] } {
  const isIn = (p: Vec) => planes.every(([a, b, c, d]) => a * p[0] + b * p[1] + c * p[2] + d >= 0)
  const enters = (boxes: Float32Array, at: number) => planes.every((plane) => reaches(boxes, at, plane))
  const frames: number[] = []
  const nodes: number[] = []
  walk(trees.frames, enters, (index) => {
    if (!isVisible('frame', index)) return
    const { start, end } = frameAt(scene, index)
    const found = wants === 'all' ? isIn(start) && isIn(end) : segmentEnters(start, end, planes)
    if (found) frames.push(index)
  })
  walk(trees.nodes, enters, (index) => {
    if (isVisible('node', index) && isIn(point3(scene.nodes, 4 * index))) nodes.push(index)
  })
  const areas: number[] = []
  walk(trees.areas, enters, (index) => {
    if (!isVisible('area', index)) return
    let [all, any] = [true, false]
    cornersOfArea(scene, index, (x, y, z) => {
      if (isIn([x, y, z])) any = true
      else all = false
    })
    if (wants === 'all' ? all : any) areas.push(index)
  })
  return { frames, areas, nodes }
}

function segmentEnters(start: Vec, end: Vec, planes: readonly (readonly [number, number, number, number])[]) {
  let near = 0
  let far = 1
  for (const [a, b, c, d] of planes) {
    const from = a * start[0] + b * start[1] + c * start[2] + d
    const to = a * end[0] + b * end[1] + c * end[2] + d
    if (from < 0 && to < 0) return false
    if (from < 0) near = Math.max(near, from / (from - to))
    else if (to < 0) far = Math.min(far, from / (from - to))
  }
  return near <= far
}
