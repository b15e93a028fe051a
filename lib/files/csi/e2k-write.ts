import { isStraight } from '#lib/model/grid-shapes.ts'
import type { ViewerGridLine } from '#lib/schema/schema.ts'
import { e2kCaseLines } from '../csi-loads/e2k-write-cases.ts'
import { E2kDiaphragms } from '../csi-loads/e2k-write-diaphragms.ts'
import { E2kLoadLines } from '../csi-loads/e2k-write-loads.ts'
import { E2kSprings } from '../csi-loads/e2k-write-springs.ts'
import type { ModelToWrite } from '../model-to-write.ts'
import { idMapLines } from '../names.ts'
import { writeConverted, writeNumber } from '../numbers.ts'
import { releasesOf } from '../stiffnesses.ts'
import { tapersAsPrisms } from '../tapers-to-write.ts'
import { csiMaterial, csiType } from './csi-materials.ts'
import { E2K_NAMES } from './csi-names.ts'
import { CsiPlan, type PlannedSection, type Shell, saysMore } from './csi-plan.ts'
import type { CsiShape } from './csi-shapes.ts'
import { Levels } from './e2k-levels.ts'
import { E2kObjects, type PlanArea, type PlanLine } from './e2k-objects.ts'
import { quoted } from './e2k-rows.ts'
import { turnedGrids } from './skew-grids.ts'

/** A text file for ETABS: files, section 4. */

const VERSION = '22.6.0'
type Section = [heading: string, lines: Iterable<string>]

export function writeE2k(sent: ModelToWrite): Iterable<string> {
  // No file with a section that varies was seen yet.
  const file = { ...sent, model: tapersAsPrisms(sent.model, { count: 8, nameOf: (id, k) => `${id}~${k}` }, sent.report) }
  const plan = new CsiPlan(file, E2K_NAMES, true)
  const levels = new Levels(file)
  const objects = new E2kObjects(plan, levels)
  objects.noteSupports()
  noteLosses(plan, levels)
  const statics = {
    cases: e2kCaseLines(plan),
    loads: new E2kLoadLines(plan, levels, objects),
    diaphragms: new E2kDiaphragms(plan, levels, objects),
    springs: new E2kSprings(plan),
  }
  file.report.note('converted', 'id_changed', { count: plan.names.changedCount - (plan.names.changed.get('loads')?.length ?? 0) })
  return pieces(plan, levels, objects, statics)
}

type Statics = {
  cases: ReturnType<typeof e2kCaseLines>
  loads: E2kLoadLines
  diaphragms: E2kDiaphragms
  springs: E2kSprings
}

function* pieces(plan: CsiPlan, levels: Levels, objects: E2kObjects, statics: Statics): Generator<string, void> {
  const { cases, loads, diaphragms, springs } = statics
  const { units, names, file } = plan
  const title = E2K_NAMES.clean(file.model.name)
  const sections: Section[] = [
    ['PROGRAM INFORMATION', [`PROGRAM  "ETABS"  VERSION ${quoted(VERSION)}`]],
    [
      'CONTROLS',
      [
        `UNITS  "${units.force.toUpperCase()}"  "${units.length.toUpperCase()}"  "${units.temperature}"`,
        `TITLE1  ${quoted(title)}`,
      ],
    ],
    ['STORIES - IN SEQUENCE FROM TOP', storeyLines(levels)],
    ['GRIDS', gridLines(plan)],
    ['DIAPHRAGM NAMES', diaphragms.definitions()],
    ['MATERIAL PROPERTIES', materialLines(plan)],
    ['FRAME SECTIONS', plan.frameSections.map((one) => sectionLine(plan, one))],
    ['SLAB PROPERTIES', [...plan.shells.values()].map((one) => shellLine(plan, loads, one))],
    ['POINT SPRING PROPERTIES', springs.definitions],
    ['POINT COORDINATES', pointLines(objects)],
    ['LINE CONNECTIVITIES', objects.lines.map(lineLine)],
    ['AREA CONNECTIVITIES', objects.areas.map(areaLine)],
    ['POINT ASSIGNS', pointAssigns(plan, levels, objects, statics)],
    ['LINE ASSIGNS', objects.lines.map((one) => lineAssign(plan, levels, one))],
    ['AREA ASSIGNS', objects.areas.map((one) => areaAssign(plan, levels, diaphragms, one))],
    ['LOAD PATTERNS', cases.patterns],
    ['POINT OBJECT LOADS', loads.points],
    ['FRAME OBJECT LOADS', loads.lines],
    ['SHELL OBJECT LOADS', loads.areas],
    ['LOAD CASES', cases.cases],
    ['LOAD COMBINATIONS', cases.combinations],
  ]
  yield `$ File ${title} written by Structural Model Service\r\n`
  for (const [heading, lines] of sections) {
    let isBegun = false
    for (const line of lines) {
      yield isBegun ? `  ${line}\r\n` : `\r\n$ ${heading}\r\n  ${line}\r\n`
      isBegun = true
    }
  }
  yield '\r\n$ LOG\r\n  STARTCOMMENTS\r\n'
  const kinds = [
    ...(['materials', 'sections', 'shells', 'nodes', 'frames', 'areas', 'supports', 'gridLines'] as const),
    ...(['loadCases', 'loads', 'combinations', 'diaphragms'] as const),
  ]
  for (const line of idMapLines(names.changed, kinds)) yield `${line}\r\n`
  yield '  ENDCOMMENTS\r\n\r\n$ END OF MODEL FILE\r\n'
}

