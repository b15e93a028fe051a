import { AXES, add, COORDINATES, perAxis, type Vec } from '#lib/model/shape/vector.ts'
import type { Kind } from '#lib/schema/kinds.ts'
import type { Load, LoadVector } from '#lib/schema/loads.ts'
import type { E2kReading } from '../csi/e2k-reading.ts'
import type { E2kRow } from '../csi/e2k-rows.ts'
import type { RowStatus } from '../csi/s2k-tables.ts'
import { LoadNames } from '../load-names.ts'
import { dropLoads } from './e2k-read-cases.ts'

/** Loads on points, lines and areas, storey by storey, and diaphragms. Needs what they are on and the load patterns. */
export function readE2kLoads(reading: E2kReading): void {
  const names = new LoadNames()
  readPointLoads(reading, names)
  readLineLoads(reading, names)
  readAreaLoads(reading, names)
  addDiaphragms(reading)
}

type Head = { target: string; id: string; pattern: string; caseId: string; type: string }

/** Rows about what is there and a load pattern that is. */
function eachLoad(
  reading: E2kReading,
  keyword: string,
  kind: Kind & ('nodes' | 'frames' | 'areas'),
  read: (head: Head, row: E2kRow) => RowStatus,
): void {
  const { model } = reading
  reading.each(keyword, (row) => {
    const [target, pattern] = [`${row.at(0) ?? ''} ${row.at(1) ?? ''}`, row.get('LC')]
    const id = model.idOf(kind, target)
    const type = (row.get('TYPE') ?? '').toUpperCase()
    if (!model.has(kind, id)) return reading.missing(row, `${kind.slice(0, -1)} ${target}`)
    if (type === 'UNIFLOADSET') return read({ target, id, pattern: '', caseId: '', type }, row)
    const caseId = model.idOf('loadCases', pattern ?? '')
    if (pattern === undefined || !model.has('loadCases', caseId)) return reading.missing(row, `load pattern ${pattern ?? ''}`)
    return read({ target, id, pattern, caseId, type }, row)
  })
}

const toVector = (v: Vec): LoadVector => Object.fromEntries(AXES.flatMap((k) => (v[k] === 0 ? [] : [[COORDINATES[k], v[k]]])))
const isNonZero = (v: Vec) => v.some((part) => part !== 0)

function readPointLoads(reading: E2kReading, names: LoadNames): void {
  const { model } = reading
  eachLoad(reading, 'POINTLOAD', 'nodes', ({ target, id: nodeId, pattern, caseId, type }, row) => {
    if (type !== 'FORCE' && type !== 'MOMENT') return dropLoads(reading, row)
    const of = (keys: readonly string[]) => perAxis((k) => row.number(keys[k] ?? '') ?? 0)
    const [force, moment] = [of(['FX', 'FY', 'FZ']), of(['MX', 'MY', 'MZ'])]
    const { name } = names.next(target, pattern)
    const parts = { ...((isNonZero(force) || !isNonZero(moment)) && { force: toVector(force) }), ...(isNonZero(moment) && { moment: toVector(moment) }) } // biome-ignore format: a line
    model.add('loads', { id: model.idOf('loads', name), caseId, nodeId, ...parts })
    return 'taken'
  })
}

/** Where a value of a row points. Gravity is -Z. */
type Direction = { index: 0 | 1 | 2; sign: 1 | -1; axes: 'global' | 'local' | 'projected' }
const INDEX: Readonly<Partial<Record<string, 0 | 1 | 2>>> = { X: 0, Y: 1, Z: 2, '1': 0, '2': 1, '3': 2 }
const DIRECTION = /^(PROJ(?:ECTED)?)?(GRAVITY|GRAV|[XYZ123])(PROJ(?:ECTED|ECTION)?)?$/

function directionOf(row: E2kRow): Direction | undefined {
  const match = DIRECTION.exec((row.get('DIR') ?? '').toUpperCase().replace(/[^A-Z0-9]/g, ''))
  if (!match) return undefined
  const [, before, word = '', after] = match
  const isProjected = before !== undefined || after !== undefined
  const index = INDEX[word]
  if (index === undefined) return { index: 2, sign: -1, axes: isProjected ? 'projected' : 'global' }
  if (/[123]/.test(word)) return isProjected ? undefined : { index, sign: 1, axes: 'local' }
  return { index, sign: 1, axes: isProjected ? 'projected' : 'global' }
}

const pointed = (value: number, { index, sign }: Direction): Vec => perAxis((k) => (k === index ? value * sign : 0))
const axesField = ({ axes }: Direction): Pick<Load, 'axes'> => (axes === 'global' ? {} : { axes })

function readLineLoads(reading: E2kReading, names: LoadNames): void {
  const values = new Map<string, { start: Vec; end: Vec }>()
  eachLoad(reading, 'LINELOAD', 'frames', (head, row) => {
    if (head.type === 'UNIFF' || head.type === 'TRAPF') return addDistributed(reading, names, values, head, row)
    if (head.type === 'POINTF' || head.type === 'POINTM') return addPoint(reading, names, head, row)
    return head.type === 'TEMP' ? addWarmth(reading, names, head, row) : dropLoads(reading, row)
  })
  for (const [id, { start, end }] of values) {
    const load = reading.model.get('loads', id)
    if (!load) continue
    load.force = toVector(start)
    if (AXES.some((k) => start[k] !== end[k])) load.forceEnd = toVector(end)
  }
}

const isShare = (value: number): boolean => value >= 0 && value <= 1

