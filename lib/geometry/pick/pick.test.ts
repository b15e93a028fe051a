import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { add, cross, dot, perAxis, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import { sectionDefinition } from '#lib/model/viewer-model.ts'
import type { ConstructModelElementsBatch } from '#lib/schema/request-bodies.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { frameAt } from '../frame-at.ts'
import { detailOfRuns, frameBoxes, frameChunks, LINE, nearestFirst, RIBBON, SOLID, sizesOf } from '../frame-chunks.ts'
import { bodyOf, NO_BODY } from '../frame-records.ts'
import { frameSolid } from '../frame-solid.ts'
import { buildScene } from '../scene.ts'
import { insideOf } from './box-select.ts'
import { type PickOptions, pick } from './pick.ts'
import { pickTrees } from './pick-trees.ts'
import { type Ray, rayMeets, rayToSegment } from './ray.ts'

function sceneOf(batch: ConstructModelElementsBatch) {
  const zero = { x: 0, y: 0, z: 0 }
  const model: ViewerModel = {
    ...batch,
    name: 'test',
    schemaVersion: 'viewer-model/v1',
    bounds: { min: zero, max: zero },
    nodes: batch.nodes ?? [],
    sections: (batch.sections ?? []).map(sectionAsReturned),
    sectionDefinitions: (batch.sections ?? []).map(sectionDefinition),
  }
  return buildScene(model)
}

const node = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })
const everything: PickOptions = { pixelAt: () => 1e-9, isVisible: () => true, nodeLift: 0, symbolPixels: 0 }
const framesOnly: PickOptions = { ...everything, isVisible: (kind) => kind === 'frame' }
const ray = (from: Vec, to: Vec): Ray => ({ from, along: unit(subtract(to, from))!, near: 0, far: Infinity })

/** A tower of frames in all directions, with the sections of every hollow and open kind, rotated and offset. */
function tower(): ConstructModelElementsBatch {
  let seed = 7
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed / 2147483648
  }
  const nodes = Array.from({ length: 120 }, (_, k) => node(`N${k}`, random() * 30, random() * 30, random() * 40))
  return {
    nodes,
    sections: [
      { id: 'I', type: 'i_wide_flange' as const, dimensions: { t3: 0.9, t2: 0.6, tf: 0.08, tw: 0.05 } },
      { id: 'C', type: 'channel' as const, dimensions: { t3: 0.8, t2: 0.4, tf: 0.06, tw: 0.05 } },
      { id: 'P', type: 'pipe' as const, dimensions: { t3: 0.7, tw: 0.05 } },
      { id: 'B', type: 'rectangular' as const, dimensions: { t3: 0.8, t2: 0.5, tw: 0.04 } },
    ],
    frames: Array.from({ length: 240 }, (_, k) => ({
      id: `F${k}`,
      startNodeId: `N${k % 120}`,
      endNodeId: `N${(k * 7 + 1 + Math.floor(k / 120)) % 120}`,
      rotation: random() * 360,
      sectionId: 'ICPB'[k % 4],
      sectionOffset: { x: random() - 0.5, y: random() - 0.5 },
    })),
  }
}

type Triangle = { index: number; a: Vec; u: Vec; v: Vec }

/** What a renderer draws: the triangles of all frames in the model. */
function trianglesOf(scene: ReturnType<typeof sceneOf>): Triangle[] {
  const solids = scene.bodies.map((body) => frameSolid(body))
  return Array.from({ length: scene.frames.count }, (_, index) => index).flatMap((index) => {
    const { start, end, axes, offset } = frameAt(scene, index)
    const solid = solids[bodyOf(scene.frames.records[4 * index + 3]!)]!
    if (!axes) return []
    const at = (k: number): Vec => {
      const [x, y, t] = perAxis((j) => solid.at[3 * k + j]!)
      return add(t ? end : start, add(scale(axes[2], x + offset.x), scale(axes[1], y + offset.y)))
    }
    return Array.from({ length: solid.index.length / 3 }, (_, i) => {
      const [a, b, c] = perAxis((j) => at(solid.index[3 * i + j]!))
      return { index, a, u: subtract(b, a), v: subtract(c, a) }
    })
  })
}

