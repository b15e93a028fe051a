import { describe, expect, test } from 'vitest'
import { byId, draftOf, editDraft, refused } from '#lib/fixtures/drafts.ts'
import { office } from '#lib/fixtures/office.ts'
import { limits } from '#lib/runtime/limits.ts'

const portal = () => ({
  nodes: [
    { id: 'A', position: { x: 0, y: 0, z: 0 } },
    { id: 'B', position: { x: 0, y: 0, z: 6 } },
    { id: 'C', position: { x: 12, y: 0, z: 6 } },
    { id: 'D', position: { x: 12, y: 0, z: 0 } },
  ],
  sections: [{ id: 'IPE' }],
  materials: [{ id: 'S355' }],
  frames: [
    { id: 'C1', startNodeId: 'A', endNodeId: 'B', length: 6, memberId: 'label', source: { tag: 1 } },
    { id: 'R', startNodeId: 'B', endNodeId: 'C', label: 'rafter' },
    { id: 'C2', startNodeId: 'D', endNodeId: 'C' },
  ],
  members: [{ id: 'M', frameIds: ['C1', 'R'], sectionId: 'IPE', materialId: 'S355' }],
  supports: [
    { id: 'SA', nodeId: 'A', restraints: { u1: true, u2: true, u3: true } },
    { id: 'SD', nodeId: 'D', restraints: { u1: true, u2: true, u3: true } },
  ],
})

