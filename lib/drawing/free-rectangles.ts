import { turn } from './polygon.ts'

/** Pixels from the top left of the picture. */
export type Rect = { x0: number; y0: number; x1: number; y1: number }
export type Point = readonly [number, number]

/** From a cover to what is fitted. */
export const APART = 8
export const grown = ({ x0, y0, x1, y1 }: Rect, by: number): Rect => ({ x0: x0 - by, y0: y0 - by, x1: x1 + by, y1: y1 + by })

export function inset({ x0, y0, x1, y1 }: Rect, { least, part }: { least: number; part: number }): Rect | null {
  const by = Math.max(least, part * Math.min(x1 - x0, y1 - y0))
  return x1 - x0 > 2 * by + 16 && y1 - y0 > 2 * by + 16 ? grown({ x0, y0, x1, y1 }, -by) : null
}

/** All rectangles that no cover reaches into and that cannot grow; the largest first. */
export function freeRectangles(covers: readonly Rect[], width: number, height: number): Rect[] {
  let free: Rect[] = [{ x0: 0, y0: 0, x1: width, y1: height }]
  for (const cover of covers) {
    const { x0, y0, x1, y1 } = grown(cover, APART)
    const pieces = free.flatMap((rect) => {
      if (x0 >= rect.x1 || x1 <= rect.x0 || y0 >= rect.y1 || y1 <= rect.y0) return [rect]
      return [
        ...(x0 > rect.x0 ? [{ ...rect, x1: x0 }] : []),
        ...(x1 < rect.x1 ? [{ ...rect, x0: x1 }] : []),
        ...(y0 > rect.y0 ? [{ ...rect, y1: y0 }] : []),
        ...(y1 < rect.y1 ? [{ ...rect, y0: y1 }] : []),
      ]
    })
    const holds = (a: Rect, b: Rect) => a.x0 <= b.x0 && a.y0 <= b.y0 && a.x1 >= b.x1 && a.y1 >= b.y1
    free = pieces.filter((rect, k) => !pieces.some((other, i) => i !== k && holds(other, rect) && (i < k || !holds(rect, other))))
  }
  const area = ({ x0, y0, x1, y1 }: Rect) => (x1 - x0) * (y1 - y0)
  return free.sort((a, b) => area(b) - area(a))
}

/** What is left of a rectangle that gives way to a card in a corner of it, part of the way on both sides. */
export function besideCard(free: Rect, { x0, y0, x1, y1 }: Rect, card: Rect, part: number): Rect {
  const isLeft = card.x0 + card.x1 < free.x0 + free.x1
  const isAbove = card.y0 + card.y1 < free.y0 + free.y1
  const [across, down] = [
    part * Math.max((isLeft ? card.x1 - free.x0 : free.x1 - card.x0) + APART, 0),
    part * Math.max((isAbove ? card.y1 - free.y0 : free.y1 - card.y0) + APART, 0),
  ]
  return {
    x0: isLeft ? Math.max(x0, free.x0 + across) : x0,
    x1: isLeft ? x1 : Math.min(x1, free.x1 - across),
    y0: isAbove ? Math.max(y0, free.y0 + down) : y0,
    y1: isAbove ? y1 : Math.min(y1, free.y1 - down),
  }
}

/** No side of the hull and none of the rectangle has the other wholly outside. */
export function meetsHull(hull: readonly Point[], { x0, y0, x1, y1 }: Rect): boolean {
  if (hull.length === 0) return false
  const [xs, ys] = [hull.map(([x]) => x), hull.map(([, y]) => y)]
  if (xs.every((x) => x <= x0) || xs.every((x) => x >= x1) || ys.every((y) => y <= y0) || ys.every((y) => y >= y1)) return false
  const box: Point[] = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ]
  return !hull.some((point, k) => box.every((corner) => turn(point, hull[(k + 1) % hull.length]!, corner) <= 0))
}
