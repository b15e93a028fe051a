import type { Scene } from '#lib/geometry/scene.ts'
import { toModel } from '#lib/model/display-axes.ts'
import { AXES, type Axis, add, COORDINATES, perAxis, type Vec } from '#lib/model/shape/vector.ts'
import type { Up } from '#lib/model/up-axis.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { VIEWS } from './standard-views.ts'

/** Planes of the section box in model axes, as low and high of each axis; null is open. About the scene's origin, in doubles. */
export type SectionBox = {
  low: [number | null, number | null, number | null]
  high: [number | null, number | null, number | null]
}

/** One of the six planes of a section box. */
export type Side = { axis: Axis; which: 'low' | 'high' }
type Bounds = ViewerModel['bounds']

/** Wholly beyond one of the planes. `points` about `origin`. */
export function isOutside({ low, high }: SectionBox, points: readonly Vec[], origin: Vec): boolean {
  return AXES.some((k) => {
    const [from, to] = [low[k], high[k]]
    return (
      (from !== null && points.every((point) => point[k] + origin[k] < from)) ||
      (to !== null && points.every((point) => point[k] + origin[k] > to))
    )
  })
}

/** Around all that can be drawn: a node beyond any screen would take every cut and every slab with it. */
export function boundsDrawn({ scene, summary }: { scene: Cuttable; summary: { bounds: Bounds } }): Bounds {
  if (scene.undrawn.nodes === 0) return summary.bounds
  const corner = (about: Vec) => {
    const [x, y, z] = add(about, scene.origin)
    return { x, y, z }
  }
  return { min: corner(scene.low), max: corner(scene.high) }
}
type Cuttable = Pick<Scene, 'origin' | 'low' | 'high' | 'undrawn'>

/** How far the planes of an axis can be moved: over the model and a little beyond, where they no longer cut. */
export function rangeOf(axis: Axis, { min, max }: Bounds): readonly [from: number, to: number] {
  const size = Math.max(max.x - min.x, max.y - min.y, max.z - min.z) || 1
  return [min[COORDINATES[axis]] - size * 0.02, max[COORDINATES[axis]] + size * 0.02]
}

/** In model axes; an open side lies where its plane no longer cuts. */
export function cornersOf(section: SectionBox, bounds: Bounds): { low: Vec; high: Vec } {
  return {
    low: perAxis((k) => section.low[k] ?? rangeOf(k, bounds)[0]),
    high: perAxis((k) => section.high[k] ?? rangeOf(k, bounds)[1]),
  }
}

/** With one plane elsewhere: never past its opposite, and open where it no longer cuts. */
export function withPlane(section: SectionBox, { axis, which }: Side, value: number, bounds: Bounds): SectionBox {
  const [from, to] = rangeOf(axis, bounds)
  const planes: SectionBox['low'] = [...section[which]]
  if (which === 'low') planes[axis] = value <= from ? null : Math.min(value, section.high[axis] ?? to)
  else planes[axis] = value >= to ? null : Math.max(value, section.low[axis] ?? from)
  return { ...section, [which]: planes }
}

const OPEN = (): SectionBox => ({ low: [null, null, null], high: [null, null, null] })

/** One plane through the middle, across an axis: what lies before it, seen as at first, is taken away. */
export function planeAcross(k: Axis, { min, max }: Bounds, up: Up | null): SectionBox {
  const section = OPEN()
  const middle = (min[COORDINATES[k]] + max[COORDINATES[k]]) / 2
  section[toModel(up, VIEWS.overview)[k] > 0 ? 'high' : 'low'][k] = middle
  return section
}

/** The other half: every axis with one plane keeps what it took away. */
export function flipped({ low, high }: SectionBox): SectionBox {
  const section = OPEN()
  for (const k of [0, 1, 2] as const) {
    const isOne = (low[k] === null) !== (high[k] === null)
    section.low[k] = isOne ? high[k] : low[k]
    section.high[k] = isOne ? low[k] : high[k]
  }
  return section
}

/** A box about points in model axes, a little larger than they are. */
export function boxAround(points: readonly Vec[], margin: number): SectionBox | null {
  if (!points.length) return null
  const section = OPEN()
  for (const k of [0, 1, 2] as const) {
    section.low[k] = points.reduce((least, point) => Math.min(least, point[k]), Infinity) - margin
    section.high[k] = points.reduce((most, point) => Math.max(most, point[k]), -Infinity) + margin
  }
  return section
}

/**
 * A coordinate as it is told, to a part of what the model measures: a building in the coordinates of its country is told as finely as
 * one at the origin, and slides leave no noise.
 */
export function roundCoordinate(value: number, { min, max }: Bounds, part: number): number {
  const size = Math.max(max.x - min.x, max.y - min.y, max.z - min.z) || 1
  const decimals = Math.ceil(-Math.log10(size * part))
  return Number(value.toFixed(Math.min(20, Math.max(0, decimals)))) + 0
}
