import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { scaledModel, timesOf } from '#lib/model/scaled-element.ts'
import type { Up } from '#lib/model/up-axis.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { toTheEnd } from '#lib/values/steps.ts'
import type { Filters } from '../elements.ts'
import { heldModel } from '../held-model.ts'
import { inScaleOf } from '../match-scale.ts'
import { changedSince } from './changed-elements.ts'
import { CHANGE_STATUSES, compareModels, isDeepEqual } from './compare.ts'
import { openComparison } from './comparison.ts'

const node = (id: string, x = 0, y = 0, z = 0) => ({ id, position: { x, y, z } })
const frame = (id: string, startNodeId: string, endNodeId: string, more: object = {}) => ({ id, startNodeId, endNodeId, ...more })
const model = (parts: object): ViewerModel =>
  ({ name: 'x', bounds: {}, nodes: [], schemaVersion: 'viewer-model/v1', ...parts }) as unknown as ViewerModel
const compare = (before: ViewerModel, after: ViewerModel) => toTheEnd(compareModels(before, after))
const rowsOf = (before: ViewerModel, after: ViewerModel) =>
  compare(before, after).rows.map(({ kind, id, changeStatus: fate }) => `${kind} ${id} ${fate}`)

const NODES = [node('A'), node('B', 6), node('C', 6, 0, 4), node('D', 0, 0, 4)]
const BEFORE = model({
  nodes: NODES,
  frames: [frame('col', 'A', 'D', { label: 'Column' }), frame('beam', 'D', 'C'), frame('old', 'B', 'C')],
  areas: [{ id: 'slab', nodeIds: ['A', 'B', 'C', 'D'], thickness: 0.2 }],
  supports: [{ id: 'S', nodeId: 'A', restraints: { u1: true } }],
})

describe('two models of which the lengths of one were converted', () => {
  const METRES = model({
    ...portalFrame(),
    units: { current: 'kN, m, C' },
    bounds: { min: { x: 0, y: 0, z: 0 }, max: { x: 8, y: 0, z: 5 } },
    nodes: [...(portalFrame().nodes ?? []), node('odd', 1 / 3, -0.1, 1e-17)],
    frames: (portalFrame().frames ?? []).map((one) => ({ ...one, sectionOffset: { x: 0.1, y: -0.15 } })),
    areas: [{ id: 'slab', nodeIds: (portalFrame().nodes ?? []).map(({ id }) => id), thickness: 0.2 }],
    sections: [
      {
        id: 'S',
        polygon: [
          { x: 0.1, y: 0.3 },
          { x: 0.7, y: 0.3 },
          { x: 0.7, y: 1 / 7 },
        ],
        thickness: 0.01,
      },
    ],
    sectionDefinitions: [{ id: 'S', type: 'custom', dimensions: { t3: 0.3, area: 0.00538 }, area: 0.00538 }],
  })
  // By way of another unit, as digits are lost on the way.
  const converted = (scaled: number) => scaledModel(scaledModel(METRES, timesOf(1 / 0.3048)), timesOf(0.3048 * scaled))
  const opened = async (after: ViewerModel) => {
    const now = heldModel(after)
    const before = inScaleOf(heldModel(METRES), now)
    const make = () => ({ scene: { origin: [0, 0, 0] } as never })
    return { before, ...(await openComparison({ before, after: now, make, run: toTheEnd, up: () => null })) }
  }

  it.each([1000, 100, 39.3700787402])('differ in one line, times %d', async (scaled) => {
    const { answer, before, table } = await opened({
      ...converted(scaled),
      scaled,
      units: { current: 'kN, mm, C', length: 'mm' },
    })
    expect(answer).toMatchObject({ state: 'compared', kinds: [], counts: { changed: 0, moved: 0, added: 0, removed: 0 } })
    const times = scaled === 1000 ? '1,000' : String(scaled)
    expect(answer).toMatchObject({ units: `Units kN, m, C → kN, mm, C, all lengths × ${times}` })
    expect(await table?.(10, 10)).toMatchObject({
      listed: 1,
      rows: [['Model', 'changed', 1, expect.stringContaining('Units'), '']],
    })
    // What is drawn of the older one lies where the newer one does.
    expect(before.columns.nodes.x.at(-1)).toBeCloseTo(scaled / 3, 6)
  })

  it('tell what was changed besides, in the lengths of now', async () => {
    const mm = converted(1000)
    const nodes = mm.nodes.map((one) => (one.id === 'odd' ? node('odd', 400, -100, 0) : one))
    const { answer, changes } = await opened({ ...mm, nodes, scaled: 1000, units: { length: 'mm' } })
    expect(answer).toMatchObject({ kinds: [{ kind: 'node', count: 1 }] })
    const { changes: told } = (await changes?.('node', 0, 10)) ?? {}
    expect(told?.[0]?.fields).toEqual([{ field: 'position.x', before: '333.333333333', after: '400' }])
  })

  it('are as ever where only the labels of units are others, and light nothing up when a revision converts', async () => {
    const { answer } = await opened({ ...METRES, units: { length: 'ft' } })
    expect(answer).toMatchObject({ kinds: [], units: 'Units kN, m, C → ft' })
    expect(changedSince(heldModel({ ...converted(1000), scaled: 1000 }), heldModel(METRES))).toEqual([])
    expect((await opened(METRES)).answer).toMatchObject({ units: null })
  })
})

