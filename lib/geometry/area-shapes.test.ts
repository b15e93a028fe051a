import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areaFace } from '#lib/fixtures/area-face.ts'
import { square } from '#lib/fixtures/shapes.ts'
import { layFlat, turnOf } from '#lib/model/shape/flat-area.ts'
import type { Vec } from '#lib/model/shape/vector.ts'

describe('what is cut has the area it should', () => {
  it('a simple outline encloses what the shoelace formula says', () => {
    const radii = fc.array(fc.double({ min: 0.2, max: 5, noNaN: true }), { minLength: 3, maxLength: 60 })
    fc.assert(
      fc.property(radii, fc.boolean(), (around, isReversed) => {
        const star = around.map((radius, k): Vec => {
          const angle = (2 * Math.PI * (k + 0.3)) / around.length
          return [radius * Math.cos(angle), radius * Math.sin(angle), 0]
        })
        const outline = isReversed ? star.toReversed() : star
        const area = layFlat(outline, [])
        if (area) expect(areaOf(outline)).toBeCloseTo(Math.abs(turnOf(area, 0)) / 2, 9)
      }),
    )
  })

  it('openings that overlap are cut once: what is left is what a grid of cells counts', () => {
    const side = fc.integer({ min: 0, max: 9 })
    const hole = fc.tuple(side, side, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    fc.assert(
      fc.property(fc.array(hole, { maxLength: 8 }), (holes) => {
        const openings = holes.map(([x, y, w, h]): Vec[] => [
          [x - 1, y - 1, 0],
          [x - 1 + w, y - 1, 0],
          [x - 1 + w, y - 1 + h, 0],
          [x - 1, y - 1 + h, 0],
        ])
        let left = 0
        for (let x = 0; x < 10; x++)
          for (let y = 0; y < 10; y++) {
            if (!holes.some(([a, b, w, h]) => x >= a - 1 && x < a - 1 + w && y >= b - 1 && y < b - 1 + h)) left++
          }
        expect(areaOf(square(0, 0, 10), openings)).toBeCloseTo(left, 6)
      }),
    )
  })
})

/** The area of the triangles that fill an area, of which each must turn the same way. */
function areaOf(outline: Vec[], openings: Vec[][] = []): number {
  const face = areaFace(outline, openings, null)
  let sum = 0
  for (let i = 0; i < face.positions.length; i += 9) {
    const [ax, ay, , bx, by, , cx, cy] = face.positions.slice(i, i + 9) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    const turn = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    expect(turn).toBeGreaterThan(0)
    sum += turn / 2
  }
  return sum
}

describe('top and bottom of an area at every slope', () => {
  const faces = (nodes: Vec[], point: string) => {
    const { positions } = areaFace(nodes, [], 0.26, point)
    const [at, list]: [Set<string>, number[]] = [new Set(), positions]
    for (let i = 0; i < list.length; i += 3)
      at.add(
        list
          .slice(i, i + 3)
          .map((value) => (Number(value.toFixed(9)) + 0).toString())
          .join(),
      )
    return [...at].sort()
  }
  const moved = (nodes: Vec[], by: Vec) => nodes.map(([x, y, z]): Vec => [x + by[0], y + by[1], z + by[2]])
  const both = (nodes: Vec[], by: Vec) =>
    [...nodes, ...moved(nodes, by)].map((place) => place.map((value) => (Number(value.toFixed(9)) + 0).toString()).join()).sort()

  it('"top" of a steep area that faces down is still the face towards +Z', () => {
    const steep: Vec[] = [
      [0, 0, 0],
      [0, 4, 0],
      [5, 4, 12],
      [5, 0, 12],
    ]
    for (const nodes of [steep, steep.toReversed()]) {
      expect(faces(nodes, 'TOP')).toEqual(both(steep, [0.24, 0, -0.1]))
      expect(faces(nodes, 'BOTTOM')).toEqual(both(steep, [-0.24, 0, 0.1]))
    }
  })

  it.each([
    [-0.3, 0, 0.2],
    [0.3, -0.2, 0],
    [-0.0005, -0.2, 0],
  ])('a normal whose Z is %d has its body under TOP from %d to %d along it', (z, low, high) => {
    const x = Math.sqrt(1 - z * z)
    // Counter-clockwise about (x, 0, z): Y, then across it.
    const nodes: Vec[] = [
      [0, 0, 0],
      [0, 2, 0],
      [-2 * z, 2, 2 * x],
      [-2 * z, 0, 2 * x],
    ]
    const { positions, axes } = areaFace(nodes, [], 0.2, 'TOP')
    expect(axes![2]).toEqual([expect.closeTo(x, 9), expect.closeTo(0, 9), expect.closeTo(z, 9)])
    const along = Array.from({ length: positions.length / 3 }, (_, k) => x * positions[3 * k]! + z * positions[3 * k + 2]!)
    expect([Math.min(...along), Math.max(...along)]).toEqual([expect.closeTo(low, 9), expect.closeTo(high, 9)])
  })

  it.each(Array.from({ length: 37 }, (_, k) => 5 * k))('a normal at %d degrees from +Z', (degrees) => {
    const angle = (degrees * Math.PI) / 180
    const normal: Vec = [Math.sin(angle), 0, Math.cos(angle)]
    // Counter-clockwise about the normal: Y, then normal × Y.
    const [u, v]: [Vec, Vec] = [[0, 4, 0], [-6 * Math.cos(angle), 0, 6 * Math.sin(angle)]]
    const nodes: Vec[] = [[0, 0, 0], u, [u[0] + v[0], u[1] + v[1], u[2] + v[2]], v]
    // Upward, whatever way round; of a wall, its own third axis.
    const way = degrees > 90 ? -1 : 1
    const by = (share: number): Vec => [way * share * normal[0], 0, way * share * normal[2]]
    expect(faces(nodes, 'TOP')).toEqual(both(nodes, by(-0.26)))
    expect(faces(nodes, 'BOTTOM')).toEqual(both(nodes, by(0.26)))
    expect(faces(nodes, 'MIDDLE')).toEqual(both(moved(nodes, by(-0.13)), by(0.26)))
  }) // biome-ignore format: two vectors
})
