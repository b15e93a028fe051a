import { areaFamily } from '#lib/model/shape/shell-axes.ts'
import { vec } from '#lib/model/shape/vector.ts'
import { gradeOf } from '#lib/profiles/grade.ts'
import type { AreaFamily } from '#lib/schema/roles.ts'
import type { ViewerArea, ViewerMaterial } from '#lib/schema/schema.ts'
import { capital } from '#lib/values/capital.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { FileRefused } from '../file-refused.ts'
import { knownProperties } from '../material-properties.ts'
import type { FileWriter } from '../model-to-write.ts'
import { noteLosses } from '../note-losses.ts'
import { tapersBySections } from '../tapers-to-write.ts'
import { nativeFile } from './native-deflate.ts'
import { type SafContext, safContext } from './saf-context.ts'
import { SAF_ROLES } from './saf-roles.ts'
import { ID_SHEET, SERVICE } from './saf-sheets.ts'
import { frameSheet, releaseSheet, SafSections, standingFrames, stiffnessColumns, varyingSheet } from './saf-write-frames.ts'
import { loadSheets } from './saf-write-loads.ts'
import { CELL_CHARACTERS, type Cell, type Sheet, sheetLimits, xlsxPieces } from './xlsx-write.ts'

const HOLDS = [
  'levels',
  'members',
  'areas',
  'openings',
  'releases',
  'tapers',
  'endOffsets',
  'springs',
  'loads',
  'sources',
] as const

/** Structural Analysis Format 2.2: https://www.saf.guide. A workbook with a sheet for each type of object. */

export const writeSaf: FileWriter = (file) => {
  if (!file.unit) throw new Error('SAF is in metres or feet, and the length unit of the model is not known')
  const context = safContext({ ...file, model: tapersBySections(file.model, file.report) }, file.unit)
  const { model, report, names } = context
  noteLosses(model, report, HOLDS, SAF_ROLES)
  noteSources(context)
  for (const { id } of model.nodes) names.nameOf('nodes', id)
  const sections = new SafSections(context)
  const frames = standingFrames(context)
  const standing = new Set(frames.map(({ frame }) => frame.id))
  const sheets: Sheet[] = [
    bareSheet('Project', [['Name', model.name]]),
    modelSheet(context),
    materialSheet(context),
    ...sections.sheets(),
    nodeSheet(context),
    frameSheet(context, sections, frames),
    ...varyingSheet(context, sections),
    ...areaSheets(context),
    ...storeySheet(context),
    ...supportSheet(context),
    ...releaseSheet(context),
    ...loadSheets(context, standing),
  ]
  for (const { name, count = 0 } of sheets) requireRows(name, count)
  // Names are changed while rows are made, and frames' are made last of all.
  for (const { id } of model.frames ?? []) names.nameOf('frames', id)
  for (const { id } of model.members ?? []) names.nameOf('members', id)
  return xlsxPieces([...sheets, ...idSheet(context)], nativeFile)
}

function requireRows(sheet: string, rows: number): void {
  const limit = sheetLimits.rows
  if (rows <= limit) return
  const msg = `a SAF sheet holds ${limit} rows, and ${sheet} would have ${rows}`
  throw new FileRefused([{ type: 'limit_exceeded', at: 'query', loc: ['format'], msg, ctx: { limit, actual: rows } }])
}

const bareSheet = (name: string, rows: Cell[][]): Sheet => ({ name, heads: [null, null], rows, isBare: true })

const modelSheet = ({ model, isImperial }: SafContext): Sheet =>
  bareSheet('Model', [
    ['Name', model.name],
    ['SAF Version', '2.2.0'],
    ['Source application', SERVICE],
    ['Global coordinate system', 'Z vertical'],
    ['LCS of cross-section', 'ZYX'],
    ['System of units', isImperial ? 'Imperial' : 'Metric'],
  ])

const TYPES: Readonly<Record<string, string>> = { rebar: 'Other' }

/** What a material's own source says, else its grade. */
function materialType(material: ViewerMaterial): string {
  const type = material.source?.type
  if (typeof type === 'string') return type
  const read = gradeOf(material)
  return read && 'kind' in read ? (TYPES[read.kind] ?? capital(read.kind)) : 'Other'
}

/** lb/ft³ and ksi, of kg/m³ and MPa. */
const [POUND_PER_CUBIC_FOOT, KSI] = [16.01846337396, 6.894757293168]

