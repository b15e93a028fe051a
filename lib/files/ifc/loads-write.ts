import { fromAxes, vecOf } from '#lib/model/load/load-vectors.ts'
import { shellAxes } from '#lib/model/shape/shell-axes.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import { readUnits } from '#lib/model/units.ts'
import { typeOfLoad } from '#lib/schema/load-rules.ts'
import type { Load, LoadCase, LoadVector } from '#lib/schema/loads.ts'
import type { ExportReport } from '../report.ts'
import { NONE, optionalText, real, reals, ref, refs, type StepId, text, word } from '../step/step-write.ts'
import type { IfcFile } from './ifc-file.ts'
import { ACTION_SOURCES } from './load-sources.ts'
import { newtonsOf } from './stiffness.ts'

/** Load cases as groups of actions on what is analysed, and combinations as groups of these by factors. Forces in newtons. */

/** What loads may be on, by id. `length` in the file's unit. */
export type Loadable = {
  nodes: ReadonlyMap<string, { entity: StepId }>
  frames: ReadonlyMap<string, { entity: StepId; length: number }>
  areas: ReadonlyMap<string, { entity: StepId; outline: readonly Vec[] }>
}

/** The groups of an analysis model; nothing where no one knows the model's unit of force. */
export function* writeLoads(file: IfcFile, report: ExportReport, on: Loadable): Generator<Uint8Array, StepId[]> {
  const newtons = newtonsOf(file.model)
  const { loadCases = [], combinations = [], loads = [] } = file.model
  if (newtons === undefined) return []
  const groups = new Map<string, StepId>()
  for (const one of loadCases) groups.set(one.id, writeCase(file, one))
  const sums = new Map<string, StepId>()
  for (const { id, name, type } of combinations) {
    const isEnvelope = type === 'envelope'
    const head = [text(file.guid('combination', id)), NONE, text(id), optionalText(name), isEnvelope ? text('ENVELOPE') : NONE]
    const kind = [word(isEnvelope ? 'USERDEFINED' : 'LOAD_COMBINATION'), word('NOTDEFINED'), word('NOTDEFINED'), NONE, NONE]
    sums.set(id, file.step.add('IFCSTRUCTURALLOADGROUP', ...head, ...kind))
  }
  for (const { id, terms } of combinations)
    for (const [k, { caseId, combinationId, factor }] of terms.entries()) {
      const [of, group] = [caseId != null ? groups.get(caseId) : sums.get(combinationId ?? ''), sums.get(id)]
      if (of === undefined || group === undefined) continue
      const values = [refs([of]), NONE, ref(group), real(factor ?? 1)]
      file.relate('IFCRELASSIGNSTOGROUPBYFACTOR', `combination:${id}:${k}`, ...values)
    }
  const actions = new Map<string, StepId[]>()
  const writer = new Actions(file, report, on, newtons)
  for (const load of loads) {
    const action = writer.write(load)
    if (action === null) report.note('dropped', 'loads', { example: `load ${load.id}` })
    else actions.set(load.caseId, [...(actions.get(load.caseId) ?? []), action])
    yield* file.step.taken()
  }
  for (const [id, entities] of actions) {
    const group = groups.get(id)
    if (group !== undefined) file.relate('IFCRELASSIGNSTOGROUP', `load-case:${id}`, refs(entities), NONE, ref(group))
  }
  return [...groups.values(), ...sums.values()]
}

function writeCase(file: IfcFile, { id, name, nature, selfWeight }: LoadCase): StepId {
  const { type, source } = ACTION_SOURCES[nature ?? 'other']
  const head = [text(file.guid('load-case', id)), NONE, text(id), optionalText(name), NONE, word('LOAD_CASE')]
  const weight = selfWeight ? reals([0, 0, -selfWeight]) : NONE
  return file.step.add('IFCSTRUCTURALLOADCASE', ...head, word(type), word(source), NONE, optionalText(nature), weight)
}

class Actions {
  readonly #degree: number

  constructor(
    readonly file: IfcFile,
    readonly report: ExportReport,
    readonly on: Loadable,
    readonly newtons: number,
  ) {
    this.#degree = readUnits(file.model.units).temperature?.unit === 'F' ? 5 / 9 : 1
  }

  /** The action; null where what it is on is not in the file, or nothing of it has a place there. */
  write(load: Load): StepId | null {
    const node = load.nodeId == null ? undefined : this.on.nodes.get(load.nodeId)
    const frame = load.frameId == null ? undefined : this.on.frames.get(load.frameId)
    const area = load.areaId == null ? undefined : this.on.areas.get(load.areaId)
    if (node) return this.#act(load, node.entity, 'IFCSTRUCTURALPOINTACTION', this.#onNode(load), 'GLOBAL_COORDS', [])
    if (area) return this.#onArea(load, area)
    return frame ? this.#onFrame(load, frame) : null
  }

