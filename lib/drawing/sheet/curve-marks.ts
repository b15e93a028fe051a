import { clippedPath, type GridCurve, hasBubbleFirst } from '#lib/geometry/grid-curves.ts'
import { drawnNumber } from '#lib/model/check/drawn-length.ts'
import { dot } from '#lib/model/shape/vector.ts'
import { bubbleMarks, PAST, RADIUS } from './bubble-marks.ts'
import { SMALL, TEXT } from './dimensions.ts'
import { type Layout, placeOn } from './drawing-layout.ts'
import type { Mark, Point } from './svg.ts'
import { shortened, textWidth } from './text-width.ts'

/**
 * Skew grid lines and arcs of a plan on paper: dash-dot, lines with their bubbles outside what is drawn, arcs with theirs where they begin.
 * Dimensions: between parallel lines square to them, angles between lines through one point outside its last ring, radii along the first line.
 */

/** A name that is longer is written shorter. */
const WIDEST = 14
const STROKE = 1.1
/** Of parallel lines, as of those that cross nowhere on paper. */
const PARALLEL = Math.sin((0.1 * Math.PI) / 180)

type Box = { from: Point; to: Point }
/** From where it begins to its bubble, in millimetres. */
type Drawn = { curve: GridCurve; points: Point[]; pieces: Point[][] }

export function curveMarks(layout: Layout): { below: Mark[]; above: Mark[] } {
  const { drawing, low, high, curves, grid } = layout
  if (curves.length === 0) return { below: [], above: [] }
  const place = placeOn(layout)
  const [left, bottom] = place(low[0], low[1])
  const [right, top] = place(high[0], high[1])
  // Beyond the dimensions of straight lines.
  const rows = (across: boolean) => (grid.some((line) => line.across === across) ? PAST.rows : PAST.whole)
  const box: Box = { from: [left - rows(false), top - rows(true)], to: [right + PAST.drawn, bottom + PAST.drawn] }
  const { right: across, up } = drawing.sight
  const drawn = curves.map((curve): Drawn => {
    const points = curve.path.map((point) => place(dot(point, across), dot(point, up)))
    if (hasBubbleFirst(curve)) points.reverse()
    return { curve, points, pieces: clippedPath(points, box.from, box.to, between) }
  })
  const bubbles = drawn.flatMap((one) => bubbleAt(one, box))
  const dimensions = [...parallels(layout, drawn), ...around(layout, drawn, box)]
  return {
    below: [{ shape: 'lines', line: 'grid', runs: drawn.flatMap(({ pieces }) => pieces) }],
    above: [...dimensions, ...bubbles],
  }
}

const between = (a: Point, b: Point, share: number): Point => [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]]
const crossed = (a: Point, b: Point) => a[0] * b[1] - a[1] * b[0]
const along = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1]
const moved = (a: Point, way: Point, by: number): Point => [a[0] + by * way[0], a[1] + by * way[1]]

function unit(a: Point, b: Point): Point | null {
  const way = minus(b, a)
  const long = Math.hypot(...way)
  return long > 0 ? [way[0] / long, way[1] / long] : null
}

/** At the end of what is seen; a line goes on to it until it has left what is drawn. */
function bubbleAt({ curve, pieces }: Drawn, box: Box): Mark[] {
  const piece = pieces.at(-1)
  const [before, end] = [piece?.at(-2), piece?.at(-1)]
  const way = before && end && unit(before, end)
  if (!piece || !end || !way) return []
  const reach = curve.arc ? 0 : toTheEdge(end, way, box)
  const edge = moved(end, way, reach)
  if (reach > 0) piece.push(edge)
  const text = shortened(curve.label, TEXT, WIDEST)
  const wide = Math.max(RADIUS, textWidth(text, TEXT) / 2 + 1.5)
  const [x, y] = moved(edge, way, wide > RADIUS ? Math.hypot(wide * way[0], RADIUS * way[1]) : RADIUS)
  return bubbleMarks({ x, y, wide, text, capital: TEXT })
}

/** How far it is from a point to the side of the box that holds it. */
function toTheEdge([x, y]: Point, [wx, wy]: Point, { from, to }: Box): number {
  const until = (at: number, way: number, low: number, high: number) =>
    way > 1e-9 ? (high - at) / way : way < -1e-9 ? (low - at) / way : Infinity
  return Math.max(0, Math.min(until(x, wx, from[0], to[0]), until(y, wy, from[1], to[1])))
}

/** A line and which way it runs on paper. */
type Line = { at: Point; end: Point; way: Point }

const linesOf = (drawn: readonly Drawn[]): Line[] =>
  drawn.flatMap(({ curve, points, pieces }) => {
    const [at, end] = [points[0], pieces.at(-1)?.at(-1)]
    const way = curve.arc || !at || !points[1] ? null : unit(at, points[1])
    return at && end && way ? [{ at, end, way }] : []
  })

