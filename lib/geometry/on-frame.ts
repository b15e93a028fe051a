import type { Axes } from '#lib/model/shape/local-axes.ts'
import { add, scale, type Vec } from '#lib/model/shape/vector.ts'
import type { Point2 } from '#lib/schema/schema.ts'
import type { SectionBody } from './section-body.ts'

/** Where a point of the outline lies: node line + (x + offset.x)·e3 + (y + offset.y)·e2. */
export function onFrame(line: Vec, [, e2, e3]: Axes, point: Point2, offset?: Point2 | null): Vec {
  return add(line, add(scale(e3, point.x + (offset?.x ?? 0)), scale(e2, point.y + (offset?.y ?? 0))))
}

/** Where the i-th side of a frame so long faces: along local 3, 2 and 1. */
export function sideOf(body: SectionBody, of: 'outer' | 'hole', i: number, length: number) {
  const [start, end] = [body[of]!, (body.end ?? body)[of]!]
  const j = (i + 1) % start.length
  const sum = (key: 'x' | 'y', loop: readonly Point2[]) => loop[i]![key] + loop[j]![key]
  const [ux, uy] = (['x', 'y'] as const).map((key) => start[j]![key] - start[i]![key] + end[j]![key] - end[i]![key]) as [
    number,
    number,
  ]
  const [rx, ry] = [(sum('x', end) - sum('x', start)) / 2, (sum('y', end) - sum('y', start)) / 2]
  const [x, y, along] = [uy * length, -ux * length, ux * ry - uy * rx]
  const size = Math.hypot(x, y, along) * (of === 'hole' ? -1 : 1)
  return { x: x / size, y: y / size, along: along / size }
}
