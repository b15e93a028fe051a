import type { RuledLevel } from '#lib/drawing/level-ruler.ts'
import { isBeside } from '#lib/drawing/sheet/is-beside.ts'
import type { Box } from '#lib/geometry/pick/extent.ts'
import { elevationText } from '#lib/model/check/drawn-length.ts'
import { boxToDisplay, heightAt, toDisplay } from '#lib/model/display-axes.ts'
import { AXES } from '#lib/model/shape/vector.ts'
import { type LengthDisplay, type LengthUnit, readUnits } from '#lib/model/units.ts'
import type { Stage } from '../elements/stage.ts'
import { STRONG, shortened } from './writing.ts'

/** Which levels have marks and what these say: a fit asks how wide that is before any of it is written. */

export const NAME_GAP = 8

/**
 * Z grid lines, or those of the axis that is up, at their heights; without any, on paper, the storeys that the nodes tell. `paper`: the box
 * around what a drawing shows, which has the levels of its sheet: those within it or a little beside.
 */
export function levelsOf({ drawn: { scene, summary, up } }: Stage, paper: Box | null): readonly RuledLevel[] {
  const { levels } = scene.grid
  const atHeight = (level: RuledLevel): RuledLevel => ({ ...level, elevation: heightAt(up, level.elevation) })
  if (!paper) return levels.map(atHeight)
  const { low, high } = boxToDisplay(up, paper)
  const [origin, size] = [toDisplay(up, scene.origin)[2], Math.max(...AXES.map((k) => high[k] - low[k]))]
  const all: readonly RuledLevel[] =
    levels.length > 0 ? levels : summary.storeys.map(({ elevation }) => ({ label: null, elevation, carriesFloor: true }))
  return all.map(atHeight).filter(({ elevation }) => isBeside(elevation - origin, low[2], high[2], size))
}

/** Narrower, a mark says the name of its level alone, or where that is long its elevation: the structure needs the width. */
export const NARROW = 640
const LONGEST_NAME = 90
/** Elsewhere a longer name is cut, so that the structure keeps the better part of the picture; the card of the pointer has it whole. */
const LONGEST_WIDE = 220

/** Under a finger marks stand farther apart. */
export const isTouched = () => matchMedia('(pointer: coarse)').matches

type Named = { label: string | null; elevation: number }
export type Words = { label: string; text: string }

/** Of the words of each mark, in pixels. */
export function widthsOf(stage: Stage, levels: readonly Named[], context: CanvasRenderingContext2D, width: number): number[] {
  return wordsOf(stage, levels, context, width).map((words) => widthOf(words, context))
}

export function widthOf({ label, text }: Words, context: CanvasRenderingContext2D): number {
  context.font = STRONG
  return context.measureText(label).width + (label && text ? NAME_GAP : 0) + context.measureText(text).width
}

export function wordsOf(stage: Stage, levels: readonly Named[], context: CanvasRenderingContext2D, width: number): Words[] {
  context.font = STRONG
  return levels.map(({ label, elevation }) => {
    const text = elevationText(heightAt(stage.drawn.up, elevation), ...shownIn(stage))
    if (!label) return { label: '', text }
    if (width < NARROW) return context.measureText(label).width > LONGEST_NAME ? { label: '', text } : { label, text: '' }
    const name = shortened(context, label, LONGEST_WIDE)
    return { label: name, text: containsHeight(name, text) ? '' : text }
  })
}

/** `Storey at 3.00 m` needs no `+3.00 m` beside it. */
function containsHeight(label: string, text: string): boolean {
  const [height, words] = [text.replace(/^[+±−]/, ''), ` ${label} `]
  return /\D/.test(height) && words.includes(` ${height} `)
}

/** The unit of the model, and how its lengths are shown. */
export const shownIn = ({ drawn, session }: Pick<Stage, 'drawn' | 'session'>): [LengthUnit | undefined, LengthDisplay] => [
  readUnits(drawn.summary.units).length,
  session.view.get().units,
]
