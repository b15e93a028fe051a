import type { Vec } from '#lib/model/shape/vector.ts'
import type { ViewerFrame } from '#lib/schema/schema.ts'
import { tapersFit } from '../tapers-to-read.ts'
import { turned } from './coordinate-systems.ts'
import { FrameOffsets, type InsertionRow, readPoint } from './frame-offsets.ts'
import { materialOf } from './s2k-read-sections.ts'
import type { S2kReading } from './s2k-reading.ts'
import type { RowStatus, S2kRow } from './s2k-tables.ts'

/** Frames, and what is assigned to them table by table. */
export function readFrames(reading: S2kReading): void {
  readConnectivity(reading)
  readFrameSections(reading)
  readRotations(reading)
  readReleases(reading)
  readInsertions(reading)
}

function readConnectivity(reading: S2kReading): void {
  const { model, report } = reading
  reading.each('CONNECTIVITY - FRAME', (row) => {
    const [name, start, end] = [row.get('Frame'), row.get('JointI'), row.get('JointJ')]
    if (name === undefined || start === undefined || end === undefined) return reading.missing(row, 'Frame, JointI, JointJ')
    const [id, startNodeId, endNodeId] = [model.idOf('frames', name), model.idOf('nodes', start), model.idOf('nodes', end)]
    const lost = [startNodeId, endNodeId].find((one) => !model.has('nodes', one))
    if (lost !== undefined) return reading.missing(row, `joint ${lost}`)
    if (!model.add('frames', { id, startNodeId, endNodeId, rotation: 0 })) return reading.duplicate(`frame ${id}`)
    if (row.isYes('IsCurved')) report.note('converted', 'curve_made_straight', { example: `frame ${id}` })
    return 'taken'
  })
}

/** Rows about frames that are there. */
function eachFrame(reading: S2kReading, table: string, read: (frame: ViewerFrame, row: S2kRow) => RowStatus): void {
  const { model } = reading
  reading.each(table, (row) => {
    const name = row.get('Frame')
    const frame = name === undefined ? undefined : model.get('frames', model.idOf('frames', name))
    return frame ? read(frame, row) : reading.missing(row, `frame ${name ?? ''}`)
  })
}

function readFrameSections(reading: S2kReading): void {
  const { model, report } = reading
  const fits = tapersFit(model)
  eachFrame(reading, 'FRAME SECTION ASSIGNMENTS', (frame, row) => {
    const section = row.get('AnalSect')
    const material = row.get('MatProp')
    row.get('AutoSelect')
    if (material !== undefined && material !== 'Default') {
      const materialId = materialOf(reading, row, material)
      if (materialId !== undefined) frame.materialId = materialId
    }
    if (section === undefined || section === 'None') return 'taken'
    const taper = reading.tapers.get(section)
    const id = taper?.start ?? model.idOf('sections', section)
    if (!model.has('sections', id)) return reading.missing(row, `section ${id}`)
    frame.sectionId = id
    if (!taper || taper.end === id) return 'taken'
    if (fits(id, taper.end)) frame.endSectionId = taper.end
    else report.note('dropped', 'section_varies', { example: `section ${section} of frame ${frame.id}` })
    return 'taken'
  })
}

function readRotations(reading: S2kReading): void {
  const { report } = reading
  eachFrame(reading, 'FRAME LOCAL AXES ASSIGNMENTS 1 - TYPICAL', (frame, row) => {
    const angle = row.number('Angle')
    if (row.isYes('AdvanceAxes')) report.note('guessed', 'orientation_guessed', { example: `frame ${frame.id}` })
    if (angle !== undefined) frame.rotation = angle
    return 'taken'
  })
}

const FREEDOMS = ['p', 'v2', 'v3', 't', 'm2', 'm3'] as const

function readReleases(reading: S2kReading): void {
  const { model, report } = reading
  const GENERAL = 'FRAME RELEASE ASSIGNMENTS 1 - GENERAL'
  eachFrame(reading, GENERAL, (frame, row) => {
    row.get('PartialFix')
    const endOf = (end: 'I' | 'J') =>
      Object.fromEntries(
        FREEDOMS.filter((freedom) => row.isYes(`${freedom.toUpperCase()}${end}`)).map((freedom) => [freedom, true]),
      )
    const [start, end] = [endOf('I'), endOf('J')]
    if (Object.keys(start).length + Object.keys(end).length === 0) return 'taken'
    model.setReleases(frame, { start, end })
    return 'taken'
  })
  eachFrame(reading, 'FRAME RELEASE ASSIGNMENTS 2 - PARTIAL FIXITY', (frame, row) => {
    const { releases } = frame
    if (!releases) {
      report.note('dropped', 'partial_fixity', { example: `frame ${frame.id}` })
      return 'dropped'
    }
    for (const [end, letter] of [
      ['start', 'I'],
      ['end', 'J'],
    ] as const)
      for (const freedom of FREEDOMS) {
        const stiffness = row.number(`${freedom.toUpperCase()}${letter}`)
        if (stiffness !== undefined && stiffness > 0 && releases[end]?.[freedom] === true)
          releases[end] = { ...releases[end], [freedom]: stiffness }
      }
    return 'taken'
  })
}

const OFFSETS = { I: ['JtOffsetXI', 'JtOffsetYI', 'JtOffsetZI'], J: ['JtOffsetXJ', 'JtOffsetYJ', 'JtOffsetZJ'] } as const

function readInsertions(reading: S2kReading): void {
  const { model, report } = reading
  const { systems } = reading
  const offsets = new FrameOffsets(model, report)
  const rows = new Map<string, InsertionRow>()
  eachFrame(reading, 'FRAME INSERTION POINT ASSIGNMENTS', (frame, row) => {
    if (rows.has(frame.id)) return reading.duplicate(`frame ${frame.id}`)
    const name = row.get('CoordSys') ?? 'Local'
    const system = systems.get(name.toUpperCase())
    const vector = (end: 'I' | 'J'): Vec => {
      const [x, y, z] = OFFSETS[end]
      const own: Vec = [row.number(x) ?? 0, row.number(y) ?? 0, row.number(z) ?? 0]
      return system ? turned(own, system) : own
    }
    rows.set(frame.id, {
      point: readPoint(row.get('CardinalPt')) ?? 10,
      ...{ start: vector('I'), end: vector('J'), isLocal: !system },
      isMirrored: row.isYes('Mirror2') || row.isYes('Mirror3'),
    })
    row.get('Transform')
    return 'taken'
  })
  for (const frame of model.all('frames')) offsets.set(frame, rows.get(frame.id))
}
