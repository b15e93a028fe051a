import { projectedOnArea, projectedOnFrame } from '#lib/model/load/load-vectors.ts'
import { COORDINATES, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { typeOfLoad } from '#lib/schema/load-rules.ts'
import type { Load, LoadVector } from '#lib/schema/loads.ts'
import type { CsiPlan, Shell } from '../csi/csi-plan.ts'
import type { Levels } from '../csi/e2k-levels.ts'
import type { E2kObjects, PlanArea, PlanLine } from '../csi/e2k-objects.ts'
import { quoted } from '../csi/e2k-rows.ts'
import { LoadNames } from '../load-names.ts'
import { writeConverted, writeNumber } from '../numbers.ts'
import { axesOfArea, type Component, componentsOf, degreesOf, oneWayShellsOf } from './load-components.ts'

/**
 * Loads as lines of ETABS, a line a direction. A point has one line a load pattern, of all that works there; loads as seen along an axis are told
 * per length, or area, itself. A line drawn the other way has its distances and local components turned round with it.
 */
export class E2kLoadLines {
  readonly points: string[] = []
  readonly lines: string[] = []
  readonly areas: string[] = []
  readonly oneWayShells: ReadonlySet<Shell>
  readonly #names = new LoadNames()
  readonly #changed: [name: string, id: string][] = []
  /** A degree of the model in those of the file. */
  readonly #degree: number
  readonly #lineOf: ReadonlyMap<string, PlanLine>
  readonly #areaOf: ReadonlyMap<string, PlanArea>

  constructor(
    readonly plan: CsiPlan,
    readonly levels: Levels,
    readonly objects: E2kObjects,
  ) {
    this.#degree = degreesOf(plan)
    this.oneWayShells = oneWayShellsOf(plan)
    this.#lineOf = new Map(objects.lines.map((line) => [line.frame.id, line]))
    this.#areaOf = new Map(objects.areas.flatMap((area) => (area.opening ? [] : [[area.id, area]])))
    const { loads = [] } = plan.file.model
    const of = (type: Load['type']) => loads.filter((load) => typeOfLoad(load) === type)
    this.#writePoints(of('force'))
    for (const load of of('displacement')) this.#drop('displacement', load)
    // In the order in which they are read: that is how loads have their names.
    for (const load of loads) {
      const type = typeOfLoad(load)
      if (type === 'distributed') this.#writeDistributed(load)
      else if (type === 'point') this.#writePoint(load)
      else if (type === 'temperature') this.#writeWarmth(load)
    }
    for (const load of of('pressure')) this.#writePressure(load)
    if (this.#changed.length > 0) plan.names.changed.set('loads', this.#changed)
  }

  #drop(what: string, { id }: Load): void {
    this.plan.file.report.note('dropped', 'loads', { example: `${what} of load ${id}` })
  }

  #isOneWay(areaId: string): boolean {
    const area = this.plan.areasById.get(areaId)
    const shell = area && this.plan.shellOf(area)
    return shell !== undefined && this.oneWayShells.has(shell)
  }

  #pattern = ({ caseId }: Load): string => this.plan.names.nameOf('loadCases', caseId)
  #force = (value: number): string => {
    const { forceFactor } = this.plan.units
    return forceFactor === 1 ? writeNumber(value) : writeConverted(value * forceFactor)
  }

  #name(load: Load, target: string, key?: string, direction?: number): void {
    const { name, isNew } = this.#names.next(target, this.#pattern(load), key, direction)
    if (isNew && name !== load.id) this.#changed.push([name, load.id])
  }

  #writePoints(loads: readonly Load[]): void {
    const sums = new Map<string, { load: Load; point: string; storey: string; values: number[] }>()
    for (const load of loads) {
      const placed = this.objects.placeOf(load.nodeId ?? '')
      const [point, storey] = [placed.point.name, this.levels.name(placed.storey)]
      const key = [point, storey, load.caseId].join('\0')
      const known = sums.get(key)
      const one = known ?? { load, point, storey, values: [0, 0, 0, 0, 0, 0] }
      for (const [k, vector] of [load.force, load.moment].entries())
        for (const [i, axis] of COORDINATES.entries())
          one.values[k * 3 + i] = (one.values[k * 3 + i] ?? 0) + (vector?.[axis] ?? 0)
      sums.set(key, one)
      if (known) this.plan.file.report.note('converted', 'loads_added', { example: `load ${load.id}` })
    }
    const keys = ['FX', 'FY', 'FZ', 'MX', 'MY', 'MZ']
    for (const { load, point, storey, values } of sums.values()) {
      this.#name(load, `${point} ${storey}`)
      const parts = keys.map((key, k) => `${key} ${this.#force(values[k] ?? 0)}`).join('  ')
      this.points.push(
        `POINTLOAD  ${quoted(point)}  ${quoted(storey)}  TYPE "FORCE"  LC ${quoted(this.#pattern(load))}  ${parts}`,
      )
    }
  }

  #headOf(keyword: string, label: string, storey: number): { head: string; target: string } {
    const name = this.levels.name(storey)
    return { head: `${keyword}  ${quoted(label)}  ${quoted(name)}`, target: `${label} ${name}` }
  }

  #isProjected({ id, axes }: Load): boolean {
    if (axes === 'projected') this.plan.file.report.note('converted', 'projected_as_global', { example: `load ${id}` })
    return axes === 'projected'
  }

  #writeDistributed(load: Load): void {
    const line = this.#lineOf.get(load.frameId ?? '')
    if (!line) return
    const { head, target } = this.#headOf('LINELOAD', line.label, line.end.storey)
    const isReversed = line.signs[0] < 0
    const isProjected = this.#isProjected(load)
    const as = (vector: LoadVector | null | undefined) =>
      isProjected ? projectedOnLine(this.plan, line, vector) : turned(vector, load, line)
    const [start, end] = [as(load.force), as(load.forceEnd ?? load.force)]
    const [from, to] = [load.from ?? 0, load.to ?? 1]
    const [first, last] = isReversed ? [1 - to, 1 - from] : [from, to]
    const axes = load.axes === 'local' ? 'local' : 'global'
    for (const component of componentsOf(isReversed ? end : start, isReversed ? start : end)) {
      this.#name(load, target, ['line', target, this.#pattern(load), axes, first, last].join('\0'), component.index)
      const { dir, values } = directed(axes, component)
      const [a = 0, b = 0] = values
      const isUniform = a === b && first === 0 && last === 1
      const extent = `RDSTART ${writeNumber(first)}  RDEND ${writeNumber(last)}`
      const rest = isUniform ? `FVAL ${this.#force(a)}` : `FSTART ${this.#force(a)}  FEND ${this.#force(b)}  ${extent}`
      const type = isUniform ? 'UNIFF' : 'TRAPF'
      this.lines.push(`${head}  TYPE "${type}"  DIR "${dir}"  LC ${quoted(this.#pattern(load))}  ${rest}`)
    }
  }

  #writePoint(load: Load): void {
    const line = this.#lineOf.get(load.frameId ?? '')
    if (!line) return
    const { head, target } = this.#headOf('LINELOAD', line.label, line.end.storey)
    const at = line.signs[0] < 0 ? 1 - (load.at ?? 0) : (load.at ?? 0)
    const axes = load.axes === 'local' ? 'local' : 'global'
    const moments = load.moment ? componentsOf(turned(load.moment, load, line)).filter(({ start }) => start !== 0) : []
    const forces = componentsOf(turned(load.force, load, line)).filter(({ start }) => start !== 0 || moments.length === 0)
    const key = ['point', target, this.#pattern(load), axes, at].join('\0')
    const write = (type: 'POINTF' | 'POINTM', component: Component) => {
      this.#name(load, target, key, component.index + (type === 'POINTM' ? 3 : 0))
      const { dir, values } = directed(axes, component)
      const value = this.#force(values[0] ?? 0)
      this.lines.push(
        `${head}  TYPE "${type}"  DIR "${dir}"  LC ${quoted(this.#pattern(load))}  FVAL ${value}  RDIST ${writeNumber(at)}`,
      )
    }
    for (const component of forces) write('POINTF', component)
    for (const component of moments) write('POINTM', component)
  }

  #writeWarmth(load: Load): void {
    const line = this.#lineOf.get(load.frameId ?? '')
    if (!line) return
    const { x = 0, y = 0 } = load.gradient ?? {}
    if (x !== 0 || y !== 0) this.#drop('gradient', load)
    if (load.temperature == null) return
    const { head, target } = this.#headOf('LINELOAD', line.label, line.end.storey)
    this.#name(load, target)
    const warmth = this.#degree === 1 ? writeNumber(load.temperature) : writeConverted(load.temperature * this.#degree)
    this.lines.push(`${head}  TYPE "TEMP"  LC ${quoted(this.#pattern(load))}  T ${warmth}`)
  }

  #writePressure(load: Load): void {
    const area = this.#areaOf.get(load.areaId ?? '')
    if (!area) return
    if (load.spread === 'one-way' && !this.#isOneWay(area.id)) this.#drop('spread', load)
    const { head, target } = this.#headOf('AREALOAD', area.label, area.storey)
    const normal = this.#isProjected(load) ? (axesOfArea(this.plan, area.id)?.[2] ?? null) : null
    const { x = 0, y = 0, z = 0 } = load.force ?? {}
    const force = normal ? vectorOf(projectedOnArea([x, y, z], normal)) : load.force
    const axes = load.axes === 'local' ? 'local' : 'global'
    for (const component of componentsOf(force)) {
      this.#name(load, target, ['area', target, this.#pattern(load), axes].join('\0'), component.index)
      const { dir, values } = directed(axes, component)
      const value = this.#force(values[0] ?? 0)
      this.areas.push(`${head}  TYPE "UNIFF"  DIR "${dir}"  LC ${quoted(this.#pattern(load))}  FVAL ${value}`)
    }
  }
}

