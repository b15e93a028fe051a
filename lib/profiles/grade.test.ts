import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { gradeOf, propertiesOf, readGrade } from './grade.ts'
import type { Grade } from './grade-lines.ts'

type Written = { written: string }
const golden = JSON.parse(readFileSync(new URL('./golden/materials.json', import.meta.url), 'utf8')) as {
  materials: (Written & Grade)[]
  unknown: (Written & ({ candidates: string[] } | { result: null }))[]
}

describe('grades by name', () => {
  it.each(golden.materials)('$written', ({ written, ...expected }) => {
    expect(readGrade(written)).toEqual(expected)
  })

  it.each(golden.unknown)('$written is none', ({ written, ...expected }) => {
    expect(readGrade(written)).toEqual('candidates' in expected ? expected : null)
  })

  it.each([
    ['S355 S460', null],
    ['Concrete C24', { kind: 'concrete', density: 2500 }],
    ["f'c 4.5 ksi", null],
    ['f’c 4000 psi', 27.57903],
    ['Timber', null],
    ['ASTM A992 Fy 50 steel', 344.7379],
    ['Aluminum', { kind: 'aluminium', density: 2700 }],
    ['C24 C30/37', null],
  ])('%s', (written, expected) => {
    const read = readGrade(written)
    if (typeof expected === 'number') expect(read).toMatchObject(written.includes('psi') ? { fck: expected } : { fy: expected })
    else expect(read).toEqual(expected)
  })

  it('the id is read where the name says nothing', () => {
    expect(gradeOf({ id: 'S355', name: 'Columns' })).toMatchObject({ grade: 'S355' })
    expect(gradeOf({ id: 'S235', name: 'S355' })).toMatchObject({ grade: 'S355' })
    expect(gradeOf({ id: 'M1', name: null })).toBeNull()
  })

  it('the id is not read where the name is a grade that there is none of', () => {
    for (const written of ['S3555', 'S3550', 'C30/73', 's 3555']) {
      expect([written, readGrade(written)]).toEqual([written, null])
      expect([written, gradeOf({ id: 'S355', name: written })]).toEqual([written, null])
    }
    expect(gradeOf({ id: 'S355', name: 'S1' })).toMatchObject({ grade: 'S355' })
  })
})

describe('properties of a material', () => {
  it('says where the density is from', () => {
    expect(propertiesOf({ id: 'M', name: 'S355' })).toMatchObject({ density: 7850, fy: 355, from: 'grade S355', leftAside: [] })
    expect(propertiesOf({ id: 'M', name: 'Steel' })).toEqual({ density: 7850, from: 'steel', leftAside: [] })
    expect(propertiesOf({ id: 'C30' })).toEqual({ candidates: ['timber C30', 'concrete'], leftAside: [] })
  })

  it('takes what the source states, value by value, and leaves aside what is no positive number', () => {
    const properties = { density: 8000, E: '210000', fy: -1, nu: null }
    expect(propertiesOf({ id: 'M', name: 'S355', source: { properties } })).toMatchObject({
      density: 8000,
      E: 210000,
      fy: 355,
      from: 'source',
      leftAside: ['E', 'fy'],
    })
    expect(propertiesOf({ id: 'M', source: { properties: [1] } })).toEqual({ leftAside: [] })
    const aside = { density: 0, G: Number.POSITIVE_INFINITY, nu: 0.51, alpha: -1e-5 }
    expect(propertiesOf({ id: 'M', name: 'S355', source: { properties: aside } })).toMatchObject({
      ...{ density: 7850, G: 80769.23, nu: 0.3 },
      leftAside: ['density', 'G', 'nu', 'alpha'],
    })
    expect(propertiesOf({ id: 'M', source: { properties: { nu: 0, alpha: 0 } } })).toEqual({ nu: 0, alpha: 0, leftAside: [] })
  })

  it('lets G go with E and nu where they are stated and it is not', () => {
    const of = (name: string, properties: object) => propertiesOf({ id: 'M', name, source: { properties } })
    expect(of('S355', { E: 105_000 }).G).toBeCloseTo(105_000 / 2.6, 1)
    expect(of('S355', { E: 105_000, G: 50_000, nu: 0.2 })).toMatchObject({ G: 50_000, nu: 0.2 })
    expect(of('S355', { nu: 0.25 })).not.toHaveProperty('G')
    expect(of('C24 timber', { E: 5500 }).G).toBeCloseTo(345, 0) // a sixteenth
  })
})
