import { describe, expect, it } from 'vitest'
import { modelNames, readExample } from '#lib/fixtures/example-models.ts'
import { columnsOf } from '#lib/model/columns.ts'
import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import type { ConstructModelElementsBatch } from '#lib/schema/request-bodies.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { areaMesh } from './area-mesh.ts'
import { bodyOf, frameKind, isUndrawn, isVerticalFrame, isWithoutLength, NO_BODY } from './frame-records.ts'
import { buildScene, buildSceneInSteps, gridAround, gridShown, type Scene } from './scene.ts'

function modelOf(batch: ConstructModelElementsBatch): ViewerModel {
  const zero = { x: 0, y: 0, z: 0 }
  return {
    ...batch,
    name: 'test',
    schemaVersion: 'viewer-model/v1',
    bounds: { min: zero, max: zero },
    nodes: batch.nodes ?? [],
    sections: (batch.sections ?? []).map(sectionAsReturned),
    sectionDefinitions: (batch.sections ?? []).map(({ id, type, dimensions }) => ({
      id,
      type: type ?? 'rectangular',
      dimensions,
    })),
  }
}

const node = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })
const frame = (id: string, startNodeId: string, endNodeId: string, more = {}) => ({
  id,
  startNodeId,
  endNodeId,
  rotation: 0,
  ...more,
})

function everyNumber(scene: Scene) {
  const { nodes, placements, frames, areas, supports, low, high, origin } = scene
  const arrays = [
    nodes,
    placements,
    frames.records,
    ...Object.values(areaMesh(scene)),
    areas.centres,
    supports.sizes,
    low,
    high,
    origin,
  ]
  return arrays.every((array) => [...array].every(Number.isFinite))
}

