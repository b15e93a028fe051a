import type { Profile } from './profile.ts'
import { profileOf } from './profile.ts'
import { type ProfileRow, rowsOf } from './tables.ts'
import { tubeWithoutWall } from './usual-walls.ts'

/**
 * The profiles of a family that are heavier (`above`) or lighter (`below`) than one, the next first: by mass per metre, then by depth.
 * Those of its own series come before all others: IPE 330 before IPE 330 A above IPE 300, and of W those of its nominal depth. Of tubes
 * of Europe and Australia, which are in no table, the usual walls of the same size.
 */
export function nextSizes(profile: Profile, way: 'above' | 'below'): Profile[] {
  const sign = way === 'above' ? 1 : -1
  const { code, family, designation } = profile
  const rows = code ? rowsOf(code, family) : []
  const own = rows.find((row) => row.designation === designation)
  if (!own) {
    const { tubes = [] } = tubeWithoutWall(designation.replace(/X[\d.]+$/, '')) ?? {}
    const massOf = ({ mass = 0 }: Profile) => sign * mass
    return tubes.filter((tube) => massOf(tube) > massOf(profile)).sort((a, b) => massOf(a) - massOf(b))
  }
  const isOfSeries = ({ name: { letters, numbers } }: ProfileRow) =>
    letters === own.name.letters && (family !== 'W' || numbers[0] === own.name.numbers[0])
  const order = (a: ProfileRow, b: ProfileRow) => sign * (a.mass - b.mass || a.h * a.metres - b.h * b.metres)
  return rows
    .filter((row) => order(row, own) > 0)
    .sort((a, b) => Number(isOfSeries(b)) - Number(isOfSeries(a)) || order(a, b))
    .map(profileOf)
}
