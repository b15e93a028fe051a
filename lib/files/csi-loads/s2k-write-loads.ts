import { COORDINATES } from '#lib/model/shape/vector.ts'
import { typeOfLoad } from '#lib/schema/load-rules.ts'
import type { Load } from '#lib/schema/loads.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import type { CsiPlan } from '../csi/csi-plan.ts'
import type { S2kCells, TableToWrite } from '../csi/s2k-tables.ts'
import { LoadNames } from '../load-names.ts'
import { writeConverted, writeNumber } from '../numbers.ts'
import { type Component, componentsOf, degreesOf, spansAlongAxis } from './load-components.ts'

/** Loads as rows of CSI's tables, a row a direction. */
export const loadTables = (plan: CsiPlan): TableToWrite[] => new LoadRows(plan).tables()

const KEYS = { force: ['F1', 'F2', 'F3', 'M1', 'M2', 'M3'], ground: ['U1', 'U2', 'U3', 'R1', 'R2', 'R3'] } as const
const COORDS = { global: 'GLOBAL', projected: 'GLOBAL', local: 'Local' } as const

function directionOf(axes: Load['axes'], index: 0 | 1 | 2): string {
  if (axes === 'local') return String(index + 1)
  return axes === 'projected' ? `${'XYZ'[index]} Proj` : ('XYZ'[index] ?? '')
}

class LoadRows {
  readonly #plan: CsiPlan
  readonly #names = new LoadNames()
  readonly #changed: [name: string, id: string][] = []
  /** A degree of the model in those of the file. */
  readonly #degree: number

  constructor(plan: CsiPlan) {
    this.#plan = plan
    this.#degree = degreesOf(plan)
  }

