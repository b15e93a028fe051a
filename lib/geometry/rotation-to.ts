import { localAxes } from '#lib/model/shape/local-axes.ts'
import { dot, type Vec } from '#lib/model/shape/vector.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'

/**
 * β with which axis 2 of a frame from `start` to `end` points along `e2`, or as nearly as it can: degrees in (-180, 180]. `before` where it
 * is the same angle, whatever number says so. Undefined for a frame without direction.
 */
export function rotationTo(start: Vec, end: Vec, e2: Vec, before?: number): number | undefined {
  const axes = localAxes(start, end)
  if (!axes) return undefined
  const [, d2, d3] = axes
  return rotationOf((Math.atan2(dot(e2, d3), dot(e2, d2)) * 180) / Math.PI, before)
}

export function rotationOf(degrees: number, before?: number): number {
  // What the arctangent blurs lies far below the tenth decimal of a degree.
  const within = twelveDigits(Math.round((degrees - 360 * Math.ceil(degrees / 360 - 0.5)) * 1e10) / 1e10)
  const angle = within === -180 ? 180 : within
  if (before === undefined) return angle
  const apart = Math.abs(angle - before) % 360
  return Math.min(apart, 360 - apart) < 1e-9 ? before : angle
}
