import { localAxes } from '#lib/model/shape/local-axes.ts'
import { vecAt } from '#lib/model/shape/vector.ts'
import { bodyOf, isUndrawn, isWithoutLength, NO_BODY } from './frame-records.ts'
import type { Scene } from './scene.ts'

/** Both ends, axes, body and offset of a frame, about the scene's origin. */
export function frameAt(scene: Scene, index: number) {
  const { records } = scene.frames
  const [from, to] = [records[4 * index]!, records[4 * index + 1]!]
  const [placement, packed] = [records[4 * index + 2]!, records[4 * index + 3]!]
  const start = vecAt(scene.nodes, 4 * from)
  const end = vecAt(scene.nodes, 4 * to)
  const { placements } = scene
  const [cos, sin] = [placements[4 * placement]!, placements[4 * placement + 1]!]
  const [x, y] = [placements[4 * placement + 2]!, placements[4 * placement + 3]!]
  const rotation = (Math.atan2(sin, cos) * 180) / Math.PI
  const isDrawn = !isUndrawn(packed) && !isWithoutLength(packed)
  const body = bodyOf(packed)
  return {
    start,
    end,
    axes: isDrawn ? localAxes(start, end, rotation) : null,
    body: body === NO_BODY ? null : scene.bodies[body]!,
    offset: { x, y },
  }
}