function nearestTriangle(triangles: readonly Triangle[], { from, along }: Ray): { index: number; distance: number } | null {
  let best: { index: number; distance: number } | null = null
  for (const { index, a, u, v } of triangles) {
    const p = cross(along, v)
    const det = dot(u, p)
    if (Math.abs(det) < 1e-14) continue
    const s = subtract(from, a)
    const q = cross(s, u)
    const [m, n, t] = [dot(s, p) / det, dot(along, q) / det, dot(v, q) / det]
    if (m >= 0 && n >= 0 && m + n <= 1 && t > 0 && (!best || t < best.distance)) best = { index, distance: t }
  }
  return best
}

describe('picking', () => {
  it('finds the frame that its triangles say, for 150 rays through a tangle of sections', () => {
    const scene = sceneOf(tower())
    const trees = pickTrees(scene)
    const triangles = trianglesOf(scene)
    let hits = 0
    for (let k = 0; k < 150; k++) {
      const angle = k * 2.399963
      const from: Vec = [80 * Math.cos(angle), 80 * Math.sin(angle), ((k * 13) % 60) - 30]
      const target: Vec = [((k * 17) % 24) - 12, ((k * 29) % 24) - 12, ((k * 31) % 32) - 16]
      const expected = nearestTriangle(triangles, ray(from, target))
      const found = pick(scene, trees, ray(from, target), framesOnly)
      if (expected) hits++
      expect(found?.index ?? null).toBe(expected?.index ?? null)
      if (expected) expect(found!.distance).toBeCloseTo(expected.distance, 3)
    }
    expect(hits).toBeGreaterThan(40)
  })

  it('sees into a cut: the body is met where the section plane enters it', () => {
    const scene = sceneOf({
      nodes: [node('a', -5, 0, 0), node('b', 5, 0, 0)],
      sections: [{ id: 'S', type: 'rectangular', dimensions: { t3: 2, t2: 2 } }],
      frames: [{ id: 'F', startNodeId: 'a', endNodeId: 'b', rotation: 0, sectionId: 'S' }],
    })
    const whole = pick(scene, pickTrees(scene), ray([0, -10, 0], [0, 0, 0]), everything)
    expect(whole?.distance).toBeCloseTo(9, 9)
    const cut = pick(scene, pickTrees(scene), { ...ray([0, -10, 0], [0, 0, 0]), near: 9.6 }, everything)
    expect(cut?.distance).toBeCloseTo(9.6, 9)
  })

  it('does not meet the hollow of a pipe', () => {
    const scene = sceneOf({
      nodes: [node('a', 0, 0, 0), node('b', 0, 0, 10)],
      sections: [{ id: 'S', type: 'pipe', dimensions: { t3: 2, tw: 0.1 } }],
      frames: [{ id: 'F', startNodeId: 'a', endNodeId: 'b', rotation: 0, sectionId: 'S' }],
    })
    expect(pick(scene, pickTrees(scene), ray([0.1, 0.1, 20], [0.1, 0.1, 0]), framesOnly)).toBeNull()
    expect(pick(scene, pickTrees(scene), ray([0.95, 0, 20], [0.95, 0, 0]), framesOnly)?.index).toBe(0)
  })

  it('means a line within a few pixels, a slab but not its opening, and a node before what meets there', () => {
    const scene = sceneOf({
      nodes: [
        node('a', 0, 0, 0),
        node('b', 8, 0, 0),
        node('c', 8, 8, 0),
        node('d', 0, 8, 0),
        node('e', 2, 2, 0),
        node('f', 4, 2, 0),
        node('g', 4, 4, 0),
      ],
      frames: [{ id: 'F', startNodeId: 'a', endNodeId: 'b', rotation: 0 }],
      areas: [{ id: 'A', nodeIds: ['a', 'b', 'c', 'd'], openingNodeIds: [['e', 'f', 'g']], thickness: 0.2 }],
    })
    const trees = pickTrees(scene)
    const options = { ...everything, pixelAt: () => 0.02 }
    const down = (x: number, y: number) => pick(scene, trees, ray([x - 4, y - 4, 50], [x - 4, y - 4, 0]), options)
    expect(down(6, 6)?.kind).toBe('area')
    expect(down(3.6, 2.5)).toBeNull()
    expect(down(5, -0.05)).toMatchObject({ kind: 'frame', index: 0 })
    expect(down(5, -0.2)).toBeNull()
    expect(pick(scene, trees, ray([4, 4, 50], [4, 4, 0]), { ...options, nodeLift: 0.2 })?.kind).toBe('node')
  })

  it('meets a node as the ball that it is drawn as', () => {
    const scene = sceneOf({ nodes: [{ ...node('a', 0, 0, 0), radius: 2 }, node('b', 9, 0, 0)] })
    const down = (x: number) => pick(scene, pickTrees(scene), ray([x - 4.5, 0, 50], [x - 4.5, 0, 0]), everything)
    expect(down(1.9)).toMatchObject({ kind: 'node', index: 0 })
    expect(down(2.1)).toBeNull()
    expect(down(8.5)).toBeNull()
  })

  it('means a support by its glyph, which hangs on the other side of "up" and is no larger than its node allows', () => {
    const scene = sceneOf({
      nodes: [node('a', 0, 0, 0), node('b', 8, 0, 0), node('c', 8, 0, 4)],
      frames: [{ id: 'F', startNodeId: 'b', endNodeId: 'c', rotation: 0 }],
      supports: [
        { id: 'S', nodeId: 'a', restraints: { u1: true } },
        { id: 'T', nodeId: 'b', restraints: { u1: true } },
      ],
    })
    const most = scene.supports.sizes[1]!
    expect(most).toBeGreaterThan(0.1)
    expect(most).toBeLessThanOrEqual(1)
    const origin = scene.origin
    const seen = (options: PickOptions, x: number, z: number, far = Infinity) => {
      const from: Vec = [x - origin[0], -50, z - origin[2]]
      return pick(scene, pickTrees(scene), { from, along: [0, 1, 0], near: 0, far }, options)
    }
    const large: PickOptions = { ...everything, pixelAt: () => 0.1, symbolPixels: 100, isVisible: (kind) => kind === 'support' }
    // As large as its node allows: its middle half of that below, a little more than half of it to each side.
    expect(seen(large, 8, -most / 2)).toMatchObject({ kind: 'support', index: 1, distance: 50 })
    expect(seen(large, 8, -most / 2)!.point).toEqual([8, 0, 0].map((value, k) => expect.closeTo(value - origin[k]!, 6)))
    expect(seen(large, 8 + 0.59 * most, -most / 2)).not.toBeNull()
    expect(seen(large, 8 + 0.61 * most, -most / 2)).toBeNull()
    expect(seen(large, 8, most / 2)).toBeNull()
    expect(seen({ ...large, up: [0, 0, -1] }, 8, most / 2)).toMatchObject({ index: 1 })
    // Smaller on the screen: by its pixels.
    const small = { ...large, pixelAt: (distance: number) => distance / 5000, symbolPixels: 5 }
    expect(seen(small, 8, -0.025)).toMatchObject({ index: 1 })
    expect(seen(small, 8, -0.06)).toBeNull()
    expect(seen(large, 8, -most / 2, 49)).toBeNull()
    expect(seen({ ...large, isVisible: () => false }, 8, -most / 2)).toBeNull()
    // Of two behind each other the front one, whichever is named first.
    const along = (sign: 1 | -1) =>
      pick(
        scene,
        pickTrees(scene),
        { from: [4 - sign * 50 - origin[0], 0, -most / 2 - origin[2]], along: [sign, 0, 0], near: 0, far: Infinity },
        large,
      )
    expect(along(1)).toMatchObject({ index: 0, distance: 46 })
    expect(along(-1)).toMatchObject({ index: 1, distance: 46 })
  })

  it('means the node that is nearest on the screen, of those within five pixels', () => {
    const scene = sceneOf({ nodes: [node('near', 0, -40, 0), node('far', 1, 40, 0), node('off', 0, 0, 30)] })
    const [ox, oy, oz] = scene.origin
    const at = (x: number, pixel = 0.01) =>
      pick(
        scene,
        pickTrees(scene),
        { from: [x - ox, -50 - oy, -oz], along: [0, 1, 0], near: 0, far: Infinity },
        {
          ...everything,
          pixelAt: (distance) => pixel * distance,
        },
      )
    // A pixel is 0.1 at the near one and 0.9 at the far one: 5 of them reach 0.5 and 4.5.
    expect(at(0.05)).toMatchObject({ kind: 'node', index: 0, distance: 10 })
    expect(at(0.4)).toMatchObject({ index: 1, distance: 90 })
    expect(at(0.4)!.point).toEqual([1 - ox, 40 - oy, -oz])
    expect(at(0.49, 0.01)).toMatchObject({ index: 1 })
    expect(at(-3.6)).toBeNull()
    expect(at(-3.4)).toMatchObject({ index: 1 })
  })

  it('means a line within five pixels, the nearest on the screen, in front of a body and not behind it', () => {
    const scene = sceneOf({
      nodes: [
        node('a', -5, 0, -0.3),
        node('b', 5, 0, -0.3),
        node('c', -5, 8, 0.2),
        node('d', 5, 8, 0.2),
        node('e', -5, 9, 0),
        node('f', 5, 9, 0),
      ],
      sections: [{ id: 'S', type: 'rectangular', dimensions: { t3: 1, t2: 1 } }],
      frames: [
        { id: 'near', startNodeId: 'a', endNodeId: 'b', rotation: 0 },
        { id: 'far', startNodeId: 'c', endNodeId: 'd', rotation: 0, sectionOffset: { x: 0, y: 0.1 } },
        { id: 'body', startNodeId: 'e', endNodeId: 'f', rotation: 0, sectionId: 'S' },
      ],
    })
    const [ox, oy, oz] = scene.origin
    const at = (z: number, hidden = -1, far = Infinity) =>
      pick(
        scene,
        pickTrees(scene),
        { from: [1 - ox, -10 - oy, z - oz], along: [0, 1, 0], near: 0, far },
        {
          ...framesOnly,
          pixelAt: (distance) => distance / 100,
          isVisible: (kind, index) => kind === 'frame' && index !== hidden,
        },
      )
    // A pixel is 0.1 at the near line and 0.18 at the far one.
    expect(at(-0.3)).toMatchObject({ index: 0, distance: 10 })
    expect(at(0.3)).toMatchObject({ index: 1, distance: 18 })
    expect(at(0.3)!.point).toEqual([1 - ox, 8 - oy, 0.3 - oz].map((value) => expect.closeTo(value, 5)))
    expect(at(0.3, 1)).toMatchObject({ index: 2, distance: 18.5 })
    expect(at(0, 2)).toMatchObject({ index: 1 })
    expect(at(-0.75, 2)).toMatchObject({ index: 0 })
    expect(at(-0.85, 2)).toBeNull()
    expect(at(0.3, 2, 17)).toBeNull()
  })

  it('takes areas by their drawn corners, and what crosses the box only from right', () => {
    const scene = sceneOf({
      nodes: [
        node('a', 0, 0, 0),
        node('b', 4, 0, 0),
        node('c', 4, 4, 0),
        node('d', 0, 4, 0),
        node('e', -9, 0, 0),
        node('f', 9, 9, 9),
      ],
      frames: [{ id: 'F', startNodeId: 'e', endNodeId: 'b', rotation: 0 }],
      areas: [{ id: 'A', nodeIds: ['a', 'b', 'c', 'd'], thickness: 1 }],
    })
    const [, , z] = scene.origin
    const trees = pickTrees(scene)
    const above = (height: number): [number, number, number, number][] => [[0, 0, 1, z - height]]
    const taken = (planes: [number, number, number, number][], wants: 'all' | 'any', hidden = '') =>
      insideOf(scene, trees, planes, wants, (kind) => kind !== hidden)
    expect(taken(above(-0.6), 'all').areas).toEqual([0])
    expect(taken(above(-0.4), 'all').areas).toEqual([])
    expect(taken(above(0.4), 'any').areas).toEqual([0])
    expect(taken(above(0.6), 'any').areas).toEqual([])
    expect(taken(above(-0.6), 'all', 'area').areas).toEqual([])
    // A stretch of the line between two planes, with both its ends outside.
    const [x] = scene.origin
    const between: [number, number, number, number][] = [[1, 0, 0, x + 1], [-1, 0, 0, -x]] // biome-ignore format: short
    expect(taken(between, 'any').frames).toEqual([0])
    expect(taken(between, 'all').frames).toEqual([])
    expect(taken(between, 'any', 'frame').frames).toEqual([])
    expect(taken(between, 'any').nodes.sort()).toEqual([0, 3])
    expect(taken(between, 'any', 'node').nodes).toEqual([])
    expect(taken([...between, [0, 0, 1, z - 8]], 'any').frames).toEqual([])
  })

  it('takes what trying every node and points along every frame comes to, between any planes (property)', () => {
    const number = fc.integer({ min: -9, max: 9 })
    const place = fc.tuple(number, number, number)
    fc.assert(
      fc.property(fc.array(place, { minLength: 3, maxLength: 12 }), fc.array(fc.tuple(place, number), { minLength: 1, maxLength: 4 }), (places, given) => {
        const nodes = places.map(([x, y, z], k) => node(`${k}`, x, y, z))
        const frames = places.slice(1).map((_, k) => ({ id: `${k}`, startNodeId: `${k}`, endNodeId: `${k + 1}`, rotation: 0 }))
        const scene = sceneOf({ nodes, frames })
        // A little aside, so that no node lies on a plane.
        const planes = given.map(([[a, b, c], d]) => [a, b, c, d + 0.317 + dot([a, b, c], scene.origin)] as const)
        const away = ([x, y, z]: Vec) => Math.min(...given.map(([[a, b, c], d]) => a * x + b * y + c * z + d + 0.317))
        const between = (k: number, share: number): Vec => add(places[k]!, scale(subtract(places[k + 1]!, places[k]!), share))
        const shares = Array.from({ length: 401 }, (_, k) => k / 400)
        const taken = (wants: 'all' | 'any') => {
          const found = insideOf(scene, pickTrees(scene), planes, wants, () => true)
          return { nodes: found.nodes.sort((a, b) => a - b), frames: found.frames.sort((a, b) => a - b) }
        }
        const isDrawn = (k: number) => String(places[k]) !== String(places[k + 1])
        const ordinals = frames.map((_, k) => k).filter(isDrawn)
        const inside = places.flatMap((at, k) => (away(at) > 0 ? [k] : []))
        const whole = ordinals.filter((k) => away(places[k]!) > 0 && away(places[k + 1]!) > 0)
        expect(taken('all')).toEqual({ nodes: inside, frames: whole })
        const any = taken('any')
        expect(any.nodes).toEqual(inside)
        for (const k of ordinals) {
          // By how much the frame is inside at most; a frame that a corner of the planes barely meets may be either.
          const most = Math.max(...shares.map((share) => away(between(k, share))))
          if (most > 0) expect(any.frames).toContain(k)
          else if (most < -0.5) expect(any.frames).not.toContain(k)
        }
      }),
      { numRuns: runs(60) },
    )
  }) // biome-ignore format: a law in one piece

  it('comes near a box where some of its points do, between where it counts and the best that is known (property)', () => {
    const number = fc.integer({ min: -8, max: 8 })
    const place = fc.tuple(number, number, number)
    const aside = fc.integer({ min: -3, max: 3 })
    const cases = fc.record({ from: place, aim: fc.tuple(aside, aside, aside), low: place, size: fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 6 }), fc.nat({ max: 6 })), near: fc.nat({ max: 9 }), long: fc.integer({ min: 3, max: 30 }), best: fc.option(fc.nat({ max: 20 }), { nil: Infinity, freq: 2 }), slack: fc.constantFrom(0, 0.5, 2) })
    const found = { in: 0, out: 0 }
    fc.assert(
      fc.property(fc.noBias(cases), ({ from, aim, low, size, near, long, best, slack }) => {
        const direction = unit(subtract(add(add(low, scale(size, 0.5)), aim), from))
        if (!direction) return
        const high = add(low, size)
        const boxes = Float32Array.from([...high, ...low, ...low, ...high])
        const off = (distance: number) => {
          const at = add(from, scale(direction, distance))
          return Math.max(...[0, 1, 2].map((k) => Math.max(low[k]! - at[k]!, at[k]! - high[k]!)))
        }
        // Convex along the ray: halved until the least is found.
        let [first, last] = [near, Math.min(near + long, best)]
        const isEmpty = last < first
        for (let step = 0; step < 100; step++) {
          const [a, b] = [first + (last - first) / 3, last - (last - first) / 3]
          if (off(a) > off(b)) first = a
          else last = b
        }
        const least = isEmpty ? Infinity : off(first)
        if (Math.abs(least - slack) < 1e-4) return
        found[least < slack ? 'in' : 'out']++
        const meets = rayMeets({ from, along: direction, near, far: near + long }, () => slack, () => best)
        expect(meets(boxes, 6)).toBe(least < slack)
      }),
      { numRuns: 300 },
    )
    expect(Math.min(found.in, found.out)).toBeGreaterThan(20)
  }) // biome-ignore format: a law in one piece

  it('widens a box by what is near at its farthest corner', () => {
    const boxes = Float32Array.from([3, 1, 0, 4, 2, 0])
    const asked: number[] = []
    const along: Ray = { from: [0, 0, 0], along: [1, 0, 0], near: 0, far: Infinity }
    const meets = (share: number) =>
      rayMeets(
        along,
        (distance) => asked.push(distance) && distance * share,
        () => Infinity,
      )(boxes, 0)
    expect([meets(0.21), meets(0.24)]).toEqual([false, true])
    expect(asked).toEqual([Math.hypot(4, 2), Math.hypot(4, 2)])
  })

  it('meets a beam square to its line between its ends and no farther, and enters by its end where it looks along', () => {
    const scene = sceneOf({
      nodes: [node('a', 0, 0, 0), node('b', 6, 0, 0)],
      sections: [{ id: 'S', type: 'rectangular', dimensions: { t3: 0.8, t2: 0.4 } }],
      frames: [{ id: 'F', startNodeId: 'a', endNodeId: 'b', rotation: 0, sectionId: 'S' }],
    })
    const trees = pickTrees(scene)
    const seen = (from: Vec, along: Vec, near = 0, far = Infinity) =>
      pick(scene, trees, { from: subtract(from, scene.origin), along, near, far }, framesOnly)?.distance ?? null
    const near = (value: number) => expect.closeTo(value, 5)
    expect([-0.1, 0.1, 3, 5.9, 6.1].map((x) => seen([x, -9, 0], [0, 1, 0]))).toEqual([null, near(8.8), near(8.8), near(8.8), null])
    expect([-0.5, -0.3, 0.3, 0.5].map((z) => seen([3, -9, z], [0, 1, 0]))).toEqual([null, near(8.8), near(8.8), null])
    expect([-0.3, -0.1, 0.1, 0.3].map((y) => seen([3, y, 9], [0, 0, -1]))).toEqual([null, near(8.6), near(8.6), null])
    expect([seen([-9, 0, 0], [1, 0, 0]), seen([15, 0.1, 0.3], [-1, 0, 0]), seen([-9, 0.3, 0], [1, 0, 0])]).toEqual([near(9), near(9), null])
    // Only the part of the ray that counts: from inside it is met at once.
    expect([seen([3, -9, 0], [0, 1, 0], 9), seen([3, -9, 0], [0, 1, 0], 9.3), seen([3, -9, 0], [0, 1, 0], 0, 8.7)]).toEqual([near(9), null, null])
  }) // biome-ignore format: short

  it('means the first slab between where the ray begins to count and where it ends', () => {
    const corners = [3, 6, 9].flatMap((z) => [[0, 0], [4, 0], [4, 4], [0, 4]].map(([x, y], k) => node(`${z} ${k}`, x!, y!, z)))
    const areas = [3, 6, 9].map((z) => ({ id: `${z}`, nodeIds: [0, 1, 2, 3].map((k) => `${z} ${k}`) }))
    const scene = sceneOf({ nodes: corners, areas })
    const seen = (near: number, far: number, hidden?: number) => {
      const ray: Ray = { from: subtract([1, 2, 0], scene.origin), along: [0, 0, 1], near, far }
      const hit = pick(scene, pickTrees(scene), ray, { ...everything, isVisible: (kind, index) => kind === 'area' && index !== hidden })
      return hit && [hit.index, Math.round(hit.distance)]
    }
    expect([seen(0, 99), seen(3.5, 99), seen(3.5, 5.5), seen(9.5, 99), seen(0, 99, 0)]).toEqual([[0, 3], [1, 6], null, null, [1, 6]])
  }) // biome-ignore format: short

  it('means no node and no support before where the ray begins to count or behind where it ends', () => {
    const scene = sceneOf({ nodes: [node('a', 0, 0, 0), node('b', 0, 20, 0)], supports: [{ id: 'S', nodeId: 'b', restraints: { u1: true } }] })
    const [ox, oy, oz] = scene.origin
    const seen = (kind: string, near: number, far: number) =>
      pick(scene, pickTrees(scene), { from: [-ox, -30 - oy, -oz], along: [0, 1, 0], near, far }, { ...everything, pixelAt: () => 0.1, symbolPixels: 10, isVisible: (one) => one === kind })?.distance ?? null
    expect([seen('node', 0, 99), seen('node', 29.9, 99), seen('node', 30.1, 99), seen('node', 0, 29.9), seen('node', 50.1, 99)]).toEqual([30, 30, 50, null, null])
    expect([seen('support', 0, 99), seen('support', 49.9, 99), seen('support', 50.1, 99), seen('support', 0, 49.9)]).toEqual([50, 50, null, null])
  }) // biome-ignore format: short

  it('takes a box from left as all inside, from right as touched', () => {
    const scene = sceneOf({
      nodes: [node('a', 0, 0, 0), node('b', 10, 0, 0), node('c', 3, 1, 0), node('d', 4, 1, 0)],
      frames: [
        { id: 'long', startNodeId: 'a', endNodeId: 'b', rotation: 0 },
        { id: 'short', startNodeId: 'c', endNodeId: 'd', rotation: 0 },
      ],
    })
    const planes: [number, number, number, number][] = [
      [1, 0, 0, 3],
      [-1, 0, 0, 0.5],
    ]
    expect(insideOf(scene, pickTrees(scene), planes, 'all', () => true).frames).toEqual([1])
    expect(insideOf(scene, pickTrees(scene), planes, 'any', () => true).frames.sort()).toEqual([0, 1])
  })
})

