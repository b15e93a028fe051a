import type { Level, PlanGrid } from '#lib/geometry/grid-bubble.ts'
import type { Vec } from '#lib/geometry/vector.ts'
import { most } from '#lib/model/extremes.ts'
import { formatLength, readUnits } from '#lib/model/units.ts'
import type { Drawing } from '../session/drawings.ts'
import { slabBox } from '../session/scene-points.ts'
import type { Theme } from '../session/theme.ts'
import type { CameraRig } from './camera-rig.ts'
import type { IsBehind } from './hidden-behind.ts'
import { drawingAxis, type Stage } from './stage.ts'
import { css, halo, line, type Page, STRONG } from './writing.ts'

/** A place of the picture that opens a drawing when it is pressed. */
export type Spot = { x: number; y: number; halfWidth: number; halfHeight: number; drawing: Drawing }

type Ink = { context: CanvasRenderingContext2D; rig: CameraRig; stage: Stage; theme: Theme; page: Page; spots: Spot[] }
type Place = { x: number; y: number }
type Bubble = Place & { grid: PlanGrid; half: number }

/** Half the height of a bubble, and how faint one is that stands behind the model. */
const RADIUS = 11
const BEHIND = 0.3
/** Past what a drawing shows of the model: first the dimensions, then the bubbles. */
const DIMENSIONS_AT = 18
const BUBBLES_AT = 44
/** How far lines go on past the model on the other side. */
const STUB = 14

/** Bubbles of grid lines, the marks of levels, and in a plan or elevation the dimensions between neighbours. */
export function writeGrid(ink: Ink, isBehind: IsBehind) {
  const { context, rig } = ink
  context.font = STRONG
  context.textBaseline = 'middle'
  const axis = drawingAxis(rig.camera3)
  if (axis !== null) return writeDrawing(ink, axis)
  bubblesInSpace(ink, isBehind)
  if (Math.abs(rig.toward()[2]) < 0.95) levelsInSpace(ink)
}

const halfOf = (context: CanvasRenderingContext2D, { label }: PlanGrid) =>
  Math.max(RADIUS, context.measureText(label).width / 2 + 6)

function bubblesInSpace({ context, rig, stage, theme, page, spots }: Ink, isBehind: IsBehind) {
  for (const grid of stage.drawn.scene.grid.plan) {
    const end = rig.project(grid.bubble)
    if (!end) continue
    const start = rig.project(grid.from)
    const half = halfOf(context, grid)
    const away = start ? Math.atan2(end.y - start.y, end.x - start.x) : 0
    const bubble = { grid, half, x: end.x + Math.cos(away) * half, y: end.y + Math.sin(away) * RADIUS }
    if (!page.take(bubble.x - half, bubble.y - RADIUS, bubble.x + half, bubble.y + RADIUS)) continue
    context.globalAlpha = isBehind(`grid ${grid.id}`, grid.bubble) ? BEHIND : 1
    writeBubble(context, bubble, theme, spots)
    context.globalAlpha = 1
  }
}

function writeBubble(context: CanvasRenderingContext2D, { x, y, half, grid }: Bubble, theme: Theme, spots: Spot[]) {
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
  const { axis, coordinate: at, label } = grid
  spots.push({ x, y, halfWidth: half, halfHeight: RADIUS, drawing: { axis, at, label } })
}

/**
 * As on paper: grid lines across everything with their bubbles along one side, letters on top and numbers on the left of a plan,
 * below an elevation, dimensions between neighbours, levels with their marks on the right. Where the picture ends before its
 * line does, a bubble stays at the edge.
 */
