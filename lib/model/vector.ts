import type { Vector3 } from './schema.ts'

/** Vectors in global axes. */

export function minus(a: Vector3, b: Vector3): Vector3 {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z }
}

export function times(a: Vector3, factor: number): Vector3 {
  return { x: a.x * factor, y: a.y * factor, z: a.z * factor }
}

export function dot(a: Vector3, b: Vector3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z
}

export function cross(a: Vector3, b: Vector3): Vector3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

export function length(a: Vector3): number {
  return Math.hypot(a.x, a.y, a.z)
}

export function distance(a: Vector3, b: Vector3): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)
}

/** Null for a vector without direction. */
export function unit(a: Vector3): Vector3 | null {
  const long = length(a)
  return long > 0 && Number.isFinite(long) ? times(a, 1 / long) : null
}
