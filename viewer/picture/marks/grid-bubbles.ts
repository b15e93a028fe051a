import { corners } from '#lib/drawing/camera-axes.ts'
import { SMALLEST_WITH_BUBBLES } from '#lib/drawing/sheet/bubble-row.ts'
import { isBeside } from '#lib/drawing/sheet/is-beside.ts'
import { type PlanGrid, shortNumber } from '#lib/geometry/grid-bubble.ts'
import type { Box } from '#lib/geometry/pick/extent.ts'
import { AXES, AXIS, type Axis, perAxis, type Vec } from '#lib/model/shape/vector.ts'
import type { Stage } from '../elements/stage.ts'
import { NARROW } from './level-words.ts'
import { STRONG, shortened } from './writing.ts'

/** What a fit must know of the grid around a model before any of it is written: which lines there are and how far they reach. */

/** Past what a drawing shows of the model, behind its dimensions. */
export const BUBBLES_AT = 44

/** How far lines go on past the model on the other side. */
export const STUB = 14

/** On the screen what is drawn is large enough for bubbles to say where; one place has no size, and its grid is all there is. */
export function isLargeEnough(place: (point: Vec) => { x: number; y: number } | null, box: Box): boolean {
  const seen = corners(box).flatMap((corner) => place(corner) ?? [])
  const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)]
  const larger = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
  return larger === 0 || larger >= SMALLEST_WITH_BUBBLES
}

type Paper = { lines: readonly PlanGrid[]; around: Box }

/** The grid lines of a drawing, a little beside what is drawn at most, and the box around both. */
export function gridOfDrawing({ scene }: Pick<Stage['drawn'], 'scene'>, box: Box, axis: Axis): Paper {
  const across = AXES.filter((k) => k !== axis)
  const size = Math.max(...across.map((k) => box.high[k] - box.low[k]))
  const place = ({ axis: letter, coordinate }: PlanGrid) => coordinate - scene.origin[AXIS[letter]]
  const lines = scene.grid.plan.filter((line) => {
    const k = AXIS[line.axis]
    return k !== axis && isBeside(place(line), box.low[k], box.high[k], size)
  })
  const places = (k: Axis) => lines.filter((line) => AXIS[line.axis] === k).map(place)
  return {
    lines,
    around: {
      low: perAxis((k) => Math.min(box.low[k], ...places(k))),
      high: perAxis((k) => Math.max(box.high[k], ...places(k))),
    },
  }
}

/** Half the height of a bubble. */
export const RADIUS = 11

/** A bubble has the beginning of a long name, as a column of plates is as wide as its widest; the card of the pointer has it whole. */
const LONGEST_NAME = 120
/** The same in a picture that is narrow. */
const LONGEST_NARROW = 42

/** Skew lines and arcs have no coordinate that could stand for their names. */
type Named = { id?: string; label: string; coordinate?: number }

/** A circle holds two figures; more make it a plate. `width`: of the picture. */
export function halfOf(context: CanvasRenderingContext2D, grid: Named, width: number): number {
  context.font = STRONG
  const wide = context.measureText(nameOf(context, grid, width)).width
  return wide <= 2 * RADIUS - 5 ? RADIUS : wide / 2 + 6
}

/** The beginning of an id that nobody gave a label names no line, and that of a number tells another place: it is written whole. */
export function nameOf(context: CanvasRenderingContext2D, { id, label, coordinate }: Named, width: number): string {
  const place = coordinate === undefined ? undefined : shortNumber(coordinate)
  if (label === place) return place
  const name = shortened(context, label, width < NARROW ? LONGEST_NARROW : LONGEST_NAME)
  return place !== undefined && label === id && name !== label ? place : name
}
