import type { Issue } from '#lib/schema/model-error.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { most } from '#lib/values/extremes.ts'
import type { AnalysisOptions } from './analysis-options.ts'
import { type FarMotion, farMotion, overflowing, softMotion } from './far-motions.ts'
import type { CaseLoads, LoadNotes } from './loads/case-loads.ts'
import { type AnsweredCase, casesToSolve, loadCasesOf } from './loads/load-cases.ts'
import { massesOf } from './loads/masses.ts'
import { readLoads } from './loads/read-loads.ts'
import { type JudgedMechanism, judgeMechanisms } from './mechanisms-with-areas.ts'
import type { AnalysisModel } from './model/analysis-model.ts'
import { analysisUnits } from './model/analysis-units.ts'
import { areaMasses } from './model/area-weights.ts'
import { needsOf } from './model/needs.ts'
import { readStructure } from './model/read-structure.ts'
import { cannotAnalyse, named } from './model/refusal.ts'
import { type DenseKernel, plainKernel, simdKernel } from './solver/dense-kernel.ts'
import { PACKED } from './solver/element-stiffness.ts'
import type { FactorCost } from './solver/fronts.ts'
import { type IdleMotions, idleMotions } from './solver/idle-motions.ts'
import { factoriseStructure } from './solver/missed-motions.ts'
import { type Mode, modesOf } from './solver/modes.ts'
import { type CaseSolution, nodalForces, solveCases } from './solver/solve-cases.ts'
import { orderUnknowns, type StiffnessMatrix } from './solver/stiffness-matrix.ts'
import { type StoreyRow, storeyCentres } from './solver/storeys.ts'
import { structureMatrix } from './solver/structure-matrix.ts'

/** A structure, analysed: linear, elastic, first order. */
export type Analysis = {
  model: AnalysisModel
  matrix: StiffnessMatrix
  answered: readonly AnsweredCase[]
  loads: readonly CaseLoads[]
  loadNotes: LoadNotes
  idle: IdleMotions
  /** What makes it not stand, judged with what areas would hold. */
  judged: readonly JudgedMechanism[]
  /** Of `judged`: no mechanism, but farther than the model is large. */
  far?: FarMotion
  /** It stands, and yet next to nothing resists this motion, which no load case pushes. */
  soft?: FarMotion | undefined
  cost: FactorCost
  /** Of each case that was solved; empty where the structure does not stand. */
  solutions: readonly CaseSolution[]
  modes: readonly Mode[]
  storeys: readonly StoreyRow[]
  /** kg by node, and of areas kg/m² by their place in the model. */
  masses: Float64Array
  isMassKnown: boolean
  /** Modes that nobody asked for are left out, for want of time. */
  isWithoutModes: boolean
  areaMasses: Float64Array
}

/** `mayCost`: what is wrong with so much work; undefined: nothing. */
export type Limits = {
  mayCost(cost: FactorCost, unknowns: number, model: AnalysisModel, cases: number): Issue | undefined
  /** Whether there is time for modes that nobody asked for; absent: there is. */
  hasTimeForModes?(cost: FactorCost, cases: number): boolean
  kernel?: DenseKernel
}

