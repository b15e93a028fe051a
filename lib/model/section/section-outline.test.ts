import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConstructSectionCreate, Point2, SectionType } from '#lib/schema/schema.ts'
import { sectionDefinition } from '../viewer-model.ts'
import { signedArea } from './outline-area.ts'
import { outlineBox } from './outline-box.ts'
import { cleanOutline, derivedOutline, innerOutline, sectionAsReturned } from './section-outline.ts'
import { offsetOfCardinalPoint, outlineCentroid, sectionProperties } from './section-properties.ts'

const pairs = (outline: Point2[] | null) => outline?.map(({ x, y }) => [x, y])

const IPE = { t3: 200, t2: 100, tf: 8.5, tw: 5.6 }
const UNEQUAL_I = { t3: 500, t2: 200, tf: 20, tw: 10, t2b: 300, tfb: 25 }
const CHANNEL = { t3: 200, t2: 75, tf: 11, tw: 8 }
const ANGLE = { t3: 150, t2: 90, tf: 10, tw: 12 }

describe('derived outlines (conventions, section 7)', () => {
  it('draws a rectangle', () => {
    expect(pairs(derivedOutline('rectangular', { t3: 0.6, t2: 0.3 }))).toEqual([
      [-0.15, -0.3],
      [0.15, -0.3],
      [0.15, 0.3],
      [-0.15, 0.3],
    ])
  })

  it('draws a pipe with 32 points from +x on, symmetric to the last bit', () => {
    const outline = derivedOutline('pipe', { t3: 2 })
    expect(outline).toHaveLength(32)
    outline.forEach(({ x, y }, k) => {
      expect(x).toBeCloseTo(Math.cos((k * Math.PI) / 16), 12)
      expect(y).toBeCloseTo(Math.sin((k * Math.PI) / 16), 12)
      expect(outline[(16 - k + 32) % 32]).toEqual({ x: 0 - x, y })
    })
    expect([outline[0], outline[8], outline[16], outline[24]]).toEqual([
      { x: 1, y: 0 },
      { x: 0, y: 1 },
      { x: -1, y: 0 },
      { x: 0, y: -1 },
    ])
    expect(signedArea(outline) / Math.PI).toBeCloseTo(0.993587, 6)
  })

  it('draws an I with the bottom flange first', () => {
    expect(pairs(derivedOutline('i_wide_flange', UNEQUAL_I))).toEqual([
      [-150, -250],
      [150, -250],
      [150, -225],
      [5, -225],
      [5, 230],
      [100, 230],
      [100, 250],
      [-100, 250],
      [-100, 230],
      [-5, 230],
      [-5, -225],
      [-150, -225],
    ])
  })

  it('draws a channel with its web on the +3 side and an angle with its vertical leg there', () => {
    expect(pairs(derivedOutline('channel', CHANNEL))).toEqual([
      [-37.5, -100],
      [37.5, -100],
      [37.5, 100],
      [-37.5, 100],
      [-37.5, 89],
      [29.5, 89],
      [29.5, -89],
      [-37.5, -89],
    ])
    expect(pairs(derivedOutline('angle', ANGLE))).toEqual([
      [-45, -75],
      [45, -75],
      [45, 75],
      [33, 75],
      [33, -65],
      [-45, -65],
    ])
  })

  it('invents no size: incomplete sets, shells, custom types and what leaves the range of doubles have no outline', () => {
    expect(derivedOutline('i_wide_flange', { t3: 1, t2: 1, tf: 0.1 })).toEqual([])
    expect(derivedOutline('rectangular', undefined)).toEqual([])
    expect(derivedOutline('shell', { thickness: 0.2 })).toEqual([])
    expect(derivedOutline('custom', { t3: 1, t2: 1 })).toEqual([])
    expect(derivedOutline('section_designer', { t3: 1, t2: 1 })).toEqual([])
    expect(derivedOutline('pipe', { radius: 1.7e308 })).toEqual([])
  })

  it('lies counter-clockwise about the centre of its box, and its area is the closed form', () => {
    const size = fc.double({ min: 0.01, max: 1000, noNaN: true })
    const part = fc.double({ min: 0.01, max: 0.45, noNaN: true })
    const type = fc.constantFrom<SectionType>('rectangular', 'i_wide_flange', 'channel', 'angle')
    fc.assert(
      fc.property(type, size, size, size, part, part, part, (type, t3, t2, t2b, f, fb, w) => {
        const thin = { t3, t2, t2b, tf: f * t3, tfb: fb * t3, tw: w * Math.min(t2, t2b) }
        const dimensions = type === 'rectangular' ? { t3, t2 } : thin
        const outline = derivedOutline(type, dimensions)
        const { min, max } = outlineBox(outline)
        expect(min.x + max.x).toBeCloseTo(0, 9)
        expect(min.y + max.y).toBeCloseTo(0, 9)
        const properties = sectionProperties(type, dimensions)
        expect(signedArea(outline) / (properties?.area ?? 0)).toBeCloseTo(1, 6)
        const centroid = outlineCentroid(outline)
        expect(centroid?.x).toBeCloseTo(properties?.centroid.x ?? Number.NaN, 6)
        expect(centroid?.y).toBeCloseTo(properties?.centroid.y ?? Number.NaN, 6)
      }),
    )
  })
})

