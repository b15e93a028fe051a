import { add, scale, subtract } from '#lib/model/shape/vector.ts'
import type { Camera } from './rig.ts'

type Size = { width: number; height: number }

/**
 * The camera of a view in a picture of another size: it shows all that the viewport did. `times`: pixels of the picture for one of the
 * viewport. In perspective the angle of view is upright: in a narrower picture the eye stands farther away, so that what lies at the
 * target's depth is as much smaller, and all else about.
 */
export function cameraFor(camera: Camera, isParallel: boolean, viewport: Size, size: Size): { camera: Camera; times: number } {
  const upright = size.height / viewport.height
  const times = Math.min(size.width / viewport.width, isParallel ? Math.min(1, upright) : upright)
  if (isParallel) return { camera: { ...camera, zoom: camera.zoom * times }, times }
  const { position, target } = camera
  const away = scale(subtract(position, target), upright / times)
  return { camera: { ...camera, position: add(target, away) }, times }
}
