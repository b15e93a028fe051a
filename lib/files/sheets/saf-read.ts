import { vec } from '#lib/model/shape/vector.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { fileValue } from '../file-refused.ts'
import type { FileReader } from '../file-to-read.ts'
import { sourceOf } from '../model-builder.ts'
import { IdMap } from '../names.ts'
import { dropGuessedRoles } from '../roles-to-read.ts'
import { Zip } from '../unzip.ts'
import { beginSaf, type SafImport } from './saf-import.ts'
import { readAreas, readOpenings } from './saf-read-areas.ts'
import { readLoads } from './saf-read-loads.ts'
import { readMembers, readReleases, readVarying } from './saf-read-members.ts'
import { readOutlines, readSections } from './saf-read-sections.ts'
import { readEdgeSupports, readSupports } from './saf-read-supports.ts'
import { ID_SHEET, type SafRow, SafSheets } from './saf-sheets.ts'
import { openWorkbook } from './xlsx-read.ts'

/** Structural Analysis Format 1.0.5 to 2.2: https://www.saf.guide */
export const readSaf: FileReader = (file) => {
  const sheets = new SafSheets(openWorkbook(new Zip(file.bytes)), file.report)
  const saf = beginSaf(file, sheets)
  readMaterials(saf)
  readSections(saf, readOutlines(saf))
  readNodes(saf)
  readStoreys(saf)
  readVarying(saf)
  readMembers(saf)
  readAreas(saf)
  readOpenings(saf)
  readSupports(saf)
  readEdgeSupports(saf)
  readReleases(saf)
  readLoads(saf)
  dropGuessedRoles(file.model)
  const ids = readIds(saf)
  for (const { name, plain } of sheets.others()) dropSheet(saf, name, plain)
  file.model.restoreIds(ids)
  for (const level of file.model.all('gridLines')) if (level.label === level.id) delete level.label
}

/** kg/m³ and MPa in what a head may say. */
const DENSITIES: Readonly<Record<string, number>> = {
  'lb/ft3': 16.01846337396,
  'lbm/ft3': 16.01846337396,
  'kip/ft3': 16018.46337396,
  't/m3': 1000,
}
const STRESSES: Readonly<Record<string, number>> = { ksi: 6.894757293168, psi: 0.006894757293168, 'kip/in2': 6.894757293168, gpa: 1000, kpa: 0.001, pa: 1e-6 } // biome-ignore format: a line

const EXPANSIONS: Readonly<Record<string, number>> = { '1/°f': 1.8, '1/f': 1.8 }

function readMaterials({ sheets, model, report }: SafImport): void {
  sheets.read('StructuralMaterial', ({ text, value }) => {
    const name = text('name')
    if (name === undefined) return dropRow(report, 'StructuralMaterial')
    const converted = (column: string, factors: Readonly<Record<string, number>>) => {
      const [read, factor] = [value(column), factors[sheets.units.get(column) ?? '']]
      return read === undefined || factor === undefined ? read : twelveDigits(read * factor)
    }
    const properties = sourceOf({
      density: converted('unitmass', DENSITIES),
      E: converted('emodulus', STRESSES),
      G: converted('gmodulus', STRESSES),
      nu: value('poissoncoefficient'),
      alpha: converted('thermalexpansion', EXPANSIONS),
    })
    const quality = text('quality')
    const source = sourceOf({ type: text('type'), subtype: text('subtype'), properties })
    const id = model.idOf('materials', name)
    if (!model.add('materials', { id, ...(quality !== undefined && { name: quality }), ...(source && { source }) }))
      return duplicate(report, id)
    if (properties) report.note('kept', 'material_properties', { example: `material ${id}` })
    return 'taken'
  })
}

function dropRow(report: SafImport['report'], example: string): 'dropped' {
  report.note('dropped', 'line_not_understood', { example })
  return 'dropped'
}
function duplicate(report: SafImport['report'], example: string): 'dropped' {
  report.note('dropped', 'duplicate_row', { example })
  return 'dropped'
}

/** All else stands on them, so one that is wrong is an error. */
function readNodes({ sheets, model, report, issues, axes, places }: SafImport): void {
  const sheet = 'StructuralPointConnection'
  const coordinate = ({ number, text, value }: SafRow, axis: 'X' | 'Y' | 'Z') => {
    const column = `coordinate${axis.toLowerCase()}`
    const read = value(column)
    if (read === undefined) {
      const cellText = text(column)
      const msg =
        cellText === undefined ? `Coordinate ${axis} is empty` : `Coordinate ${axis} is '${cellText.slice(0, 64)}', no number`
      issues.add(fileValue([sheet, number, `Coordinate ${axis}`], msg))
    }
    return read ?? 0
  }
  sheets.read(sheet, (row) => {
    const name = row.text('name')
    if (name === undefined) {
      issues.add(fileValue([sheet, row.number, 'Name'], 'a node has no name'))
      return 'dropped'
    }
    const [x, y, z] = axes.turn([coordinate(row, 'X'), coordinate(row, 'Y'), coordinate(row, 'Z')])
    const node = { id: model.idOf('nodes', name), position: { x: x + 0, y: y + 0, z: z + 0 } }
    if (!model.add('nodes', node)) return duplicate(report, `node ${node.id}`)
    places.set(node.id, vec(node.position))
    if (axes.isTurned) report.note('converted', 'axes_turned')
    return 'taken'
  })
}

function readStoreys({ sheets, model, report, issues, axes }: SafImport): void {
  const sheet = 'StructuralStorey'
  sheets.read(sheet, ({ number, text, value }) => {
    const [name, height] = [text('name'), value('heightlevel')]
    if (name === undefined || height === undefined) {
      issues.add(fileValue([sheet, number, 'Height level'], `the height of storey '${name ?? ''}' is no number`))
      return 'dropped'
    }
    const [, , up] = axes.turn([0, 0, 1])
    const level = {
      id: model.idOf('gridLines', `Z/${name}`),
      axis: 'Z' as const,
      coordinate: height * (up === -1 ? -1 : 1) + 0,
      label: name,
    }
    return model.add('gridLines', level) ? 'taken' : duplicate(report, `storey ${name}`)
  })
}

function readIds({ sheets }: SafImport): IdMap {
  const map = new IdMap()
  sheets.read(ID_SHEET, ({ text, exact }) => {
    const [kind, name, id] = [text('kind'), text('name'), exact('id')]
    if (kind === undefined || name === undefined || id === undefined) return 'dropped'
    const ids = map.ids.get(kind) ?? new Map<string, string>()
    map.ids.set(kind, ids.set(kind === 'gridLines' ? `Z/${name}` : name, id))
    return 'taken'
  })
  return map
}

/** What a sheet that is not read is about; the first that fits. */
const OTHER_SHEETS = [
  [/loadgroup/, 'groups'],
  [/curveedge|internaledge/, 'internal_edges'],
  [/region/, 'regions'],
  [/rib$/, 'ribs'],
  [/proxy/, 'proxies'],
  [/^rel|^structural(curve|surface|edge)connection$/, 'connections'],
  [/load|action|moment|combination|result|deformation/, 'loads'],
] as const

function dropSheet({ sheets, report }: SafImport, name: string, plain: string): void {
  const code = OTHER_SHEETS.find(([pattern]) => pattern.test(plain))?.[1] ?? 'unknown'
  let count = 0
  sheets.read(name, () => {
    count++
    return 'dropped'
  })
  report.note('dropped', code, { count, place: name })
}
