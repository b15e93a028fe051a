import type { Ray } from '#lib/geometry/pick/ray.ts'
import { dot, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { presetOf } from '../../session/view/preset-now.ts'
import type { CameraRig } from '../camera/camera-rig.ts'
import type { Stage } from '../elements/stage.ts'
import { pickOptions } from '../pointer/hit.ts'
import { PICKING } from '../pointer/picking-part.ts'

/**
 * `name` tells the label. With `label`: see-through areas do not hide it, nor the frame that it names, nor bodies as near to the
 * point as `reach`.
 */
export type IsBehind = (name: string, point: Vec, label?: { reach: number; frame: number | undefined }) => boolean

/**
 * Does the model hide a point from the eye? Asked by rays, and only when the picture rests: while it moves, every answer stays
 * as it was, so that labels neither cost time nor flicker. Lines hide nothing.
 */
export function hiddenBehind(rig: CameraRig) {
  const known = new Map<string, boolean>()
  let last: readonly unknown[] = []

  return (stage: Stage, isMoving: boolean): IsBehind => {
    const { layers, section } = stage.session.view.get()
    const preset = presetOf(stage.session)
    const { shown, hidden, isolated } = stage.session.derived.get()
    const { matrixWorld, projectionMatrix } = rig.camera3
    const now = [
      stage.drawn, stage.drawn.lookups.now(), PICKING.now(), layers, section, preset, shown, hidden, isolated, rig.size,
      matrixWorld.elements.join(), projectionMatrix.elements.join(),
    ] // biome-ignore format: a list
    if (!isMoving && now.some((part, k) => part !== last[k])) {
      known.clear()
      last = now
    }
    const { isVisible, ...options } = pickOptions(stage, rig)
    return (name, point, label) => {
      const before = known.get(name)
      if (before !== undefined || isMoving) return before ?? false
      const place = rig.project(point)
      const ray = place && rig.ray(place.x, place.y, section)
      const answer = ray !== null && meets(ray, dot(subtract(point, ray.from), ray.along) - (label?.reach ?? 0))
      known.set(name, answer)
      return answer

      function meets({ far, ...ray }: Ray, until: number) {
        const { scene, lookups } = stage.drawn
        const trees = lookups.now()?.trees
        const picking = PICKING.now()
        if (!trees || !picking) return false
        const toPoint = { ...ray, far: Math.min(far, until) }
        const bodies = {
          ...options,
          pixelAt: () => 0, // lines hide nothing
          isVisible: (kind: 'node' | 'frame' | 'area' | 'support', index: number) =>
            !(kind === 'frame' && index === label?.frame) && isVisible(kind, index),
        }
        if (preset !== 'analytical' && picking.pickFrames(scene, trees, toPoint, bodies)) return true
        return !(label && preset !== 'solid') && picking.pickAreas(scene, trees.areas, toPoint, bodies) !== null
      }
    }
  }
}
