import type { ConstructSectionCreate } from '#lib/schema/schema.ts'
import { sourceOf } from '../model-builder.ts'
import { type CsiMaterial, hasProperties, statedProperties } from './csi-materials.ts'
import { type CsiShape, type CsiSizes, sizesOfShape } from './csi-shapes.ts'
import { unitsRead } from './csi-units.ts'
import type { E2kReading } from './e2k-reading.ts'
import type { E2kRow } from './e2k-rows.ts'

const VALUES = {
  WEIGHTPERVOLUME: 'unitWeight',
  MASSPERVOLUME: 'unitMass',
  E: 'E',
  U: 'nu',
  A: 'alpha',
  FY: 'fy',
  FC: 'fc',
} as const

/** Several lines make one material; its type stands in the first alone. */
export function readE2kMaterials(reading: E2kReading): void {
  const { model, report } = reading
  const all = new Map<string, { type?: string; grade?: string; material: CsiMaterial; raw: Record<string, string> }>()
  reading.each('MATERIAL', (row) => {
    const name = row.at(0)
    if (name === undefined) return reading.missing(row, 'a material without name')
    const known = all.get(name)
    const one = known ?? { material: {}, raw: {} }
    all.set(name, one)
    if (!known) {
      const [type, grade] = [row.get('TYPE'), row.get('GRADE')]
      if (type !== undefined) one.type = type
      if (grade !== undefined) one.grade = grade
    }
    let isRead = !known
    for (const [key, value] of Object.entries(VALUES)) {
      const number = row.number(key)
      if (number === undefined) continue
      one.material[value] ??= number
      one.raw[key] = row.get(key) ?? ''
      isRead = true
    }
    if (!isRead) report.note('dropped', 'property_data', { place: row.keyword })
    return !known ? 'taken' : isRead ? 'kept' : 'dropped'
  })
  const units = unitsRead(model.units?.current ?? '')
  for (const [name, { type, grade, material, raw }] of all) {
    const id = model.idOf('materials', name)
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
  'concrete rectangular': 'rectangle',
  'steel plate': 'rectangle',
  'steel rectangular': 'rectangle',
  'steel rod': 'circle',
  'concrete circle': 'circle',
  'steel tube': 'box',
  'filled steel tube': 'box',
  'steel pipe': 'pipe',
  'filled steel pipe': 'pipe',
  'steel i/wide flange': 'i',
  'steel channel': 'channel',
  'steel angle': 'angle',
  'concrete angle': 'angle',
  'steel tee': 'tee',
  'concrete tee': 'tee',
}

const PROPERTIES = { AREA: 'Area', TORSION: 'TorsConst', I33: 'I33', I22: 'I22', I23: 'I23', AS2: 'AS2', AS3: 'AS3' } as const

export function readE2kSections(reading: E2kReading): void {
  const { model, report, shells } = reading
  reading.each('FRAMESECTION', (row) => {
    const name = row.at(0)
    if (name === undefined) return reading.missing(row, 'a section without name')
    const shape = row.get('SHAPE')
    if (shape === undefined) {
      report.note('dropped', 'property_data', { place: row.keyword })
      return 'dropped'
    }
    const id = model.idOf('sections', name)
    if (model.has('sections', id)) return reading.duplicate(`section ${id}`)
    const materialId = materialIn(reading, row, row.get('MATERIAL'))
    model.add('sections', sectionOf(reading, row, { id, ...(materialId !== undefined && { materialId }), shape }))
    return 'taken'
  })
  reading.each('SHELLPROP', (row) => {
    const name = row.at(0)
    if (name === undefined) return reading.missing(row, 'a section without name')
    const known = shells.get(name)
    if (known !== undefined) {
      report.note('dropped', 'property_data', { place: row.keyword })
      return 'dropped'
    }
    const isTaken = model.has('sections', model.idOf('sections', name))
    const id = model.idOf('sections', isTaken ? `${name} (area)` : name)
    if (isTaken) report.note('converted', 'id_changed', { example: `section ${id}` })
    shells.set(name, id)
    const [slab, rib] = [row.number('DECKSLABDEPTH'), row.number('DECKRIBDEPTH')]
    const plain = row.number('SLABTHICKNESS') ?? row.number('WALLTHICKNESS') ?? row.number('THICKNESS')
    if (slab !== undefined && plain === undefined) report.note('converted', 'deck_as_slab', { example: `section ${id}` })
    const thickness = plain ?? (slab === undefined ? undefined : slab + (rib ?? 0))
    if (!thickness) report.note('kept', 'section_without_thickness', { example: `section ${id}` })
    const materialId = materialIn(reading, row, row.get('MATERIAL') ?? row.get('CONCMATERIAL'))
    const isDeck = row.get('PROPTYPE')?.toLowerCase() === 'deck'
    if ((row.get('ONEWAYLOADDIST')?.toLowerCase() ?? (isDeck ? 'yes' : 'no')) === 'yes') reading.oneWayShells.add(id)
    model.add('sections', {
      ...{ id, type: 'shell' },
      ...(materialId !== undefined && { materialId }),
      ...(thickness && { thickness }),
    })
    return 'taken'
  })
}

function sectionOf(
  { model, report }: E2kReading,
  row: E2kRow,
  common: Pick<ConstructSectionCreate, 'id' | 'materialId'> & { shape: string },
): ConstructSectionCreate {
  const example = `section ${common.id}`
  const kind = common.shape.toLowerCase()
  const sizes: CsiSizes = {}
  for (const [key, size] of [
    ['D', 't3'],
    ['B', 't2'],
    ['TF', 'tf'],
    ['TW', 'tw'],
    ['T', 'tw'],
  ] as const) {
    // biome-ignore format: a line
    const value = row.number(key)
    if (value !== undefined) sizes[size] ??= value
  }
  const shape = SHAPES[kind]
  const made =
    shape &&
    sizesOfShape(shape, shape === 'box' ? ({ ...sizes, tf: sizes.tf ?? sizes.tw, tw: sizes.tw ?? sizes.tf } as CsiSizes) : sizes)
  if (made) {
    if (made.polygon) report.note('converted', 'outline_from_shape', { example })
    return model.sectionBySizes({ ...common, ...made })
  }
  const properties: Record<string, number> = {}
  for (const [key, property] of Object.entries(PROPERTIES)) {
    const value = row.number(key)
    if (value !== undefined) properties[property] = value
  }
  const source = sourceOf({
    properties: Object.keys(properties).length > 0 ? properties : undefined,
    dimensions: Object.keys(sizes).length > 0 ? sizes : undefined,
    library: row.get('FILE'),
  })
  const rest = { ...common, ...(source && { source }) }
  if (kind === 'auto select' || kind === 'auto select list') {
    report.note('kept', 'section_is_a_list', { example })
    return { ...rest, type: 'custom' }
  }
  if (kind === 'nonprismatic' || kind === 'variable') {
    report.note('kept', 'section_varies', { example })
    return { ...rest, type: 'custom' }
  }
  const name = model.isProfile(common.id) ? common.id : common.shape
  const { name: _, ...section } = model.sectionByName(common.id, name, rest)
  return section
}

function materialIn(reading: E2kReading, row: E2kRow, name: string | undefined): string | undefined {
  if (!name) return undefined
  const id = reading.model.idOf('materials', name)
  if (reading.model.has('materials', id)) return id
  reading.report.note('dropped', 'reference_missing', { example: `line ${row.line}: material ${id}` })
  return undefined
}
