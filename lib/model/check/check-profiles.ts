import { type Resolved, resolveProfile } from '#lib/profiles/find.ts'
import { gradeOf } from '#lib/profiles/grade.ts'
import type { Profile, Sizes } from '#lib/profiles/profile.ts'
import { sectionOf } from '#lib/profiles/profile-section.ts'
import { MOST_CHARACTERS } from '#lib/profiles/spelling.ts'
import type { Dimensions } from '#lib/schema/schema.ts'
import { outlineBox } from '../section/outline-box.ts'
import { readDimensions } from '../section/section-dimensions.ts'
import { LENGTH_UNITS, type LengthUnit } from '../units.ts'
import { asPattern } from '../validate/references.ts'
import { digits, named, plural, type RuleFinding, refs } from './check-finding.ts'
import type { ByEndNodes } from './frame-meetings.ts'
import type { JudgedSection, Structure, StructureFrame } from './structure.ts'

/** Sections that are called like a standard one: whether they have its sizes, in this unit or in another, and are of steel. */

/** The text by which a section names a standard one, and which that is: its profile, else its name, shape or id. */
type Named = { written: string; resolved: Resolved }

export function namedProfile({ section: { id, name, shape }, definition }: JudgedSection): Named | undefined {
  if (definition?.profile) return { written: definition.profile, resolved: resolveProfile(definition.profile) }
  const sent = shape !== definition?.type ? shape : undefined // else it is the type, which is returned for a missing one
  let several: Named | undefined
  for (const written of [name, sent, id]) {
    if (!written) continue
    const found = { written, resolved: resolveProfile(written, { strict: true }) }
    if ('profile' in found.resolved) return found
    if ('candidates' in found.resolved) several ??= found
  }
  return several
}

const profileIn = (judged: JudgedSection): { written: string; profile: Profile } | undefined => {
  const found = namedProfile(judged)
  return found && 'profile' in found.resolved ? { written: found.written, profile: found.resolved.profile } : undefined
}

/** In the words that were written. */
const sentName = (written: string, { designation }: Profile) => (written.length > MOST_CHARACTERS ? designation : written)

const asField = (written: string, profile: Profile): string => `profile ${JSON.stringify(sentName(written, profile))}`

/** The fix for a section without an outline; undefined where its name says nothing. */
export function profileFix(judged: JudgedSection, unit: LengthUnit | undefined): string | undefined {
  const found = namedProfile(judged)
  if (!found) return undefined
  const { written, resolved } = found
  if ('profile' in resolved) {
    return `${unit ? 'Send' : 'Set the units, then send'} ${asField(written, resolved.profile)}.`
  }
  if (!('candidates' in resolved)) return undefined
  const names = resolved.candidates.slice(0, 10).map(({ designation }) => JSON.stringify(designation))
  return `Send profile ${names.join(', ')}: ${named(written)} could be any of them.`
}

/** Sizes of a section by the keys of the profile's type; of one with an outline of its own, that of its box. */
function sizesSent({ section, definition }: JudgedSection, profile: Profile): Dimensions {
  const hasOwnOutline = definition?.type === 'custom' || definition?.type === 'section_designer'
  if (!hasOwnOutline) return { ...readDimensions(definition?.type ?? profile.type, definition?.dimensions).canonical }
  if (section.polygon.length === 0) return {}
  const { min, max } = outlineBox(section.polygon)
  return { t3: max.y - min.y, t2: max.x - min.x }
}

/** What a drawer of beams calls C10X20 may be a column of 10 by 20. */
const isOneLetter = ({ family }: Profile) => family.length === 1

type Judged = {
  judged: JudgedSection
  written: string
  profile: Profile
  sent: Dimensions
  sizes: Sizes
  isOtherType: boolean
}

function* judgedByName(sections: JudgedSection[], unit: LengthUnit | undefined): Iterable<Judged & { unit: LengthUnit }> {
  if (!unit) return
  for (const judged of sections) {
    const type = judged.definition?.type
    const found = type === undefined || type === 'shell' ? undefined : profileIn(judged)
    if (!found) continue
    const { written, profile } = found
    const isOtherType = type !== profile.type && type !== 'custom' && type !== 'section_designer'
    if (isOtherType && isOneLetter(profile)) continue
    const sent = sizesSent(judged, profile)
    yield { judged, written, profile, sent, sizes: sectionOf(profile, unit).dimensions, isOtherType, unit }
  }
}

const { mm, cm, m, in: inch, ft } = LENGTH_UNITS
const UNITS = [mm, cm, m, inch, ft]

