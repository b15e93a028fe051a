import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { circle, riddled, type Shape, scattered, sieve, slopingComb, square, wavy } from '#lib/fixtures/shapes.ts'
import { type Cut, cutArea, sizeOf } from './area-cut.ts'
import { MOST_CUT, tooManyTogether } from './cut-budget.ts'
import { cornersOf, type FlatArea, layFlat, turnOf } from './flat-area.ts'
import { perAxis } from './vector.ts'

const cut = (...[outline, openings]: Shape): Cut => cutArea(layFlat(outline, openings)!)

/** A circle of so many corners; above 32 edges a tree finds those that are near. */
const ring = (count: number, radius: number, x = 0, y = 0) =>
  circle(count)[0].map(([px, py]): [number, number, number] => [x + (px * radius) / 10, y + (py * radius) / 10, 0])

describe('how an area is cut', () => {
  it('not at all where it has more corners than are drawn, which is said at once', () => {
    const jagged = ring(10_001, 3).map(([x, y, z], k): [number, number, number] => (k % 2 ? [x / 2, y / 2, z] : [x, y, z]))
    expect(cut(jagged, [])).toEqual({ how: 'none', why: 'it has 10001 corners, and 10000 are drawn', steps: 10_001 })
  })

  it('as a fan where it turns one way, and once round: whichever way, from whichever corner, however it is turned', () => {
    for (const outline of [
      square(0, 0, 4),
      ring(7, 3),
      ring(40, 3),
      [...square(0, 0, 4).slice(0, 2), [4, 2, 0], ...square(0, 0, 4).slice(2)] satisfies Shape[0],
    ])
      for (const angle of [0, 0.3, Math.PI / 2, 2])
        for (let first = 0; first < 4; first++)
          for (const isReversed of [false, true]) {
            const turned = outline.map(([x, y]): [number, number, number] => [
              x * Math.cos(angle) - y * Math.sin(angle),
              x * Math.sin(angle) + y * Math.cos(angle),
              0,
            ])
            const from = [...turned.slice(first), ...turned.slice(0, first)]
            expect(cut(isReversed ? from.toReversed() : from, []).how).toBe('fan')
          }
    // A star of five points turns one way, and twice round.
    const star = [0, 2, 4, 1, 3].map((k) => ring(5, 3)[k]!)
    expect(cut(star, []).how).toBe('trapezoids')
    expect(
      cut(
        [
          [0, 0, 0],
          [4, 0, 0],
          [4, 4, 0],
          [3, 1, 0],
        ],
        [],
      ).how,
    ).toBe('ears')
    expect(
      cut(
        [
          [0, 0, 0],
          [4, 0, 0],
          [2, 0, 0],
          [4, 4, 0],
        ],
        [],
      ).how,
    ).not.toBe('fan') // back on itself
  })

  it.each([5, 12, 40])('by ears where openings of %d corners lie inside and apart, else by trapezoids', (count) => {
    const outline: Shape[0] = [[-6, -6, 0], [6, -6, 0], [6, 6, 0], [0, 5, 0], [-6, 6, 0]] // biome-ignore format: short
    const how = (...openings: Shape[1]) => cut(outline, openings).how
    expect(how()).toBe('ears')
    expect(how(ring(count, 1), ring(count, 1, 3), ring(count, 1, -3, -3))).toBe('ears')
    expect(how(ring(count, 1), ring(count, 1, 1.5))).toBe('trapezoids')
    expect(how(ring(count, 1), ring(count, 0.3))).toBe('trapezoids')
    expect(how(ring(count, 1, 6))).toBe('trapezoids')
    expect(how(ring(count, 1, 9))).toBe('trapezoids')
    expect(how(ring(count, 1, 0, -9))).toBe('trapezoids')
    expect(
      how([
        [-6, -6, 0],
        [-5, -5, 0],
        [-5, -6, 0],
      ]),
    ).toBe('trapezoids') // at a corner
  })

  it.each([4, 40])('by ears where openings of %d corners are apart by more than rounding, a billionth of the size', (count) => {
    const outline: Shape[0] = [[-6, -6, 0], [6, -6, 0], [6, 6, 0], [0, 5, 0], [-6, 6, 0]] // biome-ignore format: short
    for (const size of [1e-3, 1, 1e5]) {
      const how = (...openings: Shape[1]) => {
        const sized = (loop: Shape[0]) => loop.map(([x, y]): [number, number, number] => [size * x, size * y, 0])
        return cut(sized(outline), openings.map(sized)).how
      }
      // 17 across.
      expect([how(ring(count, 1, 5 - 1.5e-8)), how(ring(count, 1, 5 - 1.9e-8))]).toEqual(['trapezoids', 'ears'])
      expect([how(ring(count, 1, -5 + 1.5e-8)), how(ring(count, 1, -5 + 1.9e-8))]).toEqual(['trapezoids', 'ears'])
      expect([how(ring(count, 1, 0, -5 + 1.5e-8)), how(ring(count, 1, 0, -5 + 1.9e-8))]).toEqual(['trapezoids', 'ears'])
      const two = (gap: number) => how(ring(count, 1), ring(4, 0.5, 1.5 + gap))
      expect([two(1.5e-8), two(1.9e-8)]).toEqual(['trapezoids', 'ears'])
    }
  })

  it('as no fan where it goes back on itself within rounding', () => {
    const needle = (across: number) => cut([[0, 0, 0], [1, 0.3, 0], [0.5, 0.15 + across, 0]], []).how // biome-ignore format: corners
    expect([needle(1e-10), needle(1e-7)]).toEqual(['ears', 'fan'])
  })

  it('into trapezoids that have the area of what is left, and edges with the material on their left', () => {
    for (const count of [5, 40]) {
      const area = layFlat(square(0, 0, 10), [ring(count, 2, 4, 4), ring(count, 2, 6, 5)])!
      const found = cutArea(area)
      if (found.how !== 'trapezoids') throw new Error(found.how)
      const point = (k: number): [number, number] => {
        const at = (corner: number): [number, number] => [area.flat[2 * corner]!, area.flat[2 * corner + 1]!]
        if (k < area.corners.length) return at(k)
        const [a, b, share] = perAxis((i) => found.added[3 * (k - area.corners.length) + i]!)
        return [at(a)[0] + share * (at(b)[0] - at(a)[0]), at(a)[1] + share * (at(b)[1] - at(a)[1])]
      }
      let size = 0
      for (let k = 0; k < found.triangles.length; k += 3) {
        const [a, b, c] = perAxis((i) => point(found.triangles[k + i]!))
        const twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        expect(twice).toBeGreaterThan(-1e-9)
        size += twice / 2
      }
      let around = 0
      for (let k = 0; k < found.edges.length; k += 2) {
        const [a, b] = [point(found.edges[k]!), point(found.edges[k + 1]!)]
        around += (a[0] * b[1] - a[1] * b[0]) / 2
      }
      expect(found.edges.every((at) => Number.isInteger(at) && at < area.corners.length + found.added.length / 3)).toBe(true)
      expect(around).toBeCloseTo(size, 6)
      expect(size).toBeLessThan(100 - Math.abs(turnOf(area, 1)) / 2)
      expect(size).toBeGreaterThan(100 - Math.abs(turnOf(area, 1)))
    }
  })
})

