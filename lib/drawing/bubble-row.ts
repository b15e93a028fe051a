/** The bubbles of grid lines that run alike, in a row along their ends. `half`: of its width, in pixels. */
export type Bubble = { x: number; y: number; half: number }
export type BubbleRow<B extends Bubble> = {
  written: B[]
  /** Between two that are written: so many are not. */
  gaps: { x: number; y: number; count: number }[]
}

/** From the middle of one bubble to the next. */
const APART = 26
/** Room for `+12` with a little air. */
const COUNT = 26
/** A drawing whose larger side is shorter than this on the screen has no bubbles. */
export const SMALLEST_WITH_BUBBLES = 160

/**
 * As many of a row as there is room for; the first and the last always, and between them what is left out is counted. `px`:
 * pixels of the picture for each of those meant here.
 */
export function bubbleRow<B extends Bubble>(bubbles: readonly B[], px = 1): BubbleRow<B> {
  const row = alongTheRow(bubbles)
  const [first, last] = [row[0], row.at(-1)]
  if (!first || !last) return { written: [], gaps: [] }
  const fits = (a: number, b: number) => {
    const [one, next] = [row[a]!, row[b]!]
    const between = b - a > 1 ? COUNT * px : 4 * px
    return Math.hypot(next.x - one.x, next.y - one.y) >= Math.max(APART * px, one.half + next.half + between)
  }
  const places = [0]
  for (let k = 1; k < row.length; k++) if (fits(places.at(-1)!, k)) places.push(k)
  const end = row.length - 1
  if (places.at(-1) !== end) {
    while (places.length > 1 && !fits(places.at(-1)!, end)) places.pop()
    if (fits(places.at(-1)!, end)) places.push(end)
  }
  const gaps = places.slice(1).flatMap((place, k) => {
    const [one, next] = [row[places[k]!]!, row[place]!]
    const count = place - places[k]! - 1
    // Midway between the edges: of two bubbles one may be a wide plate.
    const share = (1 + (one.half - next.half) / Math.max(Math.hypot(next.x - one.x, next.y - one.y), 1)) / 2
    return count > 0 ? [{ x: one.x + (next.x - one.x) * share, y: one.y + (next.y - one.y) * share, count }] : []
  })
  return { written: places.map((place) => row[place]!), gaps }
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
