import { describe, expect, it } from 'vitest'
import { analysed } from '#lib/fixtures/analysed.ts'
import type { FrameRole } from '#lib/schema/roles.ts'

/** Areas on beams that go across them; statics, section 7. */

type Point = readonly [x: number, y: number]
type Beams = Record<string, readonly [Point, Point]>

/** Load in kN that each beam gets of 1 kN/m² on the area, and what the analysis says of it. All nodes are held. */
function carried(outline: readonly Point[], beams: Beams, load: object = {}, roles: Record<string, FrameRole> = {}) {
  const ids = new Map<string, string>()
  const idOf = ([x, y]: Point) => {
    const key = `${x},${y}`
    ids.set(key, ids.get(key) ?? `n${ids.size}`)
    return ids.get(key)!
  }
  const frames = Object.entries(beams).map(([id, [from, to]]) => ({
    ...(roles[id] && { role: roles[id] }),
    ...{ id, startNodeId: idOf(from), endNodeId: idOf(to), rotation: 0, sectionId: 'I', materialId: 'S' },
  }))
  const nodeIds = outline.map(idOf)
  const found = analysed({
    name: 'm',
    units: { length: 'm', force: 'kN' },
    materials: [{ id: 'S', source: { properties: { E: 210000, density: 7850 } } }],
    sections: [{ id: 'I', type: 'i_wide_flange', dimensions: { t3: 0.3, t2: 0.15, tf: 0.0107, tw: 0.0071 } }],
    nodes: [...ids].map(([key, id]) => {
      const [x = 0, y = 0] = key.split(',').map(Number)
      return { id, position: { x, y, z: 3 } }
    }),
    frames,
    areas: [{ id: 'S', nodeIds, thickness: 0.2, materialId: 'S' }],
    supports: [...ids.values()].map((nodeId) => ({
      id: `s${nodeId}`,
      nodeId,
      restraints: { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true },
    })),
    loadCases: [{ id: 'L' }],
    loads: [{ id: 'q', caseId: 'L', areaId: 'S', type: 'pressure', force: { z: -1 }, ...load }],
  })
  const byBeam: Record<string, number> = {}
  for (const [i, loads] of found.loads[0]!.byFrame) {
    for (const one of loads)
      if (one.type === 'line') {
        const { id } = found.model.frames[i]!
        const share = (Math.hypot(...one.start) + Math.hypot(...one.end)) / 2
        byBeam[id] = (byBeam[id] ?? 0) + (share * (one.to - one.from)) / 1000
      }
  }
  return { byBeam, notes: found.summary.notes ?? [] }
}

const square: readonly Point[] = [
  [0, 0],
  [6, 0],
  [6, 6],
  [0, 6],
]
const rim: Beams = {
  S: [
    [0, 0],
    [6, 0],
  ],
  E: [
    [6, 0],
    [6, 6],
  ],
  N: [
    [6, 6],
    [0, 6],
  ],
  W: [
    [0, 6],
    [0, 0],
  ],
} // prettier-ignore
const thirds: Beams = {
  A: [
    [2, 0],
    [2, 6],
  ],
  B: [
    [4, 6],
    [4, 0],
  ],
} // prettier-ignore
const total = (byBeam: Record<string, number>) => Object.values(byBeam).reduce((sum, one) => sum + one, 0)

