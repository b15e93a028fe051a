import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { levelRuler, type RuledLevel } from './level-ruler.ts'

const levels = (elevations: readonly number[], floors: (i: number) => boolean = () => true): RuledLevel[] =>
  elevations.map((elevation, i) => ({ label: `L${i}`, elevation, carriesFloor: floors(i) }))
const ruled = (all: readonly RuledLevel[], from: number, scale: number) => {
  const elevations = all.map(({ elevation }) => elevation)
  const height = Math.max(...elevations) - Math.min(...elevations)
  const ruler = levelRuler(all, { yOf: (e) => from - scale * e, free: [60, 640], height })
  const rounded = (value: number) => Number(value.toFixed(6))
  return {
    ...ruler,
    written: ruler.written.map(({ elevation, y }) => [rounded(elevation), rounded(y)]),
    gaps: ruler.gaps.map(({ count }) => count),
    heights: ruler.heights.map(({ height }) => rounded(height)),
  }
}
const steps = (count: number, step: number) => Array.from({ length: count }, (_, i) => i * step)

describe('the ruler of levels', () => {
  const OFFICE = [0, 4.2, 7.8, 11.4, 15, 18.6]

  it('writes all where there is room, with the heights between them', () => {
    const { written, gaps, heights, leftOut } = ruled(levels(OFFICE), 500, 14)
    expect(written.map(([, y]) => y)).toEqual([500, 441.2, 390.8, 340.4, 290, 239.6])
    expect([gaps, heights, leftOut]).toEqual([[], [4.2, 3.6, 3.6, 3.6, 3.6], []])
  })

  it('keeps the highest and the lowest, then those that carry a floor from below', () => {
    const office = ruled(
      levels(OFFICE, (i) => i > 0),
      500,
      3,
    )
    expect(office).toMatchObject({
      written: [
        [0, 500],
        [7.8, 476.6],
        [18.6, 444.2],
      ],
      ...{ gaps: [2], more: 1, heights: [], leftOut: ['L1', 'L3', 'L4'] },
    })
    const tower = ruled(
      levels(steps(17, 0.75), (i) => i % 4 === 0),
      600,
      12,
    )
    expect(tower.written.map(([, y]) => y)).toEqual([600, 564, 528, 492, 456])
    expect([tower.gaps, tower.more]).toEqual([[3, 3, 3, 3], 0])
    const house = ruled(levels(steps(10, 3.6)), 470, 4)
    expect(house.written.map(([elevation]) => elevation)).toEqual([0, 7.2, 14.4, 21.6, 32.4])
    expect(house.gaps).toEqual([1, 1, 1, 2])
  })

  it('joins the names of one height', () => {
    const named = [
      { label: 'Roof', elevation: 9, carriesFloor: true },
      { label: 'L3', elevation: 9, carriesFloor: false },
      { label: null, elevation: 0, carriesFloor: false },
    ]
    const ruler = levelRuler(named, { yOf: (e) => 500 - 20 * e, free: [60, 640], height: 9 })
    expect(ruler.written).toEqual([
      { y: 500, elevation: 0, label: '' },
      { y: 320, elevation: 9, label: 'Roof / L3' },
    ])
    expect(ruler.heights).toEqual([{ y: 410, height: 9 }])
  })

  it('counts what is out of sight', () => {
    const { written, above, below, heights } = ruled(levels(steps(6, 3.5)), 600, 40)
    expect(written.map(([elevation]) => elevation)).toEqual([0, 3.5, 7, 10.5])
    expect([above, below, heights]).toEqual([2, 0, [3.5, 3.5, 3.5]])
  })

  it('tells of every level once: written, in a gap, among the rest, or out of sight (property)', () => {
    const elevations = fc.uniqueArray(fc.integer({ min: -50, max: 400 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(elevations, fc.integer({ min: 1, max: 20 }), fc.array(fc.boolean()), (all, scale, floors) => {
        const ruler = levelRuler(
          levels(all, (i) => floors[i] ?? false),
          { yOf: (e) => 600 - scale * e, free: [60, 640], height: 1 },
        )
        const inGaps = ruler.gaps.reduce((sum, { count }) => sum + count, 0)
        expect(ruler.written.length + inGaps + ruler.more + ruler.above + ruler.below).toBe(all.length)
        expect(ruler.leftOut).toHaveLength(all.length - ruler.written.length)
        for (const [k, { y, elevation }] of ruler.written.entries()) {
          expect(y).toBe(600 - scale * elevation)
          if (k > 0) expect(ruler.written[k - 1]!.y - y).toBeGreaterThanOrEqual(20)
        }
      }),
    )
  })
})
