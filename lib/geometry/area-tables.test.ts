import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conventions } from '#lib/examples/conventions.ts'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { areaFace } from '#lib/fixtures/area-face.ts'
import { scattered } from '#lib/fixtures/shapes.ts'
import { cross, distance, dot, length, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { ViewerArea, ViewerModel } from '#lib/schema/schema.ts'
import { areaGroups } from './area-groups.ts'
import { areaMesh, cornersOfArea, reachOfArea, trianglesOfArea } from './area-mesh.ts'
import { axesOfArea, centreOfArea, facesOf, isSolidArea, isWarped, kindOfArea, upOfArea } from './area-records.ts'
import { pickTrees } from './pick/pick-trees.ts'
import { buildScene, type Scene } from './scene.ts'
import { AFTER_SHARED, SHARED_EDGE } from './shared-edges.ts'

type Corner = readonly [number, number, number]
type Given = Partial<ViewerArea> & { outline: readonly Corner[]; openings?: readonly (readonly Corner[])[] }

/** Areas with nodes of their own. */
function modelOf(...areas: readonly Given[]): ViewerModel {
  const nodes: ViewerModel['nodes'] = []
  const idsOf = (loop: readonly Corner[]) =>
    loop.map(([x, y, z]) => {
      nodes.push({ id: `N${nodes.length}`, position: { x, y, z } })
      return nodes.at(-1)!.id
    })
  const made = areas.map(
    ({ outline, openings = [], ...rest }, k): ViewerArea => ({
      id: `A${k}`,
      nodeIds: idsOf(outline),
      openingNodeIds: openings.map(idsOf),
      ...rest,
    }),
  )
  return { schemaVersion: 'viewer-model/v1', name: 'areas', bounds: BOUNDS, nodes, areas: made }
}
const BOUNDS = { min: { x: 0, y: 0, z: 0 }, max: { x: 0, y: 0, z: 0 } }

/** The triangles and strokes of an area as `areaFace` makes them in doubles, about the scene's origin. */
function faceOf(model: ViewerModel, scene: Scene, k: number) {
  const places = new Map(model.nodes.map(({ id, position: { x, y, z } }) => [id, subtract([x, y, z], scene.origin)] as const))
  const { nodeIds, openingNodeIds, thickness, sectionId, cardinalPoint } = model.areas![k]!
  const at = (ids: readonly string[]) => ids.map((id) => places.get(id)!)
  const given = thickness ?? model.sections?.find(({ id }) => id === sectionId)?.thickness ?? null
  return areaFace(at(nodeIds), (openingNodeIds ?? []).map(at), given && given > 0 ? given : null, cardinalPoint)
}

/** Every item of so many numbers has its like in the other list, to within `near`. */
function expectAlike(found: ArrayLike<number>, wanted: ArrayLike<number>, size: number, near: number) {
  expect(found.length).toBe(wanted.length)
  const items = (numbers: ArrayLike<number>) =>
    Array.from({ length: numbers.length / size }, (_, i) => Array.from({ length: size }, (_, k) => numbers[size * i + k]!))
  const left = items(wanted)
  for (const values of items(found)) {
    const at = left.findIndex((other) => other.every((value, k) => Math.abs(value - values[k]!) <= near))
    if (at < 0) expect.fail(`nothing like ${values.join(' ')}`)
    left.splice(at, 1)
  }
}

/** Each triangle turns counter-clockwise about the normal of its corners. */
function expectFacing(positions: Float32Array, normals: Float32Array, size: number) {
  const at = (list: Float32Array, k: number): Vec => [list[k]!, list[k + 1]!, list[k + 2]!]
  for (let k = 0; k < positions.length; k += 9) {
    const [a, b, c] = [at(positions, k), at(positions, k + 3), at(positions, k + 6)]
    const across = cross(subtract(b, a), subtract(c, a))
    // Single precision says nothing of a sliver.
    if (length(across) < 1e-4 * size ** 2) continue
    for (const corner of [0, 3, 6]) expect(dot(at(normals, k + corner), across) / length(across)).toBeCloseTo(1, 2)
  }
}

function expectAsBefore(model: ViewerModel) {
  const scene = buildScene(model)
  const mesh = areaMesh(scene)
  const size = Math.max(1, length(subtract(scene.high, scene.low)))
  for (let k = 0; k < scene.areas.count; k++) {
    const before = faceOf(model, scene, k)
    const part = (list: Float32Array, owners: Uint32Array) => list.filter((_, i) => owners[Math.floor(i / 3)] === k)
    expectAlike(part(mesh.positions, mesh.of), before.positions, 9, 1e-6 * size)
    expectAlike(part(mesh.lines, mesh.lineOf), before.lines, 6, 1e-6 * size)
    expectFacing(part(mesh.positions, mesh.of), part(mesh.normals, mesh.of), size)
    expect(isSolidArea(scene.areas, k)).toBe(before.isSolid)
    const axes = axesOfArea(scene.areas, k)
    expect(axes === null).toBe(before.axes === null)
    for (const [i, axis] of (before.axes ?? []).entries()) expect(dot(axis, axes![i]!)).toBeGreaterThan(1 - 1e-9)
    expect(length(subtract(centreOfArea(scene.areas, k), before.centre))).toBeLessThan(1e-6 * size)
  }
}

describe('areas out of tables stand where they stood as triangles', () => {
  it('of the demo building and of the conventions', () => {
    expectAsBefore(returnedModel(demoBuilding()))
    expectAsBefore(returnedModel(conventions()))
  })

  it('quadrilaterals and triangles of any attitude, thickness and cardinal point, warped ones too', () => {
    const number = fc.integer({ min: -60, max: 60 }).map((n) => n / 7)
    const corner = fc.tuple(number, number, number)
    const outline = fc.array(corner, { minLength: 3, maxLength: 5 })
    const thickness = fc.option(fc.double({ min: 0.05, max: 2, noNaN: true }))
    const cardinalPoint = fc.constantFrom('TOP', 'MIDDLE', 'BOTTOM', null)
    fc.assert(
      fc.property(fc.array(fc.record({ outline, thickness, cardinalPoint }), { minLength: 1, maxLength: 4 }), (areas) =>
        expectAsBefore(modelOf(...areas)),
      ),
      { numRuns: 60 },
    )
  })

  it('whether its first node is named once or twice, which takes the general way instead of the short one', () => {
    const step = fc.integer({ min: -2, max: 2 })
    const anywhere = fc.tuple(step, step, step)
    // In a plane that no axis lies along, many corners are straight, bent inward or in each other's way.
    const inPlane = fc.tuple(step, step).map(([x, y]): Corner => [x / 3, y / 7 - x / 11, x / 13 + y / 5])
    const nearlyFlat = fc.tuple(step, step, step).map(([x, y, z]): Corner => [x, y, z / 1500])
    const sliver = fc.tuple(step, step).map(([x, y]): Corner => [x, x + y * 1e-7, 0])
    const outline = (corner: fc.Arbitrary<Corner>) => fc.array(corner, { minLength: 3, maxLength: 4 })
    const given = fc.record({
      outline: fc.oneof(...[anywhere, inPlane, nearlyFlat, sliver].map(outline)),
      thickness: fc.constantFrom(null, 0.2),
      cardinalPoint: fc.constantFrom('TOP', 'BOTTOM', null),
    })
    fc.assert(
      fc.property(fc.array(given, { minLength: 20, maxLength: 20 }), (areas) => {
        const model = modelOf(...areas)
        const twice = model.areas!.map((area) => ({ ...area, nodeIds: [area.nodeIds[0]!, ...area.nodeIds] }))
        const [one, other] = [buildScene(model), buildScene({ ...model, areas: twice })].map(({ areas }) => areas)
        for (const part of ['triangles', 'edges', 'firstTriangle', 'firstEdge'] as const) expect(one![part]).toEqual(other![part])
        for (let k = 0; k < areas.length; k++) {
          expect(one!.records[4 * k + 3]).toBe(other!.records[4 * k + 3])
          expect(facesOf(one!, k)).toEqual(facesOf(other!, k))
          expect(distance(upOfArea(one!, k), upOfArea(other!, k))).toBeLessThan(1e-6)
          expect(distance(centreOfArea(one!, k), centreOfArea(other!, k))).toBeLessThan(1e-6)
        }
      }),
      { numRuns: 15 },
    )
  })

  const SQUARE: Corner[] = [[0, 0, 0], [4, 0, 0], [4, 3, 0], [0, 3, 0]] // biome-ignore format: short
  const HOLE: Corner[] = [[1, 1, 0], [2, 1, 0], [2, 2, 0], [1, 2, 0]] // biome-ignore format: short
  const upright = ([x, y]: Corner): Corner => [x, 0, y]
  const steep = ([x, y]: Corner): Corner => [0.3 * x, y, 0.9539 * x]
  const warped = ([x, y]: Corner): Corner => [x, y, 0.1 * x * y]

  it.each([
    ['lying', (p: Corner) => p],
    ['upright', upright],
    ['steep', steep],
    ['warped', warped],
  ] as const)('with openings inside, across the rim and beyond, %s', (_, place) => {
    const moved = (loop: readonly Corner[], x: number, y: number) => loop.map(([a, b]): Corner => place([a + x, b + y, 0]))
    const outline = moved(SQUARE, 0, 0)
    const openings = [[moved(HOLE, 0, 0)], [moved(HOLE, 2.5, 0)], [moved(HOLE, 0, 0), moved(HOLE, 0.5, 0.5)], [moved(HOLE, 9, 9)]]
    for (const turned of [outline, outline.toReversed()])
      for (const cardinalPoint of ['TOP', 'BOTTOM', null])
        expectAsBefore(modelOf(...openings.map((open) => ({ outline: turned, openings: open, thickness: 0.2, cardinalPoint }))))
  })

  it('"top" of a steep area that faces down is the side towards +Z (conventions, 8)', () => {
    const facing: Corner[] = [[0, 0, 0], [0, 2, 0], [0.6, 2, 1.9079], [0.6, 0, 1.9079]] // biome-ignore format: short
    const heights = (outline: Corner[], e3: Vec) => {
      const scene = buildScene(modelOf({ outline, thickness: 0.2, cardinalPoint: 'TOP' }))
      const found: number[] = []
      cornersOfArea(scene, 0, (...p) =>
        found.push(dot(subtract([p[0] + scene.origin[0], p[1] + scene.origin[1], p[2] + scene.origin[2]], outline[0]!), e3)),
      )
      return [Math.min(...found), Math.max(...found)]
    }
    const below: Vec = [0.95394, 0, -0.3]
    for (const [k, value] of heights(facing, below).entries()) expect(value).toBeCloseTo([0, 0.2][k]!, 4)
    const above = facing.map(([x, y, z]): Corner => [-x, y, z]).toReversed() as Corner[]
    for (const [k, value] of heights(above, [0.95394, 0, 0.3]).entries()) expect(value).toBeCloseTo([-0.2, 0][k]!, 4)
  })
})

describe('an area without a face', () => {
  const edgesOf = (model: ViewerModel) => {
    const { areas, undrawn } = buildScene(model)
    return { edges: [...areas.edges].filter((_, k) => k % 4 < 3), triangles: areas.triangles.length, undrawn: undrawn.areas }
  }
  it('has the edges of its loops, each round to where it began', () => {
    // On one line: it spans no plane, and is not what is too large to cut.
    const line: Corner[] = [[0, 0, 0], [1, 0, 0], [5, 0, 0]] // biome-ignore format: short
    expect(edgesOf(modelOf({ outline: line }))).toEqual({ edges: [0, 1, 0, 1, 2, 0, 2, 0, 0], triangles: 0, undrawn: 0 })
    expect(edgesOf(modelOf({ outline: line.slice(0, 1) })).edges).toEqual([])
    const tangled = edgesOf(modelOf({ outline: scattered(200)[0], openings: [[[0, 0, 0], [1, 0, 0], [0, 1, 0]]] })) // biome-ignore format: short
    const around = (first: number, count: number) =>
      Array.from({ length: count }, (_, k) => [first + k, first + ((k + 1) % count), 0]).flat()
    expect(tangled).toEqual({ edges: [...around(0, 200), ...around(200, 3)], triangles: 0, undrawn: 1 })
  })

  it('has no thickness, lies nowhere where a node is missing, and counts as not drawn there', () => {
    const model = modelOf({ outline: [[0, 0, 0], [4, 0, 0], [0, 4, 0]], thickness: 0.3 }) // biome-ignore format: short
    const broken = { ...model, areas: [{ ...model.areas![0]!, nodeIds: ['N0', 'N1', 'missing', 'N2'] }] }
    const scene = buildScene(broken)
    expect(scene.undrawn.areas).toBe(1)
    expect(scene.areas.edges).toHaveLength(0)
    expect([facesOf(scene.areas, 0), centreOfArea(scene.areas, 0), axesOfArea(scene.areas, 0)]).toEqual([[-0, 0], [0, 0, 0], null]) // biome-ignore format: short
    // An opening whose node is missing cuts nothing.
    const open = { ...model, areas: [{ ...model.areas![0]!, openingNodeIds: [['N0', 'missing', 'N2']] }] }
    expect(buildScene(open).areas.triangles).toHaveLength(4)
  })
})

it('an area knows its kind, whether it is warped, and where its centre is', () => {
  const bent = (height: number): Given => ({ outline: [[0, 0, 0], [4, 0, 0], [4, 4, height], [0, 4, 0]] }) // biome-ignore format: short
  const upright: Given = { outline: [[0, 0, 0], [3, 0, 0], [3, 0, 6], [0, 0, 6]] } // biome-ignore format: short
  const many: Given = { outline: [[0, 0, 0], [4, 0, 0], [4, 4, 0.8], [2, 5, 0], [0, 4, 0]] } // biome-ignore format: short
  const { areas, origin } = buildScene(
    modelOf(
      bent(0),
      bent(0.001),
      bent(0.8),
      upright,
      { ...upright, kind: 'Slab' },
      { ...bent(0), kind: 'wall' },
      { ...bent(0), kind: 'what' },
      many,
    ),
  )
  const all = Array.from({ length: areas.count }, (_, k) => k)
  expect(all.map((k) => kindOfArea(areas, k))).toEqual(['floor', 'floor', 'floor', 'wall', 'floor', 'wall', 'floor', 'floor'])
  expect(all.map((k) => isWarped(areas, k))).toEqual([false, false, true, false, false, false, false, true])
  const centre = (k: number) => centreOfArea(areas, k).map((value, axis) => Number((value + origin[axis]!).toFixed(4)))
  expect([0, 2, 3, 7].map(centre)).toEqual([[2, 2, 0], [2, 2, 0.2], [1.5, 0, 3], [2, 2.6, 0.16]]) // biome-ignore format: short
})

/** A mesh of squares that share their nodes, in a plane or folded along a line. */
function meshOf(
  rows: number,
  columns: number,
  place: (x: number, y: number) => Corner,
  thickness: number | null = 0.25,
): ViewerModel {
  const name = (x: number, y: number) => `${x} ${y}`
  const at = (x: number, y: number) => {
    const [px, py, pz] = place(x, y)
    return { id: name(x, y), position: { x: px, y: py, z: pz } }
  }
  const all = (width: number, height: number) =>
    Array.from({ length: width * height }, (_, k) => [Math.floor(k / height), k % height] as const)
  return {
    ...modelOf(),
    nodes: all(rows + 1, columns + 1).map(([x, y]) => at(x, y)),
    areas: all(rows, columns).map(([x, y], k) => ({
      id: `A${k}`,
      nodeIds: [name(x, y), name(x + 1, y), name(x + 1, y + 1), name(x, y + 1)],
      thickness,
    })),
  }
}

it.each([0, 1, 2, 3])('an area knows which way is up, a wall that leans ever so little over too, in quadrant %d', (quadrant) => {
  const places = [1, 0.5, 0.01, 0.0009, 0, -0.0009].flatMap((z) =>
    [0.2, 0.7, 1.3].map((angle): [Vec, Given] => {
      const [x, y] = [Math.cos(angle + (quadrant * Math.PI) / 2), Math.sin(angle + (quadrant * Math.PI) / 2)]
      const across = Math.sqrt(1 - z * z)
      // Counter-clockwise about its normal: along the level, then upward.
      const [u, v]: [Vec, Vec] = [[-y, x, 0], [-x * z, -y * z, across]] // biome-ignore format: short
      return [[x * across, y * across, z], { outline: [[0, 0, 0], u, [u[0] + v[0], u[1] + v[1], v[2]], v] }] // biome-ignore format: four corners
    }),
  )
  const { areas } = buildScene(modelOf(...places.map(([, given]) => given)))
  for (const [k, [up]] of places.entries()) {
    expect(distance(upOfArea(areas, k), up)).toBeLessThan(1e-6)
    expect(axesOfArea(areas, k)![2]).toEqual(upOfArea(areas, k))
  }
})

it('an area has no body of a thickness below nothing or beyond what is drawn', () => {
  const outline: Corner[] = [[0, 0, 0], [4, 0, 0], [0, 4, 0]] // biome-ignore format: short
  const { areas } = buildScene(modelOf(...[-0.2, 0, 0.2, 1e300].map((thickness) => ({ outline, thickness }))))
  expect([0, 1, 2, 3].map((k) => isSolidArea(areas, k))).toEqual([false, false, true, false])
  expect([0, 1, 2, 3].map((k) => facesOf(areas, k)[1])).toEqual([0, 0, expect.closeTo(0.1, 6), 0])
})

const bytesIn = (value: unknown, seen = new Set<ArrayBufferLike>()): number => {
  if (ArrayBuffer.isView(value)) {
    if (seen.has(value.buffer)) return 0
    seen.add(value.buffer)
    return value.buffer.byteLength
  }
  return value && typeof value === 'object' ? Object.values(value).reduce((sum: number, part) => sum + bytesIn(part, seen), 0) : 0
}

it('a solid quadrilateral takes no more than 120 bytes of the graphics card and 150 from the worker', () => {
  const count = 80 * 100
  const scene = buildScene(meshOf(80, 100, (x, y) => [x, y, 0]))
  const { triangles, edges, records } = scene.areas
  const states = 2 * count
  const groups = areaGroups(scene)
  const onCard = bytesIn({ triangles, edges, records }) + states + bytesIn(groups.bounding)
  expect(onCard / count).toBeLessThanOrEqual(120)
  const { areas } = pickTrees(scene)
  expect(bytesIn({ areas: scene.areas, tree: areas, groups }) / count).toBeLessThanOrEqual(150)
})

describe('edges that divide one surface', () => {
  const flagsOf = (model: ViewerModel) => {
    const { edges } = buildScene(model).areas
    return Array.from({ length: edges.length / 4 }, (_, k) => edges[4 * k + 3]!)
  }
  const shared = (model: ViewerModel) => flagsOf(model).filter((flags) => flags & SHARED_EDGE).length

  it('are those between two areas that meet at less than 20°', () => {
    expect(shared(meshOf(3, 2, (x, y) => [x, y, 0]))).toBe(2 * (2 * 2 + 3 * 1))
    const folded =
      (degrees: number) =>
      (x: number, y: number): Corner =>
        x <= 1 ? [x, y, 0] : [1 + (x - 1) * Math.cos((degrees * Math.PI) / 180), y, (x - 1) * Math.sin((degrees * Math.PI) / 180)]
    expect(shared(meshOf(2, 1, folded(19)))).toBe(2)
    expect(shared(meshOf(2, 1, folded(21)))).toBe(0)
  })

  it('whatever way round the nodes are named, and where each area has nodes of its own', () => {
    const left: Corner[] = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]] // biome-ignore format: short
    const right = left.map(([x, y, z]): Corner => [x + 1, y, z])
    for (const outline of [right, right.toReversed()]) expect(shared(modelOf({ outline: left }, { outline }))).toBe(2)
  })

  it('are none where three areas meet', () => {
    const lying = meshOf(2, 1, (x, y) => [x, y, 0])
    const wall = { id: 'W', nodeIds: ['1 0', '1 1', 'top 1', 'top 0'] }
    const nodes = [
      ...lying.nodes,
      { id: 'top 0', position: { x: 1, y: 0, z: 3 } },
      { id: 'top 1', position: { x: 1, y: 1, z: 3 } },
    ]
    expect(shared({ ...lying, nodes, areas: [...lying.areas!, wall] })).toBe(0)
  })

  it('are told by the edges that follow: four corners in the middle of four areas, eight at the rim', () => {
    const flags = flagsOf(meshOf(2, 2, (x, y) => [x, y, 0])).map((flags) => flags & (SHARED_EDGE | AFTER_SHARED))
    const many = (wanted: number) => flags.filter((one) => one === wanted).length
    expect([0, SHARED_EDGE, AFTER_SHARED, SHARED_EDGE | AFTER_SHARED].map(many)).toEqual([4, 4, 4, 4])
  })

  it('are told apart from the rim, which is listed where it is a small part of all', () => {
    const { areas, points } = buildScene(meshOf(40, 40, (x, y) => [x, y, 0]))
    const { bounding } = areaGroups({ areas, points })
    expect(bounding).toHaveLength(4 * 40)
    for (const edge of bounding!) expect(areas.edges[4 * edge + 3]! & SHARED_EDGE).toBe(0)
    expect(areaGroups(buildScene(meshOf(1, 1, (x, y) => [x, y, 0]))).bounding).toBeNull()
  })
})

it('an area reaches as far as its farthest corner, in any direction', () => {
  const unit = fc.tuple(
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.constant(0.3),
  )
  const scene = buildScene(returnedModel(conventions()))
  fc.assert(
    fc.property(fc.nat({ max: scene.areas.count - 1 }), unit, (k, [x, y, z]) => {
      let most = -Infinity
      trianglesOfArea(scene, k, (...corners) => {
        for (const corner of corners.slice(0, 3)) most = Math.max(most, dot(corner, [x, y, z]))
      })
      if (most > -Infinity) expect(reachOfArea(scene, k, x, y, z)).toBeCloseTo(most, 4)
    }),
  )
})
