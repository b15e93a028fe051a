import { subtract, type Vec, vec } from '#lib/model/shape/vector.ts'
import type { ViewerFrame } from '#lib/schema/schema.ts'
import type { E2kReading } from './e2k-reading.ts'
import type { E2kRow } from './e2k-rows.ts'
import { AT_CENTROID, FrameOffsets, readPoint } from './frame-offsets.ts'
import type { RowStatus } from './s2k-tables.ts'

type Line = { kind: string; start: string; end: string; below: number; line: number }

/** Lines in plan, and the frames that they are on each storey. */
export function readE2kFrames(reading: E2kReading): void {
  const { model, report } = reading
  const lines = new Map<string, Line>()
  reading.each('LINE', (row) => {
    const [name, kind = '', start = '', end = ''] = [0, 1, 2, 3].map((place) => row.at(place))
    const below = row.numberAt(4) ?? 0
    if (name === undefined || !reading.points.has(start) || !reading.points.has(end))
      return reading.missing(row, `points ${start}, ${end}`)
    if (lines.has(name)) return reading.duplicate(`line ${name}`)
    lines.set(name, { kind, start, end, below, line: row.line })
    return 'taken'
  })
  const offsets = new FrameOffsets(model, report)
  const columns = new Map<string, { storey: number; id: string; below: number }[]>()
  const later = new Set<string>()
  reading.each('LINEASSIGN', (row): RowStatus => {
    const [name = '', storey = ''] = [row.at(0), row.at(1)]
    const line = lines.get(name)
    const id = model.idOf('frames', `${name} ${storey}`)
    const known = model.get('frames', id)
    if (known) {
      // Further lines say more of the same frame.
      if (later.has(`${id}\0${row.get('SECTION') ?? ''}`)) return reading.duplicate(`frame ${id}`)
      return assign(reading, known, row)
    }
    if (!line) return reading.missing(row, `line ${name}`)
    const [startNodeId, endNodeId] = [reading.nodeAt(line.start, storey, line.below), reading.nodeAt(line.end, storey)]
    if (startNodeId === undefined || endNodeId === undefined) return reading.missing(row, `storey ${storey} of line ${name}`)
    const frame: ViewerFrame = { id, startNodeId, endNodeId, rotation: 0, label: name }
    const status = assign(reading, frame, row)
    later.add(`${id}\0${frame.sectionId ?? ''}`)
    const point = readPoint(row.get('CARDINALPT'))
    model.add('frames', frame)
    offsets.set(frame, { ...AT_CENTROID, point: point ?? 10 })
    noteDirection(reading, frame)
    const index = reading.storeyIndex.get(storey) ?? 0
    if (line.kind === 'COLUMN') columns.set(name, [...(columns.get(name) ?? []), { storey: index, id, below: line.below }])
    return status === 'dropped' ? 'taken' : status
  })
  for (const [name, frames] of columns) addMembers(reading, name, frames)
}

/** Columns of one label on storeys that touch are one member. */
function addMembers({ model, report }: E2kReading, name: string, frames: { storey: number; id: string; below: number }[]): void {
  const sorted = frames.toSorted((one, other) => one.storey - other.storey)
  let run: typeof frames = []
  let count = 0
  const end = () => {
    if (run.length > 1) {
      const id = model.idOf('members', count++ === 0 ? name : `${name} (${count})`)
      model.add('members', { id, frameIds: run.map((one) => one.id) })
      report.note('converted', 'member_divided', { example: `member ${id}` })
    }
    run = []
  }
  for (const one of sorted) {
    const last = run.at(-1)
    if (last && one.storey - one.below !== last.storey) end()
    run.push(one)
  }
  end()
}

const FREEDOMS = ['p', 'v2', 'v3', 't', 'm2', 'm3'] as const
/** What is read of an assignment, or says nothing about the structure. */
const READ = new Set(['SECTION', 'ANG', 'CARDINALPT', 'RELEASE', 'MATERIAL'])

function assign(reading: E2kReading, frame: ViewerFrame, row: E2kRow): RowStatus {
  const { model, report } = reading
  let isTaken = false
  const section = row.get('SECTION')
  if (section !== undefined && section !== 'NONE') {
    const id = model.idOf('sections', section)
    if (model.has('sections', id)) frame.sectionId = id
    else reading.missing(row, `section ${id}`)
    isTaken = true
  }
  const angle = row.number('ANG')
  if (angle !== undefined) {
    frame.rotation = angle
    isTaken = true
  }
  const release = row.get('RELEASE')?.toUpperCase()
  if (release !== undefined) {
    const words = release === 'PINNED' ? ['M2I', 'M3I', 'M2J', 'M3J'] : release.split(/\s+/)
    const of = (end: 'I' | 'J') =>
      Object.fromEntries(FREEDOMS.filter((one) => words.includes(`${one.toUpperCase()}${end}`)).map((one) => [one, true]))
    const releases = { start: of('I'), end: of('J') }
    if (Object.keys(releases.start).length + Object.keys(releases.end).length > 0) {
      model.setReleases(frame, releases)
      isTaken = true
    }
  }
  for (const key of row.keys) {
    if (READ.has(key)) continue
    report.note('dropped', 'assignments', { place: row.keyword })
    break
  }
  return isTaken ? 'taken' : 'dropped'
}

/** Local axes of a frame drawn against the usual direction may be other ones in ETABS: told where it matters. */
function noteDirection(
  { model, report }: E2kReading,
  { id, startNodeId, endNodeId, rotation, sectionId, sectionOffset }: ViewerFrame,
): void {
  const [start, end] = [model.get('nodes', startNodeId), model.get('nodes', endNodeId)]
  if (!start || !end || isUsualDirection(subtract(vec(end.position), vec(start.position)))) return
  const type = sectionId == null ? undefined : model.get('sections', sectionId)?.type
  const isUneven = type === 'channel' || type === 'angle' || (sectionOffset?.x ?? 0) !== 0
  if (isUneven || rotation % 180 !== 0) report.note('guessed', 'direction', { example: `frame ${id}` })
}

/** Up, else towards +X, else +Y. */
export function isUsualDirection([x, y, z]: Vec): boolean {
  const tolerance = 1e-6 * Math.hypot(x, y, z)
  if (Math.abs(z) > tolerance) return z > 0
  if (Math.abs(x) > tolerance) return x > 0
  return y >= 0
}
