import { frameFamiliesOf } from '#lib/model/column-roles.ts'
import type { FrameFamily } from '#lib/schema/roles.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import type { Analysis } from '../analyse.ts'
import type { AnalysisOptions } from '../analysis-options.ts'
import type { AnsweredCase, Blend } from '../loads/load-cases.ts'
import type { AnalysisModel } from '../model/analysis-model.ts'
import { counted, named } from '../model/refusal.ts'
import { MOTIONS, six } from '../solver/freedoms.ts'
import { SEGMENTS } from '../solver/segments.ts'
import { blended } from './blended.ts'
import { deflectionRuns, type Run } from './deflection-runs.ts'
import { driftOf, storeyColumns } from './drifts.ts'
import { blendColumns, type FrameStations, frameStations, summaryStations } from './frame-stations.ts'
import { type Mechanism, type Standing, softWords, spinWords, standingOf } from './mechanism-words.ts'
import { periodNote } from './period-note.ts'
import { sizesOfForces, snap, snapForces } from './rounding.ts'
import { runDeflection, runStations } from './run-deflection.ts'
import { farNote, unitNotes } from './size-notes.ts'
import { stressesOf } from './stresses.ts'
import { weightOf } from './weight.ts'

/** What an engineer asks first, in a few figures of four digits. What does not exist is left out. */
export type AnalysisSummary = {
  stands: Standing
  screening: string
  units: string
  cases?: string[]
  weight?: { mass: number; force: number; cog: [number, number, number] }
  reactions?: { largest?: ReactionFigure; uplift?: ReactionFigure }
  displacement?: { id: string; case: string; value: number }
  deflection?: { ratio: number; id: string; case: string; value: number }
  drift?: { ratio: number; storey: string; case: string }
  stress?: { ratio?: number; stress: number; id: string; case: string }
  modes?: { period: number; massX: number; massY: number }[]
  residual?: number
  mechanisms?: Mechanism[]
  notes?: string[]
  leftOut?: { framesWithoutLength?: number; offsets?: number; tapers?: number; areasAsStiffness?: number }
}
type ReactionFigure = { id: string; case: string; fz: number }

export const SCREENING = 'linear elastic, first order. Not for design.'

export function summarise(model: ViewerModel, analysis: Analysis, options: AnalysisOptions): AnalysisSummary {
  const { units } = analysis.model
  const standing = standingOf(model, analysis)
  const head = {
    stands: standing.stands,
    screening: SCREENING,
    units: `${units.force}, ${units.length}; stress MPa, mass kg, period s`,
  }
  const leftOut = Object.fromEntries(Object.entries(analysis.model.leftOut).filter(([, count]) => count > 0))
  const tail = { ...(Object.keys(leftOut).length > 0 && { leftOut }) }
  const ofUnits = unitNotes(model)
  if (standing.stands !== 'yes') {
    const notes = [...ofUnits, ...notesOf(analysis, options)]
    return { ...head, mechanisms: standing.mechanisms, ...(notes.length > 0 && { notes }), ...tail }
  }
  const figures = figuresOf(model, analysis)
  const weight = weightOf(model, analysis.model, analysis.areaMasses)
  const residual = analysis.solutions.reduce((most, one) => Math.max(most, one.residual), 0)
  const notes = [
    ...ofUnits,
    ...softWords(model, analysis),
    ...periodNote(analysis),
    ...notesOf(analysis, options),
    ...figures.notes,
  ]
  return {
    ...head,
    cases: analysis.answered.map(({ id }) => id),
    ...(weight && {
      weight: {
        mass: four(weight.mass),
        force: four(weight.force),
        cog: weight.cog.map((at) => four(Math.abs(at) * units.metres > NO_DISTANCE * analysis.model.nodes.diagonal ? at : 0)) as [
          number,
          number,
          number,
        ],
      },
    }),
    ...figures.shown,
    ...(analysis.modes.length > 0 && {
      modes: analysis.modes.map(({ period, mass: [x, y] }) => ({ period: four(period), massX: share(x), massY: share(y) })),
    }),
    residual: Number(residual.toPrecision(1)),
    ...(notes.length > 0 && { notes }),
    ...tail,
  }
}

