import { dot, type Vec } from '#lib/model/shape/vector.ts'
import type { Load, LoadCase, LoadVector } from '#lib/schema/loads.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { type AnalysisModel, prismsOf } from '../model/analysis-model.ts'
import { GRAVITY } from '../model/analysis-units.ts'
import { MOTIONS } from '../solver/freedoms.ts'
import { type LoadedArea, spanInPlane } from './area-loads.ts'
import { type CaseLoads, isNothing, type LoadNotes, LoadPlacer } from './case-loads.ts'

/** The loads of a model, case by case. `areaMasses`: kg/m², by the areas' places in the model. */
export function readLoads(
  model: ViewerModel,
  analysis: AnalysisModel,
  cases: readonly LoadCase[],
  areaMasses: Float64Array,
): { cases: CaseLoads[]; notes: LoadNotes } {
  const placer = new LoadPlacer(model, analysis)
  const read = loadReader(placer)
  const byCase = new Map<string, Load[]>()
  for (const load of model.loads ?? []) {
    const list = byCase.get(load.caseId)
    if (list) list.push(load)
    else byCase.set(load.caseId, [load])
  }
  const all = cases.map(({ id, selfWeight }) => {
    const loads = placer.open(id)
    if (selfWeight) addSelfWeight(placer, loads, selfWeight, areaMasses)
    for (const load of byCase.get(id) ?? []) read(loads, load)
    return loads
  })
  return { cases: all, notes: placer.notes }
}

function addSelfWeight(placer: LoadPlacer, loads: CaseLoads, times: number, areaMasses: Float64Array): void {
  for (const [i, frame] of placer.analysis.frames.entries()) {
    for (const { from, to, properties } of prismsOf(frame)) {
      const weight: Vec = [0, 0, -times * GRAVITY * properties.massPerMetre]
      placer.alongFrame(loads, i, weight, weight, from, to)
    }
  }
  for (const [ordinal, { id }] of (placer.model.areas ?? []).entries()) {
    placer.onArea(loads, ordinal, `area ${id}`, [0, 0, -times * GRAVITY * areaMasses[ordinal]!], undefined)
  }
}

function loadReader(placer: LoadPlacer): (loads: CaseLoads, load: Load) => void {
  const { model, analysis } = placer
  const { metres, newtons } = analysis.units
  const ordinals = new Map(model.nodes.map(({ id }, i) => [id, i]))
  const frameOf = new Map(analysis.frames.map(({ id }, i) => [id, i]))
  const areaOrdinals = new Map((model.areas ?? []).map(({ id }, i) => [id, i]))
  return (loads, load) => {
    if (load.nodeId != null) {
      const node = analysis.nodes.placeOf[ordinals.get(load.nodeId) ?? -1] ?? -1
      if (load.type === 'displacement') moveGround(placer, loads, load, node)
      else {
        const [force, moment] = [vectorOf(load.force, newtons), vectorOf(load.moment, newtons * metres)]
        if (node >= 0) placer.onNode(loads, `load ${load.id}`, node, force, moment)
        else if (!isNothing(force) || !isNothing(moment)) {
          loads.notCarried.push({ source: `load ${load.id}`, nodeId: load.nodeId })
        }
      }
    } else if (load.frameId != null) {
      const place = frameOf.get(load.frameId)
      if (place !== undefined) readFrameLoad(placer, loads, load, place)
    } else if (load.areaId != null) {
      const ordinal = areaOrdinals.get(load.areaId)
      const area = ordinal === undefined ? undefined : placer.areaOf(ordinal)
      if (ordinal === undefined || !area) return
      const span = load.spread === 'one-way' ? spanInPlane(area.axes, load.span ? vectorOf(load.span, 1) : undefined) : undefined
      placer.onArea(loads, ordinal, `load ${load.id}`, pressureOf(load, area, newtons / metres ** 2), span)
    }
  }
}

const vectorOf = (sent: LoadVector | null | undefined, by: number): Vec => [
  (sent?.x ?? 0) * by,
  (sent?.y ?? 0) * by,
  (sent?.z ?? 0) * by,
]

function moveGround({ analysis, notes }: LoadPlacer, loads: CaseLoads, load: Load, node: number): void {
  const { nodes, isHeld, springs, units } = analysis
  if (node < 0) {
    notes.withoutHold.push(load.id)
    return
  }
  loads.ground ??= new Float64Array(loads.nodal.length)
  for (const [k, value] of [...vectorOf(load.displacement, units.metres), ...vectorOf(load.rotation, 1)].entries()) {
    if (value === 0) continue
    const motion = nodes.rootOf[node]! * MOTIONS + k
    const isHolding = (isHeld[motion] === 1 && nodes.isOpen[motion] === 0) || springs[motion]! > 0
    if (isHolding) loads.ground[motion]! += value
    else notes.withoutHold.push(load.id)
  }
}

function readFrameLoad(placer: LoadPlacer, loads: CaseLoads, load: Load, place: number): void {
  const { axes, length } = placer.analysis.frames[place]!
  const { metres, newtons, kelvins } = placer.analysis.units
  const toLocal = (vector: Vec): Vec =>
    load.axes === 'local' ? vector : [dot(vector, axes[0]), dot(vector, axes[1]), dot(vector, axes[2])]
  switch (load.type ?? 'distributed') {
    case 'temperature': {
      const { x = 0, y = 0 } = load.gradient ?? {}
      const [towards3, towards2] = [(x * kelvins) / metres, (y * kelvins) / metres]
      placer.onFrame(loads, place, { type: 'heat', rise: (load.temperature ?? 0) * kelvins, towards3, towards2 })
      break
    }
    case 'point': {
      const [force, moment] = [toLocal(vectorOf(load.force, newtons)), toLocal(vectorOf(load.moment, newtons * metres))]
      placer.onFrame(loads, place, { type: 'point', at: (load.at ?? 0) * length, force, moment })
      break
    }
    default: {
      // Per length as it is seen along each axis.
      const seen = (c: number) => (load.axes === 'projected' ? Math.sqrt(Math.max(0, 1 - c * c)) : 1)
      const [e1] = axes
      const per = (sent: LoadVector | null | undefined): Vec => {
        const [x, y, z] = vectorOf(sent, newtons / metres)
        return toLocal([x * seen(e1[0]), y * seen(e1[1]), z * seen(e1[2])])
      }
      const [from, to] = [(load.from ?? 0) * length, (load.to ?? 1) * length]
      const [start, end] = [per(load.force), per(load.forceEnd ?? load.force)]
      if (to > from) placer.onFrame(loads, place, { type: 'line', from, to, start, end })
    }
  }
}

function pressureOf(load: Load, { axes }: LoadedArea, by: number): Vec {
  const [x, y, z] = vectorOf(load.force, by)
  const [e1, e2, e3] = axes
  if (load.axes === 'local') {
    const along = (k: 0 | 1 | 2) => x * e1[k] + y * e2[k] + z * e3[k]
    return [along(0), along(1), along(2)]
  }
  const seen = (k: 0 | 1 | 2) => (load.axes === 'projected' ? Math.abs(e3[k]) : 1)
  return [x * seen(0), y * seen(1), z * seen(2)]
}
