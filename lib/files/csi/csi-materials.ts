import type { UnitsRead } from '#lib/model/units.ts'
import { gradeOf } from '#lib/profiles/grade.ts'
import type { ViewerMaterial } from '#lib/schema/schema.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { knownProperties, type MaterialValues } from '../material-properties.ts'
import type { CsiUnits } from './csi-units.ts'

/** What materials are made of, between units of a file and those of `source.properties`: kg/m³, MPa, 1/K. */

const GRAVITY = 9.80665

/** As a file says it: forces per area or volume, per degree. */
export type CsiMaterial = {
  unitWeight?: number | undefined
  unitMass?: number | undefined
  E?: number | undefined
  G?: number | undefined
  nu?: number | undefined
  alpha?: number | undefined
  fy?: number | undefined
  fc?: number | undefined
}

/** Undefined where the units of the file cannot be read. */
export function statedProperties(
  { unitWeight, unitMass, E, G, nu, alpha, fy, fc }: CsiMaterial,
  { length, force, temperature }: Pick<UnitsRead, 'length' | 'force' | 'temperature'>,
): MaterialValues | undefined {
  if (!length || !force) return undefined
  const stress = (value: number | undefined) =>
    value === undefined || !(value > 0) ? undefined : twelveDigits((value * force.newtons) / length.metres ** 2 / 1e6)
  // Mass per volume is force · s² / length⁴.
  const density =
    unitMass !== undefined && unitMass > 0
      ? (unitMass * force.newtons) / length.metres ** 4
      : unitWeight !== undefined && unitWeight > 0
        ? (unitWeight * force.newtons) / length.metres ** 3 / GRAVITY
        : undefined
  const perKelvin = temperature?.unit === 'F' ? 1.8 : 1
  const all = {
    density: density === undefined ? undefined : twelveDigits(density),
    E: stress(E),
    G: stress(G),
    nu: nu !== undefined && nu > 0 ? nu : undefined,
    fy: stress(fy),
    fc: stress(fc),
    alpha: alpha !== undefined && alpha > 0 ? twelveDigits(alpha * perKelvin) : undefined,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** The way back; only what is known of the material. */
export function csiMaterial(material: ViewerMaterial, { newtons, metres, temperature }: CsiUnits): CsiMaterial {
  const { density, E, G, nu, fy, fc, alpha } = knownProperties(material)
  const stress = (value: number | undefined) =>
    value === undefined ? undefined : twelveDigits((value * 1e6 * metres ** 2) / newtons)
  return {
    unitWeight: density === undefined ? undefined : twelveDigits((density * GRAVITY * metres ** 3) / newtons),
    unitMass: density === undefined ? undefined : twelveDigits((density * metres ** 4) / newtons),
    ...{ E: stress(E), G: stress(G), nu, fy: stress(fy), fc: stress(fc) },
    alpha: alpha === undefined ? undefined : twelveDigits(temperature === 'F' ? alpha / 1.8 : alpha),
  }
}

const TYPES: Readonly<Record<string, string>> = { steel: 'Steel', concrete: 'Concrete', aluminium: 'Aluminum', rebar: 'Rebar' }

/** CSI's word: the one that the source says, else that of the grade. */
export function csiType(material: ViewerMaterial): string {
  const { type } = material.source ?? {}
  if (typeof type === 'string' && /^[A-Za-z]+$/.test(type)) return type
  const grade = gradeOf(material)
  return (grade && 'kind' in grade && TYPES[grade.kind]) || 'Other'
}

export const hasProperties = (material: CsiMaterial): boolean =>
  Object.values(material).some((value: number | undefined) => value !== undefined)
