import { getOrThrow } from '#lib/values/get-or-throw.ts'

/**
 * The bubbles of grid lines that run alike, in a row along their ends. `half`: of its width, in pixels. `isBlocked`: something lies
 * there, so that it is counted and not written.
 */
export type Bubble = { x: number; y: number; half: number; isBlocked?: boolean }
export type BubbleRow<B extends Bubble> = {
  written: B[]
  /** Between two that are written, and past the ends: so many are not. */
  gaps: { x: number; y: number; count: number }[]
}

/** From the middle of one bubble to the next. */
const APART = 26
/** Room for `+12` with a little air. */
const COUNT = 26
/** A drawing whose larger side is shorter than this on the screen has no bubbles. */
export const SMALLEST_WITH_BUBBLES = 160

/**
 * As many of a row as there is room for; the first and the last always, and what is left out is counted. `px`: pixels of the
 * picture for each of those meant here.
 */
export function bubbleRow<B extends Bubble>(bubbles: readonly B[], px = 1): BubbleRow<B> {
  const row = alongTheRow(bubbles)
  const apart = (a: number, b: number) =>
    Math.hypot(getOrThrow(row, b).x - getOrThrow(row, a).x, getOrThrow(row, b).y - getOrThrow(row, a).y)
  const fits = (a: number, b: number) => {
    const between = b - a > 1 ? COUNT * px : 4 * px
    return apart(a, b) >= Math.max(APART * px, getOrThrow(row, a).half + getOrThrow(row, b).half + between)
  }
  const open = [...row.keys()].filter((k) => !getOrThrow(row, k).isBlocked)
  const places = open.slice(0, 1)
  for (const k of open)
    if (k > getOrThrow(places, places.length - 1) && fits(getOrThrow(places, places.length - 1), k)) places.push(k)
  const [first, last, end] = [places[0], places.at(-1), open.at(-1)]
  if (first === undefined || last === undefined || end === undefined) return { written: [], gaps: [] }
  if (last !== end) {
    while (places.length > 1 && !fits(getOrThrow(places, places.length - 1), end)) places.pop()
    if (fits(getOrThrow(places, places.length - 1), end)) places.push(end)
  }
  const between = places.slice(1).flatMap((place, k) => {
    const before = getOrThrow(places, k)
    const [one, next] = [getOrThrow(row, before), getOrThrow(row, place)]
    // Midway between the edges: of two bubbles one may be a wide plate.
    const share = (1 + (one.half - next.half) / Math.max(apart(before, place), 1)) / 2
    const count = place - before - 1
    return count > 0 ? [{ x: one.x + (next.x - one.x) * share, y: one.y + (next.y - one.y) * share, count }] : []
  })
  const final = getOrThrow(places, places.length - 1)
  const ends = [
    { ...beyond(row, first, -1, px), count: first },
    { ...beyond(row, final, 1, px), count: row.length - 1 - final },
  ]
  return { written: places.map((place) => getOrThrow(row, place)), gaps: [...between, ...ends.filter(({ count }) => count > 0)] }
}

/** Beside the bubble at an end, the way the row runs. */
function beyond(row: readonly Bubble[], k: number, way: 1 | -1, px: number) {
  const [from, to, { x, y, half }] = [getOrThrow(row, 0), getOrThrow(row, row.length - 1), getOrThrow(row, k)]
  const long = Math.hypot(to.x - from.x, to.y - from.y)
  const [across, down] = long > 0 ? [(to.x - from.x) / long, (to.y - from.y) / long] : [1, 0]
  const by = way * (half + (COUNT / 2 + 2) * px)
  return { x: x + by * across, y: y + by * down }
}

/** In the order in which they stand, whichever way the row runs. */
function alongTheRow<B extends Bubble>(bubbles: readonly B[]): B[] {
  const [xs, ys] = [bubbles.map(({ x }) => x), bubbles.map(({ y }) => y)]
  const spread = (values: readonly number[]) =>
    values.reduce((most, value) => Math.max(most, value), -Infinity) -
    values.reduce((least, value) => Math.min(least, value), Infinity)
  const isAcross = spread(xs) >= spread(ys)
  return [...bubbles].sort((a, b) => (isAcross ? a.x - b.x : a.y - b.y))
}