export const four = (value: number): number => twelveDigits(Number(value.toPrecision(4)))
/** Of a length or height over how far it moves: whole, and where that would say little three digits. */
const wayRatio = (value: number): number => (value < 100 ? Number(value.toPrecision(3)) : Math.round(value))
/** Below this share of the model's diagonal a coordinate is 0. */
const NO_DISTANCE = 1e-9
/** Of a share: what is below a ten-thousandth is nothing. */
const share = (value: number): number => Number(value.toFixed(4))

function notesOf(
  { model, idle, loadNotes, isMassKnown, isWithoutModes, solutions, modes: found }: Analysis,
  { offsets, modes }: AnalysisOptions,
): string[] {
  const hasNoMode = solutions.length > 0 && modes !== 0 && isMassKnown && !isWithoutModes && found.length === 0
  const { leftOut, diaphragms } = model
  const { areasAsStiffness, offsets: ignored, tapers, framesWithoutLength } = leftOut
  const small = diaphragms.filter(({ nodes }) => nodes.length < 2).map(({ id }) => id)
  const other = [...loadNotes.otherAreas]
  const passedOver = [...loadNotes.passedOver]
  const idleByRole = [...loadNotes.idleByRole]
  const idleGround = [...new Set(loadNotes.withoutHold)]
  return [
    ...(areasAsStiffness > 0
      ? [
          `${counted(areasAsStiffness, 'area', ['loads and weighs', 'load and weigh'])}, but ${areasAsStiffness === 1 ? 'does' : 'do'} not stiffen`,
        ]
      : []),
    ...(offsets === 'ignored' && ignored > 0 ? [`offsets of ${ignored} ${ignored === 1 ? 'frame' : 'frames'} ignored`] : []),
    ...(model.tapers > 0
      ? [`tapers_by_segments: ${counted(model.tapers, 'frame', ['tapers', 'taper'])}: each is analysed as ${SEGMENTS} prisms`]
      : []),
    ...(tapers > 0
      ? [
          `${counted(tapers, 'frame', ['tapers', 'taper'])} between sections that do not fit: analysed as prisms of the section at the start`,
        ]
      : []),
    ...(passedOver.length > 0
      ? [
          `${counted(passedOver.length, 'frame', ['lies', 'lie'])} in loaded areas and ${passedOver.length === 1 ? 'gets' : 'get'} none of their load, not reaching from edge to edge: ${named(passedOver)}`,
        ]
      : []),
    ...(idleByRole.length > 0
      ? [
          `${counted(idleByRole.length, 'frame', ['lies', 'lie'])} in loaded areas and ${idleByRole.length === 1 ? 'gets' : 'get'} none of their load, being ${idleByRole.length === 1 ? 'a brace or cable' : 'braces or cables'} by role: ${named(idleByRole)}; role "beam" makes it carry`,
        ]
      : []),
    ...(framesWithoutLength > 0 ? [`${counted(framesWithoutLength, 'frame', ['begins', 'begin'])} where it ends: left out`] : []),
    ...(other.length > 0
      ? [
          `${counted(other.length, 'area', ['hands its load', 'hand their load'])} to the corners: openings, or not convex, or not plane`,
        ]
      : []),
    ...(idleGround.length > 0 ? [`displacement_without_hold: ${named(idleGround)} moves what nothing holds: no effect`] : []),
    ...(small.length > 0 ? [`diaphragm ${named(small)} has fewer than two nodes: no effect`] : []),
    ...(modes === undefined && !isMassKnown ? ['no periods: the mass of some frames or areas is not known'] : []),
    ...(hasNoMode ? ['no periods: nothing that is free to move has a mass, or none that numbers hold'] : []),
    ...(isWithoutModes && isMassKnown ? ['no periods: they would take too long'] : []),
    ...spinWords(model, idle.spins),
  ]
}

