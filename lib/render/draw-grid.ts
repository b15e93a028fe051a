import { bubbleRow, SMALLEST_WITH_BUBBLES } from '#lib/drawing/bubble-row.ts'
import { corners } from '#lib/drawing/camera-axes.ts'
import {
  type Corner,
  type LevelMark,
  type LevelRuler,
  levelRuler,
  middleOfStaff,
  outermostCorner,
  type Place,
  staffCorners,
  staffSeen,
  standsUpright,
} from '#lib/drawing/level-ruler.ts'
import type { Rgb } from '#lib/drawing/palette.ts'
import { evenPads, type Padded } from '#lib/drawing/solve-fit.ts'
import type { Box } from '#lib/geometry/extent.ts'
import type { PlanGrid } from '#lib/geometry/grid-bubble.ts'
import { drawnLength, elevationText } from '#lib/model/drawn-length.ts'
import type { LengthUnit } from '#lib/model/units.ts'
import { dot } from '#lib/model/vector.ts'
import { rightOf } from './camera.ts'
import { FAINT_INK, GRID, HIGHLIGHT, INK, LEVEL, PAPER } from './colours.ts'
import type { DrawnModel } from './drawn-model.ts'
import { block, dashLine, disc, fitted, ring, strokeLine, textWidth, writeText } from './ink.ts'
import { LETTER, pixel, type Sheet } from './sheet.ts'

/** Around the elements: grid lines with bubbles, and the ruler of levels. */

const BUBBLE = 11
const DASH = [14, 4, 2, 4]
/** Distance from the structure to the bubbles of an elevation. */
const BEYOND = 22

type Bubble = { x: number; y: number; half: number; label: string; rgb: Rgb }

/**
 * Lines and levels, which lie under the elements. `levels`: those that are not named beside the drawing; null where none are. `rows`: of
 * bubbles, which stand nearer to the eye.
 */
export function drawGrid(sheet: Sheet): { levels: string[] | null; rows: Bubble[][] } {
  const isElevation = Math.abs(sheet.camera.up[2]) > 0.99
  const rows = isElevation ? drawElevationGrid(sheet) : drawPlanGrid(sheet)
  return { levels: sheet.view === 'plan' ? null : drawLevels(sheet, isElevation), rows: isLargeEnough(sheet) ? rows : [] }
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
    const at = isFar ? from : to
    const label = bubbleName(line.label, px)
    const half = halfWidth(label, px)
    rows[line.axis].push({ ...(view === 'plan' ? kept(sheet, at, line.axis, half) : at), half, label, rgb })
  }
  return Object.values(rows)
}

/** Where a line runs out of a plan, its bubble stays at the edge. */
function kept({ image, px, top, isZoomed }: Sheet, { x, y }: Place, axis: PlanGrid['axis'], half: number): Place {
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
    const at = line.coordinate - scene.origin[across === 'X' ? 0 : 1]
    const [foot, head] = [low[2], high[2]].map((z) => pixel(sheet, across === 'X' ? [at, low[1], z] : [low[0], at, z]))
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

/** Longest name of a bubble or level, in letter heights; longer ones are shortened, since the structure needs the width. */
const LONGEST_NAME = 16

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

function levelText(level: { elevation: number; label: string | null }, unit: LengthUnit | undefined, letter: number): string {
  const name = level.label && `${fitted(level.label, letter, LONGEST_NAME * letter)}  `
  return `${name || ''}${elevationText(level.elevation, unit)}`
}

/** Room that a mark takes beside its staff. */
function levelsWidth({ grid }: DrawnModel, unit: LengthUnit | undefined, px: number): number {
  const widest = grid.levels.reduce(
    (most, level) => Math.max(most, textWidth(levelText(level, unit, LETTER * px), LETTER * px)),
    0,
  )
  return Math.min(240 * px, widest + 30 * px)
}

/** On the screen the drawn box is large enough for bubbles to say where. */
function isLargeEnough(sheet: Sheet): boolean {
  const seen = corners(sheet.box).flatMap((corner) => pixel(sheet, corner) ?? [])
  const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)]
  const larger = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
  // All nodes at one place: the structure has no size, so the grid gives it.
  return larger === 0 || larger >= SMALLEST_WITH_BUBBLES
}

