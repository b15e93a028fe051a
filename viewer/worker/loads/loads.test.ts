import { expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { heldModel } from '../held-model.ts'
import { openLoads } from './loads.ts'

/** A beam between two columns far from the origin, with a brace, on a level that is a diaphragm. */
const MODEL = returnedModel({
  name: 'Loaded',
  units: { current: 'kN, m, C' },
  nodes: [
    { id: '1', position: { x: 1000, y: 0, z: 0 } },
    { id: '2', position: { x: 1000, y: 0, z: 3 } },
    { id: '3', position: { x: 1004, y: 0, z: 3 } },
    { id: '4', position: { x: 1004, y: 2, z: 3 } },
    { id: 'free', position: { x: 1010, y: 9, z: 3 } },
  ],
  frames: [
    { id: 'C', startNodeId: '1', endNodeId: '2', rotation: 0 },
    { id: 'B', startNodeId: '2', endNodeId: '3', rotation: 0, releases: { start: { m3: true }, end: { m3: 500 } } },
    { id: 'E', startNodeId: '3', endNodeId: '4', rotation: 0 },
  ],
  areas: [{ id: 'A', nodeIds: ['2', '3', '4'] }],
  supports: [{ id: 'S', nodeId: '1', restraints: { u1: true }, stiffness: { u3: 5000, r2: 20 } }],
  gridLines: [{ id: 'L1', axis: 'Z', coordinate: 3 }],
  diaphragms: [{ id: 'D1', name: 'Floor', gridLineId: 'L1' }],
  loadCases: [{ id: 'E', nature: 'other' }, { id: 'D', name: 'Dead', nature: 'dead', selfWeight: 1 }, { id: 'W' }],
  loads: [
    { id: 'b', caseId: 'D', frameId: 'B', force: { z: -5 } },
    { id: 'a', caseId: 'D', areaId: 'A', force: { z: -2 } },
    { id: 'w', caseId: 'W', nodeId: '2', force: { x: 7 } },
  ],
})
const open = (model: ViewerModel = MODEL) => openLoads(heldModel(model), [1000, 0, 0])

it('shows the first case that has loads, about the origin of the scene, with the sum of what acts', () => {
  const { loadCase, marks, sum, unit } = open().shown(null)
  expect(loadCase).toEqual({ id: 'D', name: 'Dead', nature: 'dead', selfWeight: 1, loads: 2 })
  expect(marks.map(({ kind, index }) => [kind, index])).toEqual([
    ['frame', 1],
    ['area', 0],
  ])
  expect(marks[0]?.mark.runs[0]?.ends).toEqual([
    [0, 0, 3],
    [4, 0, 3],
  ])
  // 4 m of 5 kN/m, and 4 m² of 2 kN/m².
  expect(sum[2]).toBeCloseTo(-28)
  expect(unit).toBe('kN')
  expect(
    open()
      .shown('W')
      .marks.map(({ index, mark }) => [index, mark.words[0]?.text]),
  ).toEqual([[1, '7 kN']])
})

it('keeps rings off the ends of frames, closed where released and open where elastic, and springs by what they resist', () => {
  const { hinges, springs } = open().shown(null)
  expect(hinges).toEqual([
    { frame: 1, hinge: { at: [0, 0, 3], towards: [1, 0, 0], reach: 4, isElastic: false } },
    { frame: 1, hinge: { at: [4, 0, 3], towards: [-1, 0, 0], reach: 4, isElastic: true } },
  ])
  expect(springs.map(({ node, spring }) => [node, spring.along, spring.isTurn])).toEqual([
    [0, [0, 0, -1], false],
    [0, [0, 1, 0], true],
  ])
})

it('draws a diaphragm around the nodes in use at its level', () => {
  const { diaphragms } = open().shown(null)
  expect(diaphragms).toHaveLength(1)
  expect(diaphragms[0]?.name).toBe('Floor')
  expect(diaphragms[0]?.outline.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])).toEqual([
    [0, 0, 3],
    [4, 0, 3],
    [4, 2, 3],
  ])
})

it('has nothing to show of a model without load cases but its structure', () => {
  const { loadCases: _, loads: _loads, ...rest } = MODEL
  const loads = open(rest)
  expect(loads.cases).toEqual([])
  expect(loads.shown('D')).toMatchObject({ loadCase: null, marks: [], hinges: [{}, {}] })
})
