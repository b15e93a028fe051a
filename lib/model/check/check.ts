import type { ConstructModelElementsBatch } from '#lib/schema/request-bodies.ts'
import type { ConstructSectionCreate, Finding, ViewerModel } from '#lib/schema/schema.ts'
import { sectionAsReturned } from '../section/section-outline.ts'
import { hasProfile } from '../section/section-profile.ts'
import { type LengthUnit, readLength, readUnits } from '../units.ts'
import { sectionDefinition } from '../viewer-model.ts'
import { judgedAreas } from './area-planes.ts'
import {
  areasWithoutThickness,
  degenerateAreas,
  outlinesTooLarge,
  repeatedNodes,
  selfIntersectingAreas,
  warpedAreas,
} from './check-areas.ts'
import { beamsAboveSlabs, beamsOnWeakAxis } from './check-beams.ts'
import { countedTwice, unusualFactors } from './check-combinations.ts'
import { maybeYUp, maybeZDown } from './check-directions.ts'
import { columnsWithoutSupport, freeEnds, likeSupports, supportsAboveFeet } from './check-feet.ts'
import { type FixOp, fixText, type RuleFinding } from './check-finding.ts'
import { crossingFrames, duplicateFrames, nodesOnFrames, overlappingFrames, zeroLengthFrames } from './check-frames.ts'
import { loadsUpward } from './check-load-signs.ts'
import {
  combinationsOfEmptyCases,
  diaphragmsNotLevel,
  diaphragmsWithoutNodes,
  emptyLoadCases,
  equalLoads,
  loadsIntoSupports,
  loadsOfOtherSize,
  loadsOnUnusedNodes,
  unusualOwnWeights,
  weightsAgain,
} from './check-loads.ts'
import { incompleteMaterials, materialsOfOtherScale } from './check-materials.ts'
import { membersOutOfOrder } from './check-members.ts'
import { closeNodes, coincidentNodes, isolatedNodes } from './check-nodes.ts'
import { invalidOpenings, openingsOutside, overlappingOpenings } from './check-openings.ts'
import { sizeOutliers } from './check-outliers.ts'
import { overlappingAreas } from './check-overlaps.ts'
import { profilesOfOtherMaterial, sectionsInOtherUnit, sectionsOfOtherSize } from './check-profiles.ts'
import { releasesInSource } from './check-releases.ts'
import {
  framesWithoutSection,
  invalidOutlines,
  judgedSections,
  membersInPieces,
  membersOfOtherSection,
  missingMaterials,
  sectionsOfOtherKind,
  sectionsWithoutOutline,
  thicknessConflicts,
  unitsDisagree,
  unitsNotStated,
  unknownDimensions,
  unresolvedMembers,
  unusedMaterials,
  unusedSections,
} from './check-sections.ts'
import { frameSizes, sectionScale, unitScale } from './check-sizes.ts'
import {
  disconnectedParts,
  multipleSupports,
  noSupports,
  partsOf,
  supportsWithoutRestraint,
  unstableParts,
} from './check-stability.ts'
import { tapersIn, tapersThatDoNotFit, unusualTapers } from './check-tapers.ts'
import { byEndNodes, frameMeetings } from './frame-meetings.ts'
import { type JudgedSection, type Structure, structureOf } from './structure.ts'

/**
 * The model check: conventions, section 10. Each check is its row of the table; the order of the rows is the order of the
 * findings within a severity. A finder that says a severity itself overrides the row's.
 */
type Check = { code: string; severity: Finding['severity']; find: (subject: Subject) => Iterable<RuleFinding> }

/** What several checks look at, made when it is first asked for. */
type Subject = ReturnType<typeof subjectOf>

function subjectOf(model: ViewerModel) {
  const structure = structureOf(model)
  const ends = once(() => byEndNodes(structure))
  const [areas, meetings, parts, sections, sizes, supports, tapers] = [
    once(() => judgedAreas(structure)),
    once(() => frameMeetings(structure, ends())),
    once(() => partsOf(structure)),
    once(() => judgedSections(structure)),
    once(() => frameSizes(structure)),
    once(() => likeSupports(structure)),
    once(() => tapersIn(structure)),
  ]
  return {
    structure,
    unit: readUnits(model.units).length,
    get areas() {
      return areas()
    },
    get ends() {
      return ends()
    },
    get meetings() {
      return meetings()
    },
    get parts() {
      return parts()
    },
    get sections() {
      return sections()
    },
    get sizes() {
      return sizes()
    },
    get supports() {
      return supports()
    },
    get tapers() {
      return tapers()
    },
  }
}

