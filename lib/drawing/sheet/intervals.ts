/** Stretches of a line. */
export type Interval = readonly [from: number, to: number]

/** Parts of `these`, joined, that are in none of `those`. */
export function without(these: readonly Interval[], those: readonly Interval[]): Interval[] {
  const taken = joined(those)
  return joined(these).flatMap(([from, to]) => {
    const left: Interval[] = []
    let start = from
    for (const [a, b] of taken) {
      if (b <= start || a >= to) continue
      if (a > start) left.push([start, a])
      start = Math.max(start, b)
    }
    if (start < to) left.push([start, to])
    return left
  })
}

/** Also over gaps of `slack`. */
export function joined(intervals: readonly Interval[], tolerance = 1e-9): Interval[] {
  const sorted = [...intervals].sort((a, b) => a[0] - b[0])
  const found: [number, number][] = []
  for (const [from, to] of sorted) {
    const last = found.at(-1)
    if (last && from <= last[1] + tolerance) last[1] = Math.max(last[1], to)
    else found.push([from, to])
  }
  return found
}
