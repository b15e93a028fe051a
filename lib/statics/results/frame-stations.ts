import type { CaseLoads } from '../loads/case-loads.ts'
import type { Blend } from '../loads/load-cases.ts'
import type { AnalysisModel } from '../model/analysis-model.ts'
import type { CaseSolution } from '../solver/solve-cases.ts'
import { blendedState } from './blended.ts'
import { deflectionAt, forcesAt } from './frame-results.ts'

/** Forces and deflections of a frame at stations, case by case: sums of cases are blended from them. */
export type FrameStations = {
  stations: readonly number[]
  /** Of each solved case six forces a station, then three deflections. */
  forces: Float64Array[]
  moves: Float64Array[]
}

/** `stations` in m from the start. */
export function frameStations(
  model: AnalysisModel,
  loads: readonly CaseLoads[],
  solutions: readonly CaseSolution[],
  frame: number,
  stations: readonly number[],
): FrameStations {
  const forces: Float64Array[] = []
  const moves: Float64Array[] = []
  for (const [place, { motions }] of solutions.entries()) {
    const state = blendedState(model, loads, new Map([[place, 1]]), motions, frame)
    forces.push(Float64Array.from(stations.flatMap((x) => [...forcesAt(state, x)])))
    moves.push(Float64Array.from(stations.flatMap((x) => [...deflectionAt(model.frames[frame]!, state, x)])))
  }
  return { stations, forces, moves }
}

/** The sum of columns that lie alike. */
export function blendColumns(columns: readonly Float64Array[], blend: Blend): Float64Array {
  const sum = new Float64Array(columns[0]?.length ?? 0)
  for (const [place, factor] of blend) {
    const column = columns[place]!
    for (let k = 0; k < sum.length; k++) sum[k]! += factor * column[k]!
  }
  return sum
}

const EIGHTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((k) => k / 8)

/** 0, 1/8 … 1 of the length, the ends of the prisms of a taper, and where loads begin, end or stand: there both sides. */
export function summaryStations({ frames }: AnalysisModel, loads: readonly CaseLoads[], frame: number): number[] {
  const { length, taper } = frames[frame]!
  const stations = EIGHTHS.map((share) => share * length)
  for (const { to } of taper?.chain.segments ?? []) stations.push(to)
  const beside = 1e-9 * length
  for (const { byFrame } of loads) {
    for (const load of byFrame.get(frame) ?? []) {
      if (load.type === 'point') stations.push(load.at, Math.min(length, load.at + beside))
      else if (load.type === 'line') stations.push(load.from, load.to)
    }
  }
  return [...new Set(stations)].sort((a, b) => a - b)
}