function materialSheet({ model, names, guid, report, isImperial }: SafContext): Sheet {
  const materials = model.materials ?? []
  const density = (value: number) => (isImperial ? twelveDigits(value / POUND_PER_CUBIC_FOOT) : value)
  const stress = (value: number) => twelveDigits(isImperial ? value / KSI : value)
  const all = materials.map((material) => ({ material, known: knownProperties(material) }))
  const hasExpansion = all.some(({ known }) => known.alpha !== undefined)
  const rows = all.map(({ material, known: { density: mass, E, G: shear, nu, alpha } }): Cell[] => {
    const { id, name } = material
    if (mass === undefined && E === undefined) report.note('dropped', 'material_unknown', { example: `material ${id}` })
    return [
      ...[names.nameOf('materials', id), materialType(material), name ?? id],
      ...[
        mass === undefined ? null : density(mass),
        E === undefined ? null : stress(E),
        shear === undefined ? null : stress(shear),
      ],
      nu ?? null,
      ...(hasExpansion ? [alpha === undefined ? null : isImperial ? twelveDigits(alpha / 1.8) : alpha] : []),
      guid('material', id),
    ]
  })
  const [massUnit, stressUnit] = isImperial ? ['lb/ft3', 'ksi'] : ['kg/m3', 'MPa']
  const heads = [
    ...['Name', 'Type', 'Quality', `Unit mass [${massUnit}]`, `E modulus [${stressUnit}]`, `G modulus [${stressUnit}]`],
    ...['Poisson Coefficient', ...(hasExpansion ? [`Thermal expansion [${isImperial ? '1/°F' : '1/K'}]`] : []), 'Id'],
  ]
  return { name: 'StructuralMaterial', heads, rows, count: rows.length }
}

function nodeSheet({ model, names, guid, length, lengthUnit }: SafContext): Sheet {
  function* rows(): Generator<Cell[]> {
    for (const { id, position } of model.nodes)
      yield [names.nameOf('nodes', id), length(position.x), length(position.y), length(position.z), guid('node', id)]
  }
  const heads = ['Name', ...['X', 'Y', 'Z'].map((axis) => `Coordinate ${axis} [${lengthUnit}]`), 'Id']
  return { name: 'StructuralPointConnection', heads, rows: rows(), count: model.nodes.length }
}

const TYPES_OF_AREAS: Readonly<Partial<Record<AreaFamily, string>>> = { wall: 'Wall', shell: 'Shell' }

const planeOf = (point: string | null | undefined): string => {
  const type = point?.trim().toUpperCase()
  return type === 'TOP' ? 'Top' : type === 'BOTTOM' ? 'Bottom' : 'Centre'
}

function areaSheets({ model, names, guid, report, size, sizeUnit }: SafContext): Sheet[] {
  const places = new Map(model.nodes.map(({ id, position }) => [id, vec(position)]))
  const sections = new Map(model.sections?.map((section) => [section.id, section]))
  const nodeList = (ids: readonly string[]) => ids.map((id) => names.nameOf('nodes', id)).join(';')
  const edges = (ids: readonly string[]) => ids.map(() => 'Line').join(';')
  const typeOf = (area: ViewerArea) => {
    if (!area.role && area.kind?.toLowerCase() === 'plate') return 'Plate'
    const family = areaFamily(area, () => area.nodeIds.map((id) => places.get(id)).filter((place) => place !== undefined))
    return TYPES_OF_AREAS[family] ?? 'Plate'
  }
  const [rows, openings]: [Cell[][], Cell[][]] = [[], []]
  for (const area of model.areas ?? []) {
    const { id, nodeIds, materialId, sectionId, thickness, cardinalPoint, openingNodeIds = [] } = area
    const section = sectionId == null ? undefined : sections.get(sectionId)
    const thick = thickness ?? section?.thickness
    if (thick == null) report.note('guessed', 'thickness_missing', { example: `area ${id}` })
    const material = materialId ?? section?.materialId
    const nodes = nodeList(nodeIds)
    if (nodes.length > CELL_CHARACTERS || edges(nodeIds).length > CELL_CHARACTERS) {
      report.note('dropped', 'cell_too_long', { example: `area ${id}` })
      continue
    }
    const name = names.nameOf('areas', id)
    rows.push([
      ...[name, typeOf(area), material == null ? null : names.nameOf('materials', material), 'Constant'],
      ...[String(size(thick ?? 0)), planeOf(cardinalPoint), nodes, edges(nodeIds), guid('area', id)],
    ])
    for (const [k, loop] of openingNodeIds.entries())
      openings.push([`${name} O${k + 1}`, name, nodeList(loop), edges(loop), guid('opening', `${id}:${k + 1}`)])
  }
  const heads = [
    'Name',
    'Type',
    'Material',
    'Thickness type',
    `Thickness [${sizeUnit}]`,
    'System plane at',
    'Nodes',
    'Edges',
    'Id',
  ]
  const openingHeads = ['Name', '2D Member', 'Nodes', 'Edges', 'Id']
  return [
    ...(rows.length > 0 ? [{ name: 'StructuralSurfaceMember', heads, rows, count: rows.length }] : []),
    ...(openings.length > 0
      ? [{ name: 'StructuralSurfaceMemberOpening', heads: openingHeads, rows: openings, count: openings.length }]
      : []),
  ]
}

