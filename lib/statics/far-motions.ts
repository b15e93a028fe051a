import type { AnsweredCase } from './loads/load-cases.ts'
import type { AnalysisNodes } from './model/analysis-model.ts'
import { MOTIONS } from './solver/freedoms.ts'
import type { CaseSolution } from './solver/solve-cases.ts'

/** What is no mechanism to the last digit, and yet next to nothing resists: a storey that the torsion of its beams alone keeps from swaying. */
export type FarMotion = { caseId: string; metres: number; motions: Float64Array }

/** Of the load case under which a node moves farthest, if that is farther than the model is large; its largest translation is 1. */
export function farMotion(solutions: readonly CaseSolution[], nodes: AnalysisNodes): FarMotion | undefined {
  let farthest: { id: string; motions: Float64Array } | undefined
  let metres = nodes.diagonal
  for (const { id, motions } of solutions) {
    for (let at = 0; at < motions.length; at += MOTIONS) {
      const value = Math.hypot(motions[at]!, motions[at + 1]!, motions[at + 2]!)
      if (!(value > metres)) continue
      metres = value
      farthest = { id, motions }
    }
  }
  return farthest && { caseId: farthest.id, metres, motions: farthest.motions.map((value) => value / metres) }
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
