import { AXES, add, COORDINATES, distance, perAxis, type Vec, vec } from '#lib/model/shape/vector.ts'
import type { Load, LoadVector } from '#lib/schema/loads.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { type CoordinateSystem, isTurned, turned } from '../csi/coordinate-systems.ts'
import { unitsRead } from '../csi/csi-units.ts'
import type { S2kReading } from '../csi/s2k-reading.ts'
import type { RowStatus, S2kRow } from '../csi/s2k-tables.ts'
import { LoadNames } from '../load-names.ts'
import { dropLoads } from './s2k-read-cases.ts'

/** Loads on joints, frames and areas, and masses of joints. Needs the load patterns. */
export function readLoads(reading: S2kReading): void {
  const names = new LoadNames()
  readJointLoads(reading, names)
  readPointLoads(reading, names)
  readDistributedLoads(reading, names)
  readTemperatures(reading, names)
  readAreaLoads(reading, names)
  readMasses(reading)
}

type Head = { target: string; id: string; pattern: string; caseId: string }
const COLUMNS = { nodes: 'Joint', frames: 'Frame', areas: 'Area' } as const

/** Rows about what is there and a load pattern that is. */
function eachLoad(
  reading: S2kReading,
  table: string,
  kind: keyof typeof COLUMNS,
  read: (head: Head, row: S2kRow) => RowStatus,
): void {
  const { model } = reading
  reading.each(table, (row) => {
    const [target, pattern] = [row.get(COLUMNS[kind]), row.get('LoadPat')]
    if (!target || !pattern) return reading.missing(row, `${COLUMNS[kind]}, LoadPat`)
    const [id, caseId] = [model.idOf(kind, target), model.idOf('loadCases', pattern)]
    if (!model.has(kind, id)) return reading.missing(row, `${COLUMNS[kind].toLowerCase()} ${target}`)
    if (!model.has('loadCases', caseId)) return reading.missing(row, `load pattern ${pattern}`)
    return read({ target, id, pattern, caseId }, row)
  })
}

const toVector = (v: Vec): LoadVector => Object.fromEntries(AXES.flatMap((k) => (v[k] === 0 ? [] : [[COORDINATES[k], v[k]]])))

/** Six components in the axes of a row; undefined where nobody knows these. */
function sixOf({ systems, turnedJoints }: S2kReading, row: S2kRow, id: string, keys: readonly string[]): [Vec, Vec] | undefined {
  const values = keys.map((key) => row.number(key) ?? 0)
  const [x = 0, y = 0, z = 0, rx = 0, ry = 0, rz = 0] = values
  const name = (row.get('CoordSys') ?? 'GLOBAL').toUpperCase()
  const system = name === 'LOCAL' && !turnedJoints.has(id) ? systems.get('GLOBAL') : systems.get(name)
  return system && [turned([x, y, z], system), turned([rx, ry, rz], system)]
}

function readJointLoads(reading: S2kReading, names: LoadNames): void {
  const { model } = reading
  const read = (table: string, keys: readonly string[], make: (parts: [Vec, Vec]) => Partial<Load>) =>
    eachLoad(reading, table, 'nodes', ({ target, id, pattern, caseId }, row) => {
      const parts = sixOf(reading, row, id, keys)
      if (!parts) return dropLoads(reading, row)
      const { name } = names.next(target, pattern)
      model.add('loads', { id: model.idOf('loads', name), caseId, nodeId: id, ...make(parts) })
      return 'taken'
    })
  const both = <A extends string, B extends string>(a: A, b: B, [one, other]: [Vec, Vec]) => {
    const [first, second] = [toVector(one), toVector(other)]
    return {
      ...(hasComponents(first) || !hasComponents(second) ? { [a]: first } : {}),
      ...(hasComponents(second) && { [b]: second }),
    }
  }
  read('JOINT LOADS - FORCE', ['F1', 'F2', 'F3', 'M1', 'M2', 'M3'], (parts) => both('force', 'moment', parts))
  read('JOINT LOADS - GROUND DISPLACEMENT', ['U1', 'U2', 'U3', 'R1', 'R2', 'R3'], (parts) => ({
    type: 'displacement',
    ...both('displacement', 'rotation', parts),
  }))
}

const hasComponents = (vector: LoadVector) => Object.keys(vector).length > 0

/** Where a value of a row points: along an axis of ours, or of a turned system. */
type Direction = { index: 0 | 1 | 2; sign: 1 | -1; axes: 'global' | 'local' | 'projected'; system?: CoordinateSystem }

