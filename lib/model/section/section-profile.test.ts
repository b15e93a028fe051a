import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Issue } from '#lib/schema/model-error.ts'
import { ConstructModelElementsBatch } from '#lib/schema/request-bodies.ts'
import type { SectionDefinition, ViewerUnits } from '#lib/schema/schema.ts'
import { readUnits } from '../units.ts'
import { mergeIssues } from '../validate/issue-order.ts'
import { EMPTY_MODEL, judgeBatch } from '../validate/judge-batch.ts'
import { parse } from '../validate/parse.ts'
import { sectionDefinition } from '../viewer-model.ts'
import { fitsUnit, hasProfile, profileIssues, profileTaken, resolvedWhereSound, withResolved } from './section-profile.ts'

type Submission = {
  name: string
  units?: ViewerUnits
  sections: object[]
  detail?: Issue[]
  sectionDefinitions?: SectionDefinition[]
}
const golden = <T>(name: string): T[] =>
  JSON.parse(readFileSync(new URL(`../../profiles/golden/${name}.json`, import.meta.url), 'utf8'))

/** What is wrong with submitted sections, and what they are. */
function judged(sections: object[], unit: ReturnType<typeof readUnits>['length'] | null) {
  const read = parse(ConstructModelElementsBatch, structuredClone({ sections }))
  const { issues } = judgeBatch(read.value, { ...EMPTY_MODEL, lengthUnit: unit ?? null })
  return { issues: read.ok ? issues : mergeIssues(read.issues, issues), sections: read.ok ? read.value.sections! : [] }
}
/** Sizes in other units end in digits of rounding. */
const rounded = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'number' ? Number(one.toPrecision(9)) : one))

it.each(golden<Submission>('submissions'))('$name', ({ units, sections, detail, sectionDefinitions }) => {
  const unit = readUnits(units).length ?? null
  const { issues, sections: read } = judged(sections, unit)
  expect(issues.map(({ loc, ...issue }) => ({ ...issue, loc: ['body', ...loc] }))).toEqual((detail ?? []).map((issue) => expect.objectContaining(issue))) // biome-ignore format: short
  if (!sectionDefinitions) return
  expect(read.every((one) => fitsUnit(one, unit))).toBe(true)
  const stored = read.map((one) => withResolved(one, unit))
  expect(rounded(stored.map(sectionDefinition))).toEqual(rounded(sectionDefinitions))
  expect(read.map((one) => resolvedWhereSound(one, unit))).toEqual(stored)
})

it.each(golden<Issue & { written: string }>('refused'))('$written is refused', ({ written, ...issue }) => {
  const metre = readUnits({ length: 'm' }).length
  expect(judged([{ id: 'S', profile: written }], metre).issues).toMatchObject([issue])
  expect(profileTaken({ id: 'S', profile: written })).toBeUndefined()
  expect(fitsUnit({ id: 'S', profile: written }, metre!)).toBe(false)
})

it('is told by its designation, and is none where no profile was sent', () => {
  expect(profileTaken({ id: 'S', profile: 'ipe 300' })).toEqual({ id: 'S', designation: 'IPE300', standard: 'EN 10365' })
  expect([profileTaken({ id: 'S' }), hasProfile({}), hasProfile({ profile: 'IPE 300' })]).toEqual([undefined, false, true])
  expect(withResolved({ id: 'S' }, null)).toEqual({ id: 'S' })
  expect(() => withResolved({ id: 'S', profile: 'IPE 300' }, null)).toThrow('was not judged')
  // Of what no type draws the outline is kept, and of nothing else.
  const resolved = (profile: string) => withResolved({ id: 'S', profile }, readUnits({ length: 'm' }).length!).resolved!
  expect(resolved('WT7X45').polygon).toHaveLength(8)
  expect(Object.keys(resolved('IPE 300'))).toEqual(['type', 'dimensions', 'designation', 'standard', 'family', 'area', 'massPerMetre']) // biome-ignore format: short
  const written = { id: 'S', profile: 'IPE 300' }
  expect(resolvedWhereSound(written, null)).toBe(written)
})

it('a section of another type than its profile is refused, unless it has an outline of its own', () => {
  const polygon = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }] // biome-ignore format: corners
  const at = (given: Omit<Parameters<typeof profileIssues>[0], 'profile'>) =>
    profileIssues({ profile: 'IPE 300', ...given }, undefined).issues.map(({ loc }) => loc.join('.'))
  expect(at({ id: 'S' })).toEqual([])
  expect(at({ id: 'S', type: 'i_wide_flange' })).toEqual([])
  expect(at({ id: 'S', type: 'channel' })).toEqual(['type'])
  expect(at({ id: 'S', type: 'channel', polygon })).toEqual(['type'])
  expect(at({ id: 'S', type: 'custom', polygon })).toEqual([])
  expect(at({ id: 'S', type: 'section_designer', polygon })).toEqual([])
  expect(at({ id: 'S', type: 'custom', polygon: [] })).toEqual(['type'])
  expect(at({ id: 'S', type: 'custom' })).toEqual(['type'])
})

it('sizes that cannot be built are told as such, and not compared with the profile', () => {
  const told = (given: Omit<Parameters<typeof profileIssues>[0], 'profile'>) =>
    profileIssues({ profile: 'IPE 300', ...given }, readUnits({ length: 'm' }).length).issues.map(({ type, loc }) => `${type} ${loc.join('.')}`) // biome-ignore format: short
  expect(told({ id: 'S', dimensions: { t3: 0.3, t2: 0.15 } })).toEqual([])
  expect(told({ id: 'S', dimensions: { t3: -0.3, t2: 0.2 } })).toEqual([
    'value_error dimensions.t3',
    'profile_disagrees dimensions.t2',
  ])
  expect(told({ id: 'S', dimensions: { t3: 0.3, tf: 0.2 } })).toEqual([
    'value_error dimensions',
    'profile_disagrees dimensions.tf',
  ])
  expect(told({ id: 'S', type: 'custom', dimensions: { t3: -0.3 } })).toEqual(['profile_disagrees type', 'profile_disagrees dimensions.t3']) // biome-ignore format: short
})
