import { equivalentForces, type FrameLoad } from '../loads/frame-loads.ts'
import type { AnalysisFrame } from '../model/analysis-model.ts'
import { localStiffness } from './element-stiffness.ts'
import { chainForces } from './segments.ts'

/** Stiffness and loads of a frame between its own ends, in its axes and before releases, be it a prism or a chain of them. */

type Frame = Pick<AnalysisFrame, 'properties' | 'length' | 'taper'>

/** Made anew each time, to be condensed in place. */
export const stiffnessOf = ({ properties, length, taper }: Frame): Float64Array =>
  taper ? Float64Array.from(taper.chain.stiffness) : localStiffness(properties, length)

export const forcesOfLoads = ({ properties, length, taper }: Frame, loads: readonly FrameLoad[]): Float64Array =>
  taper ? chainForces(taper.chain, loads) : equivalentForces(loads, properties, length)
