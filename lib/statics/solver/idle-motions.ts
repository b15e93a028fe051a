import type { AnalysisModel } from '../model/analysis-model.ts'
import { type Factor, idleMotion } from './factorisation.ts'
import { forcesOnUnknowns, MOTIONS, motionsOf } from './freedoms.ts'
import type { StiffnessMatrix } from './stiffness-matrix.ts'

/** Motions without energy: those that only spin something about itself are harmless while no load works on them. */
export type IdleMotions = {
  /** Motions of the nodes, the largest translation or rotation first told. */
  mechanisms: Float64Array[]
  spins: Spin[]
  /** Motions of nodes that no number can be given for: 1. */
  isFree: Uint8Array
}

/** What spins: motions of the nodes that are not 0, with their size. */
export type Spin = { motions: { motion: number; size: number }[] }

export const MOST_MECHANISMS = 5
/** Translations below this share of what the rotation would give over the longest frame are none. */
const NO_TRANSLATION = 1e-7
/** Work of a load below this share of the largest term is none. */
const NO_WORK = 1e-8

export function idleMotions(
  { nodes }: AnalysisModel,
  { freedoms }: StiffnessMatrix,
  factor: Factor,
  cases: readonly Float64Array[],
): IdleMotions {
  const found: IdleMotions = { mechanisms: [], spins: [], isFree: new Uint8Array(freedoms.unknown.length / 2) }
  const { plan } = factor
  const loads = cases.map((forces) => forcesOnUnknowns(freedoms, forces))
  const largest = cases.map((forces) => largestTerm(forces, nodes.longest))
  const motion = new Float64Array(freedoms.count)
  const usedBy = motionsByUnknown(freedoms)
  const motionsFrom = (values: ReadonlyMap<number, number>) => {
    const sizes = new Map<number, number>()
    for (const [unknown, value] of values) {
      for (const { motion: one, factor: by } of usedBy(unknown)) sizes.set(one, (sizes.get(one) ?? 0) + by * value)
    }
    return [...sizes].map(([one, size]) => ({ motion: one, size }))
  }
  for (const place of factor.idle) {
    const from = idleMotion(factor, place, motion)
    const values = new Map<number, number>()
    for (let k = from; k <= place; k++) if (motion[k] !== 0) values.set(plan.unknownAt[k]!, motion[k]!)
    motion.fill(0, from, place + 1)
    const moved = motionsFrom(values)
    const { translation, rotation } = sizesOf(moved)
    const works = loads.some((load, i) => {
      let work = 0
      for (const [unknown, value] of values) work += value * load[unknown]!
      return Math.abs(work) > NO_WORK * largest[i]! * Math.max(rotation, translation / nodes.longest)
    })
    if (translation <= NO_TRANSLATION * nodes.longest * rotation && !works) {
      found.spins.push({ motions: moved.filter(({ size }) => Math.abs(size) > 1e-6 * rotation) })
      for (const { motion: one, size } of moved) if (Math.abs(size) > 1e-9 * rotation && one % MOTIONS > 2) found.isFree[one] = 1
    } else if (found.mechanisms.length < MOST_MECHANISMS) {
      const all = new Float64Array(freedoms.count)
      for (const [unknown, value] of values) all[unknown] = value
      found.mechanisms.push(motionsOf(freedoms, all))
    }
  }
  return found
}

function largestTerm(forces: Float64Array, longest: number): number {
  let largest = 0
  for (const [motion, force] of forces.entries()) {
    largest = Math.max(largest, Math.abs(force) * (motion % MOTIONS < 3 ? longest : 1))
  }
  return largest
}

function sizesOf(moved: readonly { motion: number; size: number }[]) {
  let [translation, rotation] = [0, 0]
  for (const { motion, size } of moved) {
    if (motion % MOTIONS < 3) translation = Math.max(translation, Math.abs(size))
    else rotation = Math.max(rotation, Math.abs(size))
  }
  return { translation, rotation }
}

/** Motions of the nodes that depend on an unknown. */
function motionsByUnknown({ count, unknown, factor }: StiffnessMatrix['freedoms']) {
  const lists: { motion: number; factor: number }[][] = Array.from({ length: count }, () => [])
  for (const [k, one] of unknown.entries()) if (one >= 0) lists[one]!.push({ motion: k >> 1, factor: factor[k]! })
  return (one: number): readonly { motion: number; factor: number }[] => lists[one]!
}
