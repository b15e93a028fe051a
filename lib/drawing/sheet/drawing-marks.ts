import { drawnNumber, elevationNumber } from '#lib/model/check/drawn-length.ts'
import { AXES } from '#lib/model/shape/vector.ts'
import { levelRuler } from '../level-ruler.ts'
import { bubbleMarks, RADIUS } from './bubble-marks.ts'
import { bubbleRow } from './bubble-row.ts'
import { dimensionChain, overall, SMALL, type Stop, TEXT } from './dimensions.ts'
import { type GridLine, gridMargins, type Layout, placeOn } from './drawing-layout.ts'
import { ELEVATION_MARGINS } from './paper.ts'
import type { Mark, Point } from './svg.ts'
import { shortened, textWidth } from './text-width.ts'

/** What stands around a drawing on paper: grid lines with bubbles and dimensions, levels with their heights. */

/** From what is drawn: chains of dimensions, then the bubbles; in an elevation below what stands on the ground. */
const ROWS = { plan: { between: 7, total: 13.5, bubble: 24.5 }, elevation: { between: 9.5, total: 16, bubble: 24.8 } }
const APART = 2 * RADIUS + 1.5

type GridBubble = { x: number; y: number; half: number; wide: number; text: string; capital: number; line: GridLine }

const stop = (position: number, value: number): Stop => ({ at: position, value })

/** `below`: the lines, under everything; `above`: bubbles and dimensions, of the whole alone where no grid line runs. */
export function gridMarks(layout: Layout): { below: Mark[]; above: Mark[] } {
  const { drawing, low, high, grid } = layout
  const { unit, display, isPlan } = drawing
  const place = placeOn(layout)
  const [left, bottom] = place(low[0], low[1])
  const [right, top] = place(high[0], high[1])
  const rows = isPlan ? ROWS.plan : ROWS.elevation
  const margins = gridMargins(drawing, grid)
  const text = (value: number) => drawnNumber(value, unit, display)
  const below: Mark[] = []
  const above: Mark[] = []
  for (const across of [true, false]) {
    const lines = grid.filter((line) => line.across === across).sort((a, b) => a.at - b.at)
    // On top of a plan and below an elevation; on the left.
    const side = across ? (isPlan ? top : bottom) : left
    const out = across && !isPlan ? 1 : -1
    if (lines.length === 0) {
      const ends = across ? [stop(left, low[0]), stop(right, high[0])] : [stop(top, high[1]), stop(bottom, low[1])]
      // The heights of an elevation are those of its levels.
      if (layout.count > 0 && (across || isPlan)) above.push(...dimensionChain(ends, side + out * rows.between, across, text))
      continue
    }
    const space = across ? 2 * Math.min(margins.left, margins.right) - 3 : margins.left - rows.bubble + RADIUS - 3
    const bubbles = lines.map((line): GridBubble => {
      const [x, y] = place(line.at, line.at)
      const capital = textWidth(line.label, TEXT) <= space ? TEXT : SMALL
      const words = shortened(line.label, capital, space)
      const wide = Math.max(RADIUS, textWidth(words, capital) / 2 + 1.5)
      const row = side + out * rows.bubble
      const bubble = across ? { x, y: row } : { x: row - (wide - RADIUS), y }
      return { ...bubble, half: across ? wide : RADIUS, wide, text: words, capital, line }
    })
    const widest = lines
      .slice(1)
      .reduce((most, line, k) => Math.max(most, textWidth(text(line.value - lines[k]!.value), SMALL)), 0)
    const { written, gaps } = bubbleRow(bubbles, Math.max(APART, widest + 1.5) / 26)
    const edge = side + out * (rows.bubble - RADIUS)
    const beyond = across ? (isPlan ? bottom + 3 : top - 3) : right + 3
    const runs = bubbles.map(({ x, y }): Point[] =>
      across
        ? [
            [x, beyond],
            [x, edge],
          ]
        : [
            [beyond, y],
            [edge, y],
          ],
    )
    below.push({ shape: 'lines', line: 'grid', runs })
    const stops = written.map(({ x, y, line }): Stop => ({ at: across ? x : y, value: line.value }))
    above.push(...dimensionChain(stops, side + out * rows.between, across, text))
    above.push(...dimensionChain(overall(stops), side + out * rows.total, across, text))
    above.push(...written.flatMap(bubbleMarks))
    for (const { x, y, count } of gaps)
      above.push({ shape: 'text', at: [x, y + SMALL / 2], text: `+${count}`, capital: SMALL, anchor: 'middle', isFaint: true })
  }
  return { below, above }
}

