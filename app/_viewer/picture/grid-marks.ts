import { bubbleRow, type Bubble as Placed, SMALLEST_WITH_BUBBLES } from '#lib/drawing/bubble-row.ts'
import { corners } from '#lib/drawing/fit.ts'
import type { Box } from '#lib/geometry/extent.ts'
import type { PlanGrid } from '#lib/geometry/grid-bubble.ts'
import { toDisplay, upAxis } from '#lib/model/turned.ts'
import { formatLength, readUnits } from '#lib/model/units.ts'
import { AXIS, type Axis, length, subtract, type Vec } from '#lib/model/vector.ts'
import type { CameraRig } from './camera-rig.ts'
import type { Ink } from './ink.ts'
import { type Stood, writeLevels } from './level-marks.ts'
import { drawingAxis } from './stage.ts'
import { css, FONT, halo, line, type Page, STRONG } from './writing.ts'

/** Of the grid lines that a plan has, with this axis up. */
const PLAN_AXES = { Z: ['X', 'Y'], Y: ['X', 'Z'] } as const

type Bubble = Placed & { grid: PlanGrid }
/** What was where in the picture before. */
export type Before = Stood & { ends: Map<string, 'from' | 'to'> }

/** Half the height of a bubble. */
export const RADIUS = 11
/** Past what a drawing shows of the model: first the dimensions, then the bubbles. */
const DIMENSIONS_AT = 18
export const BUBBLES_AT = 44
/** How far lines go on past the model on the other side. */
export const STUB = 14
/** The other end of a line must be nearer by this part of the line to take its bubble over. */
const NEARER = 0.1

/** The ruler of levels, bubbles of grid lines, and in a plan or elevation the dimensions between neighbours. `box`: of what is drawn. */
export function writeGrid(ink: Ink, box: Box, before: Before) {
  const { context, rig } = ink
  context.font = STRONG
  context.textBaseline = 'middle'
  const axis = drawingAxis(rig.camera3)
  if (axis !== null) return writeDrawing(ink, axis, box, before)
  if (Math.abs(toDisplay(ink.stage.drawn.up, rig.toward())[2]) < 0.95) writeLevels(ink, box, false, before)
  if (isLargeEnough(rig, box)) bubblesInSpace(ink, before)
}

/** On the screen what is drawn is large enough for bubbles to say where; one place has no size, and its grid is all there is. */
function isLargeEnough(rig: CameraRig, box: Box): boolean {
  const seen = corners(box).flatMap((corner) => rig.project(corner) ?? [])
  const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)]
  const larger = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
  return larger === 0 || larger >= SMALLEST_WITH_BUBBLES
}

export function halfOf(context: CanvasRenderingContext2D, { label }: PlanGrid): number {
  context.font = STRONG
  return Math.max(RADIUS, context.measureText(label).width / 2 + 6)
}

/** At the ends that are nearer to the eye, so that no bubble stands behind the model. */
function bubblesInSpace(ink: Ink, { ends }: Before) {
  const { context, rig, stage, page } = ink
  for (const letter of PLAN_AXES[upAxis(stage.drawn.up)]) {
    const bubbles = stage.drawn.scene.grid.plan.flatMap((grid): Bubble[] => {
      if (grid.axis !== letter) return []
      const end = nearerEnd(rig, grid, ends.get(grid.id))
      ends.set(grid.id, end)
      const [at, other] = [rig.project(grid[end]), rig.project(grid[end === 'to' ? 'from' : 'to'])]
      if (!at) return []
      const half = halfOf(context, grid)
      const away = other ? Math.atan2(at.y - other.y, at.x - other.x) : 0
      // Where a mark is in the way, a little farther out along its line.
      for (const by of [0, RADIUS, 2 * RADIUS, 3 * RADIUS]) {
        const [x, y] = [at.x + by * Math.cos(away), at.y + by * Math.sin(away)]
        if (page.isFree(x - half, y - RADIUS, x + half, y + RADIUS)) return [{ grid, half, x, y }]
      }
      return []
    })
    const { written, gaps } = bubbleRow(bubbles)
    for (const bubble of written) {
      const { x, y, half } = bubble
      if (page.take(x - half, y - RADIUS, x + half, y + RADIUS)) writeBubble(ink, bubble)
    }
    writeGaps(ink, gaps)
  }
}

