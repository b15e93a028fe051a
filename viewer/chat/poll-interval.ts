/** When a view in a conversation asks whether its model has changed. */

const SECOND = 1000
const MINUTE = 60 * SECOND

export type Since = {
  /** Since the last change, and since the view came into sight. */
  quietMs: number
  /** How long reading the model took the last time. */
  lastReadMs: number
  /** Failures in a row. */
  failures: number
}

/** Milliseconds before the next question: often while somebody works, seldom later, never busier with it than a fifth of the time. */
export function waitBefore({ quietMs, lastReadMs, failures }: Since): number {
  if (failures > 0) return Math.min(60 * SECOND, 5 * SECOND * 2 ** (failures - 1))
  const wanted = quietMs < 5 * MINUTE ? 2 * SECOND : quietMs < 30 * MINUTE ? 10 * SECOND : 30 * SECOND
  return Math.max(wanted, 4 * lastReadMs)
}