/** The depth is that of the profile in another unit, within 2 %. */
function isInOtherUnit({ sent, sizes }: Pick<Judged, 'sent' | 'sizes'>): boolean {
  const ratio = (sent.t3 ?? 0) / sizes.t3
  if (Math.abs(ratio - 1) <= 0.02) return false
  return UNITS.some((one) => UNITS.some((other) => one !== other && Math.abs(ratio / (one.metres / other.metres) - 1) <= 0.02))
}

export function* sectionsInOtherUnit(sections: JudgedSection[], unit: LengthUnit | undefined): Iterable<RuleFinding> {
  for (const one of judgedByName(sections, unit)) {
    if (!isInOtherUnit(one)) continue
    const { judged, written, profile, sent, sizes } = one
    // Tables are in one of the two.
    const own = profile.metres === inch.metres ? inch.unit : mm.unit
    const here = own === one.unit.unit ? '' : ` (${digits(sizes.t3, 6)} ${one.unit.unit})`
    const whose = profile.code ? `${profile.code} ${profile.designation}` : profile.designation
    yield {
      message: `Section ${named(judged.section.id)} is ${digits(sent.t3 ?? 0, 6)} ${one.unit.unit} deep; ${whose} is ${digits(profile.sizes.t3, 6)} ${own}${here}`,
      elements: [{ kind: 'section', id: judged.section.id }],
      fix: `Send ${asField(written, profile)} instead of dimensions.`,
    }
  }
}

/** Sections that have one profile and a name or an id that says another. Which of the two is meant nothing tells. */
function* namedLikeAnother(sections: JudgedSection[]): Iterable<RuleFinding> {
  for (const { section, definition } of sections) {
    if (!definition?.profile) continue
    const own = profileIn({ section, definition, isUsed: true })
    const called = own && [section.name, section.id].flatMap((name) => calledUnlike(name, own.profile))[0]
    if (!own || !called) continue
    yield {
      message: `Section ${named(section.id)} is named ${named(called.written)} but has profile ${JSON.stringify(sentName(own.written, own.profile))}`,
      elements: [{ kind: 'section', id: section.id }],
      fix: `Send ${asField(called.written, called.profile)}, or name it after the profile that it has.`,
    }
  }
}

function calledUnlike(written: string | null | undefined, own: Profile): { written: string; profile: Profile } | [] {
  const resolved = written ? resolveProfile(written, { strict: true }) : undefined
  if (!written || !resolved || !('profile' in resolved)) return []
  const { profile } = resolved
  return areAlike(own, profile) || (own.type !== profile.type && isOneLetter(profile)) ? [] : { written, profile }
}

/** Of one type and, as sizes are compared elsewhere, within 2 %: standards have the same section under several names. */
function areAlike(one: Profile, other: Profile): boolean {
  if (one.designation === other.designation) return true
  const [sent, sizes] = [sectionOf(one, mm).dimensions, sectionOf(other, mm).dimensions]
  const compared = { sent, sizes, profile: other, unit: mm }
  return one.type === other.type && SIZES.every((key) => difference(key, compared).length === 0)
}

const SIZES = ['t3', 't2', 'tf', 'tw'] as const

export function* sectionsOfOtherSize(sections: JudgedSection[], unit: LengthUnit | undefined): Iterable<RuleFinding> {
  yield* namedLikeAnother(sections)
  for (const one of judgedByName(sections, unit)) {
    const { judged, written, profile, isOtherType } = one
    const differing = isInOtherUnit(one) ? [] : SIZES.flatMap((key) => difference(key, one))
    const { designation, standard } = profile
    const which = `${designation}${standard ? ` (${standard})` : ''}`
    const what = isOtherType
      ? `is ${judged.definition?.type}; ${which} is ${profile.type}`
      : differing.map(({ key, actual, expected }, i) => pair(key, actual, expected, i === 0 ? which : undefined)).join(', ')
    if (!isOtherType && differing.length === 0) continue
    if (isOtherType && isInOtherUnit(one)) continue
    yield {
      message: `Section ${named(judged.section.id)} is named ${named(written)} but ${what}`,
      elements: [{ kind: 'section', id: judged.section.id }],
      fix: `Send ${asField(written, profile)} instead of dimensions.`,
      op: {
        select: { kinds: ['sections'], ids: [asPattern(judged.section.id)] },
        set: { profile: sentName(written, profile), ...OF_SIZES },
      },
    }
  }
}

/** A profile says all of these. */
const OF_SIZES = { type: null, dimensions: null, polygon: null, thickness: null }

