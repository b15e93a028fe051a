import { scale } from '#lib/model/shape/vector.ts'
import type { CaseLoads } from '../loads/case-loads.ts'
import type { FrameLoad } from '../loads/frame-loads.ts'
import type { Blend } from '../loads/load-cases.ts'
import type { AnalysisModel } from '../model/analysis-model.ts'
import { MOTIONS } from '../solver/freedoms.ts'
import type { CaseSolution } from '../solver/solve-cases.ts'
import { type FrameState, frameState } from './frame-results.ts'

/** A sum of load cases: by superposition, nothing is solved again. */
export type Blended = { motions: Float64Array; reactions: Float64Array }

export function blended(solutions: readonly CaseSolution[], blend: Blend): Blended {
  const length = solutions[0]?.motions.length ?? 0
  const sum: Blended = { motions: new Float64Array(length), reactions: new Float64Array(length) }
  for (const [place, factor] of blend) {
    const { motions, reactions } = solutions[place]!
    for (let k = 0; k < length; k++) {
      sum.motions[k]! += factor * motions[k]!
      sum.reactions[k]! += factor * reactions[k]!
    }
  }
  return sum
}

/** What a frame feels under a sum of cases whose motions are known. */
export function blendedState(
  { frames, nodes }: AnalysisModel,
  loads: readonly CaseLoads[],
  blend: Blend,
  motions: Float64Array,
  frame: number,
): FrameState {
  const one = frames[frame]!
  const own: FrameLoad[] = []
  for (const [place, factor] of blend) for (const load of loads[place]!.byFrame.get(frame) ?? []) own.push(scaled(load, factor))
  const ends = new Float64Array(2 * MOTIONS)
  for (const [end, node] of [one.start, one.end].entries()) {
    const at = nodes.rootOf[node]! * MOTIONS
    ends.set(motions.subarray(at, at + MOTIONS), end * MOTIONS)
  }
  return frameState(one, ends, own)
}

function scaled(load: FrameLoad, by: number): FrameLoad {
  if (by === 1) return load
  switch (load.type) {
    case 'line':
      return { ...load, start: scale(load.start, by), end: scale(load.end, by) }
    case 'point':
      return { ...load, force: scale(load.force, by), moment: scale(load.moment, by) }
    case 'heat':
      return { ...load, rise: load.rise * by, towards3: load.towards3 * by, towards2: load.towards2 * by }
  }
}
