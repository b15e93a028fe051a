/**
 * A text whose plain order is the natural one: numbers in it by value, small and capital letters alike, so B2 before B10. Each run
 * of digits has its own length before it. Made once for each text, because comparing by a collator takes seconds in large tables.
 */
export const naturalKey = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/\d+/g, (digits) => {
      const number = digits.replace(/^0+(?=\d)/, '')
      return `0${String.fromCharCode(32 + number.length)}${number}`
    })

/** Where each value stands in order, equal ones at one place; -1 for what is empty. */
export function ranksOf(count: number, isEmpty: (k: number) => boolean, compare: (a: number, b: number) => number): Int32Array {
  const filled = Uint32Array.from({ length: count }, (_, k) => k).filter((k) => !isEmpty(k))
  filled.sort(compare)
  const ranks = new Int32Array(count).fill(-1)
  let rank = 0
  for (const [place, k] of filled.entries()) {
    if (place > 0 && compare(filled[place - 1]!, k) !== 0) rank = place
    ranks[k] = rank
  }
  return ranks
}

/** The rows in order of their ranks, the empty ones last either way, equal ones as they were. */
export function inOrder(rows: Uint32Array, ranks: Int32Array, isFalling: boolean): Uint32Array {
  const count = ranks.length
  // One number for each row, so that the sort compares no two rows by a function.
  const keys = Float64Array.from(rows, (row, place) => {
    const rank = ranks[row]!
    return (rank < 0 ? count : isFalling ? count - 1 - rank : rank) * rows.length + place
  }).sort()
  return Uint32Array.from(keys, (key) => rows[key % rows.length]!)
}
