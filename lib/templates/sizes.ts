import type { System } from './units.ts'

/**
 * First sizes by rules of thumb, from spans and heights: a place to start from, not a design. Depths are in metres or feet, as the
 * lengths of the template are.
 */

export type Size = { profile: string; depth: number }

const mm = (series: string, ...depths: number[]): Size[] =>
  depths.map((depth) => ({ profile: `${series} ${depth}`, depth: depth / 1000 }))
const inches = (...names: string[]): Size[] =>
  names.map((profile) => ({ profile, depth: Number(/\d+/.exec(profile)?.[0] ?? 0) / 12 }))
const tubes = (metric: boolean, ...names: [string, number][]): Size[] =>
  names.map(([profile, side]) => ({ profile, depth: side / (metric ? 1000 : 12) }))

/** From the smallest up. */
const SERIES: Record<System, Record<'beam' | 'column' | 'tube', readonly Size[]>> = {
  metric: {
    beam: mm('IPE', 160, 180, 200, 220, 240, 270, 300, 330, 360, 400, 450, 500, 550, 600),
    column: mm('HEB', 160, 180, 200, 220, 240, 260, 280, 300, 340, 400),
    tube: tubes(
      true,
      ['SHS 60x60x5', 60],
      ['SHS 80x80x5', 80],
      ['SHS 100x100x6', 100],
      ['SHS 120x120x8', 120],
      ['SHS 150x150x8', 150],
      ['SHS 180x180x10', 180],
      ['SHS 200x200x10', 200],
      ['SHS 250x250x10', 250],
      ['SHS 300x300x12', 300],
      ['SHS 400x400x16', 400],
    ),
  },
  us: {
    beam: inches('W8X18', 'W10X22', 'W12X26', 'W14X34', 'W16X40', 'W18X50', 'W21X62', 'W24X76'),
    column: inches('W8X31', 'W10X49', 'W12X65', 'W14X90'),
    tube: tubes(
      false,
      ['HSS3X3X1/4', 3],
      ['HSS4X4X1/4', 4],
      ['HSS5X5X3/8', 5],
      ['HSS6X6X3/8', 6],
      ['HSS8X8X3/8', 8],
      ['HSS10X10X1/2', 10],
      ['HSS12X12X1/2', 12],
      ['HSS16X16X1/2', 16],
    ),
  },
}

/** The smallest of a series that is at least so deep; the largest where none is. */
export function sizeOf(system: System, series: 'beam' | 'column' | 'tube', depth: number): Size {
  return SERIES[system][series].reduce((found, larger) => (found.depth >= depth - 1e-9 ? found : larger))
}

export const STEEL: Record<System, { id: string; name: string }> = {
  metric: { id: 'S355', name: 'Structural steel S355' },
  us: { id: 'A992', name: 'Structural steel A992' },
}
export const TUBE_STEEL: Record<System, { id: string; name: string }> = {
  metric: STEEL.metric,
  us: { id: 'A500', name: 'Structural steel A500 Grade C' },
}
export const CONCRETE: Record<System, { id: string; name: string }> = {
  metric: { id: 'C30/37', name: 'Concrete C30/37' },
  us: { id: '4000 psi', name: "Concrete f'c 4000 psi" },
}
