import { type Part, type Pattern, patternName, patternShown, supportSymbol, symbolMesh } from '#lib/geometry/support-symbol.ts'
import { drawnNumber, elevationNumber } from '#lib/model/drawn-length.ts'
import { toModel } from '#lib/model/turned.ts'
import { AXES, add, dot, scale, type Vec, vecAt } from '#lib/model/vector.ts'
import { bubbleRow } from './bubble-row.ts'
import { dimensionChain, overall, SMALL, type Stop, TEXT } from './dimensions.ts'
import { type Drawing, type GridLine, gridMargins, type Layout, placeOn } from './drawing-layout.ts'
import { levelRuler } from './level-ruler.ts'
import { type Area, ELEVATION_MARGINS } from './paper.ts'
import { hullOf } from './polygon.ts'
import type { Mark, Point } from './svg.ts'
import { shortened, textWidth } from './text-width.ts'

/** What stands around a drawing on paper: grid lines with bubbles and dimensions, levels with their heights, supports. */

/** From what is drawn: chains of dimensions, then the bubbles; in an elevation below what stands on the ground. */
const ROWS = { plan: { between: 7, total: 13.5, bubble: 24.5 }, elevation: { between: 9.5, total: 16, bubble: 24.8 } }
const RADIUS = 4.5
const APART = 2 * RADIUS + 1.5

type GridBubble = { x: number; y: number; half: number; wide: number; text: string; capital: number; line: GridLine }

