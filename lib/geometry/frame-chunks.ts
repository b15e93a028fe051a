import { sortPairs } from '#lib/values/sort-pairs.ts'
import { bodySize } from './body-size.ts'
import { bodyOf, type FrameRecords, isUndrawn, isWithoutLength, NO_BODY } from './frame-records.ts'
import type { Scene } from './scene.ts'
import { reachOfBody, type SectionBody } from './section-body.ts'

/**
 * Frames in chunks of neighbours with a box each; inside a chunk sorted by body, so that chunk × body is one run that is
 * drawn, or simplified, or skipped, as a whole.
 */
export type FrameChunks = {
  order: Uint32Array
  /** Per run: body, first, end (places in `order`), chunk. */
  runs: Uint32Array
  boxes: Float32Array
}

const CHUNK = 64

/** How far a body and its offset reach from the node line. */
export function reachOf(scene: Pick<Scene, 'bodies' | 'placements'>, body: number, placement: number) {
  const offset = Math.hypot(scene.placements[4 * placement + 2] ?? 0, scene.placements[4 * placement + 3] ?? 0)
  if (body === NO_BODY) return offset
  return offset + reachOfBody(scene.bodies[body]!)
}

/** A box around each frame with its body, whatever its rotation: six numbers a frame. */
export function frameBoxes(scene: Pick<Scene, 'nodes' | 'bodies' | 'placements' | 'frames'>): Float32Array {
  const { records, count } = scene.frames
  const boxes = new Float32Array(6 * count)
  const known = new Map<number, number>()
  for (let i = 0; i < count; i++) {
    const placement = records[4 * i + 2]!
    const body = bodyOf(records[4 * i + 3]!)
    const key = placement * 0x10000 + body
    let reach = known.get(key)
    if (reach === undefined) {
      reach = reachOf(scene, body, placement)
      known.set(key, reach)
    }
    const start = 4 * records[4 * i]!
    const end = 4 * records[4 * i + 1]!
    for (let k = 0; k < 3; k++) {
      const a = scene.nodes[start + k]!
      const b = scene.nodes[end + k]!
      boxes[6 * i + k] = (a < b ? a : b) - reach
      boxes[6 * i + k + 3] = (a < b ? b : a) + reach
    }
  }
  return boxes
}

/** Frames that are no solid and no line: what hangs on a node out of reach, and markers of zero length. */
export const isLeftOut = (frames: FrameRecords) => (i: number) => {
  const packed = frames.records[4 * i + 3]!
  return isUndrawn(packed) || isWithoutLength(packed)
}

/** `along`: the frames with neighbours near each other (`mortonOrder`). */
export function frameChunks({ records }: FrameRecords, boxes: Float32Array, along: Uint32Array): FrameChunks {
  const order = new Uint32Array(along.length)
  const runs: number[] = []
  const chunks = Math.ceil(order.length / CHUNK)
  const around = new Float32Array(6 * chunks)
  const pairs = new Uint32Array(2 * CHUNK)
  for (let chunk = 0; chunk < chunks; chunk++) {
    const first = chunk * CHUNK
    const end = Math.min(first + CHUNK, order.length)
    for (let i = first; i < end; i++) {
      pairs[2 * (i - first)] = along[i]!
      pairs[2 * (i - first) + 1] = bodyOf(records[4 * along[i]! + 3]!)
    }
    sortPairs(pairs.subarray(0, 2 * (end - first)))
    around.set([3e38, 3e38, 3e38, -3e38, -3e38, -3e38], 6 * chunk)
    let body = -1
    for (let i = first; i < end; i++) {
      const item = pairs[2 * (i - first)]!
      const own = pairs[2 * (i - first) + 1]!
      order[i] = item
      for (let k = 0; k < 3; k++) {
        const low = boxes[6 * item + k]!
        const high = boxes[6 * item + k + 3]!
        if (low < around[6 * chunk + k]!) around[6 * chunk + k] = low
        if (high > around[6 * chunk + k + 3]!) around[6 * chunk + k + 3] = high
      }
      if (own === body) runs[runs.length - 2] = i + 1
      else runs.push(own, i, i + 1, chunk)
      body = own
    }
  }
  return { order, runs: new Uint32Array(runs), boxes: around }
}