/** From the top. */
function storeyLines({ levels }: Levels): string[] {
  return levels
    .map(({ name, elevation, height }, i) =>
      i === 0 ? `STORY ${quoted(name)}  ELEV ${writeNumber(elevation)}` : `STORY ${quoted(name)}  HEIGHT ${writeNumber(height)}`,
    )
    .toReversed()
}

/** Skew lines of one direction are X grids of a system of their own; with several systems an import has theirs in front of the ids. */
function gridLines({ file: { model }, names }: CsiPlan): string[] {
  const taken = new Set<string>()
  const changed: [string, string][] = names.changed.get('gridLines') ?? []
  const turned = turnedGrids(model.gridLines).map((grid, k) => ({ ...grid, system: `G${k + 2}` }))
  const line = (system: string, axis: 'X' | 'Y', { id, label }: ViewerGridLine, coordinate: number): string => {
    const plain = E2K_NAMES.clean(label || id.replace(/^[XY]\//, '')).slice(0, 40)
    const key = (name: string) => `${turned.length > 0 ? `${system}/` : ''}${axis}/${name}`
    let name = plain
    for (let number = 2; taken.has(key(name).toLowerCase()); number++) name = `${plain}_${number}`
    taken.add(key(name).toLowerCase())
    if (key(name) !== id) changed.push([key(name), id])
    const bubble = axis === 'X' ? 'End' : 'Start'
    return `GRID "${system}"  LABEL ${quoted(name)}  DIR "${axis}"  COORD ${writeNumber(coordinate)} VISIBLE "Yes"  BUBBLELOC "${bubble}"`
  }
  const straight = (model.gridLines ?? []).filter(isStraight)
  const lines = straight.flatMap((one) => (one.axis === 'Z' ? [] : [line('G1', one.axis, one, one.coordinate)]))
  const skew = turned.flatMap(({ system, degrees, lines: all }) => [
    `GRIDSYSTEM "${system}"  TYPE "CARTESIAN"  RZ ${writeNumber(degrees)}  BUBBLESIZE 1.25`,
    ...all.map(({ gridLine, coordinate }) => line(system, 'X', gridLine, coordinate)),
  ])
  if (changed.length > 0) names.changed.set('gridLines', changed)
  return ['GRIDSYSTEM "G1"  TYPE "CARTESIAN"  BUBBLESIZE 1.25', ...lines, ...skew]
}

function* materialLines({ file: { model }, names, units }: CsiPlan): Generator<string, void> {
  for (const material of model.materials ?? []) {
    const name = quoted(names.nameOf('materials', material.id))
    const { unitWeight, E, nu, alpha, fy, fc } = csiMaterial(material, units)
    const assignment = (key: string, value: number | undefined) =>
      value === undefined ? '' : `  ${key} ${writeConverted(value)}`
    const grade = typeof material.source?.grade === 'string' ? `    GRADE ${quoted(material.source.grade)}` : ''
    const weight = unitWeight === undefined ? '' : `    WEIGHTPERVOLUME ${writeConverted(unitWeight)}`
    yield `MATERIAL  ${name}    TYPE ${quoted(csiType(material))}${grade}${weight}`
    const elastic = assignment('E', E) + assignment('U', nu) + assignment('A', alpha)
    if (elastic !== '') yield `MATERIAL  ${name}    SYMTYPE "Isotropic"${elastic}`
    const strength = assignment('FY', fy) + assignment('FC', fc)
    if (strength !== '') yield `MATERIAL  ${name}${strength}`
  }
}

const SHAPES: Readonly<Partial<Record<CsiShape, string>>> = {
  box: 'Steel Tube',
  pipe: 'Steel Pipe',
  i: 'Steel I/Wide Flange',
  channel: 'Steel Channel',
  angle: 'Steel Angle',
}

const PROPERTY_KEYS = { Area: 'AREA', TorsConst: 'TORSION', I33: 'I33', I22: 'I22', I23: 'I23', AS2: 'AS2', AS3: 'AS3' } as const

function sectionLine({ names, file }: CsiPlan, { section, toWrite }: PlannedSection): string {
  const name = names.nameOf('sections', section.id)
  const material = section.materialId == null ? '' : `  MATERIAL ${quoted(names.nameOf('materials', section.materialId))}`
  const head = `FRAMESECTION  ${quoted(name)}${material}`
  const properties = () =>
    toWrite.is === 'sizes'
      ? ''
      : Object.entries(toWrite.properties)
          .map(([key, value]) => ` ${PROPERTY_KEYS[key as keyof typeof PROPERTY_KEYS]} ${writeConverted(value)}`) // a key of the properties
          .join('')
  if (toWrite.is === 'name') {
    const shape = section.shape && section.shape !== 'custom' ? section.shape : name
    return `${head}  SHAPE ${quoted(E2K_NAMES.clean(shape))} ${properties()}`.trimEnd()
  }
  const { t3 = 0, t2 = 0, tf, tw } = toWrite.sizes
  const size = (key: string, value: number | undefined) => (value === undefined ? '' : ` ${key} ${writeNumber(value)}`)
  if (toWrite.is === 'outline') return `${head}  SHAPE "General" ${size('D', t3)}${size('B', t2)}${properties()}`
  const isConcrete =
    csiType((file.model.materials ?? []).find(({ id }) => id === section.materialId) ?? { id: '' }) === 'Concrete'
  const { shape } = toWrite
  if (shape === 'rectangle')
    return `${head}  SHAPE "${isConcrete ? 'Concrete Rectangular' : 'Steel Plate'}" ${size('D', t3)}${size('B', t2)}`
  if (shape === 'circle') return `${head}  SHAPE "${isConcrete ? 'Concrete Circle' : 'Steel Rod'}" ${size('D', t3)}`
  if (shape === 'pipe') return `${head}  SHAPE "${SHAPES.pipe}" ${size('D', t3)}${size('T', tw)}`
  return `${head}  SHAPE "${SHAPES[shape] ?? 'General'}" ${size('D', t3)}${size('B', t2)}${size('TF', tf)}${size('TW', tw)}`
}

function shellLine({ names }: CsiPlan, { oneWayShells }: E2kLoadLines, shell: Shell): string {
  const { name, thickness, materialId } = shell
  const material = materialId == null ? '' : `  MATERIAL ${quoted(names.nameOf('materials', materialId))}`
  const type = oneWayShells.has(shell) ? 'MODELINGTYPE "Membrane"  ONEWAYLOADDIST "Yes"' : 'MODELINGTYPE "ShellThin"'
  const rest = `${type}  SLABTYPE "Slab"  SLABTHICKNESS ${writeNumber(thickness)}`
  return `SHELLPROP  ${quoted(name)}  PROPTYPE  "Slab"${material}  ${rest}`
}

function* pointLines({ points }: E2kObjects): Generator<string, void> {
  for (const { name, x, y, below } of points) {
    const off = below === 0 ? '' : ` ${writeNumber(below)}`
    yield `POINT ${quoted(name)}  ${writeNumber(x)} ${writeNumber(y)}${off}`
  }
}

const lineLine = ({ label, kind, start, end }: PlanLine): string =>
  `LINE  ${quoted(label)}  ${kind}  ${quoted(start.point.name)}  ${quoted(end.point.name)}  ${end.storey - start.storey}`

function areaLine({ label, corners, storey, isVertical }: PlanArea): string {
  const points = corners.map(({ point }) => quoted(point.name)).join('  ')
  const below = corners.map((corner) => storey - corner.storey).join(' ')
  return `AREA  ${quoted(label)}  ${isVertical ? 'PANEL' : 'FLOOR'}  ${corners.length}  ${points}  ${below}`
}

const WORDS = { u1: 'UX', u2: 'UY', u3: 'UZ', r1: 'RX', r2: 'RY', r3: 'RZ' } as const

function* pointAssigns(
  { supports, file }: CsiPlan,
  levels: Levels,
  objects: E2kObjects,
  { diaphragms, springs }: Statics,
): Generator<string, void> {
  const head = (node: string) => {
    const { point, storey } = objects.placeOf(node)
    return `POINTASSIGN  ${quoted(point.name)}  ${quoted(levels.name(storey))}`
  }
  for (const support of supports) {
    const { nodeId, held } = support
    const words = Object.entries(WORDS).flatMap(([direction, word]) => (held.has(direction as 'u1') ? [word] : [])) // a key of WORDS
    const spring = springs.nameOf(support)
    yield `${head(nodeId)}  RESTRAINT ${quoted(words.join(' '))}${spring === undefined ? '' : `  SPRINGPROP ${quoted(spring)}`}`
  }
  const used = new Set([...objects.usedNodes].map((node) => objects.placeOf(node)))
  const assigned = new Set<object>()
  for (const { id } of file.model.nodes) {
    const place = objects.placeOf(id)
    const diaphragm = diaphragms.ofNode(id)
    if (diaphragm !== undefined && !assigned.has(place)) {
      assigned.add(place)
      yield `${head(id)}  DIAPH  ${quoted(diaphragm)}`
    }
    if (!used.has(place)) {
      used.add(place)
      yield `${head(id)}  USERJOINT  "Yes"`
    }
  }
}

function lineAssign({ names }: CsiPlan, levels: Levels, { frame, label, end, rotation, insertion, releases }: PlanLine): string {
  const section = frame.sectionId == null ? 'NONE' : names.nameOf('sections', frame.sectionId)
  const angle = rotation === 0 ? '' : `  ANG ${writeNumber(rotation)}`
  const point = insertion.point === 10 ? '' : `  CARDINALPT ${insertion.point}`
  const words = releases
    ? [
        ...[...releases.start.keys()].map((one) => `${one.toUpperCase()}I`),
        ...[...releases.end.keys()].map((one) => `${one.toUpperCase()}J`),
      ]
    : []
  const release = words.length > 0 ? `  RELEASE ${quoted(words.join(' '))}` : ''
  return `LINEASSIGN  ${quoted(label)}  ${quoted(levels.name(end.storey))}  SECTION ${quoted(section)}${angle}${point}${release}`
}

function areaAssign(plan: CsiPlan, levels: Levels, diaphragms: E2kDiaphragms, planned: PlanArea): string {
  const { id, label, storey, opening } = planned
  const head = `AREAASSIGN  ${quoted(label)}  ${quoted(levels.name(storey))}`
  const area = opening ? undefined : plan.areasById.get(id)
  if (!area) return `${head}  OPENING "Yes"`
  const shell = plan.shellOf(area)
  const section = `  SECTION ${quoted(shell?.name ?? 'NONE')}`
  const name = diaphragms.ofArea(planned)
  const diaphragm = name === undefined ? '' : `  DIAPH ${quoted(name)}`
  const point = area.cardinalPoint ? `  CARDINALPOINT ${quoted(area.cardinalPoint.replace(/[^\x20-\x7e]/g, '_'))}` : ''
  return `${head}${section}${diaphragm}${point}`
}

function noteLosses({ file: { model, report }, names }: CsiPlan, { levels }: Levels): void {
  for (const { id, line } of model.gridLines ?? [])
    if (line) report.note('converted', 'grid_line_ends', { example: `grid line ${id}` })
  for (const frame of model.frames ?? []) {
    const { start, end } = releasesOf(frame) ?? {}
    if ([...(start?.values() ?? []), ...(end?.values() ?? [])].some((value) => value !== true))
      report.note('dropped', 'partial_fixity', { example: `frame ${frame.id}` })
  }
  const columns = new Set((model.frames ?? []).map(({ id }) => id))
  for (const { id, frameIds } of model.members ?? [])
    if (frameIds.some((frame) => columns.has(frame))) report.note('dropped', 'members', { example: `member ${id}` })
  const changed = levels.flatMap(({ name, gridLineId }): [string, string][] =>
    gridLineId !== null && gridLineId !== `Z/${name}` ? [[`Z/${name}`, gridLineId]] : [],
  )
  if (changed.length > 0) names.changed.set('gridLines', changed)
  const note = (kind: string, all: readonly { id: string; source?: object | null | undefined }[], written: readonly string[]) => {
    for (const { id, source } of all)
      if (saysMore(source, written)) report.note('dropped', 'source', { example: `${kind} ${id}` })
  }
  note('material', model.materials ?? [], ['type', 'grade', 'properties', 'raw'])
  note('section', model.sections ?? [], ['properties', 'library', 'dimensions'])
  note('node', model.nodes, ['diaphragms'])
  note('frame', model.frames ?? [], ['releases', 'cardinalPoint'])
  note('area', model.areas ?? [], [])
  note('support', model.supports ?? [], ['stiffness'])
  note('load case', model.loadCases ?? [], [])
  note('load', model.loads ?? [], [])
  note('combination', model.combinations ?? [], [])
  note('diaphragm', model.diaphragms ?? [], [])
}
