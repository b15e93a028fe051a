import { describe, expect, it } from 'vitest'
import { areaFace } from '#lib/fixtures/area-face.ts'
import { areaFamily } from '#lib/model/shape/shell-axes.ts'
import { cross, dot, length, perAxis, subtract, type Vec } from '#lib/model/shape/vector.ts'

const SLAB: Vec[] = [
  [0, 0, 3],
  [6, 0, 3],
  [6, 4, 3],
  [0, 4, 3],
]
const rect = (x0: number, y0: number, x1: number, y1: number, z = 3): Vec[] => [
  [x0, y0, z],
  [x1, y0, z],
  [x1, y1, z],
  [x0, y1, z],
]

function measure({ positions }: { positions: number[] }) {
  let six = 0
  let area = 0
  for (let i = 0; i < positions.length; i += 9) {
    const [a, b, c] = perAxis((k) => perAxis((axis) => positions[i + 3 * k + axis]!))
    const n = cross(subtract(b, a), subtract(c, a))
    area += length(n) / 2
    six += dot(a, n)
  }
  return { area, volume: six / 6 }
}
const range = (positions: number[], axis: number) => {
  const values = positions.filter((_, i) => i % 3 === axis)
  return [Math.min(...values), Math.max(...values)]
}

describe('an area as a body', () => {
  it.each<[string | null, number, number]>([
    ['TOP', 2.8, 3],
    ['top', 2.8, 3],
    ['MIDDLE', 2.9, 3.1],
    ['Centre', 2.9, 3.1],
    [null, 2.9, 3.1],
    ['BOTTOM', 3, 3.2],
  ])('a slab at z = 3, 0.2 thick, %s', (point, low, high) => {
    for (const outline of [SLAB, SLAB.toReversed()]) {
      const face = areaFace(outline, [], 0.2, point)
      const [z0, z1] = range(face.positions, 2)
      expect(z0).toBeCloseTo(low, 12)
      expect(z1).toBeCloseTo(high, 12)
      expect(measure(face).volume).toBeCloseTo(24 * 0.2, 9)
    }
  })

  it('a wall: the +3 face is the top', () => {
    const wall: Vec[] = [
      [0, 2, 0],
      [0, 2, 3],
      [5, 2, 3],
      [5, 2, 0],
    ]
    expect(range(areaFace(wall, [], 0.3, 'TOP').positions, 1)).toEqual([expect.closeTo(1.7, 9), expect.closeTo(2, 9)])
    expect(range(areaFace(wall.toReversed(), [], 0.3, 'TOP').positions, 1)).toEqual([
      expect.closeTo(2, 9),
      expect.closeTo(2.3, 9),
    ])
  })

  it('cuts openings through the full thickness, in either direction', () => {
    for (const hole of [rect(1, 1, 3, 2), rect(1, 1, 3, 2).toReversed()]) {
      const face = areaFace(SLAB, [hole, rect(4, 1, 5, 3)], 0.2)
      expect(measure(face).volume).toBeCloseTo((24 - 2 - 2) * 0.2, 9)
      expect(measure(areaFace(SLAB, [hole, rect(4, 1, 5, 3)], null)).area).toBeCloseTo(20, 9)
    }
  })

  it.each<[string, Vec[][], number]>([
    ['outside cuts nothing', [rect(7, 0, 9, 2)], 24],
    ['half outside cuts its half inside', [rect(5, 1, 7, 3)], 22],
    ['along the outline', [rect(0, 0, 2, 1)], 22],
    ['overlapping openings cut once', [rect(1, 1, 3, 3), rect(2, 2, 4, 3.5)], 24 - 4 - 3 + 1],
    ['one in another', [rect(1, 1, 4, 3), rect(2, 1.5, 3, 2.5)], 18],
    ['covering all of it', [rect(-1, -1, 9, 9)], 0],
    ['two meeting at an edge', [rect(1, 1, 2, 2), rect(2, 1, 3, 2)], 22],
  ])('an opening %s', (_, openings, left) => {
    expect(measure(areaFace(SLAB, openings, null)).area).toBeCloseTo(left, 6)
    expect(measure(areaFace(SLAB, openings, 0.2)).volume).toBeCloseTo(left * 0.2, 6)
  })

  it('draws an L, a closing node and a repeated node once', () => {
    const shape: Vec[] = [
      [0, 0, 0],
      [4, 0, 0],
      [4, 0, 0],
      [4, 1, 0],
      [1, 1, 0],
      [1, 4, 0],
      [0, 4, 0],
      [0, 0, 0],
    ]
    expect(measure(areaFace(shape, [], null)).area).toBeCloseTo(7, 9)
  })

  it('draws an outline that crosses itself as the lobes it encloses', () => {
    const bow: Vec[] = [
      [0, 0, 0],
      [4, 3, 0],
      [4, 0, 0],
      [0, 2, 0],
    ]
    const face = areaFace(bow, [], null)
    expect(measure(face).area).toBeGreaterThan(1)
    expect(face.positions.every(Number.isFinite)).toBe(true)
  })

  it('a warped area goes through its nodes', () => {
    const warped: Vec[] = [
      [0, 0, 0],
      [4, 0, 0.5],
      [4, 4, 0],
      [0, 4, 0.5],
    ]
    const face = areaFace(warped, [], null)
    for (const node of warped) {
      const hit = face.positions.some(
        (_, i) => i % 3 === 0 && [0, 1, 2].every((k) => Math.abs(face.positions[i + k]! - node[k]!) < 1e-9),
      )
      expect(hit).toBe(true)
    }
  })

  it('is only its outline when the nodes lie on a line', () => {
    const face = areaFace(
      [
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
      ],
      [],
      0.2,
    )
    expect(face.positions).toEqual([])
    expect(face.lines.length).toBe(18)
  })

  it('holds 20 km from the origin', () => {
    const far = SLAB.map((p): Vec => [p[0] + 20000, p[1] + 4e6, p[2]])
    const hole = rect(1, 1, 3, 2).map((p): Vec => [p[0] + 20000, p[1] + 4e6, p[2]])
    expect(measure(areaFace(far, [hole], null)).area).toBeCloseTo(22, 6)
  })
})

describe('the kind of an area', () => {
  const wall: Vec[] = [[0, 2, 0], [0, 2, 3], [5, 2, 3], [5, 2, 0]] // biome-ignore format: short
  const roof: Vec[] = [[0, 0, 0], [5, 0, 0], [5, 4, 3], [0, 4, 3]] // biome-ignore format: short
  it.each([
    ['Slab:Slab200', wall, 'floor'],
    ['wall', roof, 'wall'],
    ['RAMP', wall, 'ramp'],
    ['Deck', null, 'floor'],
    [null, wall, 'wall'],
    ['x', SLAB, 'floor'],
    [null, roof, 'shell'],
  ] as const)('%s', (kind, corners, expected) => expect(areaFamily({ kind }, () => corners ?? [])).toBe(expected))
})