/** Chains between parallel lines, square to them, near the first of their bubbles. */
function parallels(layout: Layout, drawn: readonly Drawn[]): Mark[] {
  const groups: [Line, ...Line[]][] = []
  for (const line of linesOf(drawn)) {
    const group = groups.find(([first]) => Math.abs(crossed(first.way, line.way)) <= PARALLEL)
    if (group) group.push(line)
    else groups.push([line])
  }
  return groups.flatMap((group): Mark[] => {
    const [first] = group
    const aside: Point = [-first.way[1], first.way[0]]
    const ends = group.map(({ end }) => along(minus(end, first.at), first.way))
    const foot = moved(first.at, first.way, Math.min(...ends) - 2)
    const stops = group.map(({ at }) => along(minus(at, first.at), aside)).sort((a, b) => a - b)
    const [start, last] = [stops[0], stops.at(-1)]
    if (group.length < 2 || start === undefined || last === undefined) return []
    const run = [moved(foot, aside, start), moved(foot, aside, last)]
    return [
      dimensionLines(
        [run],
        stops.map((stop) => moved(foot, aside, stop)),
      ),
      ...stops.slice(1).flatMap((stop, k): Mark[] => {
        const before = stops[k] ?? stop
        const words = numberOf(layout, (stop - before) / layout.perUnit)
        return stop - before > 1e-6 ? label(moved(foot, aside, (stop + before) / 2), aside, words, stop - before) : []
      }),
    ]
  })
}

/** Radii of the rings about a centre, and angles between the lines through it. */
function around(layout: Layout, drawn: readonly Drawn[], box: Box): Mark[] {
  const place = placeOn(layout)
  const { right, up } = layout.drawing.sight
  const centres: { at: Point; radii: number[]; starts: Point[] }[] = []
  for (const { curve, points } of drawn) {
    if (!curve.arc) continue
    const at = place(dot(curve.arc.center, right), dot(curve.arc.center, up))
    const same = centres.find((one) => Math.hypot(...minus(one.at, at)) < 0.05)
    const centre = same ?? { at, radii: [], starts: [] }
    if (!same) centres.push(centre)
    centre.radii.push(curve.arc.radius)
    centre.starts.push(points.at(-1) ?? at)
  }
  const isIn = ([x, y]: Point) => x >= box.from[0] && y >= box.from[1] && x <= box.to[0] && y <= box.to[1]
  return centres.flatMap(({ at, radii, starts }): Mark[] => {
    const rays = linesOf(drawn).filter((line) => Math.abs(crossed(line.way, minus(at, line.at))) < 0.05)
    const angles = rays.map(({ end }) => Math.atan2(at[1] - end[1], end[0] - at[0])).sort((a, b) => a - b)
    const [firstStart] = starts
    const first = rays[0] ? unit(at, rays[0].end) : firstStart && unit(at, firstStart)
    const named = first
      ? [...new Set(radii)].flatMap((radius): Mark[] => {
          const point = moved(at, first, radius * layout.perUnit)
          return isIn(point) ? label(moved(point, first, 1.5), [1, 0], `R ${numberOf(layout, radius)}`, Infinity) : []
        })
      : []
    const outside = Math.max(...radii) * layout.perUnit + 5
    const spot = (angle: number): Point => [at[0] + outside * Math.cos(angle), at[1] - outside * Math.sin(angle)]
    const spans = angles.slice(1).flatMap((to, k): Mark[] => {
      const from = angles[k] ?? to
      const middle = spot((from + to) / 2)
      if (to - from < 1e-6 || to - from > Math.PI || !isIn(middle)) return []
      const steps = Math.max(1, Math.ceil((to - from) / (Math.PI / 36)))
      const run = Array.from({ length: steps + 1 }, (_, i) => spot(from + ((to - from) * i) / steps))
      const degrees = Number((((to - from) * 180) / Math.PI).toFixed(2))
      const tangent: Point = [Math.sin((from + to) / 2), Math.cos((from + to) / 2)]
      return [dimensionLines([run], [spot(from), spot(to)]), ...label(middle, tangent, `${degrees}°`, (to - from) * outside)]
    })
    return [...spans, ...named]
  })
}

const numberOf = ({ drawing }: Layout, value: number) => drawnNumber(value, drawing.unit, drawing.display)

const dimensionLines = (runs: readonly (readonly Point[])[], stops: readonly Point[]): Mark => ({
  shape: 'lines',
  line: 'dimension',
  runs: [...runs, ...stops.map(([x, y]): Point[] => [[x - STROKE, y + STROKE], [x + STROKE, y - STROKE]])], // biome-ignore format: a line
})

/** A number in the middle of its line, which reads from below or from the right; left out where it has no room. */
function label(at: Point, way: Point, text: string, room: number): Mark[] {
  const capital = [TEXT, SMALL].find((size) => textWidth(text, size) <= room - 0.8)
  if (capital === undefined) return []
  const wide = textWidth(text, capital)
  const [x, y] = way[0] < -1e-9 || (Math.abs(way[0]) <= 1e-9 && way[1] > 0) ? [-way[0], -way[1]] : way
  const [half, high] = [wide / 2 + 0.4, capital / 2 + 0.4]
  const corner = (i: number, j: number): Point => [at[0] + i * half * x - j * high * y, at[1] + i * half * y + j * high * x]
  return [
    { shape: 'polygon', loops: [[corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]], fill: '#fff' },
    {
      shape: 'text',
      at: [at[0] - (capital / 2) * y, at[1] + (capital / 2) * x],
      text,
      capital,
      anchor: 'middle',
      turn: (-Math.atan2(y, x) * 180) / Math.PI,
    },
  ]
}
