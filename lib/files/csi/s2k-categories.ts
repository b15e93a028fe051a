import type { IMPORT_NOTES } from '../note-codes.ts'

type Category = keyof typeof IMPORT_NOTES.dropped

/** Tables that are not read, by the first pattern that fits. */
const CATEGORIES: readonly [pattern: RegExp, category: Category][] = [
  [/^(?:CONNECTIVITY - )?LINK/, 'links'],
  [/^(?:CONNECTIVITY - )?CABLE/, 'cables'],
  [/^(?:CONNECTIVITY - )?TENDON/, 'tendons'],
  [/^(?:CONNECTIVITY - )?SOLID/, 'solids'],
  [
    /^(?:LOAD|CASE|COMBINATION|AUTO (?:SEISMIC|WIND|WAVE)|LANE|VEHICLE|MASS|MATERIAL TEMP|JOINT PATTERN)|LOADS|LOAD TRANSFER|ADDED MASS/,
    'loads',
  ],
  [/^(?:ANALYSIS|ACTIVE DEGREES|FUNCTION|NAMED SETS|DATABASE|OPTIONS|PROJECT INFORMATION|PROGRAM CONTROL)/, 'analysis'],
  [/^(?:PREFERENCES|OVERWRITES|REBAR SIZES)|DESIGN/, 'design'],
  [/^GROUPS/, 'groups'],
  [/CONSTRAINT/, 'constraints'],
  [/^BRIDGE/, 'bridge_objects'],
  [/^(?:MATERIAL PROP|SECTION DESIGNER)|SECTION PROP/, 'property_data'],
  [/^(?:FRAME|AREA|JOINT|COORDINATE)/, 'assignments'],
]

export const categoryOf = (table: string): Category =>
  CATEGORIES.find(([pattern]) => pattern.test(table.toUpperCase()))?.[1] ?? 'unknown'