/** Pixels of the ruler are quarters of a millimetre: marks stand 5 mm apart. */
const RULER = 0.25
const STAFF = 5
const CHAIN = { heights: 4.5, total: 10 }

/** Levels on the right with a line through the drawing, storey heights and their sum on the left. */
export function levelMarks(layout: Layout): { below: Mark[]; above: Mark[] } {
  const { drawing, low, high, perUnit } = layout
  const { scene, sight, unit, display, levels } = drawing
  const k = AXES.find((axis) => Math.abs(sight.up[axis]) > 0.99) ?? 2
  const toward = Math.sign(sight.up[k]) // -1: heights grow as coordinates fall
  const place = placeOn(layout)
  const [left, bottom] = place(low[0], low[1])
  const [right, top] = place(high[0], high[1])
  const yAt = (height: number) => place(high[0], height - scene.origin[k] * toward)[1]
  const heights = levels.map((level) => ({ ...level, elevation: level.elevation * toward }))
  const near = heights.filter(({ elevation }) => yAt(elevation) >= top - 4.5 && yAt(elevation) <= bottom + 4.5)
  if (near.length === 0) return { below: [], above: [] }
  const ruler = levelRuler(near, {
    at: (elevation) => ({ x: right + STAFF, y: yAt(elevation) }),
    free: [top - 5, bottom + 5],
    height: (bottom - top) / perUnit,
    px: RULER,
  })
  const marks: Mark[] = []
  const space = ELEVATION_MARGINS.right - STAFF - 4
  for (const { y, elevation, label } of ruler.written) {
    const height = elevationNumber(elevation * toward, unit, display)
    const whole = label ? `${label}  ${height}` : height
    const capital = [TEXT, 2.1, SMALL].find((size) => textWidth(whole, size) <= space) ?? SMALL
    const name = label && shortened(label, capital, space - textWidth(`  ${height}`, capital))
    const x = right + STAFF
    marks.push(
      {
        shape: 'lines',
        line: 'dimension',
        runs: [
          [
            [x - 1.5, y],
            [right + ELEVATION_MARGINS.right - 1, y],
          ],
        ],
      },
      {
        shape: 'polygon',
        loops: [
          [
            [x, y],
            [x - 1.3, y - 2.2],
            [x + 1.3, y - 2.2],
          ],
        ],
        fill: '#000',
      },
      { shape: 'text', at: [x + 2.5, y - 0.9], text: name ? `${name}  ${height}` : height, capital },
    )
  }
  const lines = ruler.ticks.map(({ y }): Point[] => [
    [left - 1, y],
    [right + STAFF - 1.5, y],
  ])
  const faint = { shape: 'text', capital: SMALL, isFaint: true } as const
  for (const { y, count } of ruler.gaps) marks.push({ ...faint, at: [right + STAFF + 2.5, y + SMALL / 2], text: `+${count}` })
  if (ruler.more > 0) marks.push({ ...faint, at: [right + STAFF + 2.5, bottom + 5.5], text: `${ruler.more} more` })
  const stops = ruler.written.map(({ y, elevation }): Stop => ({ at: y, value: elevation }))
  const text = (value: number) => drawnNumber(value, unit, display)
  const chains = [
    ...dimensionChain(stops, left - CHAIN.heights, false, text),
    ...dimensionChain(overall(stops), left - CHAIN.total, false, text),
  ]
  return { below: [{ shape: 'lines', line: 'grid', runs: lines }], above: [...marks, ...chains] }
}
