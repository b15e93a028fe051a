import type { SectionDefinition, ViewerSection } from '#lib/schema/schema.ts'
import { signedArea } from './outline-area.ts'
import { outlineFault } from './outline-fault.ts'
import { readDimensions, statedProperty } from './section-dimensions.ts'
import { cleanOutline, innerOutline } from './section-outline.ts'
import { sectionProperties } from './section-properties.ts'

export type AreaFrom = 'published' | 'formula' | 'outline'
export type SectionArea = { area: number; from: AreaFrom } | 'no_outline' | 'invalid_outline'

/** Crossings are looked for among so many pairs of edges. */
const MOST_STEPS = 100_000

/**
 * The published area, of the dimensions or of the profile, else that of the formula, with the fillets of `r`, else that of the submitted
 * outline without its hollow: editing, section 4. A wall that stands in `thickness` alone makes a pipe or box hollow, as it is drawn.
 */
export function sectionArea(section: ViewerSection, definition: SectionDefinition | undefined): SectionArea {
  const { type = 'custom', dimensions = {} } = definition ?? {}
  const published = statedProperty(definition, 'area')
  if (published !== undefined && published > 0) return { area: published, from: 'published' }
  // Of a profile: the table's, with its fillets; of sizes in a name, as in `H300x300x10x15`, what they give.
  if (definition?.area !== undefined) return { area: definition.area, from: definition.standard ? 'published' : 'formula' }
  const hollow = innerOutline(section, definition)
  const { thickness } = section
  const isWallApart = hollow && thickness != null && readDimensions(type, dimensions).canonical.tw === undefined
  const formula = sectionProperties(type, isWallApart ? { ...dimensions, tw: thickness } : dimensions)
  if (formula && formula.area > 0 && Number.isFinite(formula.area)) return { area: formula.area, from: 'formula' }
  if (section.polygon.length === 0) return 'no_outline'
  if (outlineFault(section.polygon, { left: MOST_STEPS })) return 'invalid_outline'
  const area = signedArea(cleanOutline(section.polygon)) - (hollow ? signedArea(hollow) : 0)
  return area > 0 && Number.isFinite(area) ? { area, from: 'outline' } : 'invalid_outline'
}

/** By the place of a section, worked out when it is asked for; undefined where there is none. */
export function areasOfSections(sections: readonly ViewerSection[], definitions: readonly SectionDefinition[]) {
  const known = new Map<number, number | undefined>()
  let byId: Map<string, SectionDefinition> | undefined
  return (place: number): number | undefined => {
    const section = sections[place]
    if (section && !known.has(place)) {
      byId ??= new Map(definitions.map((one) => [one.id, one]))
      const found = sectionArea(section, byId.get(section.id))
      known.set(place, typeof found === 'object' ? found.area : undefined)
    }
    return known.get(place)
  }
}
