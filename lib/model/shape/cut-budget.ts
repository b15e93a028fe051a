/** Where cutting ends: one object, so that a test can lower them. */
export const MOST_CUT = {
  /** Corners of an outline and its openings; a convex outline alone needs no cutting. */
  corners: 10_000,
  /** Pairs of edges of one area that are looked at, in all. */
  pairs: 2_000_000,
  /** Crossings that are kept until it is known how many of them are one; beyond, there are too many pieces anyway. */
  crossings: 100_000,
  /** Edges after splitting at crossings. */
  pieces: 2_000,
  trapezoids: 20_000,
  /** The sum over a model of (corners of an area)^1.5, of areas above `FEW_CORNERS`. */
  together: 20_000_000,
}
export const FEW_CORNERS = 64

/**
 * Ordinals of the areas that a model has too many corners for: the largest first, of equals the last. `sizes`: the corners of
 * each area; 0 for those that are fans, which cost nothing.
 */
export function tooManyTogether(sizes: ArrayLike<number>): ReadonlySet<number> {
  const large: { k: number; size: number }[] = []
  let together = 0
  for (let k = 0; k < sizes.length; k++) {
    const size = sizes[k]!
    if (size <= FEW_CORNERS || size > MOST_CUT.corners) continue
    together += size ** 1.5
    large.push({ k, size })
  }
  const out = new Set<number>()
  large.sort((a, b) => b.size - a.size || b.k - a.k)
  for (const { k, size } of large) {
    if (together <= MOST_CUT.together) break
    together -= size ** 1.5
    out.add(k)
  }
  return out
}

/** What the areas left out are told, with the ordinals of `tooManyTogether`. */
export const TOGETHER = 'the model has too many corners in such areas, and the largest of them come last'
