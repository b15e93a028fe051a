import { readUnits } from '#lib/model/units.ts'
import type { EndReleases, ViewerModel } from '#lib/schema/schema.ts'
import { isTyped, type StepValue } from '../step/step-values.ts'
import { NONE, real } from '../step/step-write.ts'
import type { Measures } from './ifc-units.ts'
import { numberOf, wordOf } from './ifc-values.ts'

/** How supports and ends of members are held: `.T.` held, `.F.` free, a number a spring, in newtons and the file's length unit. */

/** Along x, y, z and about them: x is our axis 1, z our axis 2, y the opposite of our axis 3. */
export const RELEASE_AXES = ['p', 'v3', 'v2', 't', 'm3', 'm2'] as const satisfies readonly (keyof EndReleases)[]

/** Newtons in the model's force unit; undefined where it says none. */
export const newtonsOf = ({ units }: Pick<ViewerModel, 'units'>): number | undefined => readUnits(units).force?.newtons

/** `k`: from 0, along x, y, z, then about them. */
export function stiffnessValue(
  held: boolean | null,
  spring: number | null | undefined,
  k: number,
  newtons: number | undefined,
): string {
  if (held !== true && spring && newtons !== undefined) {
    const measure = k < 3 ? 'IFCLINEARSTIFFNESSMEASURE' : 'IFCROTATIONALSTIFFNESSMEASURE'
    return `${measure}(${real(spring * newtons)})`
  }
  return held === null ? NONE : `IFCBOOLEAN(${held ? '.T.' : '.F.'})`
}

/** IFC2X3 says -1 for held and 0 for free. `k`: from 0, along x, y, z, then about them. */
export function readStiffness(
  value: StepValue | undefined,
  k: number,
  { linearStiffness, turningStiffness }: Measures,
): { held: boolean | null; spring?: number } {
  const plain = isTyped(value) ? (value.values[0] ?? null) : value
  const word = wordOf(plain)
  if (word !== undefined) return { held: word === 'T' ? true : word === 'F' ? false : null }
  const number = numberOf(plain)
  if (number === undefined) return { held: null }
  if (number === 0) return { held: false }
  return number < 0 ? { held: true } : { held: null, spring: number * (k < 3 ? linearStiffness : turningStiffness) }
}
