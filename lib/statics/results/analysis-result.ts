import type { AnsweredCase } from '../loads/load-cases.ts'
import type { CaseSolution } from '../solver/solve-cases.ts'
import type { StoreyRow } from '../solver/storeys.ts'
import type { AnalysisSummary } from './summary.ts'

/** What is cached of an analysis: from it and the model every row follows without solving again. */
export type AnalysisResult = {
  summary: AnalysisSummary
  answered: readonly AnsweredCase[]
  solutions: readonly CaseSolution[]
  modes: readonly { period: number; mass: readonly [number, number, number]; shape: Float64Array }[]
  storeys: readonly StoreyRow[]
  /** Motions of the nodes without resistance, where it does not stand: six a node, of any size. */
  mechanisms: readonly Float64Array[]
  /** Motions of nodes that spin freely: 1. */
  isFree: Uint8Array
}
