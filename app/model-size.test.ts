import { expect, it } from 'vitest'
import { sizeAndUnits, sizeOf } from './model-size.ts'

const box = (x: number, y: number, z: number) => ({ min: { x: 1, y: 1, z: 1 }, max: { x: 1 + x, y: 1 + y, z: 1 + z } })

it.each([
  [box(24, 18.5, 12), { length: 'm' }, '24 × 18.5 × 12 m'],
  [box(24, 18.5, 12), { current: 'kip, ft, F' }, '24 × 18.5 × 12 ft'],
  [box(1234.5678, 0, 0.1), { length: 'furlong' }, '1235 × 0 × 0.1 furlong'],
  [box(3, 0, 2), undefined, '3 × 0 × 2'],
  [box(0, 0, 0), { length: 'm' }, ''],
])('%j in %j: %s', (bounds, units, size) => expect(sizeOf(bounds, units)).toBe(size))

it.each([
  [box(6, 5, 4), { length: 'm' }, '6 × 5 × 4 m'],
  [box(6, 5, 4), { length: 'm', force: 'kN' }, '6 × 5 × 4 m · kN'],
  [box(6, 5, 4), { force: 'kN' }, '6 × 5 × 4 · kN'],
  [box(6, 5, 4), undefined, '6 × 5 × 4 · units not set'],
  [box(0, 0, 0), { length: 'm', force: 'kN' }, 'm, kN'],
  [box(0, 0, 0), {}, 'units not set'],
])('%j in %j, each unit once: %s', (bounds, units, text) => expect(sizeAndUnits(bounds, units)).toBe(text))
