import { isStraight } from '#lib/model/grid-shapes.ts'
import type { ViewerFrame, ViewerGridLine } from '#lib/schema/schema.ts'
import { caseTables } from '../csi-loads/s2k-write-cases.ts'
import { diaphragmTables } from '../csi-loads/s2k-write-diaphragms.ts'
import { loadTables } from '../csi-loads/s2k-write-loads.ts'
import type { ModelToWrite } from '../model-to-write.ts'
import { idMapLines } from '../names.ts'
import { writeConverted, writeNumber } from '../numbers.ts'
import { type Releases, releasesOf } from '../stiffnesses.ts'
import { tapersBySections } from '../tapers-to-write.ts'
import { S2K_NAMES } from './csi-names.ts'
import { CsiPlan, saysMore } from './csi-plan.ts'
import { isMoved } from './frame-insertion.ts'
import { rowText, type S2kCells, type TableToWrite } from './s2k-tables.ts'
import { s2kAreaTables } from './s2k-write-areas.ts'
import { s2kPropertyTables } from './s2k-write-properties.ts'
import { turnedGrids } from './skew-grids.ts'

/** A text file for SAP2000 and CSiBridge: files, section 4. */

const VERSION = '25.3.1'
const YES = 'Yes'
const NO = 'No'
const yesNo = (is: boolean): string => (is ? YES : NO)

export function writeS2k(sent: ModelToWrite): Iterable<string> {
  const file = { ...sent, model: tapersBySections(sent.model, sent.report) }
  const plan = new CsiPlan(file, S2K_NAMES, false)
  const { names } = plan
  const { model, report } = file
  for (const { id } of model.nodes) names.nameOf('nodes', id)
  for (const { id } of model.frames ?? []) names.nameOf('frames', id)
  for (const { id } of model.areas ?? []) names.nameOf('areas', id)
  for (const { id, nodeId } of plan.supports) names.nameOf('supports', id, names.nameOf('nodes', nodeId))
  const grid = gridTables(plan)
  noteSources(file)
  report.note('dropped', 'members', { count: model.members?.length ?? 0 })
  const statics = { diaphragms: diaphragmTables(plan), cases: caseTables(plan), loads: loadTables(plan) }
  report.note('converted', 'id_changed', { count: names.changedCount - (names.changed.get('loads')?.length ?? 0) })
  return pieces(plan, grid, statics)
}

type StaticsTables = Readonly<Record<'diaphragms' | 'cases' | 'loads', TableToWrite[]>>

function* pieces(plan: CsiPlan, grid: Grid, { diaphragms, cases, loads }: StaticsTables): Generator<string, void> {
  const { names } = plan
  const title = S2K_NAMES.clean(plan.file.model.name)
  yield `File "${title}" written by Structural Model Service\r\n \r\n`
  const tables: TableToWrite[] = [
    ...programTables(plan, grid),
    ['GRID LINES', grid.rows],
    ...s2kPropertyTables(plan),
    ...cases,
    ['JOINT COORDINATES', nodeRows(plan)],
    ['CONNECTIVITY - FRAME', frameRows(plan)],
    ...s2kAreaTables(plan),
    ...assignmentTables(plan),
    ...supportTables(plan),
    ...diaphragms,
    ...loads,
  ]
  for (const [name, rows] of tables) {
    let isBegun = false
    for (const row of rows) {
      yield isBegun ? rowText(row) : `TABLE:  "${name}"\r\n${rowText(row)}`
      isBegun = true
    }
    if (isBegun) yield ' \r\n'
  }
  yield 'END TABLE DATA\r\n'
  const kinds = [
    'materials',
    'sections',
    'shells',
    'nodes',
    'frames',
    'areas',
    'supports',
    'gridLines',
    'loadCases',
    'loads',
    'combinations',
    'diaphragms',
  ] as const
  for (const line of idMapLines(names.changed, kinds)) yield `${line}\r\n`
}

function programTables({ units: { force, length, temperature } }: CsiPlan, { systems }: Grid): TableToWrite[] {
  const CurrUnits = `${force}, ${length}, ${temperature}`
  return [
    ['PROGRAM CONTROL', [{ ProgramName: 'SAP2000', Version: VERSION, CurrUnits }]],
    ['COORDINATE SYSTEMS', [{ Name: 'GLOBAL', ...CARTESIAN }, ...systems]],
  ]
}

type Grid = { systems: S2kCells[]; rows: S2kCells[] }

/**
 * A grid's id follows from its axis and label, as the import makes it, with its system in front where there are several. Skew lines of one
 * direction are X grids of a system of their own.
 */
