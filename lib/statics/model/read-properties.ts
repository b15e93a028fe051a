import { oddMaterial } from '#lib/model/check/check-materials.ts'
import { type MissingProperty, type SectionStiffness, sectionStiffness } from '#lib/model/section/section-stiffness.ts'
import { taperPairs } from '#lib/model/taper-pairs.ts'
import { sectionBetween, taperStiffness } from '#lib/model/taper-section.ts'
import { expansionOf, propertiesOf } from '#lib/profiles/grade.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import type { ViewerMaterial, ViewerModel } from '#lib/schema/schema.ts'
import { type FrameProperties, framePropertiesOf } from './frame-properties.ts'
import type { Along, TaperPlace } from './frame-taper.ts'
import { cannotAnalyse, counted, named } from './refusal.ts'

/** Properties of the frames of a model by section and material, and what is missing of them, told once a reason. */

type Using = {
  id: string
  sectionId: string | undefined
  materialId: string | undefined
  /** Of a frame that tapers. */
  endSectionId: string | undefined
  parts: readonly [number, number] | undefined
}

/** Of a taper `properties` are those of its middle. `along`: none of a prism, also where sections do not fit. */
export type MadeOf = { properties: FrameProperties; along: Along | null }

/** `heat`: frames under temperature loads; `weighed`: whether masses or self weight need densities. */
export type Needs = { isWeighed: boolean; heated: ReadonlySet<string> }

/** In the order of the frames. Of one that cannot be analysed there is an issue. */
export function readProperties(
  model: ViewerModel,
  frames: readonly Using[],
  needs: Needs,
  metres: number,
  withShear: boolean,
  issues: Issue[],
): MadeOf[] {
  const sections = new Map((model.sections ?? []).map((section) => [section.id, section]))
  const definitions = new Map((model.sectionDefinitions ?? []).map((definition) => [definition.id, definition]))
  const materials = new Map((model.materials ?? []).map((material) => [material.id, material]))
  const pairs = taperPairs((id) => sections.get(id), model.sectionDefinitions)
  const known = new Map<string, MadeOf | undefined>()
  const without: Record<'section' | 'material' | 'expansion', string[]> = { section: [], material: [], expansion: [] }
  const faults = new Map<string, { missing: MissingProperty[]; sectionId: string }>()
  const noModulus = new Set<string>()
  const noDensity = new Map<string, string[]>()

  const elasticOf = eachOnce((id: string) => {
    const material = materials.get(id)
    return material && { ...propertiesOf(material), alpha: expansionOf(material) }
  })
  const make = ({ sectionId = '', materialId = '', endSectionId, parts }: Using): MadeOf | undefined => {
    const section = sections.get(sectionId)
    if (!section) return undefined
    const pair = parts && pairs(sectionId, endSectionId)
    const stiffnessAt = pair && taperStiffness(pair)
    const stiffness = stiffnessAt?.(0.5) ?? sectionStiffness(section, definitions.get(sectionId))
    const { E, G, nu = 0.3, density, alpha, fy } = elasticOf(materialId) ?? {}
    if ('missing' in stiffness) faults.set(sectionId, { ...stiffness, sectionId })
    if ('missing' in stiffness || E === undefined) return undefined
    const elastic = { E, G: G ?? E / (2 * (1 + nu)), density, alpha, fy }
    const propertiesWith = (found: SectionStiffness) => framePropertiesOf(found, elastic, metres, withShear)
    if (!pair || !stiffnessAt) return { properties: propertiesWith(stiffness), along: null }
    const [a, b] = parts
    const along: Along = eachOnce((share: number): TaperPlace => {
      const s = share === 0 ? a : share === 1 ? b : a + share * (b - a)
      const found = stiffnessAt(s)
      // Between two that have them.
      if ('missing' in found) throw new Error(`a taper from ${sectionId} has no ${found.missing.join(', ')}`)
      return { properties: propertiesWith(found), section: sectionBetween(pair, s) }
    })
    return { properties: along(0.5).properties, along }
  }
  const found: MadeOf[] = []
  for (const frame of frames) {
    const { id, sectionId, materialId, endSectionId, parts } = frame
    if (sectionId === undefined || !sections.has(sectionId)) without.section.push(id)
    if (materialId === undefined || !materials.has(materialId)) without.material.push(id)
    const elastic = materialId === undefined ? undefined : elasticOf(materialId)
    if (materialId !== undefined && elastic) {
      if (elastic.E === undefined) noModulus.add(materialId)
      if (needs.isWeighed && elastic.density === undefined) push(noDensity, materialId, id)
      if (needs.heated.has(id) && elastic.alpha === undefined) without.expansion.push(id)
    }
    const key = JSON.stringify([sectionId, materialId, ...(parts ? [endSectionId, parts] : [])])
    if (!known.has(key)) known.set(key, make(frame))
    const made = known.get(key)
    if (made) found.push(made)
  }
  report(without, issues)
  for (const { missing, sectionId } of faults.values()) issues.push(noProperties(sectionId, missing))
  for (const id of noModulus) issues.push(cannotAnalyse('no_modulus', noModulusWords(id, materials.get(id)), [id]))
  for (const [id, ids] of noDensity) issues.push(noDensityOf(id, ids, materials.get(id)))
  return found
}

function eachOnce<K, V>(make: (of: K) => V): (of: K) => V {
  const known = new Map<K, V>()
  return (of) => {
    const made = known.get(of) ?? make(of)
    known.set(of, made)
    return made
  }
}

export function noDensityOf(materialId: string, ids: readonly string[], material: ViewerMaterial | undefined): Issue {
  const msg = `Material ${named([materialId])} has no density, which self weight and mass need: ${named(ids)}. Give source.properties.density in kg/m³${statedWords(material)}`
  return cannotAnalyse('no_density', msg, ids)
}

const noModulusWords = (id: string, material: ViewerMaterial | undefined) =>
  `Material ${named([id])} has no E: its name is read as no grade. Give source.properties.E in MPa${statedWords(material)}`

/** Who stated something that cannot be has not stated nothing. */
function statedWords(material: ViewerMaterial | undefined): string {
  const odd = material && oddMaterial(material)
  return odd === undefined ? '' : `. ${odd}`
}

function noProperties(id: string, missing: readonly MissingProperty[]): Issue {
  const msg = `Section ${named([id])} has no ${missing.join(', ')}: give sizes, a profile, an outline, or dimensions area, i33, i22, j`
  return cannotAnalyse('no_properties', msg, [id])
}

function report({ section, material, expansion }: Record<'section' | 'material' | 'expansion', string[]>, issues: Issue[]): void {
  const has = ['has', 'have'] as const
  if (section.length > 0) {
    issues.push(cannotAnalyse('no_section', `${counted(section.length, 'frame', has)} no section: ${named(section)}`, section))
  }
  if (material.length > 0) {
    issues.push(
      cannotAnalyse('no_material', `${counted(material.length, 'frame', has)} no material: ${named(material)}`, material),
    )
  }
  if (expansion.length > 0) {
    const msg = `The material of ${named(expansion)} has no known expansion, which temperature loads need. Give source.properties.alpha per K`
    issues.push(cannotAnalyse('no_expansion', msg, expansion))
  }
}

export function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
