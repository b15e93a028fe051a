import { patternName } from '#lib/geometry/support-name.ts'
import { type Pattern, patternShown } from '#lib/geometry/support-pattern.ts'
import { type Part, PLATE, supportSymbol, symbolMesh, THICK } from '#lib/geometry/support-symbol.ts'
import { toModel } from '#lib/model/display-axes.ts'
import { AXES, AXIS_VECTORS, add, directionOf, dot, scale, subtract, type Vec, vecAt } from '#lib/model/shape/vector.ts'
import { hullOf } from '../polygon.ts'
import { type Drawing, type Layout, placeOn } from './drawing-layout.ts'
import type { Area } from './paper.ts'
import type { Mark, Point } from './svg.ts'

/** Supports on paper: in a drawing, and in its legend. */

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
export type SupportDrawing = Pick<Drawing, 'scene' | 'sight' | 'up' | 'isVisible'>

/** What its supports hold and how many hold it, the most first, each with its symbol in the middle of an area as it is seen there. */
export function supportLegend(drawing: SupportDrawing): SupportEntry[] {
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
function supportsIn({ scene, sight, isVisible }: SupportDrawing): { at: Vec; pattern: Pattern }[] {
  const { nodes, patterns, glyphOf } = scene.supports
  const shown = new Set<number>()
  for (const [k, glyph] of glyphOf.entries()) if (isVisible('support', k)) shown.add(glyph)
  return [...nodes.entries()].flatMap(([glyph, node]) => {
    const point = vecAt(scene.nodes, 4 * node)
    const depth = dot(point, sight.toward)
    if (!shown.has(glyph) || scene.nodes[4 * node + 3]! < 0 || depth > sight.near || depth < sight.far) return []
    return { at: point, pattern: patterns[glyph]! }
  })
}

/** `node`: where it stands on paper. `size`: millimetres of a unit of the symbol. */
function symbolMarks(pattern: Pattern, { sight, up }: SupportDrawing, node: Point, size: number): Mark[] {
  const pointAt = (offset: Vec): Point => {
    const shown = toModel(up, offset)
    return [node[0] + size * dot(shown, sight.right), node[1] - size * dot(shown, sight.up)]
  }
  // From above it lies over the column that it holds, which is to be seen.
  const fill = Math.abs(dot(toModel(up, [0, 0, 1]), sight.toward)) > 0.99 ? 'none' : '#fff'
  return supportSymbol(patternShown(pattern, up)).flatMap((part) => partMarks(part, pointAt, size, fill))
}

/** As large as on the drawing, or smaller where the area is. */
function symbolWithin(pattern: Pattern, drawing: SupportDrawing, { x, y, width, height }: Area): Mark[] {
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
function partMarks(part: Part, pointAt: (offset: Vec) => Point, size: number, fill: string): Mark[] {
  const lines = (runs: Point[][]): Mark => ({ shape: 'lines', line: 'support', runs })
  const face = (points: Point[]): Mark => ({ shape: 'polygon', loops: [hullOf(points, 1e-9)], fill, line: 'support' })
  const ball = (centre: Vec, radius: number): Mark => ({
    shape: 'circle',
    at: pointAt(centre),
    radius: radius * size,
    line: 'support',
    fill,
  })
  const square = (half: number, z: number): Point[] => [
    pointAt([-half, -half, z]),
    pointAt([half, -half, z]),
    pointAt([half, half, z]),
    pointAt([-half, half, z]),
  ]
  if (part.shape === 'block') return [face([...square(0.5, -0.62), ...square(0.5, -0.02)])]
  if (part.shape === 'cone') {
    const [base, apex] = [square(0.5, -0.9), pointAt([0, 0, 0])]
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
  return rodMarks(part as Extract<Part, { from: Vec }>, pointAt, face, lines)
}

/** A line to the plate or disc at its end, as these are seen from there. */
function rodMarks(
  { shape, axis, from, to }: Extract<Part, { from: Vec }>,
  pointAt: (offset: Vec) => Point,
  face: (points: Point[]) => Mark,
  lines: (runs: Point[][]) => Mark,
): Mark[] {
  const [u, v] = AXES.filter((k) => k !== axis).map((k) => AXIS_VECTORS[k]) as [Vec, Vec]
  const inner = add(to, scale(directionOf(subtract(from, to)), THICK))
  const corners = shape === 'strut' ? 4 : 16
  const reach = shape === 'strut' ? PLATE * Math.SQRT2 : PLATE
  const rim = Array.from({ length: corners }, (_, k) => {
    const angle = (2 * Math.PI * (k + 0.5)) / corners
    return add(scale(u, reach * Math.cos(angle)), scale(v, reach * Math.sin(angle)))
  })
  return [
    lines([[pointAt(from), pointAt(inner)]]),
    face([inner, to].flatMap((end) => rim.map((corner) => pointAt(add(end, corner))))),
  ]
}
