import { upAxis } from '#lib/model/display-axes.ts'
import type { Up } from '#lib/model/up-axis.ts'
import { DIRECTIONS } from '#lib/schema/restraints.ts'
import type { ViewerSupportRestraints } from '#lib/schema/schema.ts'

/** Restrained directions as bits, u1 u2 u3 r1 r2 r3 from the lowest: 63 is fixed, 7 pinned, 0 holds nothing. */
export type Pattern = number

export const FIXED: Pattern = 0b111111
export const PINNED: Pattern = 0b000111

/** `null` and absent count as free. */
export const patternOf = (restraints: ViewerSupportRestraints | undefined): Pattern =>
  DIRECTIONS.reduce((bits, direction, k) => bits | (restraints?.[direction] === true ? 1 << k : 0), 0)

/** `111 000` */
export const patternText = (pattern: Pattern) =>
  `${[0, 1, 2].map((k) => (pattern >> k) & 1).join('')} ${[3, 4, 5].map((k) => (pattern >> k) & 1).join('')}`

/** In the axes of the display, into which a glyph is turned: with Y up its u3 is the model's u2, and so for the rotations. */
export function patternShown(pattern: Pattern, up: Up | null): Pattern {
  if (upAxis(up) === 'Z') return pattern
  const [ones, twos, threes] = [pattern & 0b001001, pattern & 0b010010, pattern & 0b100100]
  return ones | (twos << 1) | (threes >> 1)
}