describe('a point nearest to a ray', () => {
  const at = (a: Vec, b: Vec, from: Vec = [0, -10, 0], towards: Vec = [0, 1, 0]) =>
    rayToSegment({ from, along: towards, near: 0, far: Infinity }, a, b)
  it('lies between the ends of a segment, at an end, or where the ray begins', () => {
    expect(at([-4, 3, 2], [6, 3, 2])).toEqual({ distance: 13, point: [0, 3, 2], apart: 2 })
    expect(at([1, 3, 0], [6, 3, 0])).toEqual({ distance: 13, point: [1, 3, 0], apart: 1 })
    expect(at([-6, 3, 0], [-2, 3, 0])).toEqual({ distance: 13, point: [-2, 3, 0], apart: 2 })
    expect(at([0, -30, 4], [0, -20, 4])).toMatchObject({ distance: 0 })
    expect(at([3, 0, 0], [3, 9, 0])).toEqual({ distance: 10, point: [3, 0, 0], apart: 3 })
    expect(at([3, 0, 4], [3, 0, 4])).toEqual({ distance: 10, point: [3, 0, 4], apart: 5 })
  })
})

describe('the level of detail', () => {
  function chunked() {
    const scene = sceneOf(tower())
    const boxes = frameBoxes(scene)
    const chunks = frameChunks(scene.frames, boxes, pickTrees(scene).frames.order)
    return { scene, chunks, runs: chunks.runs.length / 4 }
  }
  type Sight = Parameters<typeof detailOfRuns>[2]
  const detail = (sight: Sight, isSmall: boolean) => {
    const { scene, chunks, runs } = chunked()
    const found = new Int8Array(runs)
    detailOfRuns(chunks, sizesOf(scene.bodies), sight, isSmall, found)
    return new Set(found)
  }
  const detailAt = (distance: number, isSmall = false) =>
    detail({ planes: [], eye: [0, 0, distance], pixels: 1000, isParallel: false }, isSmall)

  it('puts every frame into one run of one body', () => {
    const { scene, chunks, runs } = chunked()
    const covered = Array.from({ length: runs }, (_, run) => [
      ...chunks.order.subarray(chunks.runs[4 * run + 1], chunks.runs[4 * run + 2]),
    ]).flat()
    expect(covered.sort((a, b) => a - b)).toEqual(Array.from({ length: 240 }, (_, k) => k))
    for (let run = 0; run < runs; run++)
      for (const k of chunks.order.subarray(chunks.runs[4 * run + 1], chunks.runs[4 * run + 2]))
        expect(bodyOf(scene.frames.records[4 * k + 3]!)).toBe(chunks.runs[4 * run])
    expect([...chunks.runs].filter((_, k) => k % 4 === 0)).not.toContain(NO_BODY)
  })

  it('goes from solids to strips to lines with distance, and stays solid in a small model until it is thinner than a pixel', () => {
    expect(detailAt(60)).toEqual(new Set([SOLID]))
    expect(detailAt(600)).toEqual(new Set([RIBBON]))
    expect(detailAt(60_000)).toEqual(new Set([LINE]))
    expect(detailAt(600, true)).toEqual(new Set([SOLID]))
    expect(detailAt(60_000, true)).toEqual(new Set([LINE]))
  })

  it('puts the nearest chunk first', () => {
    const { chunks, runs } = chunked()
    const near = nearestFirst(chunks, [1000, 0, 0])
    expect([...near].sort((a, b) => a - b)).toEqual(Array.from({ length: runs }, (_, run) => run))
    const chunkOf = (run: number) => chunks.runs[4 * run + 3]!
    const side = (run: number) => chunks.boxes[6 * chunkOf(run) + 3]! // towards this eye
    expect(side(near[0]!)).toBeGreaterThan(side(near.at(-1)!))
  })

  it('skips what lies outside the picture', () => {
    const sight: Sight = { planes: [[1, 0, 0, -1000]], eye: [0, 0, 0], pixels: 1000, isParallel: true }
    expect(detail(sight, true)).toEqual(new Set([-1]))
  })
})

