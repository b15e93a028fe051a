import type { Vec } from '#lib/geometry/vector.ts'
import type { ViewerModel } from '#lib/model/schema.ts'
import type { SectionBox } from './view-state.ts'

export const AXES = ['x', 'y', 'z'] as const

const OPEN = (): SectionBox => ({ low: [null, null, null], high: [null, null, null] })

/** One plane through the middle, across an axis: what lies before it is taken away. */
export function planeAcross(k: 0 | 1 | 2, { min, max }: ViewerModel['bounds']): SectionBox {
  const section = OPEN()
  const middle = (min[AXES[k]] + max[AXES[k]]) / 2
  // From above one looks down into the cut; from the front and the left one looks along.
  section[k === 2 ? 'high' : 'low'][k] = middle
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
