/** A part of the larger side of what is drawn. */
const BESIDE = 0.1

/** A grid line a little beside what is drawn belongs to its drawing; one farther away says nothing there, and makes it smaller. */
export const isBeside = (position: number, low: number, high: number, size: number): boolean =>
  size <= 0 || (position >= low - BESIDE * size && position <= high + BESIDE * size)
