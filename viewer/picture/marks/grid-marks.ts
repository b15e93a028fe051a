import { bubbleRow } from '#lib/drawing/sheet/bubble-row.ts'
import type { Box } from '#lib/geometry/pick/extent.ts'
import { drawnLength } from '#lib/model/check/drawn-length.ts'
import { toDisplay, upAxis } from '#lib/model/display-axes.ts'
import { AXIS, type Axis, type Vec } from '#lib/model/shape/vector.ts'
import { getOrThrow } from '#lib/values/get-or-throw.ts'
import type { CameraRig } from '../camera/camera-rig.ts'
import { drawingAxis } from '../elements/stage.ts'
import { type Bubble, PLAN_AXES, takeRow, writeBubble, writeGaps } from './bubbles.ts'
import { bubblesInSpace, type Ends } from './bubbles-in-space.ts'
import { writeCurves } from './curve-marks.ts'
import { BUBBLES_AT, gridOfDrawing, halfOf, isLargeEnough, RADIUS, STUB } from './grid-bubbles.ts'
import type { Ink } from './ink.ts'
import { type Stood, writeLevels } from './level-marks.ts'
import { shownIn } from './level-words.ts'
import { css, halo, line, type Page, STRONG } from './writing.ts'

/** What was where in the picture before. */
export type Before = Stood & { ends: Ends }

/** Past what a drawing shows of the model, before its bubbles. */
const DIMENSIONS_AT = 18

/** The ruler of levels, bubbles of grid lines, and in a plan or elevation the dimensions between neighbours. `box`: of what is drawn. */
export function writeGrid(ink: Ink, box: Box, before: Before) {
  const { context, rig } = ink
  context.font = STRONG
  context.textBaseline = 'middle'
  const axis = drawingAxis(rig.camera3)
  if (axis !== null) return writeDrawing(ink, axis, box, before)
  if (Math.abs(toDisplay(ink.stage.drawn.up, rig.toward())[2]) < 0.95) writeLevels(ink, box, false, before)
  if (!isLargeEnough(rig.project, box)) return
  bubblesInSpace(ink, before.ends)
  writeCurves(ink, { withLines: false })
}

/**
 * As on paper: grid lines across everything with their bubbles along one side, letters on top and numbers on the left of a plan,
 * below an elevation, dimensions between neighbours, levels with their marks on the right. Where the picture ends before its
 * line does, a bubble stays at the edge.
 */
function writeDrawing(ink: Ink, axis: Axis, drawn: Box, before: Before) {
  const { rig, stage, page } = ink
  const { lines, around } = gridOfDrawing(stage.drawn, drawn, axis)
  const box = projected(rig, around.low, around.high)
  const free = freeOf(page, box)
  const upward = AXIS[upAxis(stage.drawn.up)]
  const isPlan = axis === upward
  if (!isPlan && !isAcross(rig, upward)) writeLevels(ink, around, true, before)
  // Letters on top and numbers on the left of a plan, all below an elevation.
  for (const letter of PLAN_AXES[upAxis(stage.drawn.up)]) {
    const k = AXIS[letter]
    if (k === axis) continue
    const bubbles: Bubble[] = []
    const isRow = isAcross(rig, k)
    for (const grid of lines) {
      if (grid.axis !== letter) continue
      const place = rig.project(grid.from)
      if (!place) continue
      const half = halfOf(ink.context, grid, page.width)
      if (!isRow) bubbles.push({ grid, half, x: Math.max(box.x0 - BUBBLES_AT - half, free.x0 + half), y: place.y })
      else if (isPlan) bubbles.push({ grid, half, x: place.x, y: Math.max(box.y0 - BUBBLES_AT - RADIUS, free.y0 + RADIUS) })
      else bubbles.push({ grid, half, x: place.x, y: Math.min(box.y1 + BUBBLES_AT + RADIUS, free.y1 - RADIUS) })
    }
    writeRow(ink, bubbles, isRow, box)
  }
  if (isPlan) writeCurves(ink, { withLines: true })
}

/** Does an axis of the model run across the picture rather than upright? */
function isAcross(rig: CameraRig, k: Axis) {
  const along: Vec = [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0]
  const [from, to] = [rig.project([0, 0, 0]), rig.project(along)]
  return from !== null && to !== null && Math.abs(to.x - from.x) > Math.abs(to.y - from.y)
}

