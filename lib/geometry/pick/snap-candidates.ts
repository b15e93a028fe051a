import { walk } from '#lib/model/shape/box-tree.ts'
import { add, dot, length, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { bodyOf } from '../frame-records.ts'
import type { Scene } from '../scene.ts'
import { areaEdges, bodyLine, type Edge, faceAt, frameEdges } from './body-edges.ts'
import { type Hit, type PickOptions, pick } from './pick.ts'
import type { PickTrees } from './pick-trees.ts'
import { type Ray, rayMeets, rayToSegment } from './ray.ts'

/** What of a model a point that is measured can be, in the order in which it is meant. */
export type SnapKind = 'node' | 'end' | 'crossing' | 'middle' | 'foot' | 'grid' | 'edge' | 'face'

/** `at` about the scene's origin, `x` and `y` in the picture; `on`: what it stands on, by its place in the model. */
export type Snap = {
  kind: SnapKind
  at: Vec
  x: number
  y: number
  on: { kind: 'node' | 'frame' | 'area'; index: number } | null
}

/** What is looked at, and how. Rays end at the section planes; `section` is the box that they make, about the scene's origin. */
export type Looked = {
  scene: Scene
  trees: PickTrees
  project: (point: Vec) => { x: number; y: number } | null
  ray: (x: number, y: number) => Ray
  options: PickOptions
  section: { low: Vec; high: Vec } | null
  /** Frames are drawn as lines. */
  isLines: boolean
  /** Areas are seen through. */
  isClear: boolean
  /** Lines of the grid as they are drawn. */
  grid: readonly (readonly [Vec, Vec])[]
}

export type Candidate = Omit<Snap, 'at' | 'x' | 'y'> & {
  /** Null: there is no such point. */
  at: Vec | null
  /** So far in front of it nothing hides it: what it lies inside of. */
  lift?: number
  /** Of frames, those whose bodies do not hide it from a ray. */
  through?: (ray: Ray) => readonly number[]
}

/** More than these under the pointer are too small to be told apart: what lies in front is meant. */
const MOST_NODES = 512
const MOST_BODIES = 96
const MOST_LINES = 32

export type Near = { nodes: readonly number[]; bodies: readonly Body[] }
/** A frame or an area near the pointer; `line`: what a frame's body is extruded along. */
type Body = { kind: 'frame' | 'area'; index: number; edges: () => readonly Edge[]; line: readonly [Vec, Vec] | null }

/** Each kind is worked out only where none before it is there. */
export function inOrder(
  { scene, trees, grid, options }: Looked,
  { nodes, bodies }: Near,
  { ray, face, reach, last }: { ray: Ray; face: Faced | null; reach: number; last: Vec | null },
): (() => Candidate[])[] {
  const lines = bodies.flatMap(({ index, line }) =>
    line ? [{ line, on: { kind: 'frame' as const, index }, through: () => [index] }] : [],
  )
  const edges = once(() => bodies.flatMap(({ kind, index, edges }) => edges().map((edge) => ({ ...edge, on: { kind, index } }))))
  const sharp = () => edges().filter(({ isRound }) => !isRound)
  const feet = (from: Vec): Candidate[] => [
    ...lines.map(({ line, ...rest }) => ({ kind: 'foot' as const, at: footOn(from, ...line), ...rest })),
    ...edges().map(({ a, b, on }) => ({ kind: 'foot' as const, at: footOn(from, a, b), on })),
    ...grid.map(([a, b]) => ({ kind: 'foot' as const, at: footOn(from, a, b), on: null })),
    ...(face ? [footOnFace(scene, face, from)] : []),
  ]
  return [
    () =>
      // A beam that is cut across and seen end on does not hide the nodes behind its cut: a drawing is measured from node to node.
      nodes.map((index) => {
        const place = nodeAt(scene, index)
        const through = ({ from, along, near }: Ray) => {
          const entry = add(from, scale(along, near))
          const holds = ({ line, on }: (typeof lines)[number]) =>
            [place, entry].every((point) => isInside(scene, trees, on.index, line, point))
          return lines.filter(holds).map(({ on }) => on.index)
        }
        return { kind: 'node', at: place, on: { kind: 'node', index }, lift: options.nodeLift, through }
      }),
    () => sharp().flatMap(({ a, b, on }) => [a, b].map((point) => ({ kind: 'end', at: point, on }))),
    () => crossings(lines),
    () => [
      ...lines.map(({ line, ...rest }) => ({ kind: 'middle' as const, at: middle(...line), ...rest })),
      ...sharp().map(({ a, b, on }) => ({ kind: 'middle' as const, at: middle(a, b), on })),
    ],
    () => (last ? feet(last) : []),
    () => gridCrossings(grid.filter(([a, b]) => passes(ray, a, b, reach * 2, options.pixelAt))),
    () => edges().map(({ a, b, on }) => ({ kind: 'edge', at: rayToSegment(ray, a, b).point, on })),
  ]
}

/** A point no farther from what a frame's body is extruded along than the body reaches. */
function isInside(scene: Scene, { reach }: PickTrees, frame: number, [a, b]: readonly [Vec, Vec], point: Vec): boolean {
  const along = subtract(b, a)
  const share = dot(subtract(point, a), along) / dot(along, along)
  const nearest = add(a, scale(along, Math.min(1, Math.max(0, share))))
  return length(subtract(point, nearest)) <= (reach[bodyOf(scene.frames.records[4 * frame + 3]!)] ?? 0)
}

const middle = (a: Vec, b: Vec) => scale(add(a, b), 0.5)
const passes = (ray: Ray, a: Vec, b: Vec, reach: number, pixelAt: (distance: number) => number) => {
  const { apart, distance } = rayToSegment(ray, a, b)
  return apart <= reach * pixelAt(distance)
}
/** Asked for by several kinds, and often by none. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
const nodeAt = ({ nodes }: Scene, k: number): Vec => [nodes[4 * k]!, nodes[4 * k + 1]!, nodes[4 * k + 2]!]

/** What lies within a pointer's reach, front first, without a look at the rest of the model. */
export function nearby({ scene, trees, options, isLines }: Looked, ray: Ray, reach: number): Near {
  const toleranceAt = (distance: number) => 1.5 * reach * options.pixelAt(distance)
  const meets = rayMeets(ray, toleranceAt, () => Infinity)
  const gather = <T>(tree: PickTrees['frames'], most: number, take: (item: number, into: T[]) => void): T[] => {
    const into: T[] = []
    walk(
      tree,
      (boxes, index) => into.length < most && meets(boxes, index),
      (item) => void take(item, into),
      ray.along,
    )
    return into
  }
  const nodes = gather<number>(trees.nodes, MOST_NODES, (k, into) => {
    if (!options.isVisible('node', k)) return
    const point = nodeAt(scene, k)
    const distance = dot(subtract(point, ray.from), ray.along)
    if (length(subtract(point, add(ray.from, scale(ray.along, distance)))) <= toleranceAt(distance)) into.push(k)
  })
  const frames = gather<Body>(trees.frames, MOST_BODIES, (index, into) => {
    const line = options.isVisible('frame', index) ? bodyLine(scene, index) : null
    if (!line) return
    const near = rayToSegment(ray, ...line)
    const wide = isLines ? 0 : (trees.reach[bodyOf(scene.frames.records[4 * index + 3]!)] ?? 0)
    if (near.apart <= wide + toleranceAt(near.distance))
      into.push({ kind: 'frame', index, line, edges: once(() => frameEdges(scene, index, isLines)) })
  })
  const areas = gather<Body>(trees.areas, MOST_BODIES, (index, into) => {
    if (!options.isVisible('area', index)) return
    into.push({ kind: 'area', index, line: null, edges: once(() => areaEdges(scene, index)) })
  })
  return { nodes, bodies: [...frames, ...areas] }
}

/** Where two lines of frames meet between their ends; at an end there is a node. */
function crossings(
  lines: readonly { line: readonly [Vec, Vec]; on: Snap['on']; through: (ray: Ray) => readonly number[] }[],
): Candidate[] {
  const some = lines.slice(0, MOST_LINES)
  return some.flatMap(({ line, on, through }, k) =>
    some.slice(k + 1).map(
      (other): Candidate => ({
        kind: 'crossing',
        at: meeting(...line, ...other.line),
        on,
        through: (ray) => [...through(ray), ...other.through(ray)],
      }),
    ),
  )
}

/** Of the shorter line: what passes nearer meets. */
const MEETS = 1e-4

function meeting(a: Vec, b: Vec, c: Vec, d: Vec): Vec | null {
  const [u, v, w] = [subtract(b, a), subtract(d, c), subtract(a, c)]
  const [uu, uv, vv, uw, vw] = [dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)]
  const square = uu * vv - uv * uv
  if (!(square > 1e-9 * uu * vv)) return null
  const [s, t] = [(uv * vw - vv * uw) / square, (uu * vw - uv * uw) / square]
  const isBetween = [s, t].every((share) => share > 1e-6 && share < 1 - 1e-6)
  const [p, q] = [add(a, scale(u, s)), add(c, scale(v, t))]
  return isBetween && length(subtract(p, q)) <= MEETS * Math.sqrt(Math.min(uu, vv)) ? scale(add(p, q), 0.5) : null
}

