import { cross, dot, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { Load, LoadCase, LoadVector } from '#lib/schema/loads.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { type AnalysisModel, positionOf } from './analysis-model.ts'
import { GRAVITY } from './analysis-units.ts'
import { type AreaShares, areaLoads, type LoadedArea, spanInPlane } from './area-loads.ts'
import type { FrameLoad, LineLoad } from './frame-loads.ts'
import { MOTIONS } from './freedoms.ts'

/** The loads of each case as the analysis has them: on nodes, along frames, and of the ground. */
export type CaseLoads = {
  id: string
  /** By motion of the nodes, N and N·m. */
  nodal: Float64Array
  byFrame: Map<number, FrameLoad[]>
  /** Where supports are moved, by motion; null: nowhere. */
  ground: Float64Array | null
  notCarried: NotCarried[]
}

export type NotCarried = { caseId: string; source: string; nodeId: string }

/** What is told of all cases together. */
export type LoadsRead = { cases: CaseLoads[]; notes: LoadNotes }
export type LoadNotes = { withoutHold: string[]; otherAreas: Set<string> }

/** `areaMasses`: kg/m², by the areas' places in the model. */
export function readLoads(
  model: ViewerModel,
  analysis: AnalysisModel,
  cases: readonly LoadCase[],
  areaMasses: Float64Array,
): LoadsRead {
  const reader = loadReader(model, analysis)
  const byCase = new Map<string, Load[]>()
  for (const load of model.loads ?? []) {
    const list = byCase.get(load.caseId)
    if (list) list.push(load)
    else byCase.set(load.caseId, [load])
  }
  const read = cases.map(({ id, selfWeight }) => {
    const loads = reader.open(id)
    if (selfWeight) {
      for (const [i, frame] of analysis.frames.entries()) {
        const weight = -selfWeight * GRAVITY * frame.properties.massPerMetre
        reader.alongFrame(loads, i, [0, 0, weight], [0, 0, weight], 0, frame.length)
      }
      for (const [ordinal, { id: areaId }] of (model.areas ?? []).entries()) {
        reader.onArea(loads, ordinal, `area ${areaId}`, [0, 0, -selfWeight * GRAVITY * areaMasses[ordinal]!], undefined)
      }
    }
    for (const load of byCase.get(id) ?? []) reader.read(loads, load)
    return loads
  })
  return { cases: read, notes: reader.notes }
}

const vectorOf = (sent: LoadVector | null | undefined, by: number): Vec => [
  (sent?.x ?? 0) * by,
  (sent?.y ?? 0) * by,
  (sent?.z ?? 0) * by,
]

const isNothing = ([x, y, z]: Vec) => x === 0 && y === 0 && z === 0

function loadReader(model: ViewerModel, analysis: AnalysisModel) {
  const { nodes, frames, units, isHeld, springs } = analysis
  const { metres, newtons, kelvins } = units
  const ordinals = new Map(model.nodes.map(({ id }, i) => [id, i]))
  const frameOf = new Map(frames.map(({ id }, i) => [id, i]))
  const areaOrdinals = new Map((model.areas ?? []).map(({ id }, i) => [id, i]))
  const areaOf = areaLoads(model, analysis)
  const notes: LoadNotes = { withoutHold: [], otherAreas: new Set() }

  const open = (id: string): CaseLoads => ({
    id,
    nodal: new Float64Array(nodes.ids.length * MOTIONS),
    byFrame: new Map(),
    ground: null,
    notCarried: [],
  })
  const onNode = (loads: CaseLoads, source: string, node: number, force: Vec, moment: Vec) => {
    const root = nodes.rootOf[node]!
    const arm = subtract(positionOf(nodes, node), positionOf(nodes, root))
    const turned = cross(arm, force)
    const all = [...force, moment[0] + turned[0], moment[1] + turned[1], moment[2] + turned[2]]
    for (const [k, value] of all.entries()) {
      if (value !== 0 && nodes.isOpen[root * MOTIONS + k]) loads.notCarried.push({ caseId: loads.id, source, nodeId: nodes.ids[node]! })
      loads.nodal[root * MOTIONS + k]! += value
    }
  }
  const addToFrame = (loads: CaseLoads, frame: number, load: FrameLoad) => {
    const list = loads.byFrame.get(frame)
    if (list) list.push(load)
    else loads.byFrame.set(frame, [load])
  }
  /** Of global components per length. */
  const alongFrame = (loads: CaseLoads, frame: number, start: Vec, end: Vec, from: number, to: number) => {
    const { axes } = frames[frame]!
    const local = (vector: Vec): Vec => [dot(vector, axes[0]), dot(vector, axes[1]), dot(vector, axes[2])]
    addToFrame(loads, frame, { type: 'line', from, to, start: local(start), end: local(end) } satisfies LineLoad)
  }
  const onArea = (loads: CaseLoads, ordinal: number, source: string, pressure: Vec, span: Vec | undefined) => {
    const area = areaOf(ordinal)
    if (!area || isNothing(pressure)) return
    if (!area.isConvex) notes.otherAreas.add(model.areas![ordinal]!.id)
    spreadArea(area.shares(span), pressure)
    function spreadArea(shares: AreaShares, per: Vec) {
      for (const { frame, from, to, start, end } of shares.frames) {
        alongFrame(loads, frame, scale(per, start), scale(per, end), from, Math.min(to, frames[frame]!.length))
      }
      for (const { node, area: share } of shares.nodes) onNode(loads, source, node, scale(per, share), NONE)
      for (const nodeId of shares.notCarried) loads.notCarried.push({ caseId: loads.id, source, nodeId })
    }
  }
  const readNode = (loads: CaseLoads, load: Load, nodeId: string) => {
    const node = nodes.placeOf[ordinals.get(nodeId) ?? -1] ?? -1
    if (load.type === 'displacement') {
      if (node < 0) return void notes.withoutHold.push(load.id)
      const moved = [...vectorOf(load.displacement, metres), ...vectorOf(load.rotation, 1)]
      loads.ground ??= new Float64Array(loads.nodal.length)
      for (const [k, value] of moved.entries()) {
        if (value === 0) continue
        const motion = nodes.rootOf[node]! * MOTIONS + k
        const isHolding = (isHeld[motion] && !nodes.isOpen[motion]) || springs[motion]! > 0
        if (isHolding) loads.ground[motion]! += value
        else notes.withoutHold.push(load.id)
      }
      return
    }
    const [force, moment] = [vectorOf(load.force, newtons), vectorOf(load.moment, newtons * metres)]
    if (node >= 0) onNode(loads, `load ${load.id}`, node, force, moment)
    else if (!isNothing(force) || !isNothing(moment)) loads.notCarried.push({ caseId: loads.id, source: `load ${load.id}`, nodeId })
  }
  const readFrameLoad = (loads: CaseLoads, load: Load, place: number) => {
    const { axes, length } = frames[place]!
    const toLocal = (vector: Vec): Vec =>
      load.axes === 'local' ? vector : [dot(vector, axes[0]), dot(vector, axes[1]), dot(vector, axes[2])]
    switch (load.type ?? 'distributed') {
      case 'temperature': {
        const per = kelvins / metres
        const { x = 0, y = 0 } = load.gradient ?? {}
        addToFrame(loads, place, { type: 'heat', rise: (load.temperature ?? 0) * kelvins, towards3: x * per, towards2: y * per })
        break
      }
      case 'point': {
        const [force, moment] = [vectorOf(load.force, newtons), vectorOf(load.moment, newtons * metres)]
        addToFrame(loads, place, { type: 'point', at: (load.at ?? 0) * length, force: toLocal(force), moment: toLocal(moment) })
        break
      }
      default: {
        const seen = axes[0].map((c) => (load.axes === 'projected' ? Math.sqrt(Math.max(0, 1 - c * c)) : 1))
        const per = (sent: LoadVector | null | undefined): Vec => {
          const [x, y, z] = vectorOf(sent, newtons / metres)
          return toLocal([x * seen[0]!, y * seen[1]!, z * seen[2]!])
        }
        const [from, to] = [(load.from ?? 0) * length, (load.to ?? 1) * length]
        if (to > from) addToFrame(loads, place, { type: 'line', from, to, start: per(load.force), end: per(load.forceEnd ?? load.force) })
      }
    }
  }
  const readAreaLoad = (loads: CaseLoads, load: Load, ordinal: number) => {
    const area = areaOf(ordinal)
    if (!area) return
    const pressure = pressureOf(load, area, newtons / metres ** 2)
    const span = load.spread === 'one-way' ? spanInPlane(area.axes, load.span ? vectorOf(load.span, 1) : undefined) : undefined
    onArea(loads, ordinal, `load ${load.id}`, pressure, span)
  }
  const read = (loads: CaseLoads, load: Load) => {
    if (load.nodeId != null) readNode(loads, load, load.nodeId)
    else if (load.frameId != null) {
      const place = frameOf.get(load.frameId)
      if (place !== undefined) readFrameLoad(loads, load, place)
    } else if (load.areaId != null) {
      const ordinal = areaOrdinals.get(load.areaId)
      if (ordinal !== undefined) readAreaLoad(loads, load, ordinal)
    }
  }
  return { open, read, alongFrame, onArea, notes }
}

const NONE: Vec = [0, 0, 0]

function pressureOf(load: Load, { axes }: LoadedArea, by: number): Vec {
  const [x, y, z] = vectorOf(load.force, by)
  if (load.axes === 'local') {
    const [e1, e2, e3] = axes
    return [
      x * e1[0] + y * e2[0] + z * e3[0],
      x * e1[1] + y * e2[1] + z * e3[1],
      x * e1[2] + y * e2[2] + z * e3[2],
    ]
  }
  const [, , n] = axes
  const seen = (k: 0 | 1 | 2) => (load.axes === 'projected' ? Math.abs(n[k]) : 1)
  return [x * seen(0), y * seen(1), z * seen(2)]
}
