import { localAxes } from '#lib/model/shape/local-axes.ts'
import { distance, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { disjointSets } from '#lib/values/disjoint-sets.ts'
import { type AnalysisFrame, type AnalysisModel, positionOf } from './model/analysis-model.ts'
import { type DenseKernel, plainKernel, simdKernel } from './solver/dense-kernel.ts'
import { MOTIONS } from './solver/freedoms.ts'
import type { FactorCost } from './solver/fronts.ts'
import { idleMotions, MOST_MECHANISMS } from './solver/idle-motions.ts'
import { factoriseStructure } from './solver/missed-motions.ts'
import { orderUnknowns } from './solver/stiffness-matrix.ts'
import { structureMatrix } from './solver/structure-matrix.ts'

/**
 * Areas neither stiffen nor carry in this analysis. What moves without resistance while all areas that share nodes are one rigid body moves however
 * stiff they are: that mechanism is certain. What is held by them may be a false alarm.
 */
export type JudgedMechanism = { motions: Float64Array; areas: number; isCertain: boolean }

type Limits = {
  mayCost(cost: FactorCost, unknowns: number, model: AnalysisModel, cases: number): Issue | undefined
  kernel?: DenseKernel
}

/** Of the largest motion: what moves less counts as still. */
const STILL = 0.01

/** The certain ones first; at most five. */
export function judgeMechanisms(
  model: ViewerModel,
  analysis: AnalysisModel,
  mechanisms: readonly Float64Array[],
  forces: readonly Float64Array[],
  limits: Limits | undefined,
): JudgedMechanism[] {
  const touched = mechanisms.map((motions) => areasTouched(model, analysis, motions))
  if (touched.every((count) => count === 0)) return mechanisms.map((motions) => ({ motions, areas: 0, isCertain: true }))
  const certain = mechanismsWith(joinedAreas(model, analysis), analysis, forces, limits)
  const known: Float64Array[] = []
  const judged: JudgedMechanism[] = []
  const tell = (motions: Float64Array, areas: number, isCertain: boolean) => {
    if (isNew(motions, known, analysis.nodes.longest)) judged.push({ motions, areas, isCertain })
  }
  for (const motions of certain) tell(motions, areasTouched(model, analysis, motions), true)
  for (const [i, motions] of mechanisms.entries()) tell(motions, touched[i]!, touched[i] === 0)
  return judged.slice(0, MOST_MECHANISMS)
}

function mechanismsWith(
  joints: readonly AnalysisFrame[],
  analysis: AnalysisModel,
  forces: readonly Float64Array[],
  limits: Limits | undefined,
): readonly Float64Array[] {
  const joined = { ...analysis, frames: [...analysis.frames, ...joints] }
  const matrix = structureMatrix(joined)
  const plan = orderUnknowns(matrix, joined.nodes.coordinates)
  if (limits?.mayCost(plan.cost, matrix.freedoms.count, joined, forces.length)) return []
  const kernel: DenseKernel = limits?.kernel ?? simdKernel() ?? plainKernel()
  const factor = factoriseStructure(joined, matrix, plan, kernel)
  return idleMotions(joined, matrix, factor, forces).mechanisms
}

/** Frames without releases from node to node of all areas that share nodes: a body that resists every change of its shape. */
function joinedAreas(model: ViewerModel, { nodes, frames }: AnalysisModel): AnalysisFrame[] {
  // Their stiffness is that of a frame in the middle of all, so that no pivot is lost beside it.
  const byStiffness = [...frames].sort((a, b) => a.properties.bending3 - b.properties.bending3)
  const usual = byStiffness[Math.floor(byStiffness.length / 2)]
  const joined = disjointSets(nodes.ids.length)
  const joints: AnalysisFrame[] = []
  const joinInLine = (places: readonly number[]) => {
    for (const [i, node] of places.entries()) {
      const before = places[i - 1]
      if (before === undefined || joined.find(before) === joined.find(node)) continue
      joined.join(before, node)
      const joint = usual && jointBetween(before, node, nodes, usual)
      if (joint) joints.push(joint)
    }
  }
  const { outlines, bodies } = bodiesOfAreas(model)
  const analysed = (outline: readonly number[]) => outline.map((node) => nodes.placeOf[node]!).filter((node) => node >= 0)
  for (const outline of outlines) joinInLine(analysed(outline))
  // Areas that share only nodes which no frame uses are joined too.
  const byBody = new Map<number, number[]>()
  for (const node of new Set(outlines.flat())) {
    const body = bodies.find(node)
    const list = byBody.get(body)
    if (list) list.push(node)
    else byBody.set(body, [node])
  }
  for (const body of byBody.values()) joinInLine(analysed(body))
  return joints
}

/** Areas that share nodes are one body. */
function bodiesOfAreas(model: ViewerModel) {
  const ordinals = new Map(model.nodes.map(({ id }, i) => [id, i]))
  const bodies = disjointSets(model.nodes.length)
  const outlines = (model.areas ?? []).map(({ nodeIds }) => nodeIds.flatMap((id) => ordinals.get(id) ?? []))
  for (const outline of outlines) for (const node of outline) bodies.join(outline[0]!, node)
  return { ordinals, outlines, bodies }
}

/** Whether areas lead from a node to a frame or a support: they may carry what reaches it. By the node's id. */
export function mayBeCarried(model: ViewerModel, { nodes }: AnalysisModel): (nodeId: string) => boolean {
  const { ordinals, outlines, bodies } = bodiesOfAreas(model)
  const carried = new Set<number>()
  for (const node of outlines.flat()) if (nodes.placeOf[node]! >= 0) carried.add(bodies.find(node))
  return (nodeId) => {
    const node = ordinals.get(nodeId)
    return node !== undefined && carried.has(bodies.find(node))
  }
}

function jointBetween(
  start: number,
  end: number,
  nodes: AnalysisModel['nodes'],
  { properties }: AnalysisFrame,
): AnalysisFrame | undefined {
  const [from, to] = [positionOf(nodes, start), positionOf(nodes, end)]
  const axes = localAxes(from, to, 0)
  if (!axes || nodes.rootOf[start] === nodes.rootOf[end]) return undefined
  const armOf = (node: number, position: Vec) => subtract(position, positionOf(nodes, nodes.rootOf[node]!))
  return {
    ...{
      id: '',
      ordinal: -1,
      start,
      end,
      length: distance(from, to),
      axes,
      properties,
      joints: null,
      sectionId: '',
      taper: null,
    },
    ...{ arms: [armOf(start, from), armOf(end, to)], offset: [0, 0, 0] },
  }
}

/** Whether translations are no blend of those known; if so they are known from now on, as a unit at right angles to the others. */
function isNew(motions: Float64Array, known: Float64Array[], longest: number): boolean {
  const own = Float64Array.from(motions, (value, motion) => (motion % MOTIONS < 3 ? value : 1e-3 * longest * value))
  const whole = norm(own)
  for (const other of known) {
    const share = own.reduce((sum, value, k) => sum + value * other[k]!, 0)
    for (let k = 0; k < own.length; k++) own[k]! -= share * other[k]!
  }
  const left = norm(own)
  if (!(left > STILL * whole)) return false
  known.push(own.map((value) => value / left))
  return true
}

const norm = (values: Float64Array): number => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))

/** Areas with a node that moves. */
export function areasTouched(model: ViewerModel, { nodes }: AnalysisModel, motions: Float64Array): number {
  const ordinals = new Map(model.nodes.map(({ id }, i) => [id, i]))
  const isMoved = (id: string) => {
    const node = nodes.placeOf[ordinals.get(id) ?? -1] ?? -1
    if (node < 0) return false
    const at = nodes.rootOf[node]! * MOTIONS
    return motions.subarray(at, at + MOTIONS).some((value) => Math.abs(value) > STILL)
  }
  return (model.areas ?? []).filter(({ nodeIds }) => nodeIds.some(isMoved)).length
}
