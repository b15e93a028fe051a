import { describe, expect, it } from 'vitest'
import { signedArea } from '#lib/model/section/outline-area.ts'
import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { cross, dot, perAxis, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { sectionDefinition } from '#lib/model/viewer-model.ts'
import type { ConstructSectionCreate, Point2 } from '#lib/schema/schema.ts'
import { sectionBody } from './body-of-section.ts'
import { frameSolid, NO_EDGE, placedSolid } from './frame-solid.ts'

const bodyOf = (section: Omit<ConstructSectionCreate, 'id'>) => {
  const submitted = { id: 'S', ...section }
  return sectionBody(sectionAsReturned(submitted), sectionDefinition(submitted))
}

/** Volume by the divergence theorem: positive only if the triangles run counter-clockwise seen from outside. */
function volume(positions: ArrayLike<number>, index: ArrayLike<number>) {
  let six = 0
  for (let i = 0; i < index.length; i += 3) {
    const [a, b, c] = perAxis((k) => perAxis((j) => positions[3 * index[i + k]! + j]!))
    six += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
  }
  return six / 6
}

function box(positions: ArrayLike<number>) {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3]!, positions[i]!)
    high[i % 3] = Math.max(high[i % 3]!, positions[i]!)
  }
  return [low, high]
}

const SECTIONS: [string, Omit<ConstructSectionCreate, 'id'>, number][] = [
  ['rectangle', { type: 'rectangular', dimensions: { t3: 0.65, t2: 0.3 } }, 0.195],
  ['box', { type: 'rectangular', dimensions: { t3: 0.3, t2: 0.2, tf: 0.012, tw: 0.01 } }, 0.01032],
  ['I', { type: 'i_wide_flange', dimensions: { t3: 12.9, t2: 12.2, tf: 0.99, tw: 0.61 } }, 30.8172],
  ['unequal I', { type: 'i_wide_flange', dimensions: { t3: 500, t2: 200, tf: 20, tw: 10, t2b: 300, tfb: 25 } }, 16050],
  ['channel', { type: 'channel', dimensions: { t3: 200, t2: 75, tf: 11, tw: 8 } }, 3074],
  ['angle', { type: 'angle', dimensions: { t3: 150, t2: 90, tf: 10, tw: 12 } }, 2580],
  ['solid pipe', { type: 'pipe', dimensions: { t3: 2 } }, Math.PI * 0.993587],
  [
    'clockwise polygon',
    {
      type: 'custom',
      polygon: [
        { x: 0, y: 0 },
        { x: 0, y: 2 },
        { x: 3, y: 2 },
        { x: 3, y: 0 },
        { x: 0, y: 0 },
      ],
    },
    6,
  ],
]

