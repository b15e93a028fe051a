import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { readUnits } from '#lib/model/units.ts'
import { type Resolved, resolveProfile } from './find.ts'
import type { Profile } from './profile.ts'
import { sectionOf } from './profile-section.ts'
import { allRows } from './tables.ts'

const golden = <T>(name: string): T[] => JSON.parse(readFileSync(new URL(`./golden/${name}.json`, import.meta.url), 'utf8'))

type Section = {
  written: string
  lengthUnit: string
  name: string
  standard: string | null
  family: string
  type: string
  dimensions: Record<string, number>
  area: number
  massPerMetre?: number
  polygon?: { x: number; y: number }[]
}
type Refused = {
  written: string
  type: string
  ctx: { profile: string; reason?: string; suggestions?: string[]; candidates?: string[] }
}

const unitNamed = (length: string) => readUnits({ length }).length!

function one(resolved: Resolved): Profile {
  if (!('profile' in resolved)) throw new Error(JSON.stringify(resolved))
  return resolved.profile
}

describe('names', () => {
  it.each(golden<Section>('sections'))('$written in $lengthUnit', (expected) => {
    const profile = one(resolveProfile(expected.written))
    expect(profile).toMatchObject({ designation: expected.name, standard: expected.standard, family: expected.family })
    const section = sectionOf(profile, unitNamed(expected.lengthUnit))
    expect(section.type).toBe(expected.type)
    expect(Object.keys(section.dimensions)).toEqual(Object.keys(expected.dimensions))
    const sizes = new Map(Object.entries(section.dimensions))
    for (const [key, size] of Object.entries(expected.dimensions)) expect(sizes.get(key)! / size).toBeCloseTo(1, 9)
    expect(section.area / expected.area).toBeCloseTo(1, 6)
    if (expected.massPerMetre === undefined) expect(section.massPerMetre).toBeUndefined()
    else expect(section.massPerMetre! / expected.massPerMetre).toBeCloseTo(1, 6)
    expect(section.polygon?.length).toBe(expected.polygon?.length)
    for (const [i, { x, y }] of (expected.polygon ?? []).entries()) {
      expect(section.polygon![i]!.x).toBeCloseTo(x, 9)
      expect(section.polygon![i]!.y).toBeCloseTo(y, 9)
    }
  })

  it.each(golden<Refused>('refused'))('$written is refused', ({ written, ctx }) => {
    const resolved = resolveProfile(written)
    if (ctx.candidates) {
      if (!('candidates' in resolved)) throw new Error(JSON.stringify(resolved))
      expect(resolved.candidates.map(({ designation }) => designation)).toEqual(ctx.candidates)
      return
    }
    if (!('reason' in resolved)) throw new Error(JSON.stringify(resolved))
    expect(resolved.reason).toBe(ctx.reason)
    expect(resolved.suggestions()).toEqual(ctx.suggestions ?? [])
  })

  it('each designation finds itself, however it is spelled', () => {
    let spellings = 0
    for (const { designation, code } of allRows()) {
      const ways = [
        designation,
        designation.toLowerCase(),
        designation.replaceAll(/(?<=\d)X(?=\d)/g, ' x '),
        designation.replaceAll(/(?<=\d)X(?=\d)/g, '×'),
        designation.replaceAll(/(?<=\d)X(?=\d)/g, '*'),
        designation.replaceAll('.', ','),
        `${code}:${designation}`,
        `${code} ${designation}`,
      ]
      for (const way of ways) {
        spellings++
        const resolved = resolveProfile(way)
        if (!('profile' in resolved) || resolved.profile.designation !== designation || resolved.profile.code !== code)
          throw new Error(`${way}: ${JSON.stringify(resolved)}`)
      }
    }
    expect(spellings).toBe(8 * allRows().length)
  })

  // ASME B36.10: from 12 inches on schedule 40 is thicker than the standard wall, from 10 on schedule 80 than the extra strong one.
  it.each([
    ['PIPE 10 SCH 40', 'PIPE10STD'],
    ['PIPE 8 SCH 80', 'PIPE8XS'],
    ['PIPE 12 SCH 40', null],
    ['PIPE 10 SCH 80', null],
    ['PIPE 12 SCH 80', null],
  ])('%s is %s', (written, name) => {
    const resolved = resolveProfile(written)
    expect('profile' in resolved ? resolved.profile.designation : null).toBe(name)
  })

  it('what a name becomes is a name of itself', () => {
    for (const { written } of golden<Section>('sections')) {
      const profile = one(resolveProfile(written))
      expect(one(resolveProfile(profile.designation))).toEqual(profile)
    }
  })

  it('sizes in one unit become those in another', () => {
    for (const { written } of golden<Section>('sections')) {
      const profile = one(resolveProfile(written))
      const units = ['mm', 'm', 'in', 'ft'].map(unitNamed)
      const metres = units.map((unit) => Object.values(sectionOf(profile, unit).dimensions).map((size) => size * unit.metres))
      for (const sizes of metres) for (const [i, size] of sizes.entries()) expect(size / metres[0]![i]!).toBeCloseTo(1, 11)
    }
  })

  it('no text is too strange', () => {
    const letters = fc.constantFrom(...'IPEHABWLXUCSTØ□□⌀∠[0123456789½⅜/.,_-–× *()|@:"\'abc\u0000\u{1f600}'.split(''))
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 128 }), fc.string({ unit: letters, maxLength: 128 })), (text) => {
        const resolved = resolveProfile(text)
        if ('reason' in resolved) resolved.suggestions()
      }),
      { numRuns: runs(2000) },
    )
  })

  it.each([
    'P4',
    'I 200',
    'U 200',
    'D20x5',
    'Ø20x5',
    'P216.3x5.8',
    '□200x200x9',
    'FL 100x10',
    'RD 20',
    'SQ 50',
    'T200x200x8x13',
    'MB300',
    'W200',
    'B300X500',
    'SC200',
    'C30X50',
  ])('%s may be anything where nobody said that it is a profile', (written) => {
    expect(resolveProfile(written, { strict: true })).not.toHaveProperty('profile')
  })

  it.each(['ISMB 300', 'IPE 300', 'W14X90', 'PIPE4STD', 'HSS6X6X3/8', 'SHS 100x5'])('%s is hardly anything else', (written) => {
    expect(resolveProfile(written, { strict: true })).toHaveProperty('profile')
  })
})
