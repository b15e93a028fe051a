/**
 * Which motions of the nodes are unknown. A held direction is none; the nodes of a diaphragm share three: ux and uy of its master node, and
 * rz. What holds one of its nodes is a condition on these three, which is eliminated and not weighted.
 */

/** Six motions a node: ux uy uz rx ry rz. */
export const MOTIONS = 6

/** The motions, forces or moments of a node or station, from the place of the first. */
export const six = (values: ArrayLike<number>, k: number) =>
  [values[k]!, values[k + 1]!, values[k + 2]!, values[k + 3]!, values[k + 4]!, values[k + 5]!] as const
/** Motions in plan, which a diaphragm shares. */
const IN_PLAN = [0, 1, 5] as const

export type Freedoms = {
  count: number
  /** Vertices: nodes first, then diaphragms; of each its first unknown. */
  firstOf: Int32Array
  /** Of each motion up to two unknowns and their factors; -1: none. */
  unknown: Int32Array
  factor: Float64Array
  hubs: readonly Hub[]
}

export type Hub = {
  nodes: Int32Array
  /** Of each motion in plan, of each node, its row over the three of the master: [1, 0, -dy], [0, 1, dx], [0, 0, 1]. */
  lever: Float64Array
  /** The three of the master as blends of the free ones: 3 x free, by rows. */
  basis: Float64Array
  free: number
  /** Held motions that fix the others, and what the three of the master are where these move by 1: 3 x held, by rows. */
  held: number[]
  follow: Float64Array
}

export function freedomsOf(
  nodeCount: number,
  isHeld: Uint8Array,
  diaphragms: readonly Int32Array[],
  coordinates: readonly [Float64Array, Float64Array, Float64Array],
): Freedoms {
  const hubs = diaphragms.map((nodes) => hubOf(nodes, isHeld, coordinates))
  const isShared = new Uint8Array(nodeCount * MOTIONS)
  for (const { nodes } of hubs) for (const node of nodes) for (const motion of IN_PLAN) isShared[node * MOTIONS + motion] = 1
  const firstOf = new Int32Array(nodeCount + hubs.length + 1)
  const unknown = new Int32Array(2 * nodeCount * MOTIONS).fill(-1)
  const factor = new Float64Array(2 * nodeCount * MOTIONS)
  let count = 0
  for (let node = 0; node < nodeCount; node++) {
    firstOf[node] = count
    for (let motion = node * MOTIONS; motion < (node + 1) * MOTIONS; motion++) {
      if (isHeld[motion] || isShared[motion]) continue
      unknown[2 * motion] = count++
      factor[2 * motion] = 1
    }
  }
  for (const [k, hub] of hubs.entries()) {
    firstOf[nodeCount + k] = count
    shareHub(hub, count, unknown, factor)
    count += hub.free
  }
  firstOf[nodeCount + hubs.length] = count
  return { count, firstOf, unknown, factor, hubs }
}

function shareHub({ nodes, lever, basis, free }: Hub, first: number, unknown: Int32Array, factor: Float64Array): void {
  for (const [n, node] of nodes.entries()) {
    for (const [k, motion] of IN_PLAN.entries()) {
      const row = lever.subarray(9 * n + 3 * k, 9 * n + 3 * k + 3)
      let next = 2 * (node * MOTIONS + motion)
      for (let f = 0; f < free; f++) {
        const value = row[0]! * basis[f]! + row[1]! * basis[free + f]! + row[2]! * basis[2 * free + f]!
        if (value === 0) continue
        unknown[next] = first + f
        factor[next++] = value
      }
    }
  }
}

/** Below this share of the largest lever a condition says nothing new. */
const SAME = 1e-9

function hubOf(nodes: Int32Array, isHeld: Uint8Array, [x, y]: readonly [Float64Array, Float64Array, Float64Array]): Hub {
  const [master = 0] = nodes
  const lever = new Float64Array(9 * nodes.length)
  const conditions: { motion: number; row: [number, number, number]; left: [number, number, number] }[] = []
  let reach = 0
  for (const node of nodes) reach = Math.max(reach, Math.hypot(x[node]! - x[master]!, y[node]! - y[master]!))
  const unit = reach || 1
  for (const [n, node] of nodes.entries()) {
    const [dx, dy] = [x[node]! - x[master]!, y[node]! - y[master]!]
    lever.set([1, 0, -dy, 0, 1, dx, 0, 0, 1], 9 * n)
    for (const [k, motion] of IN_PLAN.entries()) {
      if (!isHeld[node * MOTIONS + motion]) continue
      const at = 9 * n + 3 * k
      // The rotation as the way of the farthest node, so that all three are lengths.
      const row: [number, number, number] = [lever[at]!, lever[at + 1]!, lever[at + 2]! / unit]
      conditions.push({ motion: node * MOTIONS + motion, row, left: [...row] })
    }
  }
  return { nodes, lever, ...solveConditions(conditions, unit) }
}