const USUAL_MODES = 3
/** Loads and reactions that differ by more are no answer. */
const RESIDUAL = 1e-6
/** Stiffnesses that cost digits; below it is no cause. */
const FAR_APART = 1e6

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
  const beyond = structure.frames.find((_, i) => !matrix.elements.subarray(i * PACKED, (i + 1) * PACKED).every(Number.isFinite))
  if (beyond) return { issues: [stiffnessBeyondNumbers(beyond.id)] }
  const plan = orderUnknowns(matrix, structure.nodes.coordinates)
  const tooMuch = limits?.mayCost(plan.cost, matrix.freedoms.count, structure, solved.length)
  if (tooMuch) return { issues: [tooMuch] }
  const hasTime = limits?.hasTimeForModes?.(plan.cost, solved.length) ?? true
  const { cases: loads, notes } = readLoads(model, structure, solved, perArea)
  const factor = factoriseStructure(structure, matrix, plan, limits?.kernel ?? simdKernel() ?? plainKernel())
  const forces = loads.map((one) => nodalForces(structure, one))
  const idle = idleMotions(structure, matrix, factor, forces)
  const masses = massesOf(model, structure, options.mass, perArea)
  const isMassKnown = !options.mass.selfMass || !(perArea.some(Number.isNaN) || hasUnknownMass(structure))
  const found = {
    isMassKnown,
    isWithoutModes: options.modes === undefined && !hasTime,
    model: structure,
    matrix,
    answered: cases.answered,
    loads,
    loadNotes: notes,
    idle,
    judged: idle.mechanisms.length > 0 ? judgeMechanisms(model, structure, idle.mechanisms, forces, limits) : [],
    cost: plan.cost,
  }
  const isCarried = loads.every(({ notCarried }) => notCarried.length === 0)
  if (idle.mechanisms.length > 0 || !isCarried)
    return { ...found, masses, areaMasses: perArea, solutions: [], modes: [], storeys: [] }
  const solutions = solveCases(structure, matrix, factor, loads, forces)
  const over = overflowing(solutions, cases.answered)
  if (over !== undefined) return { issues: [beyondNumbers(over)] }
  const worst = solutions.reduce((most, { residual }) => Math.max(most, residual), 0)
  if (!(worst <= RESIDUAL)) return { issues: [illConditioned(worst, structure)] }
  const far = farMotion(solutions, structure.nodes)
  if (far) {
    const judged = judgeMechanisms(model, structure, [far.motions], forces, limits)
    return { ...found, masses, areaMasses: perArea, far, judged, solutions: [], modes: [], storeys: [] }
  }
  const count = options.modes ?? (found.isMassKnown && hasTime ? USUAL_MODES : 0)
  const modes = count > 0 && masses.some((mass) => mass > 0) ? modesOf(matrix.freedoms, factor, masses, count) : []
  const storeys = options.storeys ? storeyCentres(structure, matrix, factor, masses) : []
  const soft = softMotion(structure.nodes, matrix, factor, masses, forces)
  return { ...found, masses, areaMasses: perArea, soft, solutions, modes, storeys }
}

const stiffnessBeyondNumbers = (id: string): Issue =>
  cannotAnalyse(
    'ill_conditioned',
    `The stiffness of frame ${named([id])} is larger than a number holds: look at its modulus, section and length`,
    [id],
  )

const hasUnknownMass = ({ frames }: AnalysisModel) => frames.some(({ properties }) => Number.isNaN(properties.massPerMetre))

const beyondNumbers = (id: string): Issue =>
  cannotAnalyse(
    'ill_conditioned',
    `Results of ${named([id])} are larger than a number holds: look at its loads, factors and moduli`,
    [id],
  )

function illConditioned(residual: number, { frames }: AnalysisModel): Issue {
  const stiffness = frames.map(({ properties, length }) => properties.bending3 / length ** 3)
  const stiffest = most(stiffness, (one) => one)
  const softest = -most(stiffness, (one) => -one)
  const [stiff, soft] = [frames[stiffness.indexOf(stiffest)]?.id ?? '', frames[stiffness.indexOf(softest)]?.id ?? '']
  const times = stiffest / softest
  const why =
    times >= FAR_APART
      ? `stiffnesses are too far apart (frame ${named([stiff])} is ${times.toExponential(0).replace('+', '')} times stiffer than ${named([soft])})`
      : 'it hardly resists some motion: look for releases and supports that let it go'
  const msg = `Loads and reactions differ by ${residual.toExponential(0)}: ${why}`
  return cannotAnalyse('ill_conditioned', msg, [stiff, soft])
}