const vectorOf = ([x, y, z]: Vec): LoadVector => ({ x, y, z })

/** Components along local axes, as the line has these in the file. */
function turned(vector: LoadVector | null | undefined, { axes }: Load, { signs }: PlanLine): LoadVector {
  const { x = 0, y = 0, z = 0 } = vector ?? {}
  return axes === 'local' ? { x: x * signs[0], y: y * signs[1], z: z * signs[2] } : { x, y, z }
}

function projectedOnLine({ places }: CsiPlan, { frame }: PlanLine, vector: LoadVector | null | undefined): LoadVector {
  const { x = 0, y = 0, z = 0 } = vector ?? {}
  const [start, end] = [places.get(frame.startNodeId), places.get(frame.endNodeId)]
  if (!start || !end) return { x, y, z }
  const along = subtract(end, start)
  const size = Math.hypot(...along) || 1
  return vectorOf(projectedOnFrame([x, y, z], [along[0] / size, along[1] / size, along[2] / size]))
}

/** What points down is gravity's, as ETABS writes it. */
function directed(axes: 'global' | 'local', { index, start, end }: Component): { dir: string; values: number[] } {
  if (axes === 'local') return { dir: String(index + 1), values: [start, end] }
  const isDown = index === 2 && start <= 0 && end <= 0
  return isDown ? { dir: 'GRAV', values: [0 - start, 0 - end] } : { dir: 'XYZ'[index] ?? 'Z', values: [start, end] }
}
