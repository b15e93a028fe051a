import type { ViewerModel } from '#lib/schema/schema.ts'
import type { CaseLoads } from '../loads/case-loads.ts'
import type { AnsweredCase } from '../loads/load-cases.ts'
import type { AnalysisModel } from '../model/analysis-model.ts'
import { MOTIONS, six } from '../solver/freedoms.ts'
import type { AnalysisResult } from './analysis-result.ts'
import { type Blended, blended } from './blended.ts'
import { deflectionRuns, type Run } from './deflection-runs.ts'
import { driftOf, storeyColumns } from './drifts.ts'
import { blendColumns, type FrameStations, frameStations } from './frame-stations.ts'
import type { ResultRow, RowsQuestion, ShownResult } from './result-question.ts'
import { sizes, sizesOfForces, snap, snapForces } from './rounding.ts'
import { runDeflection, runStations } from './run-deflection.ts'
import { stressesOf } from './stresses.ts'

/** Results as tables, of which no row exists until it is asked for: what each item has in each line (a case, at a station). */
export type ResultTable = {
  columns: readonly string[]
  items: readonly string[]
  lines: readonly string[]
  row(item: number, line: number): ResultRow
}

export type ResultContext = {
  model: ViewerModel
  structure: AnalysisModel
  loads: readonly CaseLoads[]
  result: AnalysisResult
  question: Pick<RowsQuestion, 'at' | 'selected' | 'withModes'>
}

/** A line of a case: of an envelope there are two, of its most and its least. */
export type Line = { id: string; of: 'max' | 'min' | undefined; case: AnsweredCase }

export const linesOf = (answered: readonly AnsweredCase[]): Line[] =>
  answered.flatMap((one): Line[] =>
    one.isEnvelope
      ? [
          { id: one.id, of: 'max', case: one },
          { id: one.id, of: 'min', case: one },
        ]
      : [{ id: one.id, of: undefined, case: one }],
  )

const labelOf = ({ id, of }: Line): ResultRow => ({ case: id, ...(of && { of }) })
const keyOf = ({ id, of }: Line) => `${of ?? ''} ${id}`

export function resultTable(kind: ShownResult, context: ResultContext): ResultTable {
  switch (kind) {
    case 'reactions':
      return reactionTable(context)
    case 'displacements':
      return displacementTable(context)
    case 'forces':
      return stationTable(context, ['p', 'v2', 'v3', 't', 'm2', 'm3'], forceRow(context))
    case 'deflections':
      return stationTable(context, ['ux', 'uy', 'uz'], deflectionRow(context))
    case 'beams':
      return beamTable(context)
    case 'stresses':
      return stationTable(context, ['stress', 'ratio'], stressRow(context))
    case 'drifts':
      return driftTable(context)
    case 'storeys':
      return storeyTable(context)
    case 'modes':
      return modeTable(context)
  }
}

/** The most or the least of each component, or the one sum that there is. */
function pick({ of, case: { blends } }: Line, numberOf: (blend: number) => number): number {
  let best = numberOf(0)
  for (let k = 1; k < blends.length; k++) best = of === 'min' ? Math.min(best, numberOf(k)) : Math.max(best, numberOf(k))
  return best
}

/** Sums of cases, each made once. */
function blendsOf({ result }: ResultContext): (line: Line) => readonly Blended[] {
  const known = new Map<AnsweredCase, readonly Blended[]>()
  return (line) => {
    const all = known.get(line.case) ?? line.case.blends.map((blend) => blended(result.solutions, blend))
    known.set(line.case, all)
    return all
  }
}

function reactionTable(context: ResultContext): ResultTable {
  const { structure, result, question } = context
  const { nodes, supports, units } = structure
  const bySupport = new Map<number, { node: number; support: string }>()
  for (const { id, node } of supports)
    if (!bySupport.has(nodes.rootOf[node]!)) bySupport.set(nodes.rootOf[node]!, { node, support: id })
  const all = [...bySupport.values()].filter(({ node }) => question.selected?.nodes.has(nodes.ids[node]!) ?? true)
  const lines = linesOf(result.answered)
  const blends = blendsOf(context)
  const largest = sizesOfForces(context.result.solutions, nodes)
  return {
    columns: ['fx', 'fy', 'fz', 'mx', 'my', 'mz'],
    items: all.map(({ node }) => nodes.ids[node]!),
    lines: lines.map(keyOf),
    row(item, at) {
      const { node, support } = all[item]!
      const line = lines[at]!
      const first = nodes.rootOf[node]! * MOTIONS
      const value = (k: number) => {
        const picked = pick(line, (b) => blends(line)[b]!.reactions[first + k]!)
        return snap(picked, largest[k < 3 ? 0 : 1]!) / (units.newtons * (k < 3 ? 1 : units.metres))
      }
      const [fx, fy, fz, mx, my, mz] = [0, 1, 2, 3, 4, 5].map(value) as [number, number, number, number, number, number]
      return { id: nodes.ids[node]!, support, ...labelOf(line), fx, fy, fz, mx, my, mz }
    },
  }
}

