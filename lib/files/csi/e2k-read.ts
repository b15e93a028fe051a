import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { readE2kCases } from '../csi-loads/e2k-read-cases.ts'
import { readE2kLoads } from '../csi-loads/e2k-read-loads.ts'
import { fileValue } from '../file-refused.ts'
import type { FileToRead } from '../file-to-read.ts'
import { unitsIssue } from '../import-units.ts'
import { IdMap } from '../names.ts'
import type { IMPORT_NOTES } from '../note-codes.ts'
import { addGridLine, type CoordinateSystem, GLOBAL, isUpright } from './coordinate-systems.ts'
import { readE2kAreas } from './e2k-read-areas.ts'
import { readE2kFrames } from './e2k-read-frames.ts'
import { readE2kPoints } from './e2k-read-points.ts'
import { readE2kMaterials, readE2kSections } from './e2k-read-properties.ts'
import { E2kReading } from './e2k-reading.ts'
import { type E2kRow, splitRows } from './e2k-rows.ts'

/** A text file of ETABS (`.e2k`, `.$et`) on its way in: files, section 4. */
export function readE2k(input: FileToRead): void {
  const file = splitRows(input.text(), input.report)
  const reading = new E2kReading(input, file)
  const { issues, report, model } = reading
  readControls(reading)
  readStoreys(reading)
  readE2kPoints(reading)
  readGrids(reading)
  issues.throwIfAny() // half the building would stand wrong
  readE2kMaterials(reading)
  readE2kSections(reading)
  readE2kFrames(reading)
  readE2kAreas(reading)
  readE2kCases(reading)
  readE2kLoads(reading)
  for (const [keyword, { count, rows }] of file.tables) {
    if (reading.readKeywords.has(keyword)) continue
    count.dropped += rows.length
    report.note('dropped', categoryOf(keyword), { count: rows.length, place: keyword })
  }
  const map = new IdMap()
  for (const line of file.comments) map.read(line)
  model.restoreIds(map)
}

type Category = keyof typeof IMPORT_NOTES.dropped

/** Keywords that are not read, by the first pattern that fits. */
const CATEGORIES: readonly [pattern: RegExp, category: Category][] = [
  [/^(?:LOADPATTERN|LOADCASE|SEISMIC|WIND|MASSSOURCE|FUNCTION)|LOAD|COMBO/, 'loads'],
  [/PREFERENCE$|^(?:CONCRETESECTION|REBARDEFINITION|PANELZONE|TENDON)|DATA$/, 'design'],
  [/^LINKPROP/, 'links'],
  [/^(?:PREFERENCE|RLLF|PDELTA|PROJECTINFO|DIMLINE|TABLESET|ACTIVEDOF|MODELHINGES)|^AUTO.*MESH/, 'analysis'],
  [/^(?:AUTOSECTION|SDSECTION|PIER|SPANDREL)|SECTION|PROP$/, 'property_data'],
  [/^GROUP/, 'groups'],
  [/^DIAPHRAGM/, 'constraints'],
]

const categoryOf = (keyword: string): Category => CATEGORIES.find(([pattern]) => pattern.test(keyword))?.[1] ?? 'unknown'

function readControls(reading: E2kReading): void {
  const { model, report, issues, options } = reading
  reading.each('PROGRAM', (row) => {
    const [name, version] = [row.at(0), row.get('VERSION')]
    if (name !== undefined) {
      report.program = [name, version].filter((part) => part !== undefined).join(' ')
      model.source = { system: name, ...(version !== undefined && { version }) }
    }
    return 'taken'
  })
  let current: string | undefined
  reading.each('UNITS', (row) => {
    current = [0, 1, 2].flatMap((place) => row.at(place) ?? []).join(', ')
    const issue = unitsIssue(current, options.units, row.loc('UNITS'))
    if (issue) issues.add(issue)
    return 'taken'
  })
  const units = current ?? options.units
  if (units === undefined) report.note('guessed', 'units_missing')
  else {
    model.units = { current: units }
    report.units = units
  }
  // ETABS has the company first and the project second; a file of ours the name alone.
  for (const keyword of ['TITLE2', 'TITLE1'])
    reading.each(keyword, (row) => {
      const title = row.at(0)
      if (title) model.name ??= title
      return 'taken'
    })
}

/** From the top in the file, from the base here: heights add up from there. */
function readStoreys(reading: E2kReading): void {
  const { model, report, issues, storeys, storeyIndex } = reading
  const rows: { name: string; height: number | undefined; elevation: number | undefined }[] = []
  const number = (row: E2kRow, name: string, key: string, what: string) => {
    const text = row.get(key)
    const value = row.number(key)
    if (text !== undefined && value === undefined)
      issues.add(fileValue(row.loc(key), `${what} of storey '${name.slice(0, 64)}' is '${text.slice(0, 64)}', no number`))
    return value
  }
  reading.each('STORY', (row) => {
    const name = row.at(0)
    if (name === undefined) return reading.missing(row, 'a storey without name')
    const [height, elevation] = [number(row, name, 'HEIGHT', 'height'), number(row, name, 'ELEV', 'elevation')]
    if (height === undefined && elevation === undefined) {
      const isStated = row.get('HEIGHT') !== undefined || row.get('ELEV') !== undefined
      if (!isStated) issues.add(fileValue(row.loc('HEIGHT'), `storey '${name.slice(0, 64)}' has no height`))
      return 'dropped'
    }
    rows.push({ name, height, elevation })
    return 'taken'
  })
  let z = 0
  for (const { name, height, elevation } of rows.toReversed()) {
    z = elevation ?? twelveDigits(z + (height ?? 0))
    if (storeyIndex.has(name)) {
      reading.duplicate(`storey ${name}`)
      continue
    }
    storeyIndex.set(name, storeys.length)
    storeys.push({ name, elevation: z })
  }
  for (const { name, elevation } of storeys.toReversed())
    addGridLine(model, report, { axis: 'Z', coordinate: elevation, label: name }, GLOBAL)
}

function readGrids(reading: E2kReading): void {
  const { model, report, issues } = reading
  const systems = new Map<string, CoordinateSystem>()
  reading.each('GRIDSYSTEM', (row) => {
    const name = row.at(0) ?? ''
    const [x = 0, y = 0, turn = 0] = ['UX', 'UY', 'RZ'].map((key) => row.number(key))
    const isCartesian = (row.get('TYPE') ?? 'CARTESIAN').toUpperCase() === 'CARTESIAN'
    systems.set(name, { origin: [x, y, 0], about: [0, 0, turn], isCartesian })
    return 'taken'
  })
  reading.each('GRID', (row) => {
    const [name = '', label = '', direction] = [row.at(0), row.get('LABEL'), row.get('DIR')?.toUpperCase()]
    const system = systems.get(name)
    const coordinate = row.number('COORD')
    const axis = (['X', 'Y'] as const).find((one) => one === direction)
    const isRead = system !== undefined && isUpright(system)
    if (axis && isRead && coordinate === undefined) {
      issues.add(fileValue(row.loc('COORD'), `the place of grid line '${label.slice(0, 64)}' is no number`))
      return 'dropped'
    }
    const grid = axis && coordinate !== undefined && { axis, coordinate, label, system: systems.size > 1 ? name : undefined }
    if (grid && isRead && addGridLine(model, report, grid, system)) return 'taken'
    report.note('dropped', 'grid_line', { example: `${name} ${label}` })
    return 'dropped'
  })
}