describe('a scene', () => {
  it('keeps millimetres half a million metres away', () => {
    const scene = buildScene(modelOf({ nodes: [node('a', 500000, 4000000, 0), node('b', 500000.001, 4000000, 3)] }))
    expect(scene.origin).toEqual([expect.closeTo(500000.0005, 9), 4000000, 1.5])
    expect(scene.nodes[4]! - scene.nodes[0]!).toBeCloseTo(0.001, 6)
  })

  it('names columns, beams and braces, and finds the vertical ones in doubles', () => {
    const scene = buildScene(
      modelOf({
        nodes: [node('a', 0, 0, 0), node('b', 0, 0, 4), node('c', 5, 0, 4), node('d', 0.0036, 0, 4), node('e', 0.0044, 0, 4)],
        frames: [frame('1', 'a', 'b'), frame('2', 'b', 'c'), frame('3', 'a', 'c'), frame('4', 'a', 'd'), frame('5', 'a', 'e')],
      }),
    )
    const packed = [0, 1, 2, 3, 4].map((k) => scene.frames.records[4 * k + 3]!)
    expect(packed.map(frameKind)).toEqual(['column', 'beam', 'brace', 'column', 'column'])
    expect(packed.map(isVerticalFrame)).toEqual([true, false, false, true, false])
    expect(packed.map(bodyOf)).toEqual(Array(5).fill(NO_BODY))
  })

  it('shares bodies and placements of frames that are alike', () => {
    const scene = buildScene(
      modelOf({
        nodes: [node('a', 0, 0, 0), node('b', 5, 0, 0), node('c', 5, 5, 0)],
        sections: [
          { id: 'S', type: 'rectangular', dimensions: { t3: 0.5, t2: 0.3 } },
          { id: 'T', type: 'rectangular', dimensions: { depth: 0.5, width: 0.3 } },
          { id: 'U', type: 'i_wide_flange' },
        ],
        frames: [
          frame('1', 'a', 'b', { sectionId: 'S', sectionOffset: { x: 0, y: -0.25 } }),
          frame('2', 'b', 'c', { sectionId: 'T', sectionOffset: { x: 0, y: -0.25 } }),
          frame('3', 'a', 'c', { sectionId: 'U', rotation: 90 }),
        ],
      }),
    )
    expect(scene.bodies).toHaveLength(1)
    expect([...scene.placements]).toEqual([1, 0, 0, 0, 1, 0, 0, -0.25, 0, 1, 0, 0])
    expect([0, 1, 2].map((k) => scene.frames.records[4 * k + 2])).toEqual([1, 1, 2])
    expect(bodyOf(scene.frames.records[11]!)).toBe(NO_BODY)
  })

  it('marks what cannot be drawn and stays finite: nodes at 1e300, frames without length, areas on a line', () => {
    const scene = buildScene(
      modelOf({
        nodes: [
          node('a', 0, 0, 0),
          node('b', 1e300, 0, 0),
          node('c', 4, 0, 0),
          node('d', 4, 0, 0),
          { ...node('e', 0, 4, 0), radius: 1e300 },
        ],
        sections: [
          {
            id: 'S',
            type: 'custom',
            polygon: [
              { x: 1e200, y: 0 },
              { x: 0, y: 1e200 },
              { x: 0, y: 0 },
            ],
            thickness: 1e300,
          },
        ],
        frames: [
          frame('1', 'a', 'b'),
          frame('2', 'c', 'd', { sectionId: 'S' }),
          frame('3', 'a', 'c', { rotation: 1e300, sectionOffset: { x: 1e200, y: 0 }, sectionId: 'S' }),
        ],
        areas: [
          { id: '1', nodeIds: ['a', 'c', 'd'] },
          { id: '2', nodeIds: ['a', 'b', 'c'] },
          { id: '3', nodeIds: ['a', 'c', 'e'], thickness: 1e300 },
        ],
        supports: [{ id: '1', nodeId: 'b' }],
        gridLines: [{ id: 'g', axis: 'X', coordinate: 1e300 }],
      }),
    )
    expect(everyNumber(scene)).toBe(true)
    expect(scene.undrawn).toEqual({ nodes: 1, frames: 1, areas: 1 })
    expect([0, 1, 2].map((k) => isUndrawn(scene.frames.records[4 * k + 3]!))).toEqual([true, false, false])
    expect(isWithoutLength(scene.frames.records[7]!)).toBe(true)
    expect(scene.nodes[7]).toBe(-1)
  })

  it('draws supports of one node as one glyph, no longer than a quarter of what meets there, and all of one size', () => {
    const { supports } = buildScene(
      modelOf({
        nodes: [node('a', 0, 0, 0), node('b', 0, 0, 4), node('c', 3, 0, 4)],
        frames: [frame('1', 'a', 'b'), frame('2', 'b', 'c')],
        supports: [
          { id: '1', nodeId: 'b', restraints: { u1: true } },
          { id: '2', nodeId: 'b', restraints: { u2: true, r1: null } },
          { id: '3', nodeId: 'a', restraints: { u3: true } },
        ],
      }),
    )
    expect([...supports.nodes]).toEqual([1, 0])
    expect([...supports.patterns]).toEqual([0b011, 0b100])
    expect([...supports.sizes]).toEqual([0.75, 0.75])
    expect([...supports.glyphOf]).toEqual([0, 0, 1])
  })

  it('gives supports the size of its small nodes, the tenth part of them, and lone nodes no more than 1/40 of the diagonal', () => {
    const columns = Array.from({ length: 21 }, (_, k) => k)
    const { supports } = buildScene(
      modelOf({
        nodes: [
          ...columns.flatMap((k) => [node(`f${k}`, k, 0, 0), node(`h${k}`, k, 0, k === 0 ? 0.4 : 4 + k / 4)]),
          node('lone', 10, 30, 0),
        ],
        frames: columns.map((k) => frame(`c${k}`, `f${k}`, `h${k}`)),
        supports: [...columns.map((k) => `f${k}`), 'lone'].map((nodeId) => ({ id: nodeId, nodeId, restraints: { u3: true } })),
      }),
    )
    // Two of 22 may be smaller: the stub of 0.4 and the lone node, 1/40 of (20, 30, 9).
    const diagonal = Math.hypot(20, 30, 9)
    expect(supports.sizes[0]).toBeCloseTo(0.1, 6)
    expect(supports.sizes[21]).toBeCloseTo(diagonal / 40, 5)
    for (const k of columns.slice(1)) expect(supports.sizes[k]).toBeCloseTo(4.25 / 4, 5)
  })

  it('takes the thickness of an area from its section', () => {
    const scene = buildScene(
      modelOf({
        nodes: [node('a', 0, 0, 0), node('b', 4, 0, 0), node('c', 0, 4, 0)],
        sections: [{ id: 'S', type: 'shell', dimensions: { t: 0.4 } }],
        areas: [{ id: '1', nodeIds: ['a', 'b', 'c'], sectionId: 'S', cardinalPoint: 'bottom' }],
      }),
    )
    const z = [...areaMesh(scene).positions].filter((_, i) => i % 3 === 2)
    expect([Math.min(...z), Math.max(...z)]).toEqual([0, expect.closeTo(0.4, 6)])
  })

  it('draws no frame of which an end is missing, and none beside its line where the offset is beyond reach', () => {
    const nodes = [node('a', 0, 0, 0), node('b', 4, 0, 0), node('far', 1e300, 0, 0)]
    const ends = [['a', 'b'], ['a', 'none'], ['none', 'b'], ['none', 'none'], ['a', 'far'], ['far', 'b']] as const // biome-ignore format: short
    const { frames, undrawn } = buildScene(modelOf({ nodes, frames: ends.map(([a, b], k) => frame(`${k}`, a, b)) }))
    const packed = (k: number) => frames.records[4 * k + 3]!
    expect(ends.map((_, k) => isUndrawn(packed(k)))).toEqual([false, true, true, true, true, true])
    expect(undrawn).toEqual({ nodes: 1, frames: 5, areas: 0 })
    const offsets = [{ x: 0, y: 0.5 }, { x: 1e300, y: 0.5 }, { x: 0.5, y: 1e300 }, { x: 0.5, y: 0 }] // biome-ignore format: short
    const set = buildScene(
      modelOf({ nodes, frames: offsets.map((sectionOffset, k) => frame(`${k}`, 'a', 'b', { sectionOffset })) }),
    )
    const offsetOf = (k: number) => [...set.placements.subarray(4 * set.frames.records[4 * k + 2]! + 2).subarray(0, 2)]
    expect(offsets.map((_, k) => offsetOf(k))).toEqual([[0, 0.5], [0, 0], [0, 0], [0.5, 0]]) // biome-ignore format: short
  })

  it('draws a node as large as it says, and by default what says nothing or nothing of use', () => {
    const sized = [undefined, 0, -1, 0.25, 1e300].map((radius, k) => ({
      ...node(`${k}`, k, 0, 0),
      ...(radius !== undefined && { radius }),
    }))
    const { nodes } = buildScene(modelOf({ nodes: sized }))
    expect(sized.map((_, k) => nodes[4 * k + 3])).toEqual([0, 0, 0, 0.25, 0])
  })

  it('sizes the glyph of a support by the frames that meet there, by areas only where a support has none', () => {
    // Two walls: under one stands a frame of 2, under the other none; its shortest edge there is 3.
    const nodes = [node('a', 0, 0, 0), node('b', 8, 0, 0), node('c', 8, 0, 3), node('d', 0, 0, 3), node('e', 0, 2, 0), node('f', 0, 0, -40)] // biome-ignore format: short
    const held = (...ids: string[]) => ids.map((nodeId) => ({ id: nodeId, nodeId, restraints: { u3: true } }))
    const areas = [{ id: 'A', nodeIds: ['a', 'b', 'c', 'd'] }]
    const sizes = (...ids: string[]) =>
      ids.map((id) => buildScene(modelOf({ nodes, areas, frames: [frame('F', 'a', 'e')], supports: held(id) })).supports.sizes[0])
    expect(sizes('a', 'b', 'e')).toEqual([0.5, 0.75, 0.5])
    const diagonal = Math.hypot(8, 2, 43)
    expect(sizes('f')).toEqual([expect.closeTo(diagonal / 40, 5)])
  })

  it('keeps the origin of the scene before while the model stays near it', () => {
    const small = modelOf({ nodes: [node('a', 0, 0, 0), node('b', 4, 0, 0)] })
    const grown = modelOf({ nodes: [node('a', 0, 0, 0), node('b', 6, 0, 0)] })
    const moved = modelOf({ nodes: [node('a', 5e6, 0, 0), node('b', 5e6 + 4, 0, 0)] })
    const { origin } = buildScene(small)
    expect(buildScene(grown, origin).origin).toEqual(origin)
    expect(buildScene(moved, origin).origin).toEqual([5e6 + 2, 0, 0])
  })

  it('gives a support under a wall the size of the wall’s shortest edge there, unless a frame stands on it', () => {
    const sizes = (frames: ReturnType<typeof frame>[]) => {
      const nodes = [node('a', 0, 0, 0), node('b', 8, 0, 0), node('c', 8, 0, 3), node('d', 0, 0, 3), node('e', 0, 0, 1)]
      const { supports } = buildScene(
        modelOf({
          nodes,
          frames,
          areas: [{ id: 'W', nodeIds: ['a', 'b', 'c', 'd'] }],
          supports: [{ id: '1', nodeId: 'a' }],
        }),
      )
      return [...supports.sizes]
    }
    expect(sizes([])).toEqual([0.75])
    expect(sizes([frame('1', 'a', 'c')])).toEqual([Math.fround(Math.hypot(8, 3) / 4)])
    expect(sizes([frame('1', 'a', 'e'), frame('2', 'a', 'c')])).toEqual([0.25])
    expect(sizes([frame('2', 'c', 'd')])).toEqual([0.75])
  })

  it('takes the edge from the last node to the first as the others', () => {
    const { supports } = buildScene(
      modelOf({
        nodes: [node('a', 0, 0, 0), node('b', 8, 0, 0), node('c', 8, 0, 6), node('d', 0, 0, 2)],
        areas: [{ id: 'W', nodeIds: ['a', 'b', 'c', 'd'] }],
        supports: ['d', 'c', 'b', 'a'].map((nodeId) => ({ id: nodeId, nodeId })),
      }),
    )
    // One size for all, that of the smallest: 2 m from d to a; 6 m from b to c.
    expect([...supports.sizes]).toEqual([0.5, 0.5, 0.5, 0.5])
  })

  it('lies about the middle of its nodes, with a box of what can be drawn', () => {
    const { origin, low, high, nodes } = buildScene(
      modelOf({
        nodes: [node('a', 2, 30, 5), node('b', -4, 10, 6), { ...node('c', 0, 20, -3), radius: 0.5 }, node('d', 1e300, 0, 0)],
      }),
    )
    expect([origin, low, high]).toEqual([[-1, 20, 1.5], [-3, -10, -4.5], [3, 10, 4.5]]) // biome-ignore format: short
    expect([...nodes]).toEqual([3, 10, 3.5, 0, -3, -10, 4.5, 0, 1, 0, -4.5, 0.5, 0, 0, 0, -1])
  })

  it('keeps the origin it had within four times its own size, and any that is fixed', () => {
    // 5 long: from the middle of its box the origin may lie 20 away.
    const model = modelOf({ nodes: [node('a', 0, 0, 0), node('b', 3, 4, 0)] })
    expect(buildScene(model, [1.5 + 19.9, 2, 0]).origin).toEqual([21.4, 2, 0])
    expect(buildScene(model, [1.5 + 20.1, 2, 0]).origin).toEqual([1.5, 2, 0])
    const steps = buildSceneInSteps(columnsOf(model), [1000, 0, 0], true)
    let last = steps.next()
    while (!last.done) last = steps.next()
    expect(last.value.origin).toEqual([1000, 0, 0])
    expect([...last.value.nodes]).toEqual([-1000, 0, 0, 0, -997, 4, 0, 0])
  })

  it('marks a frame without length in single precision, where its ends fall together', () => {
    const scene = buildScene(
      modelOf({
        nodes: [node('a', 0, 0, 0), node('b', 1e-16, 0, 0), node('c', 0, 1e-9, 0)],
        frames: [frame('1', 'a', 'b', { sectionId: 'S' }), frame('2', 'a', 'c', { sectionId: 'S' }), frame('3', 'a', 'missing')],
        sections: [{ id: 'S', type: 'rectangular', dimensions: { t3: 0.5, t2: 0.3 } }],
      }),
    )
    const packed = [0, 1, 2].map((k) => scene.frames.records[4 * k + 3]!)
    expect(packed.map(isWithoutLength)).toEqual([true, false, false])
    expect(packed.map(isUndrawn)).toEqual([false, false, true])
    expect(packed.map(bodyOf)).toEqual([NO_BODY, 0, NO_BODY])
    expect([...scene.frames.records.subarray(0, 3)]).toEqual([0, 1, 0])
    expect([...scene.frames.records.subarray(8, 12)]).toEqual([0, 0, 0, NO_BODY | (1 << 18)])
  })

  it('sets each frame as it is turned and offset: cosine, sine, x, y', () => {
    const scene = buildScene(
      modelOf({
        nodes: [node('a', 0, 0, 0), node('b', 5, 0, 0)],
        frames: [
          frame('1', 'a', 'b', { rotation: 60, sectionOffset: { x: 0.1, y: 0.2 } }),
          frame('2', 'a', 'b', { rotation: 60, sectionOffset: { x: 0.1, y: 0.3 } }),
          frame('3', 'a', 'b', { rotation: 60, sectionOffset: { x: 0.2, y: 0.2 } }),
          frame('4', 'a', 'b', { rotation: 30, sectionOffset: { x: 0.1, y: 0.2 } }),
          frame('5', 'a', 'b', { rotation: 60, sectionOffset: { x: 0.1, y: 0.2 } }),
          frame('6', 'a', 'b', { rotation: 0, sectionOffset: { x: 0, y: 0.2 } }),
          frame('7', 'a', 'b', { rotation: 0, sectionOffset: { x: 0.1, y: 0 } }),
          frame('8', 'a', 'b', { rotation: 0, sectionOffset: { x: 1e200, y: 0.2 } }),
        ],
      }),
    )
    expect(Array.from({ length: 8 }, (_, k) => scene.frames.records[4 * k + 2])).toEqual([1, 2, 3, 4, 1, 5, 6, 0])
    const s = Math.sqrt(3) / 2
    const wanted = [
      1,
      0,
      0,
      0,
      0.5,
      s,
      0.1,
      0.2,
      0.5,
      s,
      0.1,
      0.3,
      0.5,
      s,
      0.2,
      0.2,
      s,
      0.5,
      0.1,
      0.2,
      1,
      0,
      0,
      0.2,
      1,
      0,
      0.1,
      0,
    ]
    expect([...scene.placements]).toEqual(wanted.map((value) => expect.closeTo(value, 6)))
  })

  it('marks its levels with their own elevations and labels, and says on which a floor lies', () => {
    const { grid, origin } = buildScene(
      modelOf({
        nodes: [
          ...[0, 4].flatMap((z) => [
            node(`a${z}`, 0, 0, z),
            node(`b${z}`, 6, 0, z),
            node(`c${z}`, 6, 5, z),
            node(`d${z}`, 0, 5, z),
          ]),
          node('top', 0, 0, 10),
        ],
        areas: [{ id: 'A', nodeIds: ['a4', 'b4', 'c4', 'd4'] }],
        gridLines: [
          { id: 'z0', axis: 'Z', coordinate: 0, label: 'Ground' },
          { id: 'z4', axis: 'Z', coordinate: 4.019 },
          { id: 'z5', axis: 'Z', coordinate: 4.03 },
          { id: 'x', axis: 'X', coordinate: 6, label: 'B' },
          { id: 'far', axis: 'Y', coordinate: 1e300 },
        ],
      }),
    )
    expect(origin).toEqual([3, 2.5, 5])
    // A fifth of a percent of 10 m is level with it.
    expect(grid.levels).toEqual([
      { id: 'z0', label: 'Ground', elevation: 0, carriesFloor: false },
      { id: 'z4', label: null, elevation: 4.019, carriesFloor: true },
      { id: 'z5', label: null, elevation: 4.03, carriesFloor: false },
    ])
    // Its lines about the scene's origin, its number the model's own.
    expect(grid.plan).toEqual([
      { id: 'x', also: [], axis: 'X', label: 'B', coordinate: 6, from: [3, -3.1, -5], to: [3, 3.1, -5], bubble: [3, 3.1, -5] },
    ])
  })

  it('shown with Y up has its lines in the plan of X and Z, its levels along Y', () => {
    const model = modelOf({
      nodes: [node('a', 0, 0, 0), node('b', 6, 8, 0), node('c', 0, 8, 5), node('d', 6, 8, 5)],
      areas: [{ id: 'A', nodeIds: ['c', 'd', 'b'] }],
      gridLines: [
        { id: 'x', axis: 'X', coordinate: 6, label: 'B' },
        { id: 'y', axis: 'Y', coordinate: 8, label: 'Roof' },
        { id: 'z', axis: 'Z', coordinate: 5, label: '1' },
      ],
    })
    const scene = buildScene(model, [0, 0, 0])
    expect(gridShown(columnsOf(model), null, scene)).toEqual(gridAround(columnsOf(model), scene.origin, scene.low, scene.high))
    const { plan, levels } = gridShown(columnsOf(model), 'y', scene)
    expect(levels).toEqual([{ id: 'y', label: 'Roof', elevation: 8, carriesFloor: true }])
    const about = ([x, y, z]: number[]) => [x!, y!, z!].map((value, k) => expect.closeTo(value - scene.origin[k]!, 9))
    // Away from the front is -Z; a tenth of the larger side of the plan, 6 m, beyond it.
    expect(plan).toEqual([
      { id: 'x', also: [], axis: 'X', label: 'B', coordinate: 6, from: about([6, 0, 5.6]), to: about([6, 0, -0.6]), bubble: about([6, 0, -0.6]) },
      { id: 'z', also: [], axis: 'Z', label: '1', coordinate: 5, from: about([6.6, 0, 5]), to: about([-0.6, 0, 5]), bubble: about([-0.6, 0, 5]) },
    ]) // biome-ignore format: a line each
    const down = gridShown(columnsOf(model), '-z', scene)
    expect(down.levels).toEqual([{ id: 'z', label: '1', elevation: 5, carriesFloor: false }])
    expect(down.plan.map(({ id, axis, coordinate }) => [id, axis, coordinate])).toEqual([['x', 'X', 6], ['y', 'Y', 8]]) // biome-ignore format: short
  })

  it('calls a line without a label, whose id nobody gave, by the coordinate that the model has, whichever way up it is shown', () => {
    const id = 'a690bebc-9d3c-456a-8f2e-0d1b2c3d4e5f'
    const model = modelOf({
      nodes: [node('a', 0, 0, 0), node('b', 24, 8, 12)],
      gridLines: [{ id, axis: 'X', coordinate: 6 }, { id: `${id}z`, axis: 'Z', coordinate: 5 }, { id: `${id}y`, axis: 'Y', coordinate: 2 }], // biome-ignore format: short
    })
    const scene = buildScene(model)
    expect(scene.grid.plan.map(({ label }) => label)).toEqual(['6', '2'])
    expect(gridShown(columnsOf(model), 'y', scene).plan.map(({ label }) => label)).toEqual(['6', '5'])
  })

  it('is empty for an empty model', () => {
    const scene = buildScene(modelOf({}))
    expect(everyNumber(scene)).toBe(true)
    expect(scene.low).toEqual([0, 0, 0])
  })
})

describe('whole models', () => {
  it.each(modelNames)('%s is drawn whole', (name) => {
    const batch = readExample(name)
    const scene = buildScene(modelOf(batch))
    expect(everyNumber(scene)).toBe(true)
    expect(scene.undrawn).toEqual({ nodes: 0, frames: 0, areas: 0 })
    expect(scene.frames.count).toBe(batch.frames.length)
  })
})