type Figure<T> = { worst: number; shown: T | undefined }

function figuresOf(model: ViewerModel, analysis: Analysis): { shown: Partial<AnalysisSummary>; notes: string[] } {
  const frames = frameFigures(model, analysis)
  const nodes = nodeFigures(model, analysis)
  const { ratio, yielding, pushed } = frames
  const notes = [
    ...farNote(nodes.farthest, analysis.model.nodes.diagonal),
    ...(nodes.hasStoreys ? [] : ['no drift: the model has no level to tell it for']),
    ...(yielding.length > 0 ? [`stress beyond yield in ${named(yielding)}`] : []),
    ...pushedWords(pushed),
  ]
  const { largest, uplift } = nodes
  return {
    shown: {
      ...((largest || uplift) && { reactions: { ...(largest && { largest }), ...(uplift && { uplift }) } }),
      ...(nodes.displacement && { displacement: nodes.displacement }),
      ...(frames.deflection && { deflection: frames.deflection }),
      ...(nodes.drift && { drift: nodes.drift }),
      ...(ratio && { stress: ratio }),
    },
    notes,
  }
}

/** By what each is called, in the words of roles. */
function pushedWords(pushed: readonly { id: string; name: string }[]): string[] {
  const names = [...new Set(pushed.map(({ name }) => name))]
  return names.map((name) => {
    const ids = pushed.filter((one) => one.name === name).map(({ id }) => id)
    return `${counted(ids.length, name, ['is', 'are'])} in compression, which a bar carries and a ${name} does not: ${named(ids)}`
  })
}

/** Below this share of the largest reaction an uplift is not told. */
const NO_UPLIFT = 1e-4

function nodeFigures(model: ViewerModel, { model: structure, answered, solutions }: Analysis) {
  const { nodes, units, supports } = structure
  const storeys = storeyColumns(model, structure)
  const families = frameFamiliesOf(model)
  const hasColumns = structure.frames.some(({ ordinal }) => families[ordinal] === 'column')
  const hasStoreys = storeys.length > 0 || !hasColumns
  const [largest, uplift]: [Figure<ReactionFigure>, Figure<ReactionFigure>] = [empty(0), empty(0)]
  const displacement: Figure<AnalysisSummary['displacement'] & object> = empty(0)
  const drift: Figure<AnalysisSummary['drift'] & object> = empty(1e-9)
  const [force] = sizesOfForces(solutions, nodes)
  for (const { id, blends } of answered) {
    for (const blend of blends) {
      const { motions, reactions } = blended(solutions, blend)
      for (const { node } of supports) {
        const fz = snap(reactions[nodes.rootOf[node]! * MOTIONS + 2]!, force)
        const report = () => ({ id: nodes.ids[node]!, case: id, fz: four(fz / units.newtons) })
        update(largest, fz, report)
        update(uplift, -fz, report)
      }
      for (let node = 0; node < nodes.ids.length; node++) {
        const at = node * MOTIONS
        const value = Math.hypot(motions[at]!, motions[at + 1]!, motions[at + 2]!)
        update(displacement, value, () => ({ id: nodes.ids[node]!, case: id, value: four(value / units.metres) }))
      }
      for (const storey of storeys) {
        const { drift: value } = driftOf(storey, motions)
        update(drift, value, () => ({ ratio: wayRatio(1 / value), storey: storey.storey.label, case: id }))
      }
    }
  }
  const isUplift = uplift.worst > NO_UPLIFT * largest.worst
  return {
    largest: largest.shown,
    uplift: isUplift ? uplift.shown : undefined,
    farthest: displacement.worst,
    displacement: displacement.shown,
    drift: drift.shown,
    hasStoreys,
  }
}

const empty = <T>(worst: number): Figure<T> => ({ worst, shown: undefined })

