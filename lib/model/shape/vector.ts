import type { Vector3 } from '#lib/schema/schema.ts'

/** A point or direction in model axes, Z up, in doubles. */
export type Vec = readonly [number, number, number]

/** An axis of the model by its place: 0 is X. */
export type Axis = 0 | 1 | 2
export const AXES = [0, 1, 2] as const
export const AXIS = { X: 0, Y: 1, Z: 2 } as const
export const AXIS_NAMES = ['X', 'Y', 'Z'] as const
/** What a position calls its three numbers. */
export const COORDINATES = ['x', 'y', 'z'] as const
export type AxisName = (typeof AXIS_NAMES)[number]
export const ZERO: Vec = [0, 0, 0]
/** Along each. */
export const AXIS_VECTORS: readonly [Vec, Vec, Vec] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

/** What holds for X, Y and Z. */
export const perAxis = <T>(value: (axis: Axis) => T): [T, T, T] => [value(0), value(1), value(2)]

export const vec = ({ x, y, z }: Vector3): Vec => [x, y, z]
/** Three numbers of a table, from a place on. */
export const vecAt = (numbers: Float32Array | readonly number[], offset: number): Vec => [
  numbers[offset]!,
  numbers[offset + 1]!,
  numbers[offset + 2]!,
]
export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Vec, by: number): Vec => [a[0] * by, a[1] * by, a[2] * by]
export const dot = (a: Vec, b: Vec) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: Vec, b: Vec): Vec => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
export const length = (a: Vec) => Math.hypot(a[0], a[1], a[2])
export const distance = (a: Vec, b: Vec) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** Unit vector, or null where there is no direction (zero length or beyond doubles). */
export function unit(a: Vec): Vec | null {
  const size = length(a)
  return size > 0 && Number.isFinite(size) ? [a[0] / size, a[1] / size, a[2] / size] : null
}

/** Of what has a length by the way it was made: constants, and what was looked at before. */
export function directionOf(a: Vec): Vec {
  const direction = unit(a)
  if (!direction) throw new RangeError(`(${a.join(', ')}) has no direction`)
  return direction
}

/** `unit` times 1/length, as the checks of a model take it: the last digit may differ, and a finding may hang by it. */
export function scaledToUnit(a: Vec): Vec | null {
  const size = length(a)
  return size > 0 && Number.isFinite(size) ? scale(a, 1 / size) : null
}

/** Degrees between b→a and b→c. */
export function angleAt(a: Vec, b: Vec, c: Vec): number {
  const [u, v] = [subtract(a, b), subtract(c, b)]
  return (Math.atan2(length(cross(u, v)), dot(u, v)) * 180) / Math.PI
}
