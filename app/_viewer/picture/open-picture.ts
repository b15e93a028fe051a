import { Group, type WebGLRenderer } from 'three'
import { fitBetween, type Rect } from '#lib/drawing/fit.ts'
import type { Drawn } from '../session/live-model.ts'
import { pointsOf, sectionPlanes } from '../session/scene-points.ts'
import type { ViewerSession } from '../session/session.ts'
import type { Box } from './box-select.ts'
import { type CameraRig, cameraRig } from './camera-rig.ts'
import { extentsNow } from './extent-now.ts'
import { fitContent } from './fit-content.ts'
import { followLook } from './follow-look.ts'
import { bindTables, type SharedUniforms, setUp, sharedUniforms } from './gpu-tables.ts'
import { labelPainter } from './labels.ts'
import { coversOn, watchOverlays } from './overlays.ts'
import { listenToPointer } from './pointer.ts'
import { publishState } from './publish.ts'
import { type Staged, stageScene } from './staged.ts'
import { drawnPicture, takePicture } from './take-picture.ts'

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
  /** Shows the box of a box selection. */
  drawBox: (box: Box | null) => void
  /** The scene could not be drawn; nothing more will come. */
  failed: (error: unknown) => void
}

export type Picture = ReturnType<typeof openPicture>

/**
 * The picture of an open model: its camera, what the pointer does, what is drawn and written. `draw` draws it as it is now and
 * asks for the next one where something moves; `rested`: the last picture that was asked for stands; `resize` takes CSS pixels.
 */
export function openPicture(session: ViewerSession, surface: Surface) {
  const { gl, writing, redraw } = surface
  const shared = sharedUniforms()
  const root = new Group()
  let { size } = surface
  let stage: Staged | null = null
  let end = () => {}
  const stageNow = () => stage
  const extents = extentsNow()
  /** A picture stood that would not change by itself: from then on it makes way before everybody's eyes. */
  let hasStood = false

  const rig = cameraRig({
    element: gl.domElement,
    redraw,
    rested: session.rested,
    jumped: session.jumped,
    fitted(fitted, look, picture) {
      const context = writing.getContext('2d')
      const content = stage && context ? fitContent(stage, extents, fitted, { ...look, width: picture.width }, context) : []
      const margin = fitted.what === 'elements' ? AROUND_ELEMENTS : undefined
      return fitBetween(content, look.toward, look.up, { ...picture, ...look }, coversOn(gl.domElement), margin)
    },
  })
  rig.resize(size.width, size.height)
  const painter = labelPainter(rig, stageNow, extents.box)
  const stopFollowing = followView(session, rig, redraw)
  const look = followLook(session, shared, stageNow, redraw)
  const published = publishState(
    session,
    gl.domElement,
    () => stage !== null && stage.drawn === session.model.state.get().drawn && !gl.getContext().isContextLost(),
    surface.isStill,
  )

  function draw(seconds: number) {
    if (!stage) return
    const moves = rig.update(seconds)
    setUniforms(session, shared, rig, stage)
    const context = contextOf(writing, rig, gl.getPixelRatio())
    if (context) painter.paint(context, gl.getPixelRatio(), moves)
    const isMoving = moves || shared.uPulse.value > 0
    published.drew(isMoving)
    if (isMoving) redraw()
    for (const { update } of stage.drawings) update?.(rig.camera3, size.height)
    gl.render(root, rig.camera3)
    end()
  }

  const stopStaging = eachScene(session, async (drawn, isStale) => {
    const arrived = session.awaited.begin()
    try {
      const next = await stageScene(session, drawn, shared, { gl, root, redraw })
      if (isStale()) {
        next.dispose()
        return arrived()
      }
      stage?.dispose()
      end()
      end = arrived
      stage = next
      bindTables(shared, next.tables)
      root.add(...next.objects)
      look.anew() // first, as it says what is hidden
      rig.setScene(next.drawn.scene, next.drawn.extent.box, session.firstCamera)
    } catch (error) {
      arrived()
      surface.failed(error)
    }
  })

  session.rig = rig
  session.redraw = redraw
  session.markAt = painter.markAt
  const poser = { gl, rig, writing, redraw, draw: () => draw(1 / 60) }
  session.picture = (sheet) => takePicture(poser, session, sheet)
  session.pictureNow = (sheet) => drawnPicture(poser, session, sheet, false).canvas
  const stops = [
    stopStaging,
    stopFollowing,
    look.stop,
    published.stop,
    watchOverlays(
      gl.domElement,
      (isFar) => {
        if (isFar) makeWay(session, rig, coversOn(gl.domElement), stage, !hasStood)
        redraw()
      },
      session.awaited.begin,
    ),
    listenToPointer({ element: gl.domElement, rig, session, stageNow }, surface.drawBox),
  ]
  return {
    root,
    draw,
    rested() {
      published.rested()
      hasStood ||= gl.domElement.dataset.picture === 'complete'
    },
    resize(width: number, height: number) {
      size = { width, height }
      rig.resize(width, height)
      rig.refit(true)
    },
    dispose() {
      for (const stop of stops) stop()
      end()
      stage?.dispose()
      stage = null
      session.firstCamera = rig.camera() ?? session.firstCamera
      session.rig = null
      session.picture = null
      session.pictureNow = null
      session.markAt = () => null
      session.redraw = () => {}
      rig.dispose()
    },
  }
}

