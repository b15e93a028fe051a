import CameraControls from 'camera-controls'
import {
  Box3,
  Matrix4,
  Object3D,
  OrthographicCamera,
  PerspectiveCamera,
  Quaternion,
  Raycaster,
  Sphere,
  Spherical,
  Vector2,
  Vector3,
  Vector4,
} from 'three'
import { corners, fitPoints, type Insets } from '#lib/geometry/camera-fit.ts'
import type { Ray } from '#lib/geometry/pick.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import { add, length, scale, subtract, unit, type Vec } from '#lib/geometry/vector.ts'
import { type Drawing, towardEye } from '../session/drawings.ts'
import type { Camera } from '../session/rig.ts'
import { atLeast, pointsOf, sectionPlanes, slabBox, union, wholeBox, wholePoints } from '../session/scene-points.ts'
import type { SectionBox } from '../session/section-box.ts'
import { VIEWS, type ViewName } from '../session/standard-views.ts'
import type { FoundElement } from '../worker/elements.ts'
import type { ViewCamera } from './stage.ts'

Object3D.DEFAULT_UP.set(0, 0, 1)
CameraControls.install({ THREE: { Vector2, Vector3, Vector4, Quaternion, Matrix4, Spherical, Box3, Sphere, Raycaster } })

const FOV = 35

/** What `session/rig.ts` promises, and what only the picture needs. */
export type CameraRig = ReturnType<typeof cameraRig>

type RigOptions = {
  element: HTMLElement
  redraw: () => void
  rested: () => void
  /** The camera was sent somewhere, not dragged. */
  jumped: () => void
  /** What tools and panels lie over: what is fitted keeps clear of it. `isFirst`: of a picture nobody has seen yet. */
  insets: (isFirst: boolean) => Insets
}

/**
 * Orbit, pan, zoom to the cursor, fly. Two cameras, one in use; distances in model units about the scene's origin. All of it
 * runs on demand: `update` says whether another picture is needed.
 */