function byId<T extends { id: string }>(elements: readonly T[] = []): (id: string) => T | undefined {
  const known = new Map(elements.map((one) => [one.id, one]))
  return (id) => known.get(id)
}

function once<T>(work: () => T): () => T {
  let done: { value: T } | undefined
  return () => {
    done ??= { value: work() }
    return done.value
  }
}

/** `unit`: of length, where the model names one that can be read. */
type Sections = { sections: JudgedSection[]; unit: LengthUnit | undefined; structure?: Structure }

const SECTION_CHECKS: (Omit<Check, 'find'> & { find: (subject: Sections) => Iterable<RuleFinding> })[] = [
  { code: 'section_unit', severity: 'warning', find: ({ sections, unit }) => sectionsInOtherUnit(sections, unit) },
  { code: 'section_without_outline', severity: 'warning', find: ({ sections, unit }) => sectionsWithoutOutline(sections, unit) },
  { code: 'profile_size_differs', severity: 'warning', find: ({ sections, unit }) => sectionsOfOtherSize(sections, unit) },
  { code: 'outline_invalid', severity: 'warning', find: ({ sections }) => invalidOutlines(sections) },
  { code: 'unknown_dimension', severity: 'warning', find: ({ sections }) => unknownDimensions(sections) },
  {
    code: 'thickness_conflict',
    severity: 'warning',
    find: ({ sections, structure }) => thicknessConflicts(sections, structure?.areas),
  },
]

