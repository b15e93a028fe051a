import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bubbleRow } from './bubble-row.ts'

const row = (count: number, step: number) => Array.from({ length: count }, (_, k) => ({ x: 100 + step * k, y: 40, half: 11, k }))
const told = (count: number, step: number) => {
  const { written, gaps } = bubbleRow(row(count, step))
  return [written.map(({ k }) => k), gaps.map(({ count }) => count)]
}

describe('a row of bubbles', () => {
  it('writes all where they stand 26 pixels apart', () => {
    expect(told(5, 26)).toEqual([[0, 1, 2, 3, 4], []])
  })

  it('leaves out what is too near, says how many, and keeps the first and the last', () => {
    expect(told(9, 16)).toEqual([
      [0, 3, 8],
      [2, 4],
    ])
    expect(told(40, 2)).toEqual([[0, 39], [38]])
    expect(told(3, 4)).toEqual([[0], [2]])
    expect(told(1, 0)).toEqual([[0], []])
    expect(bubbleRow([])).toEqual({ written: [], gaps: [] })
  })

  it('counts what lies under something with those that have no room, at the ends too', () => {
    const blocked = (...which: number[]) => bubbleRow(row(6, 30).map((one) => ({ ...one, isBlocked: which.includes(one.k) })))
    expect(blocked(2).written.map(({ k }) => k)).toEqual([0, 1, 3, 4, 5])
    expect(blocked(2).gaps).toEqual([{ x: 160, y: 40, count: 1 }])
    expect(blocked(0, 4, 5).written.map(({ k }) => k)).toEqual([1, 2, 3])
    expect(blocked(0, 4, 5).gaps).toEqual([
      { x: 130 - 26, y: 40, count: 1 },
      { x: 190 + 26, y: 40, count: 2 },
    ])
  })

  it('counts every bubble once, and none lies on another (property)', () => {
    const bubble = fc.record({
      x: fc.integer({ min: 0, max: 900 }),
      y: fc.constant<number>(0),
      half: fc.integer({ min: 11, max: 40 }),
      isBlocked: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(bubble, { minLength: 1, maxLength: 40 }), fc.boolean(), (all, isUpright) => {
        const standing = isUpright ? all.map(({ x, y, ...rest }) => ({ x: y, y: x, ...rest })) : all
        const { written, gaps } = bubbleRow(standing)
        const counted = gaps.reduce((sum, { count }) => sum + count, 0)
        expect(written.length + counted).toBe(all.every(({ isBlocked }) => isBlocked) ? 0 : all.length)
        expect(written.some(({ isBlocked }) => isBlocked)).toBe(false)
        for (const [k, one] of written.entries()) {
          const next = written[k + 1]
          if (!next) continue
          const apart = Math.hypot(next.x - one.x, next.y - one.y)
          expect(apart).toBeGreaterThanOrEqual(Math.max(26, one.half + next.half + 4))
        }
      }),
    )
  })
})
