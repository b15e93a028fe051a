import type { AnalysisModel } from '../model/analysis-model.ts'
import { condense, globalStiffness, PACKED } from './element-stiffness.ts'
import { stiffnessOf } from './frame-stiffness.ts'
import { freedomsOf, MOTIONS } from './freedoms.ts'
import { diagonalOf, type StiffnessMatrix } from './stiffness-matrix.ts'

/** The stiffness matrix of a structure, and which of its unknowns nothing resists from the start. */

export function structureMatrix({ frames, nodes, springs, isHeld, diaphragms }: AnalysisModel): StiffnessMatrix {
  const ends = new Int32Array(2 * frames.length)
  const elements = new Float64Array(PACKED * frames.length)
  for (const [i, frame] of frames.entries()) {
    const { start, end, joints, axes, arms } = frame
    ends[2 * i] = nodes.rootOf[start]!
    ends[2 * i + 1] = nodes.rootOf[end]!
    const k = stiffnessOf(frame)
    if (joints) condense(k, joints)
    globalStiffness(k, axes, arms, elements, i * PACKED)
  }
  const rigid = diaphragms.filter(({ nodes: members }) => members.length > 1).map(({ nodes: members }) => members)
  return { ends, elements, springs, freedoms: freedomsOf(nodes.ids.length, isHeld, rigid, nodes.coordinates) }
}

/** A rotation that resists less than this share of what its frames resist when joined is free. */
const NO_ROTATION = 1e-9

export function idleUnknowns({ frames, nodes }: AnalysisModel, matrix: StiffnessMatrix) {
  const diagonal = diagonalOf(matrix)
  const stiffest = new Float64Array(nodes.ids.length)
  for (const { start, end, properties, length } of frames) {
    const { bending2, bending3, torsion } = properties
    const most = Math.max(4 * bending3, 4 * bending2, torsion) / length
    for (const node of [nodes.rootOf[start]!, nodes.rootOf[end]!]) stiffest[node] = Math.max(stiffest[node]!, most)
  }
  const isIdle = new Uint8Array(diagonal.length)
  const { unknown, firstOf } = matrix.freedoms
  const ofNodes = firstOf[nodes.ids.length]!
  for (let node = 0; node < nodes.ids.length; node++) {
    for (let k = 3; k < MOTIONS; k++) {
      const place = unknown[2 * (node * MOTIONS + k)]!
      if (place >= 0 && place < ofNodes && diagonal[place]! <= NO_ROTATION * stiffest[node]!) isIdle[place] = 1
    }
  }
  return { diagonal, isIdle }
}
