import type { ColourBy } from '../worker/elements.ts'

/** By what elements are coloured, in words. */
export const COLOURS: readonly (readonly [ColourBy, string])[] = [
  ['kind', 'Kind'],
  ['section', 'Section'],
  ['material', 'Material'],
  ['member', 'Member'],
  ['storey', 'Storey'],
  ['finding', 'Finding of the check'],
]
