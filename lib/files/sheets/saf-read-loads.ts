import { distance } from '#lib/model/shape/vector.ts'
import type { Combination, Load, LoadCase, LoadVector } from '#lib/schema/loads.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { readNumber } from '../numbers.ts'
import { acrossOutline } from './saf-conventions.ts'
import type { SafImport } from './saf-import.ts'
import type { RowStatus, SafRow } from './saf-sheets.ts'

/** Load cases, combinations and loads. SAF's units of loads are kN and m, or kip and ft, as the model's are. */
export function readLoads(saf: SafImport): void {
  readCases(saf)
  readCombinations(saf)
  saf.sheets.read('StructuralPointAction', (row) => readPoint(saf, row, 'force'))
  saf.sheets.read('StructuralPointMoment', (row) => readPoint(saf, row, 'moment'))
  saf.sheets.read('StructuralCurveAction', (row) => readLine(saf, row))
  saf.sheets.read('StructuralSurfaceAction', (row) => readSurface(saf, row))
  saf.sheets.read('StructuralCurveActionThermal', (row) => readTemperature(saf, row))
  // The name that the format gives it does not fit a sheet.
  for (const name of ['StructuralPointSupportDef', 'StructuralPointSupportDeformation'])
    saf.sheets.read(name, (row) => readSettlement(saf, row, name))
}

const NATURES: Readonly<Record<string, NonNullable<LoadCase['nature']>>> = {
  selfweight: 'dead',
  wind: 'wind',
  snow: 'snow',
  temperature: 'temperature',
  seismic: 'seismic',
  maintenance: 'live',
  static: 'live',
  standard: 'live',
}

const plain = (text: string | undefined) => text?.toLowerCase().replace(/[^a-z]/g, '') ?? ''

function readCases({ sheets, model, report }: SafImport): void {
  sheets.read('StructuralLoadCase', ({ text }): RowStatus => {
    const name = text('name')
    if (name === undefined) return dropped(report, 'line_not_understood', 'StructuralLoadCase')
    const [action, type] = [plain(text('actiontype')), plain(text('loadtype'))]
    const description = text('description')
    const loadCase: LoadCase = {
      id: model.idOf('loadCases', name),
      ...(description !== undefined && { name: description }),
      nature: NATURES[type] ?? (action === 'permanent' ? 'dead' : 'other'),
      ...(type === 'selfweight' && { selfWeight: 1 }),
    }
    return model.add('loadCases', loadCase) ? 'taken' : dropped(report, 'duplicate_row', `load case ${name}`)
  })
}

function dropped(
  report: SafImport['report'],
  code: 'line_not_understood' | 'duplicate_row' | 'reference_missing' | 'loads',
  example: string,
): 'dropped' {
  report.note('dropped', code, code === 'loads' ? { place: example } : { example })
  return 'dropped'
}

const MOST_TERMS = 99

function readCombinations({ sheets, model, report }: SafImport): void {
  sheets.read('StructuralLoadCombination', ({ text, value }): RowStatus => {
    const name = text('name') ?? ''
    const example = `combination ${name}`
    const terms: Combination['terms'] = []
    for (let k = 1; k <= MOST_TERMS; k++) {
      const caseName = text(`loadcasename${k}`)
      if (caseName === undefined) break
      const caseId = model.idOf('loadCases', caseName)
      if (!model.has('loadCases', caseId)) return dropped(report, 'reference_missing', example)
      terms.push({ caseId, factor: twelveDigits((value(`loadfactor${k}`) ?? 1) * (value(`multiplier${k}`) ?? 1)) })
    }
    if (name === '' || terms.length === 0) return dropped(report, 'line_not_understood', example)
    const description = text('description')
    const isEnvelope = plain(text('type')) === 'envelope'
    const combination: Combination = {
      id: model.idOf('combinations', name),
      ...(description !== undefined && { name: description }),
      ...(isEnvelope && { type: 'envelope' as const }),
      terms,
    }
    return model.add('combinations', combination) ? 'taken' : dropped(report, 'duplicate_row', example)
  })
}

type Axes = NonNullable<Load['axes']>
type Vector = readonly [number, number, number]

function axesOf({ text }: SafRow): Axes | undefined {
  if (plain(text('coordinatesystem')) === 'local') return 'local'
  return plain(text('location')) === 'projection' ? 'projected' : undefined
}

