import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { HEIGHT, lookedAt, PIXELS, WIDTH } from '#lib/fixtures/pictured.ts'
import { add, dot, length, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { buildScene } from '../scene.ts'
import { anchorOf, pointAt } from './anchor.ts'
import { areaEdges, bodyLine, faceAt, frameEdges } from './body-edges.ts'
import { pick } from './pick.ts'
import { pickTrees } from './pick-trees.ts'
import { snapAt } from './snap.ts'
import type { Looked, Snap } from './snap-candidates.ts'

function drawn(model: CreateModel) {
  const scene = buildScene(returnedModel(model), [0, 0, 0])
  return { scene, trees: pickTrees(scene) }
}
const node = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })
const frame = (id: string, startNodeId: string, endNodeId: string, sectionId: string | null = 'S') => ({
  id,
  startNodeId,
  endNodeId,
  rotation: 0,
  ...(sectionId && { sectionId }),
})

/** Two braces that cross without a node, between two columns; a slab behind them. */
const BAY: CreateModel = {
  name: 'A braced bay',
  nodes: [node('a', 0, 0, 0), node('b', 6, 0, 0), node('c', 0, 0, 4), node('d', 6, 0, 4), node('e', 0, 5, 4), node('f', 6, 5, 4)],
  sections: [{ id: 'S', type: 'rectangular', dimensions: { t3: 0.3, t2: 0.3 } }],
  frames: [frame('left', 'a', 'c'), frame('right', 'b', 'd'), frame('up', 'a', 'd'), frame('down', 'c', 'b')],
  areas: [{ id: 'slab', nodeIds: ['c', 'd', 'f', 'e'], thickness: 0.2, cardinalPoint: 'TOP' }],
}