describe('areas and centroids (conventions, section 7)', () => {
  const table: [SectionType, Record<string, number>, number, [number, number]][] = [
    ['rectangular', { t3: 0.65, t2: 0.3 }, 0.195, [0, 0]],
    ['rectangular', { t3: 0.3, t2: 0.2, tf: 0.012, tw: 0.01 }, 0.01032, [0, 0]],
    ['pipe', { t3: 2.375, tw: 0.154 }, 1.0745315, [0, 0]],
    ['i_wide_flange', { t3: 12.9, t2: 12.2, tf: 0.99, tw: 0.61 }, 30.8172, [0, 0]],
    ['i_wide_flange', UNEQUAL_I, 16050, [0, -50.459502]],
    ['channel', CHANNEL, 3074, [15.518543, 0]],
    ['angle', ANGLE, 2580, [25.395349, -21.162791]],
  ]
  it.each(table)('%s %j', (type, dimensions, area, [x, y]) => {
    const properties = sectionProperties(type, dimensions)
    expect((properties?.area ?? 0) / area).toBeCloseTo(1, 6)
    expect(properties?.centroid.x).toBeCloseTo(x, 6)
    expect(properties?.centroid.y).toBeCloseTo(y, 6)
  })

  it('takes the ring of a solid pipe for the disc, and knows no properties of a shell or an incomplete set', () => {
    expect(sectionProperties('pipe', { od: 2 })?.area).toBeCloseTo(Math.PI, 12)
    expect(sectionProperties('shell', { t: 0.2 })).toBeNull()
    expect(sectionProperties('channel', { t3: 1 })).toBeNull()
    expect(sectionProperties('custom', {})).toBeNull()
  })
})

describe('offsets of the cardinal points (conventions, section 5)', () => {
  const offsets: [SectionType, Record<string, number>, Parameters<typeof offsetOfCardinalPoint>[0], [number, number]][] = [
    ['i_wide_flange', IPE, 8, [0, -100]],
    ['i_wide_flange', IPE, 2, [0, 100]],
    ['i_wide_flange', IPE, 1, [-50, 100]],
    ['i_wide_flange', IPE, 9, [50, -100]],
    ['i_wide_flange', IPE, 5, [0, 0]],
    ['i_wide_flange', IPE, 11, [0, 0]],
    ['channel', CHANNEL, 10, [-15.5185, 0]],
    ['channel', CHANNEL, 11, [-60.3398, 0]],
    ['angle', ANGLE, 10, [-25.3953, 21.1628]],
    ['angle', ANGLE, 11, [-39, 70]],
    ['i_wide_flange', UNEQUAL_I, 10, [0, 50.4595]],
    ['i_wide_flange', UNEQUAL_I, 11, [0, 146.003]],
    ['rectangular', { t3: 0.6, t2: 0.3 }, 3, [0.15, 0.3]],
    ['rectangular', { t3: 0.6, t2: 0.3 }, 4, [-0.15, 0]],
    ['rectangular', { t3: 0.6, t2: 0.3 }, 6, [0.15, 0]],
    ['rectangular', { t3: 0.6, t2: 0.3 }, 7, [-0.15, -0.3]],
    ['rectangular', { t3: 0.6, t2: 0.3 }, 11, [0, 0]],
  ]
  it.each(offsets)('%s %j, point %d', (type, dimensions, point, [x, y]) => {
    const offset = offsetOfCardinalPoint(point, { type, dimensions })
    expect(offset?.x).toBeCloseTo(x, 4)
    expect(offset?.y).toBeCloseTo(y, 4)
    expect(Object.is(offset?.x, -0) || Object.is(offset?.y, -0)).toBe(false)
  })

  it('goes by the box centre and the centroid of a submitted outline', () => {
    const polygon = [
      { x: 0, y: 0 },
      { x: 3, y: 0 },
      { x: 0, y: 6 },
      { x: 0, y: 0 },
    ]
    const section = { type: 'custom' as const, polygon }
    expect(offsetOfCardinalPoint(5, section)).toEqual({ x: -1.5, y: -3 })
    expect(offsetOfCardinalPoint(8, section)).toEqual({ x: -1.5, y: -6 })
    expect(offsetOfCardinalPoint(1, section)).toEqual({ x: -3, y: 0 })
    expect(offsetOfCardinalPoint(10, section)?.x).toBeCloseTo(-1, 12)
    expect(offsetOfCardinalPoint(10, section)?.y).toBeCloseTo(-2, 12)
    expect(offsetOfCardinalPoint(11, section)).toBeNull()
    expect(offsetOfCardinalPoint(5, { type: 'custom' })).toBeNull()
  })
})

