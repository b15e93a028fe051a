import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dot, length, subtract, type Vec } from '#lib/model/shape/vector.ts'
import {
  beginAt,
  eyeOf,
  type Gait,
  type Ground,
  gaitOf,
  isStill,
  looked,
  lookOf,
  NOTHING_HELD,
  onNextFloor,
  type Surroundings,
  type Walker,
  type WalkKeys,
  walked,
} from './walker.ts'

const METRES: Gait = gaitOf(1, 3)
const Z: Vec = [0, 0, 1]
const Y: Vec = [0, 1, 0]

/** Floors of a plan as heights at a place, level or rising; in any display the height is along `up`. */
type Floor = (x: number, y: number) => number | null
const slab =
  (x0: number, x1: number, height: number): Floor =>
  (x) =>
    x >= x0 && x <= x1 ? height : null
const ramp =
  (x0: number, x1: number, low: number, high: number): Floor =>
  (x) =>
    x >= x0 && x <= x1 ? low + ((x - x0) / (x1 - x0)) * (high - low) : null

function place(floors: readonly Floor[], up: Vec = Z, lowest = 0): Surroundings {
  const ground: Ground = (at, below) => {
    const [x, y] = up === Z ? [at[0], at[1]] : [at[0], -at[2]]
    const heights = floors.flatMap((floor) => floor(x, y) ?? []).filter((height) => height <= below)
    return heights.length ? Math.max(...heights) : null
  }
  return { up, gait: METRES, ground, lowest }
}
const standing = (x: number, height: number, up: Vec = Z, turn = 0): Walker => {
  const feet: Vec = up === Z ? [x, 0, height] : [x, height, 0]
  return { feet, height, turn, tilt: 0 }
}
const AHEAD: WalkKeys = { ...NOTHING_HELD, ahead: 1 }
/** As pictures come. */
function gone(walker: Walker, held: WalkKeys, seconds: number, pictures: number, around: Surroundings) {
  let now = walker
  for (let k = 0; k < pictures; k++) now = walked(now, held, seconds / pictures, around)
  return now
}