export const CHECKS: readonly Check[] = [
  { code: 'zero_length_frame', severity: 'error', find: ({ structure }) => zeroLengthFrames(structure) },
  { code: 'degenerate_area', severity: 'error', find: ({ areas }) => degenerateAreas(areas) },
  { code: 'self_intersecting_area', severity: 'error', find: ({ structure, areas }) => selfIntersectingAreas(structure, areas) },
  { code: 'no_supports', severity: 'error', find: ({ structure }) => noSupports(structure) },
  { code: 'unstable', severity: 'error', find: ({ structure, parts }) => unstableParts(structure, parts) },
  { code: 'isolated_node', severity: 'warning', find: ({ structure }) => isolatedNodes(structure) },
  { code: 'coincident_nodes', severity: 'warning', find: ({ structure }) => coincidentNodes(structure) },
  { code: 'close_nodes', severity: 'warning', find: ({ structure }) => closeNodes(structure) },
  { code: 'duplicate_frame', severity: 'warning', find: ({ structure, ends }) => duplicateFrames(structure, ends) },
  { code: 'overlapping_frames', severity: 'warning', find: ({ meetings }) => overlappingFrames(meetings) },
  { code: 'node_on_frame', severity: 'warning', find: ({ structure, meetings }) => nodesOnFrames(structure, meetings) },
  { code: 'disconnected_parts', severity: 'warning', find: ({ structure, parts }) => disconnectedParts(structure, parts) },
  { code: 'frame_without_section', severity: 'warning', find: ({ structure }) => framesWithoutSection(structure) },
  {
    code: 'section_of_other_kind',
    severity: 'warning',
    find: ({ structure, sections }) => sectionsOfOtherKind(structure, sections),
  },
  { code: 'missing_material', severity: 'warning', find: ({ structure }) => missingMaterials(structure) },
  { code: 'material_incomplete', severity: 'warning', find: ({ structure }) => incompleteMaterials(structure) },
  {
    code: 'profile_material_differs',
    severity: 'warning',
    find: ({ structure, sections, ends, unit }) => profilesOfOtherMaterial(structure, sections, ends, unit),
  },
  { code: 'unresolved_member', severity: 'warning', find: ({ structure }) => unresolvedMembers(structure) },
  { code: 'member_section_differs', severity: 'warning', find: ({ structure }) => membersOfOtherSection(structure) },
  { code: 'member_in_pieces', severity: 'warning', find: ({ structure }) => membersInPieces(structure) },
  {
    code: 'member_out_of_order',
    severity: 'warning',
    find: ({ structure: { model } }) => membersOutOfOrder(model.members ?? [], byId(model.frames)),
  },
  { code: 'taper_outlines_differ', severity: 'warning', find: ({ tapers }) => tapersThatDoNotFit(tapers) },
  { code: 'multiple_supports', severity: 'warning', find: ({ structure }) => multipleSupports(structure) },
  {
    code: 'column_without_support',
    severity: 'warning',
    find: ({ structure, meetings, supports }) => columnsWithoutSupport(structure, meetings, supports),
  },
  {
    code: 'free_end',
    severity: 'warning',
    find: ({ structure, areas, meetings, supports }) => freeEnds(structure, areas, meetings, supports),
  },
  { code: 'support_above_foot', severity: 'warning', find: ({ structure }) => supportsAboveFeet(structure) },
  { code: 'repeated_node', severity: 'warning', find: ({ structure }) => repeatedNodes(structure.model.areas ?? []) },
  { code: 'warped_area', severity: 'warning', find: ({ structure, areas }) => warpedAreas(structure, areas) },
  { code: 'outline_too_large', severity: 'warning', find: ({ structure, areas }) => outlinesTooLarge(structure, areas) },
  { code: 'opening_outside_area', severity: 'warning', find: ({ structure, areas }) => openingsOutside(structure, areas) },
  { code: 'invalid_opening', severity: 'warning', find: ({ structure, areas }) => invalidOpenings(structure, areas) },
  { code: 'overlapping_openings', severity: 'warning', find: ({ structure, areas }) => overlappingOpenings(structure, areas) },
  { code: 'overlapping_areas', severity: 'warning', find: ({ structure, areas }) => overlappingAreas(structure, areas) },
  { code: 'size_outlier', severity: 'warning', find: ({ structure, sizes }) => sizeOutliers(structure, sizes) },
  { code: 'unit_scale', severity: 'warning', find: ({ structure, sizes }) => unitScale(structure, sizes) },
  { code: 'section_scale', severity: 'warning', find: ({ structure, sizes }) => sectionScale(structure, sizes) },
  { code: 'material_scale', severity: 'warning', find: ({ structure }) => materialsOfOtherScale(structure) },
  { code: 'maybe_y_up', severity: 'warning', find: ({ structure }) => maybeYUp(structure) },
  { code: 'maybe_z_down', severity: 'warning', find: ({ structure }) => maybeZDown(structure) },
  { code: 'units_disagree', severity: 'warning', find: ({ structure }) => unitsDisagree(structure) },
  {
    code: 'combination_empty_case',
    severity: 'warning',
    find: ({ structure }) => combinationsOfEmptyCases(structure),
  },
  {
    code: 'combination_counts_twice',
    severity: 'warning',
    find: ({ structure: { model } }) => countedTwice(model.combinations ?? [], byId(model.combinations), byId(model.loadCases)),
  },
  {
    code: 'combination_factor',
    severity: 'warning',
    find: ({ structure: { model } }) => unusualFactors(model.combinations ?? [], byId(model.loadCases)),
  },
  {
    code: 'duplicate_load',
    severity: 'warning',
    find: function* ({ structure }) {
      yield* equalLoads(structure.model.loads ?? [])
      yield* weightsAgain(structure)
    },
  },
  { code: 'diaphragm_without_nodes', severity: 'warning', find: ({ structure }) => diaphragmsWithoutNodes(structure) },
  { code: 'diaphragm_not_level', severity: 'warning', find: ({ structure }) => diaphragmsNotLevel(structure) },
  { code: 'load_on_unused_node', severity: 'warning', find: ({ structure }) => loadsOnUnusedNodes(structure) },
  {
    code: 'load_scale',
    severity: 'warning',
    find: function* ({ structure }) {
      yield* unusualOwnWeights(structure)
      yield* loadsOfOtherSize(structure)
    },
  },
  { code: 'crossing_frames', severity: 'info', find: ({ structure, meetings }) => crossingFrames(structure, meetings) },
  { code: 'support_without_restraint', severity: 'info', find: ({ structure }) => supportsWithoutRestraint(structure) },
  {
    code: 'beam_above_slab',
    severity: 'info',
    find: ({ structure, areas, sections }) => beamsAboveSlabs(structure, areas, sections),
  },
  { code: 'beam_on_weak_axis', severity: 'info', find: ({ structure, sections }) => beamsOnWeakAxis(structure, sections) },
  { code: 'area_without_thickness', severity: 'info', find: ({ structure }) => areasWithoutThickness(structure) },
  { code: 'taper_unusual', severity: 'info', find: ({ structure, tapers }) => unusualTapers(structure, tapers) },
  { code: 'units_not_stated', severity: 'info', find: ({ structure }) => unitsNotStated(structure) },
  { code: 'unused_section', severity: 'info', find: ({ structure }) => unusedSections(structure) },
  { code: 'unused_material', severity: 'info', find: ({ structure }) => unusedMaterials(structure) },
  { code: 'releases', severity: 'info', find: ({ structure }) => releasesInSource(structure) },
  { code: 'load_case_empty', severity: 'info', find: ({ structure }) => emptyLoadCases(structure) },
  { code: 'load_sign', severity: 'info', find: ({ structure }) => loadsUpward(structure) },
  { code: 'load_into_support', severity: 'info', find: ({ structure }) => loadsIntoSupports(structure) },
  ...SECTION_CHECKS,
]

