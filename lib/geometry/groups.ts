import { type Sight, scaleOf } from './frame-chunks.ts'

/** So many items that follow each other belong together: models list neighbours one after the other. */
export const GROUP = 512

/** The box around each group of items, six numbers a group, and the size of its largest item. */
export type Groups = { count: number; boxes: Float32Array; largest: Float32Array }

/** `measure` says how large an item is, and tells `around` the points that its box holds. */
export function groupsOf(
  count: number,
  measure: (item: number, around: (x: number, y: number, z: number) => void) => number,
): Groups {
  const groups = Math.ceil(count / GROUP)
  const boxes = new Float32Array(6 * groups)
  let box = 0
  const grow = (k: number, value: number) => {
    boxes[box + k] = Math.min(boxes[box + k]!, value)
    boxes[box + 3 + k] = Math.max(boxes[box + 3 + k]!, value)
  }
  const around = (x: number, y: number, z: number) => {
    grow(0, x)
    grow(1, y)
    grow(2, z)
  }
  const largest = new Float32Array(groups)
  for (let item = 0; item < count; item++) {
    const group = Math.floor(item / GROUP)
    box = 6 * group
    if (item % GROUP === 0) boxes.set([3e38, 3e38, 3e38, -3e38, -3e38, -3e38], box)
    largest[group] = Math.max(largest[group]!, measure(item, around))
  }
  return { count, boxes, largest }
}

/** First and end of the items that may be seen, `least` pixels large or more. A single group is always drawn. */
export function* groupsSeen(
  { count, boxes, largest }: Groups,
  sight: Sight,
  least: number,
): Generator<[first: number, end: number]> {
  if (largest.length <= 1) {
    if (count) yield [0, count]
    return
  }
  for (let group = 0; group < largest.length; group++) {
    const scale = scaleOf(boxes, 6 * group, sight)
    if (scale === null || largest[group]! * scale < least) continue
    yield [group * GROUP, Math.min((group + 1) * GROUP, count)]
  }
}
