import { globalIntensity, inAxes, vecOf } from '#lib/model/load/load-vectors.ts'
import type { Axes } from '#lib/model/shape/local-axes.ts'
import { COORDINATES, type Vec } from '#lib/model/shape/vector.ts'
import type { UnitsRead } from '#lib/model/units.ts'
import { typeOfLoad } from '#lib/schema/load-rules.ts'
import type { Load, LoadCase } from '#lib/schema/loads.ts'
import { DIRECTIONS } from '#lib/schema/restraints.ts'
import type { ViewerFrame, ViewerModel, ViewerSupport } from '#lib/schema/schema.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { nodesOfDiaphragms } from '../nodes-of-diaphragm.ts'
import type { ExportReport } from '../report.ts'
import { type Released, releasesOf, springOf } from '../stiffnesses.ts'
import { type Argument, commandLine, type ScriptLanguage } from './script-text.ts'

/** What loads, springs, masses, diaphragms and releases of a model are in OpenSees. */

/** An element: its tag, the axes of its frame, and its own, which are turned to the principal ones of the section. */
export type TaggedFrame = { tag: number; own: Axes; axes: Axes }
export type Statics = {
  model: ViewerModel
  language: ScriptLanguage
  report: ExportReport
  units: UnitsRead
  tagOf(nodeId: string): number | undefined
  elementOf(frameId: string): TaggedFrame | undefined
  /** Tags of nodes and elements that are free, from these up. */
  firstNode: number
  firstElement: number
}

/** Springs: an elastic element without length to a node of its own that is held in all directions. */
export function springLines({ model, language, tagOf, firstNode, firstElement }: Statics): string[] {
  const lines: string[] = []
  const materials = new Map<number, number>()
  const say = (command: string, args: readonly Argument[], ids?: readonly string[]) =>
    lines.push(commandLine(language, command, args, ids))
  let [ground, element] = [firstNode, firstElement]
  const at = new Map(model.nodes.map(({ id, position }) => [id, position]))
  for (const support of model.supports ?? []) {
    const springs = DIRECTIONS.flatMap((direction, k) => {
      const stiffness = springOf(support, direction)
      return stiffness > 0 ? [{ direction: k + 1, stiffness }] : []
    })
    const [tag, place] = [tagOf(support.nodeId), at.get(support.nodeId)]
    if (springs.length === 0 || tag === undefined || !place) continue
    for (const { stiffness } of springs) {
      if (materials.has(stiffness)) continue
      materials.set(stiffness, materials.size + 1)
      say('uniaxialMaterial', ['Elastic', materials.size, stiffness])
    }
    say('node', [ground, place.x, place.y, place.z])
    say('fix', [ground, 1, 1, 1, 1, 1, 1])
    const kinds = springs.map(({ stiffness }) => materials.get(stiffness) ?? 0)
    const directions = springs.map((one) => one.direction)
    say('element', ['zeroLength', element++, ground++, tag, '-mat', ...kinds, '-dir', ...directions], [support.id])
  }
  return lines
}

export function massLines({ model, language, report, units: { force, length }, tagOf }: Statics): string[] {
  return model.nodes.flatMap(({ id, mass }) => {
    const tag = tagOf(id)
    if (!mass || tag === undefined) return []
    if (!force || !length) {
      report.note('dropped', 'mass', { example: `node ${id}` })
      return []
    }
    // Force · s² / length.
    const value = twelveDigits((mass * length.metres) / force.newtons)
    return [commandLine(language, 'mass', [tag, value, value, value, 0, 0, 0])]
  })
}

/** The first node of a diaphragm leads the others. */
export function diaphragmLines({ model, language, report, tagOf }: Statics): string[] {
  const nodesOf = nodesOfDiaphragms(model)
  return (model.diaphragms ?? []).flatMap((diaphragm) => {
    const tags = [...new Set(nodesOf(diaphragm).flatMap((id) => tagOf(id) ?? []))]
    if (tags.length >= 2) return [commandLine(language, 'rigidDiaphragm', [3, ...tags], [diaphragm.id])]
    report.note('dropped', 'diaphragm', { example: `diaphragm ${diaphragm.id}` })
    return []
  })
}

const BENDING = ['m2', 'm3'] as const satisfies readonly Released[]

/** Hinges about the axes of the section: 1 at the start, 2 at the end, 3 at both. Other releases are noted. */
export function releaseArguments(frame: ViewerFrame, isTurned: boolean, report: ExportReport): Argument[] {
  const releases = releasesOf(frame)
  if (!releases) return []
  const isHinged = (end: 'start' | 'end', freedom: 'm2' | 'm3') => releases[end].get(freedom) === true
  const canTurn = (end: 'start' | 'end') => !isTurned || isHinged(end, 'm2') === isHinged(end, 'm3')
  const code = (freedom: 'm2' | 'm3') =>
    (canTurn('start') && isHinged('start', freedom) ? 1 : 0) + (canTurn('end') && isHinged('end', freedom) ? 2 : 0)
  const [about2, about3] = BENDING.map(code)
  const isLost = (['start', 'end'] as const).some((end) =>
    [...releases[end]].some(([freedom, value]) => value !== true || (freedom !== 'm2' && freedom !== 'm3') || !canTurn(end)),
  )
  if (isLost) report.note('dropped', 'releases', { example: `frame ${frame.id}` })
  return [...(about3 ? ['-releasez', about3] : []), ...(about2 ? ['-releasey', about2] : [])]
}

