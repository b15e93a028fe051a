import { reachOfArea } from '#lib/geometry/area-mesh.ts'
import { bodyOf } from '#lib/geometry/frame-records.ts'
import { clippedPath, type GridCurve } from '#lib/geometry/grid-curves.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import { reachOfBody, type SectionBody } from '#lib/geometry/section-body.ts'
import { AXIS, dot, type Vec } from '#lib/model/shape/vector.ts'
import { isInFeet, type LengthDisplay, type LengthUnit } from '#lib/model/units.ts'
import type { Up } from '#lib/model/up-axis.ts'
import type { RuledLevel } from '../level-ruler.ts'
import type { Rgb } from '../palette.ts'
import { BUBBLE_ROOM, PAST } from './bubble-marks.ts'
import { TEXT } from './dimensions.ts'
import { areaBody, type Body, frameBody, type Sight, type SightPoint } from './drawing-bodies.ts'
import { isBeside } from './is-beside.ts'
import { type Area, drawingArea, ELEVATION_MARGINS, type Margins, type PaperChoice, PLAN_MARGINS } from './paper.ts'
import { bestScale, refusalOf } from './sheet-scale.ts'
import type { Point } from './svg.ts'
import { textWidth } from './text-width.ts'

/** What a plan or an elevation shows, and where it lies on its paper. */

export type Drawing = {
  scene: Scene
  sight: Sight
  isPlan: boolean
  /** Of the model, which of its axes is shown upward; null: +Z. */
  up: Up | null
  isVisible: (kind: 'frame' | 'area' | 'support', index: number) => boolean
  /** The place in the legend of a frame or an area, and the colours of those places. */
  slotOf: (kind: 'frame' | 'area', index: number) => number
  colours: readonly Rgb[]
  levels: readonly RuledLevel[]
  hasGrid: boolean
  unit: LengthUnit | undefined
  display: LengthDisplay
}

export type Layout = {
  drawing: Drawing
  area: Area
  /** The N of 1:N; null where the model's unit is unknown. */
  scale: number | null
  /** Millimetres on paper for a unit of the model. */
  perUnit: number
  /** Around what is drawn, in the unit of the model, to the right and upward. */
  low: Point
  high: Point
  grid: GridLine[]
  /** Of a plan. */
  curves: readonly GridCurve[]
  /** Frames and areas in it, and of each colour. */
  count: number
  counts: readonly number[]
  /** Null where there are so many that they are painted. */
  bodies: Body[] | null
}

/** Beyond so many frames and areas a drawing is a picture under its marks. */
export const MOST_DRAWN = 20_000

/** Where it lies on the paper, and how large; or why it has no room. `scale` null: the largest that fits. */
export function layDrawing(drawing: Drawing, paper: PaperChoice, scale: number | null): Layout | { says: string; scale: number } {
  const { sight, unit, display, scene } = drawing
  const extent = extentOf(drawing)
  let { low, high } = extent
  const size = Math.max(high[0] - low[0], high[1] - low[1])
  const grid = drawing.hasGrid ? gridLinesSeen(scene, sight, low, high, size) : []
  for (const { across, at } of grid) {
    const k = across ? 0 : 1
    low = k === 0 ? [Math.min(low[0], at), low[1]] : [low[0], Math.min(low[1], at)]
    high = k === 0 ? [Math.max(high[0], at), high[1]] : [high[0], Math.max(high[1], at)]
  }
  const curves =
    drawing.hasGrid && drawing.isPlan ? scene.grid.curves.filter((curve) => isCurveNear(curve, sight, low, high)) : []
  const area = drawingArea(paper, withCurves(gridMargins(drawing, grid), curves.length > 0))
  const [width, height] = [high[0] - low[0], high[1] - low[1]]
  const { count, counts, bodies } = extent
  const laid = { drawing, area, low, high, grid, curves, count, counts, bodies }
  if (!unit) {
    const perUnit = Math.min(area.width / Math.max(width, 1e-9), area.height / Math.max(height, 1e-9), 1e9)
    return { ...laid, scale: null, perUnit }
  }
  const millimetres = unit.metres * 1000
  const real = { width: width * millimetres, height: height * millimetres }
  if (scale !== null) {
    const says = refusalOf(real, area, scale)
    if (says) return { says, scale }
  }
  const chosen = scale ?? bestScale(real, area, isInFeet(unit, display))
  if (chosen === null) return { says: refusalOf(real, area, 100_000) ?? '', scale: 100_000 }
  return { ...laid, scale: chosen, perUnit: millimetres / chosen }
}

/** A grid line that is seen on edge. `at`: to the right where it stands `across`, else upward, about the scene's origin. */
export type GridLine = { across: boolean; at: number; value: number; label: string }

export function gridLinesSeen({ grid, origin }: Scene, { right, up }: Sight, low: Point, high: Point, size: number): GridLine[] {
  return grid.plan.flatMap(({ axis, coordinate, label }): GridLine[] => {
    const k = AXIS[axis]
    const across = Math.abs(right[k]) > 0.99
    if (!across && Math.abs(up[k]) < 0.99) return []
    const position = (coordinate - origin[k]) * (across ? right[k] : up[k])
    const [from, to] = across ? [low[0], high[0]] : [low[1], high[1]]
    return isBeside(position, from, to, size) ? [{ across, at: position, value: coordinate, label }] : []
  })
}

