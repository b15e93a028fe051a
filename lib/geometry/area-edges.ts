import { type Sight, scaleOf } from './frame-chunks.ts'

/** Edges shorter than this on screen, in pixels, are not drawn. */
export const SHORTEST_EDGE = 6

/** So many edges that follow each other belong together: models list neighbours one after the other. */
const GROUP = 512

/** The box around each group of edges, six numbers a group, and the length of its longest. */
export type EdgeGroups = { count: number; boxes: Float32Array; longest: Float32Array }

/** `lines`: two points an edge. */
export function edgeGroups(lines: Float32Array): EdgeGroups {
  const count = lines.length / 6
  const groups = Math.ceil(count / GROUP)
  const boxes = new Float32Array(6 * groups)
  const longest = new Float32Array(groups)
  for (let edge = 0; edge < count; edge++) {
    const group = Math.floor(edge / GROUP)
    const [from, box] = [6 * edge, 6 * group]
    if (edge % GROUP === 0) boxes.set([3e38, 3e38, 3e38, -3e38, -3e38, -3e38], box)
    let squared = 0
    for (let k = 0; k < 3; k++) {
      const a = lines[from + k] as number
      const b = lines[from + 3 + k] as number
      boxes[box + k] = Math.min(boxes[box + k] as number, a, b)
      boxes[box + 3 + k] = Math.max(boxes[box + 3 + k] as number, a, b)
      squared += (b - a) * (b - a)
    }
    longest[group] = Math.max(longest[group] as number, Math.sqrt(squared))
  }
  return { count, boxes, longest }
}

/** First and end of the edges that may be seen, and are not all too short. */
export function* edgesSeen({ count, boxes, longest }: EdgeGroups, sight: Sight): Generator<[first: number, end: number]> {
  for (let group = 0; group < longest.length; group++) {
    const scale = scaleOf(boxes, 6 * group, sight)
    if (scale === null || (longest[group] as number) * scale < SHORTEST_EDGE) continue
    yield [group * GROUP, Math.min((group + 1) * GROUP, count)]
  }
}