/** Where the perpendicular from a point meets a line between its ends. */
function footOn(from: Vec, a: Vec, b: Vec): Vec | null {
  const along = subtract(b, a)
  const share = dot(subtract(from, a), along) / dot(along, along)
  return share > 0 && share < 1 ? add(a, scale(along, share)) : null
}

/** The same on the face under the pointer. */
function footOnFace(scene: Scene, { kind, index, point, normal }: Faced, from: Vec): Candidate {
  const place = subtract(from, scale(normal, dot(subtract(from, point), normal)))
  return { kind: 'foot', at: faceAt(scene, kind, index, place) && place, on: { kind, index } }
}

export type Faced = { kind: 'frame' | 'area'; index: number; point: Vec; normal: Vec }

export function faceUnder({ scene, trees, options, isLines }: Looked, ray: Ray): Faced | null {
  const isBody = (kind: Hit['kind'], index: number) =>
    (kind === 'area' || (kind === 'frame' && !isLines)) && options.isVisible(kind, index)
  const hit = pick(scene, trees, ray, { ...options, isVisible: isBody })
  if (hit?.kind !== 'frame' && hit?.kind !== 'area') return null
  const face = faceAt(scene, hit.kind, hit.index, hit.point)
  return face && { kind: hit.kind, index: hit.index, point: hit.point, normal: face.normal }
}

/** Where lines of the grid cross, of those that the ray passes. */
function gridCrossings(grid: Looked['grid']): Candidate[] {
  return grid.flatMap((line, k) =>
    grid.slice(k + 1).map((other): Candidate => ({ kind: 'grid', at: meeting(...line, ...other), on: null })),
  )
}
