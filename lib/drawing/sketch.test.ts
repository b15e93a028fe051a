import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cloudOutline, sketchColour, sketchInk } from './sketch.ts'

const place = fc.record({ x: fc.double({ min: 0, max: 4000, noNaN: true }), y: fc.double({ min: 0, max: 4000, noNaN: true }) })

describe('a cloud', () => {
  it('runs outside of its rectangle and nearby, is closed, and is the same from whichever corners', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        const outline = cloudOutline(a, b)
        expect(outline.at(-1)).toEqual(outline[0])
        const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)]
        const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)]
        const outside = outline.map(({ x, y }) => Math.max(left - x, x - right, top - y, y - bottom))
        expect(Math.min(...outside)).toBeGreaterThan(-1e-6)
        expect(Math.max(...outside)).toBeLessThan(18)
        expect(cloudOutline({ x: b.x, y: a.y }, { x: a.x, y: b.y })).toEqual(outline)
      }),
    )
  })

  it('has equal arcs of about 24 px: five along a side of 120', () => {
    const outline = cloudOutline({ x: 0, y: 0 }, { x: 120, y: 48 })
    expect(outline.length).toBe((5 + 2 + 5 + 2) * 8 + 1)
    const onTop = outline.filter(({ y }) => Math.abs(y) < 1e-9).map(({ x }) => Math.round(x) + 0)
    expect(onTop).toEqual([0, 24, 48, 72, 96, 120, 0])
    expect(Math.min(...outline.map(({ y }) => y))).toBeCloseTo(-0.32 * 24)
  })

  it('can be seen where both corners are one', () => {
    const xs = cloudOutline({ x: 50, y: 50 }, { x: 50, y: 50 }).map(({ x }) => x)
    expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(12)
  })
})

describe('an arrow', () => {
  it('has a head whose sides are equal, lie behind its tip and are no longer than half the shaft', () => {
    fc.assert(
      fc.property(place, place, (tail, tip) => {
        const length = Math.hypot(tip.x - tail.x, tip.y - tail.y)
        fc.pre(length > 1)
        const { lines } = sketchInk({ type: 'arrow', points: [tail, tip] })
        expect(lines[0]).toEqual([tail, tip])
        const [one, top, other] = lines[1] ?? []
        expect(top).toEqual(tip)
        const sides = [one, other].map((end) => Math.hypot((end?.x ?? 0) - tip.x, (end?.y ?? 0) - tip.y))
        expect(sides[0]).toBeCloseTo(Math.min(16, length / 2))
        expect(sides[1]).toBeCloseTo(sides[0] ?? 0)
        for (const end of [one, other]) {
          const along = ((end?.x ?? 0) - tip.x) * (tail.x - tip.x) + ((end?.y ?? 0) - tip.y) * (tail.y - tip.y)
          expect(along).toBeGreaterThan(0)
        }
      }),
    )
  })

  it('of no length has no head', () => {
    const at = { x: 3, y: 4 }
    expect(sketchInk({ type: 'arrow', points: [at, at] }).lines).toEqual([[at, at]])
  })
})

describe('a sketch', () => {
  it('lies about the middle of a picture of another size, and its text is as much larger', () => {
    const where = { viewport: { width: 1200, height: 800 }, size: { width: 300, height: 400 }, scale: 0.5 }
    const { lines } = sketchInk({ type: 'line', points: [{ x: 600, y: 400 }, { x: 700, y: 300 }] }, where) // biome-ignore format: a point a line says less
    expect(lines).toEqual([[{ x: 150, y: 200 }, { x: 200, y: 150 }]]) // biome-ignore format: as above
    const { words } = sketchInk({ type: 'text', points: [{ x: 600, y: 400 }], text: 'here' }, where)
    expect(words).toEqual({ at: { x: 150, y: 200 }, text: 'here', size: 8 })
  })

  it('is red where nobody chose', () => {
    expect(sketchInk({ type: 'line', points: [] }).colour).toEqual(sketchColour('red'))
    expect(sketchInk({ type: 'line', points: [], colour: 'blue' }).colour).toEqual(sketchColour('blue'))
  })
})

it('a cloud as large as a sketch may be has no more arcs than a large one', () => {
  const corners = (far: number) => cloudOutline({ x: -far, y: -far }, { x: far, y: far }).length
  expect(corners(20_000)).toBe(corners(2_500))
  expect(corners(2_500)).toBeGreaterThan(corners(2_000))
})
