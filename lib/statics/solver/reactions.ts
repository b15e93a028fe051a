import type { AnalysisModel } from '../model/analysis-model.ts'
import { type Hub, MOTIONS } from './freedoms.ts'
import { forcesFor, type StiffnessMatrix } from './stiffness-matrix.ts'

const IN_PLAN = [0, 1, 5] as const

export type Reactions = {
  /** By motion of the nodes: what supports do to the structure. */
  supports: Float64Array
  /** What diaphragms do to it: no force in plan in all, but a moment where their nodes lie at different heights. */
  diaphragms: Float64Array
}

/**
 * What supports do to the structure: where they hold, what frames need beyond the loads; where they spring, k·(ground - u). In a diaphragm
 * the floor hands forces from node to node, so that only their sums are known: of all forces on the held nodes with these sums, those
 * nearest to what the frames at each node need.
 */
export function reactionsOf(
  { isHeld, springs, nodes }: AnalysisModel,
  matrix: StiffnessMatrix,
  motions: Float64Array,
  applied: Float64Array,
  ground: Float64Array | null,
): Reactions {
  const needed = forcesFor(matrix, motions, false)
  const reactions = new Float64Array(motions.length)
  for (let motion = 0; motion < motions.length; motion++) {
    needed[motion]! -= applied[motion]!
    if (springs[motion]! > 0) reactions[motion] = springs[motion]! * ((ground?.[motion] ?? 0) - motions[motion]!)
    else if (isHeld[motion] && !nodes.isOpen[motion]) reactions[motion] = needed[motion]!
  }
  const diaphragms = new Float64Array(motions.length)
  for (const hub of matrix.freedoms.hubs) {
    shareInPlan(hub, isHeld, needed, reactions)
    for (const node of hub.nodes) {
      for (const direction of IN_PLAN) {
        const motion = node * MOTIONS + direction
        diaphragms[motion] = needed[motion]! - reactions[motion]!
      }
    }
  }
  return { supports: reactions, diaphragms }
}

function shareInPlan({ nodes, lever }: Hub, isHeld: Uint8Array, needed: Float64Array, reactions: Float64Array): void {
  /** Held motions with their rows over the three of the master. */
  const held: { motion: number; row: readonly [number, number, number] }[] = []
  const missing: [number, number, number] = [0, 0, 0]
  for (const [n, node] of nodes.entries()) {
    for (const [k, direction] of IN_PLAN.entries()) {
      const motion = node * MOTIONS + direction
      const at = 9 * n + 3 * k
      const row = [lever[at]!, lever[at + 1]!, lever[at + 2]!] as const
      for (const c of [0, 1, 2] as const) missing[c] += row[c] * (needed[motion]! - reactions[motion]!)
      if (isHeld[motion]) held.push({ motion, row })
    }
  }
  if (held.length === 0) return
  const unit = Math.max(1e-300, ...held.map(({ row }) => Math.abs(row[2])))
  const rows = held.map(({ row: [a, b, c] }) => [a, b, c / unit] as const)
  const shares = leastSquares(rows, [missing[0], missing[1], missing[2] / unit])
  for (const [k, { motion }] of held.entries()) {
    const [a, b, c] = rows[k]!
    reactions[motion]! += a * shares[0]! + b * shares[1]! + c * shares[2]!
  }
}

/** x of least size with (Σ rows rowᵀ) x = side: by conjugate gradients, which three unknowns end in three steps. */
function leastSquares(rows: readonly (readonly [number, number, number])[], side: readonly [number, number, number]): number[] {
  const apply = (v: readonly number[]) => {
    const out = [0, 0, 0]
    for (const row of rows) {
      const along = row[0] * v[0]! + row[1] * v[1]! + row[2] * v[2]!
      for (const k of [0, 1, 2] as const) out[k]! += row[k] * along
    }
    return out
  }
  const dot = (a: readonly number[], b: readonly number[]) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!
  const solution = [0, 0, 0]
  const residual: number[] = [...side]
  let direction: number[] = [...side]
  const size = dot(side, side)
  for (let step = 0; step < 6; step++) {
    const left = dot(residual, residual)
    if (!(left > 1e-28 * size)) break
    const image = apply(direction)
    const energy = dot(direction, image)
    if (!(energy > 1e-14 * rows.length * dot(direction, direction))) break
    const by = left / energy
    for (const k of [0, 1, 2] as const) {
      solution[k]! += by * direction[k]!
      residual[k]! -= by * image[k]!
    }
    const turn = dot(residual, residual) / left
    direction = residual.map((value, k) => value + turn * direction[k]!)
  }
  return solution
}
