import type { ConstructSectionCreate, Point2 } from '#lib/schema/schema.ts'
import { sourceOf } from '../model-builder.ts'
import { type CsiMaterial, hasProperties, statedProperties } from './csi-materials.ts'
import { type CsiShape, type CsiSizes, centred, PROPERTIES, sizesOfShape } from './csi-shapes.ts'
import { unitsRead } from './csi-units.ts'
import type { S2kReading } from './s2k-reading.ts'
import type { S2kRow } from './s2k-tables.ts'

type Raw = { material: CsiMaterial; raw: Record<string, string> }
type ValueTable = { table: string; columns: Partial<Record<keyof CsiMaterial, string>> }

/** Where values of materials stand, and under which heads. */
const VALUES: readonly ValueTable[] = [
  {
    table: 'MATERIAL PROPERTIES 02 - BASIC MECHANICAL PROPERTIES',
    columns: { unitWeight: 'UnitWeight', unitMass: 'UnitMass', E: 'E1', G: 'G12', nu: 'U12', alpha: 'A1' },
  },
  { table: 'MATERIAL PROPERTIES 03A - STEEL DATA', columns: { fy: 'Fy' } },
  { table: 'MATERIAL PROPERTIES 03B - CONCRETE DATA', columns: { fc: 'Fc' } },
  { table: 'MATERIAL PROPERTIES 03C - ALUMINUM DATA', columns: { fy: 'Fty' } },
  { table: 'MATERIAL PROPERTIES 03D - COLD FORMED DATA', columns: { fy: 'Fy' } },
  { table: 'MATERIAL PROPERTIES 03E - REBAR DATA', columns: { fy: 'Fy' } },
]

export function readMaterials(reading: S2kReading): void {
  const { model, report } = reading
  const values = new Map<string, Raw>()
  const GENERAL = 'MATERIAL PROPERTIES 01 - GENERAL'
  const grades = new Map<string, { type: string | undefined; grade: string | undefined }>()
  reading.each(GENERAL, (row) => {
    const name = row.get('Material')
    if (name === undefined) return reading.missing(row, 'Material')
    if (grades.has(name)) return reading.duplicate(`material ${name}`)
    grades.set(name, { type: row.get('Type'), grade: row.get('Grade') })
    return 'taken'
  })
  for (const { table, columns } of VALUES)
    reading.each(table, (row) => {
      const name = row.get('Material')
      if (name === undefined || !grades.has(name)) return reading.missing(row, `material ${name ?? ''}`)
      const all = values.get(name) ?? { material: {}, raw: {} }
      values.set(name, all)
      for (const [key, column] of Object.entries(columns)) {
        const value = row.number(column)
        if (value === undefined) continue
        all.material[key as keyof CsiMaterial] ??= value // a key of `columns`
        all.raw[column] = row.get(column) ?? ''
      }
      return 'kept'
    })
  const units = unitsRead(model.units?.current ?? '')
  for (const [name, { type, grade }] of grades) {
    const id = model.idOf('materials', name)
    const { material, raw } = values.get(name) ?? { material: {}, raw: {} }
    const properties = statedProperties(material, units)
    const isKnown = properties && Object.keys(properties).length > 0
    if (isKnown || hasProperties(material)) report.note('kept', 'material_properties', { example: `material ${id}` })
    const source = sourceOf({
      ...{ type, grade },
      properties: isKnown ? properties : undefined,
      raw: !properties && Object.keys(raw).length > 0 ? raw : undefined,
    })
    model.add('materials', { id, ...(source && { source }) })
  }
}

const SHAPES: Readonly<Record<string, CsiShape>> = {
  rectangular: 'rectangle',
  'box/tube': 'box',
  pipe: 'pipe',
  circle: 'circle',
  'i/wide flange': 'i',
  channel: 'channel',
  angle: 'angle',
  tee: 'tee',
  trapezoidal: 'trapezoid',
}

const SIZES = ['t3', 't2', 'tf', 'tw', 't2b', 'tfb'] as const

export function readSections(reading: S2kReading): void {
  readFrameSections(reading)
  readShellSections(reading)
}

function readFrameSections(reading: S2kReading): void {
  const { model, report } = reading
  const outlines = readPolygons(reading)
  const varying = readVarying(reading)
  reading.each('FRAME SECTION PROPERTIES 01 - GENERAL', (row) => {
    const name = row.get('SectionName')
    if (name === undefined) return reading.missing(row, 'SectionName')
    const id = model.idOf('sections', name)
    const shape = row.get('Shape') ?? ''
    const materialId = materialOf(reading, row, row.get('Material'))
    const common = { id, ...(materialId !== undefined && { materialId }), ...(shape !== '' && { shape }) }
    // The first row of a name wins.
    if (model.has('sections', id) || reading.tapers.has(name)) return reading.duplicate(`section ${id}`)
    const taper = shape.toLowerCase() === 'nonprismatic' ? taperOf(reading, varying.get(name)) : undefined
    if (taper) {
      for (const key of PROPERTIES) row.number(key)
      reading.tapers.set(name, taper)
      return 'taken'
    }
    model.add('sections', sectionOf(reading, row, common, { outline: outlines.get(name), varying: varying.get(name) }))
    if (outlines.get(name)?.hasVoids) report.note('dropped', 'section_voids', { example: `section ${id}` })
    return 'taken'
  })
}

type Common = Pick<ConstructSectionCreate, 'id' | 'materialId' | 'shape'>
type Apart = { outline: Outline | undefined; varying: Record<string, string>[] | undefined }

