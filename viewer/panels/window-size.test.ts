import { expect, it } from 'vitest'
import { nearestHeight } from './inspector/sheet-handle.tsx'
import { windowSizeOf } from './window-size.ts'

it('goes by the size of the viewer', () => {
  expect(windowSizeOf({ width: 390, height: 791 })).toBe('phone')
  expect(windowSizeOf({ width: 720, height: 397 })).toBe('low')
  expect(windowSizeOf({ width: 1079, height: 700 })).toBe('narrow')
  expect(windowSizeOf({ width: 1080, height: 700 })).toBe('wide')
})

it('leaves a sheet at the nearest of its heights', () => {
  expect([40, 180, 300, 540, 2000].map((sheet) => nearestHeight(sheet, 800))).toEqual(['low', 'low', 'half', 'half', 'full'])
  expect(nearestHeight(600, 800)).toBe('full')
})