describe('the returned form', () => {
  const returned = (section: Omit<ConstructSectionCreate, 'id'>) => sectionAsReturned({ id: 's', ...section })

  it('always has outline, shape and thickness, and no field that was not sent', () => {
    expect(returned({ type: 'i_wide_flange' })).toEqual({ id: 's', polygon: [], shape: 'i_wide_flange', thickness: null })
    const sent = { type: 'custom' as const, materialId: null, name: 'N', source: { a: 1 }, shape: 'W', polygon: null }
    expect(Object.keys(returned(sent))).toEqual(['id', 'materialId', 'name', 'polygon', 'shape', 'source', 'thickness'])
    expect(returned(sent).shape).toBe('W')
  })

  it('keeps a submitted outline, direction and closing point included, also with dimensions', () => {
    const polygon = [
      { x: 0, y: 0 },
      { x: 0, y: 1 },
      { x: 1, y: 0 },
      { x: 0, y: 0 },
    ]
    expect(returned({ type: 'rectangular', dimensions: { t3: 1, t2: 1 }, polygon }).polygon).toEqual(polygon)
    expect(returned({ type: 'rectangular', dimensions: { t3: 1, t2: 1 }, polygon: [] }).polygon).toHaveLength(4)
  })

  it('keeps the wall of a hollow shape and the thickness of a shell, the submitted one first', () => {
    expect(returned({ type: 'pipe', dimensions: { od: 1, t: 0.1 } }).thickness).toBe(0.1)
    expect(returned({ type: 'rectangular', dimensions: { t3: 1, t2: 1, tf: 0.2, tw: 0.1 } }).thickness).toBe(0.1)
    expect(returned({ type: 'shell', dimensions: { th: 0.25 } }).thickness).toBe(0.25)
    expect(returned({ type: 'pipe', dimensions: { od: 1, t: 0.1 }, thickness: 0.2 }).thickness).toBe(0.2)
    expect(returned({ type: 'channel', dimensions: CHANNEL }).thickness).toBeNull()
    expect(returned({ type: 'rectangular', dimensions: { t3: 1, t2: 1 } }).thickness).toBeNull()
    for (const t of [0, -0.1]) expect(returned({ type: 'pipe', dimensions: { od: 1, t } }).thickness).toBeNull()
  })
})

