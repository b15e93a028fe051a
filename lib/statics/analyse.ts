import type { Issue } from '#lib/schema/model-error.ts'
import type { LoadCase } from '#lib/schema/loads.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import type { AnalysisModel } from './analysis-model.ts'
import type { StoreyRow } from './analysis-result.ts'
import type { AnalysisOptions } from './analysis-options.ts'
import { analysisUnits } from './analysis-units.ts'
import { areaMasses } from './area-weights.ts'
import { type DenseKernel, plainKernel, simdKernel } from './dense-kernel.ts'
import { factorise } from './factorisation.ts'
import type { FactorCost } from './fronts.ts'
import { type IdleMotions, idleMotions } from './idle-motions.ts'
import { type AnsweredCase, casesToSolve, loadCasesOf } from './load-cases.ts'
import { massesOf } from './masses.ts'
import { type Mode, modesOf } from './modes.ts'
import { type CaseLoads, type LoadNotes, readLoads } from './read-loads.ts'
import { readStructure } from './read-structure.ts'
import { cannotAnalyse, named } from './refusal.ts'
import { needsOf } from './needs.ts'
import { type CaseSolution, nodalForces, solveCases } from './solve-cases.ts'
import { entriesOf, orderUnknowns, type StiffnessMatrix } from './stiffness-matrix.ts'
import { storeyCentres } from './storeys.ts'
import { idleUnknowns, structureMatrix } from './structure-matrix.ts'

/** A structure, analysed: linear, elastic, first order. */
export type Analysis = {
  model: AnalysisModel
  matrix: StiffnessMatrix
  answered: readonly AnsweredCase[]
  loads: readonly CaseLoads[]
  loadNotes: LoadNotes
  idle: IdleMotions
  cost: FactorCost
  /** Of each case that was solved; empty where the structure does not stand. */
  solutions: readonly CaseSolution[]
  modes: readonly Mode[]
  storeys: readonly StoreyRow[]
  /** kg by node, and of areas kg/m² by their place in the model. */
  masses: Float64Array
  areaMasses: Float64Array
}

/** `mayCost`: what is wrong with so much work; undefined: nothing. */
export type Limits = { mayCost(cost: FactorCost, model: AnalysisModel): Issue | undefined; kernel?: DenseKernel }

/** Loads and reactions that differ by more are no answer. */
const RESIDUAL = 1e-6

export function analyse(model: ViewerModel, options: AnalysisOptions, limits?: Limits): Analysis | { issues: Issue[] } {
  const cases = casesToSolve(model, options)
  const issues: Issue[] = []
  const solved = 'issues' in cases ? loadCasesOf(model) : cases.solved
  const needs = needsOf(model, solved, options)
  const structure = readStructure(model, options, needs)
  if ('issues' in structure) issues.push(...structure.issues)
  const perArea = areaMasses(model, analysisUnits(model.units)?.metres ?? 1, needs.isWeighed, issues)
  if ('issues' in cases) issues.push(...cases.issues)
  if ('issues' in structure || 'issues' in cases || issues.length > 0) return { issues }

  const matrix = structureMatrix(structure)
  const plan = orderUnknowns(matrix, structure.nodes.coordinates)
  const tooMuch = limits?.mayCost(plan.cost, structure)
  if (tooMuch) return { issues: [tooMuch] }
  const { cases: loads, notes } = readLoads(model, structure, solved, perArea)
  const { diagonal, isIdle } = idleUnknowns(structure, matrix)
  const factor = factorise(plan, entriesOf(matrix, plan, diagonal, isIdle), limits?.kernel ?? simdKernel() ?? plainKernel())
  const forces = loads.map((one) => nodalForces(structure, one))
  const idle = idleMotions(structure, matrix, factor, forces)
  const masses = massesOf(model, structure, options.mass, perArea)
  const found = { model: structure, matrix, answered: cases.answered, loads, loadNotes: notes, idle, cost: plan.cost }
  const isCarried = loads.every(({ notCarried }) => notCarried.length === 0)
  if (idle.mechanisms.length > 0 || !isCarried) return { ...found, masses, areaMasses: perArea, solutions: [], modes: [], storeys: [] }
  const solutions = solveCases(structure, matrix, factor, loads, forces)
  const worst = solutions.reduce((most, { residual }) => Math.max(most, residual), 0)
  if (!(worst <= RESIDUAL)) return { issues: [illConditioned(worst, structure)] }
  const modes = options.modes > 0 && masses.some((mass) => mass > 0) ? modesOf(matrix.freedoms, factor, masses, options.modes) : []
  const storeys = options.storeys ? storeyCentres(structure, matrix, factor, masses) : []
  return { ...found, masses, areaMasses: perArea, solutions, modes, storeys }
}

function illConditioned(residual: number, { frames }: AnalysisModel): Issue {
  const stiffness = frames.map(({ properties, length }) => properties.bending3 / length ** 3)
  const [most, least] = [Math.max(...stiffness), Math.min(...stiffness)]
  const [stiff, soft] = [frames[stiffness.indexOf(most)]?.id ?? '', frames[stiffness.indexOf(least)]?.id ?? '']
  const apart = `frame ${named([stiff])} is ${(most / least).toExponential(0).replace('+', '')} times stiffer than ${named([soft])}`
  const msg = `Loads and reactions differ by ${residual.toExponential(0)}: stiffnesses are too far apart (${apart})`
  return cannotAnalyse('ill_conditioned', msg, [stiff, soft])
}
