import fc from 'fast-check'
import { expect, it } from 'vitest'
import { columnsWithin } from './printed-columns.ts'

const sum = (widths: readonly number[]) => widths.reduce((all, width) => all + width, 0)

it('takes the whole page, in letters that are no larger than they were', () => {
  expect(columnsWithin(100, [10, 20, 20])).toEqual({ widths: [20, 40, 40], by: 1 })
  const { widths, by } = columnsWithin(100, [25, 25, 25, 25, 25])
  expect(by).toBeCloseTo(0.8)
  expect(sum(widths)).toBeCloseTo(100)
})

it('cuts the widest where letters would be too small to read', () => {
  const { widths, by } = columnsWithin(100, [...Array.from({ length: 12 }, () => 10), 26, 400])
  expect(by).toBe(0.64)
  expect(widths[0]).toBeCloseTo(6.4)
  expect(widths.slice(-2)).toEqual([expect.closeTo(11.6), expect.closeTo(11.6)])
})

it('keeps any columns on the page', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 2.4, max: 500, noNaN: true }), { minLength: 1, maxLength: 40 }), (natural) => {
      const { widths, by } = columnsWithin(267, natural)
      expect(sum(widths)).toBeCloseTo(267)
      expect(by).toBeGreaterThanOrEqual(0.64)
      expect(by).toBeLessThanOrEqual(1)
    }),
  )
})
