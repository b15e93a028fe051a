import { distance, type Vec } from '../shape/vector.ts'

/**
 * Nodes that lie so far from all others that a coordinate must be wrong. They count in no tolerance: one slip of the pen would join what
 * stands metres apart.
 */
type Away = Pick<Usual, 'middle' | 'usual'> & { away: number[] }

/** `usual`: how far nine of ten lie from the middle at most; `limit`: farther than this no node lies that was meant. */
export type Usual = { middle: Vec; usual: number; limit: number }

/** So many times as far as usual, and where the unit is known so many metres: more is the slip of a pen. */
const TIMES = 50
const TIMES_WITHOUT_UNIT = 1000
export const METRES = 1000
/** Beyond what is built at all so many times are enough. */
const TIMES_BEYOND = 20
const BEYOND_METRES = 10_000
/** What goes on node by node, as a pipeline from its station and a viaduct from its pier, was meant: the next one is not so many times as far. */
const TIMES_NEXT = 2
/** Of so few nodes without a unit nobody can tell. */
const FEW = 5
/** What is usual is told from so many of them. */
export const SAMPLED = 2000

/** `metres`: of the model's unit; NaN where it has none that can be read. */
export function nodesAway(points: readonly Vec[], metres: number): Away {
  const { middle, usual, limit } = usualPlace(points, metres)
  const away: number[] = []
  if (usual > 0) for (const [i, point] of points.entries()) if (distance(point, middle) > limit) away.push(i)
  return { away, middle, usual }
}

/** Of many points told from some. */
export function usualPlace(points: readonly Vec[], metres: number): Usual {
  const step = Math.max(1, Math.floor(points.length / SAMPLED))
  const sample = points.filter((_, i) => i % step === 0)
  const half = (axis: 0 | 1 | 2) => Float64Array.from(sample, (point) => point[axis]).sort()[sample.length >> 1] ?? 0
  const middle: Vec = [half(0), half(1), half(2)]
  const sorted = Float64Array.from(sample, (point) => distance(point, middle)).sort()
  // Of few nodes the last but one: the last may be the one that is wrong.
  const usual = sorted[Math.max(0, Math.min(Math.floor(0.9 * (sorted.length - 1)), sorted.length - 2))] ?? 0
  const limit = Number.isNaN(metres)
    ? points.length < FEW
      ? Number.POSITIVE_INFINITY
      : TIMES_WITHOUT_UNIT * usual
    : Math.min(Math.max(TIMES * usual, METRES / metres), Math.max(TIMES_BEYOND * usual, BEYOND_METRES / metres))
  let reach = usual
  for (const far of sorted) if (far <= limit || far <= TIMES_NEXT * reach) reach = Math.max(reach, far)
  return { middle, usual, limit: Math.max(limit, reach) }
}
