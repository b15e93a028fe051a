import type { CardinalPoint } from '#lib/model/section/section-properties.ts'
import type { Point2, ViewerFrame } from '#lib/schema/schema.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { insertionPoint, pointOf, type Shape } from '../frame-of-reference.ts'
import { readPoint } from './frame-offsets.ts'

/** Where a frame's section stands, in CSI's words; `moved`: along 3 and 2, of both ends. */
export type Insertion = { point: CardinalPoint; moved: Point2 }

const NOWHERE: Point2 = { x: 0, y: 0 }

/**
 * `shape`: undefined of a frame without section or outline, of which only what its source says is known. `isByCentroid`: the program is told
 * the section's moments and no outline, on which nothing but the centroid can be found.
 */
export function insertionOf(frame: ViewerFrame, shape: Shape | undefined, isByCentroid: boolean): Insertion {
  const offset = frame.sectionOffset ?? NOWHERE
  const centroid = shape && isByCentroid ? pointOf(shape, 10) : null
  if (centroid) return { point: 10, moved: { x: twelveDigits(offset.x + centroid.x), y: twelveDigits(offset.y + centroid.y) } }
  const found = shape && insertionPoint(shape, offset)
  if (found) return { point: found.point, moved: { x: twelveDigits(found.moved.x), y: twelveDigits(found.moved.y) } }
  const stated = frame.source?.cardinalPoint
  const point = typeof stated === 'number' ? readPoint(String(stated)) : undefined
  return { point: point ?? 10, moved: { x: twelveDigits(offset.x), y: twelveDigits(offset.y) } }
}

export const isMoved = ({ moved }: Insertion): boolean => moved.x !== 0 || moved.y !== 0
