import { add, cross, scale, type Vec } from '#lib/model/shape/vector.ts'
import type { CaseLoads } from '../loads/case-loads.ts'
import { clippedLoads } from '../loads/frame-loads.ts'
import { type AnalysisModel, positionOf, prismsOf } from '../model/analysis-model.ts'
import { blend, condense, nodeForces } from './element-stiffness.ts'
import { type Factor, solve } from './factorisation.ts'
import { forcesOfLoads, stiffnessOf } from './frame-stiffness.ts'
import { type Freedoms, forcesOnUnknowns, MOTIONS, motionsOf, six } from './freedoms.ts'
import { type Reactions, reactionsOf } from './reactions.ts'
import { forcesFor, type StiffnessMatrix } from './stiffness-matrix.ts'

/** Motions of the nodes and reactions of a load case. */
export type CaseSolution = {
  id: string
  /** By motion of the nodes: those of a node that another moves with are its own. */
  motions: Float64Array
  /** By motion of the nodes: what supports do to the structure. */
  reactions: Float64Array
  /** Loads and reactions that do not cancel, as a share of the largest of them, and of what would hold heat and moved ground. */
  residual: number
  /** The largest force and moment that work on nodes while they are held: beside these what rounding leaves is nothing. */
  driving: readonly [force: number, moment: number]
}

/** Forces of the loads on the nodes: those along frames by the work that they do. */
export function nodalForces({ frames, nodes }: AnalysisModel, { nodal, byFrame }: CaseLoads): Float64Array {
  const forces = Float64Array.from(nodal)
  for (const [i, loads] of byFrame) {
    const frame = frames[i]!
    const { joints, axes, arms, start, end } = frame
    const local = forcesOfLoads(frame, loads)
    if (joints) condense(stiffnessOf(frame), joints, [local])
    const own = nodeForces(local, axes, arms)
    for (let k = 0; k < MOTIONS; k++) {
      forces[nodes.rootOf[start]! * MOTIONS + k]! += own[k]!
      forces[nodes.rootOf[end]! * MOTIONS + k]! += own[MOTIONS + k]!
    }
  }
  return forces
}

export function solveCases(
  analysis: AnalysisModel,
  matrix: StiffnessMatrix,
  factor: Factor,
  cases: readonly CaseLoads[],
  forces: readonly Float64Array[],
): CaseSolution[] {
  const { freedoms, springs } = matrix
  const { placeOf } = factor.plan
  const grounds = cases.map(({ ground }) => ground)
  const applied = cases.map(({ ground }, i) => {
    const all = Float64Array.from(forces[i]!)
    if (ground) for (let k = 0; k < all.length; k++) all[k]! += springs[k]! * ground[k]!
    return all
  })
  /** Only where the ground is held, not under springs. */
  const held = grounds.map((ground) => ground?.map((value, k) => (analysis.isHeld[k] ? value : 0)))
  const unknowns = cases.map(() => new Float64Array(freedoms.count))
  /** By motion what works on the nodes while they are held: of a structure that follows heat or its ground no reaction tells its size. */
  const driving: Float64Array[] = []
  for (let pass = 0; pass < 2; pass++) {
    const sides = unknowns.map((values, i) => {
      const motions = motionsOf(freedoms, values, held[i])
      const left = Float64Array.from(applied[i]!)
      const resisted = forcesFor(matrix, motions, true)
      for (let k = 0; k < left.length; k++) left[k]! -= resisted[k]!
      if (pass === 0) driving.push(left)
      const onUnknowns = forcesOnUnknowns(freedoms, left)
      const side = new Float64Array(freedoms.count)
      for (let k = 0; k < side.length; k++) side[placeOf[k]!] = onUnknowns[k]!
      return side
    })
    solve(factor, sides)
    for (const [i, values] of unknowns.entries()) for (let k = 0; k < values.length; k++) values[k]! += sides[i]![placeOf[k]!]!
  }
  return cases.map((one, i): CaseSolution => {
    const motions = motionsOf(freedoms, unknowns[i]!, held[i])
    const reactions = reactionsOf(analysis, matrix, motions, forces[i]!, grounds[i] ?? null)
    const most = largestOf(driving[i]!)
    const residual = residualOf(analysis, one, reactions, most)
    return { id: one.id, motions: withTied(analysis, motions), reactions: reactions.supports, residual, driving: most }
  })
}

