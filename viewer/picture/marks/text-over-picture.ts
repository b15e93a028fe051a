import type { Box } from '#lib/geometry/pick/extent.ts'
import { nodeLift } from '#lib/geometry/pick/symbol-sizes.ts'
import { add, scale } from '#lib/model/shape/vector.ts'
import type { Part } from '../../session/part.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { Theme } from '../../session/theme.ts'
import type { CameraRig } from '../camera/camera-rig.ts'
import { AXIS_COLOURS, AXIS_PIXELS, triadsShown } from '../elements/local-axes.ts'
import type { Stage } from '../elements/stage.ts'
import { GRID, hasMarks, hasStatics, MARKS, STATICS } from '../later.ts'
import { wantedLabels, writeText } from './element-labels.ts'
import { elementNames } from './element-names.ts'
import type { Before } from './grid-marks.ts'
import { hiddenBehind } from './hidden-behind.ts'
import type { Pressable } from './ink.ts'
import { overlaysOn } from './overlays.ts'
import { css, halo, Page, STRONG } from './writing.ts'

/**
 * Everything that is text over the picture: grid bubbles, levels, labels, measures. Drawn on a canvas of its own, so that it
 * is crisp at any zoom; what would cover something already written is left out.
 */
export function textPainter(rig: CameraRig, stageNow: () => Stage | null, boxOf: (stage: Stage) => Box) {
  const names = elementNames()
  const behind = hiddenBehind(rig)

  const pressable: Pressable[] = []
  const before: Before = { corner: null, ends: new Map() }
  const paint = (context: CanvasRenderingContext2D, ratio: number, isMoving: boolean) => {
    const { width, height } = rig.size
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, width, height)
    const stage = stageNow()
    if (!stage) return
    const theme = stage.session.theme.get()
    const page = new Page(width, height, rig.isOnSheet ? [] : overlaysOn(context.canvas))
    const isBehind = behind(stage, isMoving)
    const { layers, labels } = stage.session.view.get()
    pressable.length = 0
    const { plan, curves, levels } = stage.drawn.scene.grid
    const hasGrid = plan.length + curves.length + levels.length + stage.drawn.summary.storeys.length > 0
    if (layers.grid && hasGrid) GRID.now()?.writeGrid({ context, rig, stage, theme, page, pressable }, boxOf(stage), before)
    writeAxes(context, rig, stage, theme)
    const marks = MARKS.now()
    marks?.drawDimensions(context, rig, stage, theme, page)
    marks?.drawSectionBox(context, rig, stage, theme, page)
    if (!marks && hasMarks(stage.session)) bringPart(MARKS, stage.session)
    if (hasStatics(stage.session)) {
      const statics = STATICS.now()
      if (statics) statics.drawStatics({ context, rig, stage, theme, page, isBehind })
      else bringPart(STATICS, stage.session)
    }
    const { nameOf, askForMissing } = names(stage)
    for (const text of wantedLabels(stage, rig, labels, nameOf))
      writeText(context, rig, text, theme, page, isBehind, nodeLift(stage.tables.sizes))
    void askForMissing()
  }
  const markAt = (x: number, y: number) =>
    pressable.find((spot) => Math.abs(x - spot.x) <= spot.halfWidth && Math.abs(y - spot.y) <= spot.halfHeight)?.mark ?? null
  return { paint, markAt }
}

/** The picture is not whole without them. */
function bringPart(part: Part<unknown>, { pending, redraw }: ViewerSession) {
  const end = pending.begin()
  part.bring().then(redraw, console.error).finally(end)
}

/** More numerals than this are a fog. */
const MOST_TRIADS = 60

/** 1, 2, 3 at the tips of the local axes. */
function writeAxes(context: CanvasRenderingContext2D, rig: CameraRig, stage: Stage, theme: Theme) {
  const triads = triadsShown(stage.drawn.scene, stage.session.view.get().layers.axes, stage.session.derived.get().selected)
  if (triads.length > MOST_TRIADS) return
  context.font = STRONG
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const { at, axes, reach } of triads) {
    const size = Math.min(AXIS_PIXELS * rig.pixelAtPoint(at), reach) * 1.2
    for (const [k, axis] of axes.entries()) {
      const tip = rig.project(add(at, scale(axis, size)))
      if (tip) halo(context, String(k + 1), tip.x, tip.y, theme, css(AXIS_COLOURS[k]!))
    }
  }
}
