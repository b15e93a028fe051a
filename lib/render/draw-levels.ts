import { corners } from '#lib/drawing/camera-axes.ts'
import {
  type Corner,
  endWords,
  type LevelMark,
  type LevelRuler,
  levelRuler,
  type Place,
  staffCorners,
  uprightStaffs,
} from '#lib/drawing/level-ruler.ts'
import { evenPads, type Padded } from '#lib/drawing/solve-fit.ts'
import type { Box } from '#lib/geometry/pick/extent.ts'
import { drawnLength, elevationText } from '#lib/model/check/drawn-length.ts'
import { levelName } from '#lib/model/level-name.ts'
import { dot, type Vec } from '#lib/model/shape/vector.ts'
import type { LengthUnit } from '#lib/model/units.ts'
import type { Directions } from './camera.ts'
import { FAINT_INK, GRID, LEVEL } from './colours.ts'
import type { DrawnModel } from './drawn-model.ts'
import { dashLine, fitted, strokeLine, textWidth, writeText } from './ink.ts'
import { LETTER, LONGEST_NAME, pixel, type Sheet } from './sheet.ts'

/** The ruler of levels beside the elements. */

export type Around = Pick<Sheet, 'drawn' | 'box' | 'view' | 'unit' | 'px' | 'beside'> & Directions

/** Levels are lines across a picture in which Z runs up. */
export const isUpright = (up: Vec) => Math.abs(up[2]) > 0.99

/** What stands around the drawing, for the fit: the staff with its widest mark. */
export function levelContent({ drawn, box, view, unit, px, beside, right, up }: Around): Padded[] {
  const { grid, scene } = drawn
  const isElevation = isUpright(up)
  const levels = grid.levels.map(({ elevation }) => elevation - scene.origin[2]).filter((z) => isBeside(box, z))
  if (levels.length === 0 || !(isElevation || view === 'iso') || drawn.cut?.axis === 2) return []
  const farRight = ({ x, y }: Corner) => dot([x, y, 0], right)
  const { x, y } = staffCorners(box).reduce((one, other) => (farRight(other) < farRight(one) ? other : one))
  const points = levels.flatMap((z) => [x, y, z])
  const pads = { ...evenPads(6 * px), above: 16 * px, left: beside + levelsWidth(drawn, unit, px) }
  const lines = isElevation
    ? [{ points: [...box.low, ...box.high], pads: { ...evenPads(0), left: 24 * px, right: 24 * px } }]
    : []
  return [{ points, pads }, ...lines]
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

/** A level far above or below what is drawn is counted, and makes nothing smaller. */
function isBeside({ low, high }: Box, z: number): boolean {
  const far = Math.max(high[2] - low[2], high[0] - low[0], high[1] - low[1]) / 2
  return z >= low[2] - far && z <= high[2] + far
}

/** One staff at the corner that stands farthest left, else right, each level at its height on it. */
export function drawLevels(sheet: Sheet, isElevation: boolean): string[] | null {
  const { drawn, box, image, unit, px, beside } = sheet
  const { grid, scene } = drawn
  const levels = grid.levels
  if (levels.length === 0 || drawn.cut?.axis === 2) return null
  const names = levels.map(({ label, elevation }) => levelName(label, elevation))
  const heights = levels.map(({ elevation }) => elevation - scene.origin[2])
  const space = levelsWidth(drawn, unit, px)
  const project = (point: Vec) => pixel(sheet, point)
  for (const { side, at } of uprightStaffs({ box, heights, project, sides: ['left', 'right'], px })) {
    const pointAt = (elevation: number): Place | null => {
      const stands = at(elevation - scene.origin[2])
      const place = stands && { x: stands.x - (side === 'left' ? beside : 0), y: stands.y }
      // In an elevation a level is a line across the whole picture, so the position of its staff does not matter.
      return place && isElevation ? { x: Math.min(Math.max(place.x, space), image.width), y: place.y } : place
    }
    const ruler = levelRuler(levels, {
      at: pointAt,
      free: [14 * px, image.height - 8 * px],
      height: box.high[2] - box.low[2],
      px,
    })
    const hasSpace = ({ x }: Place) => (side === 'left' ? x - space >= -0.5 && x < image.width : x + space <= image.width + 0.5)
    if (!ruler.ticks.every(hasSpace)) continue
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
  const { top, bottom } = endWords(ruler)
  if (top) beside(top, { x: last.x, y: last.y - 22 * px })
  if (bottom) beside(bottom, { x: first.x, y: first.y + 16 * px })
}

function drawMark(
  { image, unit, px, letter, taken }: Sheet,
  { x, y, label, elevation }: LevelMark,
  out: 1 | -1,
  across: number | null,
) {
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
  const far = x + out * (textWidth(words, letter) + 14 * px)
  taken.push({ x0: Math.min(x, far), y0: y - letter - 6 * px, x1: Math.max(x, far), y1: y + 2 * px })
}
