import {
  endWords,
  type LevelMark,
  type LevelRuler,
  levelRuler,
  type Place,
  staffCorners,
  uprightStaffs,
} from '#lib/drawing/level-ruler.ts'
import type { Box } from '#lib/geometry/pick/extent.ts'
import { drawnLength } from '#lib/model/check/drawn-length.ts'
import { boxToDisplay, heightAt, toDisplay, toModel, upAxis } from '#lib/model/display-axes.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import { getOrThrow } from '#lib/values/get-or-throw.ts'
import type { Stage } from '../elements/stage.ts'
import type { Ink } from './ink.ts'
import { isTouched, levelsOf, NAME_GAP, shownIn, type Words, widthOf, widthsOf, wordsOf } from './level-words.ts'
import { css, FONT, halo, line } from './writing.ts'

/** The ruler of levels beside the picture: a staff in the scene, and marks on a canvas over it. */

/** From the staff to the words of a mark: the triangle that stands on the line is between them. */
const WORDS_AT = 17
/** Of a mark above its line, and of a line of text. */
const HIGH = 15

/** Where the staff stood in the picture before, so that it does not flicker while the picture turns. */
export type Stood = { corner: number | null }

/** `box`: around what is drawn. On paper levels run right across it. */
export function writeLevels(ink: Ink, box: Box, isOnPaper: boolean, stood: Stood) {
  const { rig, stage, page } = ink
  const levels = levelsOf(stage, isOnPaper ? box : null)
  if (levels.length === 0) return
  const { up, scene } = stage.drawn
  const shown = boxToDisplay(up, box)
  const origin = toDisplay(up, scene.origin)[2]
  const heights = levels.map(({ elevation }) => elevation - origin)
  const project = (point: Vec) => rig.project(toModel(up, point))
  const staffs = uprightStaffs({ box: shown, heights, project, sides: ['right', 'left'], before: stood.corner })
  for (const { side, corner, at, foot, head } of staffs) {
    if (side === 'right') stood.corner = corner
    const out = side === 'right' ? 1 : -1
    const ruled = (free: readonly [number, number]) =>
      levelRuler(levels, {
        at: (elevation) => at(elevation - origin),
        free,
        height: shown.high[2] - shown.low[2],
        first: meant(stage),
        isTouched: isTouched(),
      })
    const whole = ruled([HIGH + 4, page.height - 4])
    const free = freeIn(page, columnOf(ink, whole, out), foot.y, head.y)
    if (!free) continue
    const ruler = ruled(free)
    writeRuler(ink, ruler, out, isOnPaper ? across(ink, box) : null)
    break
  }
  outlineMeant(ink, box)
}

/** From the staff to where the words end that are written beside it. */
function columnOf({ context, stage, page }: Ink, { ticks, written }: LevelRuler, out: 1 | -1) {
  const widths = widthsOf(stage, written, context, page.width)
  const xs = [...ticks.map(({ x }) => x), ...written.map(({ x }, k) => x + out * (WORDS_AT + getOrThrow(widths, k)))]
  return [Math.min(...xs), Math.max(...xs)] as const
}

/** What of a column may be written on; null where its words would lie under something for the better part of the staff. */
function freeIn({ width, height, overlays }: Ink['page'], [x0, x1]: readonly [number, number], foot: number, head: number) {
  if (x0 < 4 || x1 > width - 4) return null
  let [top, bottom] = [HIGH + 4, height - 4]
  const middle = (Math.max(head, 0) + Math.min(foot, height)) / 2
  for (const cover of overlays) {
    if (cover.x1 < x0 || cover.x0 > x1) continue
    if ((cover.y0 + cover.y1) / 2 < middle) top = Math.max(top, cover.y1 + HIGH + 4)
    else bottom = Math.min(bottom, cover.y0 - 4)
  }
  const seen = Math.min(foot, bottom) - Math.max(head, top)
  const whole = Math.min(foot, height) - Math.max(head, 0)
  return seen >= 0.6 * whole ? ([top, bottom] as const) : null
}

/** Elevations that are written whatever the room: hovered, selected, open. */
function meant({ session, drawn }: Stage): number[] {
  const { mark, drawing, selected } = session.view.get()
  const valueAt = (elevation: number) => heightAt(drawn.up, elevation)
  const chosen = new Set(selected.flatMap(({ kind, id }) => (kind === 'gridLine' ? [id] : [])))
  return [
    ...(mark?.elevation === undefined ? [] : [valueAt(mark.elevation)]),
    ...drawn.scene.grid.levels.flatMap(({ id, elevation }) => (chosen.has(id) ? [valueAt(elevation)] : [])),
    ...(drawing?.axis === upAxis(drawn.up) ? [valueAt(drawing.at)] : []),
  ]
}

