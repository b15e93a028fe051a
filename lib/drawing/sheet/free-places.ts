import type { Point } from './svg.ts'

/** Where names have room on a drawing: beside other names, and if that can be beside other frames and walls too. Millimetres on paper. */

export type Box = { x0: number; y0: number; x1: number; y1: number }
/** A frame on paper: its line, and how far its body reaches on either side. */
export type Band = { from: Point; to: Point; reach: number }

/** From the drawing to its first chain of dimensions. */
const BESIDE = 5
/** Nobody is looked for farther than in the cells that a box touches. */
const CELL = 20

/** `inside`: of the drawing, beyond which its dimensions stand. */
export function freePlaces(bands: readonly Band[], inside: Box) {
  const frames = cells<Band>()
  for (const band of bands) frames.add(boxAround([band.from, band.to], band.reach), band)
  const names = cells<{ box: Box; text: string }>()
  const around = boxAround([[inside.x0, inside.y0], [inside.x1, inside.y1]], BESIDE) // biome-ignore format: corners
  const isTaken = (box: Box) => names.near(box).some((name) => meet(name.box, box))
  return {
    take: (box: Box, text: string) => names.add(box, { box, text }),
    /** The same stands there already: another frame before or behind this one. */
    isNamed: (box: Box, text: string) => names.near(box).some((name) => name.text === text && meet(name.box, box)),
    /** The first that no name and no other frame is in the way of, better inside than not, else the first without a name; or -1. */
    best(boxes: readonly Box[], own: Band | null): number {
      const free = boxes.flatMap((box, k) => (isTaken(box) ? [] : [k]))
      const isClear = (k: number) => !frames.near(boxes[k]!).some((band) => band !== own && reaches(band, boxes[k]!))
      const within = (box: Box) => free.filter((k) => holds(box, boxes[k]!))
      return within(inside).find(isClear) ?? within(around).find(isClear) ?? within(around)[0] ?? free[0] ?? -1
    },
  }
}

export function boxAround(points: readonly Point[], by = 0): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return { x0: Math.min(...xs) - by, y0: Math.min(...ys) - by, x1: Math.max(...xs) + by, y1: Math.max(...ys) + by }
}

const meet = (a: Box, b: Box) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1

const holds = (a: Box, b: Box) => a.x0 <= b.x0 && a.y0 <= b.y0 && a.x1 >= b.x1 && a.y1 >= b.y1

/** The line runs through the box that is larger by its reach (Liang and Barsky). */
function reaches({ from, to, reach }: Band, box: Box): boolean {
  let [low, high] = [0, 1]
  for (const [k, least, most] of [
    [0, box.x0 - reach, box.x1 + reach],
    [1, box.y0 - reach, box.y1 + reach],
  ] as const) {
    const [position, by] = [from[k], to[k] - from[k]]
    if (Math.abs(by) < 1e-9) {
      if (position <= least || position >= most) return false
      continue
    }
    const [a, b] = [(least - position) / by, (most - position) / by]
    low = Math.max(low, Math.min(a, b))
    high = Math.min(high, Math.max(a, b))
  }
  return low < high
}

function cells<T>() {
  const held = new Map<string, T[]>()
  const keys = ({ x0, y0, x1, y1 }: Box) => {
    const found: string[] = []
    for (let x = Math.floor(x0 / CELL); x <= Math.floor(x1 / CELL); x++)
      for (let y = Math.floor(y0 / CELL); y <= Math.floor(y1 / CELL); y++) found.push(`${x} ${y}`)
    return found
  }
  return {
    add(box: Box, one: T) {
      for (const key of keys(box)) {
        const before = held.get(key)
        if (before) before.push(one)
        else held.set(key, [one])
      }
    },
    near: (box: Box) => keys(box).flatMap((key) => held.get(key) ?? []),
  }
}