function nearerEnd(rig: CameraRig, grid: PlanGrid, now: 'from' | 'to' | undefined): 'from' | 'to' {
  const [from, to] = [rig.project(grid.from), rig.project(grid.to)]
  if (!from || !to) return now ?? (from ? 'from' : 'to')
  const nearer = from.depth < to.depth ? 'from' : 'to'
  // Of the line, not of the distance: from afar neither end is a tenth nearer than the other.
  const isClear = Math.abs(from.depth - to.depth) > NEARER * length(subtract(grid.to, grid.from))
  return now === undefined || isClear ? nearer : now
}

/** So many bubbles are not written here. */
function writeGaps({ context, theme, page }: Ink, gaps: readonly { x: number; y: number; count: number }[]) {
  context.font = FONT
  context.textAlign = 'center'
  for (const { x, y, count } of gaps)
    if (page.take(x - 10, y - 6, x + 10, y + 6)) halo(context, `+${count}`, x, y + 0.5, theme, theme.muted)
  context.font = STRONG
}

function writeBubble({ context, theme, spots, stage }: Ink, { x, y, half, grid }: Bubble) {
  context.font = STRONG
  context.beginPath()
  context.roundRect(x - half, y - RADIUS, 2 * half, 2 * RADIUS, RADIUS)
  context.fillStyle = theme.textHalo
  context.fill()
  context.lineWidth = 1.25
  context.strokeStyle = css(theme.ink)
  context.stroke()
  context.fillStyle = theme.text
  context.textAlign = 'center'
  context.fillText(grid.label, x, y + 0.5)
  const { axis, coordinate: at, label, id, also } = grid
  const { units } = stage.session.view.get()
  // Two lines may have one label: coordinate and id tell them apart.
  const place = `${axis} = ${formatLength(at, readUnits(stage.drawn.summary.units).length, units)}`
  const mark = { drawing: { axis, at, label }, says: `Grid ${label}`, more: [place, id, ...also].join(', ') }
  spots.push({ x, y, halfWidth: half, halfHeight: RADIUS, mark })
}

/**
 * As on paper: grid lines across everything with their bubbles along one side, letters on top and numbers on the left of a plan,
 * below an elevation, dimensions between neighbours, levels with their marks on the right. Where the picture ends before its
 * line does, a bubble stays at the edge.
 */
function writeDrawing(ink: Ink, axis: Axis, around: Box, before: Before) {
  const { rig, stage, page } = ink
  const { scene } = stage.drawn
  const box = projected(rig, around.low, around.high)
  const free = freeOf(page)
  const upward = AXIS[upAxis(stage.drawn.up)]
  const isPlan = axis === upward
  if (!isPlan && !isAcross(rig, upward)) writeLevels(ink, around, true, before)
  // Letters on top and numbers on the left of a plan, all below an elevation.
  for (const letter of PLAN_AXES[upAxis(stage.drawn.up)]) {
    const k = AXIS[letter]
    if (k === axis) continue
    const bubbles: Bubble[] = []
    const isRow = isAcross(rig, k)
    for (const grid of scene.grid.plan) {
      if (grid.axis !== letter) continue
      const at = rig.project(grid.from)
      if (!at) continue
      const half = halfOf(ink.context, grid)
      if (!isRow) bubbles.push({ grid, half, x: Math.max(box.x0 - BUBBLES_AT - half, free.x0 + half), y: at.y })
      else if (isPlan) bubbles.push({ grid, half, x: at.x, y: Math.max(box.y0 - BUBBLES_AT - RADIUS, free.y0 + RADIUS) })
      else bubbles.push({ grid, half, x: at.x, y: Math.min(box.y1 + BUBBLES_AT + RADIUS, free.y1 - RADIUS) })
    }
    writeRow(ink, bubbles, isRow, box)
  }
}

