import type { AnsweredCase } from './load-cases.ts'
import type { CaseSolution } from './solve-cases.ts'
import type { AnalysisSummary } from './summary.ts'

/** What is cached of an analysis: from it and the model every row follows without solving again. */
export type AnalysisResult = {
  summary: AnalysisSummary
  answered: readonly AnsweredCase[]
  solutions: readonly CaseSolution[]
  modes: readonly { period: number; mass: readonly [number, number, number]; shape: Float64Array }[]
  storeys: readonly StoreyRow[]
  /** Motions of nodes that spin freely: 1. */
  isFree: Uint8Array
}

/** Of a diaphragm: mass in kg, centres of mass and of stiffness in the model's unit; null where they are not known. */
export type StoreyRow = { id: string; mass: number | null; cm: [number, number] | null; cr: [number, number] | null }
