import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readDimensions, type Sizes } from '#lib/model/section/section-dimensions.ts'
import { adviseMiss, profileIssues } from '#lib/model/section/section-profile.ts'
import { LENGTH_UNITS } from '#lib/model/units.ts'
import { resolveProfile } from '#lib/profiles/find.ts'
import { readGrade } from '#lib/profiles/grade.ts'
import { nextSizes } from '#lib/profiles/next-sizes.ts'
import type { Profile } from '#lib/profiles/profile.ts'
import { sectionOf } from '#lib/profiles/profile-section.ts'
import { FAMILIES, type Searched, searchProfiles } from '#lib/profiles/search.ts'
import { STANDARD_CODES } from '#lib/profiles/tables.ts'
import { type TubeWithoutWall, tubeWithoutWall } from '#lib/profiles/usual-walls.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { Dimensions, SectionType } from '#lib/schema/schema.ts'
import { rectangleNote } from './plain-rectangle.ts'

export { resolveProfile } from '#lib/profiles/find.ts'
export { neighboursOf } from '#lib/profiles/neighbours.ts'
export type { Profile } from '#lib/profiles/profile.ts'
export { teeOutline } from '#lib/profiles/profile-section.ts'
export { tubeWithoutWall } from '#lib/profiles/usual-walls.ts'

/** Standard sections by name, for both doors: one question, one answer. */

const UNITS = ['mm', 'cm', 'm', 'in', 'ft'] as const

/** Beside `limit`, of which each door has its own. The families are judged here: as a list they would cost each client's model. */
export const SectionQuery = z.object({
  q: z.string().max(64).optional(),
  above: z.string().max(64).optional(),
  below: z.string().max(64).optional(),
  standard: z.enum(STANDARD_CODES).optional(),
  family: z.string().optional(),
  unit: z.enum(UNITS).default('mm'),
  cursor: z.string().optional(),
})

export const FoundSections = z
  .object({
    total: z.int(),
    unit: z.enum(UNITS),
    items: z.array(
      z.object({
        profile: z.string(),
        standard: z.string().nullable(),
        family: z.string(),
        type: SectionType,
        dimensions: Dimensions,
        area: z.number(),
        massPerMetre: z.number().optional(),
      }),
    ),
    near: z.array(z.string()).optional(),
    note: z.string().optional(),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'SectionProfiles' })

/** What to do where a name is none, or where more can be had than is listed. */
const NOTES: Partial<Record<NonNullable<Searched['reason']>, string>> = {
  hollow:
    'European and Australian ones are in no list: any size is read from its whole name, such as SHS 100x5, RHS 200x100x8 or CHS 168.3x8',
  series: 'the name leaves out sizes: write all of them, such as SHS 100x5, RHS 200x100x8, CHS 168.3x8 or H 400x200x8x13',
  two_bodies: 'two bodies have no outline: send type custom and a polygon',
  lipped: 'lipped channels have no section type: send type custom and a polygon',
  no_type: 'this shape has no section type: send type custom and a polygon',
  rectangle: 'plain rectangles are in no catalogue',
  impossible: 'its sizes cannot be built',
}

const wallNote = ({ made, walls }: TubeWithoutWall) =>
  `the name lacks the wall: ${walls.length > 0 ? `these are usual (${made}), ` : ''}any from 0.5 mm is taken`

type SectionSearch = z.output<typeof SectionQuery> & { limit: number }

/** Throws `invalid` for a family or profile that there is none of, for two questions at once, and for a cursor of another one. */
export function findSections(search: SectionSearch): z.output<typeof FoundSections> {
  const { q, above, below, standard, family, unit, cursor, limit } = search
  if (family !== undefined && !FAMILIES.includes(family)) {
    const words = FAMILIES.map((one) => `'${one}'`)
    const expected = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
    throw invalid('family', 'literal_error', `Input should be ${expected}`, { expected })
  }
  const [asked, second] = Object.entries({ q, above, below }).filter(([, name]) => name !== undefined)
  if (asked && second)
    throw invalid(second[0], 'value_error', `Value error, say one of ${asked[0]} and ${second[0]}`, { error: {} })
  const question = createHash('sha256')
    .update(JSON.stringify([q, standard, family, unit, above, below]))
    .digest('base64url')
    .slice(0, 8)
  const from = cursor === undefined ? 0 : placeOf(cursor, question)
  const { profiles, near = [], note } = foundBy(search)
  const items = profiles.slice(from, from + limit).map((profile) => {
    const { type, dimensions, area, massPerMetre } = sectionOf(profile, LENGTH_UNITS[unit])
    const { designation, standard, family } = profile
    return {
      ...{ profile: designation, standard, family, type, dimensions, area },
      ...(massPerMetre !== undefined && { massPerMetre }),
    }
  })
  const next = from + items.length
  return {
    total: profiles.length,
    unit,
    items,
    ...(near.length > 0 && { near }),
    ...(note !== undefined && { note }),
    nextCursor: next < profiles.length ? Buffer.from(`${next} ${question}`).toString('base64url') : null,
  }
}

