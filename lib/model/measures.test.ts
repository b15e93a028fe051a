import { describe, expect, it } from 'vitest'
import { inColumn, inUnit, inWords, lengthInWords, type Measure, massInUnit, massInWords } from './measures.ts'
import { type LengthDisplay, readUnits } from './units.ts'

const length = (unit: string) => readUnits({ length: unit }).length
const M = length('m')!
const MM = length('mm')!
const IN = length('in')!

describe('numbers in the unit in which an engineer reads them', () => {
  it.each<[Measure, typeof M | undefined, LengthDisplay, string, number, number]>([
    ['angle', MM, 'model', '°', 1, 2],
    ['mass', M, 'model', 'kg', 1, 1],
    ['mass', undefined, 'model', 'kg', 1, 1],
    ['mass', undefined, 'feet-inches', 'kg', 1, 1],
    ['mass', M, 'feet-inches', 'lb', 2.20462262, 1],
    ['mass', IN, 'model', 'lb', 2.20462262, 1],
    ['mass', IN, 'metres', 'kg', 1, 1],
    ['massPerLength', M, 'model', 'kg/m', 1, 2],
    ['massPerLength', IN, 'model', 'lb/ft', 0.671968975, 2],
    ['density', M, 'model', 'kg/m³', 1, 0],
    ['density', IN, 'model', 'lb/ft³', 0.0624279606, 1],
    ['length', undefined, 'metres', '', 1, 3],
    ['area', undefined, 'model', '', 1, 3],
    ['length', MM, 'metres', 'm', 0.001, 3],
    ['length', M, 'millimetres', 'mm', 1000, 0],
    ['length', M, 'feet-inches', 'ft', 3.28083989, 3],
    ['length', M, 'model', 'm', 1, 3],
    ['length', length('cm'), 'model', 'cm', 1, 2],
    ['length', MM, 'model', 'mm', 1, 1],
    ['area', MM, 'model', 'm²', 1e-6, 2],
    ['area', IN, 'model', 'ft²', 0.00694444444, 1],
    ['volume', MM, 'metres', 'm³', 1e-9, 3],
    ['volume', IN, 'model', 'ft³', 0.000578703704, 2],
    ['size', M, 'model', 'mm', 1000, 1],
    ['size', M, 'feet-inches', 'in', 39.3700787, 3],
    ['sectionArea', MM, 'model', 'cm²', 0.01, 2],
    ['sectionArea', IN, 'model', 'in²', 1, 2],
    ['inertia', MM, 'model', 'cm⁴', 0.0001, 1],
    ['inertia', length('ft'), 'model', 'in⁴', 20736, 1],
  ])('%s', (measure, unit, display, label, factor, decimals) => {
    const found = inUnit(measure, unit, display)
    expect([found.unit, found.decimals]).toEqual([label, decimals])
    expect(found.factor / factor).toBeCloseTo(1, 8)
  })

  it('have the decimals of their column, and three digits where they would read as zero', () => {
    const column = inUnit('area', MM, 'model')
    expect([2_500_000, 1234_567_890, 0, 4_900, -4_900, 5_000].map((value) => inColumn(value, column))).toEqual(['2.50', '1,234.57', '0.00', '0.0049', '-0.0049', '0.01']) // biome-ignore format: short
    expect(inColumn(-0, column)).toBe('0.00')
  })

  it('have four digits in words, the whole number, or two decimals of a size', () => {
    expect(inWords(5188, 'sectionArea', MM, 'model')).toBe('51.88 cm²')
    expect(inWords(79_990_000, 'inertia', MM, 'model')).toBe('7,999 cm⁴')
    expect(inWords(717.2, 'mass', M, 'model')).toBe('717.2 kg')
    expect(inWords(0.012345, 'mass', M, 'model')).toBe('0.01235 kg')
    expect(inWords(0, 'mass', M, 'model')).toBe('0 kg')
    expect(inWords(12_345.6, 'mass', M, 'model')).toBe('12,346 kg')
    expect([999.96, 1000.4, 1.23456, 10].map((mass) => inWords(mass, 'mass', M, 'model'))).toEqual(['1,000 kg', '1,000 kg', '1.235 kg', '10 kg']) // biome-ignore format: short
    expect(inWords(0.0123456, 'size', M, 'model')).toBe('12.35 mm')
    expect(inWords(45, 'angle', M, 'model')).toBe('45°')
    expect(inWords(2, 'area', undefined, 'model')).toBe('2')
    expect(inWords(2.5, 'length', M, 'metres')).toBe('2.5 m')
    // A sum of lengths stands beside sums of areas and volumes.
    expect(lengthInWords(1977.3, M, 'model')).toBe('1,977.3 m')
    expect(lengthInWords(1_234_567.89, MM, 'model')).toBe('1,234,570 mm')
    expect(lengthInWords(1_234_567.89, MM, 'feet-inches')).toBe(`4,050'-5 1/8"`)
    expect(lengthInWords(0.1234567, M, 'model')).toBe('0.123457 m')
  })

  it('are tonnes or kips from ten thousand up, all of a column alike', () => {
    expect(massInWords(9999.9, M, 'model')).toBe('9,999.9 kg')
    expect(massInWords(10_000, M, 'model')).toBe('10.00 t')
    expect(massInWords(4535, IN, 'model')).toBe('9,998.0 lb')
    expect(massInWords(4536, IN, 'model')).toBe('10.00 kip')
    expect(massInUnit(500, 10_000, M, 'model')).toBe('0.50 t')
  })
})
