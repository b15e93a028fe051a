import { type Miss, resolveProfile } from '#lib/profiles/find.ts'
import { type Profile, twelve } from '#lib/profiles/profile.ts'
import { type ProfileSection, sectionOf } from '#lib/profiles/profile-section.ts'
import { MOST_CHARACTERS } from '#lib/profiles/spelling.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import type { ConstructSectionCreate, Dimensions, Point2, ResolvedSection } from '#lib/schema/schema.ts'
import { entriesOf } from '#lib/values/object-keys.ts'
import type { LengthUnit } from '../units.ts'
import type { Readable } from '../validate/parse.ts'
import { quoted } from '../validate/references.ts'
import { outlineBox } from './outline-box.ts'
import { type DimensionKey, dimensionIssues, readDimensions } from './section-dimensions.ts'

/** `profile` on a submitted section: to which standard section it leads, and what was sent beside it that is of another one. */

/** Null: none can be read. Undefined: not known yet, so nothing that depends on it is judged. */
export type UnitOfModel = LengthUnit | null | undefined

type Submitted = Readable<ConstructSectionCreate>

/** What is wrong; `loc` below the section. `miss`: an issue of this name to which near names can be added. */
export type ProfileIssues = { issues: Issue[]; miss?: Miss }

/** Of a section with a `profile`. Fields that failed by themselves are not judged again. */
export function profileIssues(section: Submitted & { profile: string }, unit: UnitOfModel): ProfileIssues {
  const { profile: written, type } = section
  if (written.length > MOST_CHARACTERS && [...written].length > MOST_CHARACTERS) return { issues: [] } // failed by itself
  const resolved = resolveProfile(written)
  if ('candidates' in resolved) return { issues: [ambiguous(written, resolved.candidates)] }
  if ('reason' in resolved) return { issues: [notFound(written, resolved)], miss: resolved }
  const { profile } = resolved
  const issues: Issue[] = []
  if (type !== undefined && type !== profile.type && !hasOwnOutline(section)) {
    const { designation, type: expected } = profile
    const msg = `type '${type}' does not agree with profile ${quoted(designation)}, which is ${expected}`
    issues.push(disagrees(['type'], msg, designation, type, expected))
  }
  if (unit) issues.push(...sizeIssues(section, profile, unit))
  else if (unit === null) {
    const msg = `the length unit of the model is not known, so ${quoted(written)} has no sizes; set the units first`
    issues.push({ type: 'unit_unknown', loc: ['profile'], msg, ctx: { profile: written } })
  }
  return { issues }
}

/** Whether a section that is right by itself gets its sizes in this unit. */
export const fitsUnit = (section: ConstructSectionCreate, unit: LengthUnit | null): boolean =>
  section.profile == null || profileIssues({ ...section, profile: section.profile }, unit).issues.length === 0

/** What the profile of a section is, in our name for it. */
export function profileTaken({ id, profile }: ConstructSectionCreate) {
  const found = profile == null ? undefined : resolveProfile(profile)
  if (!found || !('profile' in found)) return undefined
  const { designation, standard } = found.profile
  return { id, designation, standard }
}

/** A profile that was found to be none, with the names that are near. Costs a search, so only for what is told. */
export function adviseMiss(issue: Issue, miss: Miss): void {
  const suggestions = miss.suggestions()
  if (suggestions.length === 0) return
  issue.msg += `; did you mean ${listed(suggestions)}?`
  issue.ctx = { ...issue.ctx, suggestions }
}

const OUTLINED: readonly unknown[] = ['custom', 'section_designer']

/** Drawn by an outline of its own, which may have fillets, a section may be any profile. */
const hasOwnOutline = ({ type, polygon }: Submitted) => OUTLINED.includes(type) && (polygon?.length ?? 0) > 0

const WORDS: Record<Miss['reason'], string> = {
  unknown: '',
  standard: ' in that standard',
  series: '; the name leaves out sizes',
  two_bodies: '; two bodies have no outline: send type custom and a polygon',
  lipped: '; lipped channels have no section type: send type custom and a polygon',
  no_type: '; this shape has no section type: send type custom and a polygon',
  rectangle: '; plain rectangles are in no catalogue: send type rectangular with t3 and t2',
  impossible: '; its sizes cannot be built',
}

const notFound = (written: string, { reason }: Miss): Issue => ({
  type: 'profile_not_found',
  loc: ['profile'],
  msg: `no profile ${quoted(written)}${WORDS[reason]}`,
  ctx: { profile: written, reason },
})

const MOST_NAMED = 10

function ambiguous(written: string, profiles: readonly Profile[]): Issue {
  const candidates = profiles.map(({ designation }) => designation)
  const more = candidates.length - MOST_NAMED
  const names = more > 0 ? `${candidates.slice(0, MOST_NAMED).map(quoted).join(', ')} and ${more} more` : listed(candidates)
  return {
    type: 'ambiguous_profile',
    loc: ['profile'],
    msg: `${quoted(written)} could be ${names}`,
    ctx: { profile: written, candidates },
  }
}

function listed(names: readonly string[]): string {
  const all = names.map(quoted)
  const last = all.pop()
  return all.length > 0 ? `${all.join(', ')} or ${last}` : `${last}`
}

const disagrees = (loc: string[], msg: string, profile: string, given: unknown, expected: unknown): Issue => ({
  type: 'profile_disagrees',
  loc,
  msg,
  ctx: { profile, given, expected },
})

/** Tables are rounded to a tenth of a millimetre. */
const ROUNDING_METRES = 0.00006

const agrees = (actual: number, expected: number, unit: LengthUnit): boolean =>
  Math.abs(actual - expected) <= Math.max(0.01 * Math.abs(expected), ROUNDING_METRES / unit.metres) * (1 + 1e-9)

