import type { AnalysisNodes } from '../model/analysis-model.ts'
import { MOTIONS } from '../solver/freedoms.ts'
import { type CaseSolution, largestOf } from '../solver/solve-cases.ts'
import type { Blended } from './blended.ts'

/** What rounding leaves where a number should be 0, told by what is large beside it. */

/** Of forces or translations, and of moments or rotations. */
export type Sizes = readonly [number, number]

/** What is smaller than rounding leaves of the largest is 0. */
const ROUNDING = 1e-11

export const snap = (value: number, largest: number) => (Math.abs(value) <= ROUNDING * largest ? 0 : value)

/** Forces of stations, six each. */
export const snapForces = (forces: Float64Array, [force, moment]: Sizes): Float64Array =>
  forces.map((value, k) => snap(value, k % MOTIONS < 3 ? force : moment))

/** Largest of all cases. */
export const sizes = (solutions: readonly Blended[], key: keyof Blended): Sizes =>
  largestSizes(solutions.map((solution) => largestOf(solution[key])))

/** Forces and moments of all cases: what supports do, and what would hold heat and moved ground where nothing hinders either. */
export function sizesOfForces(solutions: readonly CaseSolution[], { longest }: AnalysisNodes): Sizes {
  const [force, moment] = largestSizes(solutions.flatMap(({ reactions, driving }) => [largestOf(reactions), driving]))
  return [longest > 0 ? Math.max(force, moment / longest) : force, Math.max(moment, force * longest * 1e-3)]
}

function largestSizes(all: readonly Sizes[]): Sizes {
  let [first, second] = [0, 0]
  for (const one of all) {
    first = Math.max(first, one[0])
    second = Math.max(second, one[1])
  }
  return [first, second]
}
