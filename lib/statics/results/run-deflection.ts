import type { Vec } from '#lib/model/shape/vector.ts'
import type { Analysis } from '../analyse.ts'
import type { AnalysisModel } from '../model/analysis-model.ts'
import { deflectionOf, type Run } from './deflection-runs.ts'
import { blendColumns, type FrameStations, frameStations, summaryStations } from './frame-stations.ts'

/** Values along the pieces of a beam, at the stations of which a summary tells the worst. */
export const runStations = (structure: AnalysisModel, { loads, solutions }: Pick<Analysis, 'loads' | 'solutions'>, run: Run) =>
  run.pieces.map(({ frame }) => frameStations(structure, loads, solutions, frame, summaryStations(structure, loads, frame)))

/** How far a beam bends from its chord under a sum of cases, in m; of a cantilever how far its tip goes. */
export function runDeflection(
  run: Run,
  values: readonly FrameStations[],
  blend: ReadonlyMap<number, number>,
  frames: AnalysisModel['frames'],
): number {
  let from = 0
  const moves = run.pieces.flatMap(({ frame, isForward }, piece) => {
    const { stations, moves: ofCases } = values[piece]!
    const { length } = frames[frame]!
    const sum = blendColumns(ofCases, blend)
    const found = stations.map((x, k) => {
      const move: Vec = [sum[3 * k]!, sum[3 * k + 1]!, sum[3 * k + 2]!]
      return { x: from + (isForward ? x : length - x), move }
    })
    from += length
    return isForward ? found : found.reverse()
  })
  return deflectionOf(run, moves)
}