describe('the shapes that once took minutes, each within its steps', () => {
  it('a circle of 130,000 nodes is a fan; twice the nodes cost at most 2.8 times as much', () => {
    expect(cut(...circle(130_000))).toMatchObject({ how: 'fan', steps: 130_000 })
    expect(cut(...circle(12_000)).steps).toBeLessThanOrEqual(2.8 * cut(...circle(6_000)).steps)
  })

  it('so do an outline that bends in and out, and a slab with openings apart', () => {
    expect(cut(...wavy(4000)).how).toBe('ears')
    expect(cut(...wavy(8000)).steps).toBeLessThanOrEqual(2.8 * cut(...wavy(4000)).steps)
    expect(cut(...sieve(40)).how).toBe('ears')
    // A row more, and a ray to the side passes one opening more.
    expect(cut(...sieve(40)).steps).toBeLessThanOrEqual(1.4 ** 3 * 2 * cut(...sieve(28)).steps)
  })

  it.each([
    [200, 2000],
    [500, 20_000],
    [1000, 20_000],
    [20_000, 20_000],
  ])('%d random nodes have edges and no face', (count) => {
    const { how, steps } = cut(...scattered(count))
    expect(how).toBe('none')
    expect(steps).toBeLessThanOrEqual(2_000_000 + count)
    if (count <= 1000) expect(steps).toBeLessThanOrEqual(count ** 2)
  })

  it.each([200, 500, 5000])('%d openings that overlap have edges and no face', (count) => {
    const { how, steps } = cut(...riddled(count))
    expect(how).toBe('none')
    expect(steps).toBeLessThanOrEqual(count ** 2)
  })

  it('take so many steps, the same on every machine', () => {
    const steps = [circle(40), wavy(400), sieve(28), riddled(20), riddled(50), scattered(200)].map((shape) => cut(...shape).steps)
    expect(steps).toEqual([40, 800, 41_168, 37_664, 420_921, 9872])
  })

  it.each([20, 50])('%d openings that overlap are cut all the same', (count) => {
    const found = cut(...riddled(count))
    expect(found.how).toBe('trapezoids')
    expect(found.steps).toBeLessThanOrEqual(1_000_000)
  })

  it('a trapezoid ends at its own corners, not at the height of every other', () => {
    const teeth = Array.from({ length: 20 }, (_, k) => square(5 * k + 1, 49 + 0.01 * k, 2))
    const found = cut(square(0, 0, 100), [...teeth, square(10, 10, 5), square(12, 12, 5)])
    expect(found).toMatchObject({ how: 'trapezoids' })
    if (found.how === 'trapezoids') expect(found.triangles.length / 3).toBeLessThanOrEqual(2 * 3 * (4 * 22 + 8))
  })

  it('many long edges side by side are looked at up to the budget', () => {
    const { how, steps } = cut(...slopingComb(4000))
    expect(how).toBe('none')
    expect(steps).toBeLessThanOrEqual(2_010_000)
  })

  it('is told where it ends: at so many pairs, crossings, pieces and trapezoids, and not one before', () => {
    const whole = { ...MOST_CUT }
    // A square with four openings across its rim and each other: the least that each of the numbers may be.
    const crossed: Shape = [square(0, 0, 10), [square(-1, 1, 4), square(2, 2, 4), square(5, -1, 3), square(7, 8, 5)]]
    const how = (change: Partial<typeof MOST_CUT>) => {
      Object.assign(MOST_CUT, whole, change)
      return cut(...crossed)
    }
    try {
      const done = how({})
      if (done.how !== 'trapezoids') throw new Error(done.how)
      const why = 'too many of its edges cross or lie close to each other'
      const least = (kind: keyof typeof MOST_CUT) => {
        let most = 0
        for (; how({ [kind]: most }).how === 'none'; most++) expect(how({ [kind]: most })).toMatchObject({ how: 'none', why })
        expect(how({ [kind]: most })).toEqual(done)
        return most
      }
      // Eight crossings, each on two edges, and four ends that touch; 20 edges are cut at the 18 places that differ.
      expect([least('crossings'), least('pieces'), least('pairs'), least('trapezoids')]).toEqual([20, 38, 34, 7])
      expect(how({ corners: 19 })).toEqual({ how: 'none', why: 'it has 20 corners, and 19 are drawn', steps: 20 })
      expect(how({ corners: 20 })).toEqual(done)
      expect(how({ pairs: 0 }).steps).toBe(21)
    } finally {
      Object.assign(MOST_CUT, whole)
    }
  })

  it('counts no area that is a fan, or that spans no plane', () => {
    const dent: Shape[0] = [[0, 0, 0], [4, 0, 0], [4, 4, 0], [2, 1, 0], [0, 4, 0], [0, 0, 0]] // biome-ignore format: corners
    expect([sizeOf(dent, []), sizeOf(square(0, 0, 4), []), sizeOf(dent.slice(0, 2), [])]).toEqual([5, 0, 0])
    expect(sizeOf(square(0, 0, 4), [square(1, 1, 1), square(1, 1, 1).slice(2)])).toBe(8)
  })

  it('of a model with too many corners the largest areas are left out', () => {
    const sizes = [8000, 9000, 9000, 9000, 100, 20_000, ...Array.from({ length: 25 }, () => 8000), 0, 64]
    // The largest first, of equals the last; that of 20,000 is too large by itself.
    expect([...tooManyTogether(sizes)]).toEqual([3, 2])
    expect(tooManyTogether(Array.from({ length: 100_000 }, () => 64)).size).toBe(0)
    // Twenty of 10,000 are just as many as may be, and one more corner is too many.
    const twenty = Array.from({ length: 20 }, () => 10_000)
    expect([
      [...tooManyTogether(twenty)],
      [...tooManyTogether([...twenty, 65])],
      [...tooManyTogether([...twenty, 10_001, 64])],
    ]).toEqual([[], [19], []])
  })
})