describe('a line of one frame', () => {
  const line = (to: Vec) => {
    const scene = sceneOf({
      nodes: [node('a', 0, 0, 0), node('b', ...to)],
      frames: [{ id: 'F', startNodeId: 'a', endNodeId: 'b', rotation: 0 }],
    })
    return { scene, trees: pickTrees(scene), middle: scene.origin }
  }

  it('is meant by what passes it within five pixels, which are larger farther away', () => {
    const { scene, trees } = line([10, 0, 0])
    const seen = { ...framesOnly, pixelAt: (distance: number) => distance / 1000 }
    const start: Vec = [scene.nodes[0]!, scene.nodes[1]!, scene.nodes[2]!]
    const past = (distance: number, above: number) =>
      pick(scene, trees, { from: add(start, [5, -distance, above]), along: [0, 1, 0], near: 0, far: Infinity }, seen)?.index
    expect([past(10, 0.049), past(10, 0.051), past(10, -0.049), past(10, -0.051)]).toEqual([0, undefined, 0, undefined])
    expect([past(100, 0.49), past(100, 0.51)]).toEqual([0, undefined])
  })

  it('is in a selection that it passes through, and in none that its box alone reaches', () => {
    const { scene, trees } = line([10, 10, 0])
    const start: Vec = [scene.nodes[0]!, scene.nodes[1]!, scene.nodes[2]!]
    const found = (...planes: [number, number, number, number][]) => {
      // About the first node.
      const about = planes.map(([a, b, c, d]) => [a, b, c, d - dot([a, b, c], start)] as const)
      return insideOf(scene, trees, about, 'any', () => true).frames
    }
    expect(found([1, -1, 0, -5])).toEqual([])
    expect(found([1, -1, 0, 1])).toEqual([0])
    expect(found([1, 0, 0, -4], [-1, 0, 0, 6])).toEqual([0])
    expect(found([1, 0, 0, -4], [0, -1, 0, 3])).toEqual([])
    expect(found([-1, 0, 0, 6], [0, 1, 0, -7])).toEqual([])
  })
})
