import type { ViewerArea } from '#lib/schema/schema.ts'
import { materialOf } from './s2k-read-sections.ts'
import type { S2kReading } from './s2k-reading.ts'
import type { RowStatus, S2kRow } from './s2k-tables.ts'

/** Areas, their sections and thicknesses. */
export function readAreas(reading: S2kReading): void {
  readConnectivity(reading)
  readAreaSections(reading)
  readThicknesses(reading)
}

type Loop = { joints: string[]; rows: number; declared: number | undefined; isWrong: boolean }

/** Four joints a row; rows of one name run on. How many there are is counted, not believed. */
function readConnectivity(reading: S2kReading): void {
  const { model } = reading
  const loops = new Map<string, Loop>()
  const TABLE = 'CONNECTIVITY - AREA'
  reading.each(TABLE, (row) => {
    const name = row.get('Area')
    if (name === undefined) return reading.missing(row, 'Area')
    const isFirst = row.get('NumJoints') !== undefined
    const known = loops.get(name)
    if (known && isFirst) return reading.duplicate(`area ${name}`)
    const loop = known ?? { joints: [], rows: 0, declared: row.number('NumJoints'), isWrong: false }
    loops.set(name, loop)
    loop.rows++
    for (const key of row.fields.keys()) if (/^Joint\d+$/.test(key)) loop.joints.push(row.get(key) ?? '')
    return 'taken'
  })
  const count = reading.report.table(TABLE)
  for (const [name, { joints, rows, declared }] of loops) {
    const id = model.idOf('areas', name)
    const nodeIds = joints.map((joint) => model.idOf('nodes', joint))
    const lost = nodeIds.find((node) => !model.has('nodes', node))
    const isWhole = lost === undefined && nodeIds.length >= 3 && (declared === undefined || declared === nodeIds.length)
    if (isWhole) {
      model.add('areas', { id, nodeIds })
      continue
    }
    count.taken -= rows
    count.dropped += rows
    const why = lost === undefined ? `${nodeIds.length} joints` : `joint ${lost}`
    reading.report.note('dropped', 'reference_missing', { count: rows, example: `area ${id}: ${why}` })
  }
}

function eachArea(reading: S2kReading, table: string, read: (area: ViewerArea, row: S2kRow) => RowStatus): void {
  const { model } = reading
  reading.each(table, (row) => {
    const name = row.get('Area')
    const area = name === undefined ? undefined : model.get('areas', model.idOf('areas', name))
    return area ? read(area, row) : reading.missing(row, `area ${name ?? ''}`)
  })
}

function readAreaSections(reading: S2kReading): void {
  eachArea(reading, 'AREA SECTION ASSIGNMENTS', (area, row) => {
    const section = row.get('Section')
    const material = row.get('MatProp')
    if (material !== undefined && material !== 'Default') {
      const materialId = materialOf(reading, row, material)
      if (materialId !== undefined) area.materialId = materialId
    }
    if (section === undefined || section === 'None') return 'taken'
    const id = reading.shells.get(section)
    if (id === undefined) return reading.missing(row, `area section ${section}`)
    area.sectionId = id
    return 'taken'
  })
}

function readThicknesses(reading: S2kReading): void {
  eachArea(reading, 'AREA OVERWRITES - THICKNESS', (area, row) => {
    const thicknesses = [1, 2, 3, 4].map((corner) => row.number(`Thick${corner}`)).filter((one) => one !== undefined)
    const [first] = thicknesses
    if (first === undefined) return 'dropped'
    if (thicknesses.some((one) => one !== first))
      reading.report.note('guessed', 'thickness_averaged', { example: `area ${area.id}` })
    area.thickness = thicknesses.reduce((sum, one) => sum + one, 0) / thicknesses.length
    return 'taken'
  })
}
