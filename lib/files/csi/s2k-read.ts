import { readCases } from '../csi-loads/s2k-read-cases.ts'
import { readDiaphragms } from '../csi-loads/s2k-read-diaphragms.ts'
import { readLoads } from '../csi-loads/s2k-read-loads.ts'
import type { FileToRead } from '../file-to-read.ts'
import { unitsIssue } from '../import-units.ts'
import { IdMap } from '../names.ts'
import { categoryOf } from './s2k-categories.ts'
import { readAreas } from './s2k-read-areas.ts'
import { readFrames } from './s2k-read-frames.ts'
import { readGrid, readNodes, readSystems } from './s2k-read-nodes.ts'
import { readMaterials, readSections } from './s2k-read-sections.ts'
import { readSupports } from './s2k-read-supports.ts'
import { S2kReading } from './s2k-reading.ts'
import { type S2kFile, splitTables } from './s2k-tables.ts'

/** A text file of SAP2000 or CSiBridge on its way in: files, section 4. */

export function readS2k(input: FileToRead): void {
  const file = splitTables(input.text(), input.report)
  const reading = new S2kReading(input, file)
  const { issues, report } = reading
  readProgram(reading, file)
  readSystems(reading)
  readNodes(reading)
  readGrid(reading)
  issues.throwIfAny() // half the building would stand wrong
  readMaterials(reading)
  readSections(reading)
  readFrames(reading)
  readAreas(reading)
  readDiaphragms(reading)
  readSupports(reading)
  readCases(reading)
  readLoads(reading)
  for (const [name, { count, rows }] of file.tables) {
    if (reading.readTables.has(name)) continue
    count.dropped += rows.length
    report.note('dropped', categoryOf(name), { count: rows.length, place: name })
  }
  restoreIds(reading, file)
}

const OWN_HEAD = /^File "(.*)" written by Structural Model Service$/

function readProgram(reading: S2kReading, { head }: S2kFile): void {
  const { model, report, issues, options } = reading
  let current: string | undefined
  reading.each('PROGRAM CONTROL', (row) => {
    const [name, version] = [row.get('ProgramName'), row.get('Version')]
    if (name !== undefined) {
      report.program = [name, version].filter((part) => part !== undefined).join(' ')
      model.source = { system: name, ...(version !== undefined && { version }) }
    }
    current ??= row.get('CurrUnits')
    const issue = current === undefined ? undefined : unitsIssue(current, options.units, row.loc('CurrUnits'))
    if (issue) issues.add(issue)
    return 'taken'
  })
  const units = current ?? options.units
  if (units === undefined) report.note('guessed', 'units_missing')
  else {
    model.units = { current: units }
    report.units = units
  }
  const own = OWN_HEAD.exec(head)?.[1]
  if (own) model.name = own.replaceAll("''", '"')
  reading.each('PROJECT INFORMATION', (row) => {
    const [item, data] = [row.get('Item'), row.get('Data')]
    const isTitle = item === 'Project Name' && data !== undefined && data !== ''
    if (isTitle) model.name ??= data
    if (!isTitle) report.note('dropped', 'analysis', { place: row.table })
    return isTitle ? 'taken' : 'dropped'
  })
}

function restoreIds({ model, shells }: S2kReading, { tail }: S2kFile): void {
  const map = new IdMap()
  for (const line of tail) map.read(line)
  const sections = map.ids.get('sections') ?? new Map<string, string>()
  for (const [name, id] of map.ids.get('shells') ?? []) sections.set(shells.get(name) ?? name, id)
  map.ids.set('sections', sections)
  model.restoreIds(map)
}