/** A loop of level and upright edges, on whole numbers: it may cross itself, run back on itself and touch others. */
type Walk = { xs: number[]; ys: number[] }
const cornersOfWalk = ({ xs, ys }: Walk) =>
  xs.flatMap((x, k): [number, number][] => [
    [x, ys[k]!],
    [xs[(k + 1) % xs.length]!, ys[k]!],
  ])

/** Whether the middle of a cell lies inside a loop: upright edges to its right, odd or even. */
function holds(walk: Walk, x: number, y: number): boolean {
  const corners = cornersOfWalk(walk)
  return corners.filter(([ax, ay], k) => {
    const [, by] = corners[(k + 1) % corners.length]!
    return ax > x + 0.5 && ay > y + 0.5 !== by > y + 0.5
  }).length % 2 === 1 // biome-ignore format: one sum
}

describe('what is cut is what cells that are counted say, whatever crosses or touches what (property)', () => {
  const SIDE = 8
  const step = fc.integer({ min: 0, max: SIDE })
  const walk = fc.integer({ min: 2, max: 4 }).chain((count) => {
    const list = fc.array(step, { minLength: count, maxLength: count })
    return fc.record({ xs: list, ys: list })
  })
  /** Points of the plane that a cut names by number. */
  const pointsOf = (area: FlatArea, found: Cut & { how: 'trapezoids' }) =>
    Array.from({ length: area.corners.length + found.added.length / 3 }, (_, k): [number, number] => {
      const at = (corner: number): [number, number] => [area.flat[2 * corner]!, area.flat[2 * corner + 1]!]
      if (k < area.corners.length) return at(k)
      const [from, to, share] = found.added.slice(3 * (k - area.corners.length)) as [number, number, number]
      return [at(from)[0] + share * (at(to)[0] - at(from)[0]), at(from)[1] + share * (at(to)[1] - at(from)[1])]
    })

  it.each([0, 0.4, 2])('turned by %d', (angle) => {
    const place = ([x, y]: [number, number]): [number, number, number] => [
      x * Math.cos(angle) - y * Math.sin(angle),
      x * Math.sin(angle) + y * Math.cos(angle),
      0,
    ]
    let cuts = 0
    fc.assert(
      fc.property(walk, fc.array(walk, { maxLength: 3 }), (outline, openings) => {
        const area = layFlat(
          cornersOf(cornersOfWalk(outline).map(place)),
          openings.map((one) => cornersOfWalk(one).map(place)),
        )
        const found = area && cutArea(area)
        if (found?.how !== 'trapezoids') return
        cuts++
        const isKept = (x: number, y: number) => holds(outline, x, y) && !openings.some((one) => holds(one, x, y))
        let [cells, around] = [0, 0]
        for (let x = -1; x <= SIDE; x++)
          for (let y = -1; y <= SIDE; y++) {
            if (isKept(x, y)) cells++
            if (isKept(x, y) !== isKept(x + 1, y)) around++
            if (isKept(x, y) !== isKept(x, y + 1)) around++
          }
        const points = pointsOf(area!, found)
        let size = 0
        for (let k = 0; k < found.triangles.length; k += 3) {
          const named = found.triangles.slice(k, k + 3)
          expect(new Set(named).size).toBe(3)
          const [a, b, c] = named.map((at) => points[at]!)
          const twice = (b![0] - a![0]) * (c![1] - a![1]) - (b![1] - a![1]) * (c![0] - a![0])
          expect(twice).toBeGreaterThan(-1e-9)
          size += twice / 2
        }
        let [length, enclosed] = [0, 0]
        const drawn = new Set<string>()
        for (let k = 0; k < found.edges.length; k += 2) {
          const [a, b] = found.edges.slice(k, k + 2).map((at) => points[at]!)
          drawn.add(found.edges.slice(k, k + 2).join())
          length += Math.hypot(b![0] - a![0], b![1] - a![1])
          enclosed += (a![0] * b![1] - a![1] * b![0]) / 2
        }
        expect(size).toBeCloseTo(cells, 6)
        expect(enclosed).toBeCloseTo(cells, 6)
        expect(length).toBeCloseTo(around, 6)
        expect(drawn.size).toBe(found.edges.length / 2)
      }),
      { numRuns: 60 },
    )
    expect(cuts).toBeGreaterThan(20)
  })
})

