import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { modelNames, readExample } from '#lib/fixtures/example-models.ts'
import { columnsOf } from './columns.ts'
import { carriesFloor, storeysOf, storeyTolerance } from './storeys.ts'

/** A frame at each height, and posts from the ground to the highest of them. */
function beamsAt(...heights: number[]) {
  const all = [0, ...heights]
  const nodes = all.flatMap((z, i) => [0, 6].map((x) => ({ id: `${i}-${x}`, position: { x, y: 0, z } })))
  const frames = heights.map((_, i) => ({ id: `B${i}`, startNodeId: `${i + 1}-0`, endNodeId: `${i + 1}-6`, rotation: 0 }))
  return returnedModel({ name: '', nodes, frames })
}
const levels = (...heights: number[]) => storeysOf(beamsAt(...heights)).map(({ label, elevation }) => [label, elevation])

it('names levels by the heights of what lies there, also where a thousandth of the height does not divide them', () => {
  expect(levels(6, 9)).toEqual([
    ['z = 6', 6],
    ['z = 9', 9],
  ])
  expect(levels(8.0833333, 11.5)).toEqual([
    ['z = 8.08333', 8.0833333],
    ['z = 11.5', 11.5],
  ])
})

it('go from the lowest up, in whichever order their frames and areas come', () => {
  expect(levels(12, 9, 3, 10, 6).map(([, elevation]) => elevation)).toEqual([3, 6, 9, 10, 12])
})

it('takes no name twice from the ids of grid lines either', () => {
  const line = (id: string, coordinate: number, label?: string) => ({
    id,
    axis: 'Z' as const,
    coordinate,
    ...(label && { label }),
  })
  const model = returnedModel({ name: '', nodes: [], gridLines: [line('4', 4, ''), line('b', 4), line('c', 0, '4')] })
  expect(storeysOf(model).map(({ label }) => label)).toEqual(['4 (c)', '4', 'b'])
})

it('takes what lies nearer than a thousandth of the height as one level, at its highest', () => {
  expect(levels(6, 6.002, 12)).toEqual([
    ['z = 6.002', 6.002],
    ['z = 12', 12],
  ])
})

/** A lattice of rods: beams at many heights, and posts that reach past several of them. */
const lattice = (units: { length: string } | undefined, size: number) => {
  const heights = Array.from({ length: 30 }, (_, k) => (k + 1 + 0.2 * Math.sin(7 * k)) * size)
  const model = beamsAt(...heights)
  const posts = heights.slice(8).map((_, k) => ({ id: `P${k}`, startNodeId: `${k + 1}-0`, endNodeId: `${k + 9}-0`, rotation: 0 }))
  return storeysOf({ ...model, ...(units && { units }), frames: [...(model.frames ?? []), ...posts] })
}

it('are a storey apart: half a metre, or a quarter of what frames rise where the unit is not known', () => {
  // 5 cm high: the plan of its top alone.
  expect(lattice({ length: 'm' }, 0.05 / 30)).toHaveLength(1)
  expect(lattice({ length: 'mm' }, 50 / 30)).toHaveLength(1)
  // Larger by a factor of 1000 it is a tower.
  expect(lattice({ length: 'm' }, 50 / 30)).toHaveLength(30)
  for (const size of [1e-6, 1, 1e6]) expect(lattice(undefined, size).length).toBeLessThan(20)
  const step = { ...beamsAt(3, 5.7, 6, 9), units: { length: 'm' } }
  expect(storeysOf(step).map(({ elevation }) => elevation)).toEqual([3, 6, 9])
})

const KNOWN: Record<string, string[]> = {
  'portal-frame': ['z = 4'],
  'demo-building': ['Ground', 'Level 1', 'Level 2', 'Level 3', 'Level 4', 'Roof'],
  e2k_query: ['Base', 'Story1', 'Story2', 'Story3'],
  s2k_tower: ['Z1', 'Z2', 'Z3', 'Z4', 'Z5'],
  saf_mymodel: ['z = 3.6', 'z = 7.6'],
  struxml_example4: [0, 3, 6, 9, 12, 15, 18, 21].map((at) => `Storey at ${at.toFixed(2)} m`),
  // 10 cm high, of rods at 98 heights.
  json_cantilever_truss: ['z = 0.05'],
}

it.each(modelNames)('of %s are those that its engineer would name', (name) => {
  expect(storeysOf(returnedModel(readExample(name))).map(({ label }) => label)).toEqual(KNOWN[name])
})

