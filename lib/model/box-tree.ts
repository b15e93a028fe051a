/**
 * A balanced tree of axis-parallel boxes, for "what lies near this?". Built in n log n by halving at the median of the
 * longest side; unlike a grid it does not mind a few long frames among many short ones.
 */

/** min x, y, z, max x, y, z per item, one after another. */
export type Boxes = Float64Array

export type BoxTree = {
  /** Calls `visit` with every item whose box meets the given one, until it answers false. */
  near(box: ArrayLike<number>, visit: (item: number) => boolean | undefined): void
}

const LEAF = 4

export function boxTree(boxes: Boxes): BoxTree {
  const count = boxes.length / 6
  const order = Uint32Array.from({ length: count }, (_, i) => i)
  const middles = new Float64Array(count)
  let depth = 0
  while (count > LEAF << depth) depth++
  // Numbered like a heap: the halves of branch b are 2b + 1 and 2b + 2.
  const branches = new Float64Array(6 * (2 ** (depth + 1) - 1))
  build(0, 0, count)
  return { near: (box, visit) => void search(0, 0, count, box, visit) }

  function build(branch: number, from: number, to: number): void {
    const at = 6 * branch
    branches.fill(Number.POSITIVE_INFINITY, at, at + 3)
    branches.fill(Number.NEGATIVE_INFINITY, at + 3, at + 6)
    for (let i = from; i < to; i++) {
      const item = 6 * order[i]!
      for (let k = 0; k < 3; k++) {
        branches[at + k] = Math.min(branches[at + k]!, boxes[item + k]!)
        branches[at + 3 + k] = Math.max(branches[at + 3 + k]!, boxes[item + 3 + k]!)
      }
    }
    if (to - from <= LEAF) return
    let side = 0
    for (let k = 1; k < 3; k++) {
      if (branches[at + 3 + k]! - branches[at + k]! > branches[at + 3 + side]! - branches[at + side]!) side = k
    }
    for (let i = from; i < to; i++) {
      const item = order[i]!
      middles[item] = boxes[6 * item + side]! / 2 + boxes[6 * item + 3 + side]! / 2
    }
    const middle = (from + to) >>> 1
    select(order, middles, from, to - 1, middle)
    build(2 * branch + 1, from, middle)
    build(2 * branch + 2, middle, to)
  }

  function search(
    branch: number,
    from: number,
    to: number,
    box: ArrayLike<number>,
    visit: (item: number) => boolean | undefined,
  ): boolean {
    if (!meet(branches, 6 * branch, box)) return true
    if (to - from <= LEAF) {
      for (let i = from; i < to; i++) {
        if (meet(boxes, 6 * order[i]!, box) && visit(order[i]!) === false) return false
      }
      return true
    }
    const middle = (from + to) >>> 1
    return search(2 * branch + 1, from, middle, box, visit) && search(2 * branch + 2, middle, to, box, visit)
  }
}

function meet(boxes: Boxes, at: number, box: ArrayLike<number>): boolean {
  return !(
    boxes[at]! > box[3]! ||
    boxes[at + 3]! < box[0]! ||
    boxes[at + 1]! > box[4]! ||
    boxes[at + 4]! < box[1]! ||
    boxes[at + 2]! > box[5]! ||
    boxes[at + 5]! < box[2]!
  )
}

/** Hoare's selection: afterwards the item at `nth` is where sorting by key would put it, smaller ones before, larger after. */
function select(order: Uint32Array, keys: Float64Array, from: number, to: number, nth: number): void {
  let [low, high] = [from, to]
  while (low < high) {
    const pivot = keys[order[(low + high) >>> 1]!]!
    let [i, j] = [low, high]
    while (i <= j) {
      while (keys[order[i]!]! < pivot) i++
      while (keys[order[j]!]! > pivot) j--
      if (i > j) break
      const moved = order[i]!
      order[i++] = order[j]!
      order[j--] = moved
    }
    if (nth <= j) high = j
    else if (nth >= i) low = i
    else return
  }
}