/** A skew line or an arc that passes what is drawn. */
function isCurveNear({ path }: GridCurve, { right, up }: Sight, low: Point, high: Point): boolean {
  const flat = path.map((point): Point => [dot(point, right), dot(point, up)])
  return (
    clippedPath(flat, low, high, (a, b, share): Point => [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]).length > 0
  )
}

/** Their bubbles stand on any side. */
function withCurves(margins: Margins, has: boolean): Margins {
  if (!has) return margins
  const [beside, around] = [PAST.whole + BUBBLE_ROOM, PAST.drawn + BUBBLE_ROOM]
  return {
    left: Math.max(margins.left, beside),
    right: Math.max(margins.right, around),
    above: Math.max(margins.above, beside),
    below: Math.max(margins.below, around),
  }
}

/** Across a bubble's row, beyond the usual. */
const MOST_WIDER = 25
/** For the dimension of the whole, where no grid lines give others. */
const WHOLE = 12
/** Long labels beside a plan need more room; where there are no lines, the size of the whole takes little. */
export function gridMargins({ isPlan }: Pick<Drawing, 'isPlan'>, grid: readonly GridLine[]): Margins {
  if (!isPlan) return ELEVATION_MARGINS
  const beside = grid.filter(({ across }) => !across).map(({ label }) => textWidth(label, TEXT))
  const { left, right, above, below } = PLAN_MARGINS
  return {
    left: beside.length > 0 ? left + Math.min(MOST_WIDER, Math.max(0, Math.max(...beside) - 7)) : WHOLE,
    right,
    above: grid.some(({ across }) => across) ? above : WHOLE,
    below,
  }
}

/** From the right, upward and the depth in the model to the sheet. */
export const placeOn = ({ area, low, high, perUnit }: Pick<Layout, 'area' | 'low' | 'high' | 'perUnit'>) => {
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2]
  const [middleX, middleY] = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2]
  return (across: number, up: number): Point => [x + (across - middleX) * perUnit, y - (up - middleY) * perUnit]
}

/** Frames and areas between the planes, one after the other: those beyond them are not even looked at closely. */
export function* bodiesIn({ scene, sight, isVisible }: Drawing): Generator<Body> {
  for (let k = 0; k < scene.areas.count; k++) {
    if (!isVisible('area', k) || !isAreaNear(scene, k, sight)) continue
    const body = areaBody(scene, k, sight)
    if (body) yield body
  }
  for (let k = 0; k < scene.frames.count; k++) {
    if (!isVisible('frame', k) || !isFrameNear(scene, k, sight)) continue
    const body = frameBody(scene, k, sight)
    if (body) yield body
  }
}

function isFrameNear(
  { nodes, frames: { records }, bodies, placements }: Scene,
  k: number,
  { toward, near, far }: Sight,
): boolean {
  const depth = (node: number) =>
    nodes[4 * node]! * toward[0] + nodes[4 * node + 1]! * toward[1] + nodes[4 * node + 2]! * toward[2]
  const [a, b] = [depth(records[4 * k]!), depth(records[4 * k + 1]!)]
  const placement = 4 * records[4 * k + 2]!
  const body = bodies[bodyOf(records[4 * k + 3]!)]
  const reach = Math.hypot(placements[placement + 2]!, placements[placement + 3]!) + (body ? reachOf(body) : 0)
  return Math.max(a, b) + reach >= far && Math.min(a, b) - reach <= near
}

const reaches = new WeakMap<object, number>()
function reachOf(body: SectionBody): number {
  const known = reaches.get(body)
  if (known !== undefined) return known
  const reach = reachOfBody(body)
  reaches.set(body, reach)
  return reach
}

function isAreaNear(scene: Scene, k: number, { toward: [x, y, z], near, far }: Sight): boolean {
  const high = reachOfArea(scene, k, x, y, z)
  return high === -Infinity || (high >= far && -reachOfArea(scene, k, -x, -y, -z) <= near)
}

/** Of what is drawn, with its bodies; where nothing is, of the whole model. */
function extentOf(drawing: Drawing): Pick<Layout, 'low' | 'high' | 'count' | 'counts' | 'bodies'> {
  let [x0, y0, x1, y1, count] = [Infinity, Infinity, -Infinity, -Infinity, 0]
  const take = ([x, y]: SightPoint | Point) => {
    x0 = Math.min(x0, x)
    y0 = Math.min(y0, y)
    x1 = Math.max(x1, x)
    y1 = Math.max(y1, y)
  }
  const counts: number[] = []
  let bodies: Body[] | null = []
  for (const body of bodiesIn(drawing)) {
    const { kind, index, edges, faces } = body
    count++
    if (count > MOST_DRAWN) bodies = null
    bodies?.push(body)
    const slot = drawing.slotOf(kind, index)
    counts[slot] = (counts[slot] ?? 0) + 1
    for (const [a, b] of edges) {
      take(a)
      take(b)
    }
    if (edges.length === 0) for (const { points } of faces) for (const point of points) take(point)
  }
  if (count === 0) {
    const { scene, sight } = drawing
    for (const corner of [scene.low, scene.high] as const) take(flatten(corner, sight))
  }
  return { low: [x0, y0], high: [x1, y1], count, counts, bodies }
}

const flatten = (p: Vec, { right, up }: Sight): Point => [dot(p, right), dot(p, up)]
