/** How numbers grow when lengths are said in another unit. */
export type Times = {
  /** A length, or what grows with a power of one. */
  length: (value: number, power?: number) => number
  /** A coordinate of a node. */
  place: (value: number) => number
}
