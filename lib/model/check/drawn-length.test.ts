import { describe, expect, it } from 'vitest'
import { LENGTH_UNITS, type LengthDisplay, type LengthUnit } from '../units.ts'
import { drawnLength, drawnNumber, elevationNumber, elevationText } from './drawn-length.ts'

const { m, mm, ft, km } = LENGTH_UNITS as Record<string, LengthUnit>

describe('an elevation', () => {
  it.each<[number, LengthUnit | undefined, LengthDisplay, string, string]>([
    [4.2, m, 'model', '+4.20 m', '+4.20'],
    [15, m, 'model', '+15.00 m', '+15.00'],
    [7.125, m, 'metres', '+7.125 m', '+7.125'],
    [-4.2, m, 'model', '−4.20 m', '−4.20'],
    [0, m, 'model', '±0.00 m', '±0.00'],
    [-1e-9, m, 'model', '±0.00 m', '±0.00'],
    [4200, mm, 'model', '+4200 mm', '+4200'],
    [-4200, mm, 'metres', '−4.20 m', '−4.20'],
    [4.2, m, 'millimetres', '+4200 mm', '+4200'],
    [0, m, 'millimetres', '±0 mm', '±0'],
    [-12.5, ft, 'model', '−12.50 ft', '−12.50'],
    [-12.5, ft, 'feet-inches', `−12'-6"`, `−12'-6"`],
    [0, m, 'feet-inches', `±0'-0"`, `±0'-0"`],
    [0.0042, km, 'model', '+0.0042 km', '+0.0042'],
    [3.5, undefined, 'model', '+3.5', '+3.5'],
    [-3.5, undefined, 'metres', '−3.5', '−3.5'],
    [1e300, m, 'model', '+1e+300 m', '+1e+300'],
  ])('%s reads with its sign and the decimals of its unit', (elevation, unit, display, named, bare) => {
    expect(elevationText(elevation, unit, display)).toBe(named)
    expect(elevationNumber(elevation, unit, display)).toBe(bare)
  })
})

it('a length of a drawing has the same decimals and no sign', () => {
  expect(drawnLength(7.200000000000001, m, 'model')).toBe('7.20 m')
  expect(drawnNumber(1.0005, m, 'metres')).toBe('1.00')
  expect(drawnNumber(1.0016, m, 'metres')).toBe('1.002')
  expect(drawnLength(3600, mm, 'feet-inches')).toBe(`11'-9 3/4"`)
})