function displacementTable(context: ResultContext): ResultTable {
  const { structure, result, question } = context
  const { nodes, units } = structure
  const all = [...nodes.ids.keys()].filter((node) => question.selected?.nodes.has(nodes.ids[node]!) ?? true)
  const lines = linesOf(result.answered)
  const blends = blendsOf(context)
  const largest = sizes(context.result.solutions, 'motions')
  const modes = question.withModes ? result.modes.map((_, mode) => `mode ${mode + 1}`) : []
  return {
    columns: ['ux', 'uy', 'uz', 'rx', 'ry', 'rz'],
    items: all.map((node) => nodes.ids[node]!),
    lines: [...lines.map(keyOf), ...modes],
    row(item, place) {
      const node = all[item]!
      const line = lines[place]
      const mode = place - lines.length
      const at = node * MOTIONS
      const value = (k: number) => {
        if (k > 2 && result.isFree[nodes.rootOf[node]! * MOTIONS + k]) return null
        if (!line) return snap(result.modes[mode]!.shape[at + k]!, 1) * (k < 3 ? 1 : units.metres)
        return (
          snap(
            pick(line, (b) => blends(line)[b]!.motions[at + k]!),
            largest[k < 3 ? 0 : 1]!,
          ) / (k < 3 ? units.metres : 1)
        )
      }
      const [ux, uy, uz, rx, ry, rz] = [0, 1, 2, 3, 4, 5].map(value) as [
        number,
        number,
        number,
        number | null,
        number | null,
        number | null,
      ]
      return { id: nodes.ids[node]!, ...(line ? labelOf(line) : { case: modes[mode]! }), ux, uy, uz, rx, ry, rz }
    },
  }
}

/** What a station shows of a frame under one sum of cases. */
type StationValues = (
  frame: number,
  values: FrameStations,
  blend: ReadonlyMap<number, number>,
) => (station: number) => (number | null)[]

function stationTable(context: ResultContext, columns: readonly string[], valuesOf: StationValues): ResultTable {
  const { structure, result, question, loads } = context
  const { frames } = structure
  const all = [...frames.keys()].filter((i) => question.selected?.frames.has(frames[i]!.id) ?? true)
  const lines = linesOf(result.answered)
  let last:
    | { frame: number; values: FrameStations; shown: Map<AnsweredCase, ((station: number) => (number | null)[])[]> }
    | undefined
  const shownOf = (frame: number, one: AnsweredCase) => {
    if (last?.frame !== frame) {
      const stations = question.at.map((share) => share * frames[frame]!.length)
      last = { frame, values: frameStations(structure, loads, result.solutions, frame, stations), shown: new Map() }
    }
    const { values, shown } = last
    const made = shown.get(one) ?? one.blends.map((blend) => valuesOf(frame, values, blend))
    shown.set(one, made)
    return made
  }
  return {
    columns,
    items: all.map((frame) => frames[frame]!.id),
    lines: lines.flatMap((line) => question.at.map((at) => `${at} ${keyOf(line)}`)),
    row(item, place) {
      const frame = all[item]!
      const line = lines[Math.floor(place / question.at.length)]!
      const station = place % question.at.length
      const blends = shownOf(frame, line.case).map((values) => values(station))
      const value = (k: number) => (blends[0]![k] === null ? null : pick(line, (b) => blends[b]![k] ?? 0))
      const shown = Object.fromEntries(columns.map((column, k) => [column, value(k)]))
      return { id: frames[frame]!.id, ...labelOf(line), at: question.at[station]!, ...shown }
    },
  }
}

function forceRow(context: ResultContext): StationValues {
  const { units, nodes } = context.structure
  const largest = sizesOfForces(context.result.solutions, nodes)
  return (_, values, blend) => {
    const forces = blendColumns(values.forces, blend)
    return (station) =>
      [...forces.subarray(6 * station, 6 * station + 6)].map(
        (value, k) => snap(value, largest[k < 3 ? 0 : 1]!) / (units.newtons * (k < 3 ? 1 : units.metres)),
      )
  }
}

