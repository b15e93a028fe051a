import { describe, expect, it } from 'vitest'
import { buildScene } from '#lib/geometry/scene.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import type { FoundElement } from '../../worker/elements.ts'
import { heldModel } from '../../worker/held-model.ts'
import { modelIndex } from '../../worker/model-index.ts'
import type { Why } from '../reasons.ts'
import type { Derived } from '../session.ts'
import { notShown } from './hidden-reasons.ts'
import type { SectionBox } from './section-box.ts'
import { FIRST_VIEW, type ViewState } from './view-state.ts'

const node = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })

/** Two columns far from the origin, a beam, a slab, a support; a node that no screen can show and a frame to it. */
const MODEL: ViewerModel = {
  name: 'Two columns',
  schemaVersion: 'viewer-model/v1',
  bounds: { min: { x: 1000, y: 0, z: 0 }, max: { x: 1006, y: 4, z: 3 } },
  nodes: [
    ...[node('1', 1000, 0, 0), node('2', 1000, 0, 3), node('3', 1006, 0, 0), node('4', 1006, 0, 3)],
    ...[node('5', 1006, 4, 3), node('6', 1000, 4, 3), node('far', 1e300, 0, 0)],
  ],
  frames: [
    { id: 'A', startNodeId: '1', endNodeId: '2', rotation: 0 },
    { id: 'B', startNodeId: '3', endNodeId: '4', rotation: 0 },
    { id: 'beam', startNodeId: '2', endNodeId: '4', rotation: 0 },
    { id: 'away', startNodeId: '1', endNodeId: 'far', rotation: 0 },
  ],
  areas: [{ id: 'slab', nodeIds: ['2', '4', '5', '6'], thickness: 0.2 }],
  supports: [
    { id: 'S1', nodeId: '1', restraints: { u3: true } },
    { id: 'SF', nodeId: 'far', restraints: { u3: true } },
  ],
}
const scene = buildScene(MODEL)
const index = modelIndex(heldModel(MODEL))
const at = (kind: FoundElement['kind'], id: string) => index.find([{ kind, id }])[0]!
const frame = (id: string) => at('frame', id)

const box = (low: SectionBox['low'], high: SectionBox['high']): SectionBox => ({ low, high })
const seen = (view: Partial<ViewState> = {}, derived: Partial<Derived> = {}) =>
  notShown({ scene, view: { ...FIRST_VIEW, ...view }, derived: { hidden: [], isolated: null, shown: null, ...derived } })

describe('why an element is not in the picture', () => {
  it('has no reason in the first view, but for what cannot be drawn', () => {
    const why = seen()
    const reasons = [
      ...['A', 'B', 'beam', 'away'].map(frame),
      ...[at('area', 'slab'), at('node', '1'), at('node', 'far'), at('support', 'S1'), at('support', 'SF')],
    ].map((element) => [element.id, why(element)])
    expect(reasons.filter(([, reason]) => reason)).toEqual([
      ['away', 'undrawn'],
      ['far', 'undrawn'],
      ['SF', 'undrawn'],
    ])
  })

  const off = { layers: { ...FIRST_VIEW.layers, frames: false, areas: false, supports: false, nodes: false } }
  const plane = box([1003, null, null], [null, null, null])
  const drawing = { axis: 'X', at: 1006, label: '2' } as const
  it.each<[string, FoundElement, Why | null, Partial<ViewState>, Partial<Derived>]>([
    ['its layer is off', frame('A'), 'layer', off, {}],
    ['its layer is off', at('area', 'slab'), 'layer', off, {}],
    ['its layer is off', at('support', 'S1'), 'layer', off, {}],
    ['a node that is meant is drawn without its layer', at('node', '1'), null, off, {}],
    ['it is hidden', frame('A'), 'hidden', {}, { hidden: [frame('A')] }],
    ['another of that index is hidden', frame('A'), null, {}, { hidden: [at('node', '1')] }],
    ['others are isolated', frame('A'), 'isolated', {}, { isolated: [frame('B')] }],
    ['it is isolated', frame('B'), null, {}, { isolated: [frame('B')] }],
    ['a filter leaves it out', at('area', 'slab'), 'filtered', {}, { shown: index.shown({ kind: ['floor'] }) }],
    ['it lies outside the box', frame('A'), 'section', { section: plane }, {}],
    ['it lies outside the drawing', frame('A'), 'drawing', { section: plane, drawing }, {}],
    ['it is cut', frame('beam'), null, { section: plane }, {}],
    ['it lies inside', frame('B'), null, { section: plane, drawing }, {}],
    ['a section has no place', at('node', '1'), null, {}, {}],
  ])('%s: %o → %s', (_, element, why, view, derived) => {
    expect(seen(view, derived)(element)).toBe(why)
  })

  it('tells the first of several, in the order in which they are taken away', () => {
    const all: Partial<Derived> = { hidden: [frame('A')], isolated: [frame('B')], shown: index.shown({ kind: ['column'] }) }
    expect(seen({ ...off, section: plane, drawing }, all)(frame('A'))).toBe('layer')
    expect(seen({ section: plane, drawing }, all)(frame('A'))).toBe('hidden')
    expect(seen({ section: plane, drawing }, { ...all, hidden: [] })(frame('A'))).toBe('isolated')
    expect(seen({ section: plane, drawing }, { ...all, hidden: [], isolated: null })(frame('A'))).toBe('filtered')
    expect(seen({ section: plane, drawing })(frame('A'))).toBe('drawing')
    expect(seen({ section: plane })(frame('A'))).toBe('section')
  })
})
