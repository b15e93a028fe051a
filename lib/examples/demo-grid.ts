import type { ViewerGridLine } from '#lib/schema/schema.ts'
import { keysOf } from '#lib/values/object-keys.ts'

/** The grid of the demo building, in metres, and the names of what lies on it. */

export const LETTERS = { A: 0, B: 7.2, C: 14.4, D: 21.6, E: 28.8 }
export const NUMBERS = { 1: 0, 2: 7.5, 3: 12, 4: 19.5 }
export const LEVELS = { G: 0, 1: 4.2, 2: 7.8, 3: 11.4, 4: 15, R: 18.6 }
const LEVEL_NAMES: Record<Level, string> = { G: 'Ground', 1: 'Level 1', 2: 'Level 2', 3: 'Level 3', 4: 'Level 4', R: 'Roof' }
/** Half way in the 7.5 m bays, where the secondary beams sit. */
export const BETWEEN = { 1.5: 3.75, 3.5: 15.75 }

export type Letter = keyof typeof LETTERS
export type GridRow = keyof typeof NUMBERS
export type Level = keyof typeof LEVELS

export const letters = keysOf(LETTERS)
export const rows: GridRow[] = [1, 2, 3, 4]
export const levels: Level[] = ['G', 1, 2, 3, 4, 'R']
/** From the ground up: the level above and the one it stands on. */
export const storeys: [above: Level, below: Level][] = [
  [1, 'G'],
  [2, 1],
  [3, 2],
  [4, 3],
  ['R', 4],
]

/** The node at a grid and a level: `B3-2`. */
export const nodeId = (letter: Letter, row: GridRow | keyof typeof BETWEEN, level: Level) => `${letter}${row}-${level}`

/** Of the concrete core. */
export const isCore = (letter: Letter, row: GridRow) => (letter === 'C' || letter === 'D') && (row === 2 || row === 3)
export const onCore = (a: [Letter, GridRow], b: [Letter, GridRow]) => isCore(...a) && isCore(...b)

/** Of the bays of row 4. */
export const bracedBays: [Letter, Letter][] = [
  ['A', 'B'],
  ['D', 'E'],
]
/** The node half way along row 4 in a braced bay. */
export const apex = (from: Letter, level: Level) => `${from}.5-4-${level}`

export function gridLines(): ViewerGridLine[] {
  return [
    ...letters.map((label): ViewerGridLine => ({ id: `Grid ${label}`, axis: 'X', coordinate: LETTERS[label], label })),
    ...rows.map((row): ViewerGridLine => ({ id: `Grid ${row}`, axis: 'Y', coordinate: NUMBERS[row], label: `${row}` })),
    ...levels.map(
      (level): ViewerGridLine => ({
        id: `Level ${level}`,
        axis: 'Z',
        coordinate: LEVELS[level],
        label: LEVEL_NAMES[level],
      }),
    ),
  ]
}
