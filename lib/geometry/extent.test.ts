import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/as-returned.ts'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import type { CreateModel } from '#lib/model/schema.ts'
import { dot, unit, type Vec } from '#lib/model/vector.ts'
import { drawnBox, extentOf, type Shown } from './extent.ts'
import { pickTrees } from './pick.ts'
import { buildScene } from './scene.ts'

const node = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })
const ALL: Shown = { isVisible: () => true, section: null }

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

  it('tells of many faces the outermost corners too (property)', () => {
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
        expect(lost).toBeLessThan(0.0075 * side) // straight up it is 0.00703
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
