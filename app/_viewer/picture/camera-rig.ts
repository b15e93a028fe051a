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
import type { Fit } from '#lib/drawing/fit.ts'
import type { Box } from '#lib/geometry/extent.ts'
import type { Ray } from '#lib/geometry/pick.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import { add, length, scale, subtract, unit, type Vec } from '#lib/geometry/vector.ts'
import { type Drawing, towardEye } from '../session/drawings.ts'
import type { Camera } from '../session/rig.ts'
import { sectionPlanes, wholeBox } from '../session/scene-points.ts'
import type { SectionBox } from '../session/section-box.ts'
import { VIEWS, type ViewName } from '../session/standard-views.ts'
import type { FoundElement } from '../worker/elements.ts'
import type { Fitted, Look } from './fitted.ts'
import type { ViewCamera } from './stage.ts'

Object3D.DEFAULT_UP.set(0, 0, 1)
CameraControls.install({ THREE: { Vector2, Vector3, Vector4, Quaternion, Matrix4, Spherical, Box3, Sphere, Raycaster } })

const FOV = 35
/** Of a move, and of making way for a panel: seconds until most of it is done. */
const SMOOTH = 0.16
const SMOOTH_ASIDE = 0.05

/** What `session/rig.ts` promises, and what only the picture needs. */
export type CameraRig = ReturnType<typeof cameraRig>

type RigOptions = {
  element: HTMLElement
  redraw: () => void
  rested: () => void
  /** The camera was sent somewhere, not dragged. */
  jumped: () => void
  /** From where something is seen as large as it gets between what lies over the picture. */
  fitted: (fitted: Fitted, look: Look, picture: { width: number; height: number; fov: number }) => Fit
}

/**
 * Orbit, pan, zoom to the cursor, fly. Two cameras, one in use; distances in model units about the scene's origin. All of it
 * runs on demand: `update` says whether another picture is needed.
 */
export function cameraRig({ element, redraw, rested, jumped, fitted: fitOf }: RigOptions) {
  const perspective = new PerspectiveCamera(FOV, 1, 0.1, 1000)
  const parallel = new OrthographicCamera(-1, 1, 1, -1, 0.1, 1000)
  const going = new PerspectiveCamera()
  let camera: ViewCamera = perspective
  let scene: Scene | null = null
  let size = { width: 1, height: 1 }
  let reach = 1
  let bodies: Box | null = null
  let isYUp = false
  let isOnSheet = false
  /** What was fitted last, and where the camera stood for it. */
  let last: { fitted: Fitted; direction: Vec; eye: Vec; zoom: number } | null = null
  for (const one of [perspective, parallel]) one.up.set(0, 0, 1)
  const controls = new CameraControls(camera, element)
  controls.dollyToCursor = true
  controls.infinityDolly = true
  controls.smoothTime = SMOOTH
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

  const lookAt = (fitted: Fitted, direction: Vec, how: 'at once' | 'moving' | 'aside') => {
    if (!scene) return
    const isSteep = Math.abs(direction[isYUp ? 1 : 2]) > 0.999
    const up: Vec = isSteep ? (isYUp ? [0, 0, -1] : [0, 1, 0]) : upward()
    const look = { toward: direction, up, isParallel: camera === parallel }
    const { target, distance, scale: zoom } = fitOf(fitted, look, { ...size, fov: FOV })
    const eye = add(target, scale(direction, Math.max(distance, 1e-9)))
    const moves = how !== 'at once' && !calm.matches
    if (how === 'moving') {
      isMoved = true
      jumped()
    }
    controls.smoothTime = how === 'aside' ? SMOOTH_ASIDE : SMOOTH
    void controls.setFocalOffset(0, 0, 0, moves)
    void controls.setLookAt(...eye, ...target, moves)
    if (camera === parallel) void controls.zoomTo(zoom, moves)
    last = { fitted, direction, eye, zoom: camera === parallel ? zoom : 0 }
    redraw()
  }
  /** Where the eye will be and which way it will look, not where it is on its way there. */
  const heading = () => {
    // With an orbit point of its own the middle of the picture lies beside the target: say what the eye will see.
    going.up.copy(camera.up)
    controls.getPosition(going.position, true)
    going.lookAt(controls.getTarget(new Vector3(), true))
    const ahead = vector(going.getWorldDirection(new Vector3()))
    const reach = length(subtract(vector(going.position), target()))
    const { x, y, z } = controls.getFocalOffset(new Vector3(), true)
    going.translateX(x).translateY(-y).translateZ(z)
    const zoom = camera === parallel ? (JSON.parse(controls.toJSON()) as { zoom: number }).zoom : 0
    return { eye: vector(going.position), ahead, reach, zoom, isShifted: x !== 0 || y !== 0 || z !== 0 }
  }
  /** Nobody has moved the camera since it was fitted. */
  const isWhereItWasFitted = () => {
    if (!last) return false
    const { eye, ahead, reach, zoom } = heading()
    const isAhead = length(add(ahead, last.direction)) < 1e-4
    return isAhead && length(subtract(eye, last.eye)) < 1e-4 * reach && Math.abs(zoom - last.zoom) <= 1e-6 * last.zoom
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
    setScene(next: Scene, drawn: Box | null, first: Camera | null) {
      const before = scene
      scene = next
      bodies = drawn
      const box = wholeBox(scene, bodies)
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
      const box = wholeBox(scene, bodies)
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
      lookAt(ALL, isYUp ? turnedUp(direction) : direction, isAnimated ? 'moving' : 'at once')
    },
    /** `direction`: from the model to the eye, with Z up also where the display has Y up. */
    lookAlong(direction: Vec) {
      lookAt(ALL, isYUp ? turnedUp(direction) : direction, 'moving')
    },
    /** As it was before anybody moved it. */
    setFirst() {
      this.look('overview', false)
      isMoved = false
    },
    /** Square on, as large as what lies in its slab allows. */
    lookAtDrawing({ axis }: Drawing) {
      lookAt(ALL, towardEye(axis, isYUp), 'moving')
    },
    fit() {
      lookAt(ALL, toward(), 'moving')
    },
    focus(elements: readonly FoundElement[]) {
      if (elements.length > 0) lookAt({ what: 'elements', elements }, toward(), 'moving')
    },
    /** Makes way for what has come over the picture; a camera that somebody has moved stays. */
    refit(isAtOnce: boolean) {
      if (last && isWhereItWasFitted()) lookAt(last.fitted, last.direction, isAtOnce ? 'at once' : 'aside')
    },
    /** Moves the picture by pixels, at its scale. */
    shift(x: number, y: number) {
      const { reach } = heading()
      const pixel = camera === parallel ? 1 / camera.zoom : (2 * Math.tan((FOV * Math.PI) / 360) * reach) / size.height
      void controls.truck(-x * pixel, -y * pixel, !calm.matches)
      redraw()
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

    get isSet() {
      return scene !== null
    },
    /** In model axes, for the address. */
    camera(): Camera | null {
      if (!scene || !isMoved) return null
      const { eye, ahead, reach, zoom, isShifted } = heading()
      return {
        position: add(eye, scene.origin),
        target: add(isShifted ? add(eye, scale(ahead, reach)) : target(), scene.origin),
        zoom,
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

const ALL: Fitted = { what: 'all' }

const isEmpty = (scene: Scene) => scene.nodes.length === 0

/** The same view of a model made with Y up. */
const turnedUp = ([x, y, z]: Vec): Vec => [x, z, -y]
