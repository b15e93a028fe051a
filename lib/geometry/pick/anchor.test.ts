import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { add, distance, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { buildScene } from '../scene.ts'
import { anchorOf, pointAt } from './anchor.ts'
import { areaEdges } from './body-edges.ts'

type Section = NonNullable<CreateModel['sections']>[number]
const node = (id: string, [x, y, z]: Vec) => ({ id, position: { x, y, z } })
const box = (t2: number, t3: number, tw?: number): Section => ({
  id: 'S',
  type: 'rectangular',
  dimensions: { t2, t3, ...(tw && { tw }) },
})

/** A beam along X, so that local 2 is Z and local 3 is -Y. */
const beam = (size: number, section: Section | null, offset: Vec = [0, 0, 0]) =>
  buildScene(
    returnedModel({
      name: 'A beam',
      ...(section && { sections: [section] }),
      nodes: [node('a', offset), node('b', add(offset, [size, 0, 0]))],
      frames: [{ id: 'F', startNodeId: 'a', endNodeId: 'b', rotation: 0, ...(section && { sectionId: 'S' }) }],
    }),
    [0, 0, 0],
  )
const plate = (corners: readonly Vec[], thickness = 0.2) =>
  buildScene(
    returnedModel({
      name: 'A plate',
      nodes: corners.map((at, k) => node(`N${k}`, at)),
      areas: [{ id: 'A', nodeIds: corners.map((_, k) => `N${k}`), thickness }],
    }),
    [0, 0, 0],
  )
const close = (point: Vec) => point.map((value) => expect.closeTo(value, 4))
const share = fc.integer({ min: 1, max: 999 }).map((n) => n / 1000)

describe('a point of a frame', () => {
  it('keeps its share of the length and of the side it lies on, outside and in the hollow (property)', () => {
    const side = fc.constantFrom([1, 1, 1, -1], [1, -1, -1, -1], [-1, -1, -1, 1], [-1, 1, 1, 1]) // biome-ignore format: corners
    fc.assert(
      fc.property(share, share, side, fc.boolean(), (along, at, [ay, az, by, bz], isInside) => {
        // Half of the outside 0.3 by 0.4, and of the hollow 0.2 by 0.3; all twice as large.
        const [y, z] = isInside ? [0.1, 0.15] : [0.15, 0.2]
        const point = (by_: number): Vec => [6 * along, by_ * y * (ay! + (by! - ay!) * at), by_ * z * (az! + (bz! - az!) * at)]
        const before = beam(6, box(0.3, 0.4, 0.05))
        const anchor = anchorOf(before, 'frame', 0, point(1))!
        expect(pointAt(before, 0, anchor)).toEqual(close(point(1)))
        const [x, ...across] = point(2)
        expect(pointAt(beam(12, box(0.6, 0.8, 0.1), [3, 4, 5]), 0, anchor)).toEqual(
          close(add([3, 4, 5], [2 * x!, ...across] as unknown as Vec)),
        )
        // Where sides have become others, its distances from the line are kept.
        expect(pointAt(beam(6, { id: 'S', type: 'pipe', dimensions: { t3: 1 } }), 0, anchor)).toEqual(close(point(1)))
        expect(pointAt(beam(6, null), 0, anchor)).toEqual(close(point(1)))
      }),
      { numRuns: 40 },
    )
  })

  it('that lies on no side keeps its distances from the line, and never lies beyond its ends', () => {
    const anchor = anchorOf(beam(6, box(0.3, 0.4)), 'frame', 0, [1.5, 0.02, -0.05])!
    expect(pointAt(beam(12, box(3, 4)), 0, anchor)).toEqual(close([3, 0.02, -0.05]))
    const beyond = anchorOf(beam(6, null), 'frame', 0, [7, 0, 0.1])!
    expect(pointAt(beam(3, null), 0, beyond)).toEqual(close([3, 0, 0.1]))
    const before = anchorOf(beam(6, null), 'frame', 0, [-7, 0, 0.1])!
    expect(pointAt(beam(3, null), 0, before)).toEqual(close([0, 0, 0.1]))
  })

  it('lies on a side within a ten-thousandth of the length', () => {
    const [section, larger] = [box(0.3, 0.4), box(0.6, 0.8)]
    const again = (z: number) => pointAt(beam(6, larger), 0, anchorOf(beam(6, section), 'frame', 0, [3, 0, z])!)!
    expect(again(0.2005)[2]).toBeCloseTo(0.4, 4)
    expect(again(0.1995)[2]).toBeCloseTo(0.4, 4)
    expect(again(0.2007)[2]).toBeCloseTo(0.2007, 4)
    expect(again(0.1993)[2]).toBeCloseTo(0.1993, 4)
  })

  it('is nowhere on a frame without length', () => {
    const anchor = anchorOf(beam(6, null), 'frame', 0, [3, 0, 0])!
    expect(anchorOf(beam(0, null), 'frame', 0, [3, 0, 0])).toBeNull()
    expect(pointAt(beam(0, null), 0, anchor)).toBeNull()
  })
})

describe('a point of an area', () => {
  const SQUARE: Vec[] = [[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]] // biome-ignore format: short
  const SKEWED: Vec[] = [[1, 1, 1], [9, 2, 1], [8, 7, 3], [0, 6, 3]] // biome-ignore format: short

  it('keeps its share of the edge it lies on (property)', () => {
    const [before, after] = [plate(SQUARE), plate(SKEWED, 0.4)]
    const [edges, moved] = [areaEdges(before, 0), areaEdges(after, 0)]
    expect(edges).toHaveLength(12)
    fc.assert(
      fc.property(fc.nat({ max: 11 }), share, (k, at) => {
        const on = ([one]: typeof edges) => add(one!.a, scale(subtract(one!.b, one!.a), at))
        const anchor = anchorOf(before, 'area', 0, on(edges.slice(k)))!
        expect(distance(pointAt(before, 0, anchor)!, on(edges.slice(k)))).toBeLessThan(1e-5)
        expect(distance(pointAt(after, 0, anchor)!, on(moved.slice(k)))).toBeLessThan(1e-5)
      }),
      { numRuns: 60 },
    )
  })

  it('that lies on none keeps its distances from the centre along the axes, as where there are more edges', () => {
    const inside = anchorOf(plate(SQUARE), 'area', 0, [3, 1, 0.1])!
    const upright = SQUARE.map(([x, y]): Vec => [5 + x, 7, y])
    expect(pointAt(plate(upright), 0, inside)).toEqual(close([8, 6.9, 1]))
    // The mean of four corners lies at 2, 2; that of these five at 2, 2.6.
    const onEdge = anchorOf(plate(SQUARE), 'area', 0, [1, 0, 0.1])!
    expect(pointAt(plate([...SQUARE.slice(0, 3), [2, 5, 0], [0, 4, 0]]), 0, onEdge)).toEqual(close([1, 0.6, 0.1]))
  })

  it('keeps its share of an edge also where two corners fall together in single precision', () => {
    const CORNERS: Vec[] = [[0, 0, 0], [4, 0, 0], [4 + 1e-9, 0, 0], [4, 3, 0], [0, 3, 0]] // biome-ignore format: short
    const POINTS = [[1, 0], [4, 1], [0, 2]] as const // biome-ignore format: short
    const [before, after] = [plate(CORNERS), plate(CORNERS.map((at) => scale(at, 2)))]
    for (const [x, y] of POINTS) {
      const anchor = anchorOf(before, 'area', 0, [x, y, 0.1])!
      expect(pointAt(after, 0, anchor)).toEqual(close([2 * x, 2 * y, 0.1]))
    }
  })

  it('lies on an edge within a ten-thousandth of its length, and on none of an area that has none', () => {
    const again = (y: number) => pointAt(plate(SKEWED), 0, anchorOf(plate(SQUARE, 0.2), 'area', 0, [2, y, 0.1])!)!
    const middle = areaEdges(plate(SKEWED), 0).map(({ a, b }) => scale(add(a, b), 0.5))
    const apart = (point: Vec) => Math.min(...middle.map((at) => distance(at, point)))
    expect(apart(again(0.0003))).toBeLessThan(1e-5)
    expect(apart(again(-0.0003))).toBeLessThan(1e-5)
    expect(apart(again(0.0006))).toBeGreaterThan(0.01)
    expect(anchorOf(plate([]), 'area', 0, [0, 0, 0])).toBeNull()
  })
})