describe('holes (conventions, section 4)', () => {
  const hole = (section: Omit<ConstructSectionCreate, 'id'>) => {
    const submitted = { id: 's', ...section }
    return innerOutline(sectionAsReturned(submitted), sectionDefinition(submitted))
  }

  it('moves the sides of a box inward by tw and its flanges by tf, to the closed form of its area', () => {
    const dimensions = { t3: 0.3, t2: 0.2, tf: 0.012, tw: 0.01 }
    const inner = hole({ type: 'rectangular', dimensions }) ?? []
    expect(outlineBox(inner).max.x).toBeCloseTo(0.09, 12)
    expect(outlineBox(inner).max.y).toBeCloseTo(0.138, 12)
    expect(0.06 - signedArea(inner)).toBeCloseTo(0.01032, 12)
  })

  it('moves every side of a pipe and of a submitted outline inward by the thickness', () => {
    const inner = hole({ type: 'pipe', dimensions: { od: 2, t: 0.1 } }) ?? []
    expect(inner).toHaveLength(32)
    const apothem = Math.cos(Math.PI / 32)
    for (const { x, y } of inner) expect(Math.hypot(x, y) * apothem).toBeCloseTo(apothem - 0.1, 9)
    const square = [
      { x: 0, y: 0 },
      { x: 0, y: 4 },
      { x: 4, y: 4 },
      { x: 4, y: 0 },
      { x: 0, y: 0 },
    ]
    const box = hole({ type: 'rectangular', polygon: square, thickness: 1, dimensions: { tf: 0.1, tw: 0.1 } }) ?? []
    expect(outlineBox(box)).toEqual({ min: { x: 1, y: 1 }, max: { x: 3, y: 3 } })
  })

  it('drops edges that vanish on the way', () => {
    const chamfered = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 9.9 },
      { x: 9.9, y: 10 },
      { x: 0, y: 10 },
    ]
    const inner = hole({ type: 'rectangular', polygon: chamfered, thickness: 3 })
    expect(inner).toHaveLength(4)
    expect(signedArea(inner ?? [])).toBeCloseTo(16, 9)
  })

  it('takes flanges of their own for a derived rectangle alone, and is none where they fill it', () => {
    const sized = (t3: number, t2: number, tf: number, tw: number, polygon?: { x: number; y: number }[]) => {
      const section = { id: 'S', type: 'rectangular' as const, dimensions: { t3, t2, tf, tw } }
      const inner = innerOutline(sectionAsReturned({ ...section, ...(polygon && { polygon }) }), section)
      const side = (pick: 'x' | 'y') => inner && Number((Math.max(...inner.map((p) => p[pick])) - Math.min(...inner.map((p) => p[pick]))).toFixed(9)) // biome-ignore format: short
      return [side('x'), side('y')]
    }
    const box = (wide: number, deep: number) => [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => ({ x: (x! * wide) / 2, y: (y! * deep) / 2 })) // biome-ignore format: short
    expect(sized(0.4, 0.2, 0.05, 0.01)).toEqual([0.18, 0.3])
    expect(sized(0.4, 0.2, 0.05, 0.01, box(0.2, 0.4))).toEqual([0.18, 0.3])
    expect(sized(0.4, 0.2, 0.05, 0.01, box(0.2, 0.5))).toEqual([0.18, 0.48])
    expect(sized(0.4, 0.2, 0.05, 0.01, box(0.3, 0.4))).toEqual([0.28, 0.38])
    expect([sized(0.4, 0.2, 0.19, 0.01), sized(0.4, 0.2, 0.2, 0.01), sized(0.4, 0.2, 0.05, 0.1)]).toEqual([[0.18, 0.02], [null, null], [null, null]]) // biome-ignore format: short
  })

  it('is none in solid shapes, in other types, in outlines that are not convex, and where the wall fills the section', () => {
    expect(hole({ type: 'rectangular', dimensions: { t3: 1, t2: 1 } })).toBeNull()
    expect(hole({ type: 'pipe', dimensions: { od: 1, t: 0.5 } })).toBeNull()
    expect(hole({ type: 'i_wide_flange', dimensions: IPE, thickness: 5 })).toBeNull()
    expect(hole({ type: 'rectangular', polygon: derivedOutline('channel', CHANNEL), thickness: 1 })).toBeNull()
    expect(hole({ type: 'rectangular', dimensions: { t3: 1, t2: 2, tf: 0.5, tw: 0.1 } })).toBeNull()
    expect(innerOutline(sectionAsReturned({ id: 's', type: 'pipe', dimensions: { od: 1, t: 0.1 } }), undefined)).toBeNull()
  })

  it('is none in an outline with a dent, nor in one that goes round twice', () => {
    const outline = (...points: [number, number][]) => hole({ type: 'rectangular', polygon: points.map(([x, y]) => ({ x, y })), thickness: 1 }) // biome-ignore format: short
    expect(outline([0, 0], [10, 0], [10, 10], [0, 10])).toHaveLength(4)
    expect(outline([0, 0], [10, 0], [10, 10], [5, 8], [0, 10])).toBeNull()
    expect(outline([0, 0], [5, 2], [10, 0], [10, 10], [0, 10])).toBeNull()
    const round = (steps: number) => Array.from({ length: 10 }, (_, k): [number, number] => [9 * Math.cos((k * steps * Math.PI) / 5), 9 * Math.sin((k * steps * Math.PI) / 5)]) // biome-ignore format: short
    expect([outline(...round(1))?.length, outline(...round(3))]).toEqual([10, null])
    expect(outline([0, 0], [10, 0])).toBeNull()
  })

  it('minds no corners on the way along a side, however the outline is turned', () => {
    for (const angle of [0, 0.1, 1, 2.5, 4]) {
      const along = [0, 0.1, 0.3, 0.7].flatMap((share) => [[share, 0]])
      const sides = [0, 1, 2, 3].flatMap((side) => along.map(([share]) => ({ side, share: share! })))
      const polygon = sides.map(({ side, share }) => {
        const corners = [[-2, -1], [2, -1], [2, 1], [-2, 1], [-2, -1]] as const // biome-ignore format: short
        const [[ax, ay], [bx, by]] = [corners[side]!, corners[side + 1]!]
        const [x, y] = [ax + share * (bx - ax), ay + share * (by - ay)]
        return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) }
      })
      const inner = hole({ type: 'rectangular', polygon, thickness: 0.25 })
      expect(inner).toHaveLength(4)
      expect(signedArea(inner!)).toBeCloseTo(3.5 * 1.5, 9)
    }
  })

  it('keeps the thickness everywhere in any convex outline', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 6.28, noNaN: true }), { minLength: 5, maxLength: 30 }), (angles) => {
        const turned = [...new Set(angles.map((a) => Math.round(a * 100) / 100))].sort((a, b) => a - b)
        const polygon = turned.map((a) => ({ x: 2 * Math.cos(a), y: Math.sin(a) }))
        const thickness = 0.1
        const inner = hole({ type: 'rectangular', polygon, thickness })
        for (const p of inner ?? []) {
          for (let i = 0; i < polygon.length; i++) {
            const [a, b] = [polygon[i]!, polygon[(i + 1) % polygon.length]!]
            const away = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / Math.hypot(b.x - a.x, b.y - a.y)
            expect(away).toBeGreaterThan(thickness - 1e-6)
          }
        }
      }),
    )
  })
})