function update<T>(figure: Figure<T>, value: number, report: () => T): void {
  if (!(value > figure.worst)) return
  figure.worst = value
  figure.shown = report()
}

function frameFigures(model: ViewerModel, analysis: Analysis) {
  const { model: structure, answered, loads, solutions } = analysis
  const { frames, units } = structure
  const ofFrame = stressesOf(model, structure)
  const deflection: Figure<AnalysisSummary['deflection'] & object> = empty(1e-9)
  const [byRatio, bySize]: [Figure<AnalysisSummary['stress'] & object>, Figure<AnalysisSummary['stress'] & object>] = [
    empty(0),
    empty(0),
  ]
  const yielding: string[] = []
  const families = frameFamiliesOf(model)
  const pushed: { id: string; name: string }[] = []
  const sizes = sizesOfForces(solutions, structure.nodes)
  const forcesOf = ({ forces }: FrameStations, blend: Blend) => snapForces(blendColumns(forces, blend), sizes)
  const stress = (i: number, values: FrameStations) => {
    const frame = frames[i]!
    const stressOf = ofFrame(frame)
    if (!stressOf) return
    const { yieldStress } = frame.properties
    let worst = 0
    for (const one of answered) {
      for (const blend of one.blends) {
        const forces = forcesOf(values, blend)
        for (let k = 0; k < forces.length; k += 6) {
          const value = stressOf(six(forces, k), values.stations[k / 6]!) / 1e6
          const report = () => ({ stress: four(value), id: frame.id, case: one.id })
          update(bySize, Math.abs(value), report)
          if (yieldStress === undefined) continue
          const ratio = Math.abs(value) / yieldStress
          worst = Math.max(worst, ratio)
          update(byRatio, ratio, () => ({ ratio: four(ratio), ...report() }))
        }
      }
    }
    if (worst > 1) yielding.push(frame.id)
  }
  const inRun = new Set<number>()
  for (const run of deflectionRuns(model, structure)) {
    const values = runStations(structure, { loads, solutions }, run)
    for (const [piece, { frame }] of run.pieces.entries()) {
      inRun.add(frame)
      stress(frame, values[piece]!)
    }
    for (const one of answered) updateDeflection(deflection, run, values, one, structure)
  }
  for (const [i, frame] of frames.entries()) {
    const family = families[frame.ordinal]!
    const pullsAlone = PULLS_ALONE.has(family)
    if (inRun.has(i) || !(pullsAlone || ofFrame(frame))) continue
    const values = frameStations(structure, loads, solutions, i, summaryStations(structure, loads, i))
    stress(i, values)
    const isPushed = ({ blends }: AnsweredCase) => blends.some((blend) => isAllPushed(forcesOf(values, blend)))
    if (pullsAlone && answered.some(isPushed)) pushed.push({ id: frame.id, name: model.frames?.[frame.ordinal]?.role ?? family })
  }
  if (deflection.shown) deflection.shown.value = four(deflection.shown.value / units.metres)
  return { deflection: deflection.shown, ratio: byRatio.shown ?? bySize.shown, yielding, pushed }
}

/** Families of which a pushed one gives way. */
const PULLS_ALONE: ReadonlySet<FrameFamily> = new Set(['cable', 'hanger'])

/** Whether six forces a station say compression at each: own weight alone pushes the lower half of a cable and pulls the upper. */
const isAllPushed = (forces: Float64Array): boolean => forces.every((value, k) => k % 6 !== 0 || value < 0)

function updateDeflection(
  figure: Figure<AnalysisSummary['deflection'] & object>,
  run: Run,
  values: readonly FrameStations[],
  { id, blends }: AnsweredCase,
  { frames }: AnalysisModel,
): void {
  for (const blend of blends) {
    const value = runDeflection(run, values, blend, frames)
    update(figure, value / run.length, () => ({ ratio: wayRatio(run.length / value), id: run.id, case: id, value }))
  }
}