  #act(load: Load, target: StepId, type: string, applied: StepId, axes: string, rest: readonly string[]): StepId {
    const { file } = this
    const head = [text(file.guid('load', load.id)), NONE, text(load.id), NONE, NONE, ref(file.placement), NONE]
    const action = file.step.add(type, ...head, ref(applied), word(axes), NONE, ...rest)
    file.relate('IFCRELCONNECTSSTRUCTURALACTIVITY', `load:${load.id}`, ref(target), ref(action))
    return action
  }

  #six(type: string, one: LoadVector | null | undefined, other: LoadVector | null | undefined, by: number): StepId {
    const values = [...vecOf(one ?? {}), ...vecOf(other ?? {})].map((value) => real(value * by))
    return this.file.step.add(type, NONE, ...values)
  }

  #onNode({ type, force, moment, displacement, rotation }: Load): StepId {
    if (type === 'displacement') return this.#six('IFCSTRUCTURALLOADSINGLEDISPLACEMENT', displacement, rotation, 1)
    return this.#six('IFCSTRUCTURALLOADSINGLEFORCE', force, moment, this.newtons)
  }

  /** A point along a member is one of its length; what is not the same all along stands at two of these. */
  #onFrame(load: Load, { entity, length }: { entity: StepId; length: number }): StepId | null {
    const { step } = this.file
    const isLocal = load.axes === 'local'
    const as = (vector: LoadVector | null | undefined) => (isLocal ? inMember(vector) : vector)
    const axes = isLocal ? 'LOCAL_COORDS' : 'GLOBAL_COORDS'
    const curve = (applied: StepId, kind: string) =>
      this.#act(load, entity, kind === 'CONST' ? 'IFCSTRUCTURALLINEARACTION' : 'IFCSTRUCTURALCURVEACTION', applied, axes, [
        word(load.axes === 'projected' ? 'PROJECTED_LENGTH' : 'TRUE_LENGTH'),
        word(kind),
      ])
    const at = (values: readonly StepId[], shares: readonly number[]) => {
      const places = `(${shares.map((share) => reals([share * length])).join(',')})`
      return step.add('IFCSTRUCTURALLOADCONFIGURATION', NONE, refs(values), places)
    }
    const line = (vector: LoadVector | null | undefined) =>
      this.#six('IFCSTRUCTURALLOADLINEARFORCE', as(vector), null, this.newtons)
    switch (typeOfLoad(load)) {
      case 'point': {
        const single = this.#six('IFCSTRUCTURALLOADSINGLEFORCE', as(load.force), as(load.moment), this.newtons)
        return curve(at([single], [load.at ?? 0]), 'DISCRETE')
      }
      case 'temperature': {
        const { x = 0, y = 0 } = load.gradient ?? {}
        if (load.temperature == null && (x !== 0 || y !== 0)) return null
        if (x !== 0 || y !== 0) this.report.note('dropped', 'loads', { example: `gradient of load ${load.id}` })
        const warm = real((load.temperature ?? 0) * this.#degree)
        return curve(step.add('IFCSTRUCTURALLOADTEMPERATURE', NONE, warm, NONE, NONE), 'CONST')
      }
    }
    const [from, to] = [load.from ?? 0, load.to ?? 1]
    if (!load.forceEnd && from === 0 && to === 1) return curve(line(load.force), 'CONST')
    return curve(at([line(load.force), line(load.forceEnd ?? load.force)], [from, to]), 'LINEAR')
  }

  /** Along global axes: the local ones of a face are its plane's own. */
  #onArea(load: Load, { entity, outline }: { entity: StepId; outline: readonly Vec[] }): StepId | null {
    if (load.spread === 'one-way') this.report.note('dropped', 'loads', { example: `spread of load ${load.id}` })
    const own = load.axes === 'local' ? shellAxes(outline) : null
    if (load.axes === 'local' && !own) return null
    if (own) this.report.note('converted', 'load_along_global_axes', { example: `load ${load.id}` })
    const force = own ? fromAxes(vecOf(load.force ?? {}), own) : vecOf(load.force ?? {})
    const values = force.map((value) => real(value * this.newtons))
    const applied = this.file.step.add('IFCSTRUCTURALLOADPLANARFORCE', NONE, ...values)
    const projected = load.axes === 'projected' ? 'PROJECTED_LENGTH' : 'TRUE_LENGTH'
    return this.#act(load, entity, 'IFCSTRUCTURALPLANARACTION', applied, 'GLOBAL_COORDS', [word(projected), word('CONST')])
  }
}

/** Along a member's own axes: x our axis 1, y the opposite of our axis 3, z our axis 2. */
function inMember(vector: LoadVector | null | undefined): LoadVector {
  const { x = 0, y = 0, z = 0 } = vector ?? {}
  return { x, y: 0 - z, z: y }
}