it('are the Z grids where there are any, from the lowest up, each with a name of its own', () => {
  const model = returnedModel({
    name: '',
    nodes: [],
    gridLines: [
      { id: '3', axis: 'Z', coordinate: 8, label: 'Floor' },
      { id: '1', axis: 'Z', coordinate: 0 },
      { id: '2', axis: 'Z', coordinate: 4, label: 'Floor' },
      { id: 'x', axis: 'X', coordinate: 6, label: 'A' },
    ],
  })
  expect(storeysOf(model)).toEqual([
    { id: '1', label: '1', elevation: 0 },
    { id: '2', label: 'Floor (2)', elevation: 4 },
    { id: '3', label: 'Floor', elevation: 8 },
  ])
})

it('are where areas lie level too, and none where frames slope, nodes are missing, or levels are those of a shell', () => {
  const nodes = [
    ...[0, 3, 10].flatMap((z) => [0, 6].map((x) => ({ id: `${z}-${x}`, position: { x, y: 0, z } }))),
    { id: 'far', position: { x: 3, y: 5, z: 3.009 } },
    { id: 'off', position: { x: 3, y: 5, z: 3.011 } },
  ]
  const area = (id: string, third: string) => ({ id, nodeIds: ['3-0', '3-6', third] })
  const frames = [{ id: 'slope', startNodeId: '0-0', endNodeId: '10-6', rotation: 0 }]
  const at = (more: object) => storeysOf({ ...returnedModel({ name: '', nodes }), ...more }).map(({ elevation }) => elevation)
  expect(at({ frames, areas: [area('A', 'far')] })).toEqual([3.009])
  expect(at({ frames, areas: [area('A', 'off')] })).toEqual([])
  expect(
    at({ frames: [{ id: 'F', startNodeId: '0-0', endNodeId: 'missing', rotation: 0 }], areas: [area('A', 'missing')] }),
  ).toEqual([])
  const shell = (count: number) => storeysOf(beamsAt(...Array.from({ length: count }, (_, k) => k + 1))).length
  expect(shell(150)).toBe(150)
  expect(shell(151)).toBe(0)
})

it('one node far above joins no storeys', () => {
  const model = beamsAt(3, 6, 9)
  const far = { ...model, units: { length: 'm' }, bounds: { ...model.bounds, max: { ...model.bounds.max, z: 1e300 } } }
  expect(storeysOf(far).map(({ elevation }) => elevation)).toEqual([3, 6, 9])
})

it('a model without height takes a millionth as level', () => {
  expect(storeyTolerance(beamsAt(6, 9))).toBe(0.009)
  expect(storeyTolerance(beamsAt(0))).toBe(1e-6)
})

describe('an elevation carries a floor', () => {
  const nodes = [0, 3].flatMap((z) => [[0, 0], [6, 0], [6, 5], [0, 5]].map(([x, y], k) => ({ id: `${z} ${k}`, position: { x: x!, y: y!, z } }))) // biome-ignore format: short
  const frame = (id: string, from: string, to: string) => ({ id, startNodeId: from, endNodeId: to, rotation: 0 })
  const carries = (more: object, elevation: number) =>
    carriesFloor(columnsOf({ ...returnedModel({ name: '', nodes }), ...more }), 0.01)(elevation)
  const slab = (kind?: string) => ({ areas: [{ id: 'A', nodeIds: ['3 0', '3 1', '3 2', '3 3'], ...(kind && { kind }) }] })

  it('where a slab lies within the tolerance of it, and no wall', () => {
    expect([2.98, 2.991, 3, 3.009, 3.02].map((z) => carries(slab(), z))).toEqual([false, true, true, true, false])
    expect(carries(slab('Wall'), 3)).toBe(false)
    const half = carriesFloor(columnsOf({ ...returnedModel({ name: '', nodes }), ...slab() }), 0.5)
    expect([2.25, 2.5, 3.5, 3.75].map(half)).toEqual([false, true, true, false])
    const wall = { areas: [{ id: 'A', nodeIds: ['0 0', '0 1', '3 1', '3 0'] }] }
    expect([0, 3].map((z) => carries(wall, z))).toEqual([false, false])
  })

  it('where two beams do, and not where one does or a brace ends', () => {
    const beams = [frame('1', '3 0', '3 1'), frame('2', '3 1', '3 2')]
    expect(carries({ frames: beams }, 3)).toBe(true)
    expect(carries({ frames: beams.slice(1) }, 3)).toBe(false)
    expect(carries({ frames: beams }, 0)).toBe(false)
    // Whatever other nodes stand between theirs.
    const mixed = [3, 0, 0, 3, 0, 1, 3].map((z, k) => ({ id: `${k}`, position: { x: k, y: 0, z } }))
    for (const frames of [
      [frame('1', '0', '3'), frame('2', '3', '6')],
      [frame('1', '6', '3'), frame('2', '3', '0')],
    ])
      expect([0, 1, 3].map((z) => carries({ nodes: mixed, frames }, z))).toEqual([false, false, true])
    expect(carries({ frames: [frame('1', '0 0', '3 1'), frame('2', '0 1', '3 0')] }, 3)).toBe(false)
  })
})