function deflectionRow(context: ResultContext): StationValues {
  const { units } = context.structure
  const [largest] = sizes(context.result.solutions, 'motions')
  return (_, values, blend) => {
    const moves = blendColumns(values.moves, blend)
    return (station) => [...moves.subarray(3 * station, 3 * station + 3)].map((value) => snap(value, largest) / units.metres)
  }
}

function stressRow({ model, structure, result }: ResultContext): StationValues {
  const ofFrame = stressesOf(model, structure)
  const largest = sizesOfForces(result.solutions, structure.nodes)
  return (i, values, blend) => {
    const frame = structure.frames[i]!
    const stressOf = ofFrame(frame)
    const forces = snapForces(blendColumns(values.forces, blend), largest)
    const { yieldStress } = frame.properties
    return (station) => {
      if (!stressOf) return [null, null]
      const stress = stressOf(six(forces, 6 * station), values.stations[station]!) / 1e6
      return [stress, yieldStress === undefined ? null : Math.abs(stress) / yieldStress]
    }
  }
}

/** Beams as they bend: their length over the deflection, as the summary tells it of the worst one. */
function beamTable({ model, structure, result, loads, question }: ResultContext): ResultTable {
  const { frames, units } = structure
  const { answered, solutions } = result
  const runs = deflectionRuns(model, structure).filter(
    ({ pieces }) => !question.selected || pieces.some(({ frame }) => question.selected?.frames.has(frames[frame]!.id)),
  )
  const spans = new Map<string, number>()
  for (const { id } of runs) spans.set(id, (spans.get(id) ?? 0) + 1)
  let last: { run: Run; values: readonly FrameStations[] } | undefined
  return {
    columns: ['ratio', 'value', 'length'],
    items: runs.map(({ id }) => id),
    lines: answered.map(({ id }) => id),
    row(item, line) {
      const run = runs[item]!
      const { id, blends } = answered[line]!
      if (last?.run !== run) last = { run, values: runStations(structure, { loads, solutions }, run) }
      const { values } = last
      const value = Math.max(...blends.map((blend) => runDeflection(run, values, blend, frames)))
      const isStill = value <= 1e-12 * run.length
      return {
        // Several spans of a member have its id.
        ...{ id: run.id, ...((spans.get(run.id) ?? 0) > 1 && { frame: frames[run.pieces[0]!.frame]!.id }) },
        ...{ case: id, length: run.length / units.metres },
        ...{ value: isStill ? 0 : value / units.metres, ratio: isStill ? null : run.length / value },
      }
    },
  }
}

function driftTable(context: ResultContext): ResultTable {
  const { model, structure, result } = context
  const storeys = storeyColumns(model, structure)
  const blends = blendsOf(context)
  return {
    columns: ['ratio', 'drift'],
    items: storeys.map(({ storey }) => storey.label),
    lines: result.answered.map(({ id }) => id),
    row(item, line) {
      const storey = storeys[item]!
      const one = result.answered[line]!
      const all = blends({ id: one.id, of: undefined, case: one }).map(({ motions }) => driftOf(storey, motions))
      const { id, drift, way } = all.reduce((worst, each) => (each.drift > worst.drift ? each : worst))
      const ratio = drift > 1e-12 ? 1 / drift : null
      return { storey: storey.storey.label, case: one.id, ratio, id, drift: ratio === null ? 0 : way / structure.units.metres }
    },
  }
}

const storeyTable = ({ result: { storeys } }: ResultContext): ResultTable => ({
  columns: ['mass'],
  items: storeys.map(({ id }) => id),
  lines: [''],
  row: (item) => {
    const { id, mass, cm, cr } = storeys[item]!
    return { id, mass, cm, cr }
  },
})

const modeTable = ({ result: { modes } }: ResultContext): ResultTable => ({
  columns: ['period', 'frequency', 'massX', 'massY', 'massZ'],
  items: modes.map((_, mode) => `${mode + 1}`),
  lines: [''],
  row: (item) => {
    const { period, mass } = modes[item]!
    const [massX, massY, massZ] = mass.map((share) => snap(share, 1)) as [number, number, number]
    return { mode: item + 1, period, frequency: 1 / period, massX, massY, massZ }
  },
})