/** Motions of the nodes under forces on them, of each, without refinement. */
export function motionsUnder(freedoms: Freedoms, factor: Factor, forces: readonly Float64Array[]): Float64Array[] {
  const { placeOf } = factor.plan
  const sides = forces.map((one) => {
    const side = new Float64Array(freedoms.count)
    for (const [k, value] of forcesOnUnknowns(freedoms, one).entries()) side[placeOf[k]!] = value
    return side
  })
  solve(factor, sides)
  return sides.map((side) =>
    motionsOf(
      freedoms,
      side.map((_, k) => side[placeOf[k]!]!),
    ),
  )
}

/** Nodes that another moves with. */
function withTied({ nodes }: AnalysisModel, motions: Float64Array): Float64Array {
  for (const [node, root] of nodes.rootOf.entries()) {
    if (root === node) continue
    const [from, to] = [positionOf(nodes, root), positionOf(nodes, node)]
    const arm: Vec = [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
    const at = root * MOTIONS
    const turn: Vec = [motions[at + 3]!, motions[at + 4]!, motions[at + 5]!]
    const moved = cross(turn, arm)
    for (let k = 0; k < 3; k++) {
      motions[node * MOTIONS + k] = motions[at + k]! + moved[k]!
      motions[node * MOTIONS + 3 + k] = turn[k]!
    }
  }
  return motions
}

/** Of forces and of moments, or of translations and of rotations. */
export function largestOf(values: Float64Array): [number, number] {
  let [first, second] = [0, 0]
  for (const [motion, value] of values.entries()) {
    if (motion % MOTIONS < 3) first = Math.max(first, Math.abs(value))
    else second = Math.max(second, Math.abs(value))
  }
  return [first, second]
}

/** |Σ loads + Σ reactions| and their moments about the middle, over the largest of the parts and of `driving`. */
function residualOf(
  analysis: AnalysisModel,
  { nodal, byFrame }: CaseLoads,
  { supports, diaphragms }: Reactions,
  driving: readonly [number, number],
): number {
  const { nodes, frames } = analysis
  const sum = new Float64Array(MOTIONS)
  let [force, moment] = driving
  const count = (at: Vec, f: Vec, m: Vec) => {
    const turned = cross(at, f)
    for (const k of [0, 1, 2] as const) {
      sum[k]! += f[k]
      sum[3 + k]! += m[k] + turned[k]
      force = Math.max(force, Math.abs(f[k]))
      moment = Math.max(moment, Math.abs(m[k]), Math.abs(turned[k]))
    }
  }
  for (const forces of [nodal, supports, diaphragms]) {
    for (let node = 0; node < nodes.ids.length; node++) {
      const [a, b, c, d, e, f] = six(forces, node * MOTIONS)
      count(positionOf(nodes, node), [a, b, c], [d, e, f])
    }
  }
  for (const [i, loads] of byFrame) {
    const frame = frames[i]!
    const { start, axes } = frame
    const global = (v: Vec): Vec => blend(v, 0, axes)
    for (const { from, to, offset } of prismsOf(frame)) {
      const first = add(add(positionOf(nodes, start), offset), scale(axes[0], from))
      const at = (x: number): Vec => add(first, scale(axes[0], x))
      for (const load of clippedLoads(loads, from, to)) {
        if (load.type === 'point') count(at(load.at), global(load.force), global(load.moment))
        if (load.type !== 'line') continue
        // A linear load is two triangles, each with its resultant at a third.
        const third = (load.to - load.from) / 3
        const half = (load.to - load.from) / 2
        count(at(load.from + third), global(scale(load.start, half)), NONE)
        count(at(load.to - third), global(scale(load.end, half)), NONE)
      }
    }
  }
  const forceLeft = Math.max(Math.abs(sum[0]!), Math.abs(sum[1]!), Math.abs(sum[2]!))
  const momentLeft = Math.max(Math.abs(sum[3]!), Math.abs(sum[4]!), Math.abs(sum[5]!))
  const size = Math.max(force, moment / (nodes.diagonal || 1))
  return size === 0 ? 0 : Math.max(forceLeft, momentLeft / (nodes.diagonal || 1)) / size
}

const NONE: Vec = [0, 0, 0]
