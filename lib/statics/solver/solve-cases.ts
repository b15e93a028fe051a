import { cross, type Vec } from '#lib/model/shape/vector.ts'
import type { CaseLoads } from '../loads/case-loads.ts'
import { equivalentForces } from '../loads/frame-loads.ts'
import { type AnalysisModel, positionOf } from '../model/analysis-model.ts'
import { condense, localStiffness, nodeForces } from './element-stiffness.ts'
import { type Factor, solve } from './factorisation.ts'
import { forcesOnUnknowns, MOTIONS, motionsOf } from './freedoms.ts'
import { type Reactions, reactionsOf } from './reactions.ts'
import { forcesFor, type StiffnessMatrix } from './stiffness-matrix.ts'

/** Motions of the nodes and reactions of a load case. */
export type CaseSolution = {
  id: string
  /** By motion of the nodes: those of a node that another moves with are its own. */
  motions: Float64Array
  /** By motion of the nodes: what supports do to the structure. */
  reactions: Float64Array
  /** Loads and reactions that do not cancel, as a share of the largest of them. */
  residual: number
}

/** Forces of the loads on the nodes: those along frames by the work that they do. */
export function nodalForces({ frames, nodes }: AnalysisModel, { nodal, byFrame }: CaseLoads): Float64Array {
  const forces = Float64Array.from(nodal)
  for (const [i, loads] of byFrame) {
    const { properties, length, joints, axes, arms, start, end } = frames[i]!
    const local = equivalentForces(loads, properties, length)
    if (joints) condense(localStiffness(properties, length), joints, [local])
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
  for (let pass = 0; pass < 2; pass++) {
    const sides = unknowns.map((values, i) => {
      const motions = motionsOf(freedoms, values, held[i])
      const left = Float64Array.from(applied[i]!)
      const resisted = forcesFor(matrix, motions, true)
      for (let k = 0; k < left.length; k++) left[k]! -= resisted[k]!
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
    const residual = residualOf(analysis, one, reactions)
    return { id: one.id, motions: withTied(analysis, motions), reactions: reactions.supports, residual }
  })
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

/** |Σ loads + Σ reactions| and their moments about the middle, over the largest of the parts. */
function residualOf(
  { nodes, frames }: AnalysisModel,
  { nodal, byFrame }: CaseLoads,
  { supports, diaphragms }: Reactions,
): number {
  const sum = new Float64Array(MOTIONS)
  let [force, moment] = [0, 0]
  const add = (at: Vec, f: Vec, m: Vec) => {
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
      const [a, b, c, d, e, f] = forces.subarray(node * MOTIONS, (node + 1) * MOTIONS) as unknown as [
        number,
        number,
        number,
        number,
        number,
        number,
      ]
      add(positionOf(nodes, node), [a, b, c], [d, e, f])
    }
  }
  for (const [i, loads] of byFrame) {
    const { start, axes, offset } = frames[i]!
    const from = positionOf(nodes, start)
    const global = (v: Vec): Vec => [
      v[0] * axes[0][0] + v[1] * axes[1][0] + v[2] * axes[2][0],
      v[0] * axes[0][1] + v[1] * axes[1][1] + v[2] * axes[2][1],
      v[0] * axes[0][2] + v[1] * axes[1][2] + v[2] * axes[2][2],
    ]
    const at = (x: number): Vec => [
      from[0] + offset[0] + axes[0][0] * x,
      from[1] + offset[1] + axes[0][1] * x,
      from[2] + offset[2] + axes[0][2] * x,
    ]
    for (const load of loads) {
      if (load.type === 'point') add(at(load.at), global(load.force), global(load.moment))
      if (load.type !== 'line') continue
      // A linear load is two triangles, each with its resultant at a third.
      const third = (load.to - load.from) / 3
      const half = (load.to - load.from) / 2
      add(at(load.from + third), global([load.start[0] * half, load.start[1] * half, load.start[2] * half]), NONE)
      add(at(load.to - third), global([load.end[0] * half, load.end[1] * half, load.end[2] * half]), NONE)
    }
  }
  const forceLeft = Math.max(Math.abs(sum[0]!), Math.abs(sum[1]!), Math.abs(sum[2]!))
  const momentLeft = Math.max(Math.abs(sum[3]!), Math.abs(sum[4]!), Math.abs(sum[5]!))
  const size = Math.max(force, moment / (nodes.diagonal || 1))
  return size === 0 ? 0 : Math.max(forceLeft, momentLeft / (nodes.diagonal || 1)) / size
}

const NONE: Vec = [0, 0, 0]