describe('what may be drawn of a submitted outline', () => {
  it('drops repeated neighbours and the closing point and turns it counter-clockwise', () => {
    const sent: [number, number][] = [
      [0, 0],
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 0],
      [0, 0],
    ]
    const clean = cleanOutline(sent.map(([x, y]) => ({ x, y })))
    expect(clean).toHaveLength(4)
    expect(signedArea(clean)).toBe(1)
    expect(cleanOutline([])).toEqual([])
  })
})

describe('the hollow of a tube of any convex outline', () => {
  const outline = fc
    .uniqueArray(fc.integer({ min: 0, max: 71 }), { minLength: 3, maxLength: 9 })
    .map((steps) =>
      steps
        .sort((a, b) => a - b)
        .map((step): Point2 => ({ x: 3 * Math.cos((step * Math.PI) / 36), y: 2 * Math.sin((step * Math.PI) / 36) })),
    )
  const share = fc.double({ min: -3, max: 3, noNaN: true })

  it('is none where the wall is half as thick as the section is wide or deep, or thicker (property)', () => {
    fc.assert(
      fc.property(outline, fc.double({ min: 1, max: 9, noNaN: true }), (polygon, times) => {
        const { min, max } = outlineBox(polygon)
        const thickness = (times * Math.min(max.x - min.x, max.y - min.y)) / 2
        expect(innerOutline({ id: 'S', polygon, thickness }, { id: 'S', type: 'pipe' })).toBeNull()
      }),
    )
  })

  it('is where all sides are farther than its wall, and nowhere else (property)', () => {
    fc.assert(
      fc.property(outline, fc.double({ min: 0.05, max: 0.8, noNaN: true }), share, share, (polygon, thickness, x, y) => {
        fc.pre(signedArea(polygon) > 0.1)
        const depth = (p: Point2) =>
          Math.min(
            ...polygon.map((a, k) => {
              const b = polygon[(k + 1) % polygon.length]!
              return ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / Math.hypot(b.x - a.x, b.y - a.y)
            }),
          )
        const inner = innerOutline({ id: 'S', polygon, thickness }, { id: 'S', type: 'pipe' })
        for (const corner of inner ?? []) expect(depth(corner)).toBeGreaterThan(thickness - 1e-6)
        if (depth({ x, y }) < thickness + 1e-6) return
        // Deeper than the wall: within every side of the hollow.
        expect(inner).not.toBeNull()
        for (const [k, a] of inner!.entries()) {
          const b = inner![(k + 1) % inner!.length]!
          expect((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)).toBeGreaterThan(-1e-9)
        }
      }),
      { numRuns: 400 },
    )
  })
})
