import { Group, type WebGLRenderer } from 'three'
import { fitBetween } from '#lib/drawing/fit.ts'
import type { ViewerSession } from '../session/session.ts'
import { makeFirstMove } from '../session/view/move-camera.ts'
import { type CameraRig, cameraRig } from './camera/camera-rig.ts'
import { extentsNow } from './camera/extent-now.ts'
import { fitOf, placesOf } from './camera/fit-content.ts'
import { followView, setCanvas, setUniforms } from './camera/follow-view.ts'
import { makeWay } from './camera/make-way.ts'
import type { Fitter } from './camera/rig-parts.ts'
import { besideNewer, type Older } from './elements/beside.ts'
import { followLook } from './elements/follow-look.ts'
import { drawingAxis } from './elements/stage.ts'
import type { Staged } from './elements/staged.ts'
import { stagesOf } from './elements/stages.ts'
import { firstPicture } from './first-picture.ts'
import { PARTS, SHEETS } from './later.ts'
import { backdropBehind, copyPicture } from './marks/backdrop.ts'
import { coversOn, watchOverlays } from './marks/overlays.ts'
import { textPainter } from './marks/text-over-picture.ts'
import { contextOf } from './marks/writing.ts'
import type { Box } from './pointer/box-select.ts'
import { listenToPointer } from './pointer/pointer.ts'
import { publishState } from './publish.ts'
import { sharedUniforms } from './shading/gpu-tables.ts'
import type { shadowMap } from './shading/shadow-map.ts'
import type { Poser } from './take-picture.ts'

/** What a picture is drawn on. Whoever has it keeps the loop: it calls `draw` when one is asked for. */
export type Surface = {
  gl: WebGLRenderer
  /** The canvas over it that names and marks are written on. */
  writing: HTMLCanvasElement
  /** In CSS pixels. */
  size: { width: number; height: number }
  /** Asks for one more picture, soon. */
  redraw: () => void
  /** No picture is asked for. */
  isStill: () => boolean
  /** Makes shadows, where they can be asked for. */
  shadows?: typeof shadowMap
  /** Shows the box of a box selection. */
  drawBox: (box: Box | null) => void
  /** The scene could not be drawn; nothing more will come. */
  failed: (error: unknown) => void
}

export type Picture = ReturnType<typeof openPicture>

/**
 * The picture of an open model: its camera, what the pointer does, what is drawn and written. `draw` draws it as it is now and
 * asks for the next one where something moves; false: this was not the time to draw. `rested`: the last picture that was asked for
 * stands; `resize` takes CSS pixels.
 */