/** The left end of what levels run across, in an elevation. */
function across({ rig }: Ink, { low, high }: Box): number {
  const xs = [rig.project(low), rig.project(high)].flatMap((point) => (point ? [point.x] : []))
  return Math.min(...xs)
}

function writeRuler(ink: Ink, ruler: LevelRuler, out: 1 | -1, from: number | null) {
  const { context, stage, theme, page, pressable } = ink
  const [first, last] = [ruler.ticks[0], ruler.ticks.at(-1)]
  if (!first || !last) return
  context.strokeStyle = css(theme.ink)
  context.lineWidth = 1
  context.globalAlpha = 0.7
  line(context, [first.x, first.y], [last.x, last.y])
  for (const { x, y } of ruler.ticks) line(context, [x - 4, y], [x + 4, y])
  context.globalAlpha = 1
  const words = wordsOf(stage, ruler.written, context, page.width)
  for (const [k, mark] of ruler.written.entries()) writeMark(ink, mark, getOrThrow(words, k), out, from)

  context.font = FONT
  context.textAlign = out > 0 ? 'left' : 'right'
  // Half-way between a line and the words that stand on the next one.
  const beside = (text: string, { x, y: between }: Place, opens: string | null) => {
    const wide = context.measureText(text).width
    const [middle, y] = [x + out * (9 + wide / 2), between - HIGH / 2]
    page.take(middle - wide / 2, y - 6, middle + wide / 2, y + 6)
    halo(context, text, x + out * 9, y + 0.5, theme, theme.muted)
    if (opens) pressable.push({ x: middle, y, halfWidth: wide / 2 + 5, halfHeight: 10, mark: { says: opens, levels: true } })
  }
  for (const { height, ...place } of ruler.heights) beside(drawnLength(height, ...shownIn(stage)), place, null)
  const count = (n: number) => `${n} ${n === 1 ? 'level' : 'levels'}`
  for (const { count: n, ...place } of ruler.gaps) beside(`+${n}`, place, `${count(n)} more here`)
  const { top, bottom } = endWords(ruler)
  if (top) beside(top, { x: last.x, y: last.y - 16 }, `${count(ruler.above)} above the picture`)
  if (bottom) beside(bottom, { x: first.x, y: first.y + 18 }, 'All levels')
}

/** Words stand on a line that begins at the tick and is never bent. */
function writeMark(ink: Ink, { x, y, label, elevation }: LevelMark, words: Words, out: 1 | -1, from: number | null) {
  const { context, theme, page, pressable, stage } = ink
  const wide = WORDS_AT + widthOf(words, context)
  const named = words.label ? context.measureText(words.label).width + NAME_GAP : 0
  const [x0, x1] = out > 0 ? [x, x + wide] : [x - wide, x]
  page.take(x0, y - HIGH, x1, y)
  context.lineWidth = 1
  context.strokeStyle = css(theme.ink)
  if (from !== null) {
    context.globalAlpha = 0.6
    context.setLineDash([14, 4, 2, 4])
    line(context, [from - 14, y], [x, y])
    context.setLineDash([])
  }
  context.globalAlpha = 0.8
  line(context, [x, y], [x + out * wide, y])
  context.globalAlpha = 1
  const tip = x + out * 9
  context.beginPath()
  context.moveTo(tip, y)
  context.lineTo(tip + 5, y - 8)
  context.lineTo(tip - 5, y - 8)
  context.closePath()
  context.fillStyle = css(theme.ink)
  context.fill()
  context.textAlign = 'left'
  const begin = out > 0 ? x + WORDS_AT : x - wide
  if (words.label) halo(context, words.label, begin, y - 7.5, theme)
  if (words.text) halo(context, words.text, begin + named, y - 7.5, theme, theme.muted)
  const { up } = stage.drawn
  const own = heightAt(up, elevation)
  const name = label || words.text
  pressable.push({
    ...{ x: (x0 + x1) / 2, y: y - 7, halfWidth: wide / 2, halfHeight: 10 },
    mark: { drawing: { axis: upAxis(up), at: own, label: name }, says: `Plan at ${name}`, elevation: own },
  })
}

/** The level that is meant, around what is drawn. */
function outlineMeant({ context, rig, stage, theme }: Ink, box: Box) {
  const { mark } = stage.session.view.get()
  if (mark?.elevation === undefined) return
  const { up, scene } = stage.drawn
  const z = heightAt(up, mark.elevation) - toDisplay(up, scene.origin)[2]
  const places = staffCorners(boxToDisplay(up, box)).map(({ x, y }) => rig.project(toModel(up, [x, y, z])))
  context.strokeStyle = css(theme.accent)
  context.lineWidth = 1.5
  context.setLineDash([7, 5])
  for (const [k, a] of places.entries()) {
    const b = places[(k + 1) % places.length]
    if (a && b) line(context, [a.x, a.y], [b.x, b.y])
  }
  context.setLineDash([])
}
