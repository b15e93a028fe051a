import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areaFamily, axesAbout, middleOf, newell, shellAxes } from './shell-axes.ts'
import { cross, dot, length, scale, subtract, unit, type Vec } from './vector.ts'

const close = (point: readonly number[]) => point.map((value) => expect.closeTo(value, 9))
const number = fc.double({ min: -1, max: 1, noNaN: true })
const direction = fc
  .tuple(number, number, number)
  .filter((p) => length(p) > 0.01)
  .map((p) => unit(p)!)
/** A square of side 2 about a point, counter-clockwise about its normal. */
const squareAbout = (at: Vec, u: Vec, v: Vec): Vec[] =>
  [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => at.map((value, k) => value + a! * u[k]! + b! * v[k]!) as unknown as Vec) // biome-ignore format: short

describe('axes of an area', () => {
  it('are right-handed; 3 is the normal, 1 horizontal, 2 upward (property)', () => {
    fc.assert(
      fc.property(direction, (e3) => {
        const [e1, e2, normal] = axesAbout(e3)
        expect(normal).toEqual(e3)
        expect(cross(e1, e2)).toEqual(close(e3))
        expect([length(e1), length(e2), dot(e1, e2)]).toEqual(close([1, 1, 0]))
        if (Math.hypot(e3[0], e3[1]) >= 0.001) {
          expect(e1[2]).toBe(0)
          expect(e2[2]).toBeGreaterThan(0)
        } else expect(e2[1]).toBeGreaterThan(0.99)
      }),
    )
  })

  it('of an area within a thousandth of horizontal have 2 along +Y', () => {
    const leaning = (sine: number, way: 1 | -1): Vec => [sine, 0, way * Math.sqrt(1 - sine * sine)]
    for (const way of [1, -1] as const) {
      expect(axesAbout(leaning(0.0009, way))[1]).toEqual(close([0, 1, 0]))
      expect(axesAbout(leaning(0.0011, way))[0]).toEqual(close([0, 1, 0]))
    }
    expect(axesAbout([0, 0.0009, 1])[0]).toEqual(close([1, 0, 0]))
  })

  it('of an outline go by its right-hand normal, wherever it lies and whatever its size (property)', () => {
    fc.assert(
      fc.property(direction, fc.integer({ min: -6, max: 6 }), fc.tuple(number, number, number), (e3, power, shift) => {
        const [u, v] = axesAbout(e3)
        const size = 10 ** power
        const outline = squareAbout(scale(shift, 1e5), scale(u, 1), scale(v, 1)).map((p) => scale(p, size))
        const [, , normal] = shellAxes(outline)!
        expect(dot(normal, e3)).toBeGreaterThan(1 - 1e-6)
        expect(dot(shellAxes(outline.toReversed())![2], e3)).toBeLessThan(-1 + 1e-6)
        // As long as twice the area.
        expect(length(newell(outline)) / size ** 2).toBeCloseTo(8, 3)
      }),
    )
  })

  it('are none of fewer than three places, of a line, or beyond doubles', () => {
    expect(shellAxes([])).toBeNull()
    expect(shellAxes([[0, 0, 0], [1, 0, 0]])).toBeNull() // biome-ignore format: short
    expect(shellAxes([[0, 0, 0], [1, 1, 1], [3, 3, 3]])).toBeNull() // biome-ignore format: short
    expect(shellAxes([[0, 0, 0], [1, 0, 0], [2, 1e-13, 0]])).toBeNull() // biome-ignore format: short
    expect(shellAxes([[0, 0, 0], [1, 0, 0], [2, 1e-9, 0]])).not.toBeNull() // biome-ignore format: short
    expect(shellAxes([[0, 0, 0], [1e200, 0, 0], [0, 1e200, 0]])).toBeNull() // biome-ignore format: short
  })

  it('middle of no points is the origin, of some their mean', () => {
    expect(middleOf([])).toEqual([0, 0, 0])
    expect(middleOf([[1, 2, 3], [3, 6, 9]])).toEqual([2, 4, 6]) // biome-ignore format: short
  })
})

describe('an area without a kind', () => {
  /** A triangle with its normal so many degrees from vertical. */
  const sloping = (degrees: number, way = 1): Vec[] => {
    const angle = (degrees * Math.PI) / 180
    const [along, across] = axesAbout([Math.sin(angle), 0, way * Math.cos(angle)])
    return [[0, 0, 0], along, across]
  }
  it.each([
    [0, 'floor'],
    [30, 'floor'],
    [30.1, 'shell'],
    [79.9, 'shell'],
    [80, 'wall'],
    [90, 'wall'],
  ])('and %d° steep is a %s, from either side', (degrees, kind) => {
    for (const way of [1, -1]) expect(areaFamily({}, () => sloping(degrees, way))).toBe(kind)
  })

  it('goes by its label up to a colon before its slope; without a plane it is a floor', () => {
    expect(areaFamily({ kind: ' wall : W200' }, () => sloping(0))).toBe('wall')
    expect(areaFamily({ kind: 'unknown' }, () => sloping(90))).toBe('wall')
    expect(areaFamily({ kind: '' }, () => [])).toBe('floor')
    const labels = ['Floor', 'slab', 'DECK', 'footing', 'Mat', 'wall', 'Panel', 'ramp']
    expect(labels.map((label) => areaFamily({ kind: label }, () => sloping(45)))).toEqual([
      ...Array(5).fill('floor'),
      'wall',
      'wall',
      'ramp',
    ])
  })

  it('a panel is a wall unless it lies, as a floor of timber panels does', () => {
    expect([0, 30, 31, 90].map((degrees) => areaFamily({ kind: 'panel:timber' }, () => sloping(degrees)))).toEqual([
      'floor',
      'floor',
      'wall',
      'wall',
    ])
  })
})

it('subtracting a middle leaves the normal (property)', () => {
  fc.assert(
    fc.property(direction, (e3) => {
      const [u, v] = axesAbout(e3)
      const outline = squareAbout([5, 6, 7], u, v)
      expect(newell(outline.map((p) => subtract(p, [5, 6, 7])))).toEqual(close(newell(outline)))
    }),
  )
})
