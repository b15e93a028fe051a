import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { profileOf } from '#lib/profiles/profile.ts'
import { allRows } from '#lib/profiles/tables.ts'
import type { Dimensions, Point2, SectionType } from '#lib/schema/schema.ts'
import { sectionInertia } from './section/section-inertia.ts'
import { sectionAsReturned } from './section/section-outline.ts'
import { sectionProperties } from './section/section-properties.ts'

const inertiaOf = (type: SectionType, dimensions: Dimensions, more: { polygon?: Point2[]; family?: string } = {}) => {
  const { polygon, family } = more
  const section = sectionAsReturned({ id: 'S', type, dimensions, ...(polygon && { polygon }) })
  return sectionInertia(section, { id: 'S', type, dimensions, ...(family && { family }) })!
}

/** Sizes in mm; area in cm², moments in cm⁴ as EN 10365, EN 10056-1, EN 10210-2 and EN 10219-2 tables print them. */
const PUBLISHED: [name: string, SectionType, Dimensions, area: number, strong: number, weak: number, within: number][] = [
  ['IPE 80', 'i_wide_flange', { t3: 80, t2: 46, tw: 3.8, tf: 5.2, r: 5 }, 7.64, 80.14, 8.49, 5e-4],
  ['IPE 160', 'i_wide_flange', { t3: 160, t2: 82, tw: 5, tf: 7.4, r: 9 }, 20.09, 869.3, 68.31, 5e-4],
  ['IPE 240', 'i_wide_flange', { t3: 240, t2: 120, tw: 6.2, tf: 9.8, r: 15 }, 39.12, 3892, 283.6, 5e-4],
  ['IPE 300', 'i_wide_flange', { t3: 300, t2: 150, tw: 7.1, tf: 10.7, r: 15 }, 53.81, 8356, 603.8, 5e-4],
  ['IPE 360', 'i_wide_flange', { t3: 360, t2: 170, tw: 8, tf: 12.7, r: 18 }, 72.73, 16270, 1043, 5e-4],
  ['IPE 600', 'i_wide_flange', { t3: 600, t2: 220, tw: 12, tf: 19, r: 24 }, 156, 92080, 3387, 5e-4],
  ['HE 100 A', 'i_wide_flange', { t3: 96, t2: 100, tw: 5, tf: 8, r: 12 }, 21.24, 349.2, 133.8, 5e-4],
  ['HE 300 A', 'i_wide_flange', { t3: 290, t2: 300, tw: 8.5, tf: 14, r: 27 }, 112.5, 18260, 6310, 5e-4],
  ['HE 1000 A', 'i_wide_flange', { t3: 990, t2: 300, tw: 16.5, tf: 31, r: 30 }, 346.8, 553800, 14000, 5e-4],
  ['L 100 × 10', 'angle', { t3: 100, t2: 100, tw: 10, tf: 10, r: 12 }, 19.2, 177, 177, 5e-3],
  ['L 150 × 100 × 10', 'angle', { t3: 150, t2: 100, tw: 10, tf: 10, r: 12 }, 24.2, 552, 199, 5e-3],
  ['UPE 200', 'channel', { t3: 200, t2: 80, tw: 6, tf: 11, r: 13 }, 29, 1909, 187.3, 2e-3],
  ['RHS 200 × 100 × 10, hot', 'rectangular', { t3: 200, t2: 100, tw: 10, r: 15 }, 54.9, 2664, 869, 2e-3],
  ['RHS 200 × 100 × 10, cold', 'rectangular', { t3: 200, t2: 100, tw: 10, r: 25 }, 52.6, 2444, 818, 2e-3],
]

test.each(PUBLISHED)(
  '%s has by its sizes the area and moments of the tables',
  (_, type, dimensions, area, strong, weak, within) => {
    const { area: found, i33, i22 } = inertiaOf(type, dimensions)
    for (const [value, printed] of [
      [found / 100, area],
      [i33 / 1e4, strong],
      [i22 / 1e4, weak],
    ] as const)
      expect(Math.abs(value / printed - 1)).toBeLessThan(within)
    expect(sectionProperties(type, dimensions)!.area / found).toBeCloseTo(1, 12)
  },
)

