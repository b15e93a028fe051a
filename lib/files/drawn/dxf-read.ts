import type { Vec } from '#lib/model/shape/vector.ts'
import { LENGTH_UNITS } from '#lib/model/units.ts'
import { limits } from '#lib/runtime/limits.ts'
import { FileRefused, fileSyntax, overLimit } from '../file-refused.ts'
import type { FileReader, FileToRead } from '../file-to-read.ts'
import { unitsDisagree } from '../units-disagree.ts'
import { DrawnModel, ownId } from './drawn-model.ts'
import { GRID, gridShapeOf } from './dxf-grid.ts'
import { type DxfEntity, type DxfFile, pointOf, readDxfFile, textOf } from './dxf-groups.ts'
import { arcPoints, insertions, type Place, polylineOf } from './dxf-shapes.ts'
import { INSUNITS } from './dxf-units.ts'

/** Centre lines of a drawing: DXF in ASCII of any release. */
export const readDxf: FileReader = (file) => {
  const drawing = readDxfFile(file.text())
  const metres = readUnit(file, drawing.insUnits)
  const drawn = new DrawnModel(file, metres)
  let insertCount = 0

  const read = (entities: readonly DxfEntity[], place: Place, path: readonly string[]): void => {
    for (const entity of entities) {
      if (entity.type !== 'INSERT') {
        readEntity(drawn, entity, place)
        continue
      }
      const name = textOf(entity, 2).toLowerCase()
      const block = drawing.blocks.get(name)
      if (!block) {
        drawn.drop(entity, 'reference_missing')
        continue
      }
      requireDepth(entity, name, path)
      drawn.take(entity)
      for (const inner of insertions(entity, block.base, place)) {
        if (++insertCount > limits.batchElements)
          throw new FileRefused([
            overLimit([entity.line], `more than ${limits.batchElements} insertions of blocks`, limits.batchElements),
          ])
        read(block.entities, inner, [...path, name])
      }
    }
  }
  const isUpright = file.options.up === 'y'
  read(drawing.entities, isUpright ? ([x, y, z]) => [x, 0 - z, y] : (point) => point, [])
  drawn.build()
  if (drawn.isFlat && !isUpright) file.report.note('guessed', 'flat_drawing')
}

const DEEPEST = 16

function requireDepth({ line }: DxfEntity, name: string, path: readonly string[]): void {
  if (path.includes(name)) throw new FileRefused([fileSyntax([line], `block '${name.slice(0, 64)}' inserts itself`)])
  if (path.length >= DEEPEST) throw new FileRefused([overLimit([line], `blocks more than ${DEEPEST} deep`, DEEPEST)])
}

/** How many metres the unit of the drawing is; undefined where nobody says it. */
function readUnit({ model, report, issues, options: { units } }: FileToRead, insUnits: DxfFile['insUnits']): number | undefined {
  const own = INSUNITS.find(({ code }) => code === insUnits)?.name
  if (own && units !== undefined) {
    const disagreement = unitsDisagree(own, units)
    if (disagreement) issues.add(disagreement)
  }
  if (units !== undefined) model.units = { current: units }
  else if (own) model.units = { length: own }
  else report.note('guessed', 'units_missing')
  report.units = units ?? own
  return own ? LENGTH_UNITS[own].metres : model.unit?.metres
}

function readEntity(drawn: DrawnModel, entity: DxfEntity, place: Place): void {
  const gridLine = entity.layer === GRID ? ownId(entity, 'grid') : undefined
  if (gridLine !== undefined) {
    const shape = gridShapeOf(entity, place)
    if (shape) drawn.addGridLine(entity, { id: gridLine, ...shape })
    else drawn.drop(entity, 'grid_line')
    return
  }
  const points = (codes: readonly number[]) => codes.map((code) => place(pointOf(entity, code)))
  switch (entity.type) {
    case 'LINE':
      drawn.addLines(entity, points([10, 11]))
      break
    case 'ARC':
      drawn.addLines(entity, arcPoints(entity).map(place), true)
      break
    case 'LWPOLYLINE':
    case 'POLYLINE':
      readPolyline(drawn, entity, place)
      break
    case '3DFACE':
      drawn.addArea(entity, withoutRepeats(points([10, 11, 12, 13])))
      break
    case 'POINT':
      if (/^SUPPORT/i.test(entity.layer)) drawn.addSupport(entity, place(pointOf(entity, 10)))
      else drawn.drop(entity, 'entity_type')
      break
    case 'CIRCLE':
    case 'ELLIPSE':
    case 'SPLINE':
      drawn.drop(entity, 'curve')
      break
    default:
      drawn.drop(entity, 'entity_type')
  }
}

const AREA = /^(AREA|SLAB|WALL|FLOOR)/i

function readPolyline(drawn: DrawnModel, entity: DxfEntity, place: Place): void {
  const polyline = polylineOf(entity)
  if (!polyline) {
    drawn.drop(entity, 'entity_type')
    return
  }
  const { isClosed, isCurved } = polyline
  const points = polyline.points.map(place)
  const [first] = points
  if (isClosed && AREA.test(entity.layer)) drawn.addArea(entity, points)
  else drawn.addLines(entity, isClosed && first ? [...points, first] : points, isCurved)
}

/** The fourth corner of a triangle is its third. */
const withoutRepeats = (points: readonly Vec[]): Vec[] =>
  points.filter((point, k) => k === 0 || point.some((one, axis) => one !== points[k - 1]?.[axis]))