type Around = Pick<Sheet, 'drawn' | 'box' | 'view' | 'unit' | 'px'>

/** What stands around the drawing, for the fit: ends of grid lines with their bubbles, and the staff with its widest mark. */
export function gridContent({ drawn, box, view, unit, px }: Around): Padded[] {
  const { grid, scene } = drawn
  const isElevation = view !== 'plan' && view !== 'iso'
  const isSeenAlong = view === 'front' || view === 'back' ? 'X' : 'Y'
  const bubbles = grid.plan.flatMap((line): Padded[] => {
    const half = halfWidth(bubbleName(line.label, px), px)
    const bubble = { left: half, right: half, above: BUBBLE * px, below: BUBBLE * px }
    if (view === 'iso') return [{ points: [...line.from, ...line.to], pads: bubble }]
    if (view === 'plan') return [{ points: [...line.bubble], pads: bubble }]
    if (line.axis !== isSeenAlong) return []
    const at = line.coordinate - scene.origin[isSeenAlong === 'X' ? 0 : 1]
    const [x, y] = isSeenAlong === 'X' ? [at, box.low[1]] : [box.low[0], at]
    const above = (BEYOND + 2 * BUBBLE) * px
    return [{ points: [x, y, box.low[2], x, y, box.high[2]], pads: { left: half, right: half, above, below: BEYOND * px } }]
  })
  const levels = grid.levels.map(({ elevation }) => elevation - scene.origin[2]).filter((z) => isBeside(box, z))
  if (levels.length === 0 || view === 'plan' || drawn.cut?.axis === 2) return bubbles
  const toRight = rightOf(view)
  const farRight = ({ x, y }: Corner) => dot([x, y, 0], toRight)
  const { x, y } = staffCorners(box).reduce((one, other) => (farRight(other) < farRight(one) ? other : one))
  const points = levels.flatMap((z) => [x, y, z])
  const pads = { ...evenPads(6 * px), above: 16 * px, left: levelsWidth(drawn, unit, px) }
  const lines = isElevation
    ? [{ points: [...box.low, ...box.high], pads: { ...evenPads(0), left: 24 * px, right: 24 * px } }]
    : []
  return [...bubbles, { points, pads }, ...lines]
}

/** A level far above or below what is drawn is counted, and makes nothing smaller. */
function isBeside({ low, high }: Box, z: number): boolean {
  const far = Math.max(high[2] - low[2], high[0] - low[0], high[1] - low[1]) / 2
  return z >= low[2] - far && z <= high[2] + far
}

/** One staff at the corner that stands farthest left, else right, each level at its height on it. */
function drawLevels(sheet: Sheet, isElevation: boolean): string[] | null {
  const { drawn, box, image, unit, px } = sheet
  const { grid, scene } = drawn
  const levels = grid.levels
  if (levels.length === 0 || drawn.cut?.axis === 2) return null
  const names = levels.map(({ label, elevation }) => label || String(elevation))
  const heights = levels.map(({ elevation }) => elevation - scene.origin[2])
  const reach = [Math.min(...heights), Math.max(...heights)] as const
  const middle = middleOfStaff(reach, [box.low[2], box.high[2]])
  const staffs = staffCorners(box)
  const room = levelsWidth(drawn, unit, px)
  for (const side of ['left', 'right'] as const) {
    const middles = staffs.map(({ x, y }) => pixel(sheet, [x, y, middle]))
    const staff = staffs[outermostCorner(middles, side, null) ?? -1]
    const seen = staff ? staffSeen((z) => pixel(sheet, [staff.x, staff.y, z]), reach) : null
    if (!staff || !seen || (levels.length > 1 && !standsUpright(seen.foot, seen.head, px))) continue
    const at = (elevation: number): Place | null => {
      const place = pixel(sheet, [staff.x, staff.y, elevation - scene.origin[2]])
      // In an elevation a level is a line across the whole picture, so the position of its staff does not matter.
      return place && isElevation ? { x: Math.min(Math.max(place.x, room), image.width), y: place.y } : place
    }
    const ruler = levelRuler(levels, {
      at,
      free: [14 * px, image.height - 8 * px],
      height: box.high[2] - box.low[2],
      px,
    })
    const hasRoom = ({ x }: Place) => (side === 'left' ? x - room >= -0.5 && x < image.width : x + room <= image.width + 0.5)
    if (!ruler.ticks.every(hasRoom)) continue
    drawRuler(sheet, ruler, side, isElevation ? rightmost(sheet) : null)
    return ruler.leftOut
  }
  return names
}