const DIRECTION = /^(proj(?:ected)?)?(gravity|grav|[xyz123])(proj(?:ected|ection)?)?$/
const INDEX: Readonly<Record<string, 0 | 1 | 2>> = { x: 0, y: 1, z: 2, '1': 0, '2': 1, '3': 2 }

function directionOf({ systems }: S2kReading, row: S2kRow): Direction | undefined {
  const match = DIRECTION.exec((row.get('Dir') ?? '').toLowerCase().replace(/[^a-z0-9]/g, ''))
  const name = (row.get('CoordSys') ?? 'GLOBAL').toUpperCase()
  if (!match) return undefined
  const isProjected = match[1] !== undefined || match[3] !== undefined
  const [word = ''] = match.slice(2, 3)
  const index = INDEX[word]
  if (index === undefined) return { index: 2, sign: -1, axes: isProjected ? 'projected' : 'global' }
  if (name === 'LOCAL' || /[123]/.test(word)) return isProjected ? undefined : { index, sign: 1, axes: 'local' }
  const system = systems.get(name)
  if (!system || (isProjected && isTurned(system))) return undefined
  return { index, sign: 1, axes: isProjected ? 'projected' : 'global', ...(isTurned(system) && { system }) }
}

const pointed = (value: number, { index, sign, system }: Direction): Vec => {
  const own = perAxis((k) => (k === index ? value * sign : 0))
  return system ? turned(own, system) : own
}

const axesField = ({ axes }: Direction): Pick<Load, 'axes'> => (axes === 'global' ? {} : { axes })

/** A share of a frame's length; undefined where it lies off the frame. */
function shareOf({ model }: S2kReading, row: S2kRow, frameId: string, suffix: string): number | undefined {
  const relative = row.number(`RelDist${suffix}`)
  const absolute = row.number(`AbsDist${suffix}`)
  const isAbsolute = /^abs/i.test(row.get('DistType') ?? '') || relative === undefined
  if (!isAbsolute || absolute === undefined) return clamped(relative)
  const frame = model.get('frames', frameId)
  const [start, end] = [frame?.startNodeId, frame?.endNodeId].map((id) => model.get('nodes', id ?? '')?.position)
  return start && end ? clamped(twelveDigits(absolute / distance(vec(start), vec(end)))) : undefined
}

const TOLERANCE = 1e-6

function clamped(share: number | undefined): number | undefined {
  if (share === undefined || !(share >= -TOLERANCE && share <= 1 + TOLERANCE)) return undefined
  return Math.min(1, Math.max(0, share))
}

function readPointLoads(reading: S2kReading, names: LoadNames): void {
  const { model } = reading
  eachLoad(reading, 'FRAME LOADS - POINT', 'frames', ({ target, id: frameId, pattern, caseId }, row) => {
    const direction = directionOf(reading, row)
    const isMoment = /^moment$/i.test(row.get('Type') ?? 'Force')
    const value = row.number(isMoment ? 'Moment' : 'Force') ?? row.number('Force')
    const at = shareOf(reading, row, frameId, '')
    if (!direction || value === undefined || at === undefined || direction.axes === 'projected') return dropLoads(reading, row)
    const key = direction.system ? undefined : ['point', target, pattern, direction.axes, at].join('\0')
    const { name } = names.next(target, pattern, key, direction.index + (isMoment ? 3 : 0))
    const id = model.idOf('loads', name)
    const field = isMoment ? 'moment' : 'force'
    model.add('loads', { id, caseId, frameId, type: 'point', at, ...axesField(direction) })
    const load = model.get('loads', id)
    if (load) load[field] = { ...load[field], ...toVector(pointed(value, direction)) }
    return 'taken'
  })
}

function readDistributedLoads(reading: S2kReading, names: LoadNames): void {
  const { model } = reading
  const values = new Map<string, { start: Vec; end: Vec }>()
  eachLoad(reading, 'FRAME LOADS - DISTRIBUTED', 'frames', ({ target, id: frameId, pattern, caseId }, row) => {
    const direction = directionOf(reading, row)
    const [first, last] = [row.number('FOverLA'), row.number('FOverLB')]
    const isForce = /^force$/i.test(row.get('Type') ?? 'Force')
    const [from = 0, to = 1] = [shareOf(reading, row, frameId, 'A'), shareOf(reading, row, frameId, 'B')]
    if (!direction || !isForce || first === undefined || !(from < to)) return dropLoads(reading, row)
    const key = direction.system ? undefined : ['line', target, pattern, direction.axes, from, to].join('\0')
    const { name, isNew } = names.next(target, pattern, key, direction.index)
    const id = model.idOf('loads', name)
    const [start, end] = [pointed(first, direction), pointed(last ?? first, direction)]
    const known = values.get(id)
    values.set(id, isNew || !known ? { start, end } : { start: add(known.start, start), end: add(known.end, end) })
    const extent = { ...(from !== 0 && { from }), ...(to !== 1 && { to }) }
    model.add('loads', { id, caseId, frameId, ...axesField(direction), ...extent })
    return 'taken'
  })
  for (const [id, { start, end }] of values) {
    const load = model.get('loads', id)
    if (!load) continue
    load.force = toVector(start)
    if (AXES.some((k) => start[k] !== end[k])) load.forceEnd = toVector(end)
  }
}

