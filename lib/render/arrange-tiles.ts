/** How the views of one picture lie in it. */

/** What a view shows at one scale, in model units. */
export type Extent = { wide: number; high: number }
export type Place = { x: number; y: number; width: number; height: number }

/** Tiles by row, from the top. */
type Rows = readonly number[]

/** In the order in which they are taken where they are equally good. */
const ARRANGEMENTS: Readonly<Record<number, readonly Rows[]>> = {
  1: [[1]],
  2: [[2], [1, 1]],
  3: [[3], [2, 1], [1, 2], [1, 1, 1]],
  4: [[4], [2, 2], [1, 1, 1, 1]],
}

/** Scales within this share are equal: then the earlier one is taken. */
const EQUAL = 0.05

/**
 * The arrangement in which the view that is drawn smallest is drawn largest. `least`: pixels that a tile needs; where no arrangement
 * gives them all, two in a row.
 */
export function arrangeTiles(extents: readonly Extent[], width: number, height: number, least: Extent): Place[] {
  let best: { places: Place[]; scale: number } | undefined
  for (const rows of ARRANGEMENTS[extents.length] ?? []) {
    const places = placesIn(rows, width, height)
    if (places.some((one) => one.width < least.wide || one.height < least.high)) continue
    const scale = Math.min(...places.map((one, k) => scaleIn(one, extents[k])))
    if (!best || scale > (1 + EQUAL) * best.scale) best = { places, scale }
  }
  return best?.places ?? placesIn(extents.length > 2 ? [2, extents.length - 2] : [extents.length], width, height)
}

function scaleIn({ width, height }: Place, { wide, high }: Extent = { wide: 0, high: 0 }): number {
  return Math.min(width / Math.max(wide, 1e-9 * high), height / Math.max(high, 1e-9 * wide))
}

/** A row of fewer tiles than those below it fills the width; one of fewer than those above keeps their columns. */
function placesIn(rows: Rows, width: number, height: number): Place[] {
  const high = Math.floor(height / rows.length)
  let columns = 0
  return rows.flatMap((count, row) => {
    columns = row > 0 && count < columns ? columns : count
    const wide = Math.floor(width / columns)
    return Array.from({ length: count }, (_, k) => ({ x: k * wide, y: row * high, width: wide, height: high }))
  })
}