describe('what a pointer means', () => {
  const { scene, trees } = drawn(BAY)
  const front = (more: Partial<Looked> = {}) => lookedAt(scene, trees, [3, -14, 2], [3, 0, 2], more)
  const at = (looked: Looked, point: Vec, by: [number, number] = [0, 0], reach = 12, last: Vec | null = null) => {
    const place = looked.project(point)!
    return snapAt(looked, place.x + by[0], place.y + by[1], reach, last)
  }
  const close = (point: Vec) => point.map((value) => expect.closeTo(value, 5))

  it('takes the node first, then the end of an edge, the crossing, the middle, the foot, the grid, the edge, the face', () => {
    expect(at(front(), [0, 0, 0], [5, -3])).toMatchObject({ kind: 'node', at: [0, 0, 0], on: { kind: 'node', index: 0 } })
    // The column's lower front corner.
    expect(at(front(), [-0.15, -0.15, 0], [-3, 2])).toMatchObject({
      kind: 'end',
      at: close([-0.15, -0.15, 0]),
      on: { kind: 'frame', index: 0 },
    })
    expect(at(front(), [3, 0, 2], [4, 4])).toMatchObject({ kind: 'crossing', at: close([3, 0, 2]) })
    expect(at(front(), [0, 0, 2], [2, 5])).toMatchObject({
      kind: 'middle',
      at: close([0, 0, 2]),
      on: { kind: 'frame', index: 0 },
    })
    expect(at(front(), [0, 0, 1.2], [2, 3], 12, [3, -1, 1.2])).toMatchObject({ kind: 'foot', at: close([0, 0, 1.2]) })
    expect(at(front(), [-0.15, -0.15, 3.1], [-3, 0])).toMatchObject({
      kind: 'edge',
      at: [expect.closeTo(-0.15), expect.closeTo(-0.15), expect.closeTo(3.1, 2)],
    })
    // 10 cm are more than 5 pixels off the nearest edge.
    const face = at(front(), [0.02, -0.15, 1.1], [0, 0], 5)
    expect(face).toMatchObject({ kind: 'face', at: close([0.02, -0.15, 1.1]), on: { kind: 'frame', index: 0 } })
    expect(at(front(), [1.5, 0, 2], [0, 0], 5)).toBeNull() // air
  })

  it('reaches as far as it is told: a finger is not as sharp as a mouse', () => {
    expect(at(front(), [0, 0, 0], [-20, 0], 12)?.kind).not.toBe('node')
    expect(at(front(), [0, 0, 0], [-20, 0], 24)?.kind).toBe('node')
  })

  it('finds where grid lines cross, where nothing hides it', () => {
    const grid: [Vec, Vec][] = [
      [[3, -4, 0], [3, 9, 0]],
      [[-2, -2, 0], [9, -2, 0]],
      [[-2, 5, 0], [9, 5, 0]],
    ] // biome-ignore format: a line each
    const looked = lookedAt(scene, trees, [3, -14, 8], [3, 0, 1], { grid })
    expect(at(looked, [3, -2, 0], [5, 5])).toMatchObject({ kind: 'grid', at: close([3, -2, 0]), on: null })
    const above = lookedAt(scene, trees, [3, 4, 20], [3, 4.5, 0], { grid })
    expect(at(above, [3, 5, 0], [0, -6])).not.toMatchObject({ kind: 'grid' }) // the slab lies over it
  })

  it('refuses what something hides, unless that is seen through, drawn as lines or cut away', () => {
    const below = lookedAt(scene, trees, [3, 2.5, -10], [3, 2.6, 4])
    const hiddenTop: Vec = [6, 5, 4] // on top of the slab's corner
    expect(at(below, hiddenTop)).toMatchObject({ kind: 'node' }) // a node is drawn over what it lies in
    const noLift = { ...below.options, nodeLift: 0 }
    expect(at({ ...below, options: noLift }, hiddenTop)).toMatchObject({ kind: 'end', at: close([6, 5, 3.8]) })
    expect(at({ ...below, options: noLift, isClear: true }, hiddenTop)).toMatchObject({ kind: 'node' })
    // The back edge of a column, from the front.
    const beside = lookedAt(scene, trees, [0.8, -3, 1], [0, 0, 1])
    expect(at(beside, [-0.15, 0.15, 1.3], [0, 0], 4)).toMatchObject({ kind: 'face', on: { kind: 'frame', index: 0 } })
    const hidden = { ...front().options, isVisible: (kind: string, index: number) => !(kind === 'frame' && index === 0) }
    expect(at(front({ options: hidden }), [0, 0, 2])?.on).not.toEqual({ kind: 'frame', index: 0 })
    const section = { low: [-Infinity, -Infinity, 2.5], high: [Infinity, Infinity, Infinity] } as const
    expect(at(front({ section }), [0, 0, 2])).not.toMatchObject({ kind: 'middle' })
  })

  it('takes the node in a beam that is cut and seen end on, however deep in its body', () => {
    const { scene, trees } = drawn({
      name: 'A long beam, a post that carries it half-way, and a node behind that',
      nodes: [node('a', 0, 0, 3), node('n', 0, 5, 3), node('b', 0, 10, 3), node('foot', 0, 5, 0), node('w', 0, 6, 1.5)],
      sections: [
        { id: 'S', type: 'rectangular', dimensions: { t3: 0.5, t2: 0.3 } },
        { id: 'W', type: 'rectangular', dimensions: { t3: 0.1, t2: 0.1 } },
      ],
      frames: [frame('beam', 'a', 'b'), frame('post', 'foot', 'n', 'W')],
      areas: [],
    })
    const square = lookedAt(scene, trees, [0, -14, 3], [0, 0, 3])
    const nodeAt = (looked: Looked, point: Vec) => at(looked, point, [4, 3])
    // Not cut, its near end is all that is seen.
    expect(nodeAt(square, [0, 5, 3])).toMatchObject({ kind: 'node', at: [0, 0, 3] })
    const cutAt = (y: number): Partial<Looked> => ({
      section: { low: [-99, y, -99], high: [99, y + 3, 99] },
      ray: (px, py) => ({ ...square.ray(px, py), near: 14 + y, far: 17 + y }),
    })
    expect(nodeAt({ ...square, ...cutAt(3) }, [0, 5, 3])).toMatchObject({ kind: 'node', at: [0, 5, 3] })
    // A post that is not cut hides what stands behind it.
    expect(nodeAt({ ...square, ...cutAt(4.5) }, [0, 6, 1.5])).not.toMatchObject({ kind: 'node' })
  })

  it('is nothing where nothing is there, and goes by what is shown', () => {
    const shown = (kinds: string) => front({ options: { ...front().options, isVisible: (kind) => kinds.includes(kind) } })
    expect(at(shown(''), [0, 0, 0])).toBeNull()
    expect(at(shown('frame'), [0, 0, 0])?.kind).not.toBe('node')
    expect(at(shown('node'), [0, 0, 0])).toMatchObject({ kind: 'node' })
    expect(at(shown('node'), [3, 0, 2])).toBeNull()
    expect(at(shown('area'), [6, 5, 4])?.on?.kind ?? 'area').toBe('area')
  })

  it('of frames that are drawn as lines means these: their ends, middles and no faces', () => {
    const lines = front({ isLines: true, options: { ...front().options, isVisible: (kind) => kind === 'frame' } })
    expect(at(lines, [0, 0, 0], [3, 3])).toMatchObject({ kind: 'end', at: close([0, 0, 0]) })
    expect(at(lines, [0, 0, 2], [3, 3])).toMatchObject({ kind: 'middle', at: close([0, 0, 2]) })
    expect(at(lines, [3, 0, 2], [3, 3])).toMatchObject({ kind: 'crossing' })
    expect(at(lines, [0, 0, 1.3], [0, 0])).toMatchObject({ kind: 'edge', at: close([0, 0, 1.3]) })
    // On the body, 10 cm off its line: nothing is drawn there.
    expect(at(lines, [0.1, 0, 1.3], [0, 0], 3)).toBeNull()
  })

  it('drops the perpendicular on lines of the grid, and only between the ends of a line', () => {
    const bare = { ...front().options, isVisible: () => false }
    const grid: [Vec, Vec][] = [[[-2, -2, 0], [9, -2, 0]]] // biome-ignore format: short
    const looked = lookedAt(scene, trees, [3, -14, 8], [3, 0, 1], { grid, options: bare })
    expect(at(looked, [4, -2, 0], [3, 3], 12, [4, -5, 3])).toMatchObject({ kind: 'foot', at: close([4, -2, 0]), on: null })
    expect(at(looked, [4, -2, 0], [3, 3], 12, null)).toBeNull()
    expect(at(looked, [9, -2, 0], [0, 0], 12, [9.1, -5, 3])).toBeNull()
    expect(at(looked, [-2, -2, 0], [0, 0], 12, [-2.1, -5, 3])).toBeNull()
  })

  it('finds no crossing of lines that pass each other, run the same way, or meet at an end', () => {
    const crossing = (gap: number, slope = 1, reach = 6) => {
      const looks = drawn({
        name: '',
        nodes: [node('a', -6, 0, 0), node('b', 6, 0, 0), node('c', -6 * slope, gap, -6), node('d', reach * slope, gap, reach)],
        frames: [frame('1', 'a', 'b', null), frame('2', 'c', 'd', null)],
      })
      const looked = lookedAt(looks.scene, looks.trees, [0, -30, 0.001], [0, 0, 0], { isLines: true })
      return snapAt(looked, WIDTH / 2 + 1, HEIGHT / 2 + 1, 12, null)
    }
    expect(crossing(0)).toMatchObject({ kind: 'crossing', at: close([0, 0, 0]), on: { kind: 'frame', index: 0 } })
    // Of the shorter line, 12 m, a ten-thousandth.
    expect(crossing(0.0011)).toMatchObject({
      kind: 'crossing',
      at: [expect.closeTo(0, 3), expect.closeTo(0.00055, 5), expect.closeTo(0, 3)],
    })
    expect(crossing(0.0013)?.kind).not.toBe('crossing')
    expect(crossing(0, 1, 0)?.kind).not.toBe('crossing')
    expect(crossing(0, 1, 1)?.kind).toBe('crossing')
    expect(crossing(0, 1, -1)?.kind).not.toBe('crossing') // it ends a metre short
  })

  it('of a pipe takes no corner and no middle of its rim, for it has none', () => {
    const { scene, trees } = drawn({
      name: '',
      nodes: [node('a', 0, 0, 0), node('b', 0, 0, 4)],
      sections: [{ id: 'S', type: 'pipe', dimensions: { t3: 2 } }],
      frames: [frame('1', 'a', 'b')],
    })
    const looked = lookedAt(scene, trees, [0, -14, 9], [0, 0, 4], {
      options: { ...front().options, isVisible: (kind) => kind === 'frame' },
    })
    const rim: Vec = [Math.cos(0.3), -Math.sin(0.3), 4]
    expect(at(looked, rim)).toMatchObject({ kind: 'edge' })
  })

  it('cuts at the section: what lies outside it by more than two pixels is not meant', () => {
    const cut = (z: number) => ({ low: [-99, -99, z], high: [99, 99, 99] }) as const
    const looked = (section: ReturnType<typeof cut>) =>
      front({ section, options: { ...front().options, isVisible: (kind) => kind === 'node' } })
    // At 14 m a pixel is about 1.3 cm.
    expect(at(looked(cut(-1)), [0, 0, 0])).toMatchObject({ kind: 'node' })
    expect(at(looked(cut(0.02)), [0, 0, 0])).toMatchObject({ kind: 'node' })
    expect(at(looked(cut(0.04)), [0, 0, 0])).toBeNull()
    const high = { low: [-99, -99, -99], high: [99, 99, -0.04] } as const
    expect(at(looked(high as never), [0, 0, 0])).toBeNull()
  })

  it('drops the perpendicular on a face as on a line', () => {
    const below = lookedAt(scene, trees, [3, 1, 0.5], [3, 2.6, 4])
    expect(at(below, [3, 2.5, 3.8], [4, 3], 12, [3, 2.5, 0])).toMatchObject({ kind: 'foot', at: close([3, 2.5, 3.8]) })
  })
})

