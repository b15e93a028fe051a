import { AXIS_NAMES } from '#lib/model/shape/vector.ts'
import { DIRECTIONS } from '#lib/schema/restraints.ts'
import { FIXED, type Pattern, PINNED } from './support-pattern.ts'

/** As an engineer calls it, else by the directions that it holds; in the axes of the model, whichever way it is shown. */
export function patternName(pattern: Pattern): string {
  if (pattern === FIXED) return 'Fixed'
  if (pattern === PINNED) return 'Pinned'
  if (pattern === 0) return 'Holds nothing'
  const isHeld = (k: number) => ((pattern >> k) & 1) === 1
  if (pattern < PINNED) return `Roller along ${AXIS_NAMES.filter((_, k) => !isHeld(k)).join(', ')}`
  const free = DIRECTIONS.filter((_, k) => !isHeld(k))
  // By the shorter of both lists.
  return free.length < 3 ? `Fixed but ${free.join(' ')}` : `Holds ${DIRECTIONS.filter((_, k) => isHeld(k)).join(' ')}`
}
