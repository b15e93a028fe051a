import type { Bounds, Vector3 } from '#lib/schema/schema.ts'

/** Of an empty model both corners are the origin. */
export const EMPTY_BOUNDS: Bounds = { min: { x: 0, y: 0, z: 0 }, max: { x: 0, y: 0, z: 0 } }

/** Lowest x, y, z, then highest. Empty while the lowest is above the highest. */
export type Box = Float64Array

export const emptyBox = (): Box => Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity)

export function extend(box: Box, x: number, y: number, z: number): void {
  if (x < box[0]!) box[0] = x
  if (y < box[1]!) box[1] = y
  if (z < box[2]!) box[2] = z
  if (x > box[3]!) box[3] = x
  if (y > box[4]!) box[4] = y
  if (z > box[5]!) box[5] = z
}

/** A point on a face of the box holds it there: without the point the box may be smaller. */
export function holdsFace(box: Box, x: number, y: number, z: number): boolean {
  return x === box[0] || y === box[1] || z === box[2] || x === box[3] || y === box[4] || z === box[5]
}

export function toBounds(box: Box): Bounds {
  if (!(box[0]! <= box[3]!)) return EMPTY_BOUNDS
  const corner = (offset: number): Vector3 => ({ x: box[offset]! + 0, y: box[offset + 1]! + 0, z: box[offset + 2]! + 0 })
  return { min: corner(0), max: corner(3) }
}
