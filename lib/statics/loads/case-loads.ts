import { cross, dot, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { type AnalysisModel, positionOf } from '../model/analysis-model.ts'
import { MOTIONS } from '../solver/freedoms.ts'
import { areaLoads, type LoadedArea } from './area-loads.ts'
import type { FrameLoad } from './frame-loads.ts'

/** The loads of a case as the analysis has them: on nodes, along frames, and of the ground. */
export type CaseLoads = {
  id: string
  /** By motion of the nodes, N and N·m. */
  nodal: Float64Array
  byFrame: Map<number, FrameLoad[]>
  /** Where supports are moved, by motion; null: nowhere. */
  ground: Float64Array | null
  notCarried: NotCarried[]
}

/** `source`: `load Q1`, or `area S1` of its own weight. */
type NotCarried = { source: string; nodeId: string }

/** What is reported of all cases together. `passedOver`, `idleByRole`: frames that lie in loaded areas and get nothing of it. */
export type LoadNotes = { withoutHold: string[]; otherAreas: Set<string>; passedOver: Set<string>; idleByRole: Set<string> }

/** Puts loads where they act. Forces are global, in N, moments in N·m. */
export class LoadPlacer {
  readonly notes: LoadNotes = { withoutHold: [], otherAreas: new Set(), passedOver: new Set(), idleByRole: new Set() }
  readonly areaOf: (ordinal: number) => LoadedArea | undefined

  constructor(
    readonly model: ViewerModel,
    readonly analysis: AnalysisModel,
  ) {
    this.areaOf = areaLoads(model, analysis)
  }

  open(id: string): CaseLoads {
    const nodal = new Float64Array(this.analysis.nodes.ids.length * MOTIONS)
    return { id, nodal, byFrame: new Map(), ground: null, notCarried: [] }
  }

  onNode(loads: CaseLoads, source: string, node: number, force: Vec, moment: Vec): void {
    const { nodes } = this.analysis
    const root = nodes.rootOf[node]!
    const turned = cross(subtract(positionOf(nodes, node), positionOf(nodes, root)), force)
    const all = [...force, moment[0] + turned[0], moment[1] + turned[1], moment[2] + turned[2]]
    for (const [k, value] of all.entries()) {
      const motion = root * MOTIONS + k
      if (value !== 0 && nodes.isOpen[motion]) loads.notCarried.push({ source, nodeId: nodes.ids[node]! })
      loads.nodal[motion]! += value
    }
  }

  onFrame(loads: CaseLoads, frame: number, load: FrameLoad): void {
    const list = loads.byFrame.get(frame)
    if (list) list.push(load)
    else loads.byFrame.set(frame, [load])
  }

  /** Of global components per length. */
  alongFrame(loads: CaseLoads, frame: number, start: Vec, end: Vec, from: number, to: number): void {
    const [e1, e2, e3] = this.analysis.frames[frame]!.axes
    const local = (vector: Vec): Vec => [dot(vector, e1), dot(vector, e2), dot(vector, e3)]
    this.onFrame(loads, frame, { type: 'line', from, to, start: local(start), end: local(end) })
  }

  /** Per area. `span`: in the plane of the area; undefined: two-way. */
  onArea(loads: CaseLoads, ordinal: number, source: string, pressure: Vec, span: Vec | undefined): void {
    const area = this.areaOf(ordinal)
    if (!area || isNothing(pressure)) return
    if (!area.isConvex) this.notes.otherAreas.add((this.model.areas ?? [])[ordinal]!.id)
    for (const frame of area.passedOver) this.notes.passedOver.add(this.analysis.frames[frame]!.id)
    for (const frame of area.idleByRole) this.notes.idleByRole.add(this.analysis.frames[frame]!.id)
    const shares = area.shares(span)
    for (const { frame, from, to, start, end } of shares.frames) {
      const { length } = this.analysis.frames[frame]!
      this.alongFrame(loads, frame, scale(pressure, start), scale(pressure, end), from, Math.min(to, length))
    }
    for (const { node, area: share } of shares.nodes) this.onNode(loads, source, node, scale(pressure, share), NONE)
    for (const nodeId of shares.notCarried) loads.notCarried.push({ source, nodeId })
  }
}

const NONE: Vec = [0, 0, 0]

export const isNothing = ([x, y, z]: Vec): boolean => x === 0 && y === 0 && z === 0
