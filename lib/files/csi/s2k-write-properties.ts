import { getOrThrow } from '#lib/values/get-or-throw.ts'
import { writeConverted, writeNumber } from '../numbers.ts'
import { csiMaterial, csiType } from './csi-materials.ts'
import type { CsiPlan, PlannedSection, Shell } from './csi-plan.ts'
import type { CsiShape } from './csi-shapes.ts'
import type { S2kCells, TableToWrite } from './s2k-tables.ts'

/** The tables of materials and sections. */
export function s2kPropertyTables(plan: CsiPlan): TableToWrite[] {
  const { file, names, frameSections, shells } = plan
  const materials = (file.model.materials ?? []).map((material) => ({ material, values: csiMaterial(material, plan.units) }))
  const optional = (value: number | undefined) => (value === undefined ? undefined : writeConverted(value))
  const rows = (row: (one: (typeof materials)[number]) => S2kCells) =>
    materials.flatMap((one) => {
      const { Material, ...fields } = { Material: names.nameOf('materials', one.material.id), ...row(one) }
      return Object.values(fields).some((value) => value !== undefined) ? [{ Material, ...fields }] : []
    })
  const strength = (type: string, key: 'fy' | 'fc', column: string) =>
    rows(({ material, values }) => (csiType(material) === type ? { [column]: optional(values[key]) } : {}))
  const general = rows(({ material }) => ({
    Type: csiType(material),
    Grade: typeof material.source?.grade === 'string' ? material.source.grade : undefined,
    ...{ SymType: 'Isotropic', TempDepend: 'No', Color: 'Magenta' },
  }))
  const basic = rows(({ values: { unitWeight, unitMass, E, G, nu, alpha } }) => ({
    ...{ UnitWeight: optional(unitWeight), UnitMass: optional(unitMass) },
    ...{ E1: optional(E), G12: optional(G), U12: optional(nu), A1: optional(alpha) },
  }))
  // What varies is known once all frames were asked for their sections.
  for (const frame of file.model.frames ?? []) plan.varyingOf(frame)
  const varying = [...plan.varying.values()]
  return [
    ['MATERIAL PROPERTIES 01 - GENERAL', general],
    ['MATERIAL PROPERTIES 02 - BASIC MECHANICAL PROPERTIES', basic],
    ['MATERIAL PROPERTIES 03A - STEEL DATA', strength('Steel', 'fy', 'Fy')],
    ['MATERIAL PROPERTIES 03B - CONCRETE DATA', strength('Concrete', 'fc', 'Fc')],
    ['MATERIAL PROPERTIES 03E - REBAR DATA', strength('Rebar', 'fy', 'Fy')],
    [
      'FRAME SECTION PROPERTIES 01 - GENERAL',
      [
        ...frameSections.map((one) => sectionRow(plan, one)),
        ...varying.map(({ name, materialId }) => ({
          ...{ SectionName: name, Shape: 'Nonprismatic' },
          Material: materialId == null ? undefined : names.nameOf('materials', materialId),
        })),
      ],
    ],
    [
      'FRAME SECTION PROPERTIES 05 - NONPRISMATIC',
      varying.map(({ name, start, end }) => ({
        ...{ SectionName: name, NumSegments: '1', SegmentNum: '1', StartSect: start, EndSect: end },
        ...{ LengthType: 'Variable', VarLength: '1', EI33Var: 'Cubic', EI22Var: 'Linear' },
      })),
    ],
    ['AREA SECTION PROPERTIES', [...shells.values()].map((one) => shellRow(plan, one))],
  ]
}

const SHAPES: Readonly<Record<CsiShape, string>> = {
  rectangle: 'Rectangular',
  box: 'Box/Tube',
  pipe: 'Pipe',
  circle: 'Circle',
  i: 'I/Wide Flange',
  channel: 'Channel',
  angle: 'Angle',
  tee: 'Tee',
  trapezoid: 'Trapezoidal',
}

function sectionRow({ names }: CsiPlan, { section, toWrite }: PlannedSection): S2kCells {
  const head = {
    SectionName: names.nameOf('sections', section.id),
    Material: section.materialId == null ? undefined : names.nameOf('materials', section.materialId),
    Shape: toWrite.is === 'sizes' ? SHAPES[toWrite.shape] : 'General',
  }
  const sizes = toWrite.is === 'name' ? {} : toWrite.sizes
  const row: Record<string, string | undefined> = { ...head }
  for (const key of ['t3', 't2', 'tf', 'tw', 't2b', 'tfb'] as const) {
    const size = sizes[key]
    if (size !== undefined) row[key] = writeNumber(size)
  }
  if (sizes.r) row.FilletRadius = writeNumber(sizes.r)
  const properties = toWrite.is === 'sizes' ? {} : toWrite.properties
  for (const [key, value] of Object.entries(properties)) row[key] = writeConverted(value)
  return row
}

function shellRow({ names }: CsiPlan, { name, thickness, materialId }: Shell): S2kCells {
  const Thickness = writeNumber(thickness)
  return {
    ...{ Section: name, Material: materialId == null ? undefined : names.nameOf('materials', materialId) },
    ...{ AreaType: 'Shell', Type: 'Shell-Thin', Thickness, BendThick: Thickness },
  }
}

/** Four joints a row. */
export function jointRows(joints: readonly string[]): S2kCells[] {
  const rows: S2kCells[] = []
  for (let first = 0; first < joints.length; first += 4) {
    const some = joints.slice(first, first + 4).map((joint, i) => [`Joint${first + i + 1}`, joint] as const)
    rows.push(Object.fromEntries(some))
  }
  rows[0] = { NumJoints: String(joints.length), ...getOrThrow(rows, 0) }
  return rows
}
