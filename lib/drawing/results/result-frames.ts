import { localAxes } from '#lib/model/shape/local-axes.ts'
import type { Vec } from '#lib/model/shape/vector.ts'

/** Frames in the order of their results, as lines in space. */
export type ResultFrames = {
  count: number
  /** Six a frame: x y z of its start, then of its end, in model axes and the unit of the model, about any origin. */
  ends: Float64Array
  /** Six a frame: its local axes 2 and 3 in model axes; 0 where a frame has no length. */
  axes: Float64Array
}

export type FrameLine = { start: Vec; end: Vec; rotation?: number | undefined }

export function resultFrames(lines: readonly FrameLine[]): ResultFrames {
  const ends = new Float64Array(6 * lines.length)
  const axes = new Float64Array(6 * lines.length)
  for (const [k, { start, end, rotation }] of lines.entries()) {
    ends.set(start, 6 * k)
    ends.set(end, 6 * k + 3)
    const own = localAxes(start, end, rotation)
    if (!own) continue
    axes.set(own[1], 6 * k)
    axes.set(own[2], 6 * k + 3)
  }
  return { count: lines.length, ends, axes }
}

/** Coordinate `k` of the place at a share of a frame's length. */
export function placeAlong(ends: Float64Array, frame: number, share: number, k: 0 | 1 | 2): number {
  const [start, end] = [ends[6 * frame + k]!, ends[6 * frame + 3 + k]!]
  return start + share * (end - start)
}