function writeDrawing(ink: Ink, axis: 0 | 1 | 2) {
  const { rig, stage, page } = ink
  const { scene } = stage.drawn
  const { low, high } = slabBox(scene, stage.session.view.get().section)
  const box = projected(rig, low, high)
  const free = freeOf(page)
  // Letters on top and numbers on the left of a plan, all below an elevation.
  const isPlan = axis === (stage.session.view.get().isYUp ? 1 : 2)
  for (const letter of ['X', 'Y'] as const) {
    const k = letter === 'X' ? 0 : 1
    if (k === axis) continue
    const [bubbles, isRow] = [[] as Bubble[], isAcross(rig, k)]
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
  if (axis !== 2 && !isAcross(rig, 2)) levelsOnPaper(ink, box)
}

/** Does an axis of the model run across the picture rather than upright? */
function isAcross(rig: CameraRig, k: 0 | 1 | 2) {
  const along: Vec = [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0]
  const [from, to] = [rig.project([0, 0, 0]), rig.project(along)]
  return from !== null && to !== null && Math.abs(to.x - from.x) > Math.abs(to.y - from.y)
}

/** A row or column of bubbles with their lines, and the dimensions between those that are written. */
function writeRow({ context, stage, theme, page, spots }: Ink, bubbles: Bubble[], isRow: boolean, box: Box) {
  bubbles.sort((a, b) => (isRow ? a.x - b.x : a.y - b.y))
  const written = bubbles.filter(({ x, y, half }) => page.take(x - half, y - RADIUS, x + half, y + RADIUS))
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
  for (const bubble of written) writeBubble(context, bubble, theme, spots)

  const { units } = stage.session.view.get()
  const unit = readUnits(stage.drawn.summary.units).length
  // The dimensions stand between the bubbles and the model.
  const away = Math.max(RADIUS, ...(isRow ? [] : written.map(({ half }) => half))) + DIMENSIONS_AT
  for (const [k, a] of written.slice(0, -1).entries()) {
    const b = written[k + 1] as Bubble
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

type Box = { x0: number; y0: number; x1: number; y1: number }

function projected(rig: CameraRig, low: Vec, high: Vec): Box {
  const [a, b] = [rig.project(low) ?? { x: 0, y: 0 }, rig.project(high) ?? { x: 0, y: 0 }]
  return { x0: Math.min(a.x, b.x), y0: Math.min(a.y, b.y), x1: Math.max(a.x, b.x), y1: Math.max(a.y, b.y) }
}

/** The picture without what runs along its top and bottom. */
function freeOf({ width, height, overlays }: Page): Box {
  const free = { x0: 6, y0: 6, x1: width - 6, y1: height - 6 }
  for (const { x0, y0, x1, y1 } of overlays) {
    if (x1 - x0 < 0.2 * width) continue
    if (y1 < 0.25 * height) free.y0 = Math.max(free.y0, y1 + 6)
    else if (y0 > 0.75 * height) free.y1 = Math.min(free.y1, y0 - 6)
  }
  return free
}

/** Room for a line of text. */
const PITCH = 20
/** A mark pushed farther than this from its level says more wrong than right. */
const FARTHEST = 70
const LONGEST = 160

type Mark = { at: Place; level: { label: string | null; elevation: number }; text: string }

/** Marks of levels in one column on the right, each with a leader to the corner of its own floor. */
function levelsInSpace(ink: Ink) {
  const { rig, stage, page } = ink
  const { levels } = stage.drawn.scene.grid
  const texts = elevationTexts(stage, levels)
  const corner = outermost(rig, levels)
  const marks = levels.flatMap((level, k): Mark[] => {
    const at = rig.project(level.corners[corner] as Vec)
    return at && at.y > 0 && at.y < page.height ? [{ at, level, text: texts[k] as string }] : []
  })
  writeLevels(ink, marks, 0.6, (at, x) => (x - at.x < LONGEST ? Math.min(at.x, x - 6) : x - 20))
}

/** Levels right across an elevation; without level lines, the storeys that the nodes tell. */
function levelsOnPaper(ink: Ink, box: Box) {
  const { context, rig, stage, theme, page } = ink
  const { scene, summary } = stage.drawn
  const levels = scene.grid.levels.length ? scene.grid.levels : summary.storeys.map((storey) => ({ ...storey, label: null }))
  const texts = elevationTexts(stage, levels)
  const marks = levels.flatMap((level, k): Mark[] => {
    const at = rig.project([scene.low[0], scene.low[1], level.elevation - scene.origin[2]])
    return at && at.y > 0 && at.y < page.height ? [{ at: { x: box.x1 + STUB, y: at.y }, level, text: texts[k] as string }] : []
  })
  context.strokeStyle = css(theme.ink)
  context.lineWidth = 1
  context.globalAlpha = 0.6
  context.setLineDash([14, 4, 2, 4])
  for (const { at } of marks) line(context, [box.x0 - STUB, at.y], [at.x, at.y])
  context.setLineDash([])
  context.globalAlpha = 1
  writeLevels(ink, marks, 1, (at, x) => Math.min(at.x, x - 6))
}

/** Where marks would lie on top of each other they make room upward. `from`: where the leader to a mark at x starts. */
function writeLevels(
  { context, theme, page, spots }: Ink,
  marks: Mark[],
  opacity: number,
  from: (at: Place, x: number) => number,
) {
  if (!marks.length) return
  const nameWidth = ({ level }: Mark) => (level.label ? context.measureText(level.label).width + 8 : 0)
  const width = (mark: Mark) => nameWidth(mark) + context.measureText(mark.text).width + 16
  const widest = most(marks, width)
  const column = Math.min(most(marks, ({ at }) => at.x) + 16, page.width - widest - 8)
  if (column < page.width * 0.1) return
  marks.sort((a, b) => a.level.elevation - b.level.elevation)
  let last = Infinity
  for (const mark of marks) {
    const { at, level, text } = mark
    const wide = width(mark)
    const y = Math.min(at.y, last - PITCH)
    if (at.y - y > FARTHEST) continue
    // Text stands on the line; a card in the way moves it inward.
    const inward = [0, 40, 80, 120].find((by) => page.isFree(column - by, y - 15, column - by + wide, y))
    if (inward === undefined) continue
    const x = column - inward
    page.take(x, y - 15, x + wide, y)
    last = y
    context.lineWidth = 1
    context.strokeStyle = css(theme.ink)
    context.globalAlpha = opacity
    line(context, [from(at, x), at.y], [x - 6, at.y], [x, y], [x + wide, y])
    context.globalAlpha = 1
    context.beginPath()
    context.moveTo(x + 5, y)
    context.lineTo(x + 10, y - 8)
    context.lineTo(x, y - 8)
    context.closePath()
    context.fillStyle = css(theme.ink)
    context.fill()
    context.textAlign = 'left'
    if (level.label) halo(context, level.label, x + 15, y - 7.5, theme)
    halo(context, text, x + 15 + nameWidth(mark), y - 7.5, theme, theme.muted)
    const drawing = { axis: 'Z', at: level.elevation, label: level.label ?? text } as const
    spots.push({ x: x + wide / 2, y: y - 7, halfWidth: wide / 2, halfHeight: 9, drawing })
  }
}

/** With a sign, and all with as many decimals as the one that needs most. */
function elevationTexts(stage: Stage, levels: readonly { elevation: number }[]): string[] {
  const { units } = stage.session.view.get()
  const unit = readUnits(stage.drawn.summary.units).length
  const isMetres = units === 'metres' || (units === 'model' && unit?.unit === 'm')
  const texts = levels.map(({ elevation }) => formatLength(Math.abs(elevation), unit, units))
  const isDecimal = units !== 'feet-inches' || !unit
  const decimals = Math.max(isMetres ? 2 : 0, ...texts.map((text) => /^[\d,]*\.(\d+)(?: |$)/.exec(text)?.[1]?.length ?? 0))
  return texts.map((text, k) => {
    const { elevation } = levels[k] as { elevation: number }
    const padded = isDecimal
      ? text.replace(/^([\d,]+)(?:\.(\d+))?(?= |$)/, (_, whole: string, part = '') =>
          decimals ? `${whole}.${part.padEnd(decimals, '0')}` : whole,
        )
      : text
    return `${elevation > 0 ? '+' : elevation < 0 ? '−' : '±'}${padded}`
  })
}

function outermost(rig: CameraRig, levels: readonly Level[]) {
  const corners = levels[0]?.corners ?? []
  let best = 0
  let right = -Infinity
  corners.forEach((corner, k) => {
    const at = rig.project(corner)
    if (at && at.x > right) {
      right = at.x
      best = k
    }
  })
  return best
}
