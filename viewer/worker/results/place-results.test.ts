import { expect, it } from 'vitest'
import { DIAGRAMS } from '#lib/drawing/results/force-diagram.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { driftRatio, resultColouring } from '../../session/results/result-colours.ts'
import { FIRST_VIEW } from '../../session/view/view-state.ts'
import { readView, writeView } from '../../session/view/view-text.ts'
import { heldModel } from '../held-model.ts'
import { placeResults } from './place-results.ts'

const MODEL = returnedModel({
  name: 'Placed',
  units: { length: 'm', force: 'kN' },
  nodes: [
    { id: '1', position: { x: 100, y: 0, z: 0 } },
    { id: '2', position: { x: 100, y: 0, z: 4 } },
    { id: '3', position: { x: 106, y: 0, z: 4 } },
  ],
  frames: [
    { id: 'C', startNodeId: '1', endNodeId: '2', rotation: 0, releases: { start: { m3: true } } },
    { id: 'B', startNodeId: '2', endNodeId: '3', rotation: 0 },
  ],
  areas: [{ id: 'A', nodeIds: ['1', '2', '3'] }],
  supports: [{ id: 'S', nodeId: '3', restraints: { u3: true } }],
})

const packed = (numbers: readonly number[]) => Buffer.from(Float32Array.from(numbers).buffer).toString('base64')
const units = { force: 'kN', moment: 'kN·m', length: 'm' }

/** The beam first, then the column, which leans by 10 mm, and a frame that the model does not have. */
const placed = () =>
  placeResults(heldModel(MODEL), [100, 0, 0], {
    columns: {
      at: [0, 1],
      frames: ['B', 'C', 'gone'],
      supported: ['3'],
      lines: [
        {
          case: 'W',
          deflections: packed([0.01, 0, 0, 0.01, 0, -0.02, 0, 0, 0, 0.01, 0, 0, 0, 0, 0, 0, 0, 0]),
          stresses: packed([100, 0.4, 200, 0.9, 1, Number.NaN, 1, Number.NaN, 0, 0, 0, 0]),
          reactions: packed([0, 0, 12, 0, 0, 0]),
        },
      ],
    },
    hinges: [
      { kind: 'frame', id: 'C' },
      { kind: 'support', id: 'S' },
    ],
  })

it('lays numbers beside the frames of the model, about the origin of the scene', () => {
  const { frames, frameIndices, supported, lines } = placed()
  expect([...frameIndices]).toEqual([1, 0, -1])
  expect([...frames.ends.subarray(0, 6)]).toEqual([0, 0, 4, 6, 0, 4])
  expect([...frames.ends.subarray(12)].every(Number.isNaN)).toBe(true)
  expect(supported).toEqual([[6, 0, 4]])
  expect(lines[0]?.reactions?.[2]).toBe(12)
})

it('rings released ends and supports that let a mechanism go', () => {
  expect(placed().hinges).toEqual([
    { at: [0, 0, 0], towards: [0, 0, 4] },
    { at: [6, 0, 4], towards: undefined },
  ])
})

it('colours frames by their largest share of the yield stress, and areas not at all', () => {
  const { frames, areas, legend } = resultColouring(placed(), 'ratio', { frames: 2, areas: 1 }, units)
  const labels = [...frames, ...areas].map((slot) => legend[slot]?.label)
  expect(labels).toEqual(['not known', '≤ 1', 'Areas'])
  expect(legend.reduce((sum, { count }) => sum + count, 0)).toBe(3)
})

it('colours columns by their drift, and no beam', () => {
  expect(driftRatio(placed(), 1)).toBeCloseTo(400, 3)
  expect(driftRatio(placed(), 0)).toBe(0)
  const { frames, legend } = resultColouring(placed(), 'drift', { frames: 2, areas: 1 }, units)
  expect([...frames].map((slot) => legend[slot]?.label)).toEqual(['≤ h/300', 'no column'])
})

it('colours by displacement in fifths of the largest', () => {
  const { frames, legend } = resultColouring(placed(), 'displacement', { frames: 2, areas: 0 }, units)
  expect([...frames].map((slot) => legend[slot]?.label)).toEqual(['≤ 0.0134 m', '≤ 0.0224 m'])
})

it('greys everything under a diagram, which is called by its name and unit', () => {
  for (const diagram of DIAGRAMS)
    expect(resultColouring(placed(), diagram, { frames: 2, areas: 1 }, units).legend[0]?.count).toBe(2)
  expect(resultColouring(placed(), 'm3', { frames: 2, areas: 1 }, units).title).toBe('Bending moment M3, kN·m · W')
})

it('keeps in the address which case is shown, and how', () => {
  const results = { case: 'ULS: 1.35 D', show: 'm3' } as const
  const layers = { ...FIRST_VIEW.layers, loads: true }
  const query = writeView({ ...FIRST_VIEW, results, layers, loadCase: 'W' }, null)
  expect(query.get('results')).toBe('m3:ULS: 1.35 D')
  expect(readView(query).state).toMatchObject({ results, loadCase: 'W', layers: { loads: true } })
  expect(readView(new URLSearchParams('results=')).state.results).toBeNull()
})
