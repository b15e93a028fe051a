import type { ViewerModel } from './schema.ts'
import { newell } from './shell-axes.ts'
import { type Vec, vec } from './vector.ts'

type Structure = Pick<ViewerModel, 'nodes' | 'frames' | 'areas' | 'supports'>

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
export function guessUp(model: Structure): UpGuess | null {
  const places = new Map(model.nodes.map(({ id, position }) => [id, vec(position)]))
  const held = heldNodes(model, places)
  if (held.size === 0) return null
  const box = boxOf(usedPlaces(model, places, held))
  const diagonal = Math.hypot(...[X, Y, Z].map((axis) => box.high[axis]! - box.low[axis]!))
  if (!(diagonal > 0 && Number.isFinite(diagonal))) return null

  const at = (axis: number) => {
    const [low, high] = [box.low[axis]!, box.high[axis]!]
    const range = high - low
    if (range < FLAT * diagonal) return null
    const count = (isThere: (value: number) => boolean) => [...held.values()].filter((place) => isThere(place[axis]!)).length
    return { range, low: count((value) => value <= low + END * range), high: count((value) => value >= high - END * range) }
  }
  const of = held.size
  const [y, z] = [at(Y), at(Z)]
  if (z && z.low >= 0.5 * of && z.high < 0.3 * of) return null
  if (of >= 2 && z && z.high >= 0.9 * of && z.low <= 0.1 * of) return { up: '-z', held: { count: z.high, of, at: 'top' } }
  if (of >= 4 && y && z && spread(held, Z) >= 0.25 * z.range) {
    if (y.low >= 0.9 * of) return { up: 'y', held: { count: y.low, of, at: 'lowest Y' } }
    if (y.high >= 0.9 * of) return { up: '-y', held: { count: y.high, of, at: 'highest Y' } }
  }
  if (of >= 2 && !z && y?.low === of && standAlongY(model, places, held))
    return { up: 'y', held: { count: of, of, at: 'lowest Y' } }
  return areasFaceAlongY(model, places) ? { up: 'y' } : null
}

/** Nodes that a support keeps from moving some way, and where they lie. */
function heldNodes({ supports = [] }: Structure, places: ReadonlyMap<string, Vec>): Map<string, Vec> {
  const held = new Map<string, Vec>()
  for (const { nodeId, restraints } of supports) {
    const place = places.get(nodeId)
    if (place && (restraints?.u1 || restraints?.u2 || restraints?.u3)) held.set(nodeId, place)
  }
  return held
}

/** A node that nothing uses says nothing of how high the model is. */
function* usedPlaces({ frames = [], areas = [] }: Structure, places: ReadonlyMap<string, Vec>, held: ReadonlyMap<string, Vec>) {
  yield* held.values()
  for (const { startNodeId, endNodeId } of frames) for (const id of [startNodeId, endNodeId]) yield places.get(id)
  for (const { nodeIds } of areas) for (const id of nodeIds) yield places.get(id)
}

function boxOf(places: Iterable<Vec | undefined>) {
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

function spread(held: ReadonlyMap<string, Vec>, axis: number): number {
  const { low, high } = boxOf(held.values())
  return high[axis]! - low[axis]!
}

/** Every held node has a frame that runs along Y. */
function standAlongY({ frames = [] }: Structure, places: ReadonlyMap<string, Vec>, held: ReadonlyMap<string, Vec>): boolean {
  const standing = new Set<string>()
  for (const { startNodeId, endNodeId } of frames) {
    const [a, b] = [places.get(startNodeId), places.get(endNodeId)]
    if (!a || !b) continue
    const [x, y, z] = [b[X] - a[X], b[Y] - a[Y], b[Z] - a[Z]]
    if (Math.abs(y) > WITHIN_10 * Math.hypot(x, y, z))
      for (const id of [startNodeId, endNodeId]) if (held.has(id)) standing.add(id)
  }
  return standing.size === held.size
}

/** Floors of a model that lies on its side: by their size, nearly all areas face along Y and hardly any along Z. */
function areasFaceAlongY({ areas = [] }: Structure, places: ReadonlyMap<string, Vec>): boolean {
  if (areas.length < 10) return false
  let [all, alongY, alongZ] = [0, 0, 0]
  for (const { nodeIds } of areas) {
    const normal = newell(nodeIds.map((id) => places.get(id)).filter((place) => place !== undefined))
    const size = Math.hypot(...normal)
    all += size
    if (Math.abs(normal[Y]) > FACING * size) alongY += size
    if (Math.abs(normal[Z]) > FACING * size) alongZ += size
  }
  return all > 0 && alongY >= 0.6 * all && alongZ <= 0.1 * all
}
