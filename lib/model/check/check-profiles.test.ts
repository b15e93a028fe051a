import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ConstructSectionCreate, type Finding, type ViewerModel, type ViewerUnits } from '#lib/schema/schema.ts'
import { sectionAsReturned } from '../section/section-outline.ts'
import { withResolved } from '../section/section-profile.ts'
import { readUnits } from '../units.ts'
import { parse } from '../validate/parse.ts'
import { sectionDefinition } from '../viewer-model.ts'
import { checkModel, sectionWarnings } from './check.ts'

type Case = {
  name: string
  units: ViewerUnits | null
  relabel?: ViewerUnits
  section: { id: string }
  findings: { code: string; severity: string; contains: string[] }[]
}
const cases: Case[] = JSON.parse(readFileSync(new URL('../../profiles/golden/findings.json', import.meta.url), 'utf8'))

const CODES = ['section_unit', 'profile_size_differs', 'section_without_outline']

function found({ units, relabel, section }: Pick<Case, 'units' | 'relabel' | 'section'>): Finding[] {
  const read = parse(ConstructSectionCreate, structuredClone(section))
  if (!read.ok) throw new Error(JSON.stringify(read.issues))
  const stored = withResolved(read.value, readUnits(units ?? undefined).length ?? null)
  const now = relabel ?? units
  const model: ViewerModel = {
    name: 'test',
    schemaVersion: 'viewer-model/v1',
    bounds: { min: { x: 0, y: 0, z: 0 }, max: { x: 5, y: 0, z: 0 } },
    nodes: [
      { id: 'A', position: { x: 0, y: 0, z: 0 } },
      { id: 'B', position: { x: 5, y: 0, z: 0 } },
    ],
    frames: [{ id: 'F', startNodeId: 'A', endNodeId: 'B', sectionId: section.id, rotation: 0 }],
    sections: [sectionAsReturned(stored)],
    sectionDefinitions: [sectionDefinition(stored)],
    ...(now && { units: now }),
  }
  return checkModel(model).filter(({ code }) => CODES.includes(code))
}

it.each(cases)('$name', (one) => {
  const findings = found(one)
  expect(findings.map(({ code, severity }) => ({ code, severity }))).toEqual(
    one.findings.map(({ code, severity }) => ({ code, severity })),
  )
  for (const [i, { contains }] of one.findings.entries()) {
    const { message, fix } = findings[i]!
    for (const part of contains) expect(`${message} ${fix}`).toContain(part)
  }
})

it('takes the nominal wall of a tube for its design wall, and no other size that is as far off', () => {
  const sizes = (profile: string) => withResolved({ id: 'S', profile }, readUnits({ length: 'm' }).length!).resolved!
  const told = (profile: string, key: 'tw' | 'tf' | 't3', by: number) => {
    const { type, dimensions } = sizes(profile)
    const section = { id: profile, type, dimensions: { ...dimensions, [key]: dimensions![key]! * by } }
    return found({ units: { length: 'm' }, section }).length
  }
  for (const [tube, beam] of [
    ['HSS12X12X5/8', 'W14X90'],
    ['PIPE10STD', 'IPE600'],
  ] as const) {
    expect([told(tube, 'tw', 1), told(tube, 'tw', 1 / 0.93), told(tube, 'tw', 1 / 0.8), told(tube, 't3', 1 / 0.93)]).toEqual([
      0, 0, 1, 1,
    ])
    expect([told(beam, 'tw', 1), told(beam, 'tw', 1 / 0.93), told(beam, 't3', 1.019), told(beam, 't3', 1.021)]).toEqual([
      0, 1, 0, 1,
    ])
  }
})

it('says in which unit the depth is that of the standard', () => {
  const section = { id: 'W14x90', type: 'i_wide_flange', dimensions: { t3: 14, t2: 14.5, tf: 0.71, tw: 0.44 } }
  expect(found({ units: { length: 'ft' }, section })[0]).toMatchObject({
    message: "Section 'W14x90' is 14 ft deep; AISC W14X90 is 14 in (1.16667 ft)",
    fix: 'Send profile "W14x90" instead of dimensions.',
  })
})

it('warns of what is written, in the unit of the model, and not of what has a profile', () => {
  const { length } = readUnits({ length: 'm' })
  const named = {
    id: 'B1',
    name: 'IPE 330',
    type: 'i_wide_flange',
    dimensions: { t3: 0.3, t2: 0.15, tf: 0.0107, tw: 0.0071 },
  } as const
  expect(sectionWarnings([named], length).map(({ code }) => code)).toEqual(['profile_size_differs'])
  expect(sectionWarnings([{ id: 'B1', profile: 'IPE 330' }], length)).toEqual([])
})

it('tells a section that has one profile and is called like another', () => {
  const told = (section: { id: string; name?: string; profile: string }) =>
    found({ units: { length: 'm' }, section }).map(({ code, message, fix }) => [code, message, fix])
  expect(told({ id: 'HEB 300', profile: 'HEB 260' })).toEqual([
    [
      'profile_size_differs',
      `Section 'HEB 300' is named 'HEB 300' but has profile "HEB 260"`,
      'Send profile "HEB 300", or name it after the profile that it has.',
    ],
  ])
  expect(told({ id: 'C', name: 'HEB 300', profile: 'HEB 260' })[0]?.[1]).toBe(
    `Section 'C' is named 'HEB 300' but has profile "HEB 260"`,
  )
  for (const [id, profile] of [
    ['W14X90', 'IPE 300'],
    ['IPE300', 'UPN 300'],
  ] as const)
    expect(told({ id, profile })).toHaveLength(1)
  // Other spellings, the same sizes in a name, a column of 10 by 20, a name that says no profile.
  for (const [id, profile] of [
    ['HE 300 B', 'HEB 300'],
    ['RHS 200x100x5', 'RHS200X100X5'],
    ['C10X20', 'RHS 200x100x5'],
    ['C1', 'HEB 300'],
    ['HE 300', 'HEB 300'],
  ] as const)
    expect([id, told({ id, profile })]).toEqual([id, []])
})