export function cameraRig({ element, redraw, rested, jumped, insets }: RigOptions) {
  const perspective = new PerspectiveCamera(FOV, 1, 0.1, 1000)
  const parallel = new OrthographicCamera(-1, 1, 1, -1, 0.1, 1000)
  const going = new PerspectiveCamera()
  let camera: ViewCamera = perspective
  let scene: Scene | null = null
  let size = { width: 1, height: 1 }
  let reach = 1
  let isYUp = false
  let isOnSheet = false
  for (const one of [perspective, parallel]) one.up.set(0, 0, 1)
  const controls = new CameraControls(camera, element)
  controls.dollyToCursor = true
  controls.infinityDolly = true
  controls.smoothTime = 0.16
  controls.draggingSmoothTime = 0.06
  controls.restThreshold = 1e-4
  controls.dollySpeed = 0.7
  const calm = matchMedia('(prefers-reduced-motion: reduce)')

  const gestures = () => {
    const { ACTION } = CameraControls
    const isParallel = camera === parallel
    controls.mouseButtons.left = ACTION.ROTATE
    controls.mouseButtons.right = ACTION.TRUCK
    controls.mouseButtons.middle = ACTION.TRUCK
    controls.mouseButtons.wheel = isParallel ? ACTION.ZOOM : ACTION.DOLLY
    controls.touches.one = ACTION.TOUCH_ROTATE
    controls.touches.two = isParallel ? ACTION.TOUCH_ZOOM_TRUCK : ACTION.TOUCH_DOLLY_TRUCK
    controls.touches.three = ACTION.TOUCH_TRUCK
  }
  gestures()
  // Until somebody moves it, the camera is nobody's and stays out of the address.
  let isMoved = false
  controls.addEventListener('control', () => {
    isMoved = true
    redraw()
  })
  controls.addEventListener('transitionstart', redraw)
  controls.addEventListener('wake', redraw)
  controls.addEventListener('rest', rested)
  controls.addEventListener('sleep', rested)

  const vector = ({ x, y, z }: Vector3): Vec => [x, y, z]
  const target = () => vector(controls.getTarget(new Vector3(), true))
  const position = () => vector(controls.getPosition(new Vector3(), true))
  const toward = (): Vec => unit(subtract(position(), target())) ?? VIEWS.overview
  const upward = (): Vec => (isYUp ? [0, 1, 0] : [0, 0, 1])
  const pixelsPerUnit = (distance: number) => size.height / (2 * Math.tan((FOV * Math.PI) / 360) * distance)

  const lookAtPoints = (points: readonly Vec[], direction: Vec, isAnimated: boolean, margin: number) => {
    const isSteep = Math.abs(direction[isYUp ? 1 : 2]) > 0.999
    const up: Vec = isSteep ? (isYUp ? [0, 0, -1] : [0, 1, 0]) : upward()
    const fit = fitPoints(points, direction, up, size.width / size.height, FOV, margin, insets(!isAnimated))
    const target = camera === parallel ? fit.parallel.target : fit.target
    const eye = add(target, scale(direction, Math.max(fit.distance, 1e-9)))
    const moves = isAnimated && !calm.matches
    if (isAnimated) {
      isMoved = true
      jumped()
    }
    void controls.setFocalOffset(0, 0, 0, moves)
    void controls.setLookAt(...eye, ...target, moves)
    if (camera === parallel) void controls.zoomTo(size.height / Math.max(fit.parallel.height, 1e-9), moves)
    redraw()
  }

  return {
    controls,
    get camera3() {
      return camera
    },
    get size() {
      return size
    },
    /** On a sheet nothing lies over the picture. */
    get isOnSheet() {
      return isOnSheet
    },

    /** The scene was made or replaced. The camera stays unless there is none yet, or the scene lies elsewhere. */
    setScene(next: Scene, first: Camera | null) {
      const before = scene
      scene = next
      const box = wholeBox(scene)
      reach = Math.max(length(subtract(box.high, box.low)) / 2, 1e-6)
      controls.minDistance = reach / 400
      controls.maxDistance = reach * 60
      controls.maxZoom = Infinity
      controls.minZoom = 0
      if (!before && first) this.setCamera(first, false)
      else if (!before || length(subtract(before.origin, next.origin)) > 0) this.look('overview', false)
      else if (isEmpty(before) && !isEmpty(next)) this.look('overview', true)
      redraw()
    },

    resize(width: number, height: number) {
      size = { width: Math.max(1, width), height: Math.max(1, height) }
      perspective.aspect = size.width / size.height
      perspective.updateProjectionMatrix()
      parallel.left = -size.width / 2
      parallel.right = size.width / 2
      parallel.top = size.height / 2
      parallel.bottom = -size.height / 2
      parallel.updateProjectionMatrix()
      redraw()
    },

    /** Advances; true while there is more to come. */
    update(seconds: number) {
      const moved = controls.update(Math.min(seconds, 0.25))
      // Depth follows the model: a 3 mm detail and a 3 km bridge both exist.
      const box = wholeBox(scene)
      const centre = scale(add(box.low, box.high), 0.5)
      const apart = length(subtract(vector(camera.position), centre))
      const far = apart + reach * 6
      const near = camera === parallel ? -(apart + reach * 6) : Math.max(apart - reach * 1.3, far / 40000, reach / 3000)
      if (camera.near !== near || camera.far !== far) {
        camera.near = near
        camera.far = far
        camera.updateProjectionMatrix()
      }
      camera.updateMatrixWorld()
      return moved
    },

    look(name: ViewName, isAnimated = true) {
      const direction = VIEWS[name]
      lookAtPoints(
        wholePoints(scene),
        isYUp ? turnedUp(direction) : direction,
        isAnimated,
        name === 'overview' || name === 'iso' ? 1.1 : 1.16,
      )
    },
    /** `direction`: from the model to the eye, with Z up also where the display has Y up. */
    lookAlong(direction: Vec) {
      lookAtPoints(wholePoints(scene), isYUp ? turnedUp(direction) : direction, true, 1.1)
    },
    /** As it was before anybody moved it. */
    setFirst() {
      this.look('overview', false)
      isMoved = false
    },
    /** Square on, as large as what lies in its slab allows. */
    lookAtDrawing({ axis }: Drawing, section: SectionBox) {
      if (scene) lookAtPoints(corners(slabBox(scene, section)), towardEye(axis, isYUp), true, 1.22)
    },
    fit() {
      lookAtPoints(wholePoints(scene), toward(), true, 1.1)
    },
    focus(elements: readonly FoundElement[]) {
      if (!scene) return
      const points = elements.flatMap((element) => pointsOf(scene as Scene, element))
      const first = points[0]
      if (!first) return
      const box = union({ low: first, high: first }, points)
      lookAtPoints(corners(atLeast(box, reach / 12)), toward(), true, 1.7)
    },

    /** By degrees about the target, for the arrow keys. */
    turn(azimuth: number, polar: number) {
      isMoved = true
      void controls.rotate((azimuth * Math.PI) / 180, (polar * Math.PI) / 180, !calm.matches)
      redraw()
    },
    nearer(factor: number) {
      isMoved = true
      if (camera === parallel) void controls.zoomTo(camera.zoom * factor, !calm.matches)
      else void controls.dollyTo(controls.distance / factor, !calm.matches)
      redraw()
    },

    /** Orbit about this point from now on, without moving the picture. */
    orbitAbout(point: Vec) {
      controls.setOrbitPoint(...point)
    },

    setProjection(projection: 'perspective' | 'parallel') {
      const next = projection === 'parallel' ? parallel : perspective
      if (next === camera) return
      const [eye, at] = [position(), target()]
      const distance = Math.max(length(subtract(eye, at)), 1e-9)
      const zoom = camera === parallel ? camera.zoom : 0
      camera = next
      next.up.set(...upward())
      next.position.set(...eye)
      controls.camera = next
      gestures()
      if (next === parallel) void controls.zoomTo(pixelsPerUnit(distance), false)
      else {
        void controls.zoomTo(1, false)
        if (zoom > 0) void controls.dollyTo(size.height / (2 * Math.tan((FOV * Math.PI) / 360)) / zoom, false)
      }
      redraw()
    },

    setUp(next: boolean) {
      if (next === isYUp) return
      isYUp = next
      for (const one of [perspective, parallel]) one.up.set(...upward())
      controls.updateCameraUp()
      this.look('overview')
    },

    /** In model axes, for the address. */
    camera(): Camera | null {
      if (!scene || !isMoved) return null
      // Where it is going, not where it is on its way there. With an orbit point of its own the middle of the picture lies
      // beside the target: say what the eye will see.
      going.up.copy(camera.up)
      controls.getPosition(going.position, true)
      going.lookAt(controls.getTarget(new Vector3(), true))
      const ahead = going.getWorldDirection(new Vector3())
      const reach = length(subtract(vector(going.position), target()))
      const { x, y, z } = controls.getFocalOffset(new Vector3(), true)
      const isShifted = x !== 0 || y !== 0 || z !== 0
      going.translateX(x).translateY(-y).translateZ(z)
      const eye = vector(going.position)
      return {
        position: add(eye, scene.origin),
        target: add(isShifted ? add(eye, scale(vector(ahead), reach)) : target(), scene.origin),
        zoom: camera === parallel ? (JSON.parse(controls.toJSON()) as { zoom: number }).zoom : 0,
      }
    },
    setCamera({ position: eye, target: at, zoom }: Camera, isAnimated: boolean) {
      if (!scene) return
      isMoved = true
      const moves = isAnimated && !calm.matches
      void controls.setFocalOffset(0, 0, 0, moves)
      void controls.setLookAt(...subtract(eye, scene.origin), ...subtract(at, scene.origin), moves)
      if (zoom > 0 && camera === parallel) void controls.zoomTo(zoom, moves)
      redraw()
    },

    /** The ray under a place of the picture, cut by the section planes. */
    ray(x: number, y: number, section: SectionBox | null): Ray {
      const [u, v] = [(x / size.width) * 2 - 1, 1 - (y / size.height) * 2]
      camera.updateMatrixWorld()
      const back = new Vector3().setFromMatrixColumn(camera.matrixWorld, 2)
      let from: Vec
      let along: Vec
      if (camera === parallel) {
        from = vector(new Vector3(u, v, 0).unproject(camera))
        along = [-back.x, -back.y, -back.z]
        from = subtract(from, scale(along, reach * 100))
      } else {
        from = vector(camera.getWorldPosition(new Vector3()))
        along = unit(subtract(vector(new Vector3(u, v, 0.5).unproject(camera)), from)) ?? [-back.x, -back.y, -back.z]
      }
      let [near, far] = [0, Infinity]
      for (const [a, b, c, d] of scene ? sectionPlanes(section, scene.origin) : []) {
        const slope = a * along[0] + b * along[1] + c * along[2]
        const height = a * from[0] + b * from[1] + c * from[2] + d
        if (Math.abs(slope) < 1e-15) {
          if (height < 0) far = -1
        } else if (slope > 0) near = Math.max(near, -height / slope)
        else far = Math.min(far, -height / slope)
      }
      return { from, along, near, far }
    },
    /** Length of a pixel at a distance along a ray from `ray`. */
    pixelAt: (distance: number) =>
      camera === parallel ? 1 / camera.zoom : (2 * Math.tan((FOV * Math.PI) / 360) * distance) / size.height,

    /** The picture reframed for a sheet: all that is in it now, or at `zoom` pixels a unit. Gives the way back. */
    reframe(width: number, height: number, zoom: number | null): () => void {
      const before = { ...size, zoom: camera.zoom }
      const [wider, higher] = [width / before.width, height / before.height]
      isOnSheet = true
      this.resize(width, height)
      const fitted = camera === parallel ? before.zoom * Math.min(wider, higher) : Math.min(1, wider / higher)
      void controls.zoomTo(zoom ?? fitted, false)
      return () => {
        isOnSheet = false
        this.resize(before.width, before.height)
        void controls.zoomTo(before.zoom, false)
      }
    },

    /** Where a point about the scene's origin is in the picture, in CSS pixels; null behind the eye. */
    project(point: Vec): { x: number; y: number; depth: number } | null {
      const at = new Vector3(...point).applyMatrix4(camera.matrixWorldInverse)
      if (camera !== parallel && at.z >= -1e-12) return null
      const depth = -at.z
      at.applyMatrix4(camera.projectionMatrix)
      return { x: ((at.x + 1) / 2) * size.width, y: ((1 - at.y) / 2) * size.height, depth }
    },
    /** Length of a pixel at a point about the scene's origin. */
    pixelAtPoint(point: Vec) {
      if (camera === parallel) return 1 / camera.zoom
      const depth = -new Vector3(...point).applyMatrix4(camera.matrixWorldInverse).z
      return (2 * Math.tan((FOV * Math.PI) / 360) * Math.max(depth, 0)) / size.height
    },
    distanceTo: (point: Vec) => length(subtract(vector(camera.position), point)),
    toward,

    dispose() {
      controls.dispose()
    },
  }
}

const isEmpty = (scene: Scene) => scene.nodes.length === 0

/** The same view of a model made with Y up. */
const turnedUp = ([x, y, z]: Vec): Vec => [x, z, -y]
