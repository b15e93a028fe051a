/** The largest of some numbers, however many: spread into Math.max, a list above some 120,000 is a RangeError. */
export function most<T>(items: Iterable<T>, value: (item: T) => number): number {
  let found = -Infinity
  for (const item of items) found = Math.max(found, value(item))
  return found
}
