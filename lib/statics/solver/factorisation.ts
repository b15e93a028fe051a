import type { DenseKernel } from './dense-kernel.ts'
import { childrenOf, type EliminationPlan, type Front } from './fronts.ts'

/** Multifrontal LDLᵀ of a symmetric, positive semi-definite matrix: Liu, SIAM Review 34 (1992). */

/** Below this share of its start a pivot is a motion without energy. */
export const NO_ENERGY = 1e-12
const PANEL = 32

export type Factor = {
  plan: EliminationPlan
  /** Of each front its columns below the diagonal, one after the other. */
  columns: Float64Array[]
  /** By place in the order of elimination; 0 where the pivot is held. */
  inverse: Float64Array
  /** Places of the pivots without energy, in order. */
  idle: number[]
}

/** What the fronts are filled with. Places are those of the plan. */
export type MatrixEntries = {
  /** By place. */
  diagonal: Float64Array
  /** Places where nothing resists: no pivot is tried. */
  isIdle: Uint8Array
  /** Adds to a front what enters the matrix there; `positionOf` gives the row of a place. */
  assemble(front: number, add: (row: number, column: number, value: number) => void, positionOf: Int32Array): void
}

export function factorise(plan: EliminationPlan, entries: MatrixEntries, kernel: DenseKernel): Factor {
  const { fronts, unknownAt } = plan
  const factor: Factor = { plan, columns: [], inverse: new Float64Array(unknownAt.length), idle: [] }
  const children = childrenOf(fronts)
  const updates: (Float64Array | undefined)[] = fronts.map(() => undefined)
  const positionOf = new Int32Array(unknownAt.length)
  for (const [index, front] of fronts.entries()) {
    const dense = openFront(front, kernel)
    for (let k = 0; k < front.own; k++) positionOf[front.first + k] = k
    for (const [k, place] of front.rows.entries()) positionOf[place] = front.own + k
    const { numbers, matrix, stride } = dense
    const add = (row: number, column: number, value: number) => {
      numbers[matrix + column * stride + row]! += value
    }
    entries.assemble(index, add, positionOf)
    for (const child of children[index]!) {
      const update = updates[child]
      if (update) extendAdd(dense, update, fronts[child]!.rows, positionOf)
      updates[child] = undefined
    }
    eliminate(dense, front, entries, factor, kernel)
    factor.columns.push(copyColumns(dense, 0, front.own, 1))
    if (front.rows.length > 0) updates[index] = copyColumns(dense, front.own, dense.size, 0)
  }
  return factor
}

type DenseFront = {
  numbers: Float64Array
  /** Rows and columns. */
  size: number
  stride: number
  /** Where the packed panels and the matrix begin. */
  scaled: number
  factors: number
  matrix: number
}

function openFront(front: Front, kernel: DenseKernel): DenseFront {
  const size = front.own + front.rows.length
  const tiles = Math.ceil(size / 4) + 1
  const stride = 4 * tiles + 4 // the last tile may reach beyond the last row
  const panel = tiles * 4 * PANEL
  const count = stride * (size + 4)
  const numbers = kernel.reserve(2 * panel + count)
  numbers.fill(0, 2 * panel, 2 * panel + count)
  return { numbers, size, stride, scaled: 0, factors: panel, matrix: 2 * panel }
}

/** Columns from `from` up to `to`, each from `below` rows below its diagonal downward. */
function copyColumns({ numbers, matrix, stride, size }: DenseFront, from: number, to: number, below: number): Float64Array {
  let count = 0
  for (let column = from; column < to; column++) count += size - column - below
  const copy = new Float64Array(count)
  let next = 0
  for (let column = from; column < to; column++) {
    const first = matrix + column * stride + column + below
    const length = size - column - below
    copy.set(numbers.subarray(first, first + length), next)
    next += length
  }
  return copy
}

/** A child's update, which lies by columns, into its parent. Rows keep their order, so what is below the diagonal stays there. */
function extendAdd(
  { numbers, matrix, stride }: DenseFront,
  update: Float64Array,
  rows: Int32Array,
  positionOf: Int32Array,
): void {
  let next = 0
  for (let column = 0; column < rows.length; column++) {
    const start = matrix + positionOf[rows[column]!]! * stride
    for (let row = column; row < rows.length; row++) numbers[start + positionOf[rows[row]!]!]! += update[next++]!
  }
}

