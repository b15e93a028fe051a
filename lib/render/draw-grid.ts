import { corners } from '#lib/drawing/camera-axes.ts'
import type { Place } from '#lib/drawing/level-ruler.ts'
import type { Rgb } from '#lib/drawing/palette.ts'
import { bubbleRow, SMALLEST_WITH_BUBBLES } from '#lib/drawing/sheet/bubble-row.ts'
import { evenPads, type Padded } from '#lib/drawing/solve-fit.ts'
import type { PlanGrid } from '#lib/geometry/grid-bubble.ts'
import { hasBubbleFirst } from '#lib/geometry/grid-curves.ts'
import { FAINT_INK, GRID, HIGHLIGHT, INK, PAPER } from './colours.ts'
import { type Around, drawLevels, isUpright, levelContent } from './draw-levels.ts'
import { block, dashLine, dashPath, disc, fitted, ring, strokeLine, textWidth, writeText } from './ink.ts'
import { LONGEST_NAME, pixel, type Sheet } from './sheet.ts'

/** Around the elements: grid lines with bubbles, and the ruler of levels. */

const BUBBLE = 11
const DASH = [14, 4, 2, 4]
/** Distance from the structure to the bubbles of an elevation. */
const BEYOND = 22

type Bubble = { x: number; y: number; half: number; label: string; rgb: Rgb }

const isPlan = (view: Sheet['view']): boolean => view === 'plan' || view === 'below'

/**
 * Lines and levels, which lie under the elements. `levels`: those that are not named beside the drawing; null where none are. `rows`: of
 * bubbles, which stand nearer to the eye.
 */
export function drawGrid(sheet: Sheet): { levels: string[] | null; rows: Bubble[][] } {
  const { view } = sheet
  const isElevation = isUpright(sheet.camera.up)
  const rows = view === 'slanted' ? [] : isElevation ? drawElevationGrid(sheet) : drawPlanGrid(sheet)
  const levels = isElevation || view === 'iso' ? drawLevels(sheet, isElevation) : null
  return { levels, rows: isLargeEnough(sheet) ? rows : [] }
}

const colourOf = ({ drawn }: Sheet, { id, also }: PlanGrid): Rgb =>
  [id, ...also].some((one) => drawn.marked.gridLines.has(one)) ? HIGHLIGHT : GRID

function drawPlanGrid(sheet: Sheet): Bubble[][] {
  const { drawn, image, px, view } = sheet
  const rows: Record<PlanGrid['axis'], Bubble[]> = { X: [], Y: [], Z: [] }
  for (const line of drawn.grid.plan) {
    const [from, to] = [pixel(sheet, line.from), pixel(sheet, line.to)]
    if (!from || !to) continue
    const rgb = colourOf(sheet, line)
    dashLine(image, from.x, from.y, to.x, to.y, { rgb, width: 1 }, DASH)
    // In space the structure hides the far ends of its grid.
    const isFar = view === 'iso' && to.depth > from.depth
    const point = isFar ? from : to
    const label = bubbleName(line.label, px)
    const half = halfWidth(label, px)
    rows[line.axis].push({ ...(isPlan(view) ? atEdge(sheet, point, line.axis, half) : point), half, label, rgb })
  }
  const straight = Object.values(rows)
  return [...straight, ...drawCurves(sheet, straight.flat())]
}

/** Skew lines and arcs, each with a bubble at its end, or beyond it where another stands there. */
function drawCurves(sheet: Sheet, there: readonly Bubble[]): Bubble[][] {
  const { drawn, image, px } = sheet
  const bubbles = [...there]
  for (const curve of drawn.grid.curves) {
    const { id, label: name, path, bubble } = curve
    const rgb = drawn.marked.gridLines.has(id) ? HIGHLIGHT : GRID
    const points = path.map((point) => pixel(sheet, point))
    if (points.every((point) => point !== null)) dashPath(image, points, { rgb, width: 1 }, DASH)
    const [end, before] = hasBubbleFirst(curve) ? [points[0], points[1]] : [points.at(-1), points.at(-2)]
    if (!bubble || !end || !before) continue
    const label = bubbleName(name, px)
    const half = halfWidth(label, px)
    const long = Math.max(Math.hypot(end.x - before.x, end.y - before.y), 1e-9)
    const place = [0, 2, 4]
      .map((by) => (by * BUBBLE * px) / long)
      .map((by) => ({ x: end.x + by * (end.x - before.x), y: end.y + by * (end.y - before.y) }))
      .find(({ x, y }) => bubbles.every((one) => Math.abs(one.x - x) > half + one.half || Math.abs(one.y - y) > 2 * BUBBLE * px))
    if (!place) continue
    if (place.x !== end.x || place.y !== end.y) dashPath(image, [end, place], { rgb, width: 1 }, DASH)
    bubbles.push({ ...place, half, label, rgb })
  }
  return bubbles.slice(there.length).map((one) => [one])
}

/** Where a line runs out of a plan, its bubble stays at the edge. */
function atEdge({ image, px, top, isZoomed }: Sheet, { x, y }: Place, axis: PlanGrid['axis'], half: number): Place {
  if (!isZoomed) return { x, y }
  const edge = half + 6 * px
  return axis === 'X'
    ? { x, y: Math.max(y, top + (34 + BUBBLE) * px) }
    : { x: Math.min(Math.max(x, edge), image.width - edge), y }
}