describe('somebody who walks', () => {
  it('has the eye 1.70 m above the floor in any unit, and at 0.55 of a storey where none is known', () => {
    expect(gaitOf(0.3048, 10)).toEqual({
      eye: expect.closeTo(1.7 / 0.3048),
      climb: expect.closeTo(0.6 / 0.3048),
      walk: expect.closeTo(1.4 / 0.3048),
      run: expect.closeTo(4 / 0.3048),
    })
    expect(gaitOf(0.001, 10).eye).toBeCloseTo(1700)
    expect(gaitOf(null, 4).eye).toBeCloseTo(2.2)
    expect(eyeOf(standing(2, 3), place([]))).toEqual([2, 0, 4.7])
    expect(eyeOf(standing(2, 3, Y), place([], Y))).toEqual([2, 4.7, 0])
  })

  it('goes 1.4 m a second, and 4 running, however many pictures are drawn of it', () => {
    const around = place([slab(-100, 100, 0)])
    for (const pictures of [1, 7, 60]) {
      expect(gone(standing(0, 0), AHEAD, 1, pictures, around).feet[0]).toBeCloseTo(1.4)
      expect(gone(standing(0, 0), { ...AHEAD, isRunning: true }, 1, pictures, around).feet[0]).toBeCloseTo(4)
    }
    const slanted = gone(standing(0, 0), { ...AHEAD, aside: 1 }, 1, 10, around)
    expect(length(subtract(slanted.feet, [0, 0, 0]))).toBeCloseTo(1.4) // not faster
    expect(slanted.feet[1]).toBeLessThan(0) // to the right of X is -Y
    expect(gone(standing(0, 0, Y), AHEAD, 1, 5, place([slab(-9, 9, 0)], Y)).feet).toEqual([expect.closeTo(1.4), 0, 0])
  })

  it('climbs steps, stairs and ramps, stops before what is too high, and steps down from an edge', () => {
    const stairs = Array.from({ length: 17 }, (_, k) => slab(1 + 0.28 * k, 1 + 0.28 * (k + 1), 0.18 * (k + 1)))
    const up = gone(standing(0, 0), AHEAD, 5, 200, place([slab(-9, 9, 0), ...stairs, slab(5.76, 20, 3.06)]))
    expect(up.feet[0]).toBeCloseTo(7)
    expect(up.feet[2]).toBeCloseTo(3.06)
    expect(gone(standing(0, 0), AHEAD, 5, 200, place([slab(-9, 1, 0), ramp(1, 5, 0, 2), slab(5, 20, 2)])).feet[2]).toBeCloseTo(2)
    const wall = gone(standing(0, 0), AHEAD, 5, 200, place([slab(-9, 9, 0), slab(2, 3, 0.9)]))
    expect(wall.feet[0]).toBeLessThan(2)
    expect(wall.feet[2]).toBe(0)
    const edge = gone(standing(0, 3), AHEAD, 5, 200, place([slab(-9, 9, 0), slab(-9, 2, 3)]))
    expect(edge.feet).toEqual([expect.closeTo(7), 0, 0])
    // Where there is no floor at all one stands on the ground of the model.
    expect(gone(standing(0, 3), AHEAD, 5, 200, place([slab(-9, 2, 3)], Z, -1)).feet[2]).toBe(-1)
  })

  it('is never below a floor, and climbs at most 0.6 m at a time', () => {
    const height = fc.double({ min: 0, max: 6, noNaN: true })
    const floor = fc
      .tuple(fc.double({ min: -8, max: 8, noNaN: true }), fc.double({ min: 0.3, max: 6, noNaN: true }), height, height)
      .map(([x, wide, low, high]) => (wide > 3 ? ramp(x, x + wide, low, high) : slab(x, x + wide, low)))
    const held = fc.record({
      ahead: fc.constantFrom(-1, 0, 1),
      aside: fc.constantFrom(-1, 0, 1),
      turn: fc.constantFrom(-1, 0, 1),
      isRunning: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(floor, { maxLength: 8 }),
        fc.array(fc.record({ held, seconds: fc.double({ min: 0.001, max: 0.1, noNaN: true }) }), { minLength: 1, maxLength: 40 }),
        fc.constantFrom(Z, Y),
        (floors, ways, up) => {
          const around = place(floors, up)
          const first = around.ground([0, 0, 0], 1.7) ?? 0
          let now = standing(0, first, up)
          for (const { held, seconds } of ways) {
            const before = now
            now = walked(now, held, seconds, around)
            const [from, to] = [dot(before.feet, up), dot(now.feet, up)]
            const far = (held.isRunning ? 4 : 1.4) * seconds
            // In pieces of 15 cm at most.
            expect(to - from).toBeLessThanOrEqual(0.6 * Math.ceil(far / 0.15) + 1e-9)
            // Nothing lies between the feet and the eye.
            const highest = Math.max(around.ground(now.feet, to + 1.7) ?? 0, 0)
            expect(highest).toBeLessThanOrEqual(to + 1e-9)
            expect(dot(eyeOf(now, around), up)).toBeGreaterThan(to)
          }
        },
      ),
    )
  })

  it('takes the height of a step gently, comes to rest, and then asks for no more pictures', () => {
    const around = place([slab(-9, 0.5, 0), slab(0.5, 9, 0.5)])
    let now = gone(standing(0, 0), AHEAD, 0.4, 40, around)
    expect(now.feet[2]).toBe(0.5)
    expect(now.height).toBeLessThan(0.5)
    expect(isStill(now, NOTHING_HELD, Z)).toBe(false)
    for (let k = 0; k < 200 && !isStill(now, NOTHING_HELD, Z); k++) now = walked(now, NOTHING_HELD, 1 / 60, around)
    expect(isStill(now, NOTHING_HELD, Z)).toBe(true)
    expect(isStill(now, AHEAD, Z)).toBe(false)
    expect(walked(now, NOTHING_HELD, 1, around)).toEqual(now)
  })

  it('looks where the picture is dragged to, never over head', () => {
    const left = looked(standing(0, 0), -0.3, 0.2)
    expect(lookOf(left, Z)).toEqual([
      expect.closeTo(Math.cos(0.3) * Math.cos(0.2)),
      expect.closeTo(Math.sin(0.3) * Math.cos(0.2)),
      expect.closeTo(Math.sin(0.2)),
    ])
    expect(lookOf(looked(left, 0, 9), Z)[2]).toBeLessThan(1)
    expect(lookOf(standing(0, 0, Y, Math.PI / 2), Y)).toEqual([expect.closeTo(0), expect.closeTo(0), expect.closeTo(-1)])
  })

  it('begins below an eye that is inside, else in front of the model with its middle ahead', () => {
    const around = place([slab(0, 20, 0), slab(0, 20, 3)])
    const box = { low: [0, 0, 0], high: [20, 10, 6] } as const
    expect(beginAt([5, 5, 4.5], [0, 1, -0.2], box, around)).toEqual({ feet: [5, 5, 3], height: 3, turn: Math.PI / 2, tilt: 0 })
    const outside = beginAt([-40, -60, 30], [1, 1, -1], box, around)
    expect(outside.feet).toEqual([expect.closeTo(-5.1), expect.closeTo(-5.1), 0])
    const look = lookOf(outside, Z)
    expect(look[0]).toBeGreaterThan(0)
    expect(look[1]).toBeGreaterThan(0)
    expect(look[2]).toBe(0)
  })

  it('goes a floor up or down where there is one', () => {
    const around = place([slab(-9, 9, 0), slab(-9, 9, 3), slab(4, 9, 6)])
    const levels = [0, 3, 6]
    const first = onNextFloor(standing(0, 0), 1, levels, around)
    expect(first?.feet[2]).toBe(3)
    expect(first && onNextFloor(first, 1, levels, around)).toBeNull()
    expect(first && onNextFloor(first, -1, levels, around)?.feet[2]).toBe(0)
    expect(onNextFloor(standing(5, 0), 1, [0, 6], around)?.feet[2]).toBe(6)
  })
})
