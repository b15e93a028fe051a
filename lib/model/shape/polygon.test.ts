import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Point2 } from '#lib/schema/schema.ts'
import {
  crossingEdges,
  distanceToEdge,
  holds,
  isInside,
  isNearEdge,
  outlinesCross,
  outlinesOverlap,
  type Polygon,
  polygonOf,
  shareAlong,
} from './polygon.ts'

const path = (...points: [number, number][]): Point2[] => points.map(([x, y]) => ({ x, y }))
const rect = (x: number, y: number, w: number, h: number) => path([x, y], [x + w, y], [x + w, y + h], [x, y + h])
const steps = () => ({ left: 1e6 })
/** A circle of so many corners: above 64 a tree finds its edges. */
const ring = (count: number, radius = 1, cx = 0, cy = 0) =>
  Array.from({ length: count }, (_, k): Point2 => {
    const angle = (2 * Math.PI * (k + 0.25)) / count
    return { x: cx + radius * Math.cos(angle), y: cy + radius * Math.sin(angle) }
  })
const COUNTS = [[12], [100]] as const

describe('a point and an outline', () => {
  it('lies inside by the even-odd rule, of few corners and of many', () => {
    for (const [count] of COUNTS) {
      const circle = polygonOf(ring(count))
      fc.assert(
        fc.property(fc.double({ min: -1.5, max: 1.5, noNaN: true }), fc.double({ min: -1.5, max: 1.5, noNaN: true }), (x, y) => {
          const away = Math.hypot(x, y)
          fc.pre(away > 1 || away < Math.cos(Math.PI / count))
          expect(isInside(circle.points, { x, y })).toBe(away < 1)
          expect(holds(circle, { x, y }, steps())).toBe(away < 1)
        }),
      )
    }
    const bow = path([0, 0], [4, 4], [4, 0], [0, 4])
    const inside = (x: number, y: number) => isInside(bow, { x, y })
    expect([inside(0.5, 2), inside(3.5, 2), inside(2, 0.5), inside(2, 3.5)]).toEqual([true, true, false, false])
  })

  it('is near an edge within a distance, over its ends too', () => {
    const square = rect(0, 0, 4, 2)
    for (const polygon of [
      polygonOf(square),
      polygonOf(
        square.flatMap((a, k) =>
          Array.from({ length: 20 }, (_, i) => {
            const b = square[(k + 1) % 4]!
            return { x: a.x + ((b.x - a.x) * i) / 20, y: a.y + ((b.y - a.y) * i) / 20 }
          }),
        ),
      ),
    ]) {
      // biome-ignore format: short
      const near = (x: number, y: number) => isNearEdge(polygon, { x, y }, 0.5, steps())
      expect([near(2, 2.5), near(2, 1.5), near(2, 2.51), near(2, 1.49), near(-0.5, 1), near(-0.51, 1)]).toEqual([
        true,
        true,
        false,
        false,
        true,
        false,
      ])
      expect([near(4.3, 2.4), near(4.4, 2.4), near(-0.3, -0.4), near(2, 1)]).toEqual([true, false, true, false])
    }
  })

  it('has its share of a side, from end to end', () => {
    const [a, b] = path([1, 1], [5, 4]) as [Point2, Point2]
    expect(shareAlong(a, b, { x: 3, y: 2.5 })).toBeCloseTo(0.5, 12)
    expect(shareAlong(a, b, { x: 3 - 3, y: 2.5 + 4 })).toBeCloseTo(0.5, 12)
    expect([shareAlong(a, b, { x: 0, y: 0 }), shareAlong(a, b, { x: 9, y: 9 }), shareAlong(a, a, { x: 9, y: 9 })]).toEqual([
      0, 1, 0,
    ])
    expect(distanceToEdge(a, b, { x: 0, y: 6.5 })).toBeCloseTo(5, 12)
    expect(distanceToEdge(a, b, { x: 1, y: -2 })).toBe(3)
    expect(distanceToEdge(a, b, { x: 9, y: 7 })).toBeCloseTo(5, 12)
    expect(distanceToEdge(a, a, { x: 4, y: 5 })).toBe(5)
  })

  it('is found in nothing once the steps are spent', () => {
    const square = polygonOf(rect(0, 0, 2, 2))
    expect(holds(square, { x: 1, y: 1 }, { left: 4 })).toBe(true)
    const left = { left: 2 }
    holds(square, { x: 1, y: 1 }, left)
    expect(left.left).toBe(0)
    const spent = { left: 1 }
    expect(isNearEdge(square, { x: 0, y: 1 }, 0.1, spent)).toBe(false)
  })
})

