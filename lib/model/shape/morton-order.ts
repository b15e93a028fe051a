import { sortPairs } from '#lib/values/sort-pairs.ts'

/** low x y z, high x y z of each item, one after another. */
export type Boxes = Float32Array | Float64Array

const none = () => false

/**
 * Items along a space-filling curve through the middles of their boxes, ten bits an axis (Morton, 1966), so that neighbours come
 * near each other; those for which `isLeftOut` are not among them.
 */
export function mortonOrder(boxes: Boxes, isLeftOut: (item: number) => boolean = none): Uint32Array {
  const order = remainingItems(boxes.length / 6, isLeftOut)
  sortByMorton(order, boxes)
  return order
}

function remainingItems(count: number, isLeftOut: (item: number) => boolean): Uint32Array {
  const remaining = new Uint32Array(count)
  let length = 0
  for (let item = 0; item < count; item++) if (!isLeftOut(item)) remaining[length++] = item
  return remaining.slice(0, length)
}

/** More than these in one cell of the curve are sorted once more, along a curve through their own extent. */
const CROWD = 64

/**
 * One item that lies far off would leave all others in one cell: such a crowd gets a curve of its own, or every search would look at
 * all of it.
 */
function sortByMorton(items: Uint32Array, boxes: Boxes): void {
  const count = items.length
  const cells = new Uint32Array(count)
  for (let k = 0; k < 3; k++) addBits(cells, items, boxes, k)
  const pairs = new Uint32Array(2 * count)
  for (let i = 0; i < count; i++) {
    pairs[2 * i] = items[i]!
    pairs[2 * i + 1] = cells[i]!
  }
  sortPairs(pairs)
  for (let i = 0; i < count; i++) {
    items[i] = pairs[2 * i]!
    cells[i] = pairs[2 * i + 1]!
  }
  for (let from = 0, to = 0; from < count; from = to) {
    while (to < count && cells[to] === cells[from]) to++
    // A cell that holds everything has one middle in it, or nearly: another curve would not tell them apart either.
    if (to - from > CROWD && to - from < count) sortByMorton(items.subarray(from, to), boxes)
  }
}

/** Of each item the cell in which the middle of its box lies along an axis, as the axis's bits of its own. */
function addBits(cells: Uint32Array, items: Uint32Array, boxes: Boxes, axis: number): void {
  let low = Infinity
  let high = -Infinity
  for (let i = 0; i < items.length; i++) {
    const offset = 6 * items[i]! + axis
    const middle = boxes[offset]! / 2 + boxes[offset + 3]! / 2
    if (middle < low) low = middle
    if (middle > high) high = middle
  }
  // Of halves: from end to end doubles reach twice as far as one of them can say.
  const step = 1023.999 / Math.max(high / 2 - low / 2, 1e-30)
  for (let i = 0; i < items.length; i++) {
    const offset = 6 * items[i]! + axis
    const middle = boxes[offset]! / 2 + boxes[offset + 3]! / 2
    cells[i]! |= spread(Math.floor((middle / 2 - low / 2) * step)) << axis
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
