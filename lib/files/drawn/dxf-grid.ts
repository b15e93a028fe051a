import { straightEnds } from '#lib/geometry/grid-bubble.ts'
import { type Vec, vec } from '#lib/model/shape/vector.ts'
import { placeOfCurve } from '#lib/schema/grid-line-rules.ts'
import type { ViewerGridLine, ViewerModel } from '#lib/schema/schema.ts'
import { type DxfEntity, numberOf, pointOf } from './dxf-groups.ts'
import type { Place } from './dxf-shapes.ts'

/** Grid lines in a drawing: LINE, ARC and CIRCLE on the layer GRID, which come back by the id in their extended data. */

export const GRID = 'GRID'

type Shape = Omit<ViewerGridLine, 'id'>
/** `at`: end points of a LINE, or the middle of an ARC or CIRCLE; angles in degrees. */
export type GridEntity = { id: string } & (
  | { type: 'LINE'; start: Vec; end: Vec }
  | { type: 'ARC' | 'CIRCLE'; centre: Vec; radius: number; from: number; to: number }
)

/** All but the levels, at the lowest node. */
export function gridEntities({ gridLines = [], bounds }: ViewerModel): GridEntity[] {
  const [low, high] = [vec(bounds.min), vec(bounds.max)]
  const ends = straightEnds(gridLines, low, high)
  const z = low[2]
  return gridLines.flatMap((gridLine): GridEntity[] => {
    const { id, arc } = gridLine
    if (arc) {
      const isWhole = arc.to - arc.from === 360
      const { center, radius, from, to } = arc
      return [{ id, type: isWhole ? 'CIRCLE' : 'ARC', centre: [center.x, center.y, z], radius, from, to }]
    }
    const line = gridLine.line ?? ends(gridLine)
    return line ? [{ id, type: 'LINE', start: [line.from.x, line.from.y, z], end: [line.to.x, line.to.y, z] }] : []
  })
}

/** What an entity of the layer says; undefined where it does not stand upright over the plan. A line along an axis is a straight one. */
export function gridShapeOf(entity: DxfEntity, place: Place): Shape | undefined {
  if (entity.type === 'LINE') {
    const [start, end] = [place(pointOf(entity, 10)), place(pointOf(entity, 11))]
    const [dx, dy] = [end[0] - start[0], end[1] - start[1]]
    const long = Math.hypot(dx, dy)
    if (!(long > 0) || Math.abs(end[2] - start[2]) > 1e-9 * long) return undefined
    if (Math.abs(dx) <= 1e-9 * long) return { axis: 'X', coordinate: start[0] + 0 }
    if (Math.abs(dy) <= 1e-9 * long) return { axis: 'Y', coordinate: start[1] + 0 }
    return shapeOf({ line: { from: { x: start[0] + 0, y: start[1] + 0 }, to: { x: end[0] + 0, y: end[1] + 0 } } })
  }
  if (entity.type !== 'ARC' && entity.type !== 'CIRCLE') return undefined
  const [centre, right, up] = [place(pointOf(entity, 10)), place([1, 0, 0]), place([0, 1, 0])]
  const origin = place([0, 0, 0])
  // Inserted turned, mirrored or upright it is another arc.
  if (right[0] - origin[0] !== 1 || up[1] - origin[1] !== 1) return undefined
  const isWhole = entity.type === 'CIRCLE'
  const from = isWhole ? 0 : numberOf(entity, 50)
  const end = isWhole ? 360 : numberOf(entity, 51)
  const to = end > from ? end : end + 360
  const radius = numberOf(entity, 40)
  if (!(radius > 0) || to - from > 360 || to <= from) return undefined
  return shapeOf({ arc: { center: { x: centre[0] + 0, y: centre[1] + 0 }, radius, from, to } })
}

function shapeOf(curve: Pick<ViewerGridLine, 'line' | 'arc'>): Shape | undefined {
  const place = placeOfCurve(curve)
  return place && { axis: place.axis, coordinate: place.axis === 'X' ? place.x : place.y, ...curve }
}
