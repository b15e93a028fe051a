import type { ConstructSectionCreate, Point2 } from '#lib/schema/schema.ts'
import { shapeOfSubmitted } from '../frame-of-reference.ts'
import { sourceOf } from '../model-builder.ts'
import { readNumber } from '../numbers.ts'
import type { SafImport } from './saf-import.ts'
import { safSection } from './saf-shapes.ts'
import type { RowStatus, SafRow } from './saf-sheets.ts'

/** Outlines told point by point, by the name of their profile. */
export type SafOutlines = ReadonlyMap<string, { polygon: Point2[]; hasVoids: boolean }>

export function readOutlines({ sheets, size, sectionAxes }: SafImport): SafOutlines {
  const outlines = new Map<string, { polygon: Point2[]; hasVoids: boolean }>()
  sheets.read('CompositeShapeDef', ({ text }) => {
    const name = text('name')
    const [first, second] = [text('polygoncontour1') ?? text('polygoncontour'), text('polygoncontour2')]
    const points = first === undefined ? undefined : pointsOf(first)
    if (name === undefined || !points || outlines.has(name)) return 'dropped'
    // y of the section is towards -3.
    const polygon = points.map(({ y, z }) => ({ x: (0 - size(y)) * (sectionAxes.isMirrored ? -1 : 1) + 0, y: size(z) }))
    outlines.set(name, { polygon: sectionAxes.isMirrored ? [...polygon].reverse() : polygon, hasVoids: second !== undefined })
    return 'taken'
  })
  return outlines
}

/** `-75.0; 105.0| -175.0; 5.0`. */
function pointsOf(contour: string): { y: number; z: number }[] | undefined {
  const points = contour.split('|').map((point) => point.split(';').map(readNumber))
  const read = points.flatMap(([y, z]) => (y === undefined || z === undefined ? [] : [{ y, z }]))
  return read.length === points.length && read.length >= 3 ? read : undefined
}

export function readSections(saf: SafImport, outlines: SafOutlines): void {
  const { sheets, model, report, shapes } = saf
  sheets.read('StructuralCrossSection', (row) => {
    const name = row.text('name')
    if (name === undefined) {
      report.note('dropped', 'line_not_understood', { example: 'StructuralCrossSection' })
      return 'dropped'
    }
    const id = model.idOf('sections', name)
    if (model.has('sections', id)) {
      report.note('dropped', 'duplicate_row', { example: `section ${id}` })
      return 'dropped'
    }
    const section = readSection(saf, id, row, outlines)
    model.add('sections', section)
    shapes.set(id, shapeOfSubmitted(section, model.unit))
    return 'taken' satisfies RowStatus
  })
}

function readSection(saf: SafImport, id: string, row: SafRow, outlines: SafOutlines): ConstructSectionCreate {
  const { model, report, sectionAxes, size } = saf
  const { text, list } = row
  const [type = '', shape, profile] = [text('crosssectiontype')?.toLowerCase(), text('shape'), text('profile')]
  const material = text('material')?.split(/[;|]/)[0]?.trim()
  const rest = { ...(material && { materialId: model.idOf('materials', material) }) }
  const named = { ...(profile !== undefined && profile !== id && { name: profile }) }
  const example = `section ${id}`
  const outline = outlines.get(profile ?? '') ?? outlines.get(shape ?? '') ?? outlines.get(text('name') ?? '')
  if (type !== 'manufactured' && shape !== undefined) {
    const sizes = list('parameters').map((one) => readNumber(one))
    const read = sizes.every((one) => one !== undefined) ? safSection(shape, sizes.map(size), sectionAxes.isMirrored) : undefined
    if (read && sizes.length > 0) {
      const { isOutline, ...made } = read
      if (isOutline) report.note('converted', 'outline_from_shape', { example })
      return model.sectionBySizes({ id, ...named, ...made, ...rest })
    }
  }
  if (outline) {
    if (outline.hasVoids) report.note('dropped', 'section_voids', { example })
    return { id, ...named, type: 'custom', polygon: outline.polygon, ...rest }
  }
  const source = sourceOf({ properties: readProperties(row), shape, formCode: text('formcode') })
  if (type === 'manufactured') return model.sectionByName(id, profile ?? id, { ...rest, ...(source && { source }) })
  report.note('kept', 'section_without_outline', { example })
  return { id, ...named, type: 'custom', ...rest, ...(source && { source }) }
}

/** Areas and inertias of SAF are in metres or feet, as coordinates are. */
function readProperties({ value }: SafRow) {
  const of = (column: string) => value(column) || undefined
  return sourceOf({ Area: of('a'), TorsConst: of('it'), I33: of('iy'), I22: of('iz') })
}
