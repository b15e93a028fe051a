import { describe, expect, it } from 'vitest'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { heldModel } from './held-model.ts'
import { modelIndex } from './model-index.ts'

const node = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })

/** Two storeys of one bay, a slab with an opening, and ids that JavaScript would trip over. */
const MODEL: ViewerModel = {
  name: 'Two storeys',
  schemaVersion: 'viewer-model/v1',
  bounds: { min: { x: 0, y: 0, z: 0 }, max: { x: 6, y: 4, z: 7 } },
  nodes: [
    node('1', 0, 0, 0),
    node('2', 6, 0, 0),
    node('3', 0, 0, 3.5),
    node('4', 6, 0, 3.5),
    node('5', 6, 4, 3.5),
    node('6', 0, 4, 3.5),
    node('7', 0, 0, 7),
  ],
  materials: [
    { id: 'M1', name: 'S355' },
    { id: 'M2', name: 'C30/37' },
  ],
  sections: [
    { id: 'IPE', polygon: [], materialId: 'M1', name: 'IPE 300' },
    { id: 'constructor', polygon: [], name: 'Slab 200', thickness: 0.2 },
  ],
  frames: [
    { id: '1', startNodeId: '1', endNodeId: '3', rotation: 0, sectionId: 'IPE', memberId: 'C' },
    { id: '2', startNodeId: '3', endNodeId: '7', rotation: 0, sectionId: 'IPE', memberId: 'C' },
    { id: '__proto__', startNodeId: '3', endNodeId: '4', rotation: 0, label: 'Edge beam' },
  ],
  members: [{ id: 'C', frameIds: ['1', '2'] }],
  areas: [{ id: '1', nodeIds: ['3', '4', '5', '6'], kind: 'SLAB', materialId: 'M2', sectionId: 'constructor' }],
  supports: [{ id: 'S', nodeId: '1', restraints: { u1: true, u2: true, u3: true, r1: null } }],
  gridLines: [
    { id: 'z1', axis: 'Z', coordinate: 3.5, label: 'First floor' },
    { id: 'z2', axis: 'Z', coordinate: 7, label: 'Roof' },
  ],
}
const index = modelIndex(heldModel(MODEL))

describe('questions about a model', () => {
  it('finds elements by id, whatever the id is called', () => {
    expect(
      index.find([
        { kind: 'frame', id: '__proto__' },
        { kind: 'section', id: 'constructor' },
        { kind: 'node', id: 'toString' },
      ]),
    ).toEqual([
      { kind: 'frame', id: '__proto__', index: 2 },
      { kind: 'section', id: 'constructor', index: 1 },
    ])
  })

  it('searches ids, labels and names, the exact first', () => {
    expect(index.search('edge', 10).found.map(({ id }) => id)).toEqual(['__proto__'])
    expect(
      index
        .search('1', 10)
        .found.slice(0, 3)
        .map(({ kind }) => kind),
    ).toEqual(['node', 'frame', 'area'])
    expect(index.search('nothing like it', 10).total).toBe(0)
  })

  it('colours by kind, section, material, member, storey and finding', () => {
    const labels = (by: Parameters<typeof index.colours>[0]) =>
      index.colours(by).legend.map(({ label, count }) => `${label} ${count}`)
    expect(labels('kind')).toEqual(['Column 2', 'Beam 1', 'Floor 1'])
    expect(labels('section').sort()).toEqual(['IPE 300 2', 'Slab 200 1', 'Without section 1'])
    expect(labels('material').sort()).toEqual(['C30/37 1', 'S355 2', 'Without material 1'])
    expect(labels('storey')).toEqual(['Roof 1', 'First floor 3'])
    expect(labels('member').sort()).toEqual(['C 2', 'Without member 2'])
    const found = index.colours('finding', [
      { severity: 'error', code: 'x', message: '', elements: [{ kind: 'member', id: 'C' }] },
    ])
    expect([...found.frames]).toEqual([1, 1, 0])
  })

  it('filters, and keeps only the nodes where something shown meets', () => {
    const shown = index.shown({ kind: ['column'] })
    expect([...shown.frames]).toEqual([0, 0, 1])
    expect([...shown.nodes]).toEqual([0, 1, 1, 1, 1, 1, 0])
    expect([...shown.supports]).toEqual([0])
    expect([...index.shown({ storey: ['First floor'] }).frames]).toEqual([0, 1, 0])
  })

  it('draws a section, a material and a member by their frames and areas', () => {
    expect(index.drawnBy([{ kind: 'material', id: 'M1' }]).map(({ id }) => id)).toEqual(['1', '2'])
    expect(
      index
        .drawnBy([
          { kind: 'member', id: 'C' },
          { kind: 'node', id: '4' },
        ])
        .map(({ kind, index }) => `${kind} ${index}`),
    ).toEqual(['frame 0', 'frame 1', 'node 3'])
  })

  it('isolates with the nodes where an element ends and the supports there', () => {
    const kept = (kind: 'frame' | 'area', id: string) => index.isolated([{ kind, id }]).map((one) => `${one.kind} ${one.id}`)
    expect(kept('frame', '1')).toEqual(['frame 1', 'node 1', 'node 3', 'support S'])
    expect(kept('area', '1')).toEqual(['area 1', 'node 3', 'node 4', 'node 5', 'node 6'])
  })

  it('tells what a revision brought', () => {
    const before = {
      ...MODEL,
      frames: MODEL.frames!.slice(0, 2),
      nodes: MODEL.nodes.map((one) => (one.id === '4' ? node('4', 5, 0, 3.5) : one)),
    }
    expect(index.changedSince(heldModel(before))).toEqual([
      { kind: 'node', id: '4', index: 3 },
      { kind: 'frame', id: '__proto__', index: 2 },
    ])
  })

  it('counts how many of a selection there are of each kind, section and storey', () => {
    const all = index.find([{ kind: 'frame', id: '1' }, { kind: 'frame', id: '__proto__' }, { kind: 'area', id: '1' }, { kind: 'node', id: '1' }]) // biome-ignore format: one line
    const groups = index.summarise(all)
    const values = Object.fromEntries(groups.map(({ by, values }) => [by, values.map(({ label, count }) => `${label} ${count}`)]))
    expect(values.kind).toEqual(['Column 1', 'Beam 1', 'Floor 1'])
    expect(values.section).toEqual(['IPE 300 1', 'Without section 1', 'Slab 200 1'])
    expect(values.storey).toEqual(['First floor 3'])
  })

  it('lists what lies on a storey, frames before areas, page by page', () => {
    const ids = (from: number, count: number) =>
      index.group('storey', 'First floor', from, count).map(({ kind, id }) => `${kind} ${id}`)
    expect(ids(0, 9)).toEqual(['frame 1', 'frame __proto__', 'area 1'])
    expect(ids(1, 1)).toEqual(['frame __proto__'])
  })

  it('takes storeys from where things lie level when there are no Z grids', () => {
    const { storeys } = modelIndex(heldModel({ ...MODEL, gridLines: [] }))
    expect(storeys.map(({ elevation }) => elevation)).toEqual([expect.closeTo(3.5, 6)])
  })
})
