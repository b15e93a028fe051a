import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { dot, length, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { frameSolid, placedSolid } from '../frame-solid.ts'
import { buildScene } from '../scene.ts'
import { drawnBox, EVERYTHING, extentOf, type VisibleScene } from './extent.ts'
import { pickTrees } from './pick-trees.ts'

const node = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })
const ALL: VisibleScene = { isVisible: () => true, section: null }

function drawn(model: CreateModel) {
  const scene = buildScene(returnedModel(model))
  return { scene, trees: pickTrees(scene) }
}

const FOUR_BEAMS: CreateModel = {
  name: 'Four beams',
  units: { length: 'mm' },
  sections: [{ id: 'S', type: 'i_wide_flange', dimensions: { t3: 200, t2: 100, tf: 8, tw: 5.6 } }],
  nodes: [node('a', 0, 0, 0), node('b', 1000, 0, 0), node('c', 0, 500, 0), node('d', 1000, 500, 0)],
  frames: [
    { id: 'f1', startNodeId: 'a', endNodeId: 'b', sectionId: 'S', rotation: 0, sectionOffset: { x: 0, y: -100 } },
    { id: 'f2', startNodeId: 'a', endNodeId: 'b', sectionId: 'S', rotation: 0, sectionOffset: { x: 0, y: 100 } },
    { id: 'f3', startNodeId: 'c', endNodeId: 'd', sectionId: 'S', rotation: 0, sectionOffset: { x: -50, y: 100 } },
    { id: 'f4', startNodeId: 'c', endNodeId: 'd', sectionId: 'S', rotation: 0, sectionOffset: { x: 50, y: -100 } },
  ],
}

const rounded = (point: Vec) => point.map((at) => Number(at.toFixed(6)) + 0)

