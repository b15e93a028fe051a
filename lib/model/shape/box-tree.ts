import { type Boxes, mortonOrder } from './morton-order.ts'
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

/** What is done with an item that is found; the search ends where it answers false. */
type Visit = (item: number) => boolean | undefined

const LEAF = 8
/** An empty box: nothing lies in it and every union swallows it. */
const EMPTY = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]

/** Items for which `isLeftOut` are not in the tree. */
export function boxTree(boxes: Float32Array, isLeftOut?: (item: number) => boolean): BoxTree
export function boxTree(boxes: Float64Array, isLeftOut?: (item: number) => boolean): BoxTree<Float64Array>
export function boxTree(boxes: Boxes, isLeftOut?: (item: number) => boolean): BoxTree<Boxes> {
  return treeOver(boxes, mortonOrder(boxes, isLeftOut))
}

/** The tree of items whose order is known (`mortonOrder`); it keeps that array. */
export function treeOver<B extends Boxes>(boxes: B, order: Uint32Array): BoxTree<B>
export function treeOver(boxes: Boxes, order: Uint32Array): BoxTree<Boxes> {
  let leaves = 1
  while (leaves * LEAF < order.length) leaves *= 2
  const tree = boxes instanceof Float32Array ? new Float32Array(12 * leaves) : new Float64Array(12 * leaves)
  for (let node = 2 * leaves - 1; node >= 1; node--) {
    const offset = 6 * node
    tree.set(EMPTY, offset)
    if (node >= leaves) {
      const first = (node - leaves) * LEAF
      const end = Math.min(first + LEAF, order.length)
      for (let i = first; i < end; i++) unite(tree, offset, boxes, 6 * order[i]!)
    } else {
      unite(tree, offset, tree, offset * 2)
      unite(tree, offset, tree, offset * 2 + 6)
    }
  }
  return { order, boxes: tree, leaves }
}

/** The same tree, in which what is not kept takes no room. A leaf of which anything is kept stays as large as it is. */
export function pruned({ order, boxes, leaves }: BoxTree, holds: (item: number) => boolean): BoxTree {
  const result = boxes.slice()
  for (let node = 2 * leaves - 1; node >= 1; node--) {
    const offset = 6 * node
    if (node >= leaves) {
      let isAny = false
      // All are asked: whoever asks may be counting.
      for (const item of order.subarray((node - leaves) * LEAF, (node - leaves + 1) * LEAF)) if (holds(item)) isAny = true
      if (!isAny) result.set(EMPTY, offset)
    } else {
      result.set(EMPTY, offset)
      unite(result, offset, result, 2 * offset)
      unite(result, offset, result, 2 * offset + 6)
    }
  }
  return { order, boxes: result, leaves }
}

function unite(into: Boxes, offset: number, from: Boxes, other: number) {
  for (let k = 0; k < 3; k++) {
    if (from[other + k]! < into[offset + k]!) into[offset + k] = from[other + k]!
    if (from[other + k + 3]! > into[offset + k + 3]!) into[offset + k + 3] = from[other + k + 3]!
  }
}

/**
 * Visits the items of every leaf whose box, and all boxes above it, `enters`, until a visit answers false; with `along`, what
 * comes first in that direction first, as far as boxes tell, so that a near find spares the walk what lies behind it.
 */
export function walk<B extends Boxes>(
  { boxes, leaves, order }: BoxTree<B>,
  enters: (boxes: B, offset: number) => boolean,
  visit: Visit,
  along?: readonly [number, number, number],
): void {
  const later: number[] = []
  let node: number | undefined = 1
  while (node !== undefined) {
    const offset: number = 6 * node
    const isEntered = boxes[offset]! <= boxes[offset + 3]! && enters(boxes, offset)
    if (isEntered && node < leaves) {
      const isSecondFirst = along && advance(boxes, 2 * offset + 6, along) < advance(boxes, 2 * offset, along)
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
const advance = (boxes: Boxes, offset: number, along: readonly [number, number, number]) =>
  along[0] * (boxes[offset]! + boxes[offset + 3]!) +
  along[1] * (boxes[offset + 1]! + boxes[offset + 4]!) +
  along[2] * (boxes[offset + 2]! + boxes[offset + 5]!)

/** Calls `visit` with every item whose box meets the given one, six numbers from `from` on, until it answers false. */
export type Near = (box: ArrayLike<number>, visit: Visit, from?: number) => void

/** "What lies near this?", of boxes that stay as they are. The order is that of `walk`; it is asked for each element of large models. */
export function nearIn(boxes: Float64Array): Near {
  const { order, boxes: nodes, leaves } = boxTree(boxes)
  // Those of a leaf lie side by side.
  const ordered = new Float64Array(boxes.length)
  for (let i = 0; i < order.length; i++) for (let k = 0; k < 6; k++) ordered[6 * i + k] = boxes[6 * order[i]! + k]!
  /** Of a search within a search behind those of the outer one. */
  const later: number[] = []
  return (box, visit, from = 0) => {
    const x = box[from]!
    const y = box[from + 1]!
    const z = box[from + 2]!
    const X = box[from + 3]!
    const Y = box[from + 4]!
    const Z = box[from + 5]!
    const meets = (of: Float64Array, offset: number) =>
      !(
        of[offset]! > X ||
        of[offset + 3]! < x ||
        of[offset + 1]! > Y ||
        of[offset + 4]! < y ||
        of[offset + 2]! > Z ||
        of[offset + 5]! < z
      )
    const base = later.length
    later.push(1)
    while (later.length > base) {
      const node = later[later.length - 1]!
      later.pop()
      if (!(nodes[6 * node]! <= nodes[6 * node + 3]!) || !meets(nodes, 6 * node)) continue
      if (node < leaves) {
        later.push(2 * node + 1, 2 * node)
        continue
      }
      const first = (node - leaves) * LEAF
      const end = Math.min(first + LEAF, order.length)
      for (let i = first; i < end; i++) {
        if (meets(ordered, 6 * i) && visit(order[i]!) === false) {
          later.length = base
          return
        }
      }
    }
  }
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

/** The box of many points, larger by `more` on every side. */
export function boxOver(points: readonly Vec[], more: number): number[] {
  const reach = (pick: (...of: number[]) => number, by: number) =>
    ([0, 1, 2] as const).map((k) => points.reduce((most, point) => pick(most, point[k]), points[0]?.[k] ?? NaN) + by)
  return [...reach(Math.min, -more), ...reach(Math.max, more)]
}