export const CODES = CHECKS.map(({ code }) => code)

/** The findings of one code and severity. */
export type Run = Pick<Finding, 'severity' | 'code'> & {
  /** All of them, or where the search stopped early those found until then. */
  count: number
  isCutShort: boolean
  /** Which one `findings` begins with. */
  first: number
  findings: FoundFinding[]
  /** An edit that mends all of them, or all but so many. */
  call?: FixCall
}

export type FixCall = { ops: FixOp[]; rest?: number }

/** `fix`: in words; `op`: the operation that does it. */
export type FoundFinding = Finding & { op?: FixOp }

/** As it is told: the operation is part of the fix. */
export function toFinding({ op, ...finding }: FoundFinding): Finding {
  return op && finding.fix !== undefined ? { ...finding, fix: fixText(finding.fix, [op]) } : finding
}

export type Search = {
  /** This code alone, its findings from that one on. */
  only?: { code: string; first: number } | undefined
  /** So many of a code and severity are told one by one; the others are counted. */
  most?: number
  passes?: ((elements: Finding['elements']) => boolean) | undefined
}

/** Everything worth telling about a model, ordered by severity and row of the table, and each run by element. Changes nothing. */
export function findAll(model: ViewerModel, search: Search = {}): Run[] {
  const subject = subjectOf(model)
  const checks = search.only ? CHECKS.filter(({ code }) => code === search.only?.code) : CHECKS
  return bySeverity(checks.flatMap((check) => runsOf(check, check.find(subject), search)))
}

/** What tells that lengths, loads or materials are in another unit, or lie where nobody means them: no result of an analysis is worth more. */
const OF_SIZE: ReadonlySet<string> = new Set([
  'size_outlier',
  'unit_scale',
  'section_scale',
  'section_unit',
  'material_scale',
  'load_scale',
])

/** The first finding of each of these, and how many there are. */
export function sizeFindings(model: ViewerModel): (Pick<FoundFinding, 'code' | 'message'> & { count: number })[] {
  const subject = subjectOf(model)
  const runs = CHECKS.filter(({ code }) => OF_SIZE.has(code)).flatMap((check) => runsOf(check, check.find(subject), { most: 1 }))
  return runs.flatMap(({ code, count, findings: [first] }) => (first ? [{ code, message: first.message, count }] : []))
}

/** The same as one list: so many of a code, and a last one that counts the rest. */
export function checkModel(model: ViewerModel): Finding[] {
  return toFindings(findAll(model, { most: MAX_OF_A_CODE }))
}

/**
 * The warnings of one write: the section rows of the table for the sections written. A section counts as used unless the
 * caller knows better: who sends a section wants to see it drawn. One with a profile gets its sizes where it is stored.
 */
export function sectionWarnings(
  sections: readonly ConstructSectionCreate[],
  unit?: LengthUnit,
  isUsed: (id: string) => boolean = () => true,
): Finding[] {
  const judged = sections.flatMap((sent): JudgedSection | [] =>
    hasProfile(sent) ? [] : { section: sectionAsReturned(sent), definition: sectionDefinition(sent), isUsed: isUsed(sent.id) },
  )
  return toFindings(
    bySeverity(SECTION_CHECKS.flatMap((check) => runsOf(check, inWords(check.find({ sections: judged, unit })), {}))),
  )
}

