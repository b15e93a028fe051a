import { propertiesOf } from '#lib/profiles/grade.ts'
import type { ViewerMaterial } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'

/** As `source.properties` has them: kg/m³, MPa, 1/K. */
export type MaterialValues = Partial<Record<'density' | 'E' | 'G' | 'nu' | 'fy' | 'fc' | 'alpha', number>>

const STATED_ONLY = ['fy', 'fc', 'alpha'] as const

/**
 * What is known of a material, by its source or its grade: nothing is made up. G follows from E and ν where the source does not state it.
 * Strengths and expansion count only as stated.
 */
export function knownProperties(material: ViewerMaterial): MaterialValues {
  const stated = isDictionary(material.source?.properties) ? material.source.properties : {}
  const { density, E, G, nu } = propertiesOf(material)
  const known: MaterialValues = {}
  const set = (key: keyof MaterialValues, value: unknown) => {
    if (typeof value === 'number' && Number.isFinite(value) && value > 0) known[key] = value
  }
  set('density', density)
  set('E', E)
  set('G', typeof stated.G === 'number' ? stated.G : E !== undefined && nu !== undefined ? E / (2 * (1 + nu)) : G)
  set('nu', nu)
  for (const key of STATED_ONLY) set(key, stated[key])
  return known
}