export function openPicture(session: ViewerSession, surface: Surface) {
  const { gl, writing, redraw } = surface
  const first = firstPicture(session, gl)
  const shared = sharedUniforms()
  const root = new Group()
  let { size } = surface
  const extents = extentsNow(() => beside.stage())
  const stageNow = () => stages.now()
  /** A picture stood that would not change by itself: from then on it makes way before everybody's eyes. */
  let hasStood = false

  const rig = cameraRig({
    element: gl.domElement,
    redraw,
    rested: session.rested,
    jumped: session.jumped,
    fitted: fitterOf(surface, extents, stageNow, () => beside.stage()),
  })
  rig.resize(size.width, size.height)
  const putBehind = backdropBehind(gl.domElement)
  const beside = besideNewer(session, shared, root, redraw)
  const painter = textPainter(rig, stageNow, extents.box)
  const stopFollowing = followView(session, rig, redraw)
  const look = followLook(session, shared, stageNow, redraw)
  const isDrawable = () => stageNow()?.drawn === session.model.state.get().drawn && !gl.getContext().isContextLost()
  const published = publishState(session, gl.domElement, isDrawable, surface.isStill)
  const stages = stagesOf(session, {
    ...{ shared, gl, root, redraw, failed: surface.failed, shadows: surface.shadows },
    arrived({ drawn }) {
      look.anew() // first, as it says what is hidden
      placeIn(session, rig, drawn)
      if (!session.stood.get().once) draw(0) // in this turn: nobody has seen anything yet
    },
    lookedUp: ({ drawn }) => takeLookup(session, rig, drawn),
  })

  const isPaper = () => drawingAxis(rig.camera3) !== null
  const copyTo = (flat: HTMLCanvasElement) => copyPicture(flat, [gl.domElement, writing], session.theme.get(), isPaper())

  function draw(seconds: number): boolean {
    const stage = stageNow()
    if (!stage || (first.isBeingDrawn() && !session.isPosing)) return false
    const moves = rig.update(seconds)
    setUniforms(session, shared, rig, stage)
    if (!session.isPosing) putBehind(session.theme.get(), isPaper())
    setCanvas(shared, gl)
    stage.setting.visible ||= session.isPosing
    const context = stage.setting.visible ? contextOf(writing, rig.size, gl.getPixelRatio()) : null
    if (context) painter.paint(context, gl.getPixelRatio(), moves)
    const isMoving = moves || shared.uPulse.value > 0
    published.drew(isMoving)
    if (isMoving) redraw()
    for (const { update } of stage.drawings) update?.(rig.camera3, size.height)
    beside.render(gl, rig.camera3, rig.size, stage.own)
    stages.drew(first.stands)
    return true
  }

  join(session, { gl, rig, redraw, copyTo, draw: () => draw(1 / 60) })
  session.markAt = painter.markAt
  const covered = (isFar: boolean) => {
    if (isFar) makeWay(session, rig, coversOn(gl.domElement), stageNow(), !hasStood)
    redraw()
  }
  const stops = [
    first.stop,
    stopFollowing,
    look.stop,
    published.stop,
    watchOverlays(gl.domElement, covered, session.pending.begin),
    // Its panel may have been there before anything was in it.
    session.view.subscribe((view, before) => (view.results === null) !== (before.results === null) && covered(true)),
    listenToPointer({ element: gl.domElement, rig, session, stageNow, olderNow: beside.stage }, surface.drawBox),
  ]
  return {
    root,
    draw,
    copyTo,
    rested() {
      published.rested()
      hasStood ||= gl.domElement.dataset.picture === 'complete'
    },
    resize(width: number, height: number) {
      if (width === size.width && height === size.height) return redraw()
      size = { width, height }
      rig.resize(width, height)
      rig.refit(true)
      first.anew()
    },
    dispose() {
      for (const stop of stops) stop()
      beside.dispose()
      stages.dispose()
      leave(session, rig)
    },
  }
}

const boxIn = ({ lookups }: Staged['drawn']) => lookups.now()?.extent.box ?? null

function placeIn(session: ViewerSession, rig: CameraRig, drawn: Staged['drawn']) {
  rig.setScene(drawn.scene, boxIn(drawn), session.firstCamera, session.view.get().drawing, drawn.summary.scaled)
  takeLookup(session, rig, drawn)
}

/** Where all lies may be known by now: nothing is cut off by the eye's depth, and the camera goes where it was sent meanwhile. */
function takeLookup(session: ViewerSession, rig: CameraRig, drawn: Staged['drawn']) {
  if (!drawn.lookups.now()) return
  rig.setBodies(boxIn(drawn))
  makeFirstMove(session, rig)
}

/** What an element or the whole is seen from, between what lies over the picture. */
function fitterOf(
  { gl, writing }: Surface,
  extents: ReturnType<typeof extentsNow>,
  stageNow: () => Staged | null,
  olderNow: () => Older | null,
): Fitter {
  return (fitted, look, picture, covers = coversOn(gl.domElement)) => {
    const older = olderNow()
    const stage = fitted.what === 'elements' && fitted.areOlder ? older : stageNow()
    const context = writing.getContext('2d')
    if (!stage || !context) return fitBetween([], look.toward, look.up, { ...picture, ...look }, covers)
    // What was removed is seen too, and nodes that differ.
    const more = older ? [...placesOf(extents.of(older, older.removed)), ...placesOf(extents.of(stage, older.differing))] : []
    return fitOf(stage, extents, fitted, look, { ...picture, ...look }, { ink: context, covers, more })
  }
}

/** The session has a camera, and can be drawn for sheets. */
function join(session: ViewerSession, poser: Poser & { rig: CameraRig }) {
  session.rig = poser.rig
  session.redraw = poser.redraw
  session.picture = async (sheet) => (await SHEETS.bring()).takePicture(poser, session, sheet)
  session.pictureNow = (sheet) => SHEETS.now()?.drawnPicture(poser, session, sheet).canvas ?? null
  session.fetchPicture = () => Promise.allSettled(PARTS.map((part) => part.bring()))
}

/** The session has no picture any more, and keeps where the camera stood. */
function leave(session: ViewerSession, rig: CameraRig) {
  session.firstCamera = rig.camera() ?? session.firstCamera
  session.rig = null
  session.picture = null
  session.pictureNow = null
  session.fetchPicture = null
  session.markAt = () => null
  session.redraw = () => {}
  rig.dispose()
}
