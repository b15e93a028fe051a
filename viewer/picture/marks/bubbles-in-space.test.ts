import { describe, expect, it } from 'vitest'
import type { PlanGrid } from '#lib/geometry/grid-bubble.ts'
import { besideSupports } from './bubbles-in-space.ts'
import { Page } from './writing.ts'

const grid = { id: 'A', label: 'A' } as PlanGrid
/** Three lines that run downward in the picture. */
const ends = [100, 150, 200].map((x) => ({ grid, half: 11, at: { x, y: 100 }, away: Math.PI / 2 }))
const support = (x: number, y: number) => ({ x0: x - 14, y0: y - 4, x1: x + 14, y1: y + 26 })
const heights = (supports: Parameters<typeof besideSupports>[1], page = new Page(400, 300, [])) =>
  besideSupports(ends, supports, page).map(({ y }) => y)

describe('a row of bubbles', () => {
  it('stands at the ends of its lines', () => expect(heights([])).toEqual([100, 100, 100]))

  it('stands so far out, as a row, that none is on a support', () => {
    expect(heights([support(150, 90)])).toEqual([133, 133, 133])
    expect(heights([support(150, 82)])).toEqual([122, 122, 122])
  })

  it('is where it meets the fewest, when it can avoid them nowhere', () => {
    const all = [100, 115, 130, 145].map((y) => support(150, y))
    expect(heights(all)).toEqual([100, 100, 100])
    expect(heights([...all, support(100, 80)])).toEqual([122, 122, 122])
  })

  it('stays as far out as there is room, where the picture ends', () => {
    expect(heights([support(150, 90)], new Page(400, 138, []))).toEqual([122, 122, 122])
  })

  it('moves on at a mark that is in the way, by itself', () => {
    const page = new Page(400, 300, [{ x0: 90, y0: 85, x1: 110, y1: 105 }])
    expect(heights([], page)).toEqual([122, 100, 100])
  })
})