/** Planes seen on edge are lines from below the structure to a bubble above it. */
function drawElevationGrid(sheet: Sheet): Bubble[][] {
  const { drawn, box, camera, image, px, top } = sheet
  const { grid, scene } = drawn
  const { low, high } = box
  const across = Math.abs(camera.right[0]) > 0.99 ? 'X' : 'Y'
  const row: Bubble[] = []
  for (const line of grid.plan) {
    if (line.axis !== across) continue
    const position = line.coordinate - scene.origin[across === 'X' ? 0 : 1]
    const [foot, head] = [low[2], high[2]].map((z) =>
      pixel(sheet, across === 'X' ? [position, low[1], z] : [low[0], position, z]),
    )
    if (!foot || !head) continue
    const rgb = colourOf(sheet, line)
    const upper = Math.max(head.y - BEYOND * px, top + (30 + 2 * BUBBLE) * px)
    dashLine(image, foot.x, foot.y + BEYOND * px, head.x, upper, { rgb, width: 1 }, DASH)
    const label = bubbleName(line.label, px)
    row.push({ x: head.x, y: upper - BUBBLE * px, half: halfWidth(label, px), label, rgb })
  }
  return [row]
}

export function drawBubbles(sheet: Sheet, rows: readonly Bubble[][]): void {
  for (const row of rows) drawRow(sheet, row)
}

/** As many as there is room for; the first and the last stay, and what is left out between is counted. */
function drawRow(sheet: Sheet, row: Bubble[]): void {
  const { image, px } = sheet
  const inside = row.filter(
    ({ x, y, half }) => x >= half && y >= BUBBLE * px && x <= image.width - half && y <= image.height - BUBBLE * px,
  )
  const { written, gaps } = bubbleRow(inside, px)
  for (const bubble of written) drawBubble(sheet, bubble)
  const text = { size: 9 * px, rgb: FAINT_INK, anchor: [0.5, 0.5], halo: true } as const
  for (const { x, y, count } of gaps) writeText(image, `+${count}`, x, y, text)
}

const bubbleName = (label: string, px: number) => fitted(label, 9 * px, LONGEST_NAME * 9 * px)
/** A circle holds two figures; more make it a plate. */
function halfWidth(name: string, px: number): number {
  const wide = textWidth(name, 9 * px)
  return wide <= (2 * BUBBLE - 5) * px ? BUBBLE * px : wide / 2 + 5 * px
}

function drawBubble({ image, px }: Sheet, bubble: Bubble): void {
  const { x, y, half: reach, label, rgb } = bubble
  const half = (BUBBLE - 1) * px
  if (reach > BUBBLE * px) {
    // A long label gets a plate instead of a circle.
    block(image, x - reach, y - half, x + reach, y + half, PAPER)
    for (const [x0, y0, x1, y1] of [
      [-reach, -half, reach, -half],
      [-reach, half, reach, half],
      [-reach, -half, -reach, half],
      [reach, -half, reach, half],
    ] as const) {
      strokeLine(image, x + x0, y + y0, x + x1, y + y1, { rgb, width: 1.2 })
    }
  } else {
    disc(image, x, y, BUBBLE * px, PAPER)
    ring(image, x, y, BUBBLE * px, { rgb, width: 1.3 })
  }
  writeText(image, label, x, y, { size: 9 * px, rgb: INK, anchor: [0.5, 0.5] })
}

/** On the screen the drawn box is large enough for bubbles to say where. */
function isLargeEnough(sheet: Sheet): boolean {
  const seen = corners(sheet.box).flatMap((corner) => pixel(sheet, corner) ?? [])
  const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)]
  const larger = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
  // All nodes at one place: the structure has no size, so the grid gives it.
  return larger === 0 || larger >= SMALLEST_WITH_BUBBLES
}

/** What stands around the drawing, for the fit: ends of grid lines with their bubbles, and the staff with its widest mark. */
export function gridContent(around: Around): Padded[] {
  const { drawn, box, view, px } = around
  const { grid, scene } = drawn
  const isSeenAlong = view === 'front' || view === 'back' ? 'X' : 'Y'
  const bubbles = grid.plan.flatMap((line): Padded[] => {
    const half = halfWidth(bubbleName(line.label, px), px)
    const bubble = { left: half, right: half, above: BUBBLE * px, below: BUBBLE * px }
    if (view === 'iso') return [{ points: [...line.from, ...line.to], pads: bubble }]
    if (isPlan(view)) return [{ points: [...line.bubble], pads: bubble }]
    if (view === 'slanted' || line.axis !== isSeenAlong) return []
    const position = line.coordinate - scene.origin[isSeenAlong === 'X' ? 0 : 1]
    const [x, y] = isSeenAlong === 'X' ? [position, box.low[1]] : [box.low[0], position]
    const above = (BEYOND + 2 * BUBBLE) * px
    return [{ points: [x, y, box.low[2], x, y, box.high[2]], pads: { left: half, right: half, above, below: BEYOND * px } }]
  })
  const curves = grid.curves.flatMap(({ label, path, bubble }): Padded[] => {
    if (view !== 'iso' && !isPlan(view)) return []
    const half = halfWidth(bubbleName(label, px), px)
    const pads = { left: half, right: half, above: BUBBLE * px, below: BUBBLE * px }
    return [{ points: path.flat(), pads: evenPads(1) }, ...(bubble ? [{ points: [...bubble], pads }] : [])]
  })
  return [...bubbles, ...curves, ...levelContent(around)]
}
