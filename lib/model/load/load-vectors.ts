import type { LoadVector } from '#lib/schema/loads.ts'
import type { Axes } from '../shape/local-axes.ts'
import { add, perAxis, scale, type Vec } from '../shape/vector.ts'

/** Vectors of loads in global axes. */

export const vecOf = ({ x = 0, y = 0, z = 0 }: LoadVector): Vec => [x, y, z]

/** Components in axes → global, and back. */
export const fromAxes = (v: Vec, [e1, e2, e3]: Axes): Vec => add(add(scale(e1, v[0]), scale(e2, v[1])), scale(e3, v[2]))
export const inAxes = (v: Vec, axes: Axes): Vec => perAxis((k) => axes[k][0] * v[0] + axes[k][1] * v[1] + axes[k][2] * v[2])

/** What a load per length, or area, as seen along each axis is per length, or area, itself. */
export const projectedOnFrame = (v: Vec, e1: Vec): Vec => perAxis((k) => v[k] * Math.sqrt(Math.max(0, 1 - e1[k] * e1[k])))
export const projectedOnArea = (v: Vec, e3: Vec): Vec => perAxis((k) => v[k] * Math.abs(e3[k]))

/** Per length of a frame, or area, in global axes. */
export function globalIntensity(
  vector: LoadVector,
  axes: 'global' | 'local' | 'projected' | null | undefined,
  of: Axes,
  on: 'frame' | 'area',
): Vec {
  const v = vecOf(vector)
  if (axes === 'local') return fromAxes(v, of)
  if (axes === 'projected') return on === 'frame' ? projectedOnFrame(v, of[0]) : projectedOnArea(v, of[2])
  return v
}
