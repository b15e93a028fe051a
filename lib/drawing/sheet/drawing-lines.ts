import { asHex, mixed, type Rgb } from '../palette.ts'
import { twiceArea } from '../polygon.ts'
import { isDrawnByAxis, isThinCut } from './body-lines.ts'
import { curveMarks } from './curve-marks.ts'
import type { Body, SightPoint } from './drawing-bodies.ts'
import { type Drawing, type Layout, placeOn } from './drawing-layout.ts'
import { gridMarks, levelMarks } from './drawing-marks.ts'
import { hiddenLines } from './hidden-lines.ts'
import { supportMarks } from './support-marks.ts'
import type { Mark, Point } from './svg.ts'

/** A plan or an elevation as marks on paper: bodies with their lines, grid lines, dimensions, levels, supports. */

/** Of its colour: what is seen, and what is cut. */
const SEEN_TINT = 0.32
const CUT_TINT = 0.3
const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

export const seenFill = (colour: Rgb) => asHex(mixed(WHITE, colour, SEEN_TINT))
/** 30 % ink over the colour of what is seen, so that a cut stands out in black and white too. */
export const cutFill = (colour: Rgb) => asHex(mixed(mixed(WHITE, colour, 0.6), BLACK, CUT_TINT))

/** A piece of the picture that bodies are where there are too many for lines: in millimetres from the upper left of what is drawn. */
export type Painted = { x: number; y: number; width: number; height: number; href: string }

/** `painted`: in place of the bodies. */
export function drawingMarks(layout: Layout, painted: readonly Painted[] | null): Mark[] {
  const { drawing, low, high } = layout
  const grid = gridMarks(layout)
  const curves = curveMarks(layout)
  const levels = drawing.isPlan ? { below: [], above: [] } : levelMarks(layout)
  const bodies = painted ? { fills: [], lines: [] } : bodyMarks(layout)
  const [left, top] = placeOn(layout)(low[0], high[1])
  const pictures = (painted ?? []).map(({ x, y, ...piece }): Mark => ({ shape: 'image', at: [left + x, top + y], ...piece }))
  // Grid lines lie over what is filled, and under every line of what is built.
  return [
    ...bodies.fills,
    ...pictures,
    ...grid.below,
    ...curves.below,
    ...levels.below,
    ...bodies.lines,
    ...supportMarks(layout),
    ...grid.above,
    ...curves.above,
    ...levels.above,
  ]
}

/** A frame without a section, seen along its axis. */
const DOT = 1.4

function bodyMarks(layout: Layout): { fills: Mark[]; lines: Mark[] } {
  const { drawing, perUnit } = layout
  const onPaper = placeOn(layout)
  const bodies = (layout.bodies ?? []).map((body) => scaled(body, perUnit))
  const place = ([x, y]: Point | SightPoint): Point => onPaper(x / perUnit, y / perUnit)
  const fills = inPaintersOrder(bodies.filter((body) => !isDrawnByAxis(body))).flatMap((body): Mark[] => {
    const loops = body.faces.filter(({ facing }) => facing === 1).map(({ points }) => counterClockwise(points).map(place))
    return loops.length ? [{ shape: 'polygon', loops, fill: seenFill(colourOf(drawing, body)) }] : []
  })
  const cuts = bodies.flatMap((body): Mark[] => {
    const { loops } = body.cut
    if (loops.length === 0) return []
    const fill = isThinCut(body) ? '#000' : cutFill(colourOf(drawing, body))
    return [{ shape: 'polygon', loops: loops.map((loop) => loop.map(place)), fill, isEvenOdd: true }]
  })
  const slot = ({ kind, index }: Body) => drawing.slotOf(kind, index)
  const lines = hiddenLines(bodies, (a, b) => slot(a) === slot(b))
  const run = (kind: keyof typeof lines): Mark[] =>
    lines[kind].length ? [{ shape: 'lines', line: kind, runs: lines[kind].map((run) => run.map(place)) }] : []
  const kinds = (['seam', 'hidden', 'visible', 'axis'] as const).flatMap(run)
  const dots = bodies.flatMap(({ axis, isSolid }): Mark[] => {
    if (isSolid || !axis || Math.hypot(axis[1][0] - axis[0][0], axis[1][1] - axis[0][1]) > DOT) return []
    return [{ shape: 'circle', at: place(axis[0]), radius: DOT / 2, fill: '#000' }]
  })
  return { fills, lines: [...kinds, ...cuts, ...run('cut'), ...dots] }
}

export const colourOf = ({ slotOf, colours }: Drawing, { kind, index }: Body): Rgb =>
  colours[slotOf(kind, index)] ?? [128, 128, 128]

/** The farthest first. */
function inPaintersOrder(bodies: readonly Body[]): Body[] {
  return bodies
    .map((body) => ({ body, depth: depthOf(body, LEVEL) }))
    .sort((a, b) => a.depth - b.depth)
    .map(({ body }) => body)
}

/** On paper: what is less apart in depth is level. */
export const LEVEL = 0.05

/** Of what of it faces the eye, on average. An area that ends at the face of a frame lies over it: `level` decides. */
export function depthOf({ kind, faces }: Body, level: number): number {
  let [sum, count] = [0, 0]
  for (const { points, facing } of faces) {
    if (facing !== 1) continue
    for (const [, , d] of points) {
      sum += d
      count++
    }
  }
  return count ? sum / count + (kind === 'area' ? level : 0) : Number.NEGATIVE_INFINITY
}

const counterClockwise = (points: readonly SightPoint[]): readonly SightPoint[] =>
  twiceArea(points) < 0 ? points.toReversed() : points

function scaled({ faces, edges, axis, cut, ...rest }: Body, by: number): Body {
  const point = ([x, y, d]: SightPoint): SightPoint => [x * by, y * by, d * by]
  const edge = ([a, b]: Body['edges'][number]) => [point(a), point(b)] as const
  return {
    ...rest,
    faces: faces.map(({ points, facing }) => ({ points: points.map(point), facing })),
    edges: edges.map(edge),
    axis: axis && edge(axis),
    cut: { loops: cut.loops.map((loop) => loop.map(point)), runs: cut.runs.map((run) => run.map(point)) },
  }
}