/** Where the eye is and what it sees: planes as (a, b, c, d) with a·x + b·y + c·z + d >= 0 inside. */
export type Sight = {
  planes: readonly (readonly [number, number, number, number])[]
  eye: readonly [number, number, number]
  /** Pixels of a unit length at distance 1 (perspective), or anywhere (parallel). */
  pixels: number
  isParallel: boolean
}

export const SOLID = 2
export const RIBBON = 1
export const LINE = 0
const SKIPPED = -1

/** From here on the outline of a section is worth its triangles; below the other a line says it all. In pixels of its size. */
const SOLID_FROM = 8
const RIBBON_FROM = 0.7

/** Pixels of a unit length at the nearest point of a box; null where it is out of sight. */
export function scaleOf(boxes: Float32Array, offset: number, { planes, eye, pixels, isParallel }: Sight): number | null {
  if (!planes.every((plane) => reaches(boxes, offset, plane))) return null
  return isParallel ? pixels : pixels / Math.max(distance(boxes, offset, eye), 1e-12)
}

/**
 * How much of each run to draw. `isSmall`: a model so small that every body may be drawn in full wherever it is to be seen at all: thinner
 * than a pixel it is a line, or it would be lost between them.
 */
export function detailOfRuns(chunks: FrameChunks, sizes: readonly number[], sight: Sight, isSmall: boolean, detail: Int8Array) {
  let chunk = -1
  let scale: number | null = null
  for (let run = 0; run * 4 < chunks.runs.length; run++) {
    const position = chunks.runs[4 * run + 3]!
    if (position !== chunk) {
      chunk = position
      scale = scaleOf(chunks.boxes, 6 * chunk, sight)
    }
    const body = chunks.runs[4 * run]!
    const size = scale === null || body === NO_BODY ? 0 : sizes[body]! * scale
    if (scale === null) detail[run] = SKIPPED
    else if (body === NO_BODY) detail[run] = LINE
    else if (size >= (isSmall ? RIBBON_FROM : SOLID_FROM)) detail[run] = SOLID
    else detail[run] = size >= RIBBON_FROM ? RIBBON : LINE
  }
}

/** Where the whole is seen, some body is thinner than a pixel. */
export function hasThinBodies({ low, high }: Pick<Scene, 'low' | 'high'>, sizes: readonly number[]): boolean {
  const pixel = Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / WHOLE
  return sizes.some((size) => size < RIBBON_FROM * pixel)
}

/** So many pixels a whole model has from corner to corner. */
const WHOLE = 1200

/** Runs with the chunks nearest to the eye first: what they cover need not be shaded again. Of a chunk they follow each other already. */
export function nearestFirst(chunks: FrameChunks, eye: readonly [number, number, number]): Uint32Array {
  const count = chunks.runs.length / 4
  const all = chunks.boxes.length / 6
  const away = Float32Array.from({ length: all }, (_, chunk) => distance(chunks.boxes, 6 * chunk, eye))
  const first = new Uint32Array(all + 1).fill(count)
  for (let run = count - 1; run >= 0; run--) first[chunks.runs[4 * run + 3]!] = run
  const order = new Uint32Array(count)
  let offset = 0
  for (const chunk of Uint32Array.from(away.keys()).sort((a, b) => away[a]! - away[b]! || a - b))
    for (let run = first[chunk]!; run < first[chunk + 1]!; run++) order[offset++] = run
  return order
}

export const sizesOf = (bodies: readonly SectionBody[]) =>
  bodies.map((body) => {
    const { width, depth } = bodySize(body)
    return Math.max(width, depth)
  })

/** Does a box reach over to the inner side of a plane? */
export function reaches(boxes: Float32Array, offset: number, [a, b, c, d]: readonly [number, number, number, number]) {
  const x = boxes[offset + (a >= 0 ? 3 : 0)]!
  const y = boxes[offset + (b >= 0 ? 4 : 1)]!
  const z = boxes[offset + (c >= 0 ? 5 : 2)]!
  return a * x + b * y + c * z + d >= 0
}

function distance(boxes: Float32Array, offset: number, eye: readonly [number, number, number]) {
  let squared = 0
  for (let k = 0; k < 3; k++) {
    const below = boxes[offset + k]! - eye[k]!
    const above = eye[k]! - boxes[offset + k + 3]!
    const apart = Math.max(below, above, 0)
    squared += apart * apart
  }
  return Math.sqrt(squared)
}