describe('every profile that has a type', () => {
  /** By how much the area of its sizes may differ from the published one, by family: what is not named here keeps to 0.05 %. */
  const WITHIN: Record<string, number> = {
    ...{ UB: 0.005, UC: 0.005, UBP: 0.005, PFC: 0.002, L: 0.017, W: 0.008, HP: 0.023, HSS: 0.008, PIPE: 0.035 },
    // Tapered flanges, of which the tables have one mean thickness.
    ...{ IPN: 0.007, UPN: 0.012, U: 0.004, S: 0.019, C: 0.017, MC: 0.023, M: 0.091 },
    ...{ JB: 0.02, LB: 0.04, MB: 0.032, WB: 0.017, HB: 0.011, SC: 0.024, JC: 0.018, LC: 0.018, MPC: 0.015 },
  }
  it('has by its sizes nearly the area of its table', () => {
    let count = 0
    for (const row of allRows()) {
      const { type, sizes, family, area, designation } = profileOf(row)
      // Tubes of AISC have no radius of their own in the tables: twice the design wall.
      const found = sectionProperties(type, { ...sizes }, family)
      if (!found) continue
      count++
      const off = Math.abs(found.area / area - 1)
      if (off > (WITHIN[family] ?? 5e-4)) expect.fail(`${designation}: ${area}, its sizes give ${found.area}`)
    }
    expect(count).toBeGreaterThan(1700)
  })

  it('has fillets only where they fit between its sides', () => {
    const sizes = { t3: 100, t2: 60, tf: 8, tw: 6 }
    for (const [type, least] of [
      ['i_wide_flange', 27],
      ['channel', 42],
      ['angle', 54],
      ['rectangular', 30],
    ] as const) {
      const area = (r: number) => sectionProperties(type, { ...sizes, r })!.area
      expect(area(least + 0.1)).toBe(area(0))
      if (type !== 'angle') expect(area(least)).not.toBe(area(0))
      expect(area(5)).not.toBe(area(0))
    }
  })
})

/** A quarter of a circle from one side to the other, in many points. */
const arc = (cx: number, cy: number, r: number, from: number): Point2[] =>
  Array.from({ length: 257 }, (_, k) => {
    const angle = ((from + (90 * k) / 256) * Math.PI) / 180
    return { x: cx + r * Math.cos(angle), y: cy + r * Math.sin(angle) }
  })

it('an angle has what its rounded outline encloses, about any axes', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.1, max: 1, noNaN: true }),
      fc.double({ min: 0.1, max: 1, noNaN: true }),
      fc.double({ min: 0.1, max: 1, noNaN: true }),
      (a, b, c) => {
        const [t3, t2, tf, tw] = [60 + 140 * a, 60 + 140 * b, 5 + 10 * c, 5 + 10 * a]
        const r = Math.min(tf, tw)
        const [h, w, toe] = [t3 / 2, t2 / 2, r / 2]
        const polygon = [
          { x: -w, y: -h },
          { x: w, y: -h },
          { x: w, y: h },
          ...arc(w - tw + toe, h - toe, toe, 90),
          ...arc(w - tw - r, -h + tf + r, r, -90).reverse(),
          ...arc(-w + toe, -h + tf - toe, toe, 90),
        ]
        const [exact, drawn] = [inertiaOf('angle', { t3, t2, tf, tw, r }), inertiaOf('custom', {}, { polygon })]
        for (const key of ['area', 'i33', 'i22', 'i23'] as const) expect(exact[key] / drawn[key]).toBeCloseTo(1, 5)
        expect(exact.centroid.x).toBeCloseTo(drawn.centroid.x, 3)
        expect(exact.centroid.y).toBeCloseTo(drawn.centroid.y, 3)
      },
    ),
    { numRuns: 40 },
  )
})

it('an outline that was sent has no fillets but its own, and a profile with tapered flanges none', () => {
  const sizes = { t3: 100, t2: 100, tw: 10, tf: 10, r: 12 }
  const polygon = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }, { x: 90, y: 100 }, { x: 90, y: 10 }, { x: 0, y: 10 }] // biome-ignore format: a line
  expect(inertiaOf('angle', sizes, { polygon }).area).toBeCloseTo(1900, 9)
  const channel = { t3: 100, t2: 50, tw: 6, tf: 8.5, r: 8.5 }
  expect(inertiaOf('channel', channel, { family: 'UPN' }).area).toBeCloseTo(1348, 9)
  expect(inertiaOf('channel', channel, { family: 'UPE' }).area).toBeCloseTo(1348 + (2 - Math.PI / 2) * 8.5 ** 2, 9)
})
