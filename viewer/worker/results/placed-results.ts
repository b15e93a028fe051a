import type { CaseResults } from '#lib/drawing/results/case-results.ts'
import type { HingePlace } from '#lib/drawing/results/hinge-places.ts'
import type { ResultFrames } from '#lib/drawing/results/result-frames.ts'
import type { Vec } from '#lib/model/shape/vector.ts'

/** Results of a case where they belong, about the origin of the scene. Types only. */
export type PlacedResults = {
  /** One; of an envelope its max and its min. */
  lines: CaseResults[]
  /** In the order of the results. */
  frames: ResultFrames
  /** Of each its place in the model; -1 where the model does not have it. */
  frameIndices: Int32Array
  nodeIndices: Int32Array
  supported: Vec[]
  supportedIndices: Int32Array
  /** What lets a mechanism go. */
  hinges: HingePlace[]
  /** Of the model. */
  diagonal: number
}