describe('two models beside each other', () => {
  it('are the same, whatever the order of elements and of keys, and of fields that are null or absent', () => {
    const after = model({
      nodes: NODES.toReversed().map(({ id, position: { x, y, z } }) => ({ position: { z, y, x }, id, label: null })),
      supports: [{ restraints: { u1: true }, nodeId: 'A', id: 'S' }],
      areas: [{ thickness: 0.2, nodeIds: ['A', 'B', 'C', 'D'], id: 'slab', kind: null }],
      frames: [{ id: 'old', endNodeId: 'C', startNodeId: 'B' }, BEFORE.frames![1], BEFORE.frames![0]],
    })
    expect(compare(BEFORE, after)).toMatchObject({ rows: [], counts: { same: 9, added: 0, removed: 0, changed: 0, moved: 0 } })
  })

  it('tell each element by its class', () => {
    const after = model({
      ...BEFORE,
      nodes: [...NODES, node('E', 9)],
      frames: [frame('col', 'A', 'D', { label: 'Pillar' }), frame('beam', 'D', 'C'), frame('new', 'B', 'E')],
    })
    const { rows, counts, before, after: fates } = compare(BEFORE, after)
    expect(rowsOf(BEFORE, after)).toEqual(['node E added', 'frame col changed', 'frame new added', 'frame old removed'])
    expect(counts).toEqual({ same: 7, added: 2, removed: 1, changed: 1, moved: 0 })
    expect([...before.frames].map((k) => CHANGE_STATUSES[k])).toEqual(['changed', 'same', 'removed'])
    expect([...fates.frames].map((k) => CHANGE_STATUSES[k])).toEqual(['changed', 'same', 'added'])
    expect(rows.at(-1)).toMatchObject({ before: 2, after: null })
  })

  it('call what stands at a node that moved moved, and where it stood is known', async () => {
    const after = model({ ...BEFORE, nodes: [NODES[0], NODES[1], node('C', 6, 0, 5), NODES[3]] })
    expect(rowsOf(BEFORE, after)).toEqual(['node C changed', 'frame beam moved', 'frame old moved', 'area slab moved'])
    const opened = await openComparison({
      before: heldModel(BEFORE),
      after: heldModel(after),
      make: () => ({ scene: { origin: [1, 0, 0] } as never }),
      run: toTheEnd,
      up: () => null,
    })
    if (!opened.differences) throw new Error('too large')
    expect((await opened.changes('frame', 0, 9)).changes).toMatchObject([
      { id: 'beam', changeStatus: 'moved', fields: [{ field: 'C.z', before: '4', after: '5' }], text: 'D → C' },
      { id: 'old', changeStatus: 'moved' },
    ])
    expect((await opened.changes('node', 0, 9)).changes).toMatchObject([{ id: 'C', fields: [{ field: 'position.z' }] }])
    // Two frames and four sides, two points each, about the origin.
    const { answer } = opened
    expect(answer.dashes).toHaveLength((2 + 4) * 2 * 3)
    expect([...answer.dashes.subarray(0, 6)]).toEqual([-1, 0, 4, 5, 0, 4])
    expect(answer.kinds).toEqual([
      { kind: 'node', count: 1 },
      { kind: 'frame', count: 2 },
      { kind: 'area', count: 1 },
    ])
  })

  it('call a frame between other nodes changed, with its old place; a support follows its node', () => {
    const turned = model({ ...BEFORE, frames: [frame('col', 'B', 'C', { label: 'Column' }), ...BEFORE.frames!.slice(1)] })
    expect(rowsOf(BEFORE, turned)).toEqual(['frame col changed'])
    expect(compare(BEFORE, turned).oldPlaces).toEqual({ frames: [0], areas: [] })
    const lower = model({ ...BEFORE, nodes: [node('A', 0, 0, -1), ...NODES.slice(1)] })
    expect(rowsOf(BEFORE, lower)).toContain('support S moved')
  })

  it('leave out what follows from others: the member says what its frames are made of', () => {
    const member = (sectionId: string) => ({ id: 'M', frameIds: ['beam'], sectionId })
    const returned = (sectionId: string, own: object = {}) =>
      model({
        ...BEFORE,
        members: [member(sectionId)],
        frames: [frame('beam', 'D', 'C', { memberId: 'M', sectionId, ...own })],
      })
    expect(rowsOf(returned('IPE'), returned('HEA'))).toEqual(['member M changed'])
    expect(rowsOf(returned('IPE'), returned('IPE', { sectionId: 'own' }))).toEqual(['frame beam changed'])
    expect(rowsOf(returned('IPE'), returned('IPE', { rotation: 90 }))).toEqual(['frame beam changed'])
  })

  it('tell a section by its sizes, once', async () => {
    const section = (t3: number) =>
      model({
        ...BEFORE,
        sections: [{ id: 'R', polygon: [{ x: t3, y: 1 }], shape: 'rectangular', thickness: t3 }],
        sectionDefinitions: [{ id: 'R', type: 'rectangular', dimensions: { t3, t2: 0.3 } }],
      })
    expect(rowsOf(section(0.5), section(0.6))).toEqual(['section R changed'])
    const opened = await openComparison({
      ...{ before: heldModel(section(0.5)), after: heldModel(section(0.6)), run: toTheEnd, up: () => null },
      make: () => ({ scene: { origin: [0, 0, 0] } as never }),
    })
    expect((await opened.changes?.('section', 0, 9))?.changes[0]?.fields).toEqual([
      { field: 'dimensions.t3', before: '0.5', after: '0.6' },
    ])
  })

  it('tell equal changes as one, where the first of them stands, and each of them when asked', async () => {
    const frames = (label: (k: number) => string) =>
      Array.from({ length: 9 }, (_, k) => frame(`f${k}`, 'A', 'D', { label: label(k) }))
    // 1, 4, 7 alike; 2, 5, 8 alike but for one that has another label now; the others as they were, and one of them gone.
    const after = frames((k) => (k === 8 ? 'other' : ['same', 'new', 'newer'][k % 3]!))
    const opened = await openComparison({
      ...{
        before: heldModel(model({ ...BEFORE, frames: frames((k) => (k % 3 ? 'old' : 'same')) })),
        run: toTheEnd,
        up: () => null,
      },
      after: heldModel(model({ ...BEFORE, frames: after.slice(1) })),
      make: () => ({ scene: { origin: [0, 0, 0] } as never }),
    })
    if (!opened.differences) throw new Error('too large')
    const { total, changes } = await opened.changes('frame', 0, 9)
    expect(changes.map(({ id, changeStatus: fate, count }) => `${id} ${fate} ${count}`)).toEqual([
      'f1 changed 3',
      'f2 changed 1',
      'f5 changed 1',
      'f8 changed 1',
      'f0 removed 1',
    ])
    expect(total).toBe(5)
    expect((await opened.table(3, 2)).rows).toEqual([
      ['Frame', 'changed', 3, 'label old → new', 'f1, f4 and 1 more'],
      ['Frame', 'changed', 1, 'label old → newer', 'f2'],
      ['Frame', 'changed', 1, 'label old → newer', 'f5'],
    ])
    expect(await opened.table(9, 9)).toMatchObject({ listed: 5, rows: { 4: ['Frame', 'removed', 1, '', 'f0'] } })
    const [alike] = changes
    expect(alike?.fields).toEqual([{ field: 'label', before: 'old', after: 'new' }])
    expect((await opened.differences(alike!.row, 1, 9)).map(({ id }) => id)).toEqual(['f4', 'f7'])
    expect(await opened.sameChange(alike!.row)).toEqual([1, 4, 7].map((k) => ({ kind: 'frame', id: `f${k}`, index: k - 1 })))
    expect(await opened.older('frame', 0)).toMatchObject({ id: 'f0', place: 4 })
  })

  it('tell of the earlier one what an element was, where it is listed, and what of it is left out', async () => {
    const bounds = { min: { x: 0, y: 0, z: 0 }, max: { x: 6, y: 0, z: 4 } }
    const before = model({ ...BEFORE, bounds })
    const after = model({ ...before, frames: before.frames!.slice(0, 1) })
    const opened = await openComparison({
      before: heldModel(before),
      after: heldModel(after),
      make: () => ({ scene: { origin: [0, 0, 0] } as never }),
      run: toTheEnd,
      up: () => null,
    })
    if (!opened.differences) throw new Error('too large')
    expect(await opened.older('frame', 0)).toEqual({ kind: 'frame', id: 'col', index: 0, place: null })
    expect(await opened.older('frame', 2)).toEqual({ kind: 'frame', id: 'old', index: 2, place: 1 })
    expect((await opened.changes('frame', 1, 1)).changes).toMatchObject([{ id: 'old', changeStatus: 'removed' }])
    expect(await opened.older('frame', 3)).toBeNull()
    const left = opened.shown({
      hidden: [{ kind: 'frame', id: 'old' }],
      isolated: [{ kind: 'frame', id: 'col' }],
      out: { kind: ['column'] },
    })
    expect(left.hidden).toEqual([{ kind: 'frame', id: 'old', index: 2 }])
    expect(left.isolated?.map(({ id }) => id)).toEqual(['col', 'A', 'D', 'S'])
    expect([...(left.shown?.frames ?? [])]).toEqual([0, 1, 0])
  })

  it('leave out of the earlier one the storeys that the display has, whichever way up it is', async () => {
    const bounds = { min: { x: 0, y: 0, z: -6 }, max: { x: 6, y: 7, z: 0 } }
    const gridLines = [3, 7].map((coordinate) => ({ id: `L${coordinate}`, axis: 'Y', coordinate, label: `Level ${coordinate}` }))
    const before = model({
      bounds,
      gridLines,
      nodes: [node('foot'), node('first', 0, 3), node('roof', 0, 7)],
      frames: [frame('lower', 'foot', 'first'), frame('upper', 'first', 'roof')],
    })
    let up: Up | null = null
    const opened = await openComparison({
      before: heldModel(before),
      after: heldModel(model({ ...before, frames: [] })),
      make: () => ({ scene: { origin: [0, 0, 0] } as never }),
      run: toTheEnd,
      up: () => up,
    })
    if (!opened.differences) throw new Error('too large')
    const left = (out: Filters) => [...(opened.shown({ hidden: [], isolated: null, out }).shown?.frames ?? [])]
    expect(left({ kind: ['column'] })).toEqual([1, 1])
    up = 'y'
    expect(left({ storey: ['Level 7'] })).toEqual([1, 0])
    expect(left({ kind: ['column'] })).toEqual([0, 0])
    up = null
    expect(left({ kind: ['column'] })).toEqual([1, 1])
  })

  it('are too large together beyond 400,000 elements', async () => {
    const many = (count: number) => model({ nodes: Array.from({ length: count }, (_, k) => node(`${k}`)) })
    const never = () => {
      throw new Error('made all the same')
    }
    const opened = await openComparison({
      before: heldModel(many(200_000)),
      after: heldModel(many(200_001)),
      make: never,
      run: toTheEnd,
      up: () => null,
    })
    expect(opened.answer).toEqual({ state: 'too_large', elements: 400_001, most: 400_000 })
  })

  it('tell backwards what they tell forwards', () => {
    const whole = portalFrame() as unknown as ViewerModel
    const part = fc.subarray([0, 1, 2, 3], { minLength: 0 }).chain((places) =>
      fc.record({
        places: fc.constant(places),
        moved: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
        label: fc.option(fc.constant('other'), { nil: undefined }),
      }),
    )
    const made = ({ places, moved, label }: { places: number[]; moved: number | undefined; label: string | undefined }) =>
      model({
        nodes: whole.nodes.map((one, k) => (k === moved ? node(one.id, 99) : one)),
        frames: (whole.frames ?? []).filter((_, k) => places.includes(k)).map((one) => (label ? { ...one, label } : one)),
      })
    fc.assert(
      fc.property(part, part, (one, other) => {
        const [there, back] = [compare(made(one), made(other)).counts, compare(made(other), made(one)).counts]
        expect(back).toEqual({ ...there, added: there.removed, removed: there.added })
        expect(compare(made(one), made(one)).rows).toEqual([])
      }),
    )
  })
})

describe('alike', () => {
  it.each([
    [{ a: 1, b: [1, { c: null }] }, { b: [1, {}], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: false }, false],
    [[1, 2], [2, 1], false],
    [{ 0: 'x' }, ['x'], false],
    [null, undefined, true],
    [0, null, false],
  ])('%j and %j: %s', (a, b, are) => {
    expect([isDeepEqual(a, b), isDeepEqual(b, a)]).toEqual([are, are])
  })
})