describe('a frame as a solid', () => {
  it.each(SECTIONS)('%s: closed, facing outward, area times length', (_, section, area) => {
    const body = bodyOf(section)!
    const solid = frameSolid(body)
    const placed = placedSolid(solid, [3, 4, 5], [3 + 3, 4 + 4, 5 + 12], 33, { x: 0.2, y: -0.4 })!
    expect(volume(placed, solid.index) / (area * 13)).toBeCloseTo(1, 5)
  })

  it('moves the wall of a pipe inward', () => {
    const body = bodyOf({ type: 'pipe', dimensions: { t3: 2.375, tw: 0.154 } })!
    const solid = frameSolid(body)
    expect(body.hole).toHaveLength(32)
    // A regular 32-gon moved inward by a wall keeps its apothem less the wall.
    const apothem = (2.375 / 2) * Math.cos(Math.PI / 32)
    const inner = 32 * (apothem - 0.154) ** 2 * Math.tan(Math.PI / 32)
    expect(signedArea(body.hole!)).toBeCloseTo(inner, 9)
    const placed = placedSolid(solid, [0, 0, 0], [0, 0, 10])!
    expect(volume(placed, solid.index)).toBeCloseTo(10 * (signedArea(body.outer) - inner), 4)
  })

  it('takes the flanges of a derived rectangle from tf and its webs from tw', () => {
    const { hole } = bodyOf({ type: 'rectangular', dimensions: { t3: 0.3, t2: 0.2, tf: 0.02, tw: 0.01 } })!
    expect(Math.max(...hole!.map(({ y }) => y))).toBeCloseTo(0.13, 12)
    expect(Math.max(...hole!.map(({ x }) => x))).toBeCloseTo(0.09, 12)
  })

  it('keeps solid what has no room for its wall, is not convex or is no tube', () => {
    expect(bodyOf({ type: 'pipe', dimensions: { t3: 2 }, thickness: 1 })!.hole).toBeNull()
    expect(
      bodyOf({
        type: 'custom',
        polygon: [
          { x: 0, y: 0 },
          { x: 2, y: 0 },
          { x: 2, y: 2 },
        ],
        thickness: 0.1,
      })!.hole,
    ).toBeNull()
  })

  it('has no body without an outline', () => {
    const none = [
      [],
      [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
      ],
      [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
        { x: 2, y: 2 },
      ],
      [
        { x: 0, y: 0 },
        { x: 1e300, y: 0 },
        { x: 0, y: 1 },
      ],
      // So thin for its length that its two sides are one line.
      [
        { x: 0, y: 0 },
        { x: 1000, y: 0 },
        { x: 1000, y: 1e-13 },
      ],
    ]
    for (const polygon of none as Point2[][]) expect(sectionBody({ id: 'S', polygon })).toBeNull()
    const foil = [
      { x: 0, y: 0 },
      { x: 1000, y: 0 },
      { x: 1000, y: 0.0001 },
    ]
    expect(sectionBody({ id: 'S', polygon: foil })).not.toBeNull()
  })

  it.each<[string, Vec, Vec, number, Point2 | null, Omit<ConstructSectionCreate, 'id'>, [number, number, number][]]>([
    [
      'a beam hung below its nodes',
      [0, 0, 3],
      [6, 0, 3],
      0,
      { x: 0, y: -0.3 },
      SECT(0.6, 0.3),
      [
        [0, -0.15, 2.4],
        [6, 0.15, 3],
      ],
    ],
    [
      'a column, depth along X',
      [2, 3, 0],
      [2, 3, 4],
      0,
      null,
      SECT(0.6, 0.3),
      [
        [1.7, 2.85, 0],
        [2.3, 3.15, 4],
      ],
    ],
    [
      'the column turned by 90',
      [2, 3, 0],
      [2, 3, 4],
      90,
      null,
      SECT(0.6, 0.3),
      [
        [1.85, 2.7, 0],
        [2.15, 3.3, 4],
      ],
    ],
  ])('%s', (_, start, end, rotation, offset, section, [low, high]) => {
    const [min, max] = box(placedSolid(frameSolid(bodyOf(section)!), start, end, rotation, offset)!)
    for (const k of [0, 1, 2]) {
      expect(min![k]).toBeCloseTo(low![k]!, 6)
      expect(max![k]).toBeCloseTo(high![k]!, 6)
    }
  })

  it('puts the web of a channel on the +3 side', () => {
    const solid = frameSolid(bodyOf({ type: 'channel', dimensions: { t3: 200, t2: 75, tf: 11, tw: 8 } })!)
    const placed = placedSolid(solid, [0, 0, 0], [1000, 0, 0])!
    const atMiddleHeight: number[] = []
    for (let i = 0; i < placed.length; i += 3) if (Math.abs(placed[i + 2]!) < 99) atMiddleHeight.push(placed[i + 1]!)
    expect(Math.max(...atMiddleHeight)).toBeCloseTo(37.5, 4)
    expect(box(placed)[0]![1]).toBeCloseTo(-37.5, 4)
    const web = placed.filter((_, i) => i % 3 === 1).filter((y) => y < -29)
    expect([...new Set([...web].map((y) => Math.round(y * 10) / 10))].sort()).toEqual([-29.5, -37.5])
  })

  it.each(SECTIONS)('%s: shaded as its faces stand, by unit normals', (_, section) => {
    const { at, normal, index } = frameSolid(bodyOf(section)!)
    const point = (list: Float32Array, k: number) => [list[3 * k]!, list[3 * k + 1]!, list[3 * k + 2]!] as const
    for (let i = 0; i < index.length; i += 3) {
      const [a, b, c] = perAxis((k) => point(at, index[i + k]!))
      // (3, 2, 1) is left-handed: turned round.
      const across = cross(subtract(c, a), subtract(b, a))
      for (const k of [0, 1, 2]) {
        const n = point(normal, index[i + k]!)
        expect(Math.hypot(...n)).toBeCloseTo(1, 5)
        expect(dot(n, across) / Math.hypot(...across)).toBeGreaterThan(0.99)
      }
    }
  })

  it('tells how far each corner of a face is from the lines on its left and right, and that its ends have none', () => {
    const { at, edge, normal } = frameSolid(bodyOf({ type: 'rectangular', dimensions: { t3: 3, t2: 2, tf: 0.5, tw: 0.25 } })!)
    const found = Array.from({ length: edge.length / 2 }, (_, k) => [...edge.subarray(2 * k, 2 * k + 2)])
    // Two at each end of a face, the left ones first; four faces outside, four inside; then the two ends.
    const face = (width: number) => [[0, width], [0, width], [width, 0], [width, 0]] // biome-ignore format: corners
    expect(found).toEqual([
      ...[2, 3, 2, 3, 1.5, 2, 1.5, 2].flatMap(face),
      ...Array(16).fill([Math.fround(NO_EDGE), Math.fround(NO_EDGE)]),
    ])
    for (let k = 32; k < at.length / 3; k++)
      expect([...normal.subarray(3 * k, 3 * k + 3)]).toEqual([0, 0, at[3 * k + 2] === 0 ? -1 : 1])
  })

  it('a face that ends in a curve has a line on one side alone', () => {
    const angle = (20 * Math.PI) / 180
    const polygon = [{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 2 + Math.cos(angle), y: Math.sin(angle) }, { x: 0, y: 4 }] // biome-ignore format: short
    const { edge, normal } = frameSolid(sectionBody({ id: 'S', polygon })!)
    const first = Array.from({ length: 4 }, (_, k) => [...edge.subarray(2 * k, 2 * k + 2)])
    const none = Math.fround(NO_EDGE)
    expect(first).toEqual([[0, none], [0, none], [2, none], [2, none]]) // biome-ignore format: short
    const next = Array.from({ length: 4 }, (_, k) => [...edge.subarray(8 + 2 * k, 10 + 2 * k)])
    expect(next).toEqual([[none, 1], [none, 1], [none, 0], [none, 0]]) // biome-ignore format: short
    // Halfway between both faces where they meet, its own at the corner.
    expect([...normal.subarray(0, 3)]).toEqual([0, -1, 0].map((value) => expect.closeTo(value, 5)))
    const half = [Math.sin(angle / 2), -Math.cos(angle / 2), 0].map((value) => expect.closeTo(value, 5))
    expect([...normal.subarray(6, 9)]).toEqual(half)
    expect([...normal.subarray(12, 15)]).toEqual(half)
  })

  it('shades a pipe round and a box flat', () => {
    const edges = (section: Omit<ConstructSectionCreate, 'id'>) =>
      [...frameSolid(bodyOf(section)!).edge].filter((edge) => edge === 0).length
    expect(edges({ type: 'pipe', dimensions: { t3: 2 } })).toBe(0)
    expect(edges({ type: 'rectangular', dimensions: { t3: 2, t2: 1 } })).toBeGreaterThan(0)
  })
})

function SECT(t3: number, t2: number): Omit<ConstructSectionCreate, 'id'> {
  return { type: 'rectangular', dimensions: { t3, t2 } }
}