  /** In the order in which they are read: that is how loads have their names. */
  tables(): TableToWrite[] {
    const of = (type: Load['type'], rows: (load: Load) => S2kCells[]) =>
      (this.#plan.file.model.loads ?? []).filter((load) => typeOfLoad(load) === type).flatMap(rows)
    const tables: TableToWrite[] = [
      ['JOINT LOADS - FORCE', of('force', (load) => this.#jointRows(load))],
      ['JOINT LOADS - GROUND DISPLACEMENT', of('displacement', (load) => this.#groundRows(load))],
      ['FRAME LOADS - POINT', of('point', (load) => this.#pointRows(load))],
      ['FRAME LOADS - DISTRIBUTED', of('distributed', (load) => this.#lineRows(load))],
      ['FRAME LOADS - TEMPERATURE', of('temperature', (load) => this.#warmRows(load))],
      ['AREA LOADS - UNIFORM', of('pressure', (load) => (load.spread ? [] : this.#areaRows(load)))],
      ['AREA LOADS - UNIFORM TO FRAME', of('pressure', (load) => (load.spread ? this.#areaRows(load) : []))],
      ['JOINT ADDED MASS ASSIGNMENTS', this.#massRows()],
    ]
    if (this.#changed.length > 0) this.#plan.names.changed.set('loads', this.#changed)
    return tables
  }

  #pattern = ({ caseId }: Load): string => this.#plan.names.nameOf('loadCases', caseId)
  #force = (value: number): string => {
    const { forceFactor } = this.#plan.units
    return forceFactor === 1 ? writeNumber(value) : writeConverted(value * forceFactor)
  }
  #warmth = (value: number): string => (this.#degree === 1 ? writeNumber(value) : writeConverted(value * this.#degree))

  #name(load: Load, target: string, key?: string, direction?: number): void {
    const { name, isNew } = this.#names.next(target, this.#pattern(load), key, direction)
    if (isNew && name !== load.id) this.#changed.push([name, load.id])
  }

  #jointRows(load: Load): S2kCells[] {
    const [force, moment] = [load.force ?? {}, load.moment ?? {}]
    const values = [...COORDINATES.map((key) => force[key] ?? 0), ...COORDINATES.map((key) => moment[key] ?? 0)]
    return this.#sixRow(load, KEYS.force, values.map(this.#force))
  }

  #groundRows(load: Load): S2kCells[] {
    const [displacement, rotation] = [load.displacement ?? {}, load.rotation ?? {}]
    const values = [...COORDINATES.map((key) => displacement[key] ?? 0), ...COORDINATES.map((key) => rotation[key] ?? 0)]
    return this.#sixRow(load, KEYS.ground, values.map(writeNumber))
  }

  #sixRow(load: Load, keys: readonly string[], values: readonly string[]): S2kCells[] {
    const Joint = this.#plan.names.nameOf('nodes', load.nodeId ?? '')
    this.#name(load, Joint)
    const components = Object.fromEntries(keys.map((key, k) => [key, values[k]]))
    return [{ Joint, LoadPat: this.#pattern(load), CoordSys: 'GLOBAL', ...components }]
  }

  #pointRows(load: Load): S2kCells[] {
    const Frame = this.#plan.names.nameOf('frames', load.frameId ?? '')
    const axes = load.axes ?? 'global'
    const row = (isMoment: boolean, { index, start }: Component): S2kCells => {
      const key = ['point', Frame, this.#pattern(load), axes, load.at ?? 0].join('\0')
      this.#name(load, Frame, key, index + (isMoment ? 3 : 0))
      return {
        ...{ Frame, LoadPat: this.#pattern(load), CoordSys: COORDS[axes], Type: isMoment ? 'Moment' : 'Force' },
        ...{ Dir: directionOf(axes, index), DistType: 'RelDist', RelDist: writeNumber(load.at ?? 0) },
        [isMoment ? 'Moment' : 'Force']: this.#force(start),
      }
    }
    const moments = load.moment ? componentsOf(load.moment).filter(({ start }) => start !== 0) : []
    const forces = componentsOf(load.force).filter(({ start }) => start !== 0 || moments.length === 0)
    return [...forces.map((one) => row(false, one)), ...moments.map((one) => row(true, one))]
  }

  #lineRows(load: Load): S2kCells[] {
    const Frame = this.#plan.names.nameOf('frames', load.frameId ?? '')
    const axes = load.axes ?? 'global'
    const [from, to] = [load.from ?? 0, load.to ?? 1]
    return componentsOf(load.force, load.forceEnd ?? load.force).map(({ index, start, end }) => {
      this.#name(load, Frame, ['line', Frame, this.#pattern(load), axes, from, to].join('\0'), index)
      return {
        ...{ Frame, LoadPat: this.#pattern(load), CoordSys: COORDS[axes], Type: 'Force', Dir: directionOf(axes, index) },
        ...{ DistType: 'RelDist', RelDistA: writeNumber(from), RelDistB: writeNumber(to) },
        ...{ FOverLA: this.#force(start), FOverLB: this.#force(end) },
      }
    })
  }

  #warmRows(load: Load): S2kCells[] {
    const Frame = this.#plan.names.nameOf('frames', load.frameId ?? '')
    const { temperature, gradient } = load
    const parts = [['Temperature', 'Temp', temperature], ['Gradient2', 'TempGrad2', gradient?.y], ['Gradient3', 'TempGrad3', gradient?.x]] as const // biome-ignore format: a table
    const nonZero = parts.filter(([, , value]) => value != null && value !== 0)
    return (nonZero.length > 0 ? nonZero : parts.slice(0, 1)).map(([Type, key, value]) => {
      const direction = parts.findIndex(([type]) => type === Type)
      this.#name(load, Frame, ['warm', Frame, this.#pattern(load)].join('\0'), direction)
      return { Frame, LoadPat: this.#pattern(load), Type, [key]: this.#warmth(value ?? 0), JtPattern: 'None' }
    })
  }

  #areaRows(load: Load): S2kCells[] {
    const Area = this.#plan.names.nameOf('areas', load.areaId ?? '')
    const axes = load.axes ?? 'global'
    if (load.span && !spansAlongAxis(this.#plan, load))
      this.#plan.file.report.note('dropped', 'loads', { example: `span of load ${load.id}` })
    const key = ['area', Area, this.#pattern(load), axes, load.spread ?? undefined].join('\0')
    return componentsOf(load.force).map(({ index, start }) => {
      this.#name(load, Area, key, index)
      return {
        ...{ Area, LoadPat: this.#pattern(load), CoordSys: COORDS[axes], Dir: directionOf(axes, index) },
        UnifLoad: this.#force(start),
        ...(load.spread && { DistType: load.spread === 'one-way' ? 'One way' : 'Two way' }),
      }
    })
  }

  /** Force · s² / length. */
  *#massRows(): Generator<S2kCells, void> {
    const { file, names, units } = this.#plan
    for (const { id, mass } of file.model.nodes) {
      if (!mass) continue
      const value = writeNumber(twelveDigits((mass * units.metres) / units.newtons))
      yield {
        ...{ Joint: names.nameOf('nodes', id), CoordSys: 'GLOBAL', Mass1: value, Mass2: value, Mass3: value },
        ...{ MMI1: '0', MMI2: '0', MMI3: '0' },
      }
    }
  }
}
