import { fromAxes, inAxes, projectedOnArea, projectedOnFrame, vecOf } from '#lib/model/load/load-vectors.ts'
import type { Axes } from '#lib/model/shape/local-axes.ts'
import { distance, dot, length, scale, type Vec } from '#lib/model/shape/vector.ts'
import { typeOfLoad } from '#lib/schema/load-rules.ts'
import type { Load, LoadVector } from '#lib/schema/loads.ts'
import type { EndReleases, FrameReleases } from '#lib/schema/schema.ts'
import { rounded } from '../numbers.ts'

/** What becomes of a load whose element is turned, mirrored, reversed: physically it turns with it, and is said in the axes that are there then. */

export type LoadTurn = {
  /** Of a direction. */
  turn: (v: Vec) => Vec
  /** A mirror: what turns about an axis turns the other way. */
  reflects: boolean
  /** Local axes of the element before and after; absent of a node. */
  axes?: { before: Axes; after: Axes }
  /** The frame runs from its other end. */
  isReversed?: boolean
}

export function turnedLoad(load: Load, by: LoadTurn): Load {
  const type = typeOfLoad(load)
  const isLocal = load.axes === 'local'
  const turned: Load = { ...load }
  const isProjected = load.axes === 'projected' && by.axes !== undefined
  const keepsProjection = !isProjected || projectionStays(load, by)
  if (isProjected && !keepsProjection) delete turned.axes
  for (const field of ['force', 'forceEnd', 'moment', 'displacement', 'rotation', 'span'] as const) {
    const vector = load[field]
    if (!vector) continue
    let v = vecOf(vector)
    if (!keepsProjection && by.axes)
      v = type === 'pressure' ? projectedOnArea(v, by.axes.before[2]) : projectedOnFrame(v, by.axes.before[0])
    const isAxial = field === 'moment' || field === 'rotation'
    turned[field] = stated(carriedVector(v, by, isLocal && field !== 'span', isAxial), vector)
  }
  if (load.gradient && by.axes) {
    const { x = 0, y = 0 } = load.gradient
    const [, g2, g3] = inAxes(by.turn(fromAxes([0, y, x], by.axes.before)), by.axes.after)
    const size = Math.hypot(x, y)
    turned.gradient = { x: rounded(g3, size), y: rounded(g2, size) }
  }
  return by.isReversed ? reversedLoad(turned) : turned
}

function carriedVector(v: Vec, { turn, reflects, axes }: LoadTurn, isLocal: boolean, isAxial: boolean): Vec {
  const global = isLocal && axes ? fromAxes(v, axes.before) : v
  const turned = isAxial && reflects ? scale(turn(global), -1) : turn(global)
  return isLocal && axes ? inAxes(turned, axes.after) : turned
}

/** Whether a load that is told as projected says the same on the element where it is then. */
function projectionStays(load: Load, { turn, axes }: LoadTurn): boolean {
  if (!axes) return true
  const project = (v: Vec, of: Axes) => (typeOfLoad(load) === 'pressure' ? projectedOnArea(v, of[2]) : projectedOnFrame(v, of[0]))
  return [load.force, load.forceEnd].every((vector) => {
    if (!vector) return true
    const v = vecOf(vector)
    return distance(project(turn(v), axes.after), turn(project(v, axes.before))) <= 1e-9 * length(v)
  })
}

/** Rounded as what is computed is everywhere; components that were not said and are 0 stay so. */
function stated(to: Vec, before: LoadVector): LoadVector {
  const size = length(to)
  const vector: LoadVector = {}
  for (const [k, axis] of (['x', 'y', 'z'] as const).entries()) {
    const value = rounded(to[k]!, size, 1e-12 * size)
    if (value !== 0 || before[axis] !== undefined) vector[axis] = value
  }
  return vector
}

/** A load of a frame as it is said from the other end; its vectors are those of the new axes already. */
function reversedLoad(load: Load): Load {
  const reversed: Load = { ...load }
  if (load.at != null) reversed.at = rest(load.at)
  if (typeOfLoad(load) !== 'distributed') return reversed
  delete reversed.from
  delete reversed.to
  if (load.to != null && load.to !== 1) reversed.from = rest(load.to)
  if (load.from != null && load.from !== 0) reversed.to = rest(load.from)
  if (load.forceEnd) {
    reversed.force = load.forceEnd
    reversed.forceEnd = load.force ?? {}
  }
  return reversed
}

const rest = (share: number): number => rounded(1 - share, 1)

/** Releases of a frame whose axes 2 and 3 may have changed places, and which may run from its other end. */
export function turnedReleases(releases: FrameReleases, { turn, axes, isReversed }: LoadTurn): FrameReleases {
  const isSwapped = axes !== undefined && Math.abs(dot(turn(axes.before[1]), axes.after[1])) < 0.5
  const { start, end } = releases
  const [first, last] = isReversed ? [end, start] : [start, end]
  const one = (of: EndReleases | null | undefined) => (isSwapped && of ? swapped(of) : of)
  return {
    ...(first !== undefined && { start: one(first) }),
    ...(last !== undefined && { end: one(last) }),
  }
}

function swapped({ v2, v3, m2, m3, ...others }: EndReleases): EndReleases {
  return {
    ...others,
    ...(v3 !== undefined && { v2: v3 }),
    ...(v2 !== undefined && { v3: v2 }),
    ...(m3 !== undefined && { m2: m3 }),
    ...(m2 !== undefined && { m3: m2 }),
  }
}