describe('copies', () => {
  test('that cannot be made count as those that can: the call ends', () => {
    const many = limits.batchElements
    limits.batchElements = 1000
    try {
      const copy = { select: { all: true }, copy: { by: { y: 6 }, times: 200 } } as const
      expect(refused(draftOf(portal()), copy)).toMatchObject([
        { type: 'limit_exceeded', msg: 'more than 1000 elements made by one call' },
      ])
      // Each copy would have the id of the first: that is said, and not looked for to the end.
      const [same] = refused(draftOf(portal()), { ...copy, copy: { ...copy.copy, id: '{id}-x' } })
      expect(same?.type).toBe('duplicate_id')
      expect(same?.ctx?.count).toBeLessThanOrEqual(1000)
    } finally {
      limits.batchElements = many
    }
  })

  test('a hall is made from one frame', () => {
    const draft = draftOf(portal())
    const [done] = editDraft(draft, {
      select: { all: true },
      copy: { by: { y: 6 }, times: 10, join: { select: { box: { z: [6, null] } }, sectionId: 'IPE', materialId: 'S355' } },
    })
    expect(done?.changed).toEqual({
      frames: { added: 50, replaced: 0 },
      members: { added: 10, replaced: 0 },
      nodes: { added: 40, replaced: 0 },
      supports: { added: 20, replaced: 0 },
    })
    expect(byId(draft, 'nodes')['B-10']).toEqual({ id: 'B-10', position: { x: 0, y: 60, z: 6 } })
    expect(byId(draft, 'frames')['B~1']).toEqual({
      id: 'B~1',
      startNodeId: 'B',
      endNodeId: 'B-1',
      rotation: 0,
      sectionId: 'IPE',
      materialId: 'S355',
    })
    expect(byId(draft, 'frames')['C~10']).toMatchObject({ startNodeId: 'C-9', endNodeId: 'C-10' })
    expect(byId(draft, 'members')['M-3']).toEqual({ id: 'M-3', frameIds: ['C1-3', 'R-3'], sectionId: 'IPE', materialId: 'S355' })
    expect(byId(draft, 'frames')['C1-1']).toEqual({
      id: 'C1-1',
      startNodeId: 'A-1',
      endNodeId: 'B-1',
      rotation: 0,
      source: { tag: 1 },
    })
  })

  test('half of a member is none: the copied frame has as its own what it had from it', () => {
    const draft = draftOf(portal())
    editDraft(draft, { select: { ids: 'R' }, copy: { by: { y: 3 }, id: '{id}{n+1}' } })
    expect(byId(draft, 'frames').R2).toEqual({
      id: 'R2',
      startNodeId: 'B2',
      endNodeId: 'C2',
      label: 'rafter',
      rotation: 0,
      sectionId: 'IPE',
      materialId: 'S355',
    })
    expect([...draft.all('members')]).toHaveLength(1)
  })

  test('land on nodes that are there, and what is there already is not made again', () => {
    const draft = draftOf(portal())
    const [done] = editDraft(draft, { select: { ids: 'C1' }, copy: { by: { x: 12 } } })
    expect(done?.changed).toEqual({})
    expect(done?.notes?.map(({ code, count }) => [code, count])).toEqual([
      ['landed_on_nodes', 2],
      ['skipped_duplicates', 1],
    ])
  })

  test('that take an id which is there are refused, with a pattern that is free', () => {
    const model = portal()
    model.frames.push({ id: 'R-1', startNodeId: 'A', endNodeId: 'C' } as (typeof model.frames)[0])
    expect(refused(draftOf(model), { select: { ids: ['R', 'R-1'] }, copy: { by: { y: 3 } } })).toMatchObject([
      {
        type: 'duplicate_id',
        loc: ['ops', 0, 'copy', 'id'],
        msg: "'R-1' is already used; the pattern makes it from 'R'; '{id}.{n}' would do",
        ctx: { free: '{id}.{n}' },
      },
    ])
    expect(refused(draftOf(portal()), { select: { ids: ['A', 'B'] }, copy: { by: { y: 3 }, id: 'N' } })).toMatchObject([
      { type: 'duplicate_id', ctx: { free: '{id}.{n}' } },
    ])
  })

  test('patterns are read before anything is done', () => {
    const asked = (id: string) => refused(draftOf(portal()), { select: { all: true }, copy: { by: { y: 1 }, id } })
    expect(asked('{id')).toMatchObject([{ type: 'template_syntax', loc: ['ops', 0, 'copy', 'id'] }])
    expect(asked('{no}')).toMatchObject([{ type: 'template_name', loc: ['ops', 0, 'copy', 'id'] }])
    expect(asked('{label}')).toMatchObject([{ type: 'template_value', loc: ['ops', 0, 'copy', 'id'] }])
  })

  test('of grid lines take another label', () => {
    const draft = draftOf({ gridLines: [{ id: 'G1', axis: 'X', coordinate: 0, label: 'A' }] })
    editDraft(draft, {
      select: { kinds: 'gridLines', ids: 'G1' },
      copy: { by: { x: 6 }, times: 2, label: "{pick(n,'A','B','C')}" },
    })
    expect([...draft.all('gridLines')].slice(1)).toEqual([
      { id: 'G1-1', axis: 'X', coordinate: 6, label: 'B' },
      { id: 'G1-2', axis: 'X', coordinate: 12, label: 'C' },
    ])
  })

  test('an area that is there already is not made again, in whatever order its nodes are named; another is', () => {
    const at = (id: string, x: number, y: number) => ({ id, position: { x, y, z: 0 } })
    const draft = draftOf({
      nodes: [
        at('A', 0, 0),
        at('B', 4, 0),
        at('C', 8, 0),
        at('D', 0, 3),
        at('E', 4, 3),
        at('F', 8, 3),
        at('G', 12, 0),
        at('H', 12, 3),
      ],
      areas: [
        { id: 'one', nodeIds: ['A', 'B', 'E', 'D'] },
        { id: 'two', nodeIds: ['F', 'E', 'B', 'C'] },
      ],
    })
    const [done] = editDraft(draft, { select: { ids: 'one' }, copy: { by: { x: 4 }, times: 2 } })
    expect(done?.changed).toEqual({ areas: { added: 1, replaced: 0 } })
    expect(done?.notes?.map(({ code, count }) => [code, count])).toContainEqual(['skipped_duplicates', 1])
  })

  test('a ring closes: twelve copies about an axis have twelve nodes', () => {
    const draft = draftOf({
      nodes: [
        { id: 'A', position: { x: 10, y: 0, z: 0 } },
        { id: 'B', position: { x: 8.66025403784, y: 5, z: 0 } },
      ],
      frames: [{ id: 'F', startNodeId: 'A', endNodeId: 'B' }],
    })
    const [done] = editDraft(draft, { select: { all: true }, rotate: { about: {}, angle: 30, times: 12 } })
    expect([...draft.all('nodes')]).toHaveLength(12)
    expect([...draft.all('frames')]).toHaveLength(12)
    expect(done?.notes).toMatchObject([{ code: 'landed_on_nodes' }, { code: 'skipped_duplicates', count: 1 }])
  })

  test('in a mirror share the nodes that lie in it', () => {
    const draft = draftOf(portal())
    const [done] = editDraft(draft, { select: { all: true }, mirror: { plane: 'X', at: 12, copy: true } })
    expect(done?.changed).toMatchObject({ nodes: { added: 2 }, frames: { added: 2 }, supports: { added: 1 } })
    expect(byId(draft, 'frames').Rm).toMatchObject({ startNodeId: 'Bm', endNodeId: 'C' })
    expect(byId(draft, 'nodes').Bm!.position).toEqual({ x: 24, y: 0, z: 6 })
  })
})

