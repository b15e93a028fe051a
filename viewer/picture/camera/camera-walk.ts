import { add, scale, type Vec } from '#lib/model/shape/vector.ts'
import type { RigParts } from './rig-parts.ts'

/** The camera as somebody's eye. */
export function cameraWalk(parts: RigParts) {
  const { controls } = parts
  return {
    /** `advance` moves on before each picture and says whether there is more to come; `nearest`: what is still drawn. Null: nobody walks. */
    setWalk(advance: (() => boolean) | null, nearest: number | null) {
      parts.advance = advance
      parts.nearest = nearest
      parts.redraw()
    },
    stand(eye: Vec, look: Vec) {
      parts.isMoved = true
      // What is orbited about afterwards lies a few steps ahead.
      const target = add(eye, scale(look, Math.max(2 * controls.minDistance, 60 * (parts.nearest ?? 0))))
      void controls.setFocalOffset(0, 0, 0, false)
      void controls.setLookAt(...eye, ...target, false)
    },
  }
}
