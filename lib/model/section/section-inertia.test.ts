import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConstructSectionCreate, SectionDefinition } from '#lib/schema/schema.ts'
import { sectionInertia } from './section-inertia.ts'
import { sectionAsReturned } from './section-outline.ts'
import { sectionProperties } from './section-properties.ts'

const inertiaOf = (
  type: SectionDefinition['type'],
  dimensions: Record<string, number>,
  more: Partial<ConstructSectionCreate> = {},
) =>
  sectionInertia(sectionAsReturned({ id: 'S', type, dimensions, ...more } as ConstructSectionCreate), {
    id: 'S',
    type,
    dimensions,
  })

/** To the digits that the table of the drawing office has. */
const near = (digits: number) => (value: number) => expect.closeTo(value, digits)

describe('second moments of area about the centroid', () => {
  it.each([
    ['a beam of concrete', 'rectangular', { t3: 0.65, t2: 0.3 }, [0.195, 0.006865625, 0.0014625, 0], 12],
    ['a box', 'rectangular', { t3: 0.3, t2: 0.2, tf: 0.012, tw: 0.01 }, [0.01032, 1.3463136e-4, 6.5864e-5, 0], 12],
    ['a pipe, as the true circle', 'pipe', { t3: 2.375, tw: 0.154 }, [1.0745315, 0.66574708, 0.66574708, 0], 7],
    ['an I', 'i_wide_flange', { t3: 12.9, t2: 12.2, tf: 0.99, tw: 0.61 }, [30.8172, 924.787294, 299.821473, 0], 5],
    [
      'an I of unequal flanges',
      'i_wide_flange',
      { t3: 500, t2: 200, tf: 20, tw: 10, t2b: 300, tfb: 25 },
      [16050, 691630361, 69621250, 0],
      -1,
    ],
    ['a channel', 'channel', { t3: 200, t2: 75, tf: 11, tw: 8 }, [3074, 18511384.7, 1638819.61, 0], 1],
    ['an angle', 'angle', { t3: 150, t2: 90, tf: 10, tw: 12 }, [2580, 6048011.63, 1519036.74, 1714186.05], 1],
    ['IPE 300', 'i_wide_flange', { t3: 300, t2: 150, tf: 10.7, tw: 7.1 }, [5188.06, 79989869.5, 6027059.5, 0], 0],
  ] as const)('of %s', (_, type, dimensions, [area, i33, i22, i23], digits) => {
    const is = near(digits)
    expect(inertiaOf(type, dimensions)).toMatchObject({ area: is(area), i33: is(i33), i22: is(i22), i23: is(i23) })
  })

  it('of an angle about its principal axes, turned against local 3', () => {
    const angle = inertiaOf('angle', { t3: 150, t2: 90, tf: 10, tw: 12 })
    expect(angle).toMatchObject({
      most: expect.closeTo(6623654.0, 0),
      least: expect.closeTo(943394.4, 0),
      angle: expect.closeTo(-18.5626, 4),
    })
    expect(angle!.r33).toBeCloseTo(Math.sqrt(6048011.63 / 2580), 3)
  })

  it('turns the strong axis of what is wider than deep by a right angle', () => {
    expect(inertiaOf('rectangular', { t3: 1, t2: 2 })).toMatchObject({ angle: 90, i23: 0 })
  })

  it('takes corners on a circle for what they are where the section is no pipe', () => {
    const corners = Array.from({ length: 32 }, (_, k) => ({ x: Math.cos((k * Math.PI) / 16), y: Math.sin((k * Math.PI) / 16) }))
    expect(inertiaOf('custom', { t3: 2 }, { polygon: corners })!.area).toBeCloseTo(16 * Math.sin(Math.PI / 16), 12)
    expect(inertiaOf('pipe', { t3: 2 })).toMatchObject({ area: near(12)(Math.PI), centroid: { x: 0, y: 0 } })
    expect(inertiaOf('pipe', { t3: 2, tw: 1 })!.area).toBeCloseTo(Math.PI, 12)
    expect(inertiaOf('pipe', { t3: 2 }, { thickness: -0.1 })!.area).toBeCloseTo(Math.PI, 12)
  })

  it('has none without an outline, or of one that crosses itself', () => {
    expect(inertiaOf('i_wide_flange', { t3: 1 })).toBeNull()
    expect(inertiaOf('shell', { thickness: 0.2 })).toBeNull()
    const bow = [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
      { x: 1, y: 0 },
      { x: 0, y: 1 },
    ]
    expect(inertiaOf('custom', {}, { polygon: bow })).toBeNull()
  })

  it('agrees with the closed forms of area and centroid, wherever the outline lies and however it runs', () => {
    const size = fc.double({ min: 0.05, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        fc.constantFrom('i_wide_flange', 'channel', 'angle', 'rectangular'),
        fc.tuple(size, size, size, size),
        fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: -1000, max: 1000 })),
        fc.boolean(),
        (type, [a, b, c, d], [dx, dy], isTurned) => {
          const dimensions = { t3: 10 * a, t2: 10 * b, tf: 4 * a * c, tw: 4 * b * d }
          const here = inertiaOf(type, dimensions)!
          const form = sectionProperties(type, dimensions)!
          expect(here.area).toBeCloseTo(form.area, 9)
          expect(here.centroid.x).toBeCloseTo(form.centroid.x, 9)
          expect(here.centroid.y).toBeCloseTo(form.centroid.y, 9)
          expect(here.most * here.least).toBeCloseTo(here.i33 * here.i22 - here.i23 ** 2, 4)
          if (type === 'rectangular') return // its hollow is told by its own outline
          const { polygon } = sectionAsReturned({ id: 'S', type, dimensions } as ConstructSectionCreate)
          const moved = polygon.map(({ x, y }) => ({ x: x + dx, y: y + dy }))
          const there = inertiaOf('custom', {}, { polygon: isTurned ? moved.reverse() : moved })!
          expect(there.i33 / here.i33).toBeCloseTo(1, 6)
          expect(there.i22 / here.i22).toBeCloseTo(1, 6)
          expect(there.centroid.x - dx).toBeCloseTo(here.centroid.x, 6)
        },
      ),
    )
  })
})