/** What the check gives to be sent it has tried on the model. */
const inWords = (found: Iterable<RuleFinding>) => Array.from(found, ({ op: _, ...finding }) => finding)

/** So many of a code a write tells one by one. */
const MOST_OF_A_WRITE = 3

type Related = Pick<ConstructModelElementsBatch, 'areas' | 'members' | 'combinations' | 'frames' | 'loadCases' | 'loads'>

/**
 * The warnings of a write of areas, members, loads and combinations; in words, as those of sections. `beside`: what they refer to and the write
 * does not have.
 */
export function relationWarnings(
  written: Related,
  beside: Pick<Related, 'frames' | 'loadCases' | 'combinations' | 'loads'> = {},
): Finding[] {
  const { areas = [], members = [], combinations = [], loads = [] } = written
  const knownBy = <K extends 'frames' | 'loadCases' | 'combinations'>(kind: K) =>
    byId<NonNullable<Related[K]>[number]>([...(beside[kind] ?? []), ...(written[kind] ?? [])])
  const found: [code: string, Iterable<RuleFinding>][] = [
    ['repeated_node', repeatedNodes(areas)],
    ['member_out_of_order', members.length > 0 ? membersOutOfOrder(members, knownBy('frames')) : []],
    ['combination_counts_twice', countedTwice(combinations, knownBy('combinations'), knownBy('loadCases'))],
    ['combination_factor', unusualFactors(combinations, knownBy('loadCases'))],
    ['duplicate_load', loads.length > 0 ? equalLoads(loads, beside.loads) : []],
  ]
  return found.flatMap(([code, rows]) =>
    toFindings(runsOf({ code, severity: 'warning' }, inWords(rows), { most: MOST_OF_A_WRITE })),
  )
}

/** The warnings of a write that says units. */
export function unitWarnings(units: ViewerModel['units']): Finding[] {
  const disagreeing = toFindings(runsOf({ code: 'units_disagree', severity: 'warning' }, unitsDisagree({ model: { units } }), {}))
  if (units?.length == null || readLength(units.length)) return disagreeing
  const message = `units.length says '${units.length}', which is no unit of length that is known here`
  const fix = 'Say mm, cm, m, in or ft, or another usual one; labels change no number.'
  return [...disagreeing, { severity: 'warning', code: 'units_not_stated', message, elements: [], fix }]
}

export const SEVERITIES = ['error', 'warning', 'info'] as const

function bySeverity(runs: Run[]): Run[] {
  return SEVERITIES.flatMap((severity) => runs.filter((run) => run.severity === severity))
}

function runsOf({ code, severity }: Pick<Check, 'code' | 'severity'>, found: Iterable<RuleFinding>, search: Search): Run[] {
  const { only, most = MAX_OF_A_CODE, passes = () => true } = search
  const first = only?.first ?? 0
  const run = (of: Finding['severity']): Run => ({ severity: of, code, count: 0, isCutShort: false, first, findings: [] })
  const runs = { error: run('error'), warning: run('warning'), info: run('info') }
  for (const { severity: own = severity, isCutShort, ...finding } of found) {
    if (isCutShort) runs[severity].isCutShort = true
    if (isCutShort || !passes(finding.elements)) continue
    const { count, findings } = runs[own]
    if (count >= first && findings.length < most) findings.push({ severity: own, code, ...finding })
    runs[own].count++
  }
  return Object.values(runs).filter(({ count, isCutShort }) => count > 0 || isCutShort)
}

/** So many findings of one code are told one by one; another one counts the rest. */
const MAX_OF_A_CODE = 100

export function toFindings(runs: readonly Run[]): Finding[] {
  const left = new Map<string, number>()
  return runs.flatMap(({ severity, code, count, isCutShort, findings }) => {
    const remaining = left.get(code) ?? MAX_OF_A_CODE
    const first = findings.slice(0, remaining).map(toFinding)
    left.set(code, remaining - first.length)
    const more = count - first.length
    if (more === 0 && !isCutShort) return first
    const message = isCutShort
      ? `The search for ${code} stopped early: too many elements lie at one place; ${more} more found until then, others are possible`
      : `${more} more findings of ${code}`
    return [...first, { severity, code, message, elements: [], count: more }]
  })
}