type Condition = { motion: number; row: [number, number, number]; left: [number, number, number] }

/** Gauss with the largest pivot: the conditions that count, the unknowns that they fix, and those that stay free. */
function solveConditions(conditions: readonly Condition[], unit: number): Pick<Hub, 'basis' | 'free' | 'held' | 'follow'> {
  const pivots: { condition: Condition; column: number }[] = []
  const columns = new Set([0, 1, 2])
  while (columns.size > 0) {
    let best = { size: SAME, column: -1, condition: undefined as Condition | undefined }
    for (const condition of conditions) {
      for (const column of columns) {
        const size = Math.abs(condition.left[column]!)
        if (size > best.size) best = { size, column, condition }
      }
    }
    const { condition, column } = best
    if (!condition) break
    pivots.push({ condition, column })
    columns.delete(column)
    const from = [...condition.left]
    for (const other of conditions) {
      const by = other === condition ? 0 : other.left[column]! / from[column]!
      if (by !== 0) for (const k of [0, 1, 2] as const) other.left[k] -= by * from[k]!
      if (by !== 0) other.left[column] = 0
    }
    for (const k of [0, 1, 2] as const) condition.left[k] = 0
  }
  const free = [...columns]
  const solved = invert(pivots.map(({ condition }) => pivots.map(({ column }) => condition.row[column]!)))
  const basis = new Float64Array(3 * free.length)
  const follow = new Float64Array(3 * pivots.length)
  for (const [f, column] of free.entries()) basis[column * free.length + f] = 1
  for (const [p, { column }] of pivots.entries()) {
    for (const [q, { condition }] of pivots.entries()) {
      follow[column * pivots.length + q] = solved[p]![q]!
      for (const [f, other] of free.entries()) basis[column * free.length + f]! -= solved[p]![q]! * condition.row[other]!
    }
  }
  // The third is a rotation again.
  for (let k = 0; k < free.length; k++) basis[2 * free.length + k]! /= unit
  for (let k = 0; k < pivots.length; k++) follow[2 * pivots.length + k]! /= unit
  return { basis, free: free.length, held: pivots.map(({ condition }) => condition.motion), follow: follow }
}

/** Of at most 3 x 3, by Gauss and Jordan. */
function invert(matrix: number[][]): number[][] {
  const size = matrix.length
  const rows = matrix.map((row, i) => [...row, ...matrix.map((_, j) => (i === j ? 1 : 0))])
  for (let k = 0; k < size; k++) {
    let best = k
    for (let i = k + 1; i < size; i++) if (Math.abs(rows[i]![k]!) > Math.abs(rows[best]![k]!)) best = i
    const pivot = rows[best]!
    rows[best] = rows[k]!
    rows[k] = pivot.map((value) => value / pivot[k]!)
    for (const [i, row] of rows.entries()) {
      if (i === k) continue
      const by = row[k]!
      rows[i] = row.map((value, j) => value - by * rows[k]![j]!)
    }
  }
  return rows.map((row) => row.slice(size))
}

/** Motions of the nodes from the unknowns, and from how the ground moves where it holds them. */
export function motionsOf({ unknown, factor, hubs }: Freedoms, values: ArrayLike<number>, ground?: Float64Array): Float64Array {
  const motions = new Float64Array(unknown.length / 2)
  if (ground) followGround(motions, ground, hubs)
  for (let k = 0; k < unknown.length; k++) {
    const place = unknown[k]!
    if (place >= 0) motions[k >> 1]! += factor[k]! * values[place]!
  }
  return motions
}

/** `ground` is 0 but at held motions. */
function followGround(motions: Float64Array, ground: Float64Array, hubs: readonly Hub[]): void {
  motions.set(ground)
  for (const { nodes, lever, held, follow } of hubs) {
    const master = [0, 1, 2].map((row) =>
      held.reduce((sum, motion, k) => sum + follow[row * held.length + k]! * ground[motion]!, 0),
    )
    for (const [n, node] of nodes.entries()) {
      for (const [k, motion] of IN_PLAN.entries()) {
        const at = 9 * n + 3 * k
        motions[node * MOTIONS + motion] = lever[at]! * master[0]! + lever[at + 1]! * master[1]! + lever[at + 2]! * master[2]!
      }
    }
  }
}

/** What forces on the nodes do on the unknowns. */
export function forcesOnUnknowns({ count, unknown, factor }: Freedoms, forces: Float64Array): Float64Array {
  const sums = new Float64Array(count)
  for (let k = 0; k < unknown.length; k++) {
    const place = unknown[k]!
    if (place >= 0) sums[place]! += factor[k]! * forces[k >> 1]!
  }
  return sums
}
