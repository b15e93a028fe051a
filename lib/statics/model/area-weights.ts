import { propertiesOf } from '#lib/profiles/grade.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { noDensityOf, push } from './read-properties.ts'
import { cannotAnalyse, counted, named } from './refusal.ts'

/** Mass of areas in kg/m², by their place in the model; NaN where it is not known. What is needed and missing is told. */
export function areaMasses(model: ViewerModel, metres: number, isNeeded: boolean, issues: Issue[]): Float64Array {
  const sections = new Map((model.sections ?? []).map((section) => [section.id, section]))
  const materials = new Map((model.materials ?? []).map((material) => [material.id, material]))
  const densities = new Map([...materials].map(([id, material]) => [id, propertiesOf(material).density]))
  const without: Record<'thickness' | 'material', string[]> = { thickness: [], material: [] }
  const noDensity = new Map<string, string[]>()
  const masses = Float64Array.from(model.areas ?? [], ({ id, sectionId, thickness, materialId }) => {
    const section = sections.get(sectionId ?? '')
    const thick = thickness ?? section?.thickness
    const material = materialId ?? section?.materialId
    const density = densities.get(material ?? '')
    if (thick == null || !(thick > 0)) without.thickness.push(id)
    if (material == null) without.material.push(id)
    else if (density === undefined) push(noDensity, material, id)
    return thick != null && thick > 0 && density !== undefined ? thick * metres * density : Number.NaN
  })
  if (!isNeeded) return masses
  for (const lacking of ['thickness', 'material'] as const) {
    const ids = without[lacking]
    if (ids.length === 0) continue
    const words = `${counted(ids.length, 'area', ['has', 'have'])} no ${lacking}, which self weight and mass need: ${named(ids)}`
    issues.push(cannotAnalyse(`no_${lacking}`, words, ids))
  }
  for (const [id, ids] of noDensity) issues.push(noDensityOf(id, ids, materials.get(id)))
  return masses
}