function storeySheet({ model, names, guid, length, lengthUnit }: SafContext): Sheet[] {
  const levels = (model.gridLines ?? []).filter(({ axis }) => axis === 'Z')
  const rows = levels.map(({ id, label, coordinate }): Cell[] => [
    names.nameOf('gridLines', id, label || id),
    length(coordinate),
    guid('storey', id),
  ])
  return rows.length > 0 ? [{ name: 'StructuralStorey', heads: ['Name', `Height level [${lengthUnit}]`, 'Id'], rows }] : []
}

const DIRECTIONS = ['u1', 'u2', 'u3', 'r1', 'r2', 'r3'] as const

function supportSheet(context: SafContext): Sheet[] {
  const { model, names, guid, report } = context
  const { heads: stiffnessHeads, factors } = stiffnessColumns(context)
  const supports = model.supports ?? []
  const hasSprings = supports.some(({ stiffness }) => DIRECTIONS.some((key) => stiffness?.[key]))
  const rows = supports.map(({ id, nodeId, restraints, stiffness }): Cell[] => {
    const words = DIRECTIONS.map((key) => (restraints?.[key] ? 'Rigid' : stiffness?.[key] ? 'Flexible' : 'Free'))
    if (DIRECTIONS.some((key, k) => restraints?.[key] == null && words[k] === 'Free'))
      report.note('dropped', 'restraint_not_stated', { example: `support ${id}` })
    const springs = DIRECTIONS.map((key, k) => {
      const [spring, factor] = [words[k] === 'Flexible' ? stiffness?.[key] : undefined, factors[k]]
      if (spring && factor === undefined) report.note('dropped', 'spring', { example: `support ${id}` })
      return spring && factor !== undefined ? twelveDigits(spring * factor) : null
    })
    const pattern = words.map((word) => (word === 'Rigid' ? 1 : 0)).join('')
    const type = pattern === '111111' ? 'Fixed' : pattern === '111000' && !words.includes('Flexible') ? 'Hinged' : 'Custom'
    const own = [names.nameOf('supports', id), type, 'In node', names.nameOf('nodes', nodeId), ...words]
    return [...own, ...(hasSprings ? springs : []), guid('support', id)]
  })
  const heads = [
    'Name',
    'Type',
    'Boundary condition',
    'Node',
    'ux',
    'uy',
    'uz',
    'fix',
    'fiy',
    'fiz',
    ...(hasSprings ? stiffnessHeads : []),
    'Id',
  ]
  return rows.length > 0 ? [{ name: 'StructuralPointSupport', heads, rows, count: rows.length }] : []
}

/** Of sources all is lost but what SAF has a column for. */
const HELD = { frames: ['behaviour'], materials: ['type', 'grade', 'properties'], supports: [], nodes: [], areas: [], sections: [] } // biome-ignore format: a line

function noteSources({ model, report }: SafContext): void {
  for (const [kind, held] of Object.entries(HELD) as [keyof typeof HELD, readonly string[]][])
    for (const { id, source } of model[kind] ?? [])
      if (source && Object.keys(source).some((key) => !held.includes(key))) report.note('dropped', 'source', { example: id })
}

/** The ids of what had to be renamed, which programs pass over. A level is called by its label there, and comes back as `Z/LABEL`. */
function idSheet({ model, names, report }: SafContext): Sheet[] {
  const changed = [...names.changed].flatMap(([kind, pairs]) => {
    // Names that were made for a part of something are not the name of anything.
    const known = new Set(kind === 'shells' || kind === 'varying' || kind === 'gridLines' ? [] : model[kind]?.map(({ id }) => id))
    return pairs.filter(([, id]) => known.has(id)).map(([name, id]): Cell[] => [kind, name, id])
  })
  report.note('converted', 'id_changed', { count: changed.length })
  const levels = (model.gridLines ?? []).flatMap(({ axis, id, label }): Cell[][] => {
    const name = axis === 'Z' ? names.nameOf('gridLines', id, label || id) : undefined
    return name === undefined || `Z/${name}` === id ? [] : [['gridLines', name, id]]
  })
  const rows = [...changed, ...levels]
  return rows.length > 0 ? [{ name: ID_SHEET, heads: ['Kind', 'Name', 'Id'], rows, count: rows.length }] : []
}