describe('an area is cut by ears where exact arithmetic says that nothing touches (property)', () => {
  type Point = readonly [number, number]
  const turn = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point) => Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
  /** Whether two edges share a point: all whole numbers. */
  const touch = ([a, b]: readonly [Point, Point], [c, d]: readonly [Point, Point]) => {
    const [p, q, r, s] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
    const isOver = [0, 1].every(
      (k) => Math.max(a[k]!, b[k]!) >= Math.min(c[k]!, d[k]!) && Math.max(c[k]!, d[k]!) >= Math.min(a[k]!, b[k]!),
    )
    return p * q <= 0 && r * s <= 0 && isOver
  }
  const edgesOf = (loop: readonly Point[]) => loop.map((a, k) => [a, loop[(k + 1) % loop.length]!] as const)
  const isIn = (loop: readonly Point[], [x, y]: Point) =>
    edgesOf(loop).filter(([[ax, ay], [bx, by]]) => ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax).length % 2 === 1 // biome-ignore format: one count

  const whole = (least: number, most: number) => fc.integer({ min: least, max: most })
  const corner = (least: number, most: number) => fc.tuple(whole(least, most), whole(least, most))
  const loopOf = (least: number, most: number, corners: number) =>
    fc.uniqueArray(corner(least, most), { minLength: 3, maxLength: corners, selector: String })
  const small = fc.tuple(corner(0, 12), loopOf(0, 3, 4)).map(([[x, y], loop]) => loop.map(([a, b]): Point => [x + a, y + b]))

  it('of outlines and openings with whole corners', () => {
    const ways = new Map<string, number>()
    fc.assert(
      fc.property(fc.oneof(loopOf(0, 15, 5), fc.constant<Point[]>([[0, 0], [15, 1], [14, 15], [7, 12], [0, 14]])), fc.array(small, { maxLength: 3 }), (outline, openings) => {
        const place = ([x, y]: Point): [number, number, number] => [x, y, 0]
        const area = layFlat(outline.map(place), openings.map((one) => one.map(place)))
        if (!area) return
        const { how } = cutArea(area)
        if (how === 'fan') return
        ways.set(how, 1 + (ways.get(how) ?? 0))
        const loops = [outline, ...openings]
        const edges = loops.flatMap((loop, which) => edgesOf(loop).map((ends, k) => ({ which, k, count: loop.length, ends })))
        const isTouched = edges.some((one, i) =>
          edges.slice(i + 1).some((other) => {
            const step = Math.abs(one.k - other.k)
            const isNext = one.which === other.which && (step === 1 || step === one.count - 1)
            return !isNext && touch(one.ends, other.ends)
          }),
        )
        const isInside = openings.every(([first], k) => isIn(outline, first!) && !openings.some((other, i) => i !== k && isIn(other, first!)))
        expect(how).toBe(!isTouched && isInside ? 'ears' : 'trapezoids')
      }),
      { numRuns: 100 }, // enough for both ways
    )
    expect([...ways.keys()].sort()).toEqual(['ears', 'trapezoids'])
  }) // biome-ignore format: one outline
})