describe('what is drawn', () => {
  it('is all of it where nothing is hidden, with supports and without', () => {
    for (const model of [FOUR_BEAMS, demoBuilding()]) {
      const { scene, trees } = drawn(model)
      expect(extentOf(scene, trees, EVERYTHING)).toEqual(extentOf(scene, trees, ALL))
    }
  })

  it('reaches as far as bodies do that lie beside their nodes', () => {
    const { scene, trees } = drawn(FOUR_BEAMS)
    const box = extentOf(scene, trees, ALL).box!
    expect(rounded(box.low.map((at, k) => at + scene.origin[k]!) as unknown as Vec)).toEqual([0, -50, -200])
    expect(rounded(box.high.map((at, k) => at + scene.origin[k]!) as unknown as Vec)).toEqual([1000, 600, 200])
    expect(drawnBox(scene, trees, ALL)).toEqual(box)
  })

  it('counts what is shown alone, and what a section leaves of it', () => {
    const { scene, trees } = drawn(FOUR_BEAMS)
    const about = (low: Vec, high: Vec) => ({
      low: low.map((at, k) => at - scene.origin[k]!) as unknown as Vec,
      high: high.map((at, k) => at - scene.origin[k]!) as unknown as Vec,
    })
    const lower = drawnBox(scene, trees, { ...ALL, isVisible: (kind, k) => kind === 'frame' && k === 0 })
    expect(lower).toEqual(about([0, -50, -200], [1000, 50, 0]))
    const section = about([250, -Infinity, -Infinity], [Infinity, Infinity, -60])
    expect(rounded(drawnBox(scene, trees, { ...ALL, section })!.low)).toEqual(rounded(about([250, -50, -200], [0, 0, 0]).low))
    expect(rounded(drawnBox(scene, trees, { ...ALL, section })!.high)).toEqual(rounded(about([0, 0, 0], [1000, 500, -60]).high))
    expect(drawnBox(scene, trees, { isVisible: () => false, section: null })).toBeNull()
  })

  it('cuts an inclined body where the section plane meets it', () => {
    const { scene, trees } = drawn({
      name: 'A line',
      nodes: [node('a', 0, 0, 0), node('b', 10, 0, 10)],
      frames: [{ id: 'line', startNodeId: 'a', endNodeId: 'b', rotation: 0 }],
      areas: [{ id: 'none', nodeIds: ['a', 'b'] }],
    })
    const z = 5 - scene.origin[2]
    const { box } = extentOf(scene, trees, { ...ALL, section: { low: [-99, -99, -99], high: [99, 99, z] } })
    expect(box!.high[0] + scene.origin[0]).toBeCloseTo(5, 6)
  })

  /** A slab 6 by 4, 0.4 thick below its nodes; a line from its corner up; a node apart with a support, one without. */
  const MIXED: CreateModel = {
    name: 'Mixed',
    nodes: [
      ...[node('a', 0, 0, 3), node('b', 6, 0, 3), node('c', 6, 4, 3), node('d', 0, 4, 3)],
      ...[node('e', 0, 0, 9), node('f', 20, 1, 1), node('g', -20, 2, 2)],
    ],
    frames: [{ id: 'line', startNodeId: 'a', endNodeId: 'e', rotation: 0 }],
    areas: [{ id: 'slab', nodeIds: ['a', 'b', 'c', 'd'], thickness: 0.4, cardinalPoint: 'TOP' }],
    supports: [
      { id: 'S', nodeId: 'f' },
      { id: 'T', nodeId: 'b' },
    ],
  }
  const kinds = (...shown: string[]): VisibleScene => ({ isVisible: (kind) => shown.includes(kind), section: null })

  it('is bodies and faces where there are any, else nodes; what is hidden counts nowhere', () => {
    const { scene, trees } = drawn(MIXED)
    const boxOf = (shown: VisibleScene) => {
      const { box } = extentOf(scene, trees, shown)
      expect(drawnBox(scene, trees, shown)).toEqual(box)
      return box && [...box.low, ...box.high].map((at, k) => Number((at + scene.origin[k % 3]!).toFixed(4)))
    }
    expect(boxOf(ALL)).toEqual([0, 0, 2.6, 6, 4, 9])
    expect(boxOf(kinds('area'))).toEqual([0, 0, 2.6, 6, 4, 3])
    expect(boxOf(kinds('frame', 'node'))).toEqual([0, 0, 3, 0, 0, 9])
    expect(boxOf(kinds('node'))).toEqual([-20, 0, 1, 20, 4, 9])
    expect(boxOf(kinds('support'))).toBeNull()
  })

  it('tells the points of each: corners on both sides of a body, nodes, and those that hang a support', () => {
    const { scene, trees } = drawn(MIXED)
    const told = (points: Float64Array) =>
      Array.from({ length: points.length / 3 }, (_, k) =>
        rounded([0, 1, 2].map((axis) => points[3 * k + axis]! + scene.origin[axis]!) as unknown as Vec).join(),
      )
    const { bodies, nodes, supports } = extentOf(scene, trees, ALL)
    expect([...new Set(told(bodies))].sort()).toEqual([
      '0,0,2.6',
      '0,0,3',
      '0,0,9',
      '0,4,2.6',
      '0,4,3',
      '6,0,2.6',
      '6,0,3',
      '6,4,2.6',
      '6,4,3',
    ])
    expect(told(nodes)).toHaveLength(7)
    expect(told(supports).sort()).toEqual(['20,1,1', '6,0,3'])
    const first: VisibleScene = { section: null, isVisible: (kind, k) => kind === 'support' && scene.supports.nodes[k] === 5 }
    expect(told(extentOf(scene, trees, first).supports)).toEqual(['20,1,1'])
  })

  it.each<[string, Vec, Vec, number[] | null]>([
    ['from below', [-99, -99, 2.8], [99, 99, 99], [0, 0, 2.8, 6, 4, 9]],
    ['from above', [-99, -99, -99], [99, 99, 5], [0, 0, 2.6, 6, 4, 5]],
    ['from the left', [1, -99, -99], [99, 99, 99], [1, 0, 2.6, 6, 4, 3]],
    ['from the right', [-99, -99, -99], [2, 99, 99], [0, 0, 2.6, 2, 4, 9]],
    ['from the front', [-99, 1, -99], [99, 99, 99], [0, 1, 2.6, 6, 4, 3]],
    ['from behind', [-99, -99, -99], [99, 3, 99], [0, 0, 2.6, 6, 3, 9]],
    ['beside it', [7, -99, -99], [99, 99, 99], [20, 1, 1, 20, 1, 1]],
    ['where nothing is', [50, 50, 50], [60, 60, 60], null],
  ])('cut %s', (_, low, high, wanted) => {
    const { scene, trees } = drawn(MIXED)
    const about = (at: Vec) => at.map((value, k) => value - scene.origin[k]!) as unknown as Vec
    const shown: VisibleScene = { isVisible: () => true, section: { low: about(low), high: about(high) } }
    const { box } = extentOf(scene, trees, shown)
    const told = box && [...box.low, ...box.high].map((at, k) => Number((at + scene.origin[k % 3]!).toFixed(4)))
    expect(told).toEqual(wanted)
    const other = drawnBox(scene, trees, shown)
    for (const [k, at] of [...(box?.low ?? []), ...(box?.high ?? [])].entries())
      expect([...other!.low, ...other!.high][k]).toBeCloseTo(at, 5)
  })

  it('goes as far as a solid of any attitude does, turned and beside its nodes (property)', () => {
    const number = fc.integer({ min: -40, max: 40 }).map((n) => n / 4)
    const end = fc.tuple(number, number, number)
    fc.assert(
      fc.property(end, end, fc.integer({ min: -180, max: 180 }), number, number, (a, b, rotation, x, y) => {
        fc.pre(length(subtract(b, a)) > 0.1)
        const { scene, trees } = drawn({
          name: '',
          sections: [{ id: 'S', type: 'angle', dimensions: { t3: 3, t2: 2, tf: 0.5, tw: 0.25 } }],
          nodes: [node('a', ...a), node('b', ...b)],
          frames: [
            { id: 'F', startNodeId: 'a', endNodeId: 'b', sectionId: 'S', rotation, sectionOffset: { x: x / 9, y: y / 9 } },
          ],
        })
        const solid = placedSolid(frameSolid(scene.bodies[0]!), a, b, rotation, { x: x / 9, y: y / 9 })!
        const { box } = extentOf(scene, trees, ALL)
        expect(drawnBox(scene, trees, ALL)).toEqual(box)
        for (const k of [0, 1, 2] as const) {
          const values = solid.filter((_, i) => i % 3 === k)
          expect(box!.low[k] + scene.origin[k]).toBeCloseTo(Math.min(...values), 3)
          expect(box!.high[k] + scene.origin[k]).toBeCloseTo(Math.max(...values), 3)
        }
      }),
      { numRuns: runs(60) },
    )
  })

  it('of many bodies reaches as far as the one that reaches farthest, whatever its attitude, cut or not (property)', () => {
    const number = fc.integer({ min: -40, max: 40 }).map((n) => n / 4)
    const place = fc.tuple(number, number, number)
    const turn = fc.integer({ min: -180, max: 180 })
    const given = fc.record({
      a: place,
      b: place,
      rotation: turn,
      x: number,
      y: number,
      hasBody: fc.boolean(),
      isUpright: fc.boolean(),
    })
    const area = fc.record({ corners: fc.tuple(place, place, place), thickness: fc.constantFrom(0.5, 4, null) })
    fc.assert(
      fc.property(
        fc.array(given, { minLength: 3, maxLength: 9 }),
        fc.array(area, { maxLength: 3 }),
        place,
        (frames, areas, low) => {
          const { scene, trees } = drawn({
            name: '',
            sections: [{ id: 'S', type: 'angle', dimensions: { t3: 3, t2: 2, tf: 0.5, tw: 0.25 } }],
            nodes: [
              ...frames.flatMap(({ a, b, isUpright }, k) => [
                node(`a${k}`, ...a),
                node(`b${k}`, ...(isUpright ? ([a[0], a[1], b[2]] as const) : b)),
              ]),
              ...areas.flatMap(({ corners }, k) => corners.map((at, i) => node(`n${k}-${i}`, ...at))),
            ],
            frames: frames.map(({ rotation, x, y, hasBody }, k) => ({
              ...{ id: `F${k}`, startNodeId: `a${k}`, endNodeId: `b${k}`, rotation },
              ...(hasBody && { sectionId: 'S' }),
              sectionOffset: { x: x / 3, y: y / 3 },
            })),
            areas: areas.map(({ thickness }, k) => ({ id: `A${k}`, nodeIds: [0, 1, 2].map((i) => `n${k}-${i}`), thickness })),
          })
          for (const section of [null, { low, high: [12, 12, 12] as Vec }]) {
            const { box } = extentOf(scene, trees, { ...ALL, section })
            const found = drawnBox(scene, trees, { ...ALL, section })
            for (const [k, at] of [...(box?.low ?? []), ...(box?.high ?? [])].entries())
              expect([...found!.low, ...found!.high][k]).toBeCloseTo(at, 4)
          }
        },
      ),
      { numRuns: runs(60) },
    )
  })

  it('tells of many bodies the outermost corners: in no direction more than 0.7 % of the radius is lost (property)', () => {
    const { scene, trees } = drawn(demoBuilding())
    const few = drawn({ ...demoBuilding(), areas: [] })
    const everyCorner = Array.from({ length: few.scene.frames.count }, (_, k) =>
      extentOf(few.scene, few.trees, { section: null, isVisible: (kind, index) => kind === 'frame' && index === k }),
    ).flatMap(({ bodies }) => [...bodies])
    expect(everyCorner.length / 3).toBeGreaterThan(4096)
    const told = extentOf(few.scene, few.trees, ALL)
    expect(told.bodies.length / 3).toBeLessThan(600)
    expect(told.supports.length / 3).toBe(scene.supports.nodes.length)
    expect(drawnBox(scene, trees, ALL)).not.toBeNull()
    const reach = (points: ArrayLike<number>, along: Vec) => {
      let most = -Infinity
      for (let i = 0; i < points.length; i += 3) most = Math.max(most, dot([points[i]!, points[i + 1]!, points[i + 2]!], along))
      return most
    }
    const radius = Math.hypot(...told.box!.high.map((at, k) => (at - told.box!.low[k]!) / 2))
    const step = fc.integer({ min: -99, max: 99 })
    fc.assert(
      fc.property(step, step, step, (x, y, z) => {
        const along = unit([x, y, z])
        fc.pre(along !== null)
        const lost = reach(everyCorner, along!) - reach(told.bodies, along!)
        expect(lost).toBeGreaterThan(-1e-6)
        expect(lost).toBeLessThan(0.007 * radius)
      }),
    )
  })

  it('tells of many faces the outermost corners too: of what is flat at most 2 % of the radius is lost (property)', () => {
    const side = 40
    const height = (i: number, j: number) => 6 * Math.sin(i / 5) * Math.cos(j / 7)
    const nodes = Array.from({ length: (side + 1) ** 2 }, (_, k) => {
      const [i, j] = [k % (side + 1), Math.floor(k / (side + 1))]
      return node(`${i}-${j}`, i, j, height(i, j))
    })
    const areas = Array.from({ length: side ** 2 }, (_, k) => {
      const [i, j] = [k % side, Math.floor(k / side)]
      return { id: `A${k}`, nodeIds: [`${i}-${j}`, `${i + 1}-${j}`, `${i + 1}-${j + 1}`] }
    })
    const { scene, trees } = drawn({ name: 'A wavy roof', nodes, areas })
    expect(3 * areas.length).toBeGreaterThan(4096)
    const told = extentOf(scene, trees, ALL).bodies
    expect(told.length / 3).toBeLessThan(600)
    const inUse = new Set(areas.flatMap(({ nodeIds }) => nodeIds))
    const corners = nodes
      .filter(({ id }) => inUse.has(id))
      .map(({ position: { x, y, z } }): Vec => [x - scene.origin[0], y - scene.origin[1], z - scene.origin[2]])
    const most = (points: readonly Vec[], along: Vec) =>
      points.reduce((far, point) => Math.max(far, dot(point, along)), -Infinity)
    const outer = Array.from({ length: told.length / 3 }, (_, k): Vec => [told[3 * k]!, told[3 * k + 1]!, told[3 * k + 2]!])
    const step = fc.integer({ min: -99, max: 99 })
    fc.assert(
      fc.property(step, step, step, (x, y, z) => {
        const along = unit([x, y, z])
        fc.pre(along !== null)
        const lost = most(corners, along!) - most(outer, along!)
        expect(lost).toBeGreaterThan(-1e-4)
        expect(lost).toBeLessThan(0.02 * Math.hypot(side / 2, side / 2, 6)) // [0, 2, 99]: 1.5 %
      }),
    )
  })

  it('takes 140,000 points', () => {
    const nodes = Array.from({ length: 140_000 }, (_, k) => node(`n${k}`, k % 500, Math.floor(k / 500), (k * 7) % 13))
    const { scene, trees } = drawn({ name: 'Dots', nodes })
    const { nodes: places, box } = extentOf(scene, trees, ALL)
    expect(places.length / 3).toBeLessThan(600)
    expect(box!.high.map((at, k) => at - box!.low[k]!)).toEqual([499, 279, 12])
  })
})
