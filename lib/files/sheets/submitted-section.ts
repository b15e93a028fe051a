import { derivedOutline, impliedThickness, sameOutline } from '#lib/model/section/section-outline.ts'
import type { ConstructSectionCreate, SectionDefinition, ViewerSection } from '#lib/schema/schema.ts'

/** What says a returned section again, without what follows from its sizes: outline, thickness of the wall, shape. */
export function submittedSection(section: ViewerSection, definition: SectionDefinition | undefined): ConstructSectionCreate {
  const { id, materialId, name, polygon, shape, source, thickness } = section
  const { type = 'custom', dimensions, profile } = definition ?? {}
  const isOwn = polygon.length > 0 && !sameOutline(polygon, derivedOutline(type, dimensions))
  return {
    ...{ id, type, dimensions, materialId, name, profile, source },
    ...(isOwn && { polygon }),
    ...(shape !== type && { shape }),
    ...(thickness !== impliedThickness(type, dimensions) && { thickness }),
  }
}
