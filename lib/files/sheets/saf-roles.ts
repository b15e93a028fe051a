import { FRAME_KINDS, kindBySlope } from '#lib/model/frame-guess.ts'
import type { FrameRole } from '#lib/schema/roles.ts'
import { entriesOf, keysOf } from '#lib/values/object-keys.ts'
import type { FrameUse } from '../roles-to-write.ts'
import { plainWord } from './saf-sheets.ts'

/** Roles as the types of members in SAF. */

const TYPES: Readonly<Partial<Record<FrameRole, string>>> = {
  column: 'Column',
  beam: 'Beam',
  purlin: 'Purlin',
  rafter: 'Rafter',
  girt: 'Girt',
  chord: 'TrussChord',
}

/** Those of frames that come back, and of areas those that are kinds of their own. */
export const SAF_ROLES: readonly string[] = [...keysOf(TYPES), 'brace', 'wall', 'shell']

/** By its word, else by its family. `rise`: the sine of its slope. */
export function typeOfMember({ role, family }: FrameUse, rise: number): string {
  if (family === 'brace') return FRAME_KINDS[kindBySlope(rise)] === 'beam' ? 'RoofBracing' : 'WallBracing'
  return (role && TYPES[role]) || TYPES[family] || 'General'
}

const ROLES = new Map<string, FrameRole>([
  ...entriesOf(TYPES).map(([role, type]): [string, FrameRole] => [plainWord(type ?? ''), role]),
  ...['gablecolumn', 'secondarycolumn'].map((type): [string, FrameRole] => [type, 'column']),
  ...['roofbracing', 'wallbracing', 'trussdiagonal'].map((type): [string, FrameRole] => [type, 'brace']),
])

export const roleOfType = (type: string | undefined): FrameRole | undefined => ROLES.get(plainWord(type ?? ''))
