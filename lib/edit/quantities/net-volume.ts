import { nearIn } from '#lib/model/shape/box-tree.ts'
import type { Point2 } from '#lib/schema/schema.ts'
import { bordersOf, type PlanRegion, stretchIn, total, uncoveredArea, union } from './plan-region.ts'
import type { Box, Solid } from './solid-boxes.ts'

/**
 * What solids fill when each place counts once, and the faces of them that are formed. Each place belongs to the first of: floors,
 * columns, walls, beams; within one rank to the thicker, then the wider, then the first in the model.
 */
export type NetSolids = {
  /** How much of its volume lies in solids before it. */
  lost(solid: Solid): number
  /** Side faces, and undersides of floors and beams, that no other solid touches. */
  formwork(solid: Solid): number
}

type PlacedSolid = Box & { solid: Solid; place: number; index: number }

/** `reach`: what lies nearer together than this is at one place. */
export function netSolids(solids: readonly Solid[], reach: number): NetSolids {
  const sorted = [...solids].sort(byRank)
  const places = new Map(sorted.map((solid, place) => [solid, place]))
  const placed: PlacedSolid[] = []
  for (const [place, solid] of sorted.entries()) {
    for (const box of solid.boxes) placed.push({ ...box, solid, place, index: placed.length })
  }
  const boundsOf = boundsAround(placed, reach)
  const near = nearIn(boundsOf)
  const boxesOf = new Map<Solid, number[]>()
  for (const [i, { solid }] of placed.entries()) boxesOf.set(solid, [...(boxesOf.get(solid) ?? []), i])
  const neighbours = (i: number): PlacedSolid[] => {
    const found: number[] = []
    near(
      boundsOf,
      (j) => {
        if (j !== i) found.push(j)
        return true
      },
      6 * i,
    )
    return found.sort((a, b) => a - b).map((j) => placed[j]!)
  }
  return {
    lost(solid) {
      let lost = 0
      for (const i of boxesOf.get(solid) ?? []) {
        const before = neighbours(i).filter(({ place }) => place < (places.get(solid) ?? 0))
        if (before.length > 0) lost += coveredVolume(placed[i]!, before)
      }
      return lost
    },
    formwork(solid) {
      let area = 0
      for (const i of boxesOf.get(solid) ?? []) area += formedArea(placed[i]!, neighbours(i), reach)
      return area
    },
  }
}

function byRank(one: Solid, other: Solid): number {
  if (one.rank !== other.rank) return one.rank - other.rank
  for (const k of [0, 1] as const) if (one.size[k] !== other.size[k]) return other.size[k] - one.size[k]
  if (one.kind !== other.kind) return one.kind === 'areas' ? -1 : 1
  return one.ordinal - other.ordinal
}

/** The boxes about solids in space, so much larger that those that touch meet. */
function boundsAround(placed: readonly PlacedSolid[], reach: number): Float64Array {
  const bounds = new Float64Array(6 * placed.length)
  for (const [i, { region, low, high }] of placed.entries()) {
    let [x, y, X, Y] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const point of region.outline) {
      ;[x, y] = [Math.min(x, point.x), Math.min(y, point.y)]
      ;[X, Y] = [Math.max(X, point.x), Math.max(Y, point.y)]
    }
    bounds.set([x - reach, y - reach, low - reach, X + reach, Y + reach, high + reach], 6 * i)
  }
  return bounds
}

/** The heights between which it is always the same ones that stand beside a box. */
function* bands(box: Box, others: readonly PlacedSolid[]): Generator<{ high: number; middle: number; there: PlacedSolid[] }> {
  const heights = [box.low, box.high]
  for (const { low, high } of others) for (const z of [low, high]) if (z > box.low && z < box.high) heights.push(z)
  const sorted = Float64Array.from(new Set(heights)).sort()
  for (let k = 0; k + 1 < sorted.length; k++) {
    const [from, to] = [sorted[k]!, sorted[k + 1]!]
    const middle = (from + to) / 2
    yield { high: to - from, middle, there: others.filter(({ low, high }) => low < middle && high > middle) }
  }
}

function coveredVolume(box: PlacedSolid, before: readonly PlacedSolid[]): number {
  const whole = uncoveredArea(box.region, [])
  let covered = 0
  for (const { high, there } of bands(box, before)) {
    if (there.length > 0) covered += high * (whole - uncoveredArea(box.region, regions(there)))
  }
  return covered
}

const regions = (boxes: readonly Box[]): PlanRegion[] => boxes.map(({ region }) => region)

function formedArea(box: PlacedSolid, others: readonly PlacedSolid[], reach: number): number {
  const isBefore = (other: PlacedSolid) => other.index < box.index
  let area = 0
  const borders = bordersOf(box.region).map(([a, b]) => ({ a, b, length: Math.hypot(b.x - a.x, b.y - a.y) }))
  for (const { high, there } of bands(box, others)) {
    for (const { a, b, length } of borders) {
      const [outside, inside] = [aside(a, b, reach / 2), aside(a, b, -reach / 2)]
      const covered = there.flatMap((other) => {
        // What stands just outside covers the face; one that ends in the same face has counted it already if it comes before.
        const touching = stretchIn(other.region, ...outside)
        return isBefore(other) ? [...touching, ...stretchIn(other.region, ...inside)] : touching
      })
      area += high * length * (1 - total(union(covered)))
    }
  }
  if (!box.solid.hasUnderside) return area
  const below = others.filter(({ low, high }) => low < box.low - reach / 2 && high > box.low - reach / 2)
  const level = others.filter((other) => isBefore(other) && other.low < box.low + reach / 2 && other.high > box.low + reach / 2)
  return area + uncoveredArea(box.region, regions([...new Set([...below, ...level])]))
}

/** A stretch moved to its right, away from the material. */
function aside(a: Point2, b: Point2, by: number): [Point2, Point2] {
  const size = Math.hypot(b.x - a.x, b.y - a.y)
  const [x, y] = [((b.y - a.y) / size) * by, (-(b.x - a.x) / size) * by]
  return [
    { x: a.x + x, y: a.y + y },
    { x: b.x + x, y: b.y + y },
  ]
}
