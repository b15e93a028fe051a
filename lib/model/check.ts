import {
  areasWithoutThickness,
  degenerateAreas,
  invalidOpenings,
  judgedAreas,
  openingsOutside,
  outlinesTooLarge,
  overlappingOpenings,
  selfIntersectingAreas,
  warpedAreas,
} from './check-areas.ts'
import type { Found } from './check-found.ts'
import {
  coincidentNodes,
  crossingFrames,
  duplicateFrames,
  frameMeetings,
  isolatedNodes,
  nodesOnFrames,
  overlappingFrames,
  zeroLengthFrames,
} from './check-frames.ts'
import {
  framesWithoutSection,
  invalidOutlines,
  type JudgedSection,
  judgedSections,
  missingMaterials,
  sectionScale,
  sectionsWithoutOutline,
  thicknessConflicts,
  unitScale,
  unitsDisagree,
  unitsNotStated,
  unknownDimensions,
  unresolvedMembers,
  unusedMaterials,
  unusedSections,
} from './check-sections.ts'
import {
  disconnectedParts,
  multipleSupports,
  noSupports,
  partsOf,
  supportsWithoutRestraint,
  unstableParts,
} from './check-stability.ts'
import type { ConstructSectionCreate, Finding, ViewerModel } from './schema.ts'
import { sectionAsReturned } from './section-outline.ts'
import { structureOf } from './structure.ts'

/**
 * The model check: conventions, section 10. Each check is its row of the table; the order of the rows is the order of the
 * findings within a severity. A finder that says a severity itself overrides the row's.
 */
type Check = { code: string; severity: Finding['severity']; find: (subject: Subject) => Iterable<Found> }

/** What several checks look at, made once. */
type Subject = ReturnType<typeof subjectOf>

function subjectOf(model: ViewerModel) {
  const structure = structureOf(model)
  return {
    structure,
    areas: judgedAreas(structure),
    meetings: frameMeetings(structure),
    parts: partsOf(structure),
    sections: judgedSections(structure),
  }
}

const SECTION_CHECKS: (Omit<Check, 'find'> & { find: (subject: { sections: JudgedSection[] }) => Iterable<Found> })[] = [
  { code: 'section_without_outline', severity: 'warning', find: ({ sections }) => sectionsWithoutOutline(sections) },
  { code: 'outline_invalid', severity: 'warning', find: ({ sections }) => invalidOutlines(sections) },
  { code: 'unknown_dimension', severity: 'warning', find: ({ sections }) => unknownDimensions(sections) },
  { code: 'thickness_conflict', severity: 'warning', find: ({ sections }) => thicknessConflicts(sections) },
]

