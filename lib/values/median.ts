/** The middle of some numbers, however many, or the mean of the middle two; NaN without any. */
export function median(numbers: ArrayLike<number>): number {
  const sorted = Float64Array.from(numbers).sort()
  const half = sorted.length >> 1
  return sorted.length % 2 ? sorted[half]! : sorted[half - 1]! / 2 + sorted[half]! / 2
}

/** Of values that weigh something: half of the weight lies at values up to it. NaN without any. */
export function weightedMedian<T>(items: readonly T[], value: (item: T) => number, weight: (item: T) => number): number {
  const sorted = items.toSorted((a, b) => value(a) - value(b))
  let left = sorted.reduce((sum, item) => sum + weight(item), 0) / 2
  for (const item of sorted) {
    left -= weight(item)
    if (left <= 0) return value(item)
  }
  return Number.NaN
}
