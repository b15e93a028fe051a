import CameraControls from 'camera-controls'
import { Box3, Matrix4, Object3D, Quaternion, Raycaster, Sphere, Spherical, Vector2, Vector3, Vector4 } from 'three'
import type { Fit } from '#lib/drawing/fit.ts'
import type { Rect } from '#lib/drawing/free-rectangles.ts'
import type { Box } from '#lib/geometry/pick/extent.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import { toModel } from '#lib/model/display-axes.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { Up } from '#lib/model/up-axis.ts'
import type { Fitted, Look } from './fitted.ts'
import { setGestures } from './gestures.ts'
import { twoCameras } from './two-cameras.ts'

Object3D.DEFAULT_UP.set(0, 0, 1)
CameraControls.install({ THREE: { Vector2, Vector3, Vector4, Quaternion, Matrix4, Spherical, Box3, Sphere, Raycaster } })

export type RigOptions = {
  element: HTMLElement
  redraw: () => void
  rested: () => void
  /** The camera was sent somewhere, not dragged. */
  jumped: () => void
  fitted: Fitter
}

/** From where something is seen as large as it gets between what lies over the picture. `covers`: on a sheet, in its pixels. */
export type Fitter = (
  fitted: Fitted,
  look: Look,
  picture: { width: number; height: number; fov: number },
  covers?: readonly Rect[],
) => Fit

/** What the parts of a rig share. Distances in model units about the scene's origin. */
export type RigParts = Pick<RigOptions, 'redraw' | 'jumped' | 'fitted'> & {
  readonly cameras: ReturnType<typeof twoCameras>
  readonly controls: CameraControls
  scene: Scene | null
  bodies: Box | null
  /** Half the diagonal of the model with its grid. */
  reach: number
  /** Of the model, that is up in the picture; null: +Z. */
  axis: Up | null
  isOnSheet: boolean
  /** Of somebody who walks: moves on, and how near things are still drawn. */
  advance: (() => boolean) | null
  nearest: number | null
  /** Until somebody moves it, the camera is nobody's and stays out of the address. */
  isMoved: boolean
  isCalm(): boolean
  up(): Vec
}

export function rigParts({ element, redraw, rested, jumped, fitted }: RigOptions): RigParts {
  const cameras = twoCameras()
  cameras.setUp([0, 0, 1])
  const controls = new CameraControls(cameras.now, element)
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  const parts: RigParts = {
    ...{ cameras, controls, redraw, jumped, fitted },
    ...{ scene: null, bodies: null, reach: 1, axis: null, isOnSheet: false, advance: null, nearest: null, isMoved: false },
    isCalm: () => calm.matches,
    up: (): Vec => toModel(parts.axis, [0, 0, 1]),
  }
  controls.dollyToCursor = true
  controls.infinityDolly = true
  controls.draggingSmoothTime = calm.matches ? 0 : 0.06 // for people who want no motion it follows at once
  controls.restThreshold = 1e-4
  controls.dollySpeed = 0.7
  setGestures(controls, false)
  controls.addEventListener('control', () => {
    parts.isMoved = true
    redraw()
  })
  controls.addEventListener('transitionstart', redraw)
  controls.addEventListener('wake', redraw)
  controls.addEventListener('rest', rested)
  controls.addEventListener('sleep', rested)
  return parts
}