describe('in a whole building', () => {
  const { scene, trees } = drawn(demoBuilding())
  const around = fc.record({
    turn: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
    rise: fc.double({ min: -0.6, max: 1.2, noNaN: true }),
    apart: fc.double({ min: 8, max: 70, noNaN: true }),
    x: fc.integer({ min: 0, max: WIDTH }),
    y: fc.integer({ min: 0, max: HEIGHT }),
    last: fc.option(fc.tuple(fc.integer({ min: 0, max: 28 }), fc.integer({ min: 0, max: 19 }), fc.integer({ min: 0, max: 18 })), {
      nil: null,
    }),
  })
  const snapped = ({ turn, rise, apart, x, y, last }: typeof around extends fc.Arbitrary<infer T> ? T : never) => {
    const target: Vec = [14, 10, 9]
    const eye = add(target, scale([Math.cos(turn) * Math.cos(rise), Math.sin(turn) * Math.cos(rise), Math.sin(rise)], apart))
    const looked = lookedAt(scene, trees, eye, target)
    return { looked, eye, snap: snapAt(looked, x, y, 12, last) }
  }
  const toSegment = (p: Vec, a: Vec, b: Vec) => {
    const along = subtract(b, a)
    const share = Math.min(1, Math.max(0, dot(subtract(p, a), along) / dot(along, along)))
    return length(subtract(p, add(a, scale(along, share))))
  }
  /** How far a point lies from the nearest line, edge or face of what it is said to stand on. */
  const apartFromElement = ({ at, on }: Snap) => {
    if (!on) return 0
    if (on.kind === 'node') return length(subtract(at, [0, 1, 2].map((k) => scene.nodes[4 * on.index + k]!) as unknown as Vec))
    if (faceAt(scene, on.kind, on.index, at)) return 0
    const edges = on.kind === 'area' ? areaEdges(scene, on.index) : frameEdges(scene, on.index, false)
    const line = on.kind === 'frame' ? bodyLine(scene, on.index) : null
    return Math.min(...edges.map(({ a, b }) => toSegment(at, a, b)), ...(line ? [toSegment(at, ...line)] : []))
  }

  it('takes a point on its element, within reach, that nothing hides', () => {
    const kinds = new Set<string>()
    fc.assert(
      fc.property(fc.noBias(around), (where) => {
        const { snap, looked, eye } = snapped(where)
        if (!snap) return
        kinds.add(snap.kind)
        expect(apartFromElement(snap)).toBeLessThan(2e-3)
        expect(Math.hypot(snap.x - where.x, snap.y - where.y)).toBeLessThanOrEqual(12)
        if (snap.kind !== 'end' && snap.kind !== 'edge' && snap.kind !== 'face') return
        // By the exact ray that says what is under a pointer.
        const distance = length(subtract(snap.at, eye))
        const bodies = { ...looked.options, pixelAt: () => 0, isVisible: (kind: string) => kind === 'frame' || kind === 'area' }
        const hit = pick(scene, trees, looked.ray(snap.x, snap.y), bodies)
        if (hit) expect(hit.distance).toBeGreaterThan(distance * (1 - 3 / PIXELS) - 1e-3)
      }),
      { numRuns: 100 }, // enough for each kind
    )
    expect([...kinds]).toEqual(expect.arrayContaining(['edge', 'face']))
  })

  it('finds a point again where its element is: moved, turned and stretched with it', () => {
    const model = demoBuilding()
    const moved: CreateModel = {
      ...model,
      nodes: model.nodes?.map(({ position: { x, y, z }, ...rest }) => ({
        ...rest,
        position: { x: 3 - 2 * y, y: 2 * x, z: z + 5 },
      })),
    }
    const after = buildScene(returnedModel(moved), [0, 0, 0])
    fc.assert(
      fc.property(around, (where) => {
        const { snap } = snapped(where)
        if (!snap?.on || snap.on.kind === 'node') return
        const { kind, index } = snap.on
        const anchor = anchorOf(scene, kind, index, snap.at)
        expect(anchor).not.toBeNull()
        const same = anchor && pointAt(scene, index, anchor)
        expect(same && length(subtract(same, snap.at))).toBeLessThan(2e-3)
        const there = anchor && pointAt(after, index, anchor)
        expect(there?.every(Number.isFinite)).toBe(true)
        // On a frame it keeps its share of the length.
        const [line, next] = kind === 'frame' ? [bodyLine(scene, index), bodyLine(after, index)] : [null, null]
        if (!line || !next || !there) return
        const share = ([a, b]: readonly [Vec, Vec], p: Vec) => dot(subtract(p, a), subtract(b, a)) / length(subtract(b, a)) ** 2
        expect(share(next, there)).toBeCloseTo(Math.min(1, Math.max(0, share(line, snap.at))), 3)
      }),
      { numRuns: runs(50) },
    )
  })
})