export const CHECKS: readonly Check[] = [
  { code: 'zero_length_frame', severity: 'error', find: ({ structure }) => zeroLengthFrames(structure) },
  { code: 'degenerate_area', severity: 'error', find: ({ areas }) => degenerateAreas(areas) },
  { code: 'self_intersecting_area', severity: 'error', find: ({ structure, areas }) => selfIntersectingAreas(structure, areas) },
  { code: 'no_supports', severity: 'error', find: ({ structure }) => noSupports(structure) },
  { code: 'unstable', severity: 'error', find: ({ structure, parts }) => unstableParts(structure, parts) },
  { code: 'isolated_node', severity: 'warning', find: ({ structure }) => isolatedNodes(structure) },
  { code: 'coincident_nodes', severity: 'warning', find: ({ structure }) => coincidentNodes(structure) },
  { code: 'duplicate_frame', severity: 'warning', find: ({ structure }) => duplicateFrames(structure) },
  { code: 'overlapping_frames', severity: 'warning', find: ({ meetings }) => overlappingFrames(meetings) },
  { code: 'node_on_frame', severity: 'warning', find: ({ structure, meetings }) => nodesOnFrames(structure, meetings) },
  { code: 'disconnected_parts', severity: 'warning', find: ({ structure, parts }) => disconnectedParts(structure, parts) },
  { code: 'frame_without_section', severity: 'warning', find: ({ structure }) => framesWithoutSection(structure) },
  { code: 'missing_material', severity: 'warning', find: ({ structure }) => missingMaterials(structure) },
  { code: 'unresolved_member', severity: 'warning', find: ({ structure }) => unresolvedMembers(structure) },
  { code: 'multiple_supports', severity: 'warning', find: ({ structure }) => multipleSupports(structure) },
  { code: 'warped_area', severity: 'warning', find: ({ structure, areas }) => warpedAreas(structure, areas) },
  { code: 'outline_too_large', severity: 'warning', find: ({ structure, areas }) => outlinesTooLarge(structure, areas) },
  { code: 'opening_outside_area', severity: 'warning', find: ({ structure, areas }) => openingsOutside(structure, areas) },
  { code: 'invalid_opening', severity: 'warning', find: ({ structure, areas }) => invalidOpenings(structure, areas) },
  { code: 'overlapping_openings', severity: 'warning', find: ({ structure, areas }) => overlappingOpenings(structure, areas) },
  { code: 'unit_scale', severity: 'warning', find: ({ structure }) => unitScale(structure) },
  { code: 'section_scale', severity: 'warning', find: ({ structure }) => sectionScale(structure) },
  { code: 'units_disagree', severity: 'warning', find: ({ structure }) => unitsDisagree(structure) },
  { code: 'crossing_frames', severity: 'info', find: ({ meetings }) => crossingFrames(meetings) },
  { code: 'support_without_restraint', severity: 'info', find: ({ structure }) => supportsWithoutRestraint(structure) },
  { code: 'area_without_thickness', severity: 'info', find: ({ structure }) => areasWithoutThickness(structure) },
  { code: 'units_not_stated', severity: 'info', find: ({ structure }) => unitsNotStated(structure) },
  { code: 'unused_section', severity: 'info', find: ({ structure }) => unusedSections(structure) },
  { code: 'unused_material', severity: 'info', find: ({ structure }) => unusedMaterials(structure) },
  ...SECTION_CHECKS,
]

/** Everything worth telling about a model, ordered by severity, row of the table, element. Changes nothing. */
export function checkModel(model: ViewerModel): Finding[] {
  const subject = subjectOf(model)
  return bySeverity(CHECKS.flatMap(({ code, severity, find }) => capped(code, severity, find(subject))))
}

/**
 * The warnings of one write: the section rows of the table for the sections written. A section counts as used unless the
 * caller knows better: who sends a section wants to see it drawn.
 */
export function sectionWarnings(
  sections: readonly ConstructSectionCreate[],
  isUsed: (id: string) => boolean = () => true,
): Finding[] {
  const judged = sections.map((sent): JudgedSection => {
    const { id, type, dimensions } = sent
    return { section: sectionAsReturned(sent), definition: { id, type, ...(dimensions && { dimensions }) }, isUsed: isUsed(id) }
  })
  return bySeverity(SECTION_CHECKS.flatMap(({ code, severity, find }) => capped(code, severity, find({ sections: judged }))))
}

const SEVERITIES = ['error', 'warning', 'info'] as const

function bySeverity(findings: Finding[]): Finding[] {
  return SEVERITIES.flatMap((severity) => findings.filter((finding) => finding.severity === severity))
}

/** So many findings of one code are told one by one; another one counts the rest. */
const MAX_OF_A_CODE = 100

function capped(code: string, severity: Finding['severity'], found: Iterable<Found>): Finding[] {
  const told: Record<Finding['severity'], Finding[]> = { error: [], warning: [], info: [] }
  let count = 0
  let isCutShort = false
  for (const { more, severity: own, ...finding } of found) {
    if (more === 'unknown') isCutShort = true
    count += more === undefined ? 1 : more === 'unknown' ? 0 : more
    const list = told[own ?? severity]
    if (more === undefined && list.length <= MAX_OF_A_CODE) list.push({ severity: own ?? severity, code, ...finding })
  }
  const ordered = SEVERITIES.flatMap((each) => told[each])
  const first = ordered.slice(0, MAX_OF_A_CODE)
  const more = count - first.length
  if (more === 0 && !isCutShort) return first
  const message = isCutShort
    ? `The search for ${code} stopped early: too many elements lie at one place; ${more} more found until then, others are possible`
    : `${more} more findings of ${code}`
  return [...first, { severity: ordered[first.length]?.severity ?? severity, code, message, elements: [] }]
}