function eliminate(dense: DenseFront, { own, first }: Front, entries: MatrixEntries, factor: Factor, kernel: DenseKernel): void {
  const { matrix, stride, size } = dense
  const isNull = (column: number, pivot: number) => {
    const place = first + column
    const idle = entries.isIdle[place] === 1 || !(pivot > NO_ENERGY * entries.diagonal[place]!)
    if (idle) factor.idle.push(place)
    factor.inverse[place] = idle ? 0 : 1 / pivot
    return idle
  }
  for (let panel = 0; panel < own; panel += PANEL) {
    const end = Math.min(own, panel + PANEL)
    // The first strip takes what is left over, so that the others end with whole tiles.
    let strip = panel
    while (strip < end) {
      const next = Math.min(end, strip + ((end - strip) % 4 || 4))
      eliminateStrip(dense, strip, next, isNull)
      if (next < end) {
        pack(dense, strip, next, factor.inverse, first)
        kernel.update(
          matrix + next * stride + next,
          stride,
          dense.scaled,
          dense.factors,
          tilesFrom(next, size),
          (end - next) / 4,
          next - strip,
        )
      }
      strip = next
    }
    if (end < size) {
      pack(dense, panel, end, factor.inverse, first)
      const tiles = tilesFrom(end, size)
      kernel.update(matrix + end * stride + end, stride, dense.scaled, dense.factors, tiles, tiles, end - panel)
    }
  }
}

const tilesFrom = (row: number, size: number) => Math.ceil((size - row) / 4)

/** A few columns, one by one; each takes the ones before it into account. */
function eliminateStrip(
  { numbers, matrix, stride, size }: DenseFront,
  from: number,
  to: number,
  isNull: (column: number, pivot: number) => boolean,
): void {
  for (let column = from; column < to; column++) {
    const start = matrix + column * stride
    const pivot = numbers[start + column]!
    if (isNull(column, pivot)) {
      numbers.fill(0, start + column + 1, start + size)
      continue
    }
    const inverse = 1 / pivot
    for (let other = column + 1; other < to; other++) {
      const target = matrix + other * stride
      const share = numbers[start + other]! * inverse
      if (share !== 0) for (let row = other; row < size; row++) numbers[target + row]! -= share * numbers[start + row]!
    }
    for (let row = column + 1; row < size; row++) numbers[start + row]! *= inverse
  }
}

/** Rows below the columns, in tiles: L, and L·D. */
function pack(
  { numbers, matrix, stride, size, scaled, factors }: DenseFront,
  from: number,
  to: number,
  inverse: Float64Array,
  first: number,
): void {
  const depth = to - from
  const rows = 4 * tilesFrom(to, size)
  for (let column = from; column < to; column++) {
    const start = matrix + column * stride + to
    const reciprocal = inverse[first + column]!
    const pivot = reciprocal === 0 ? 0 : 1 / reciprocal
    for (let row = 0; row < rows; row++) {
      const value = to + row < size ? numbers[start + row]! : 0
      const place = (row >> 2) * 4 * depth + 4 * (column - from) + (row & 3)
      numbers[factors + place] = value
      numbers[scaled + place] = value * pivot
    }
  }
}

/** Solves for right-hand sides in the order of elimination, each in its own array, in place. What is held stays 0. */
export function solve({ plan, columns, inverse }: Factor, sides: readonly Float64Array[]): void {
  for (const [index, front] of plan.fronts.entries()) for (const side of sides) forward(front, columns[index]!, side)
  for (const side of sides) for (let place = 0; place < side.length; place++) side[place]! *= inverse[place]!
  for (let index = plan.fronts.length - 1; index >= 0; index--)
    for (const side of sides) backward(plan.fronts[index]!, columns[index]!, side)
}

function forward({ first, own, rows }: Front, columns: Float64Array, side: Float64Array): void {
  let next = 0
  for (let column = 0; column < own; column++) {
    const value = side[first + column]!
    if (value === 0) {
      next += own - column - 1 + rows.length
      continue
    }
    for (let row = first + column + 1; row < first + own; row++) side[row]! -= value * columns[next++]!
    for (let row = 0; row < rows.length; row++) side[rows[row]!]! -= value * columns[next++]!
  }
}

function backward({ first, own, rows }: Front, columns: Float64Array, side: Float64Array): void {
  let end = columns.length
  for (let column = own - 1; column >= 0; column--) {
    const inside = own - column - 1
    let next = end - inside - rows.length
    end = next
    let sum = 0
    for (let row = first + column + 1; row < first + own; row++) sum += side[row]! * columns[next++]!
    for (let row = 0; row < rows.length; row++) sum += side[rows[row]!]! * columns[next++]!
    side[first + column]! -= sum
  }
}

/**
 * The motion that belongs to a pivot without energy: 1 there, solved back through the pivots before it, 0 after it and where other
 * pivots are held. Written into `motion`, which is 0, from the place that is returned up to the pivot's.
 */
export function idleMotion({ plan, columns }: Factor, place: number, motion: Float64Array): number {
  const top = plan.frontOf[place]!
  const { deepest } = plan.fronts[top]!
  motion[place] = 1
  for (let index = top; index >= deepest; index--) backward(plan.fronts[index]!, columns[index]!, motion)
  return plan.fronts[deepest]!.first
}
