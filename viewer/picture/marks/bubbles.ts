import type { Rect } from '#lib/drawing/free-rectangles.ts'
import type { Bubble as Placed } from '#lib/drawing/sheet/bubble-row.ts'
import type { PlanGrid } from '#lib/geometry/grid-bubble.ts'
import { formatLength, readUnits } from '#lib/model/units.ts'
import type { Mark } from '../../session/view/view-state.ts'
import { nameOf, RADIUS } from './grid-bubbles.ts'
import type { Ink } from './ink.ts'
import { css, FONT, halo, type Page, STRONG } from './writing.ts'

/** A bubble of a grid line as it is written, in space and in drawings alike. */

/** `at`: the end of its line, where it does not stand at that. */
export type Bubble = Placed & { grid: PlanGrid; at?: { x: number; y: number } }

/** Of the grid lines that a plan has, with this axis up. */
export const PLAN_AXES = { Z: ['X', 'Y'], Y: ['X', 'Z'] } as const

export function writeBubble(ink: Ink, { x, y, half, grid }: Bubble) {
  const { axis, coordinate: position, label, id, also } = grid
  const { stage, context, page } = ink
  const { units } = stage.session.view.get()
  // Two lines may have one label: coordinate and id tell them apart.
  const place = `${axis} = ${formatLength(position, readUnits(stage.drawn.summary.units).length, units)}`
  const mark = { drawing: { axis, at: position, label }, says: `Grid ${label}`, more: [place, id, ...also].join(', ') }
  writePlate(ink, { x, y, half }, nameOf(context, grid, page.width), mark)
}

/** A name in a circle or a plate, which can be pressed. */
export function writePlate({ context, theme, pressable }: Ink, { x, y, half }: Placed, name: string, mark: Mark) {
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
  context.fillText(name, x, y + 0.5)
  pressable.push({ x, y, halfWidth: half, halfHeight: RADIUS, mark })
}

export const meetsAny = (places: readonly Rect[], x: number, y: number, halfWidth: number, halfHeight: number) =>
  places.some(({ x0, y0, x1, y1 }) => x0 < x + halfWidth && x1 > x - halfWidth && y0 < y + halfHeight && y1 > y - halfHeight)

type Gap = { x: number; y: number; count: number }

/** As high as the glyph of a support. */
const ASIDE = 24

/**
 * The places of a row. Its counts have room between its bubbles, whose corners may meet where it slants, and above or below a support;
 * answers those that nothing else covers.
 */
export function takeRow(page: Page, written: readonly Bubble[], gaps: readonly Gap[], supports: readonly Rect[] = []): Gap[] {
  const counts = gaps
    .map(({ x, y, count }) => {
      const beside = [y, y + ASIDE, y - ASIDE].find((one) => !meetsAny(supports, x, one, 10, 6))
      return { x, y: beside ?? y, count }
    })
    .filter(({ x, y }) => page.isFree(x - 10, y - 6, x + 10, y + 6))
  for (const { x, y } of counts) page.fill(x - 10, y - 6, x + 10, y + 6)
  for (const { x, y, half } of written) page.fill(x - half, y - RADIUS, x + half, y + RADIUS)
  return counts
}

/** So many bubbles are not written here. */
export function writeGaps({ context, theme }: Ink, gaps: readonly Gap[]) {
  context.font = FONT
  context.textAlign = 'center'
  for (const { x, y, count } of gaps) halo(context, `+${count}`, x, y + 0.5, theme, theme.muted)
  context.font = STRONG
}