const COMPARED = ['t3', 't2', 'tf', 'tw', 't2b', 'tfb'] as const satisfies DimensionKey[]

/** The type by whose keys the sizes of a profile are said; a tee's are those of an I. */
const dimensionType = ({ type }: Pick<Profile, 'type'>) => (type === 'custom' ? 'i_wide_flange' : type)

function sizeIssues(section: Submitted, profile: Profile, unit: LengthUnit): Issue[] {
  const { designation } = profile
  const which = `profile ${quoted(designation)}, which has`
  const { dimensions } = sectionOf(profile, unit)
  const issues: Issue[] = []
  const sent = readable(section.dimensions)
  if (sent) {
    issues.push(...dimensionIssues({ type: section.type ?? profile.type, dimensions: sent, polygon: points(section.polygon) }))
    const reportedKeys = new Set(issues.map(({ loc }) => loc[1]))
    const { canonical, sentAs } = readDimensions(dimensionType(profile), sent)
    for (const [means, key] of entriesOf(sentAs)) {
      if (!COMPARED.some((one) => one === means) || reportedKeys.has(key)) continue
      const expected = expectedSize(means, profile, dimensions)
      const value = canonical[means]!
      if (expected !== null && agrees(value, expected, unit)) continue
      reportedKeys.add(key)
      // A radius counts double; the sizes are told in the words of the key.
      const times = value === 0 ? 1 : sent[key]! / value
      const has = expected === null ? null : twelve(expected * times)
      const msg = `${key} ${sent[key]} does not agree with ${which} ${has ?? 'none'}`
      issues.push(disagrees(['dimensions', key], msg, designation, sent[key], has))
    }
  }
  const outline = points(section.polygon)
  if (outline && outline.length > 0) {
    const { min, max } = outlineBox(outline)
    const actual = [twelve(max.y - min.y), twelve(max.x - min.x)] as const
    const { t3, t2 = t3 } = dimensions
    const [deep, wide] = actual
    const expected = [t3, t2] as const
    if (!agrees(deep, t3, unit) || !agrees(wide, t2, unit)) {
      const msg = `the polygon is ${box(actual)}, which does not agree with profile ${quoted(designation)}: ${box(expected)}`
      issues.push(disagrees(['polygon'], msg, designation, actual, expected))
    }
  }
  const { thickness } = section
  const isHollow = profile.type === 'pipe' || profile.type === 'rectangular'
  if (isHollow && typeof thickness === 'number' && dimensions.tw !== undefined && !agrees(thickness, dimensions.tw, unit)) {
    const msg = `thickness ${thickness} does not agree with ${which} ${dimensions.tw}`
    issues.push(disagrees(['thickness'], msg, designation, thickness, dimensions.tw))
  }
  return issues
}

const box = ([deep, wide]: readonly [number, number]) => `${deep} deep and ${wide} wide`

/** Whether its sizes depend on the unit of the model. */
export const hasProfile = ({ profile }: Pick<ConstructSectionCreate, 'profile'>): boolean => profile != null

/** Null: the profile has no such size. Both flanges are alike, and a tube's wall all around. */
function expectedSize(means: DimensionKey, { type }: Profile, { t3, t2, tf, tw }: Dimensions): number | null {
  const wall = type === 'rectangular' ? tw : tf
  const sizes: Partial<Record<DimensionKey, number | undefined>> = { t3, t2, tf: wall, tw, t2b: t2, tfb: tf }
  return sizes[means] ?? null
}

/** Undefined where a part of it failed by itself. */
function points(polygon: Submitted['polygon']): Point2[] | null | undefined {
  if (!polygon) return polygon
  const isWhole = polygon.every((point) => point?.x !== undefined && point.y !== undefined)
  return isWhole ? (polygon as Point2[]) : undefined
}

const readable = (dimensions: Submitted['dimensions']): Dimensions | undefined => dimensions as Dimensions | undefined // as a whole, or not

/**
 * A section as it is stored: what was sent, and beside it what its profile is in this unit. One that was judged; anything else is
 * a mistake of ours.
 */
export function withResolved(section: ConstructSectionCreate, unit: LengthUnit | null): ConstructSectionCreate {
  if (section.profile == null) return section
  const found = resolveProfile(section.profile)
  if (!unit || !('profile' in found)) throw new Error(`profile ${section.profile} of section ${section.id} was not judged`)
  const { profile } = found
  const { type, dimensions, polygon, area, massPerMetre } = sectionOf(profile, unit)
  const { designation, standard, family } = profile
  const resolved: ResolvedSection = {
    type: section.type ?? type,
    dimensions: filledIn(section.dimensions, profile, dimensions),
    ...(polygon && { polygon }),
    ...{ designation, standard, family, area },
    ...(massPerMetre !== undefined && { massPerMetre }),
  }
  return { ...section, resolved }
}

/** The same of a section that was not judged yet: as it is where something is wrong with it. */
export const resolvedWhereSound = (section: ConstructSectionCreate, unit: LengthUnit | null): ConstructSectionCreate =>
  fitsUnit(section, unit) ? withResolved(section, unit) : section

/** Sent keys stay as sent; the missing ones come behind them. */
function filledIn(sent: Dimensions | undefined, profile: Profile, sizes: ProfileSection['dimensions']): Dimensions {
  if (!sent) return sizes
  const { canonical } = readDimensions(dimensionType(profile), sent)
  const missing = Object.entries(sizes).filter(([key]) => canonical[key as DimensionKey] === undefined)
  return { ...sent, ...Object.fromEntries(missing) }
}