describe('outlines that cross', () => {
  it('the first two edges are named, by their first points; a touch is none', () => {
    expect(crossingEdges(polygonOf(path([0, 0], [4, 4], [4, 0], [0, 4])), 1e-9, steps())).toEqual([0, 2])
    expect(crossingEdges(polygonOf(rect(0, 0, 4, 2)), 1e-9, steps())).toBeNull()
    expect(crossingEdges(polygonOf(path([0, 0], [4, 0], [4, 2], [2, 0], [0, 2])), 1e-9, steps())).toBeNull()
    expect(crossingEdges(polygonOf(path([0, 0], [4, 0], [4, 2], [2, -0.1], [0, 2])), 1e-9, steps())).toEqual([0, 2])
    expect(crossingEdges(polygonOf(path([0, 0], [4, 0], [4, 2], [2, -0.1], [0, 2])), 0.2, steps())).toBeNull()
  })

  it('is found among many edges as among few', () => {
    for (const [count] of COUNTS) {
      const points = ring(count)
      const [one, other] = [points[3]!, points[4]!]
      points[3] = other
      points[4] = one
      expect(crossingEdges(polygonOf(points), 1e-9, steps())).toEqual([2, 4])
      expect(crossingEdges(polygonOf(ring(count)), 1e-9, steps())).toBeNull()
      expect(crossingEdges(polygonOf(points), 1e-9, { left: 0 })).toBeNull()
    }
  })

  it('of two outlines counts only where both are passed', () => {
    const crosses = (one: Point2[], other: Point2[], slack = 1e-9) =>
      outlinesCross(polygonOf(one), polygonOf(other), slack, steps())
    expect(crosses(rect(0, 0, 4, 4), rect(2, 2, 4, 4))).toBe(true)
    expect(crosses(rect(0, 0, 4, 4), rect(1, 1, 2, 2))).toBe(false)
    expect(crosses(rect(0, 0, 4, 4), rect(4, 0, 4, 4))).toBe(false)
    expect(crosses(rect(0, 0, 4, 4), rect(5, 0, 4, 4))).toBe(false)
    expect(crosses(rect(0, 0, 4, 4), rect(3.9, 3.9, 4, 4), 0.2)).toBe(false)
  })
})

describe('outlines that cover the same ground', () => {
  const overlaps = (one: Point2[], other: Point2[]) => {
    const [a, b]: Polygon[] = [polygonOf(one), polygonOf(other)]
    const found = outlinesOverlap(a!, b!, 1e-6, steps())
    expect(outlinesOverlap(b!, a!, 1e-6, steps())).toBe(found)
    return found
  }
  it.each<[string, Point2[], Point2[], boolean]>([
    ['across each other', rect(0, 0, 4, 4), rect(2, 2, 4, 4), true],
    ['one in the other', rect(0, 0, 4, 4), rect(1, 1, 1, 1), true],
    ['the same', rect(0, 0, 4, 4), rect(0, 0, 4, 4), true],
    ['the same, the other way round', rect(0, 0, 4, 4), rect(0, 0, 4, 4).reverse(), true],
    ['with a common side, one in the other', rect(0, 0, 4, 4), rect(0, 1, 2, 2), true],
    ['from side to side', rect(0, 0, 4, 4), rect(0, 1, 4, 2), true],
    ['side by side', rect(0, 0, 4, 4), rect(4, 1, 4, 2), false],
    ['at a corner', rect(0, 0, 4, 4), rect(4, 4, 4, 2), false],
    ['apart', rect(0, 0, 4, 4), rect(9, 9, 1, 1), false],
    ['in the notch of an L', path([0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]), rect(1, 1, 3, 3), false],
    ['an L over its notch', path([0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]), rect(0.5, 0.5, 3, 3), true],
    ['a triangle with corners on all sides', rect(0, 0, 4, 4), path([0, 2], [4, 0], [4, 4]), true],
    ['flat', rect(0, 0, 4, 4), path([1, 1], [2, 1], [3, 1]), true],
    ['flat on a side', rect(0, 0, 4, 4), path([1, 0], [2, 0], [3, 0]), false],
  ])('%s', (_, one, other, expected) => expect(overlaps(one, other)).toBe(expected))

  it.each<[string, Point2[], number]>([
    ['a fork', path([0, 0], [12, 0], [12, 5], [11, 5], [11, 1], [9, 1], [9, 6], [3, 6], [3, 1], [1, 1], [1, 5], [0, 5]), 3],
    ['a room between two corridors', path([-5, -2], [-2, -2], [-2, -5], [4, -5], [4, -2], [7, -2], [7, 2], [4, 2], [4, 5], [-2, 5], [-2, 2], [-5, 2]), 3.6],
    ['a triangle', path([0, 0], [20, 0], [0, 10]), 2.2],
    ['a square', rect(0, 0, 8, 8), 4],
  ])('the same, where there is room beyond the slack of all edges: %s', (_, points, room) => {
    const seen = (to: (p: Point2) => Point2) => points.map(to)
    for (const turned of [
      seen((p) => p),
      seen(({ x, y }) => ({ x: y, y: x })),
      seen(({ x, y }) => ({ x: -x - 100, y: 95 + y })),
      seen(({ x, y }) => ({ x: 7 - y, y: -x })),
    ])
      for (let first = 0; first < points.length; first++) {
        const from = [...turned.slice(first), ...turned.slice(0, first)]
        const within = (slack: number) => outlinesOverlap(polygonOf(from), polygonOf(turned), slack, steps())
        expect([within(0.99 * room), within(12)]).toEqual([true, false])
      }
  }) // biome-ignore format: an outline a row

  it('by more than they touch, wherever they lie (property)', () => {
    const side = fc.integer({ min: -6, max: 6 })
    const size = fc.integer({ min: 1, max: 5 })
    fc.assert(
      fc.property(side, side, size, size, size, size, (x, y, w, h, a, b) => {
        const common = (from: number, long: number, other: number) => Math.min(from + long, other) - Math.max(from, 0)
        expect(overlaps(rect(0, 0, a, b), rect(x, y, w, h))).toBe(common(x, w, a) > 0 && common(y, h, b) > 0)
      }),
    )
  })
})