const stop = (at: number, value: number): Stop => ({ at, value })

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
    const room = across ? 2 * Math.min(margins.left, margins.right) - 3 : margins.left - rows.bubble + RADIUS - 3
    const bubbles = lines.map((line): GridBubble => {
      const [x, y] = place(line.at, line.at)
      const capital = textWidth(line.label, TEXT) <= room ? TEXT : SMALL
      const words = shortened(line.label, capital, room)
      const wide = Math.max(RADIUS, textWidth(words, capital) / 2 + 1.5)
      const row = side + out * rows.bubble
      const at = across ? { x, y: row } : { x: row - (wide - RADIUS), y }
      return { ...at, half: across ? wide : RADIUS, wide, text: words, capital, line }
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

function bubbleMarks({ x, y, wide, text, capital }: GridBubble): Mark[] {
  const words: Mark = { shape: 'text', at: [x, y + capital / 2], text, capital, anchor: 'middle' }
  if (wide <= RADIUS) return [{ shape: 'circle', at: [x, y], radius: RADIUS, line: 'block', fill: '#fff' }, words]
  const loop: Point[] = [
    [x - wide, y - RADIUS + 1],
    [x + wide, y - RADIUS + 1],
    [x + wide, y + RADIUS - 1],
    [x - wide, y + RADIUS - 1],
  ]
  return [{ shape: 'polygon', loops: [loop], fill: '#fff', line: 'block' }, words]
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
  const at = (height: number) => place(high[0], height - scene.origin[k] * toward)[1]
  const heights = levels.map((level) => ({ ...level, elevation: level.elevation * toward }))
  const near = heights.filter(({ elevation }) => at(elevation) >= top - 4.5 && at(elevation) <= bottom + 4.5)
  if (near.length === 0) return { below: [], above: [] }
  const ruler = levelRuler(near, {
    at: (elevation) => ({ x: right + STAFF, y: at(elevation) }),
    free: [top - 5, bottom + 5],
    height: (bottom - top) / perUnit,
    px: RULER,
  })
  const marks: Mark[] = []
  const room = ELEVATION_MARGINS.right - STAFF - 4
  for (const { y, elevation, label } of ruler.written) {
    const height = elevationNumber(elevation * toward, unit, display)
    const whole = label ? `${label}  ${height}` : height
    const capital = [TEXT, 2.1, SMALL].find((size) => textWidth(whole, size) <= room) ?? SMALL
    const name = label && shortened(label, capital, room - textWidth(`  ${height}`, capital))
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

/** Of a unit of `geometry/support-symbol.ts`, on paper. */
const GLYPH = 3.2

export function supportMarks(layout: Layout): Mark[] {
  const { drawing } = layout
  const { right, up } = drawing.sight
  const place = placeOn(layout)
  return supportsIn(drawing).flatMap(({ at, pattern }) =>
    symbolMarks(pattern, drawing, place(dot(at, right), dot(at, up)), GLYPH),
  )
}

export type SupportEntry = { label: string; count: number; symbol: (area: Area) => Mark[] }

/** What has supports: a drawing, or a view in space from where it is seen. */
export type Held = Pick<Drawing, 'scene' | 'sight' | 'up' | 'isVisible'>

/** What its supports hold and how many hold it, the most first, each with its symbol in the middle of an area as it is seen there. */
export function supportLegend(drawing: Held): SupportEntry[] {
  const counts = new Map<Pattern, number>()
  for (const { pattern } of supportsIn(drawing)) counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
  return [...counts]
    .sort(([a, many], [b, more]) => more - many || b - a)
    .map(([pattern, count]) => ({
      label: patternName(pattern),
      count,
      symbol: (area) => symbolWithin(pattern, drawing, area),
    }))
}

/** Supports that are shown, one for each symbol, between the planes of the drawing. */
function supportsIn({ scene, sight, isVisible }: Held): { at: Vec; pattern: Pattern }[] {
  const { nodes, patterns, glyphOf } = scene.supports
  const shown = new Set<number>()
  for (const [k, glyph] of glyphOf.entries()) if (isVisible('support', k)) shown.add(glyph)
  return [...nodes.entries()].flatMap(([glyph, node]) => {
    const at = vecAt(scene.nodes, 4 * node)
    const depth = dot(at, sight.toward)
    if (!shown.has(glyph) || scene.nodes[4 * node + 3]! < 0 || depth > sight.near || depth < sight.far) return []
    return { at, pattern: patterns[glyph]! }
  })
}

/** `node`: where it stands on paper. `size`: millimetres of a unit of the symbol. */
function symbolMarks(pattern: Pattern, { sight, up }: Held, node: Point, size: number): Mark[] {
  const at = (offset: Vec): Point => {
    const shown = toModel(up, offset)
    return [node[0] + size * dot(shown, sight.right), node[1] - size * dot(shown, sight.up)]
  }
  // From above it lies over the column that it holds, which is to be seen.
  const fill = Math.abs(dot(toModel(up, [0, 0, 1]), sight.toward)) > 0.99 ? 'none' : '#fff'
  return supportSymbol(patternShown(pattern, up)).flatMap((part) => partMarks(part, at, size, fill))
}

/** As large as on the drawing, or smaller where the area is. */
function symbolWithin(pattern: Pattern, drawing: Held, { x, y, width, height }: Area): Mark[] {
  const across = [drawing.sight.right, drawing.sight.up] as const
  const { positions } = symbolMesh(supportSymbol(patternShown(pattern, drawing.up)))
  const low: [number, number] = [0, 0]
  const high: [number, number] = [0, 0]
  for (let k = 0; k < positions.length; k += 3) {
    const p = toModel(drawing.up, [positions[k]!, positions[k + 1]!, positions[k + 2]!])
    for (const axis of [0, 1] as const) {
      const along = dot(p, across[axis])
      low[axis] = Math.min(low[axis], along)
      high[axis] = Math.max(high[axis], along)
    }
  }
  const size = Math.min(GLYPH, width / (high[0] - low[0]), height / (high[1] - low[1]))
  const node: Point = [x + width / 2 - (size * (low[0] + high[0])) / 2, y + height / 2 + (size * (low[1] + high[1])) / 2]
  return symbolMarks(pattern, drawing, node, size)
}

/** A part of a glyph by its edges. */
function partMarks(part: Part, at: (offset: Vec) => Point, size: number, fill: string): Mark[] {
  const lines = (runs: Point[][]): Mark => ({ shape: 'lines', line: 'support', runs })
  const face = (points: Point[]): Mark => ({ shape: 'polygon', loops: [hullOf(points, 1e-9)], fill, line: 'support' })
  const ball = (centre: Vec, radius: number): Mark => ({
    shape: 'circle',
    at: at(centre),
    radius: radius * size,
    line: 'support',
    fill,
  })
  const square = (half: number, z: number): Point[] => [
    at([-half, -half, z]),
    at([half, -half, z]),
    at([half, half, z]),
    at([-half, half, z]),
  ]
  if (part.shape === 'block') return [face([...square(0.5, -0.62), ...square(0.5, -0.02)])]
  if (part.shape === 'cone') {
    const [base, apex] = [square(0.5, -0.9), at([0, 0, 0])]
    return [face([...base, apex]), lines(base.map((corner) => [corner, apex]))]
  }
  if (part.shape === 'ball') return [ball([0, 0, -0.45], 0.43)]
  if (part.shape === 'ring') return [ball([0, 0, -0.5], 0.4)]
  if (part.shape === 'wheels') {
    const along: Vec = part.along === 'X' ? [0.34, 0, 0] : [0, 0.34, 0]
    const wheels = [1, -1].map((side) => ball(add(scale(along, side), [0, 0, -0.55]), 0.24))
    // Over the plate, so that in a plan it is told apart from a fixed one, and which way it rolls.
    return [face([...square(0.55, -0.3), ...square(0.55, -0.02)]), ...wheels]
  }
  const { from, to } = part as Extract<Part, { from: Vec }>
  const [tail, tip] = [at(from), at(to)]
  const [x, y] = [tip[0] - tail[0], tip[1] - tail[1]]
  const length = Math.hypot(x, y)
  if (length < 0.3) return [{ shape: 'circle', at: tip, radius: 0.5, line: 'support' }] // it points at the eye
  const [u, v] = [x / length, y / length]
  const head = (back: number): Point[] => [
    [tip[0] - u * (back + 1) - v * 0.5, tip[1] - v * (back + 1) + u * 0.5],
    [tip[0] - u * back, tip[1] - v * back],
    [tip[0] - u * (back + 1) + v * 0.5, tip[1] - v * (back + 1) - u * 0.5],
  ]
  return [lines([[tail, tip], head(0), ...(part.shape === 'doubleArrow' ? [head(0.8)] : [])])]
}
