import type { AnsweredCase } from './loads/load-cases.ts'
import type { AnalysisNodes } from './model/analysis-model.ts'
import { GRAVITY } from './model/analysis-units.ts'
import { named } from './model/refusal.ts'
import type { Factor } from './solver/factorisation.ts'
import { MOTIONS } from './solver/freedoms.ts'
import { type CaseSolution, motionsUnder } from './solver/solve-cases.ts'
import type { StiffnessMatrix } from './solver/stiffness-matrix.ts'

/**
 * What is no mechanism to the last digit, and yet next to nothing resists: a storey that the torsion of its beams alone keeps from swaying.
 * `under`: what moves it so far, in words.
 */
export type FarMotion = { under: string; metres: number; motions: Float64Array }

/** Of the load case under which a node moves farthest, if that is farther than the model is large; its largest translation is 1. */
export const farMotion = (solutions: readonly CaseSolution[], nodes: AnalysisNodes): FarMotion | undefined =>
  farthestOf(
    solutions.map(({ id, motions }) => ({ under: `under ${named([id])}`, motions })),
    nodes,
  )

/**
 * What no load case pushes and next to nothing holds: each node is pushed by as much as it carries, along X, along Y and about Z. What then
 * moves farther than the model is large would buckle under what it carries, or nearly.
 */
export function softMotion(
  nodes: AnalysisNodes,
  matrix: StiffnessMatrix,
  factor: Factor,
  masses: Float64Array,
  cases: readonly Float64Array[],
): FarMotion | undefined {
  const [x, y] = nodes.coordinates
  const count = nodes.ids.length
  const sideways = [0, 1, 2].map(() => new Float64Array(count * MOTIONS))
  const [alongX, alongY, aboutZ] = sideways as [Float64Array, Float64Array, Float64Array]
  const [reachX, reachY] = [largestOf(x), largestOf(y)]
  const reach = Math.hypot(reachX, reachY) || 1
  for (let node = 0; node < count; node++) {
    const at = node * MOTIONS
    const weight = masses[node]! > 0 ? masses[node]! * GRAVITY : 0
    const carried = cases.reduce((most, forces) => Math.max(most, Math.abs(forces[at + 2]!)), weight)
    alongX[at] = carried
    alongY[at + 1] = carried
    aboutZ[at] = (-y[node]! / reach) * carried
    aboutZ[at + 1] = (x[node]! / reach) * carried
  }
  const under = 'if as much as is carried acted sideways'
  return farthestOf(
    motionsUnder(matrix.freedoms, factor, sideways).map((motions) => ({ under, motions })),
    nodes,
  )
}

function farthestOf(all: readonly { under: string; motions: Float64Array }[], nodes: AnalysisNodes): FarMotion | undefined {
  let farthest: (typeof all)[number] | undefined
  let metres = nodes.diagonal
  for (const one of all) {
    for (let at = 0; at < one.motions.length; at += MOTIONS) {
      const value = Math.hypot(one.motions[at]!, one.motions[at + 1]!, one.motions[at + 2]!)
      if (!(value > metres && value < Number.POSITIVE_INFINITY)) continue
      metres = value
      farthest = one
    }
  }
  return farthest && { under: farthest.under, metres, motions: farthest.motions.map((value) => value / metres) }
}

/** The first case or combination with a result that no number holds. */
export function overflowing(solutions: readonly CaseSolution[], answered: readonly AnsweredCase[]): string | undefined {
  const largest = solutions.map(({ motions, reactions }) => Math.max(largestOf(motions), largestOf(reactions)))
  const isOver = (blend: ReadonlyMap<number, number>) => {
    let sum = 0
    for (const [place, factor] of blend) sum += Math.abs(factor) * largest[place]!
    return !Number.isFinite(sum)
  }
  return answered.find(({ blends }) => blends.some(isOver))?.id
}

const largestOf = (values: Float64Array): number =>
  values.reduce((most, value) => (Math.abs(value) <= most ? most : Math.abs(value)), 0)
