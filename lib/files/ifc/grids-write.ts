import { straightEnds } from '#lib/geometry/grid-bubble.ts'
import { vec } from '#lib/model/shape/vector.ts'
import type { ViewerGridLine } from '#lib/schema/schema.ts'
import type { ExportReport } from '../report.ts'
import { NONE, optionalText, real, ref, refs, type StepId, text, word } from '../step/step-write.ts'
import type { IfcFile } from './ifc-file.ts'

/** An IfcGrid needs axes of two families: lines counted to X are its U axes, those counted to Y its V axes. */
export function hasGrid(gridLines: readonly ViewerGridLine[] = []): boolean {
  return (['X', 'Y'] as const).every((axis) => gridLines.some((line) => line.axis === axis))
}

/** All grid lines but the levels, as long as they are drawn, at the lowest node. An import names them by their axes and labels. */
export function writeGrid(file: IfcFile, report: ExportReport): void {
  const { gridLines = [], bounds } = file.model
  if (!hasGrid(gridLines)) return
  const ends = straightEnds(gridLines, vec(bounds.min), vec(bounds.max))
  const axesOf = (axis: 'X' | 'Y') =>
    gridLines.flatMap((line): StepId[] => {
      if (line.axis !== axis) return []
      const tag = line.label || line.id
      if (line.id !== `${axis}/${tag}`) report.note('converted', 'id_changed', { example: `grid line ${line.id}` })
      return [file.step.add('IFCGRIDAXIS', optionalText(tag), ref(curveOf(file, line, ends)), word('T'))]
    })
  const place = file.placedAt([0, 0, bounds.min.z], [0, 0, 1], [1, 0, 0])
  const [u, v] = [axesOf('X'), axesOf('Y')]
  const head = [text(file.guid('grid', '')), NONE, text('Grid'), NONE, NONE, ref(place), NONE]
  const grid = file.step.add('IFCGRID', ...head, refs(u), refs(v), NONE, NONE)
  file.contain(grid, bounds.min.z)
}

function curveOf(file: IfcFile, gridLine: ViewerGridLine, ends: ReturnType<typeof straightEnds>): StepId {
  const { step } = file
  const { arc } = gridLine
  if (!arc) {
    const line = gridLine.line ?? ends(gridLine)
    const points = line ? [line.from, line.to] : []
    return step.add('IFCPOLYLINE', refs(points.map(({ x, y }) => file.point([x, y]))))
  }
  const place = step.add('IFCAXIS2PLACEMENT2D', ref(file.point([arc.center.x, arc.center.y])), NONE)
  const circle = step.add('IFCCIRCLE', ref(place), real(arc.radius))
  if (arc.to - arc.from === 360) return circle
  const trim = (degrees: number) => `(IFCPARAMETERVALUE(${real((degrees * Math.PI) / 180)}))`
  return step.add('IFCTRIMMEDCURVE', ref(circle), trim(arc.from), trim(arc.to), word('T'), word('PARAMETER'))
}