/** `t3 is 0.3 where IPE330 (EN 10365) has 0.33`, and the next ones shorter. */
function pair(key: string, actual: number, expected: number, which: string | undefined): string {
  const [one, other] = [digits(actual, 6), digits(expected, 6)]
  return which ? `${key} is ${one} where ${which} has ${other}` : `${key} ${one} where ${other}`
}

/** Thicknesses are rounded further than depths and widths. */
const ROUNDING_METRES = 0.0003
/** The design wall of tubes of AISC is so much of the nominal one. */
const DESIGN_WALL = 0.93

type Differing = { key: string; actual: number; expected: number }

type Compared = Pick<Judged, 'sent' | 'sizes' | 'profile'> & { unit: LengthUnit }

function difference(key: (typeof SIZES)[number], { sent, sizes, profile, unit }: Compared): Differing[] {
  const [actual, expected] = [sent[key], sizes[key]]
  if (actual === undefined || expected === undefined) return []
  const isNear = (wanted: number) => {
    const off = Math.abs(actual - wanted)
    return off <= 0.02 * wanted || ((key === 'tf' || key === 'tw') && off <= ROUNDING_METRES / unit.metres)
  }
  const isTube = profile.family === 'HSS' || profile.family === 'PIPE'
  const isAsItShould = isNear(expected) || (isTube && key === 'tw' && isNear(expected / DESIGN_WALL))
  return isAsItShould ? [] : [{ key, actual, expected }]
}

/** Frames of a rolled profile that are concrete or timber. Where steel lies between the same nodes they may be what it is filled with. */
export function* profilesOfOtherMaterial(
  { model, frames }: Structure,
  sections: JudgedSection[],
  ends: ByEndNodes,
  unit: LengthUnit | undefined,
): Iterable<RuleFinding> {
  const kinds = new Map((model.materials ?? []).map((material) => [material.id, kindsOf(gradeOf(material))]))
  const isUnlike = ({ materialId = '' }: StructureFrame) => {
    const [kind, ...others] = kinds.get(materialId) ?? []
    return kind !== undefined && [kind, ...others].every((one) => one === 'concrete' || one === 'timber')
  }
  const suspects = frames.filter(isUnlike)
  if (suspects.length === 0) return
  const isSteel = ({ materialId = '' }: StructureFrame) => kinds.get(materialId)?.includes('steel')
  const beside = new Set(ends.several.filter((group) => group.some(isSteel)).flat())
  const steels = steelProfiles(sections, unit)
  const found = new Map<string, { sectionId: string; materialId: string; ids: string[] }>()
  for (const frame of suspects) {
    const { id, sectionId = '', materialId = '' } = frame
    if (beside.has(frame) || !steels.has(sectionId)) continue
    const key = JSON.stringify([sectionId, materialId])
    const there = found.get(key)
    if (there) there.ids.push(id)
    else found.set(key, { sectionId, materialId, ids: [id] })
  }
  for (const { sectionId, materialId, ids } of found.values())
    yield {
      message: `${plural(ids.length, 'frame')} of section ${named(sectionId)}, which is the steel profile ${steels.get(sectionId)}, ${ids.length === 1 ? 'is' : 'are'} of material ${named(materialId)}, which is ${kinds.get(materialId)?.join(' or ')}`,
      elements: [{ kind: 'section', id: sectionId }, { kind: 'material', id: materialId }, ...refs('frame', ids)],
      fix: 'Set a material of steel, or a section of this material.',
    }
}

const kindsOf = (grade: ReturnType<typeof gradeOf>): string[] =>
  grade === null ? [] : 'kind' in grade ? [grade.kind] : [...new Set(grade.candidates.flatMap((one) => one.split(' ', 1)))]

/** Designations of sections that have a profile of a standard, or its name and its sizes. */
function steelProfiles(sections: JudgedSection[], unit: LengthUnit | undefined): Map<string, string> {
  const found = new Map<string, string>()
  const add = ({ section: { id } }: JudgedSection, { code, designation }: Profile) => {
    if (code !== null) found.set(id, designation)
  }
  for (const judged of sections) {
    const profile = judged.definition?.profile ? profileIn(judged)?.profile : undefined
    if (profile) add(judged, profile)
  }
  for (const one of judgedByName(sections, unit)) {
    const isOfItsSize = !one.isOtherType && SIZES.every((key) => difference(key, one).length === 0)
    if (isOfItsSize && one.sent.t3 !== undefined) add(one.judged, one.profile)
  }
  return found
}
