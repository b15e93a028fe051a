import { add, length, scale, subtract } from '#lib/model/shape/vector.ts'
import type { Up } from '#lib/model/up-axis.ts'
import type { Camera } from '../../session/view/rig.ts'
import { type CameraMoves, eyeOf, heading, position, target } from './camera-moves.ts'
import { setGestures } from './gestures.ts'
import { HALF_HEIGHT } from './rays.ts'
import type { RigParts } from './rig-parts.ts'

/** Where the camera stands, as an address has it; which of the two it is, and which way is up. */
export function cameraPlaces(parts: RigParts, { look, fitFor }: Pick<CameraMoves, 'look' | 'fitFor'>) {
  const { cameras, controls, redraw } = parts
  return {
    /** In model axes, for the address. */
    camera(): Camera | null {
      const { scene } = parts
      if (!scene || !parts.isMoved) return null
      const { eye, ahead, reach, zoom, isShifted } = heading(parts)
      return {
        position: add(eye, scene.origin),
        target: add(isShifted ? add(eye, scale(ahead, reach)) : target(parts), scene.origin),
        zoom,
      }
    },
    setCamera({ position: eye, target: point, zoom }: Camera, isAnimated: boolean) {
      const { scene } = parts
      if (!scene) return
      parts.isMoved = true
      const moves = isAnimated && !parts.isCalm()
      void controls.setFocalOffset(0, 0, 0, moves)
      void controls.setLookAt(...subtract(eye, scene.origin), ...subtract(point, scene.origin), moves)
      if (zoom > 0 && cameras.isParallel) void controls.zoomTo(zoom, moves)
      redraw()
    },
    /** What stands at the distance of the target stays as large as it is. */
    setProjection(projection: 'perspective' | 'parallel') {
      if ((projection === 'parallel') === cameras.isParallel) return
      const [eye, point] = [position(parts), target(parts)]
      const distance = Math.max(length(subtract(eye, point)), 1e-9)
      const zoom = cameras.isParallel ? cameras.now.zoom : 0
      const next = cameras.use(projection)
      next.up.set(...parts.up())
      next.position.set(...eye)
      controls.camera = next
      setGestures(controls, cameras.isParallel)
      const { height } = cameras.size
      if (cameras.isParallel) void controls.zoomTo(height / (2 * HALF_HEIGHT * distance), false)
      else {
        void controls.zoomTo(1, false)
        if (zoom > 0) void controls.dollyTo(height / (2 * HALF_HEIGHT) / zoom, false)
      }
      redraw()
    },
    setUp(next: Up | null) {
      if (next === parts.axis) return
      parts.axis = next
      cameras.setUp(parts.up())
      controls.updateCameraUp()
      look('overview')
    },

    /**
     * The picture reframed for a sheet: fitted anew (`isFitted`) where nobody has moved the camera, else all that is in it now, or at
     * `zoom` pixels a unit. Gives the way back.
     */
    reframe(width: number, height: number, zoom: number | null, isFitted: boolean): () => void {
      const [eye, point] = [position(parts), target(parts)]
      const before = { ...cameras.size, zoom: cameras.now.zoom }
      const [wider, higher] = [width / before.width, height / before.height]
      const whole = cameras.isParallel ? before.zoom * Math.min(wider, higher) : Math.min(1, wider / higher)
      const fit = isFitted && fitFor(width, height, [])
      parts.isOnSheet = true
      cameras.resize(width, height)
      if (fit) void controls.setLookAt(...eyeOf(parts, fit, fit.direction), ...fit.target, false)
      void controls.zoomTo(zoom ?? (fit ? (cameras.isParallel ? fit.scale : 1) : whole), false)
      redraw()
      return () => {
        parts.isOnSheet = false
        cameras.resize(before.width, before.height)
        if (fit) void controls.setLookAt(...eye, ...point, false)
        void controls.zoomTo(before.zoom, false)
        redraw()
      }
    },
  }
}