type Found = { profiles: Profile[]; near?: string[]; note?: string | undefined }

function foundBy({ q, above, below, standard, family, unit }: SectionSearch): Found {
  const isWanted = (one: Profile) =>
    (standard === undefined || one.code === standard) && (family === undefined || one.family === family)
  if (above !== undefined) return { profiles: nextSizes(profileNamed(above, 'above'), 'above').filter(isWanted) }
  if (below !== undefined) return { profiles: nextSizes(profileNamed(below, 'below'), 'below').filter(isWanted) }
  const of = { ...(standard && { standard }), ...(family !== undefined && { family }) }
  const { profiles, near, reason } = searchProfiles({ ...(q !== undefined && { q }), ...of })
  const graded = q !== undefined && profiles.length === 0 ? withoutGrade(q) : undefined
  if (graded) return foundWithGrade(searchProfiles({ q: graded.name, ...of }), graded)
  const tube = q !== undefined && (reason === 'series' || reason === 'impossible') ? tubeWithoutWall(q) : undefined
  if (tube) return { profiles: tube.tubes.filter(isWanted), note: wallNote(tube) }
  if (q !== undefined && reason === 'rectangle')
    return { profiles, near, note: `${NOTES.rectangle}: ${rectangleNote(q, LENGTH_UNITS[unit])} (in ${unit})` }
  const isNone = q !== undefined && profiles.length + near.length === 0 && (reason === undefined || reason === 'unknown')
  return { profiles, near, note: isNone ? NO_NAME : reason && NOTES[reason] }
}

const NO_NAME = 'no name begins so: q is a name (IPE 300), its beginning (IPE3) or a range (IPE 300 to IPE 400)'

type Graded = { name: string; grade: string }

/** `IPE 300 S355`: the name and the grade of steel behind it. */
export function withoutGrade(q: string): Graded | undefined {
  const words = q.trim().split(/[\s,;/]+(?=\S)/)
  for (const last of [1, 2]) {
    const grade = words.slice(-last).join(' ')
    const read = words.length > last ? readGrade(grade) : null
    if (read && 'kind' in read && read.kind === 'steel' && read.grade !== undefined)
      return { name: words.slice(0, -last).join(' '), grade }
  }
  return undefined
}

const foundWithGrade = ({ profiles, near }: Searched, { name, grade }: Graded): Found => ({
  profiles,
  near,
  note: `looked for '${name}': ${grade} is a grade, the name of a material`,
})

/** Throws `invalid` at the field for what is no profile or several. */
function profileNamed(written: string, field: 'above' | 'below'): Profile {
  const resolved = resolveProfile(written)
  if ('profile' in resolved) return resolved.profile
  const { issues, miss } = profileIssues({ profile: written }, undefined)
  const [issue] = issues
  if (issue && miss) adviseMiss(issue, miss)
  throw new ModelError('invalid', issue ? [{ ...issue, loc: [field], at: 'query' }] : [])
}

function placeOf(cursor: string, question: string): number {
  const [, place, of] = /^(\d{1,6}) ([\w-]{8})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (place === undefined || of !== question) throw invalid('cursor', 'value_error', 'Value error, unknown cursor', { error: {} })
  return Number(place)
}

const invalid = (field: string, type: string, msg: string, ctx: Record<string, unknown>) =>
  new ModelError('invalid', [{ type, loc: [field], at: 'query', msg, ctx }])

/** The sizes that a section has as it was sent, by our names; undefined where its type is none. */
export function sizesSent({ type, dimensions }: Record<string, unknown>): Sizes | undefined {
  const read = SectionType.safeParse(type)
  const sizes = Dimensions.safeParse(dimensions)
  return read.success && sizes.success ? readDimensions(read.data, sizes.data).canonical : undefined
}
