import { cross, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { type AnalysisModel, type AnalysisNodes, positionOf } from '../model/analysis-model.ts'
import type { DenseKernel } from './dense-kernel.ts'
import { PACKED } from './element-stiffness.ts'
import { type Factor, factorise, idleMotion, NO_ENERGY } from './factorisation.ts'
import { MOTIONS, motionsOf } from './freedoms.ts'
import type { EliminationPlan } from './fronts.ts'
import { MOST_MECHANISMS } from './idle-motions.ts'
import { entriesOf, type StiffnessMatrix } from './stiffness-matrix.ts'
import { idleUnknowns } from './structure-matrix.ts'

/**
 * Motions without energy whose pivots are not small enough to say so. What elimination leaves of a pivot that should be nothing is what
 * rounding left: 1e-10 of its start in a tall frame that sways, where a slender one that stands has as little of its own. The energy of the
 * motion itself tells them apart: it is summed from how one end of each frame moves against the other, in which rigid motions cancel.
 */

/** Pivots above this share of their start are no doubt what they are. */
const WEAK = 1e-6
const MOST_WEAK = 20
/** No energy, as a share of what the unknowns of a motion would have one by one: rounding leaves as much. */
const ROUNDING = 1e-15

/** The factor of a structure, with the pivots held that no energy resists. */
export function factoriseStructure(
  analysis: AnalysisModel,
  matrix: StiffnessMatrix,
  plan: EliminationPlan,
  kernel: DenseKernel,
): Factor {
  const { diagonal, isIdle } = idleUnknowns(analysis, matrix)
  for (let round = 1; ; round++) {
    const factor = factorise(plan, entriesOf(matrix, plan, diagonal, isIdle), kernel)
    const missed = round > MOST_MECHANISMS ? undefined : missedMotion(analysis, matrix, factor, diagonal)
    if (missed === undefined) return factor
    isIdle[missed] = 1
  }
}

/** The first unknown to be eliminated whose pivot is weak and belongs to a motion without energy. Those after it may be weak for its sake. */
function missedMotion(
  { nodes }: AnalysisModel,
  matrix: StiffnessMatrix,
  factor: Factor,
  diagonal: Float64Array,
): number | undefined {
  const { freedoms } = matrix
  const { unknownAt } = factor.plan
  const motion = new Float64Array(freedoms.count)
  const place = weakPlaces(factor, diagonal).find((one) => {
    const from = idleMotion(factor, one, motion)
    const values = new Float64Array(freedoms.count)
    let apart = 0
    for (let k = from; k <= one; k++) {
      const unknown = unknownAt[k]!
      values[unknown] = motion[k]!
      apart += diagonal[unknown]! * motion[k]! ** 2
    }
    motion.fill(0, from, one + 1)
    const energy = energyOf(matrix, nodes, motionsOf(freedoms, values))
    return energy <= Math.max(NO_ENERGY * diagonal[unknownAt[one]!]!, ROUNDING * apart)
  })
  return place === undefined ? undefined : unknownAt[place]
}

/** The weakest pivots that are not held, in the order of elimination. */
function weakPlaces({ inverse, plan: { unknownAt } }: Factor, diagonal: Float64Array): number[] {
  const weak: { place: number; share: number }[] = []
  for (const [place, one] of inverse.entries()) {
    const share = 1 / one / diagonal[unknownAt[place]!]!
    if (share <= WEAK) weak.push({ place, share })
  }
  weak.sort((a, b) => a.share - b.share)
  return weak
    .slice(0, MOST_WEAK)
    .map(({ place }) => place)
    .sort((a, b) => a - b)
}

/** Twice the energy of frames and springs, N·m. `motions`: six a node, m and radians. */
function energyOf({ ends, elements, springs }: StiffnessMatrix, nodes: AnalysisNodes, motions: Float64Array): number {
  let energy = 0
  for (const [k, spring] of springs.entries()) energy += spring * motions[k]! ** 2
  const triple = (at: number): Vec => [motions[at]!, motions[at + 1]!, motions[at + 2]!]
  for (let frame = 0; frame < ends.length / 2; frame++) {
    const [start, end] = [ends[2 * frame]!, ends[2 * frame + 1]!]
    const turn = triple(start * MOTIONS + 3)
    // Where the end would be if the frame went rigidly with its start.
    const swung = cross(turn, subtract(positionOf(nodes, end), positionOf(nodes, start)))
    const moved = subtract(subtract(triple(end * MOTIONS), triple(start * MOTIONS)), swung)
    const apart = [...moved, ...subtract(triple(end * MOTIONS + 3), turn)]
    // Rows and columns of the end.
    for (let i = 0; i < MOTIONS; i++) {
      const row = MOTIONS + i
      const at = frame * PACKED + (row * (row + 1)) / 2 + MOTIONS
      for (let j = 0; j < i; j++) energy += 2 * elements[at + j]! * apart[i]! * apart[j]!
      energy += elements[at + i]! * apart[i]! ** 2
    }
  }
  return energy
}