/** In our axes: of the model, of the frame, or of the area, whose normal alone both have. Undefined for a direction that nobody knows. */
function vectorOf(
  saf: SafImport,
  { text }: SafRow,
  value: number | undefined,
  cell: string,
  place: 'node' | 'frame' | 'area',
  axes: Axes | undefined,
): LoadVector | undefined {
  const direction = plain(text('direction')).replace(/^m/, '')
  const own: Vector | undefined =
    direction === 'vector'
      ? pointOf(cell)
      : value === undefined
        ? undefined
        : direction === 'x' ? [value, 0, 0] : direction === 'y' ? [0, value, 0] : direction === 'z' ? [0, 0, value] : undefined // biome-ignore format: a table
  if (!own) return undefined
  if (axes !== 'local') return toVector(saf.axes.turn(own))
  if (place === 'area') return own[0] === 0 && own[1] === 0 ? { z: own[2] } : undefined
  const across = acrossOutline(saf.sectionAxes, own[1], own[2])
  return place === 'frame' ? toVector([own[0], across.y, across.x]) : undefined
}

const toVector = ([x, y, z]: Vector): LoadVector => ({ ...(x !== 0 && { x }), ...(y !== 0 && { y }), ...(z !== 0 && { z }) })

/** `(10;10;0)` */
function pointOf(cell: string): Vector | undefined {
  const [x, y, z] = cell.replace(/[()]/g, '').split(';').map(readNumber)
  return x === undefined || y === undefined || z === undefined ? undefined : [x, y, z]
}

/** The case and the name of a load; a word where it has none. */
function headOf({ model, report }: SafImport, { text, number }: SafRow): { name: string; caseId: string } | 'dropped' {
  const name = text('name') ?? `L${number}`
  const caseId = model.idOf('loadCases', text('loadcase') ?? '')
  return model.has('loadCases', caseId) ? { name, caseId } : dropped(report, 'reference_missing', `load ${name}`)
}

function add({ model, report }: SafImport, load: Load): RowStatus {
  return model.add('loads', load) ? 'taken' : dropped(report, 'duplicate_row', `load ${load.id}`)
}

/** The frames of a member with where each lies along it, in lengths from its start. */
function piecesOf(
  { framesOf, model, places }: SafImport,
  member: string | undefined,
): { id: string; from: number; to: number }[] {
  let along = 0
  return (framesOf.get(member ?? '') ?? []).flatMap((id) => {
    const frame = model.get('frames', id)
    const [start, end] = [places.get(frame?.startNodeId ?? ''), places.get(frame?.endNodeId ?? '')]
    if (!start || !end) return []
    const from = along
    along += distance(start, end)
    return [{ id, from, to: along }]
  })
}

/** Places along a member, in lengths from its start. */
function placeAlong({ text, value }: SafRow, column: string, whole: number, otherwise: number): number {
  const isRelative = plain(text('coordinatedefinition')) !== 'absolute'
  const cell = value(column)
  const share = cell === undefined ? otherwise : isRelative ? cell : cell / whole
  return (plain(text('origin')) === 'fromend' ? 1 - share : share) * whole
}

function readPoint(saf: SafImport, row: SafRow, field: 'force' | 'moment'): RowStatus {
  const { model, report } = saf
  const head = headOf(saf, row)
  if (head === 'dropped') return head
  const { name, caseId } = head
  const id = model.idOf('loads', name)
  const axes = axesOf(row)
  const isOnBeam = plain(row.text('forceaction')) === 'onbeam'
  const vector = vectorOf(saf, row, row.value('value'), row.text('vectorxyz') ?? '', isOnBeam ? 'frame' : 'node', axes)
  if (!vector || (row.value('repeatn') ?? row.value('repeat') ?? 1) > 1) return dropped(report, 'loads', 'StructuralPointAction')
  const common = { caseId, [field]: vector, ...(axes && { axes }) }
  if (!isOnBeam) {
    const nodeId = model.idOf('nodes', row.text('referencenode') ?? '')
    return model.has('nodes', nodeId) ? add(saf, { id, nodeId, ...common }) : dropped(report, 'reference_missing', `load ${name}`)
  }
  const pieces = piecesOf(saf, row.text('referencemember'))
  const whole = pieces.at(-1)?.to ?? 0
  const along = placeAlong(row, 'positionx', whole, 0)
  const piece = pieces.find(({ to }) => along <= to * (1 + 1e-12)) ?? pieces.at(-1)
  if (!piece) return dropped(report, 'reference_missing', `load ${name}`)
  const at = Math.min(1, Math.max(0, twelveDigits((along - piece.from) / (piece.to - piece.from))))
  return add(saf, { id, frameId: piece.id, type: 'point', at, ...common })
}

