import type { Vec } from './vector.ts'

/**
 * What lies where, of many boxes: items in Morton order, eight to a leaf, and above them a complete binary tree of boxes laid
 * out like a heap (children of k are 2k and 2k + 1). Built in one pass, transferable between threads, and of the numbers that it
 * is made of: single ones for a picture, doubles where a check must be exact.
 */
export type BoxTree<B extends Boxes = Float32Array> = {
  /** Items in Morton order. */
  order: Uint32Array
  /** low x y z, high x y z of each tree node; node 1 is the root, node 0 is unused. */
  boxes: B
  /** Number of leaves, a power of two; leaf k is tree node `leaves + k`. */
  leaves: number
}

/** low x y z, high x y z of each item, one after another. */
export type Boxes = Float32Array | Float64Array

/** What is done with an item that is found; the search ends where it answers false. */
type Visit = (item: number) => boolean | undefined

const LEAF = 8
/** An empty box: nothing lies in it and every union swallows it. */
const EMPTY = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]

const none = () => false

/** Items for which `isLeftOut` are not in the tree. */
export function boxTree(boxes: Float32Array, isLeftOut?: (item: number) => boolean): BoxTree
export function boxTree(boxes: Float64Array, isLeftOut?: (item: number) => boolean): BoxTree<Float64Array>
export function boxTree(boxes: Boxes, isLeftOut: (item: number) => boolean = none): BoxTree<Boxes> {
  const order = keptItems(boxes.length / 6, isLeftOut)
  sortByMorton(order, boxes)
  let leaves = 1
  while (leaves * LEAF < order.length) leaves *= 2
  const tree = boxes instanceof Float32Array ? new Float32Array(12 * leaves) : new Float64Array(12 * leaves)
  for (let node = 2 * leaves - 1; node >= 1; node--) {
    const at = 6 * node
    tree.set(EMPTY, at)
    if (node >= leaves) {
      const first = (node - leaves) * LEAF
      const end = Math.min(first + LEAF, order.length)
      for (let i = first; i < end; i++) unite(tree, at, boxes, 6 * order[i]!)
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

function unite(into: Boxes, at: number, from: Boxes, other: number) {
  for (let k = 0; k < 3; k++) {
    if (from[other + k]! < into[at + k]!) into[at + k] = from[other + k]!
    if (from[other + k + 3]! > into[at + k + 3]!) into[at + k + 3] = from[other + k + 3]!
  }
}

function keptItems(count: number, isLeftOut: (item: number) => boolean): Uint32Array {
  const kept = new Uint32Array(count)
  let length = 0
  for (let item = 0; item < count; item++) if (!isLeftOut(item)) kept[length++] = item
  return kept.slice(0, length)
}

/** More than these in one cell of the curve are sorted once more, along a curve through their own extent. */
const CROWD = 64

/**
 * Sorts items along a space-filling curve through the middles of their boxes, ten bits an axis. One item that lies far off would
 * leave all others in one cell: such a crowd gets a curve of its own, or every search would look at all of it.
 */
function sortByMorton(items: Uint32Array, boxes: Boxes): void {
  const count = items.length
  let keys = new Uint32Array(count)
  for (let k = 0; k < 3; k++) addKeys(keys, items, boxes, k)
  let sorted = items
  // Radix sort, ten bits at a time.
  for (let shift = 0; shift < 30; shift += 10) {
    const starts = new Uint32Array(1025)
    for (let i = 0; i < count; i++) starts[((keys[i]! >>> shift) & 1023) + 1]!++
    for (let i = 0; i < 1024; i++) starts[i + 1]! += starts[i]!
    const sortedItems = new Uint32Array(count)
    const sortedKeys = new Uint32Array(count)
    for (let i = 0; i < count; i++) {
      const to = starts[(keys[i]! >>> shift) & 1023]!++
      sortedItems[to] = sorted[i]!
      sortedKeys[to] = keys[i]!
    }
    sorted = sortedItems
    keys = sortedKeys
  }
  items.set(sorted)
  for (let from = 0, to = 0; from < count; from = to) {
    while (to < count && keys[to] === keys[from]) to++
    // A cell that holds everything has one middle in it, or nearly: another curve would not tell them apart either.
    if (to - from > CROWD && to - from < count) sortByMorton(items.subarray(from, to), boxes)
  }
}

/** Of each item the cell in which the middle of its box lies along an axis, as the axis's bits of its key. */
function addKeys(keys: Uint32Array, items: Uint32Array, boxes: Boxes, axis: number): void {
  let low = Infinity
  let high = -Infinity
  for (let i = 0; i < items.length; i++) {
    const at = 6 * items[i]! + axis
    const middle = boxes[at]! / 2 + boxes[at + 3]! / 2
    if (middle < low) low = middle
    if (middle > high) high = middle
  }
  // Of halves: from end to end doubles reach twice as far as one of them can say.
  const step = 1023.999 / Math.max(high / 2 - low / 2, 1e-30)
  for (let i = 0; i < items.length; i++) {
    const at = 6 * items[i]! + axis
    const middle = boxes[at]! / 2 + boxes[at + 3]! / 2
    keys[i]! |= spread(Math.floor((middle / 2 - low / 2) * step)) << axis
  }
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
 * Visits the items of every leaf whose box, and all boxes above it, `enters`, until a visit answers false; with `along`, what
 * comes first in that direction first, as far as boxes tell, so that a near find spares the walk what lies behind it.
 */
export function walk<B extends Boxes>(
  { boxes, leaves, order }: BoxTree<B>,
  enters: (boxes: B, at: number) => boolean,
  visit: Visit,
  along?: readonly [number, number, number],
): void {
  const later: number[] = []
  let node: number | undefined = 1
  while (node !== undefined) {
    const at: number = 6 * node
    const isEntered = boxes[at]! <= boxes[at + 3]! && enters(boxes, at)
    if (isEntered && node < leaves) {
      const isSecondFirst = along && advance(boxes, 2 * at + 6, along) < advance(boxes, 2 * at, along)
      node = isSecondFirst ? 2 * node + 1 : 2 * node
      later.push(node ^ 1)
      continue
    }
    if (isEntered) {
      const first = (node - leaves) * LEAF
      const end = Math.min(first + LEAF, order.length)
      for (let i = first; i < end; i++) if (visit(order[i]!) === false) return
    }
    node = later.pop()
  }
}

/** Twice how far the middle of a box lies along a direction. */
const advance = (boxes: Boxes, at: number, along: readonly [number, number, number]) =>
  along[0] * (boxes[at]! + boxes[at + 3]!) +
  along[1] * (boxes[at + 1]! + boxes[at + 4]!) +
  along[2] * (boxes[at + 2]! + boxes[at + 5]!)

/** Calls `visit` with every item whose box meets the given one, the first six of its numbers, until it answers false. */
export type Near = (box: ArrayLike<number>, visit: Visit) => void

/** "What lies near this?", of boxes that stay as they are. */
export function nearIn(boxes: Float64Array): Near {
  const tree = boxTree(boxes)
  return (box, visit) =>
    walk(
      tree,
      (nodes, at) => meet(nodes, at, box),
      (item) => (meet(boxes, 6 * item, box) ? visit(item) : undefined),
    )
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

/** The box of two points, larger by `more` on every side. */
export function boxAround(a: Vec, b: Vec, more: number): number[] {
  return [
    Math.min(a[0], b[0]) - more,
    Math.min(a[1], b[1]) - more,
    Math.min(a[2], b[2]) - more,
    Math.max(a[0], b[0]) + more,
    Math.max(a[1], b[1]) + more,
    Math.max(a[2], b[2]) + more,
  ]
}