/** Supports with directions that are neither held, free nor sprung. */
export const isOpen = (support: ViewerSupport): boolean =>
  DIRECTIONS.some((direction) => support.restraints?.[direction] == null && springOf(support, direction) === 0)

/** A pattern a load case, with its loads; combinations, and what else a script has no command for, are noted. */
export class LoadLines {
  readonly #statics: Statics
  readonly #byCase = new Map<string, string[]>()

  constructor(statics: Statics) {
    this.#statics = statics
    const { model, report } = statics
    for (const { id } of model.loadCases ?? []) this.#byCase.set(id, [])
    for (const load of model.loads ?? []) this.#add(load)
    for (const { id, selfWeight } of model.loadCases ?? [])
      if (selfWeight) report.note('dropped', 'loads', { example: `own weight of load case ${id}` })
    for (const { id } of model.combinations ?? []) report.note('dropped', 'loads', { example: `combination ${id}` })
  }

  *lines(): Generator<string, void> {
    const { model, language } = this.#statics
    const { loadCases = [] } = model
    if (loadCases.length > 0) yield commandLine(language, 'timeSeries', ['Linear', 1])
    for (const [k, one] of loadCases.entries()) {
      const ids = idsOf(one)
      const lines = this.#byCase.get(one.id) ?? []
      if (language === 'py') {
        yield commandLine(language, 'pattern', ['Plain', k + 1, 1], ids)
        yield* lines
        continue
      }
      // The braces of a Tcl script hold the loads; the remark stands within them.
      yield commandLine(language, 'pattern', ['Plain', k + 1, 1, '{'], ids)
      for (const line of lines) yield `  ${line}`
      yield '}'
    }
  }

  #drop(what: string, { id }: Load): void {
    this.#statics.report.note('dropped', 'loads', { example: `${what} ${id}` })
  }

  #add(load: Load): void {
    const lines = this.#byCase.get(load.caseId)
    if (!lines) return
    const type = typeOfLoad(load)
    if (type === 'force') this.#addForce(load, lines)
    else if (type === 'distributed') this.#addDistributed(load, lines)
    else if (type === 'point') this.#addPoint(load, lines)
    else this.#drop(type === 'pressure' ? 'load on an area' : type, load)
  }

  #addForce(load: Load, lines: string[]): void {
    const { language, tagOf } = this.#statics
    const tag = tagOf(load.nodeId ?? '')
    if (tag === undefined) {
      this.#drop('load', load)
      return
    }
    const values = [load.force, load.moment].flatMap((vector) => COORDINATES.map((key) => vector?.[key] ?? 0))
    lines.push(commandLine(language, 'load', [tag, ...values], [load.id]))
  }

  /** Along the axes of the element: y, z and x, as the command has them. */
  #along(vector: Load['force'], load: Load, { own, axes }: TaggedFrame): Vec {
    if (load.axes === 'local' && own === axes) return vecOf(vector ?? {})
    return inAxes(globalIntensity(vector ?? {}, load.axes, own, 'frame'), axes)
  }

  #addDistributed(load: Load, lines: string[]): void {
    const { language } = this.#statics
    const element = this.#elementOf(load)
    if (!element) return
    const start = this.#along(load.force, load, element).map(twelveDigits)
    const end = load.forceEnd ? this.#along(load.forceEnd, load, element).map(twelveDigits) : start
    const [from, to] = [load.from ?? 0, load.to ?? 1]
    const isEven = start.every((one, k) => one === end[k])
    const order = ([x = 0, y = 0, z = 0]: readonly number[]) => [y, z, x]
    const say = (a: number, b: number, first: readonly number[], last: readonly number[]) => {
      const extent = a === 0 && b === 1 ? [] : [a, b, ...(isEven ? [] : order(last))]
      const args = ['-ele', element.tag, '-type', '-beamUniform', ...order(first), ...extent]
      lines.push(commandLine(language, 'eleLoad', args, [load.id]))
    }
    if (isEven || from !== 0 || to !== 1) {
      say(from, to, start, end)
      return
    }
    // OpenSees takes a load of the whole length for a uniform one.
    const middle = start.map((one, k) => (one + (end[k] ?? 0)) / 2)
    say(0, 0.5, start, middle)
    say(0.5, 1, middle, end)
  }

  #addPoint(load: Load, lines: string[]): void {
    const { language } = this.#statics
    const element = this.#elementOf(load)
    if (!element) return
    const isNonZero = (vector: Load['force']) => vecOf(vector ?? {}).some((part) => part !== 0)
    if (isNonZero(load.moment)) this.#drop('moment of load', load)
    if (!isNonZero(load.force) && isNonZero(load.moment)) return
    const [x, y, z] = this.#along(load.force, load, element).map(twelveDigits)
    const args = ['-ele', element.tag, '-type', '-beamPoint', y ?? 0, z ?? 0, load.at ?? 0, x ?? 0]
    lines.push(commandLine(language, 'eleLoad', args, [load.id]))
  }

  #elementOf(load: Load): TaggedFrame | undefined {
    const { report, elementOf } = this.#statics
    const element = elementOf(load.frameId ?? '')
    if (!element) this.#drop('load', load)
    else if (load.axes !== 'local') report.note('converted', 'load_along_local_axes', { example: `load ${load.id}` })
    return element
  }
}

function idsOf({ id, nature, name }: LoadCase): string[] {
  if (name) return [id, nature ?? '', name]
  return nature ? [id, nature] : [id]
}