function gridTables({ file: { model, report }, names }: CsiPlan): Grid {
  const changed: [string, string][] = []
  const taken = new Set<string>()
  const straight = (model.gridLines ?? []).filter(isStraight)
  const turned = turnedGrids(model.gridLines).map((grid, k) => ({ ...grid, system: `SKEW${k + 1}` }))
  const hasSeveral = turned.length + Math.min(straight.length, 1) > 1
  const row = (system: string, axis: string, { id, label }: ViewerGridLine, coordinate: number): S2kCells => {
    const plain = S2K_NAMES.clean(label || id.replace(/^[XYZ]\//, '')).slice(0, 31)
    const key = (name: string) => `${hasSeveral ? `${system}/` : ''}${axis}/${name}`
    let name = plain
    for (let number = 2; taken.has(key(name).toLowerCase()); number++) name = `${plain.slice(0, 27)}_${number}`
    taken.add(key(name).toLowerCase())
    if (key(name) !== id) changed.push([key(name), id])
    if (label && label !== name) report.note('dropped', 'labels', { example: `grid line ${id}` })
    return {
      ...{ CoordSys: system, AxisDir: axis, GridID: name, XRYZCoord: writeNumber(coordinate) },
      ...{ LineType: 'Primary', LineColor: 'Gray8Dark', Visible: YES, BubbleLoc: axis === 'Y' ? 'Start' : 'End' },
    }
  }
  const rows = straight.map((line) => row('GLOBAL', line.axis, line, line.coordinate))
  for (const { system, lines } of turned)
    for (const { gridLine, coordinate } of lines) {
      report.note('converted', 'grid_line_ends', { example: `grid line ${gridLine.id}` })
      rows.push(row(system, 'X', gridLine, coordinate))
    }
  if (changed.length > 0) names.changed.set('gridLines', changed)
  return { systems: turned.map(({ system, degrees }) => ({ Name: system, ...CARTESIAN, AboutZ: writeNumber(degrees) })), rows }
}

const CARTESIAN = { Type: 'Cartesian', X: '0', Y: '0', Z: '0', AboutZ: '0', AboutY: '0', AboutX: '0' }

function* nodeRows({ file, names }: CsiPlan): Generator<S2kCells, void> {
  for (const { id, position } of file.model.nodes) {
    const { x, y, z } = position
    yield {
      ...{ Joint: names.nameOf('nodes', id), CoordSys: 'GLOBAL', CoordType: 'Cartesian' },
      ...{ XorR: writeNumber(x), Y: writeNumber(y), Z: writeNumber(z), SpecialJt: NO },
    }
  }
}

function* frameRows({ file, names }: CsiPlan): Generator<S2kCells, void> {
  for (const { id, startNodeId, endNodeId } of file.model.frames ?? []) {
    const [JointI, JointJ] = [names.nameOf('nodes', startNodeId), names.nameOf('nodes', endNodeId)]
    yield { Frame: names.nameOf('frames', id), JointI, JointJ, IsCurved: NO }
  }
}

function assignmentTables(plan: CsiPlan): TableToWrite[] {
  return [
    ['FRAME SECTION ASSIGNMENTS', eachFrame(plan, sectionRow)],
    ['FRAME LOCAL AXES ASSIGNMENTS 1 - TYPICAL', eachFrame(plan, rotationRow)],
    ['FRAME INSERTION POINT ASSIGNMENTS', eachFrame(plan, insertionRow)],
    ['FRAME RELEASE ASSIGNMENTS 1 - GENERAL', eachFrame(plan, releaseRow)],
    ['FRAME RELEASE ASSIGNMENTS 2 - PARTIAL FIXITY', eachFrame(plan, fixityRow)],
  ]
}

function* eachFrame(plan: CsiPlan, row: (plan: CsiPlan, frame: ViewerFrame) => S2kCells | undefined): Generator<S2kCells, void> {
  for (const frame of plan.file.model.frames ?? []) {
    const fields = row(plan, frame)
    if (fields) yield { Frame: plan.names.nameOf('frames', frame.id), ...fields }
  }
}

function sectionRow(plan: CsiPlan, frame: ViewerFrame): S2kCells {
  const { names, sections } = plan
  const { sectionId, materialId } = frame
  const own = sectionId == null ? undefined : sections.get(sectionId)
  const isInherited = materialId == null || materialId === own?.section.materialId
  return {
    AutoSelect: 'N.A.',
    AnalSect: sectionId == null ? 'None' : (plan.varyingOf(frame) ?? names.nameOf('sections', sectionId)),
    MatProp: isInherited ? 'Default' : names.nameOf('materials', materialId),
  }
}

const rotationRow = (_: CsiPlan, { rotation }: ViewerFrame): S2kCells | undefined =>
  rotation === 0 ? undefined : { Angle: writeNumber(rotation), AdvanceAxes: NO }

const POINTS = [
  ...['bottom left', 'bottom center', 'bottom right', 'middle left', 'middle center', 'middle right'],
  ...['top left', 'top center', 'top right', 'centroid', 'shear center'],
]

function insertionRow(plan: CsiPlan, frame: ViewerFrame): S2kCells | undefined {
  const insertion = plan.insertionOf(frame)
  const { point, moved } = insertion
  const end = plan.movedAtEnd(frame, insertion)
  const isAnyMoved = isMoved(insertion) || isMoved({ point, moved: end })
  if (point === 10 && !isAnyMoved) return undefined
  return {
    CardinalPt: `${point} (${POINTS[point - 1]})`,
    // Axes 1, 2, 3 of the frame.
    ...(isAnyMoved && {
      CoordSys: 'Local',
      ...{ JtOffsetXI: '0', JtOffsetYI: writeNumber(moved.y), JtOffsetZI: writeNumber(moved.x) },
      ...{ JtOffsetXJ: '0', JtOffsetYJ: writeNumber(end.y), JtOffsetZJ: writeNumber(end.x) },
    }),
    ...{ Mirror2: NO, Mirror3: NO, Transform: YES },
  }
}

function releaseRow(_: CsiPlan, frame: ViewerFrame): S2kCells | undefined {
  const releases = releasesOf(frame)
  if (!releases) return undefined
  const of = (end: 'start' | 'end', letter: 'I' | 'J') =>
    Object.fromEntries(
      (['p', 'v2', 'v3', 't', 'm2', 'm3'] as const).map((freedom) => [
        `${freedom.toUpperCase()}${letter}`,
        yesNo(releases[end].has(freedom)),
      ]),
    )
  return { ...of('start', 'I'), ...of('end', 'J'), PartialFix: yesNo(isElastic(releases)) }
}

const isElastic = ({ start, end }: Releases): boolean => [...start.values(), ...end.values()].some((value) => value !== true)

/** The stiffnesses of elastic joints. */
function fixityRow({ units }: CsiPlan, frame: ViewerFrame): S2kCells | undefined {
  const releases = releasesOf(frame)
  if (!releases || !isElastic(releases)) return undefined
  const of = (end: 'start' | 'end', letter: 'I' | 'J') =>
    [...releases[end]].flatMap(([freedom, value]) =>
      value === true ? [] : [[`${freedom.toUpperCase()}${letter}`, writeConverted(value * units.forceFactor)] as const],
    )
  return Object.fromEntries([...of('start', 'I'), ...of('end', 'J')])
}

function supportTables(plan: CsiPlan): TableToWrite[] {
  const { names, supports } = plan
  const directions = ['u1', 'u2', 'u3', 'r1', 'r2', 'r3'] as const
  const joint = (nodeId: string) => names.nameOf('nodes', nodeId)
  const restraints = supports.map(({ nodeId, held }) => ({
    Joint: joint(nodeId),
    ...Object.fromEntries(directions.map((direction) => [direction.toUpperCase(), yesNo(held.has(direction))])),
  }))
  const springs = supports
    .filter(({ stiffness }) => stiffness.size > 0)
    .map(({ nodeId, stiffness }) => ({
      ...{ Joint: joint(nodeId), CoordSys: 'GLOBAL' },
      ...Object.fromEntries(
        directions.map((direction) => [direction.toUpperCase(), writeConverted(stiffness.get(direction) ?? 0)]),
      ),
    }))
  return [
    ['JOINT RESTRAINT ASSIGNMENTS', restraints],
    ['JOINT SPRING ASSIGNMENTS 1 - UNCOUPLED', springs],
  ]
}

/** What sources say beyond what the file has a place for. */
function noteSources({ model, report }: ModelToWrite): void {
  const note = (kind: string, all: readonly { id: string; source?: object | null | undefined }[], written: readonly string[]) => {
    for (const { id, source } of all)
      if (saysMore(source, written)) report.note('dropped', 'source', { example: `${kind} ${id}` })
  }
  note('material', model.materials ?? [], ['type', 'grade', 'properties', 'raw'])
  note('section', model.sections ?? [], ['properties'])
  note('node', model.nodes, ['diaphragms'])
  note('frame', model.frames ?? [], ['releases', 'cardinalPoint'])
  note('area', model.areas ?? [], [])
  note('support', model.supports ?? [], ['stiffness'])
  note('grid line', model.gridLines ?? [], [])
  note('load case', model.loadCases ?? [], [])
  note('load', model.loads ?? [], [])
  note('combination', model.combinations ?? [], [])
  note('diaphragm', model.diaphragms ?? [], [])
}
