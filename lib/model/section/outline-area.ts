import type { Point2 } from '#lib/schema/schema.ts'

/** Shoelace, about the first point so that far-off outlines keep their digits; positive when counter-clockwise. */
export function signedArea(polygon: readonly Point2[]): number {
  const origin = polygon[0]
  if (!origin) return 0
  let twice = 0
  for (let i = 1; i + 1 < polygon.length; i++) twice += cross(from(origin, polygon[i]!), from(origin, polygon[i + 1]!))
  return twice / 2
}

export function from(a: Point2, b: Point2): Point2 {
  return { x: b.x - a.x, y: b.y - a.y }
}

export function cross(a: Point2, b: Point2): number {
  return a.x * b.y - a.y * b.x
}
