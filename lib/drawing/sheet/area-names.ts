import { disjointSets } from '#lib/values/disjoint-sets.ts'
import { turn, twiceArea } from '../polygon.ts'
import { SMALL } from './dimensions.ts'
import type { Body } from './drawing-bodies.ts'
import { type Layout, placeOn } from './drawing-layout.ts'
import { type Box, boxAround } from './free-places.ts'
import type { Point } from './svg.ts'
import { textWidth } from './text-width.ts'

/** Names of the areas of a plan, such as the thickness of a slab: once in each, or once where areas of one name go on in one another. */

export type AreaNaming = {
  /** Empty: it is not named. */
  textOf: (area: number) => string
  /** Neighbours of one name are named once. */
  isJoined: boolean
}

/** A name and the boxes in which it may stand, those nearest to the middle first. */
export type AreaName = { text: string; boxes: Box[] }

type Polygon = readonly Point[]
type Part = { text: string; polygons: Polygon[]; size: number }

/** From the text to what bounds the area. */
const INSET = 0.5
/** So many places across and down are tried. */
const PLACES = 12

export function areaNames(layout: Layout, naming: AreaNaming): AreaName[] {
  if (!layout.drawing.isPlan) return []
  return partsOf(layout, naming).map(({ text, polygons }) => ({ text, boxes: boxesIn(polygons, text) }))
}

/** The largest first, which finds room at the best place. */
function partsOf(layout: Layout, { textOf, isJoined }: AreaNaming): Part[] {
  const flat = (layout.bodies ?? []).flatMap((body) => {
    const text = body.kind === 'area' && body.isFlat ? textOf(body.index) : ''
    const polygons = text ? polygonsOf(layout, body) : []
    return polygons.length > 0 ? [{ text, polygons, corners: cornersOf(layout, body) }] : []
  })
  const sets = disjointSets(flat.length)
  const first = new Map<string, number>()
  if (isJoined)
    for (const [k, { text, corners }] of flat.entries())
      for (const corner of corners) {
        const key = `${text} ${corner}`
        const other = first.get(key)
        if (other === undefined) first.set(key, k)
        else sets.join(k, other)
      }
  const parts = new Map<number, Part>()
  for (const [k, { text, polygons }] of flat.entries()) {
    const part = parts.get(sets.find(k)) ?? { text, polygons: [], size: 0 }
    part.polygons.push(...polygons)
    part.size += polygons.reduce((sum, one) => sum + areaOf(one), 0)
    parts.set(sets.find(k), part)
  }
  return [...parts.values()].sort((a, b) => b.size - a.size)
}

const polygonsOf = (layout: Layout, { faces }: Body): Polygon[] => {
  const place = placeOn(layout)
  return faces.flatMap(({ facing, points }) => (facing > 0 ? [points.map(([x, y]) => place(x, y))] : []))
}

/** Of its upper side, at a tenth of a millimetre; those of another level are others. */
function cornersOf({ perUnit }: Layout, { faces }: Body): Set<string> {
  const upper = faces.filter(({ facing }) => facing > 0).flatMap(({ points }) => points)
  return new Set(upper.map((point) => point.map((one) => Math.round(10 * perUnit * one)).join()))
}

function boxesIn(polygons: readonly Polygon[], text: string): Box[] {
  const boxed = polygons.map((polygon) => ({ polygon, box: boxAround(polygon) }))
  const { x0, y0, x1, y1 } = boxAround(polygons.flat())
  const [half, high] = [textWidth(text, SMALL) / 2 + INSET, SMALL / 2 + INSET]
  const [across, down] = [x1 - x0 - 2 * half, y1 - y0 - 2 * high]
  if (across < 0 || down < 0) return []
  const [cx, cy] = centreOf(polygons)
  const isInside = ([x, y]: Point) =>
    boxed.some(({ polygon, box }) => x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1 && holds(polygon, [x, y]))
  const along = (from: number, length: number) => Array.from({ length: PLACES + 1 }, (_, k) => from + (length * k) / PLACES)
  const middles = [
    [cx, cy] as Point,
    ...along(x0 + half, across).flatMap((x) => along(y0 + high, down).map((y): Point => [x, y])),
  ]
  return middles
    .sort(([ax, ay], [bx, by]) => Math.hypot(ax - cx, ay - cy) - Math.hypot(bx - cx, by - cy))
    .filter(([x, y]) => [-1, -0.5, 0, 0.5, 1].every((u) => [-1, 0, 1].every((v) => isInside([x + u * half, y + v * high]))))
    .map(([x, y]) => ({ x0: x - half, y0: y - high, x1: x + half, y1: y + high }))
}

const areaOf = (polygon: Polygon) => Math.abs(twiceArea(polygon)) / 2

function centreOf(polygons: readonly Polygon[]): Point {
  let [sum, sx, sy] = [0, 0, 0]
  for (const polygon of polygons) {
    const area = areaOf(polygon)
    sum += area
    sx += area * (polygon.reduce((all, [x]) => all + x, 0) / polygon.length)
    sy += area * (polygon.reduce((all, [, y]) => all + y, 0) / polygon.length)
  }
  return [sx / sum, sy / sum]
}

/** What is rounded on the line between two triangles lies in one of them. */
const ON_LINE = 1e-6

/** Convex, either way round. */
function holds(polygon: Polygon, point: Point): boolean {
  const sides = polygon.map((corner, k) => turn(corner, polygon[(k + 1) % polygon.length]!, point))
  return sides.every((side) => side >= -ON_LINE) || sides.every((side) => side <= ON_LINE)
}
