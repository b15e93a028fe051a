import type { Point2 } from '#lib/schema/schema.ts'

export function outlineBox(polygon: readonly Point2[]): { min: Point2; max: Point2 } {
  const min = { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY }
  const max = { x: Number.NEGATIVE_INFINITY, y: Number.NEGATIVE_INFINITY }
  for (const { x, y } of polygon) {
    min.x = Math.min(min.x, x)
    min.y = Math.min(min.y, y)
    max.x = Math.max(max.x, x)
    max.y = Math.max(max.y, y)
  }
  return { min, max }
}
