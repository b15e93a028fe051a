import { Vector3 } from 'three'
import type { Ray } from '#lib/geometry/pick/ray.ts'
import { scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import type { ViewCamera } from '../elements/stage.ts'

/** What lies where in a picture. Points are about the scene's origin, places in CSS pixels from the upper left. */

export const FOV = 35
/** Of the picture in perspective: half its height at a distance of one. */
export const HALF_HEIGHT = Math.tan((FOV * Math.PI) / 360)

/** A camera and the size of its picture. */
export type CameraView = { camera: ViewCamera; size: { width: number; height: number } }
type Plane = readonly [number, number, number, number]

export const vector = ({ x, y, z }: Vector3): Vec => [x, y, z]

const isParallel = (camera: ViewCamera) => 'isOrthographicCamera' in camera

/** The ray under a place, cut by planes. `behind`: how far before the eye's plane a parallel one begins. */
export function rayAt({ camera, size }: CameraView, x: number, y: number, planes: readonly Plane[], behind: number): Ray {
  const [u, v] = [(x / size.width) * 2 - 1, 1 - (y / size.height) * 2]
  camera.updateMatrixWorld()
  const back = new Vector3().setFromMatrixColumn(camera.matrixWorld, 2)
  const ahead: Vec = [-back.x, -back.y, -back.z]
  if (isParallel(camera)) {
    const from = subtract(vector(new Vector3(u, v, 0).unproject(camera)), scale(ahead, behind))
    return cutRay({ from, along: ahead, near: 0, far: Infinity }, planes)
  }
  const from = vector(camera.getWorldPosition(new Vector3()))
  const along = unit(subtract(vector(new Vector3(u, v, 0.5).unproject(camera)), from)) ?? ahead
  return cutRay({ from, along, near: 0, far: Infinity }, planes)
}

/** What of a ray lies on the positive side of all planes. */
export function cutRay(ray: Ray, planes: readonly Plane[]): Ray {
  const { from, along } = ray
  let { near, far } = ray
  for (const [a, b, c, d] of planes) {
    const slope = a * along[0] + b * along[1] + c * along[2]
    const height = a * from[0] + b * from[1] + c * from[2] + d
    if (Math.abs(slope) < 1e-15) {
      if (height < 0) far = -1
    } else if (slope > 0) near = Math.max(near, -height / slope)
    else far = Math.min(far, -height / slope)
  }
  return { from, along, near, far }
}

/** Where a point is in the picture; null behind the eye. */
export function project({ camera, size }: CameraView, point: Vec): { x: number; y: number; depth: number } | null {
  const seen = new Vector3(...point).applyMatrix4(camera.matrixWorldInverse)
  if (!isParallel(camera) && seen.z >= -1e-12) return null
  const depth = -seen.z
  seen.applyMatrix4(camera.projectionMatrix)
  return { x: ((seen.x + 1) / 2) * size.width, y: ((1 - seen.y) / 2) * size.height, depth }
}

/** Length of a pixel at a distance along a ray. */
export const pixelAt = ({ camera, size }: CameraView, distance: number) =>
  isParallel(camera) ? 1 / camera.zoom : (2 * HALF_HEIGHT * distance) / size.height

/** The same at a point. */
export function pixelAtPoint({ camera, size }: CameraView, point: Vec) {
  if (isParallel(camera)) return 1 / camera.zoom
  const depth = -new Vector3(...point).applyMatrix4(camera.matrixWorldInverse).z
  return (2 * HALF_HEIGHT * Math.max(depth, 0)) / size.height
}
