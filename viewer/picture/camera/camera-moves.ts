import { PerspectiveCamera, Vector3 } from 'three'
import type { Fit } from '#lib/drawing/fit.ts'
import type { Rect } from '#lib/drawing/free-rectangles.ts'
import { toDisplay, toModel } from '#lib/model/display-axes.ts'
import { add, length, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import { type Drawing, towardEye } from '../../session/view/drawings.ts'
import { VIEWS, type ViewName } from '../../session/view/standard-views.ts'
import type { FoundElement } from '../../worker/elements.ts'
import type { Fitted } from './fitted.ts'
import { FOV, HALF_HEIGHT, vector } from './rays.ts'
import type { RigParts } from './rig-parts.ts'

/** Of a move, and of making way for a panel: seconds until most of it is done. */
const SMOOTH = 0.16
const SMOOTH_ASIDE = 0.05
/** A part of the distance: no pixel. */
const HAIR = 1e-7

export type CameraMoves = ReturnType<typeof cameraMoves>

/** Where the camera is sent, and where it is going. */
export function cameraMoves(parts: RigParts) {
  const { cameras, controls, redraw } = parts
  /** What was fitted last, and where the camera stood for it. */
  let last: { fitted: Fitted; direction: Vec; eye: Vec; zoom: number } | null = null
  const lookAt = (fitted: Fitted, direction: Vec, how: 'at once' | 'moving' | 'aside') => {
    last = sendCamera(parts, fitted, direction, how) ?? last
  }
  const toward = (): Vec => unit(subtract(position(parts), target(parts))) ?? VIEWS.overview
  const look = (name: ViewName) => lookAt(ALL, toModel(parts.axis, VIEWS[name]), 'moving')
  /** Of a view that says nothing of a camera: square on its drawing, or over the whole of it. */
  const lookFirst = (drawing: Drawing | null) => {
    const direction = drawing ? towardEye(drawing.axis, parts.axis) : toModel(parts.axis, VIEWS.overview)
    lookAt(ALL, direction, 'at once')
  }
  controls.smoothTime = parts.isCalm() ? 0 : SMOOTH

  /** Nobody has moved the camera since it was fitted. */
  const isWhereItWasFitted = () => {
    if (!last) return false
    const { eye, ahead, reach, zoom } = heading(parts)
    const isAhead = length(add(ahead, last.direction)) < 1e-4
    return isAhead && length(subtract(eye, last.eye)) < 1e-4 * reach && Math.abs(zoom - last.zoom) <= 1e-6 * last.zoom
  }
  return {
    toward,
    look,
    /** `direction`: from the model to the eye, with Z up, whatever is up in the picture. */
    lookAlong(direction: Vec) {
      lookAt(ALL, toModel(parts.axis, direction), 'moving')
    },
    lookFirst,
    /** As it was before anybody moved it. */
    setFirst(drawing: Drawing | null) {
      lookFirst(drawing)
      parts.isMoved = false
    },
    /** Square on, as large as what lies in its slab allows. */
    lookAtDrawing({ axis }: Drawing) {
      lookAt(ALL, towardEye(axis, parts.axis), 'moving')
    },
    fit() {
      lookAt(ALL, toward(), 'moving')
    },
    focus(elements: readonly FoundElement[], areOlder = false) {
      if (elements.length > 0) lookAt({ what: 'elements', elements, areOlder }, toward(), 'moving')
    },
    hold() {
      parts.isMoved = true
      last = null
    },
    /** Makes way for what has come over the picture; a camera that somebody has moved stays. */
    refit(isAtOnce: boolean) {
      if (last && isWhereItWasFitted()) lookAt(last.fitted, last.direction, isAtOnce ? 'at once' : 'aside')
    },
    /** On a sheet of pixels, as large as it gets; null where somebody has moved the camera since it was fitted. */
    fitFor(width: number, height: number, covers: readonly Rect[]): (Fit & { direction: Vec }) | null {
      if (!last || !isWhereItWasFitted()) return null
      const { fitted, direction } = last
      return { ...fitFrom(parts, fitted, direction, { width, height }, covers), direction }
    },
    /** Moves the picture by pixels, at its scale. */
    shift(x: number, y: number) {
      const pixel = cameras.isParallel ? 1 / cameras.now.zoom : (2 * HALF_HEIGHT * heading(parts).reach) / cameras.size.height
      void controls.truck(-x * pixel, -y * pixel, !parts.isCalm())
      redraw()
    },
    /** By degrees about the target, for the arrow keys. */
    turn(azimuth: number, polar: number) {
      parts.isMoved = true
      void controls.rotate((azimuth * Math.PI) / 180, (polar * Math.PI) / 180, !parts.isCalm())
      redraw()
    },
    nearer(factor: number) {
      parts.isMoved = true
      if (cameras.isParallel) void controls.zoomTo(cameras.now.zoom * factor, !parts.isCalm())
      else void controls.dollyTo(controls.distance / factor, !parts.isCalm())
      redraw()
    },
    /** Orbit about this point from now on, without moving the picture. */
    orbitAbout(point: Vec) {
      controls.setOrbitPoint(...point)
    },
  }
}

function sendCamera(parts: RigParts, fitted: Fitted, direction: Vec, how: 'at once' | 'moving' | 'aside') {
  const { cameras, controls } = parts
  if (!parts.scene) return null
  const fit = fitFrom(parts, fitted, direction, cameras.size)
  const { target, scale: zoom } = fit
  const eye = eyeOf(parts, fit, direction)
  const moves = how !== 'at once' && !parts.isCalm()
  if (how === 'moving') {
    parts.isMoved = true
    parts.jumped()
  }
  controls.smoothTime = parts.isCalm() ? 0 : how === 'aside' ? SMOOTH_ASIDE : SMOOTH
  void controls.setFocalOffset(0, 0, 0, moves)
  void controls.setLookAt(...eye, ...target, moves)
  if (cameras.isParallel) void controls.zoomTo(zoom, moves)
  parts.redraw()
  return { fitted, direction, eye, zoom: cameras.isParallel ? zoom : 0 }
}

const isSteep = ({ axis }: RigParts, direction: Vec) => Math.abs(toDisplay(axis, direction)[2]) > 0.999

function fitFrom(
  parts: RigParts,
  fitted: Fitted,
  direction: Vec,
  size: { width: number; height: number },
  covers?: readonly Rect[],
): Fit {
  const up = isSteep(parts, direction) ? toModel(parts.axis, [0, 1, 0]) : parts.up()
  const look = { toward: direction, up, isParallel: parts.cameras.isParallel }
  return parts.fitted(fitted, look, { ...size, fov: FOV }, covers)
}

/** Seen from straight above, what is away from the front is up on the screen: a hair towards the front tells the controls so. */
export function eyeOf(parts: RigParts, { target, distance }: Fit, direction: Vec): Vec {
  const away = Math.max(distance, 1e-9)
  const hair: Vec = isSteep(parts, direction) ? toModel(parts.axis, [0, -HAIR * away, 0]) : [0, 0, 0]
  return add(add(target, scale(direction, away)), hair)
}

/** Where the camera will be, not where it is on its way there. */
export const target = ({ controls }: RigParts) => vector(controls.getTarget(new Vector3(), true))
export const position = ({ controls }: RigParts) => vector(controls.getPosition(new Vector3(), true))

/** Where the eye will be and which way it will look. */
export function heading(parts: RigParts) {
  const { controls, cameras } = parts
  const going = new PerspectiveCamera()
  // With an orbit point of its own the middle of the picture lies beside the target: say what the eye will see.
  going.up.copy(cameras.now.up)
  controls.getPosition(going.position, true)
  going.lookAt(controls.getTarget(new Vector3(), true))
  const ahead = vector(going.getWorldDirection(new Vector3()))
  const reach = length(subtract(vector(going.position), target(parts)))
  const { x, y, z } = controls.getFocalOffset(new Vector3(), true)
  going.translateX(x).translateY(-y).translateZ(z)
  const zoom = cameras.isParallel ? (JSON.parse(controls.toJSON()) as { zoom: number }).zoom : 0
  return { eye: vector(going.position), ahead, reach, zoom, isShifted: x !== 0 || y !== 0 || z !== 0 }
}

const ALL: Fitted = { what: 'all' }
