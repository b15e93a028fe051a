import { formatLength, type LengthDisplay, type LengthUnit } from '#lib/model/units.ts'
import type { Mark, Point } from './svg.ts'
import { textWidth } from './text-width.ts'

/** Chains of dimensions, as ISO 129-1 draws them for buildings: oblique strokes, the number over its line. */

export const SMALL = 1.8
export const TEXT = 2.5
const STROKE = 1.1
const ABOVE = 0.9

/** A number without its unit, which the title block says. Metres have two decimals, or the three that they need. */
export function dimensionText(value: number, unit: LengthUnit | undefined, display: LengthDisplay): string {
  const metres = unit ? value * unit.metres : 0
  if (unit && display === 'feet-inches') return formatLength(value, unit, display)
  if (unit && (display === 'metres' || (display === 'model' && unit.unit === 'm'))) {
    const thousandths = Math.round(metres * 1000)
    return (thousandths / 1000).toFixed(thousandths % 10 === 0 ? 2 : 3)
  }
  if (unit && display === 'millimetres') return String(Math.round(metres * 1000) + 0)
  return String(Number(value.toFixed(3)) + 0)
}

export const levelText = (value: number, unit: LengthUnit | undefined, display: LengthDisplay): string => {
  const text = dimensionText(value, unit, display)
  return /^-?[0.' "]*$/.test(text) ? `±${text.replace('-', '')}` : text.startsWith('-') ? text : `+${text}`
}

/** A place along the chain on the sheet and its coordinate in the model. */
export type Stop = { at: number; value: number }

/** `across`: to the right along `line`, a height on the sheet; else upward along a place across. Numbers read from below and from the right. */
export function dimensionChain(stops: readonly Stop[], line: number, isAcross: boolean, text: (value: number) => string): Mark[] {
  if (stops.length < 2) return []
  const sorted = [...stops].sort((a, b) => a.at - b.at)
  const point = (at: number, beside = 0): Point => (isAcross ? [at, line + beside] : [line + beside, at])
  const [first, last] = [sorted[0]!, sorted.at(-1)!]
  const runs: Point[][] = [[point(first.at - 1.5), point(last.at + 1.5)]]
  const marks: Mark[] = []
  for (const { at } of sorted) {
    const [x, y] = point(at)
    runs.push([
      [x - STROKE, y + STROKE],
      [x + STROKE, y - STROKE],
    ])
  }
  for (const [k, { at, value }] of sorted.slice(1).entries()) {
    const before = sorted[k]!
    const words = text(Math.abs(value - before.value))
    const room = at - before.at - 0.8
    const capital = [TEXT, 2.1, SMALL].find((size) => textWidth(words, size) <= room)
    if (capital === undefined) continue
    const middle = point((at + before.at) / 2, -ABOVE)
    marks.push({
      shape: 'text',
      at: middle,
      text: words,
      capital,
      anchor: 'middle',
      isHeld: true,
      ...(!isAcross && { turn: 90 }),
    })
  }
  return [{ shape: 'lines', line: 'dimension', runs }, ...marks]
}