/** A row or column of bubbles with their lines, and the dimensions between those that are written. */
function writeRow(ink: Ink, bubbles: Bubble[], isRow: boolean, box: Frame) {
  const { context, theme, page } = ink
  const isIn = ({ x, y }: Bubble) => x >= 0 && y >= 0 && x <= page.width && y <= page.height
  const isFree = ({ x, y, half }: Bubble) => page.isFree(x - half, y - RADIUS, x + half, y + RADIUS)
  const seen = bubbles.filter(isIn).sort((a, b) => (isRow ? a.x - b.x : a.y - b.y))
  const { written, gaps } = bubbleRow(seen.map((bubble) => ({ ...bubble, isBlocked: !isFree(bubble) })))
  const counts = takeRow(page, written, gaps)
  context.strokeStyle = css(theme.ink)
  context.lineWidth = 1
  context.globalAlpha = 0.6
  context.setLineDash([14, 4, 2, 4])
  for (const { x, y, half } of bubbles)
    if (isRow && y < box.y0) line(context, [x, y + RADIUS], [x, box.y1 + STUB])
    else if (isRow) line(context, [x, y - RADIUS], [x, box.y0 - STUB])
    else line(context, [x + half, y], [box.x1 + STUB, y])
  context.setLineDash([])
  context.globalAlpha = 1
  for (const bubble of written) writeBubble(ink, bubble)
  writeGaps(ink, counts)
  if (written.length > 1) writeChain(ink, written, isRow, box)
}

/** Less than this between two grid lines is told by no dimension. */
const LEAST_DIMENSION = 12

/** The dimensions between bubbles, on one line between them and the model; a number that has no room there is not written. */
function writeChain({ context, stage, theme, page }: Ink, written: readonly Bubble[], isRow: boolean, box: Frame) {
  const legs = written.slice(0, -1).map((from, k) => ({ from, to: getOrThrow(written, k + 1) }))
  const texts = legs.map(({ from, to }) => drawnLength(Math.abs(from.grid.coordinate - to.grid.coordinate), ...shownIn(stage)))
  const edge = isRow
    ? getOrThrow(written, 0).y + (getOrThrow(written, 0).y < box.y0 ? RADIUS : -RADIUS)
    : Math.max(...written.map(({ x, half }) => x + half))
  const along = isRow && edge > box.y1 ? edge - DIMENSIONS_AT : edge + DIMENSIONS_AT
  for (const [k, { from: a, to: b }] of legs.entries()) {
    const [from, to] = isRow ? [a.x, b.x] : [a.y, b.y]
    if (to - from < LEAST_DIMENSION) continue
    const point = (s: number, aside = 0): [number, number] => (isRow ? [s, along + aside] : [along + aside, s])
    context.strokeStyle = css(theme.ink)
    context.lineWidth = 1
    line(context, point(from), point(to))
    for (const [tx, ty] of [point(from), point(to)]) line(context, [tx - 3.5, ty + 3.5], [tx + 3.5, ty - 3.5])
    const half = context.measureText(getOrThrow(texts, k)).width / 2
    const [x, y] = point((from + to) / 2, -8)
    const [w, h] = isRow ? [half + 2, 7] : [7, half + 2]
    if (to - from < 2 * half + 14 || !page.take(x - w, y - h, x + w, y + h)) continue
    context.save()
    context.translate(x, y)
    if (!isRow) context.rotate(-Math.PI / 2)
    context.textAlign = 'center'
    halo(context, getOrThrow(texts, k), 0, 0.5, theme, theme.muted)
    context.restore()
  }
}

type Frame = { x0: number; y0: number; x1: number; y1: number }

function projected(rig: CameraRig, low: Vec, high: Vec): Frame {
  const [a, b] = [rig.project(low) ?? { x: 0, y: 0 }, rig.project(high) ?? { x: 0, y: 0 }]
  return { x0: Math.min(a.x, b.x), y0: Math.min(a.y, b.y), x1: Math.max(a.x, b.x), y1: Math.max(a.y, b.y) }
}

/** The picture without what runs along its top and bottom, above or below a good part of the drawing. */
function freeOf({ width, height, overlays }: Page, box: Frame): Frame {
  const free = { x0: 6, y0: 6, x1: width - 6, y1: height - 6 }
  const [from, to] = [Math.max(box.x0, 0), Math.min(box.x1, width)]
  for (const { x0, y0, x1, y1 } of overlays) {
    if (Math.min(x1, to) - Math.max(x0, from) < 0.2 * (to - from)) continue
    if (y1 < 0.25 * height) free.y0 = Math.max(free.y0, y1 + 6)
    else if (y0 > 0.75 * height) free.y1 = Math.min(free.y1, y0 - 6)
  }
  return free
}