describe('an area on beams', () => {
  it('without beams across it loads its edges alone', () => {
    const { byBeam } = carried(square, rim)
    for (const id of ['S', 'E', 'N', 'W']) expect(byBeam[id]).toBeCloseTo(9, 9)
  })

  it('loads beams across it, from both sides, and its edges with what is nearest to them', () => {
    const { byBeam, notes } = carried(square, { ...rim, ...thirds })
    // Three panels of 2 m x 6 m: trapezoids of 5 m² on long edges, triangles of 1 m² on short ones.
    expect(byBeam).toMatchObject(Object.fromEntries(['A', 'B'].map((id) => [id, expect.closeTo(10, 9)])))
    expect(byBeam).toMatchObject(Object.fromEntries(['E', 'W'].map((id) => [id, expect.closeTo(5, 9)])))
    expect(byBeam).toMatchObject(Object.fromEntries(['S', 'N'].map((id) => [id, expect.closeTo(3, 9)])))
    expect(notes.join()).not.toMatch(/none of their load/)
  })

  it('loads a beam that ends a hair before its edges or beyond them', () => {
    for (const off of [2e-5, -2e-5]) {
      const { byBeam } = carried(square, {
        ...rim,
        A: [
          [2, off],
          [2, 6 - off],
        ],
      }) // prettier-ignore
      expect(total(byBeam)).toBeCloseTo(36, 3)
      expect(byBeam.A).toBeGreaterThan(5)
    }
  })

  it('that spans one way hands all of it to the beams it rests on', () => {
    const { byBeam } = carried(square, { ...rim, ...thirds }, { spread: 'one-way', span: { x: 1 } })
    expect(byBeam).toEqual(
      Object.fromEntries(
        [...'AB'].map((id) => [id, expect.closeTo(12, 9)]).concat([...'EW'].map((id) => [id, expect.closeTo(6, 9)])),
      ),
    )
  })

  it('takes beams in pieces that cross for whole ones', () => {
    const { byBeam } = carried(square, {
      ...rim,
      A1: [
        [3, 0],
        [3, 3],
      ],
      A2: [
        [3, 6],
        [3, 3],
      ],
      B1: [
        [0, 3],
        [3, 3],
      ],
      B2: [
        [3, 3],
        [6, 3],
      ],
    }) // prettier-ignore
    for (const id of ['A1', 'A2', 'B1', 'B2']) expect(byBeam[id]).toBeCloseTo(4.5, 9)
    expect(total(byBeam)).toBeCloseTo(36, 9)
  })

  it('says which beams in it get nothing, as they end within it', () => {
    const { byBeam, notes } = carried(square, {
      ...rim,
      stub: [
        [3, 0],
        [3, 4],
      ],
    }) // prettier-ignore
    expect(byBeam.stub).toBeUndefined()
    expect(notes).toContainEqual(
      expect.stringMatching(/^1 frame lies in loaded areas and gets none of their load, not reaching from edge to edge: .*stub/),
    )
  })

  it('passes bracing in its plane by, and says so, as it does cables and hangers; along an edge they carry', () => {
    const diagonal = {
      D: [
        [0, 0],
        [6, 6],
      ],
    } as const // prettier-ignore
    for (const role of [undefined, 'strut', 'cable', 'rod'] as const) {
      const { byBeam, notes } = carried(square, { ...rim, ...diagonal }, {}, role && { D: role })
      expect(byBeam.D, role).toBeUndefined()
      for (const id of ['S', 'E', 'N', 'W']) expect(byBeam[id]).toBeCloseTo(9, 9)
      expect(notes, role).toContainEqual(
        expect.stringMatching(/^1 frame lies in loaded areas and gets none .* by role: D; role "beam" makes it carry$/),
      )
    }
    expect(carried(square, rim, {}, { S: 'tie' }).byBeam.S).toBeCloseTo(9, 9)
  })

  it('from corner to corner, and where beams stand askew, loses and makes no load', () => {
    const { byBeam } = carried(
      square,
      {
        ...rim,
        D: [
          [0, 0],
          [6, 6],
        ],
      },
      {},
      { D: 'beam' },
    ) // prettier-ignore
    expect(byBeam.D).toBeGreaterThan(0)
    expect(total(byBeam)).toBeCloseTo(36, 9)
    let seed = 7
    const random = () => {
      seed = (seed * 16807) % 2147483647
      return seed / 2147483647
    }
    for (let turn = 0; turn < 50; turn++) {
      const across = Array.from({ length: 1 + Math.floor(3 * random()) }, (_, k): [string, readonly [Point, Point]] => [
        `K${k}`,
        [
          [6 * random(), 0],
          [6 * random(), 6],
        ],
      ])
      expect(total(carried(square, { ...rim, ...Object.fromEntries(across) }).byBeam), JSON.stringify(across)).toBeCloseTo(36, 6)
    }
  })
})