function readLine(saf: SafImport, row: SafRow): RowStatus {
  const { model, report } = saf
  const head = headOf(saf, row)
  if (head === 'dropped') return head
  const { name, caseId } = head
  if (plain(row.text('forceaction') ?? 'On beam') !== 'onbeam') return dropped(report, 'loads', 'StructuralCurveAction')
  const axes = axesOf(row)
  const isUniform = plain(row.text('distribution')) !== 'trapez'
  const [first, second] = [row.value('value1'), isUniform ? row.value('value1') : row.value('value2')]
  const start = vectorOf(saf, row, first, row.text('vector1xyz') ?? '', 'frame', axes)
  const end = vectorOf(saf, row, second, row.text(isUniform ? 'vector1xyz' : 'vector2xyz') ?? '', 'frame', axes)
  if (!start || !end) return dropped(report, 'loads', 'StructuralCurveAction')
  const pieces = piecesOf(saf, row.text('member'))
  const whole = pieces.at(-1)?.to ?? 0
  if (whole === 0) return dropped(report, 'reference_missing', `load ${name}`)
  const [one, other] = [placeAlong(row, 'startpoint', whole, 0), placeAlong(row, 'endpoint', whole, 1)]
  const isBackward = one > other
  const [low, high] = isBackward ? [other, one] : [one, other]
  const [atLow, atHigh] = isBackward ? [end, start] : [start, end]
  const valueAt = (along: number) => between(atLow, atHigh, high > low ? (along - low) / (high - low) : 0)
  let isTaken = false
  for (const piece of pieces) {
    const [from, to] = [Math.max(low, piece.from), Math.min(high, piece.to)]
    if (!(to > from)) continue
    const share = (along: number) => Math.min(1, Math.max(0, twelveDigits((along - piece.from) / (piece.to - piece.from))))
    const load: Load = {
      ...{
        id: model.idOf('loads', pieces.length > 1 ? `${name}:${piece.id}` : name),
        caseId,
        frameId: piece.id,
        force: valueAt(from),
      },
      ...(!isUniform && { forceEnd: valueAt(to) }),
      ...(axes && { axes }),
      ...(share(from) > 0 && { from: share(from) }),
      ...(share(to) < 1 && { to: share(to) }),
    }
    isTaken = add(saf, load) === 'taken' || isTaken
  }
  return isTaken ? 'taken' : 'dropped'
}

function between(start: LoadVector, end: LoadVector, share: number): LoadVector {
  const of = (key: 'x' | 'y' | 'z') => twelveDigits((start[key] ?? 0) + ((end[key] ?? 0) - (start[key] ?? 0)) * share)
  return toVector([of('x'), of('y'), of('z')])
}

function readSurface(saf: SafImport, row: SafRow): RowStatus {
  const { model, report } = saf
  const head = headOf(saf, row)
  if (head === 'dropped') return head
  const { name, caseId } = head
  const axes = axesOf(row)
  const areaId = model.idOf('areas', row.text('2dmember') ?? '')
  const force = vectorOf(saf, row, row.value('value'), '', 'area', axes)
  if (plain(row.text('forceaction') ?? 'On 2D member') !== 'ondmember' || !force)
    return dropped(report, 'loads', 'StructuralSurfaceAction')
  if (!model.has('areas', areaId)) return dropped(report, 'reference_missing', `load ${name}`)
  return add(saf, { id: model.idOf('loads', name), caseId, areaId, force, ...(axes && { axes }) })
}

function readTemperature(saf: SafImport, row: SafRow): RowStatus {
  const { model, report } = saf
  const head = headOf(saf, row)
  if (head === 'dropped') return head
  const temperature = row.value('deltat')
  if (temperature === undefined || plain(row.text('variation')) === 'linear')
    return dropped(report, 'loads', 'StructuralCurveActionThermal')
  let isTaken = false
  const pieces = piecesOf(saf, row.text('member'))
  for (const { id: frameId } of pieces) {
    const id = model.idOf('loads', pieces.length > 1 ? `${head.name}:${frameId}` : head.name)
    isTaken = add(saf, { id, caseId: head.caseId, frameId, type: 'temperature', temperature }) === 'taken' || isTaken
  }
  return isTaken ? 'taken' : dropped(report, 'reference_missing', `load ${head.name}`)
}

const WAYS: Readonly<Partial<Record<string, Vector>>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }

/** Of the ground below a support, along global axes: the format's supports have no others. */
function readSettlement(saf: SafImport, row: SafRow, sheet: string): RowStatus {
  const { model, report } = saf
  const head = headOf(saf, row)
  if (head === 'dropped') return head
  const support = model.get('supports', model.idOf('supports', row.text('pointsupport') ?? ''))
  if (!support) return dropped(report, 'reference_missing', `load ${head.name}`)
  const [, isTurned, letter = ''] = /^(r?)([xyz])$/.exec(plain(row.text('direction'))) ?? []
  const [way, cell] = [WAYS[letter], row.value(isTurned ? 'rotationvalue' : 'translationvalue')]
  if (!way || cell === undefined) return dropped(report, 'loads', sheet)
  const value = isTurned ? twelveDigits(cell / 1000) : saf.size(cell)
  const [x, y, z] = saf.axes.turn(way)
  const vector = toVector([x * value, y * value, z * value])
  const field = isTurned ? { rotation: vector } : { displacement: vector }
  const id = model.idOf('loads', head.name)
  return add(saf, { id, caseId: head.caseId, nodeId: support.nodeId, type: 'displacement', ...field })
}
