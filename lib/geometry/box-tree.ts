/**
 * A bounding-volume tree in plain typed arrays: items in Morton order, eight to a leaf, and above them a complete binary tree
 * of boxes laid out like a heap (children of k are 2k and 2k + 1). Built in one pass, transferable between threads.
 */
export type BoxTree = {
  /** Items in Morton order. */
  order: Uint32Array
  /** low x y z, high x y z of each tree node; node 1 is the root, node 0 is unused. */
  boxes: Float32Array
  /** Number of leaves, a power of two; leaf k is tree node `leaves + k`. */
  leaves: number
}

const LEAF = 8
/** An empty box: nothing lies in it and every union swallows it. */
const EMPTY = [3e38, 3e38, 3e38, -3e38, -3e38, -3e38]

/** `boxes`: six numbers an item; items for which `isLeftOut` are not in the tree. */
export function boxTree(boxes: Float32Array, isLeftOut: (item: number) => boolean = () => false): BoxTree {
  const order = mortonOrder(boxes, isLeftOut)
  let leaves = 1
  while (leaves * LEAF < order.length) leaves *= 2
  const tree = new Float32Array(12 * leaves)
  for (let k = 2 * leaves - 1; k >= 1; k--) {
    const at = 6 * k
    tree.set(EMPTY, at)
    if (k >= leaves) {
      const first = (k - leaves) * LEAF
      const end = Math.min(first + LEAF, order.length)
      for (let i = first; i < end; i++) unite(tree, at, boxes, 6 * (order[i] as number))
    } else {
      unite(tree, at, tree, at * 2)
      unite(tree, at, tree, at * 2 + 6)
    }
  }
  return { order, boxes: tree, leaves }
}

/** The same tree, in which what is not kept takes no room. A leaf of which anything is kept stays as large as it is. */
export function pruned({ order, boxes, leaves }: BoxTree, isKept: (item: number) => boolean): BoxTree {
  const kept = boxes.slice()
  for (let node = 2 * leaves - 1; node >= 1; node--) {
    const at = 6 * node
    if (node >= leaves) {
      let isAny = false
      // All are asked: whoever asks may be counting.
      for (const item of order.subarray((node - leaves) * LEAF, (node - leaves + 1) * LEAF)) if (isKept(item)) isAny = true
      if (!isAny) kept.set(EMPTY, at)
    } else {
      kept.set(EMPTY, at)
      unite(kept, at, kept, 2 * at)
      unite(kept, at, kept, 2 * at + 6)
    }
  }
  return { order, boxes: kept, leaves }
}

function unite(into: Float32Array, at: number, from: Float32Array, other: number) {
  for (let k = 0; k < 3; k++) {
    if ((from[other + k] as number) < (into[at + k] as number)) into[at + k] = from[other + k] as number
    if ((from[other + k + 3] as number) > (into[at + k + 3] as number)) into[at + k + 3] = from[other + k + 3] as number
  }
}

/** Items sorted along a space-filling curve through the centres of their boxes, ten bits an axis. */
function mortonOrder(boxes: Float32Array, isLeftOut: (item: number) => boolean): Uint32Array {
  const all = boxes.length / 6
  const kept = new Uint32Array(all)
  let count = 0
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < all; i++) {
    if (isLeftOut(i)) continue
    kept[count++] = i
    for (let k = 0; k < 3; k++) {
      const centre = ((boxes[6 * i + k] as number) + (boxes[6 * i + k + 3] as number)) / 2
      if (centre < (low[k] as number)) low[k] = centre
      if (centre > (high[k] as number)) high[k] = centre
    }
  }
  const step = [0, 1, 2].map((k) => 1023.999 / Math.max((high[k] as number) - (low[k] as number), 1e-30))
  let items = kept.slice(0, count)
  let keys = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    const at = 6 * (items[i] as number)
    let key = 0
    for (let k = 0; k < 3; k++) {
      const centre = ((boxes[at + k] as number) + (boxes[at + k + 3] as number)) / 2
      key |= spread(Math.floor((centre - (low[k] as number)) * (step[k] as number))) << k
    }
    keys[i] = key
  }
  // Radix sort, ten bits at a time.
  for (let shift = 0; shift < 30; shift += 10) {
    const starts = new Uint32Array(1025)
    for (let i = 0; i < count; i++) starts[(((keys[i] as number) >>> shift) & 1023) + 1]!++
    for (let i = 0; i < 1024; i++) starts[i + 1]! += starts[i] as number
    const sortedItems = new Uint32Array(count)
    const sortedKeys = new Uint32Array(count)
    for (let i = 0; i < count; i++) {
      const to = starts[((keys[i] as number) >>> shift) & 1023]!++
      sortedItems[to] = items[i] as number
      sortedKeys[to] = keys[i] as number
    }
    items = sortedItems
    keys = sortedKeys
  }
  return items
}

/** The ten bits of a number, two places apart. */
function spread(value: number) {
  let bits = value & 1023
  bits = (bits | (bits << 16)) & 0x030000ff
  bits = (bits | (bits << 8)) & 0x0300f00f
  bits = (bits | (bits << 4)) & 0x030c30c3
  return (bits | (bits << 2)) & 0x09249249
}

/**
 * Visits the items of every leaf whose box, and all boxes above it, `enters`; with `along`, what comes first in that direction
 * first, as far as boxes tell, so that a near find spares the walk what lies behind it.
 */
export function walk(
  tree: BoxTree,
  enters: (boxes: Float32Array, at: number) => boolean,
  visit: (item: number) => void,
  along: readonly [number, number, number] = [0, 0, 0],
) {
  const { boxes, leaves, order } = tree
  const stack = [1]
  while (stack.length) {
    const node = stack.pop() as number
    const at = 6 * node
    if ((boxes[at] as number) > (boxes[at + 3] as number) || !enters(boxes, at)) continue
    if (node < leaves) {
      const isSecondFirst = advance(boxes, 2 * at + 6, along) < advance(boxes, 2 * at, along)
      stack.push(isSecondFirst ? 2 * node : 2 * node + 1, isSecondFirst ? 2 * node + 1 : 2 * node)
    } else {
      const first = (node - leaves) * LEAF
      const end = Math.min(first + LEAF, order.length)
      for (let i = first; i < end; i++) visit(order[i] as number)
    }
  }
}

/** Twice how far the middle of a box lies along a direction. */
const advance = (boxes: Float32Array, at: number, [x, y, z]: readonly [number, number, number]) =>
  x * ((boxes[at] as number) + (boxes[at + 3] as number)) +
  y * ((boxes[at + 1] as number) + (boxes[at + 4] as number)) +
  z * ((boxes[at + 2] as number) + (boxes[at + 5] as number))