describe('storeys', () => {
  const storey = () => ({
    nodes: [
      { id: 'A0', position: { x: 0, y: 0, z: 0 } },
      { id: 'A1', position: { x: 0, y: 0, z: 4 } },
      { id: 'Z', position: { x: 3, y: 0, z: 2 } },
      { id: 'B1', position: { x: 6, y: 0, z: 4 } },
      { id: 'C1', position: { x: 6, y: 6, z: 4 } },
    ],
    frames: [
      { id: 'C', startNodeId: 'A0', endNodeId: 'A1', rotation: 30 },
      { id: 'K', startNodeId: 'A0', endNodeId: 'Z' },
    ],
    areas: [{ id: 'S', nodeIds: ['A1', 'B1', 'C1'] }],
    supports: [{ id: 'SA', nodeId: 'A0', restraints: { u3: true } }],
    gridLines: [0, 4, 7.5, 11].map((coordinate, i) => ({ id: `L${i}`, axis: 'Z', coordinate, label: `Level ${i}` })),
  })

  test('reach from level to level, and what stands between keeps its share of the height', () => {
    const draft = draftOf(storey())
    const [done] = editDraft(draft, { select: { all: true }, toLevels: { from: 'Level 1', to: ['Level 2', 'Level 3'] } })
    expect(done?.changed).toEqual({
      areas: { added: 2, replaced: 0 },
      frames: { added: 4, replaced: 0 },
      nodes: { added: 8, replaced: 0 },
    })
    const nodes = byId(draft, 'nodes')
    expect(nodes['Z@Level 2']!.position.z).toBe(5.75)
    expect(nodes['Z@Level 3']!.position.z).toBe(9.25)
    expect(nodes['C1@Level 3']!.position).toEqual({ x: 6, y: 6, z: 11 })
    expect(byId(draft, 'frames')['C@Level 2']).toMatchObject({ startNodeId: 'A1', endNodeId: 'A1@Level 2', rotation: 30 })
    expect(byId(draft, 'frames')['C@Level 3']).toMatchObject({ startNodeId: 'A1@Level 2', endNodeId: 'A1@Level 3' })
  })

  test('reach all levels of a range', () => {
    const draft = draftOf(storey())
    editDraft(draft, { select: { all: true }, toLevels: { from: 'Level 1', to: 'Level 2..L3' } })
    const copies = Object.keys(byId(draft, 'areas'))
    expect(copies.sort()).toEqual(['S', 'S@Level 2', 'S@Level 3'])
  })

  test('go up from the lowest level, which has none below, with what lies in it or next to it', () => {
    const { nodes, areas, gridLines } = storey()
    const base = [0, 1e-7, 0, 0].map((z, k) => ({ ...nodes[k + 1]!, position: { ...nodes[k + 1]!.position, z } }))
    const draft = draftOf({ nodes: base.filter(({ id }) => id !== 'Z'), areas, gridLines })
    editDraft(draft, { select: { all: true }, toLevels: { from: 'Level 0', to: 'Level 2' } })
    expect(byId(draft, 'nodes')['C1@Level 2']!.position).toEqual({ x: 6, y: 6, z: 7.5 })
    const above = draftOf({ nodes: [{ id: 'A', position: { x: 0, y: 0, z: 0.1 } }], gridLines })
    expect(refused(above, { select: { all: true }, toLevels: { from: 'Level 0', to: 'Level 2' } })).toMatchObject([
      { type: 'outside_storey', msg: "node 'A' at z = 0.1 is not of the storey of 'Level 0' (z = 0, no level is below it)" },
    ])
  })

  test('that do not lie at their level are refused, as is a level without one below', () => {
    const draft = draftOf(storey())
    expect(refused(draft, { select: { all: true }, toLevels: { from: 'Level 3', to: ['Level 2'] } })).toMatchObject([
      { type: 'outside_storey', loc: ['ops', 0, 'toLevels', 'from'], ctx: { count: 5 } },
    ])
    expect(refused(draft, { select: { all: true }, toLevels: { from: 'Level 1', to: ['*'] } })).toMatchObject([
      { type: 'outside_storey', loc: ['ops', 0, 'toLevels', 'to'] },
    ])
    expect(refused(draft, { select: { all: true }, toLevels: { from: 'Level 1', to: ['Level 2', 'Level 9'] } })).toMatchObject([
      { type: 'reference_not_found', loc: ['ops', 0, 'toLevels', 'to', 1] },
    ])
  })

  test('copied twice are there already', () => {
    const draft = draftOf(storey())
    const op = { select: { box: { z: [0, 4] } }, toLevels: { from: 'Level 1', to: ['Level 2'] } }
    editDraft(draft, op)
    const [again] = editDraft(draft, op)
    expect(again?.changed).toEqual({})
  })

  test('of an office go on upward', () => {
    const { nodes, frames, areas, supports, gridLines } = office()
    const sections = [{ id: 'C450' }, { id: 'B300X600' }]
    const levels = [...gridLines!, { id: 'L5', axis: 'Z', coordinate: 18, label: 'Level 5' }]
    const draft = draftOf({ nodes, frames, areas, supports, sections, gridLines: levels })
    const [done] = editDraft(draft, { select: { storey: 'Level 4' }, toLevels: { from: 'Level 4', to: 'Level 5' } })
    expect(done?.changed).toEqual({
      areas: { added: 15, replaced: 0 },
      frames: { added: 51, replaced: 0 },
      nodes: { added: 24, replaced: 0 },
    })
  })
})