const rightmost = (sheet: Sheet) =>
  corners(sheet.box).reduce((most, corner) => Math.max(most, pixel(sheet, corner)?.x ?? most), 0)

function drawRuler(sheet: Sheet, ruler: LevelRuler, side: 'left' | 'right', across: number | null): void {
  const { image, px, letter } = sheet
  const out = side === 'left' ? -1 : 1
  const pen = { rgb: LEVEL, width: 1.2 }
  const text = { size: letter, rgb: FAINT_INK, halo: true }
  const beside = (words: string, { x, y }: Place, size = letter) =>
    writeText(image, words, x + out * 12 * px, y, { ...text, size, anchor: [side === 'left' ? 1 : 0, 0.5] })
  const [first, last] = [ruler.ticks[0], ruler.ticks.at(-1)]
  if (!first || !last) return
  strokeLine(image, first.x, first.y, last.x, last.y, pen)
  for (const { x, y } of ruler.ticks) strokeLine(image, x - 4 * px, y, x + 4 * px, y, pen)
  for (const mark of ruler.written) drawMark(sheet, mark, out, across)
  // Half-way between a line and the words that stand on the next one.
  const between = ({ x, y }: Place) => ({ x, y: y - 5 * px })
  for (const { count, ...place } of ruler.gaps) beside(`+${count}`, between(place))
  for (const { height, ...place } of ruler.heights) beside(drawnLength(height, sheet.unit, 'model'), between(place), 0.9 * letter)
  if (ruler.above > 0) beside(`${ruler.above} above`, { x: last.x, y: last.y - 22 * px })
  const under = [ruler.below > 0 ? `${ruler.below} below` : '', ruler.more > 0 ? `${ruler.more} more` : '']
  if (ruler.below + ruler.more > 0) beside(under.filter((words) => words !== '').join(', '), { x: first.x, y: first.y + 16 * px })
}

function drawMark({ image, unit, px, letter }: Sheet, { x, y, label, elevation }: LevelMark, out: 1 | -1, across: number | null) {
  const pen = { rgb: LEVEL, width: 1.2 }
  const words = levelText({ label, elevation }, unit, letter)
  if (across !== null) dashLine(image, x, y, across + 24 * px, y, { rgb: GRID, width: 1 }, [7, 5])
  strokeLine(image, x, y, x + out * (textWidth(words, letter) + 14 * px), y, pen)
  // The mark of a level: a small triangle that stands on it.
  for (let row = 0; row < 6 * px; row++) {
    const half = 0.7 * row
    const middle = x + out * 6 * px
    strokeLine(image, middle - half, y - 1 - row, middle + half, y - 1 - row, { rgb: LEVEL, width: 1 })
  }
  const anchor = [out < 0 ? 1 : 0, 0] as const
  writeText(image, words, x + out * 14 * px, y - 3 * px, { size: letter, rgb: FAINT_INK, halo: true, anchor })
}
