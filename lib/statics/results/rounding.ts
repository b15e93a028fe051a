import type { AnalysisNodes } from '../model/analysis-model.ts'
import { MOTIONS } from '../solver/freedoms.ts'
import type { CaseSolution } from '../solver/solve-cases.ts'
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
export function sizes(solutions: readonly Blended[], key: keyof Blended): [number, number] {
  const most: [number, number] = [0, 0]
  for (const solution of solutions) {
    for (const [motion, value] of solution[key].entries()) {
      const k = motion % MOTIONS < 3 ? 0 : 1
      most[k] = Math.max(most[k], Math.abs(value))
    }
  }
  return most
}

/** Forces and moments of all cases: what supports do, and what would hold heat and moved ground where nothing hinders either. */
export function sizesOfForces(solutions: readonly CaseSolution[], { longest }: AnalysisNodes): Sizes {
  const [reaction, couple] = sizes(solutions, 'reactions')
  const force = solutions.reduce((most, { driving }) => Math.max(most, driving[0]), reaction)
  const moment = solutions.reduce((most, { driving }) => Math.max(most, driving[1]), couple)
  return [longest > 0 ? Math.max(force, moment / longest) : force, Math.max(moment, force * longest * 1e-3)]
}
