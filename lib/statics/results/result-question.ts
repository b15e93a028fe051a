/** Rows of results that are asked for. */
export const SHOWN_RESULTS = [
  'reactions',
  'displacements',
  'forces',
  'deflections',
  'beams',
  'stresses',
  'drifts',
  'storeys',
  'modes',
] as const
export type ShownResult = (typeof SHOWN_RESULTS)[number]

export type RowsQuestion = {
  show: readonly ShownResult[]
  /** Stations along frames, 0 … 1. */
  at: readonly number[]
  /** A column; `-` before it: falling, by size. */
  sort: string | undefined
  from: number
  limit: number
  /** Most characters of a page; Infinity: as many rows as the limit. */
  characters: number
  digits: number
  /** Whether the shapes of modes are among the displacements. */
  withModes: boolean
  /** Ids that are selected; undefined: all. */
  selected: { nodes: ReadonlySet<string>; frames: ReadonlySet<string> } | undefined
}

/** Of an earlier revision, or the difference from it. */
export type Numbers = Record<string, number | null | (number | null)[]>
export type ResultRow = Record<string, string | Numbers[string] | Numbers>
export type RowsAnswer = {
  rows: Partial<Record<ShownResult, ResultRow[]>>
  total: Partial<Record<ShownResult, number>>
  /** Where the page after this one begins. */
  next: number | undefined
}
