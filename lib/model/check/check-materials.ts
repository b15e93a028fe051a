import { gradeOf, propertiesOf, type StatedProperty, statedBy } from '#lib/profiles/grade.ts'
import type { ViewerMaterial } from '#lib/schema/schema.ts'
import { digits, named, type RuleFinding } from './check-finding.ts'
import type { Structure } from './structure.ts'

/** Densities and moduli that materials state in another unit than that of every model, or not at all. Conventions, section 10. */

type Stated = Exclude<StatedProperty, 'nu'>
/** From the lightest to the heaviest that is built with, and from the softest to the stiffest and strongest. */
const BUILT: Record<Stated, { unit: string; from: number; to: number; others: readonly (readonly [unit: string, times: number])[] }> = {
  density: { unit: 'kg/m³', from: 100, to: 25_000, others: [['kN/m³', 1000 / 9.80665], ['t/m³', 1000], ['lb/ft³', 16.01846], ['kg/mm³', 1e9], ['t/mm³', 1e12]] },
  E: { unit: 'MPa', from: 500, to: 1_500_000, others: [['GPa', 1000], ['kPa', 1e-3], ['Pa', 1e-6]] },
  G: { unit: 'MPa', from: 20, to: 600_000, others: [['GPa', 1000], ['kPa', 1e-3], ['Pa', 1e-6]] },
  fy: { unit: 'MPa', from: 1, to: 5000, others: [['kPa', 1e-3], ['Pa', 1e-6]] },
  alpha: { unit: 'per K', from: 0, to: 3e-4, others: [['10⁻⁶ per K', 1e-6]] },
} // biome-ignore format: a line each
/** So many times another than that of the grade or kind that its name says. */
const OTHER = 3

export function* materialsOfOtherScale({ model }: Structure): Iterable<RuleFinding> {
  for (const material of model.materials ?? []) {
    const message = oddMaterial(material)
    if (message === undefined) continue
    yield {
      message,
      elements: [{ kind: 'material', id: material.id }],
      fix: 'State density in kg/m³, E, G and fy in MPa, whatever the units of the model are; alpha per K, nu from 0 to 0.5.',
    }
  }
}

/** What a material states that nothing is built of, and what cannot be and is left aside; undefined where all is usual. */
export function oddMaterial(material: ViewerMaterial): string | undefined {
  const wrong = statedInOther(material)
  const aside = statedInVain(material)
  if (wrong.length + aside.length === 0) return undefined
  const parts = [
    ...(wrong.length > 0 ? [`states ${wrong.join(', ')}, which nothing is built of`] : []),
    ...(aside.length > 0 ? [`states ${aside.join(', ')}, which cannot be: left aside`] : []),
  ]
  return `Material ${named(material.id)} ${parts.join('; ')}`
}

/** `E -5`, `nu 0.9`, and what counts in their place. */
function statedInVain(material: ViewerMaterial): string[] {
  const known = propertiesOf(material)
  const stated = statedBy(material)
  return known.leftAside.map((key) => {
    const instead = known[key]
    const sent = [...(JSON.stringify(stated[key]) ?? '')].slice(0, MOST_SENT).join('')
    return `${key} ${sent}${instead === undefined ? '' : ` (${digits(instead)} by its name)`}`
  })
}
const MOST_SENT = 40

function statedInOther(material: ViewerMaterial): string[] {
  const found = propertiesOf(material)
  const stated = statedBy(material)
  const grade = gradeOf(material)
  const usual = grade && 'kind' in grade ? grade : undefined
  return (Object.keys(BUILT) as Stated[]).flatMap((key) => {
    const { unit, from, to, others } = BUILT[key]
    const value = found[key]
    if (value === undefined || stated[key] === undefined) return []
    const known = key === 'fy' || key === 'alpha' ? undefined : usual?.[key]
    const isBuilt = (one: number) =>
      known === undefined ? one >= from && one <= to : one <= OTHER * known && one >= known / OTHER
    if (isBuilt(value)) return []
    const meant = others.find(([, times]) => isBuilt(value * times))
    return [`${key} ${digits(value)} ${unit}${meant ? ` (are they ${meant[0]}?)` : ''}`]
  })
}

/** In a model that has loads: of frames without a modulus, and where own weight counts without a density, nothing can be computed. */
export function* incompleteMaterials({ model, frames, areas }: Structure): Iterable<RuleFinding> {
  const isWeighed = (model.loadCases ?? []).some(({ selfWeight }) => selfWeight)
  if (!isWeighed && !model.loads?.length) return
  const ofFrames = new Set(frames.flatMap(({ isZeroLength, materialId }) => (isZeroLength ? [] : (materialId ?? []))))
  const ofAreas = new Set(areas.flatMap(({ materialId }) => materialId ?? []))
  for (const material of model.materials ?? []) {
    const { id } = material
    const { E, density, candidates } = propertiesOf(material)
    const needs = {
      'modulus of elasticity': E === undefined && ofFrames.has(id),
      density: density === undefined && isWeighed && (ofFrames.has(id) || ofAreas.has(id)),
    }
    const missing = Object.entries(needs).flatMap(([what, isMissing]) => (isMissing ? [what] : []))
    if (missing.length === 0) continue
    yield {
      message: `Material ${named(id)} has no ${missing.join(' and no ')}, which the analysis needs: its name is read as ${candidates ? `${candidates.join(' or ')}, undecided` : 'no grade'}`,
      elements: [{ kind: 'material', id }],
      fix: `Name it by its grade, or state ${needs.density ? 'source.properties.density in kg/m³' : ''}${missing.length > 1 ? ' and ' : ''}${needs['modulus of elasticity'] ? 'source.properties.E in MPa' : ''}.`,
    }
  }
}
