import type { Mark, Point } from './svg.ts'
import { textWidth } from './text-width.ts'

/** Chains of dimensions, as ISO 129-1 draws them for buildings: oblique strokes, the number over its line. */

export const SMALL = 1.8
export const TEXT = 2.5
const STROKE = 1.1
const ABOVE = 0.9

/** A place along the chain on the sheet and its coordinate in the model. */
export type Stop = { at: number; value: number }

/** From end to end, where there is something between. */
export const overall = (stops: readonly Stop[]): readonly Stop[] =>
  stops.length > 2 ? [...stops.slice(0, 1), ...stops.slice(-1)] : []

/** `across`: to the right along `line`, a height on the sheet; else upward along a place across. Numbers read from below and from the right. */
export function dimensionChain(stops: readonly Stop[], line: number, isAcross: boolean, text: (value: number) => string): Mark[] {
  const [first, ...others] = stops.toSorted((a, b) => a.at - b.at)
  const last = others.at(-1)
  if (!first || !last) return []
  const point = (position: number, beside = 0): Point => (isAcross ? [position, line + beside] : [line + beside, position])
  const runs: Point[][] = [[point(first.at - 1.5), point(last.at + 1.5)]]
  const marks: Mark[] = []
  for (const { at } of [first, ...others]) {
    const [x, y] = point(at)
    runs.push([
      [x - STROKE, y + STROKE],
      [x + STROKE, y - STROKE],
    ])
  }
  let before = first
  for (const end of others) {
    const start = before
    before = end
    const words = text(Math.abs(end.value - start.value))
    const capital = [TEXT, 2.1, SMALL].find((size) => textWidth(words, size) <= end.at - start.at - 0.8)
    if (capital === undefined) continue
    const middle = (start.at + end.at) / 2
    const half = textWidth(words, capital) / 2 + 0.4
    const top = -capital - ABOVE - 0.3
    // A grid line that runs through the number would make another of it.
    const outline = [point(middle - half, top), point(middle + half, top), point(middle + half, -0.3), point(middle - half, -0.3)]
    marks.push(
      { shape: 'polygon', loops: [outline], fill: '#fff' },
      { shape: 'text', at: point(middle, -ABOVE), text: words, capital, anchor: 'middle', ...(!isAcross && { turn: 90 }) },
    )
  }
  return [{ shape: 'lines', line: 'dimension', runs }, ...marks]
}