/** Does an axis of the model run across the picture rather than upright? */
function isAcross(rig: CameraRig, k: Axis) {
  const along: Vec = [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0]
  const [from, to] = [rig.project([0, 0, 0]), rig.project(along)]
  return from !== null && to !== null && Math.abs(to.x - from.x) > Math.abs(to.y - from.y)
}

/** A row or column of bubbles with their lines, and the dimensions between those that are written. */
function writeRow(ink: Ink, bubbles: Bubble[], isRow: boolean, box: Frame) {
  const { context, stage, theme, page } = ink
  bubbles.sort((a, b) => (isRow ? a.x - b.x : a.y - b.y))
  const isFree = ({ x, y, half }: Bubble) => page.isFree(x - half, y - RADIUS, x + half, y + RADIUS)
  const { written, gaps } = bubbleRow(bubbles.filter(isFree))
  for (const { x, y, half } of written) page.take(x - half, y - RADIUS, x + half, y + RADIUS)
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
  writeGaps(ink, gaps)

  const { units } = stage.session.view.get()
  const unit = readUnits(stage.drawn.summary.units).length
  // The dimensions stand between the bubbles and the model.
  const away = Math.max(RADIUS, ...(isRow ? [] : written.map(({ half }) => half))) + DIMENSIONS_AT
  for (const [k, a] of written.slice(0, -1).entries()) {
    const b = written[k + 1]!
    const text = formatLength(Math.abs(a.grid.coordinate - b.grid.coordinate), unit, units)
    const half = context.measureText(text).width / 2
    const [from, to] = isRow ? [a.x, b.x] : [a.y, b.y]
    const along = isRow ? a.y + (a.y < box.y0 ? away : -away) : Math.min(a.x - a.half, b.x - b.half) + away + RADIUS
    if (to - from < 2 * half + 14) continue
    const point = (s: number, aside = 0): [number, number] => (isRow ? [s, along + aside] : [along + aside, s])
    const [x, y] = point((from + to) / 2, -8)
    const [w, h] = isRow ? [half + 2, 7] : [7, half + 2]
    if (!page.take(x - w, y - h, x + w, y + h)) continue
    line(context, point(from), point(to))
    for (const [tx, ty] of [point(from), point(to)]) line(context, [tx - 3.5, ty + 3.5], [tx + 3.5, ty - 3.5])
    context.save()
    context.translate(x, y)
    if (!isRow) context.rotate(-Math.PI / 2)
    context.textAlign = 'center'
    halo(context, text, 0, 0.5, theme, theme.muted)
    context.restore()
  }
}

type Frame = { x0: number; y0: number; x1: number; y1: number }

function projected(rig: CameraRig, low: Vec, high: Vec): Frame {
  const [a, b] = [rig.project(low) ?? { x: 0, y: 0 }, rig.project(high) ?? { x: 0, y: 0 }]
  return { x0: Math.min(a.x, b.x), y0: Math.min(a.y, b.y), x1: Math.max(a.x, b.x), y1: Math.max(a.y, b.y) }
}

/** The picture without what runs along its top and bottom. */
function freeOf({ width, height, overlays }: Page): Frame {
  const free = { x0: 6, y0: 6, x1: width - 6, y1: height - 6 }
  for (const { x0, y0, x1, y1 } of overlays) {
    if (x1 - x0 < 0.2 * width) continue
    if (y1 < 0.25 * height) free.y0 = Math.max(free.y0, y1 + 6)
    else if (y0 > 0.75 * height) free.y1 = Math.min(free.y1, y0 - 6)
  }
  return free
}