const TEMPERATURES = ['temperature', 'gradient2', 'gradient3'] as const

/** Gradient 2 rises along axis 2, gradient 3 along axis 3. What follows a joint pattern is left out. */
function readTemperatures(reading: S2kReading, names: LoadNames): void {
  const { model } = reading
  eachLoad(reading, 'FRAME LOADS - TEMPERATURE', 'frames', ({ target, id: frameId, pattern, caseId }, row) => {
    const kind = TEMPERATURES.findIndex(
      (one) => one === (row.get('Type') ?? 'Temperature').toLowerCase().replace(/[^a-z0-9]/g, ''),
    )
    const value = row.number(['Temp', 'TempGrad2', 'TempGrad3'][kind] ?? '')
    if (value === undefined || !/^(?:none)?$/i.test(row.get('JtPattern') ?? '')) return dropLoads(reading, row)
    const { name } = names.next(target, pattern, ['warm', target, pattern].join('\0'), kind)
    const id = model.idOf('loads', name)
    model.add('loads', { id, caseId, frameId, type: 'temperature' })
    const load = model.get('loads', id)
    if (!load) return 'dropped'
    if (kind === 0) load.temperature = value
    else load.gradient = { ...load.gradient, ...(kind === 1 ? { y: value } : { x: value }) }
    return 'taken'
  })
}

function readAreaLoads(reading: S2kReading, names: LoadNames): void {
  const { model, report } = reading
  const turnedAreas = new Set<string>()
  reading.each('AREA LOCAL AXES ASSIGNMENTS 1 - TYPICAL', (row) => {
    const area = row.get('Area')
    if (area) turnedAreas.add(model.idOf('areas', area))
    report.note('dropped', 'assignments', { place: row.table })
    return 'dropped'
  })
  const read = (table: string, isToFrame: boolean) =>
    eachLoad(reading, table, 'areas', ({ target, id: areaId, pattern, caseId }, row) => {
      const direction = directionOf(reading, row)
      const value = row.number('UnifLoad')
      const isOneWay = /^one/i.test((isToFrame && row.get('DistType')) || '')
      const isInPlane = direction?.axes === 'local' && direction.index !== 2
      if (!direction || value === undefined || (turnedAreas.has(areaId) && (isInPlane || isOneWay)))
        return dropLoads(reading, row)
      const spread = isToFrame ? (isOneWay ? 'one-way' : 'two-way') : undefined
      const key = direction.system ? undefined : ['area', target, pattern, direction.axes, spread].join('\0')
      const { name } = names.next(target, pattern, key, direction.index)
      const id = model.idOf('loads', name)
      model.add('loads', { id, caseId, areaId, ...axesField(direction), ...(spread && { spread }) })
      const load = model.get('loads', id)
      if (load) load.force = { ...load.force, ...toVector(pointed(value, direction)) }
      return 'taken'
    })
  read('AREA LOADS - UNIFORM', false)
  read('AREA LOADS - UNIFORM TO FRAME', true)
}

/** Force · s² / length, which is kilograms times a factor; one value along all three axes, and none about them. */
function readMasses(reading: S2kReading): void {
  const { model } = reading
  const { length, force } = unitsRead(model.units?.current ?? '')
  reading.each('JOINT ADDED MASS ASSIGNMENTS', (row) => {
    const joint = row.get('Joint')
    const node = joint ? model.get('nodes', model.idOf('nodes', joint)) : undefined
    if (!node) return reading.missing(row, `joint ${joint ?? ''}`)
    row.get('CoordSys')
    const [along = 0, ...others] = ['Mass1', 'Mass2', 'Mass3'].map((key) => row.number(key) ?? 0)
    const about = ['MMI1', 'MMI2', 'MMI3'].map((key) => row.number(key) ?? 0)
    const isEven = others.every((one) => one === along) && about.every((one) => one === 0) && along >= 0
    if (!isEven || !length || !force) return dropLoads(reading, row)
    node.mass = twelveDigits((node.mass ?? 0) + (along * force.newtons) / length.metres)
    return 'taken'
  })
}