function addDistributed(
  reading: E2kReading,
  names: LoadNames,
  values: Map<string, { start: Vec; end: Vec }>,
  { target, id: frameId, pattern, caseId, type }: Head,
  row: E2kRow,
): RowStatus {
  const direction = directionOf(row)
  const isUniform = type === 'UNIFF'
  const first = row.number(isUniform ? 'FVAL' : 'FSTART')
  const last = isUniform ? first : row.number('FEND')
  const [from, to] = isUniform ? [0, 1] : [row.number('RDSTART') ?? 0, row.number('RDEND') ?? 1]
  if (!direction || first === undefined || last === undefined || !isShare(from) || !isShare(to) || from >= to)
    return dropLoads(reading, row)
  const { name, isNew } = names.next(
    target,
    pattern,
    ['line', target, pattern, direction.axes, from, to].join('\0'),
    direction.index,
  )
  const id = reading.model.idOf('loads', name)
  const [start, end] = [pointed(first, direction), pointed(last, direction)]
  const known = values.get(id)
  values.set(id, isNew || !known ? { start, end } : { start: add(known.start, start), end: add(known.end, end) })
  const extent = { ...(from !== 0 && { from }), ...(to !== 1 && { to }) }
  reading.model.add('loads', { id, caseId, frameId, ...axesField(direction), ...extent })
  return 'taken'
}

function addPoint(
  reading: E2kReading,
  names: LoadNames,
  { target, id: frameId, pattern, caseId, type }: Head,
  row: E2kRow,
): RowStatus {
  const direction = directionOf(row)
  const [value, at] = [row.number('FVAL') ?? row.number('MVAL'), row.number('RDIST') ?? row.number('RD')]
  if (!direction || value === undefined || at === undefined || !isShare(at) || direction.axes === 'projected')
    return dropLoads(reading, row)
  const isMoment = type === 'POINTM'
  const key = ['point', target, pattern, direction.axes, at].join('\0')
  const { name } = names.next(target, pattern, key, direction.index + (isMoment ? 3 : 0))
  const id = reading.model.idOf('loads', name)
  reading.model.add('loads', { id, caseId, frameId, type: 'point', at, ...axesField(direction) })
  const load = reading.model.get('loads', id)
  const field = isMoment ? 'moment' : 'force'
  if (load) load[field] = { ...load[field], ...toVector(pointed(value, direction)) }
  return 'taken'
}

function addWarmth(
  reading: E2kReading,
  names: LoadNames,
  { target, id: frameId, pattern, caseId }: Head,
  row: E2kRow,
): RowStatus {
  const temperature = row.number('T')
  if (temperature === undefined) return dropLoads(reading, row)
  const { name } = names.next(target, pattern)
  reading.model.add('loads', { id: reading.model.idOf('loads', name), caseId, frameId, type: 'temperature', temperature })
  return 'taken'
}

/** An area whose section carries one way has one-way loads. A set of uniform loads is a load in each of its patterns. */
function readAreaLoads(reading: E2kReading, names: LoadNames): void {
  const { model } = reading
  const sets = readLoadSets(reading)
  const addLoad = ({ target, id: areaId, pattern, caseId }: Omit<Head, 'type'>, direction: Direction, value: number) => {
    const { name } = names.next(target, pattern, ['area', target, pattern, direction.axes].join('\0'), direction.index)
    const id = model.idOf('loads', name)
    const isOneWay = reading.oneWayShells.has(model.get('areas', areaId)?.sectionId ?? '')
    model.add('loads', { id, caseId, areaId, ...axesField(direction), ...(isOneWay && { spread: 'one-way' }) })
    const load = model.get('loads', id)
    if (load) load.force = { ...load.force, ...toVector(pointed(value, direction)) }
  }
  eachLoad(reading, 'AREALOAD', 'areas', ({ target, id, pattern, caseId, type }, row) => {
    if (type === 'UNIFLOADSET') {
      // The set's name stands behind the type, without a key.
      const set = sets.get(row.at(4) ?? '')
      if (!set) return dropLoads(reading, row)
      for (const one of set) addLoad({ target, id, ...one }, { index: 2, sign: -1, axes: 'global' }, one.value)
      return 'taken'
    }
    const [direction, value] = [directionOf(row), row.number('FVAL')]
    if (type !== 'UNIFF' || !direction || value === undefined) return dropLoads(reading, row)
    addLoad({ target, id, pattern, caseId }, direction, value)
    return 'taken'
  })
}

type LoadSet = { pattern: string; caseId: string; value: number }[]

function readLoadSets(reading: E2kReading): ReadonlyMap<string, LoadSet> {
  const sets = new Map<string, LoadSet>()
  reading.each('SHELLUNIFORMLOADSET', (row) => {
    const [name, pattern, value] = [row.at(0), row.get('LOADPAT'), row.number('VALUE')]
    const caseId = reading.model.idOf('loadCases', pattern ?? '')
    if (!name || pattern === undefined || value === undefined) return dropLoads(reading, row)
    if (!reading.model.has('loadCases', caseId)) return reading.missing(row, `load pattern ${pattern}`)
    sets.set(name, [...(sets.get(name) ?? []), { pattern, caseId, value }])
    return 'taken'
  })
  return sets
}

/** One node alone ties nothing: its diaphragm stays in its source. */
function addDiaphragms({ model, report, diaphragms }: E2kReading): void {
  for (const { name, storey, nodeIds } of diaphragms.all()) {
    const id = model.idOf('diaphragms', `${name} ${storey}`)
    if (nodeIds.length >= 2) model.add('diaphragms', { id, nodeIds })
    const node = nodeIds.length === 1 ? model.get('nodes', nodeIds[0] ?? '') : undefined
    if (!node) continue
    node.source = { ...node.source, diaphragms: [name] }
    report.note('kept', 'diaphragm', { example: `node ${node.id}` })
  }
}