function sectionOf(
  { model, report }: S2kReading,
  row: S2kRow,
  common: Common,
  { outline, varying }: Apart,
): ConstructSectionCreate {
  const example = `section ${common.id}`
  const kind = (common.shape ?? '').toLowerCase()
  const known = SHAPES[kind]
  const sizes: CsiSizes = {}
  for (const key of SIZES) {
    const value = row.number(key)
    if (value !== undefined) sizes[key] = value
  }
  const radius = row.number('FilletRadius')
  if (radius !== undefined) sizes.r = radius
  const made = known && sizesOfShape(known, sizes)
  if (made) {
    if (made.polygon) report.note('converted', 'outline_from_shape', { example })
    return model.sectionBySizes({ ...common, ...made })
  }
  if (outline) {
    report.note('converted', 'outline_from_shape', { example })
    return { ...common, type: 'section_designer', polygon: outline.points }
  }
  const properties: Record<string, number> = {}
  for (const key of PROPERTIES) {
    const value = row.number(key)
    if (value !== undefined) properties[key] = value
  }
  const source = sourceOf({
    properties: Object.keys(properties).length > 0 ? properties : undefined,
    nonprismatic: varying,
    dimensions: known && Object.keys(sizes).length > 0 ? sizes : undefined,
  })
  const rest = { ...common, type: 'custom', ...(source && { source }) } as const
  if (kind === 'auto select') report.note('kept', 'section_is_a_list', { example })
  else if (kind === 'nonprismatic') report.note('kept', 'section_varies', { example })
  else if (model.isProfile(common.id)) {
    report.note('converted', 'profile_resolved', { example })
    return { ...common, profile: common.id, ...(source && { source }) }
  } else report.note('kept', 'section_without_outline', { example })
  return rest
}

export function materialOf(reading: S2kReading, row: S2kRow, name: string | undefined): string | undefined {
  if (name === undefined || name === '' || name === 'None') return undefined
  const id = reading.model.idOf('materials', name)
  if (reading.model.has('materials', id)) return id
  reading.report.note('dropped', 'reference_missing', { example: `${row.table}, line ${row.line}: material ${id}` })
  return undefined
}

type Outline = { points: Point2[]; hasVoids: boolean }

/** One closed polygon a section, centred on its box; its voids are left out. */
function readPolygons(reading: S2kReading): Map<string, Outline> {
  const polygons = new Map<string, Map<string, { points: Point2[]; isVoid: boolean }>>()
  reading.each('FRAME SECTION PROPERTIES 06 - POLYGON DATA', (row) => {
    const [section, polygon] = [row.get('SectionName'), row.get('Polygon')]
    const [x, y] = [row.number('X'), row.number('Y')]
    if (section === undefined || polygon === undefined || x === undefined || y === undefined) return 'dropped'
    const known = polygons.get(section) ?? new Map<string, { points: Point2[]; isVoid: boolean }>()
    polygons.set(section, known)
    const one = known.get(polygon) ?? { points: [], isVoid: row.isYes('Opening') }
    known.set(polygon, one)
    one.points.push({ x, y })
    return one.isVoid ? 'dropped' : 'taken'
  })
  const outlines = new Map<string, Outline>()
  for (const [section, all] of polygons) {
    const solid = [...all.values()].filter(({ isVoid }) => !isVoid)
    const [only] = solid
    if (only && solid.length === 1 && only.points.length >= 3)
      outlines.set(section, { points: centred(only.points), hasVoids: all.size > 1 })
  }
  return outlines
}

/** One of a single stretch; others are kept as they stand. */
function taperOf({ model }: S2kReading, varying: readonly Record<string, string>[] | undefined) {
  const [only, another] = varying ?? []
  const { StartSect, EndSect } = only ?? {}
  if (another || StartSect === undefined || EndSect === undefined) return undefined
  return { start: model.idOf('sections', StartSect), end: model.idOf('sections', EndSect) }
}

function readVarying(reading: S2kReading): Map<string, Record<string, string>[]> {
  const varying = new Map<string, Record<string, string>[]>()
  reading.each('FRAME SECTION PROPERTIES 05 - NONPRISMATIC', (row) => {
    const name = row.get('SectionName')
    if (name === undefined) return 'dropped'
    const pieces = varying.get(name) ?? []
    varying.set(name, pieces)
    const { SectionName: _, ...piece } = Object.fromEntries(row.fields)
    for (const column of row.fields.keys()) row.get(column)
    pieces.push(piece)
    return 'kept'
  })
  return varying
}

function readShellSections(reading: S2kReading): void {
  const { model, report, shells } = reading
  reading.each('AREA SECTION PROPERTIES', (row) => {
    const name = row.get('Section')
    if (name === undefined) return reading.missing(row, 'Section')
    if (shells.has(name)) return reading.duplicate(`area section ${name}`)
    const isTaken = model.has('sections', model.idOf('sections', name))
    const id = model.idOf('sections', isTaken ? `${name} (area)` : name)
    if (isTaken) report.note('converted', 'id_changed', { example: `section ${id}` })
    shells.set(name, id)
    const thickness = row.number('Thickness')
    const materialId = materialOf(reading, row, row.get('Material'))
    if (thickness === undefined) report.note('kept', 'section_without_thickness', { example: `section ${id}` })
    model.add('sections', {
      ...{ id, type: 'shell' },
      ...(materialId !== undefined && { materialId }),
      ...(thickness !== undefined && { thickness }),
    })
    return 'taken'
  })
}