/** Takes every scene that comes, the present one first. `isStale`: another has come since, or it is over. */
function eachScene(session: ViewerSession, take: (drawn: Drawn, isStale: () => boolean) => void) {
  let newest: Drawn | null = null
  const next = ({ drawn }: { drawn: Drawn | null }) => {
    if (!drawn || drawn === newest) return
    newest = drawn
    take(drawn, () => newest !== drawn)
  }
  const stop = session.model.state.subscribe(next)
  next(session.model.state.get())
  return () => {
    newest = null
    stop()
  }
}

function followView(session: ViewerSession, rig: CameraRig, redraw: () => void) {
  const { projection, up } = session.view.get()
  rig.setProjection(projection)
  rig.setUp(up)
  return session.view.subscribe((state, before) => {
    if (state.projection !== before.projection) rig.setProjection(state.projection)
    if (state.up !== before.up) rig.setUp(state.up)
    redraw()
  })
}

function setUniforms({ view }: ViewerSession, shared: SharedUniforms, rig: CameraRig, { drawn }: Staged) {
  const camera = rig.camera3
  const isParallel = 'isOrthographicCamera' in camera
  shared.uPixel.value.set(isParallel ? 0 : rig.pixelAt(1), isParallel ? 1 / camera.zoom : 0)
  setUp(shared, view.get().up)
  const planes = sectionPlanes(view.get().section, drawn.scene.origin)
  shared.uClipCount.value = planes.length
  for (const [k, plane] of planes.entries()) shared.uClip.value[k]?.set(...plane)
}

/** The canvas for names and marks has as many pixels as the picture. */
function contextOf(writing: HTMLCanvasElement, rig: CameraRig, ratio: number) {
  const [width, height] = [Math.round(rig.size.width * ratio), Math.round(rig.size.height * ratio)]
  if (writing.width !== width || writing.height !== height) {
    writing.width = width
    writing.height = height
  }
  return writing.getContext('2d')
}

/** Narrower, panels come as sheets over the lower part of the picture. */
const PHONE = 640

/**
 * Something has come over the picture, or gone. Where panels are sheets the scale stays, and the picture moves up only if what is
 * selected would lie under one.
 */
function makeWay(session: ViewerSession, rig: CameraRig, covers: readonly Rect[], stage: Staged | null, isAtOnce: boolean) {
  const { width, height } = rig.size
  const isSheet = ({ x0, x1, y1 }: Rect) => x1 - x0 > 0.8 * width && y1 > 0.75 * height
  if (width >= PHONE) return rig.refit(isAtOnce)
  if (isAtOnce && !covers.some((cover) => isSheet(cover) && cover.y1 - cover.y0 > 0.2 * height)) return rig.refit(true)
  const top = Math.min(height, ...covers.filter(isSheet).map(({ y0 }) => y0)) - 24
  const { selected } = session.derived.get()
  const ys = selected.slice(0, MOST_KEPT_IN_SIGHT).flatMap((element) => {
    const places = stage ? pointsOf(stage.drawn.scene, element).flatMap((point) => rig.project(point) ?? []) : []
    return places.map(({ y }) => y)
  })
  const [upper, lower] = [Math.min(...ys), Math.max(...ys)]
  if (ys.length > 0 && lower > top) rig.shift(0, -Math.min(lower - top, Math.max(0, upper - 80)))
}
const MOST_KEPT_IN_SIGHT = 200

/** About an element that somebody flies to. */
const AROUND_ELEMENTS = { least: 12, part: 0.2 }
