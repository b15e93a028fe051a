import { describe, expect, it } from 'vitest'
import { typedIn } from './typed-in.ts'
import { formatLength, LENGTH_UNITS, readLength, readUnits, withLength } from './units.ts'

const read = (current: string) => {
  const { force, length, temperature } = readUnits({ current })
  return [force?.unit, length?.unit, temperature?.unit]
}

describe('reading units (conventions, section 1)', () => {
  const currents: [string, (string | undefined)[]][] = [
    ['kN, m, C', ['kN', 'm', 'C']],
    ['Kip, in, F', ['kip', 'in', 'F']],
    ['LB, IN, F', ['lb', 'in', 'F']],
    ['Tonf, m, C', ['Tonf', 'm', 'C']],
    ['kN_m_C', ['kN', 'm', 'C']],
    ['kgf-cm-C', ['kgf', 'cm', 'C']],
    ['N mm K', ['N', 'mm', 'K']],
    ['LB/IN/F', ['lb', 'in', 'F']],
    ['kN; m; °C', ['kN', 'm', 'C']],
    ['kN, m', ['kN', 'm', undefined]],
    ['meter', [undefined, 'm', undefined]],
    ['C, ft, kip', ['kip', 'ft', 'C']],
    ['degree celsius, pound-force', ['lb', undefined, 'C']],
    ['furlong, kN', ['kN', undefined, undefined]],
    ['', [undefined, undefined, undefined]],
  ]
  it.each(currents)('%j', (current, units) => expect(read(current)).toEqual(units))

  const spellings: Record<string, string> = {
    N: 'n newton Newtons',
    kN: 'kn kiloNewton kilonewtons',
    MN: 'MN meganewton meganewtons',
    lb: 'lb lbs LBF pound pounds pound-force',
    kip: 'kip Kips klb',
    kgf: 'kgf kg kp kilogram_force',
    Tonf: 'tonf tf Ton tonne tonne-force',
    µm: 'um \u00b5m \u03bcm micron micrometre micrometers',
    mm: 'mm millimetre millimeters',
    cm: 'cm centimetre Centimeters',
    m: 'm M metre meters',
    km: 'km kilometre kilometers',
    in: 'in in. inch Inches',
    ft: 'ft FT. foot feet',
    yd: 'yd yard yards',
    C: 'c °C degC celsius',
    F: 'f °F degF fahrenheit',
    K: 'k K kelvin',
  }
  it.each(Object.entries(spellings))('%s: %s', (unit, texts) => {
    for (const text of texts.split(' ')) expect(read(`${text},`).filter(Boolean), text).toEqual([unit])
  })

  it('lets the own field win over current, and tells when they differ', () => {
    const units = readUnits({ current: 'kN, m, C', length: 'mm', force: 'KN', temperature: 'warm' })
    expect([units.force?.unit, units.length?.unit, units.temperature?.unit]).toEqual(['kN', 'mm', 'C'])
    expect(units.disagree).toEqual([{ quantity: 'length', field: 'mm', current: 'm' }])
  })

  it('takes a field for its own quantity only, and nothing for nothing', () => {
    expect(readUnits({ force: 'm' })).toEqual({ disagree: [] })
    expect(readUnits({ current: null, length: null })).toEqual({ disagree: [] })
    expect(readUnits(undefined)).toEqual({ disagree: [] })
  })
})

describe('a unit of length', () => {
  it('is known by any of its names, exactly, and no other word is one', () => {
    expect(['Milli-metres', 'FT.', ' in ', 'um'].map((name) => readLength(name)?.unit)).toEqual(['mm', 'ft', 'in', 'µm'])
    expect(['', 'kN', 'furlong', 'metre long'].map(readLength)).toEqual([undefined, undefined, undefined, undefined])
    expect((['mm', 'cm', 'm', 'km', 'in', 'ft', 'yd'] as const).map((name) => LENGTH_UNITS[name].metres)).toEqual([0.001, 0.01, 1, 1000, 0.0254, 0.3048, 0.9144]) // biome-ignore format: short
  })

  it('takes the place of another in the labels, where that stands and as it is separated', () => {
    expect(withLength(undefined, 'mm')).toEqual({ length: 'mm' })
    expect(withLength({ force: 'kN', current: null }, 'mm')).toEqual({ force: 'kN', current: null, length: 'mm' })
    const current = (text: string) => withLength({ current: text, length: 'm' }, '$&').current
    expect(['kN, m, C', 'Kip; in; F', 'kN_m_C', 'N  mm', 'C / Metres /kN', 'kN, C'].map(current)).toEqual(['kN, $&, C', 'Kip; $&; F', 'kN_$&_C', 'N  $&', 'C / $& /kN', 'kN, C']) // biome-ignore format: short
    expect(withLength({ current: 'kN, m, C', length: 'ft', temperature: 'C' }, 'in')).toEqual({ current: 'kN, in, C', length: 'in', temperature: 'C' }) // biome-ignore format: short
  })
})

describe('writing lengths', () => {
  const [inch, metre] = [readUnits({ length: 'in' }).length, readUnits({ length: 'm' }).length]

  it('writes model unit, metres, millimetres', () => {
    expect(formatLength(144, inch)).toBe('144 in')
    expect(formatLength(144, inch, 'metres')).toBe('3.658 m')
    expect(formatLength(144, inch, 'millimetres')).toBe('3658 mm')
    expect(formatLength(-0.00001, metre, 'metres')).toBe('0 m')
    expect(formatLength(0.1234567, metre)).toBe('0.123457 m')
    expect(formatLength(1234.5678, metre, 'millimetres')).toBe('1234568 mm')
  })

  it('writes feet and inches to the nearest 1/16 in', () => {
    const feet = (inches: number) => formatLength(inches, inch, 'feet-inches')
    expect(feet(150.5)).toBe(`12'-6 1/2"`)
    expect(feet(144)).toBe(`12'-0"`)
    // Thicknesses and sizes of sections have no feet.
    expect(feet(6.0625)).toBe(`6 1/16"`)
    expect(feet(0.375)).toBe(`3/8"`)
    expect(feet(-0.375)).toBe(`-3/8"`)
    expect(feet(11.99)).toBe(`1'-0"`)
    expect(feet(-18.75)).toBe(`-1'-6 3/4"`)
    expect(feet(-0.01)).toBe(`0'-0"`)
    expect(formatLength(3.048, metre, 'feet-inches')).toBe(`10'-0"`)
  })

  it('writes plain numbers when the unit is unknown', () => {
    expect(formatLength(3.5, undefined, 'metres')).toBe('3.5')
  })
})

it('says in which unit numbers are typed where others are shown', () => {
  const [metre, foot] = [readLength('m'), readLength('ft')]
  expect(typedIn(metre, 'model') + typedIn(metre, 'metres') + typedIn(undefined, 'millimetres')).toBe('')
  expect([typedIn(metre, 'millimetres'), typedIn(foot, 'metres'), typedIn(foot, 'feet-inches')]).toEqual([
    ' in m',
    ' in ft',
    ' in ft',
  ])
})
