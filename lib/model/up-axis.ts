import { type ModelColumns, outlineOf, placeOfNode, restraintsOf } from './columns.ts'
import { newell } from './shape/shell-axes.ts'
import type { Vec } from './shape/vector.ts'

/** What is up on the screen, where that is not +Z. */
export type Up = 'y' | '-z' | '-y'

/**
 * That a model may have been made with another way up, and what says so: so many of the nodes that are held lie at that end, or its
 * areas face along Y.
 */
export type UpGuess = { up: Up; held?: { count: number; of: number; at: 'top' | 'lowest Y' | 'highest Y' } }

/** Share of the range that counts as its end, and of the model's size below which it is flat. */
const END = 0.1
const FLAT = 0.02
const WITHIN_10 = Math.cos(Math.PI / 18)
/** A face within 30° of square to an axis. */
const FACING = 0.866

const X = 0
const Y = 1
const Z = 2

/**
 * Which other way up a model may have been made with, by where its supports are; null: none, as of nearly all models. Asks less than
 * `maybe_y_up` and `maybe_z_down` of the check, which propose to turn the model: this one only turns the picture.
 */
export function guessUp(model: ModelColumns): UpGuess | null {
  const held = heldNodes(model)
  if (held.size === 0) return null
  const box = boxOf(usedPlaces(model, held))
  const diagonal = Math.hypot(...[X, Y, Z].map((axis) => box.high[axis]! - box.low[axis]!))
  if (!(diagonal > 0 && Number.isFinite(diagonal))) return null

  const extent = (axis: number) => {
    const [low, high] = [box.low[axis]!, box.high[axis]!]
    const range = high - low
    if (range < FLAT * diagonal) return null
    const count = (isThere: (value: number) => boolean) => [...held.values()].filter((place) => isThere(place[axis]!)).length
    return { range, low: count((value) => value <= low + END * range), high: count((value) => value >= high - END * range) }
  }
  const of = held.size
  const [y, z] = [extent(Y), extent(Z)]
  if (z && z.low >= 0.5 * of && z.high < 0.3 * of) return null
  if (of >= 2 && z && z.high >= 0.9 * of) return { up: '-z', held: { count: z.high, of, at: 'top' } }
  if (of >= 4 && y && z && spread(held, Z) >= 0.25 * z.range) {
    if (y.low >= 0.9 * of) return { up: 'y', held: { count: y.low, of, at: 'lowest Y' } }
    if (y.high >= 0.9 * of) return { up: '-y', held: { count: y.high, of, at: 'highest Y' } }
  }
  if (of >= 2 && !z && y?.low === of && standAlongY(model, held)) return { up: 'y', held: { count: of, of, at: 'lowest Y' } }
  return areasFaceAlongY(model) ? { up: 'y' } : null
}

/** Nodes that a support keeps from moving some way, and where they lie. */
function heldNodes({ nodes, supports }: ModelColumns): Map<number, Vec> {
  const held = new Map<number, Vec>()
  for (let k = 0; k < supports.count; k++) {
    const node = supports.node[k]!
    const place = placeOfNode(nodes, node)
    const { u1, u2, u3 } = restraintsOf(supports.state[k]!) ?? {}
    if (place && (u1 || u2 || u3)) held.set(node, place)
  }
  return held
}

/** A node that nothing uses says nothing of how high the model is. */
function* usedPlaces(model: ModelColumns, held: ReadonlyMap<number, Vec>) {
  const { nodes, frames, areas } = model
  yield* held.values()
  for (const ends of [frames.start, frames.end]) for (const node of ends) yield placeOfNode(nodes, node)
  for (let k = 0; k < areas.count; k++) yield* outlineOf(model, k)
}

function boxOf(places: Iterable<Vec | null>) {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ]
  for (const place of places) {
    if (!place) continue
    for (const axis of [X, Y, Z]) {
      low[axis] = Math.min(low[axis]!, place[axis]!)
      high[axis] = Math.max(high[axis]!, place[axis]!)
    }
  }
  return { low, high }
}

function spread(held: ReadonlyMap<number, Vec>, axis: number): number {
  const { low, high } = boxOf(held.values())
  return high[axis]! - low[axis]!
}

/** Every held node has a frame that runs along Y. */
function standAlongY({ nodes, frames }: ModelColumns, held: ReadonlyMap<number, Vec>): boolean {
  const standing = new Set<number>()
  for (let k = 0; k < frames.count; k++) {
    const ends = [frames.start[k]!, frames.end[k]!] as const
    const [a, b] = [placeOfNode(nodes, ends[0]), placeOfNode(nodes, ends[1])]
    if (!a || !b) continue
    const [x, y, z] = [b[X] - a[X], b[Y] - a[Y], b[Z] - a[Z]]
    if (Math.abs(y) > WITHIN_10 * Math.hypot(x, y, z)) for (const node of ends) if (held.has(node)) standing.add(node)
  }
  return standing.size === held.size
}

/** Floors of a model that lies on its side: by their size, nearly all areas face along Y and hardly any along Z. */
function areasFaceAlongY(model: ModelColumns): boolean {
  const { count } = model.areas
  if (count < 10) return false
  let [all, alongY, alongZ] = [0, 0, 0]
  for (let k = 0; k < count; k++) {
    const normal = newell(outlineOf(model, k))
    const size = Math.hypot(...normal)
    all += size
    if (Math.abs(normal[Y]) > FACING * size) alongY += size
    if (Math.abs(normal[Z]) > FACING * size) alongZ += size
  }
  return all > 0 && alongY >= 0.6 * all && alongZ <= 0.1 * all
}
