import { afterEach, describe, expect, test } from 'vitest'
import { byId, draftOf, editDraft, refused } from '#lib/fixtures/drafts.ts'
import { office } from '#lib/fixtures/office.ts'
import { limits } from '#lib/runtime/limits.ts'
import { MOST_COMPARED } from './work.ts'

const at2 = (x: number, y: number) => ({ x, y })
const at = (x: number, y: number, z: number) => ({ x, y, z })

/** Two bays of a frame on grid lines, a slab beside it. */
const bays = () => ({
  units: { current: 'kN, m, C' },
  nodes: [
    { id: 'N1', position: at(0, 0, 0) },
    { id: 'N2', position: at(0, 0, 4), label: 'knee' },
    { id: 'N3', position: at(6, 0, 4) },
    { id: 'N4', position: at(12, 0, 4) },
    { id: 'N5', position: at(6, 5, 4) },
  ],
  sections: [{ id: 'IPE', name: 'IPE 300' }, { id: 'HEB' }, { id: 'SLAB', type: 'shell', thickness: 0.2 }],
  materials: [{ id: 'S355' }],
  frames: [
    { id: 'C', startNodeId: 'N1', endNodeId: 'N2', sectionId: 'IPE', rotation: 90 },
    { id: 'B1', startNodeId: 'N2', endNodeId: 'N3', sectionId: 'IPE' },
    { id: 'B2', startNodeId: 'N3', endNodeId: 'N4', memberId: 'B' },
  ],
  members: [{ id: 'B', frameIds: ['B1', 'B2'], sectionId: 'HEB' }],
  areas: [{ id: 'S', nodeIds: ['N2', 'N3', 'N5'], sectionId: 'SLAB' }],
  supports: [{ id: 'F', nodeId: 'N1', restraints: { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true } }],
  gridLines: [
    { id: 'GA', axis: 'X', coordinate: 0, label: 'A' },
    { id: 'GB', axis: 'X', coordinate: 6, label: 'B' },
    { id: 'G1', axis: 'Y', coordinate: 0, label: '1' },
    { id: 'L1', axis: 'Z', coordinate: 4, label: 'Level 1' },
  ],
})

describe('an operation', () => {
  test.each<[object, object]>([
    [
      {},
      {
        type: 'value_error',
        loc: ['ops', 0],
        msg: expect.stringMatching(/^Value error, one of set, move, copy.* expected, got none$/),
      },
    ],
    [{ select: { all: true }, move: { z: 1 }, remove: true }, { msg: expect.stringContaining("got 'move' and 'remove'") }],
    [
      { select: { all: true }, moev: { z: 1 } },
      { type: 'extra_forbidden', loc: ['ops', 0, 'moev'] },
    ],
    [{ move: { z: 1 } }, { type: 'missing', loc: ['ops', 0, 'select'] }],
    [
      { select: { all: true }, move: {} },
      { type: 'value_error', loc: ['ops', 0, 'move'] },
    ],
    [
      { select: { all: true }, name: 'x' },
      { type: 'extra_forbidden', loc: ['ops', 0, 'select'] },
    ],
    [
      { select: { all: true }, mirror: { plane: 'X', at: 0 } },
      { type: 'missing', loc: ['ops', 0, 'mirror', 'copy'] },
    ],
    [
      { select: { all: true }, mirror: { plane: 'X', copy: true } },
      { type: 'value_error', loc: ['ops', 0, 'mirror'] },
    ],
    [
      { select: { all: true }, divide: { parts: 2, every: 1 } },
      { type: 'value_error', loc: ['ops', 0, 'divide'] },
    ],
    [
      { select: { all: true }, rotate: { angle: 3 } },
      { type: 'missing', loc: ['ops', 0, 'rotate', 'about'] },
    ],
    [
      { select: { all: true }, move: { z: 1, w: 2 } },
      { type: 'extra_forbidden', loc: ['ops', 0, 'move', 'w'] },
    ],
    [
      { select: { all: true }, set: { id: 'x' } },
      { type: 'extra_forbidden', loc: ['ops', 0, 'set', 'id'] },
    ],
    [
      { select: { all: true }, set: { colour: 1 } },
      { type: 'extra_forbidden', loc: ['ops', 0, 'set', 'colour'] },
    ],
    [{ scale: { to: 'm', factor: 2, unit: 'm' } }, { type: 'value_error', loc: ['ops', 0, 'scale'] }],
    [
      { select: { section: 'HEA' }, remove: true },
      { type: 'reference_not_found', loc: ['ops', 0, 'select', 'section', 0] },
    ],
    [
      { select: { role: 'wall' }, remove: true },
      { type: 'nothing_selected', loc: ['ops', 0, 'select', 'role'] },
    ],
  ])('%j is refused', (op, issue) => {
    expect(refused(draftOf(bays()), op)).toMatchObject([issue])
  })

  test('without a verb, whose selection stands beside `select`, is told of both', () => {
    expect(refused(draftOf(bays()), { ids: 'N1' }).map(({ type, loc }) => [type, loc])).toEqual([
      ['extra_forbidden', ['ops', 0, 'ids']],
      ['value_error', ['ops', 0]],
    ])
  })

  test('is told with everything that is wrong with the fields of all', () => {
    const ops = [{ move: { z: 'x' }, select: { all: true } }, {}, { select: { all: true }, copy: { by: { x: 1 }, times: 0 } }]
    expect(refused(draftOf(bays()), ...ops).map(({ loc }) => loc)).toEqual([
      ['ops', 0, 'move', 'z'],
      ['ops', 1],
      ['ops', 2, 'copy', 'times'],
    ])
  })

  test('tells the first of many unknown keys in what it adds, and how many there are', () => {
    const add = Object.fromEntries(Array.from({ length: limits.issues + 5 }, (_, k) => [`part${k}`, []]))
    const told = refused(draftOf(bays()), { add })
    expect(told.slice(0, limits.issues).map(({ type }) => type)).toEqual(Array(limits.issues).fill('extra_forbidden'))
    expect(told.slice(limits.issues)).toMatchObject([{ type: 'too_many_errors' }])
  })
})

describe('set', () => {
  test('lays fields onto what was submitted, and takes them away', () => {
    const draft = draftOf(bays())
    editDraft(draft, {
      select: { ids: 'C' },
      set: { sectionId: 'HEB', label: 'column', rotation: null, sectionOffset: { y: -0.1 } },
    })
    expect(byId(draft, 'frames').C).toEqual({
      id: 'C',
      startNodeId: 'N1',
      endNodeId: 'N2',
      sectionId: 'HEB',
      rotation: 0,
      label: 'column',
      sectionOffset: { x: 0, y: -0.1 },
    })
    editDraft(draft, { select: { ids: 'C' }, set: { sectionOffset: { x: 0.2 }, label: null } })
    expect(byId(draft, 'frames').C).toMatchObject({ sectionOffset: { x: 0.2, y: -0.1 } })
    expect(byId(draft, 'frames').C).not.toHaveProperty('label')
  })

  test('merges positions, dimensions and restraints by key, and takes their short forms', () => {
    const draft = draftOf(bays())
    editDraft(
      draft,
      { select: { kinds: 'nodes', ids: 'N1' }, set: { position: { z: -1 } } },
      { select: { kinds: 'supports' }, set: { restraints: { RX: false } } },
      {
        select: { kinds: 'sections', ids: 'HEB' },
        set: { type: 'i_wide_flange', dimensions: { t3: 0.3, t2: 0.3, tf: 0.02, tw: 0.01, r: 0.02 } },
      },
      { select: { kinds: 'sections', ids: 'HEB' }, set: { dimensions: { t3: 0.4, r: null } } },
    )
    expect(byId(draft, 'nodes').N1!.position).toEqual(at(0, 0, -1))
    expect(byId(draft, 'supports').F!.restraints).toEqual({ u1: true, u2: true, u3: true, r1: false, r2: true, r3: true })
    expect(byId(draft, 'sections').HEB!.dimensions).toEqual({ t3: 0.4, t2: 0.3, tf: 0.02, tw: 0.01 })
    editDraft(draft, { select: { kinds: 'supports' }, set: { restraints: '111 000' } })
    expect(byId(draft, 'supports').F!.restraints).toEqual({ u1: true, u2: true, u3: true, r1: false, r2: false, r3: false })
  })

  test.each<[object, object, object]>([
    [
      { on: 'Level 1' },
      { sectionId: 'HEB' },
      { type: 'ambiguous_kinds', msg: 'sectionId is a field of 1 area, 2 frames and 1 member: say kinds' },
    ],
    [
      { kinds: 'frames' },
      { thickness: 1 },
      { type: 'extra_forbidden', loc: ['ops', 0, 'set', 'thickness'], msg: "frames have no field 'thickness'" },
    ],
    [{ kinds: 'frames' }, { startNodeId: null }, { type: 'missing', loc: ['ops', 0, 'set', 'startNodeId'] }],
    [
      { kinds: 'frames' },
      { sectionId: 'IPX' },
      {
        type: 'reference_not_found',
        loc: ['ops', 0, 'set', 'sectionId'],
        msg: "no section 'IPX' in the model or this batch; did you mean 'IPE'? [3 times]",
        ctx: { count: 3, ids: ['C', 'B1', 'B2'] },
      },
    ],
    [{ kinds: 'supports' }, { restraints: 'roller' }, { type: 'value_error', loc: ['ops', 0, 'set', 'restraints'] }],
    [
      { kinds: 'frames' },
      { rotation: 'steep' },
      { type: 'float_parsing', loc: ['ops', 0, 'set', 'rotation'], ctx: { count: 3 } },
    ],
    [{ kinds: 'members' }, { frameIds: ['C', 'none'] }, { type: 'reference_not_found', loc: ['ops', 0, 'set', 'frameIds', 1] }],
    [
      { kinds: 'sections', ids: 'IPE' },
      { dimensions: { t3: -1 } },
      { type: 'value_error', loc: ['ops', 0, 'set', 'dimensions', 't3'] },
    ],
  ])('%j with %j is refused', (select, fields, issue) => {
    expect(refused(draftOf(bays()), { select, set: fields })).toMatchObject([issue])
  })

  test('of equal values changes nothing', () => {
    const draft = draftOf(bays())
    const [done] = editDraft(draft, { select: { ids: 'C' }, set: { sectionId: 'IPE', rotation: 90 } })
    expect(done).toMatchObject({ matched: { frames: 1 }, changed: {}, ids: {} })
  })
})

describe('a frame whose top lies on its line, given a deeper section', () => {
  const model = (sectionOffset?: object) =>
    draftOf({
      nodes: [
        { id: 'N1', position: at(0, 0, 0) },
        { id: 'N2', position: at(6, 0, 0) },
      ],
      sections: [
        { id: 'IPE 360', type: 'i_wide_flange', dimensions: { t3: 0.36, t2: 0.17, tf: 0.0127, tw: 0.008 } },
        { id: 'IPE 400', type: 'i_wide_flange', dimensions: { t3: 0.4, t2: 0.18, tf: 0.0135, tw: 0.0086 } },
        { id: 'plate', type: 'rectangular', dimensions: { t3: 0.36, t2: 0.02 } },
      ],
      frames: ['A', 'B'].map((id) => ({ id, startNodeId: 'N1', endNodeId: 'N2', sectionId: 'IPE 360', sectionOffset })),
    })
  const set = (fields: object, draft = model({ x: 0, y: -0.18 })) =>
    editDraft(draft, { select: { kinds: ['frames'], all: true }, set: fields })[0]?.notes

  test('is told of, with what lowers it, which then has nothing to tell', () => {
    const op = { select: { kinds: ['frames'], ids: ['A', 'B'] }, set: { sectionOffset: { x: 0, y: -0.2 } } }
    const draft = model({ x: 0, y: -0.18 })
    expect(set({ sectionId: 'IPE 400' }, draft)).toMatchObject([
      {
        message: `2 frames keep the sectionOffset that put the top of 'IPE 360' on their line; ${JSON.stringify(op)} does so with 'IPE 400'`,
        ids: ['A', 'B'],
      },
    ])
    expect(editDraft(draft, op)[0]?.notes).toBeUndefined()
    expect(draft.element('frames', 'A').sectionOffset).toEqual({ x: 0, y: -0.2 })
  })

  test.each([
    ['it says its offset too', { sectionId: 'IPE 400', sectionOffset: { y: -0.1 } }, { x: 0, y: -0.18 }],
    ['the section is as deep', { sectionId: 'plate' }, { x: 0, y: -0.18 }],
    ['it lies on its centroid', { sectionId: 'IPE 400' }, undefined],
    ['its offset is of no point of the section', { sectionId: 'IPE 400' }, { x: 0, y: -0.11 }],
  ])('is not, where %s', (_, fields, offset) => {
    expect(set(fields, model(offset))).toBeUndefined()
  })
})

describe('a member that says another section than its frames now have', () => {
  const notes = (...frames: string[]) => {
    const model = draftOf({
      nodes: [
        { id: 'N1', position: at(0, 0, 0) },
        { id: 'N2', position: at(6, 0, 0) },
      ],
      sections: [{ id: 'IPE' }, { id: 'HEB' }],
      frames: ['A', 'B'].flatMap((member) =>
        Array.from({ length: 6 }, (_, k) => ({ id: `${member}${k}`, startNodeId: 'N1', endNodeId: 'N2', sectionId: 'IPE' })),
      ),
      members: ['A', 'B'].map((id) => ({ id, frameIds: Array.from({ length: 6 }, (_, k) => `${id}${k}`), sectionId: 'IPE' })),
    })
    return editDraft(model, { select: { kinds: ['frames'], ids: frames }, set: { sectionId: 'HEB' } })[0]?.notes
  }

  test('is told once, however many of its frames are set', () => {
    const op = { select: { kinds: ['members'], ids: ['A'] }, set: { sectionId: 'HEB' } }
    expect(notes('A*')).toMatchObject([
      { message: `member 'A' still says sectionId 'IPE'; ${JSON.stringify(op)} sets it too`, count: 1, ids: ['A'] },
    ])
  })

  test('is named beside others, also where one of them has many frames', () => {
    expect(notes('A*', 'B*')).toMatchObject([
      { message: "members 'A', 'B' still say another sectionId: set it on them too, or take it away", count: 2, ids: ['A', 'B'] },
    ])
  })
})

describe('move', () => {
  test('carries what hangs on the nodes; a grid line goes with all that lies on it', () => {
    const draft = draftOf(bays())
    const [done] = editDraft(draft, { select: { on: 'Level 1' }, move: { z: 0.5 } })
    expect(byId(draft, 'nodes').N5!.position).toEqual(at(6, 5, 4.5))
    expect(byId(draft, 'gridLines').L1!.coordinate).toBe(4.5)
    expect(done?.notes).toEqual([{ code: 'grids_moved', message: "level 'Level 1' moved along", count: 1, ids: ['L1'] }])
    editDraft(draft, { select: { on: 'Level 1' }, move: { z: 0.5, grids: 'stay' } })
    expect(byId(draft, 'gridLines').L1!.coordinate).toBe(4.5)
  })

  test('says where axes jump and where nodes come to lie on others', () => {
    const draft = draftOf(bays())
    const [done] = editDraft(draft, { select: { kinds: 'nodes', ids: 'N2' }, move: { x: 6 } })
    expect(done?.notes?.map(({ code, ids }) => [code, ids])).toEqual([
      ['axes_jumped', ['C']],
      ['coincident_nodes', ['N2']],
    ])
  })

  test('by columns takes the supports under them along, and says so; by nodes it does not', () => {
    const draft = draftOf(office())
    const storey = { storey: ['Level 2'] }
    const lowest = [{ select: { role: ['column'], storey: ['Level 1'] }, move: { z: 0.5 } }]
    expect(editDraft(draft, ...lowest)[0]!.notes).toMatchObject([{ code: 'supports_moved', count: 20 }, { code: 'grids_moved' }])
    expect(editDraft(draftOf(office()), { select: { kinds: ['nodes'], ...storey }, move: { z: 0.5 } })[0]!.notes).toMatchObject([
      { code: 'grids_moved' },
    ])
  })

  test('by all of a storey takes the feet of its columns off the level below, and says so', () => {
    const notes = (select: object) => editDraft(draftOf(office()), { select, move: { z: 0.3 } })[0]!.notes ?? []
    const feet = notes({ storey: ['Level 2', 'Level 3'] }).find(({ code }) => code === 'feet_moved')
    expect(feet).toMatchObject({ count: 20, message: expect.stringContaining('select {"kinds":["nodes"],"storey":[…]}') })
    for (const select of [
      { kinds: ['nodes'], storey: ['Level 2'] },
      { role: ['beam', 'floor'], storey: ['Level 2'] },
      { all: true },
    ])
      expect(notes(select).map(({ code }) => code)).not.toContain('feet_moved')
  })

  test('of a grid line that is selected moves it along its axis', () => {
    const draft = draftOf(bays())
    const [done] = editDraft(draft, { select: { kinds: 'gridLines', ids: 'GB' }, move: { x: 0.5, y: 3 } })
    expect(byId(draft, 'gridLines').GB!.coordinate).toBe(6.5)
    expect(byId(draft, 'nodes').N3!.position.x).toBe(6)
    const note = '2 nodes on \'B\' stay; in the place of this, {"select":{"on":["GB"]},"move":{"x":0.5}} moves both'
    expect(done?.notes).toEqual([{ code: 'nodes_stay', message: note, count: 1, ids: ['GB'] }])
  })

  test('of a grid line alone says what stays on it, and the operation that takes it along does', () => {
    const notes = (op: object) => editDraft(draftOf(bays()), op)[0]!.notes?.map(({ code, message }) => [code, message])
    const ofB = { select: { kinds: 'gridLines', ids: 'GB' } }
    const stay = (op: object) => [['nodes_stay', `2 nodes on 'B' stay; in the place of this, ${JSON.stringify(op)} moves both`]]
    const move = { select: { on: ['GB'] }, move: { x: 0.5 } }
    expect(notes({ ...ofB, set: { coordinate: 6.5 } })).toEqual(stay(move))
    const mirror = { mirror: { plane: 'X', at: 0, copy: false } }
    expect(notes({ ...ofB, ...mirror })).toEqual(stay({ select: { on: ['GB'] }, ...mirror }))
    const draft = draftOf(bays())
    const [done] = editDraft(draft, move)
    expect(done?.notes).toMatchObject([{ code: 'grids_moved' }])
    expect(byId(draft, 'gridLines').GB!.coordinate).toBe(6.5)
    expect([byId(draft, 'nodes').N3!.position.x, byId(draft, 'nodes').N5!.position.x]).toEqual([6.5, 6.5])
    // One on which nothing lies, and several.
    expect(notes({ select: { kinds: 'gridLines', ids: 'GB' }, set: { label: 'Q' } })).toBeUndefined()
    expect(notes({ select: { kinds: 'gridLines' }, move: { x: 1 } })).toEqual([
      ['nodes_stay', "4 nodes on 'A', 'B' stay: what is on a line takes it along, select by on"],
    ])
  })

  test('numbers come out as they would have been typed', () => {
    const draft = draftOf({
      nodes: [
        { id: 'A', position: at(0.1, 0.2, 0) },
        { id: 'B', position: at(3, 0, 0) },
      ],
    })
    editDraft(
      draft,
      { select: { all: true }, move: { x: 0.2, y: 0.1 } },
      { select: { all: true }, move: { x: 1e6 } },
      { select: { all: true }, move: { x: -1e6 } },
    )
    expect(byId(draft, 'nodes').A!.position).toEqual(at(0.3, 0.3, 0))
  })
})

test.each([
  ['X', 6, 'Y', 6],
  ['Y', 6, 'X', -6],
  ['Z', 4, 'Z', 4],
])('a grid line %s = %d turned by 90 about Z is %s = %d', (axis, coordinate, turned, to) => {
  const draft = draftOf({ gridLines: [{ id: 'G', axis, coordinate }] })
  editDraft(draft, { select: { kinds: 'gridLines' }, rotate: { about: {}, angle: 90 } })
  expect(byId(draft, 'gridLines').G).toMatchObject({ axis: turned, coordinate: to })
})

describe('skew lines and arcs', () => {
  const P2 = { id: 'P2', arc: { center: at2(0, 0), radius: 20, from: 0, to: 90 } }
  const R3 = { id: 'R3', label: '3', line: { from: at2(0, 0), to: at2(8, 4) } }
  const ofLines = { select: { kinds: 'gridLines' } }
  const after = (gridLine: object, ...ops: object[]) => {
    const draft = draftOf({ gridLines: [gridLine] })
    editDraft(draft, ...ops.map((op) => ({ ...ofLines, ...op })))
    const [made] = [...draft.all('gridLines')]
    return made
  }

  test.each<[string, object, object, object]>([
    ['moves', R3, { move: { x: 1, y: 2, z: 5 } }, { line: { from: at2(1, 2), to: at2(9, 6) }, axis: 'Y', coordinate: 4 }],
    ['stays when it is raised', P2, { move: { z: 5 } }, { arc: P2.arc, axis: 'X', coordinate: 14.1421356237 }],
    [
      'is turned by 30',
      P2,
      { rotate: { about: {}, angle: 30 } },
      { arc: { ...P2.arc, from: 30, to: 120 }, axis: 'Y', coordinate: 19.3185165258 },
    ],
    [
      'is turned by 90',
      R3,
      { rotate: { about: {}, angle: 90 } },
      { line: { from: at2(0, 0), to: at2(-4, 8) }, axis: 'X', coordinate: -2 },
    ],
    [
      'is mirrored at X',
      P2,
      { mirror: { plane: 'X', at: 0, copy: false } },
      { arc: { ...P2.arc, from: 90, to: 180 }, coordinate: -14.1421356237 },
    ],
    [
      'is mirrored at Y',
      P2,
      { mirror: { plane: 'Y', at: 1, copy: false } },
      { arc: { ...P2.arc, center: at2(0, 2), from: -90, to: 0 } },
    ],
    ['is mirrored at Z', R3, { mirror: { plane: 'Z', at: 1, copy: false } }, { ...R3, axis: 'Y', coordinate: 2 }],
    [
      'is turned over',
      R3,
      { rotate: { axis: 'X', about: {}, angle: 180 } },
      { line: { from: at2(0, 0), to: at2(8, -4) }, coordinate: -2 },
    ],
    [
      'keeps an axis that was sent',
      { ...R3, axis: 'X', coordinate: 7 },
      { move: { x: 1 } },
      { line: { from: at2(1, 0), to: at2(9, 4) }, axis: 'X', coordinate: 8 },
    ],
    ['is scaled', P2, { scale: { factor: 1000, unit: 'mm' } }, { arc: { ...P2.arc, radius: 20000 }, coordinate: 14142.1356237 }],
    [
      'gets another line',
      R3,
      { set: { line: { to: at2(4, 8) } } },
      { line: { from: at2(0, 0), to: at2(4, 8) }, axis: 'X', coordinate: 2 },
    ],
    [
      'makes a straight one skew',
      { id: 'A', axis: 'Y', coordinate: 3 },
      { set: { line: R3.line } },
      { line: R3.line, axis: 'Y', coordinate: 2 },
    ],
    ['makes it straight again', R3, { set: { line: null } }, { id: 'R3', label: '3', axis: 'Y', coordinate: 2 }],
  ])('one %s', (_, sent, op, expected) => {
    // One operation is of the model, not of what is selected.
    const made =
      'scale' in op
        ? (() => {
            const draft = draftOf({ gridLines: [sent] })
            editDraft(draft, op)
            return [...draft.all('gridLines')][0]
          })()
        : after(sent, op)
    expect(made).toMatchObject(expected)
    if ('set' in op && (op.set as { line?: unknown }).line === null) expect(made).not.toHaveProperty('line')
  })

  test('is copied, by moves and by turns, also in a model that has nothing else', () => {
    const draft = draftOf({ gridLines: [R3] })
    editDraft(
      draft,
      { ...ofLines, copy: { by: { y: 6 } } },
      { select: { kinds: 'gridLines', ids: 'R3' }, rotate: { about: {}, angle: 30, times: 2, id: '{id}t{n}' } },
    )
    const lines = byId(draft, 'gridLines')
    expect(lines['R3-1']).toMatchObject({ line: { from: at2(0, 6), to: at2(8, 10) }, axis: 'Y', coordinate: 8 })
    expect(Object.keys(lines)).toHaveLength(4)
  })

  test('a straight one that is turned by no quarter becomes a line over its drawn length, levels refuse', () => {
    const model = {
      nodes: [
        { id: 'N1', position: at(0, 0, 0) },
        { id: 'N2', position: at(10, 0, 0) },
      ],
      frames: [{ id: 'F', startNodeId: 'N1', endNodeId: 'N2' }],
      gridLines: [
        { id: 'G', label: 'A', axis: 'X', coordinate: 10 },
        { id: 'L', axis: 'Z', coordinate: 3 },
      ],
    }
    const draft = draftOf(model)
    const [done] = editDraft(draft, { select: { all: true }, rotate: { about: {}, angle: 30 } })
    expect(done?.notes?.map(({ code, message }) => [code, message])).toContainEqual([
      'grid_became_line',
      "grid line 'A' is a skew line now, from end to end as it was drawn",
    ])
    const { G, L } = byId(draft, 'gridLines')
    expect(G?.line?.from.x).toBeCloseTo(10 * Math.cos(Math.PI / 6) + 0.5, 9)
    expect(G?.line?.to.x).toBeCloseTo(10 * Math.cos(Math.PI / 6) - 0.5, 9)
    expect(L).toMatchObject({ axis: 'Z', coordinate: 3 })
    for (const axis of ['X', 'Y'] as const)
      expect(refused(draft, { select: { kinds: 'gridLines', ids: 'G' }, rotate: { axis, about: {}, angle: 30 } })).toMatchObject([
        {
          type: 'grid_line_cannot_turn',
          msg: `grid line 'G' cannot be turned by 30 degrees about ${axis}: grid lines stand upright, and levels lie across Z`,
        },
      ])
    expect(refused(draft, { select: { kinds: 'nodes' }, mirror: { on: 'G', copy: false } })).toMatchObject([
      {
        type: 'value_error',
        loc: ['ops', 0, 'mirror', 'on'],
        msg: "Value error, 'G' is not straight across X, Y or Z, as a mirror is",
      },
    ])
  })

  test('goes along with all that lies on it, and alone says what stays', () => {
    const model = {
      nodes: [
        { id: 'N1', position: at(2, 1, 0) },
        { id: 'N2', position: at(6, 3, 4) },
        { id: 'N3', position: at(9, 0, 0) },
      ],
      frames: [{ id: 'F', startNodeId: 'N1', endNodeId: 'N2' }],
      gridLines: [R3],
    }
    const draft = draftOf(model)
    const notes = (op: object) => editDraft(draftOf(model), op)[0]!.notes?.map(({ message }) => message)
    const move = { select: { on: ['R3'] }, move: { x: 1 } }
    expect(notes({ ...ofLines, move: { x: 1 } })).toEqual([
      `2 nodes on '3' stay; in the place of this, ${JSON.stringify({ ...move, move: { x: 1, y: 0 } })} moves both`,
    ])
    expect(notes({ ...ofLines, set: { line: { to: at2(9, 9) } } })).toEqual(["2 nodes on '3' stay"])
    const turn = { rotate: { axis: 'Z', about: { x: 0, y: 0 }, angle: 30 } }
    expect(notes({ ...ofLines, ...turn })).toEqual([
      `2 nodes on '3' stay; in the place of this, ${JSON.stringify({ select: { on: ['R3'] }, ...turn })} moves both`,
    ])
    expect(editDraft(draft, move)[0]?.notes).toMatchObject([{ code: 'grids_moved' }])
    expect(byId(draft, 'gridLines').R3!.line).toEqual({ from: at2(1, 0), to: at2(9, 4) })
  })
})

describe('orient', () => {
  const frame = (to: ReturnType<typeof at>, section: object = { id: 'S', type: 'angle', dimensions: { t3: 0.1, tf: 0.01 } }) =>
    draftOf({
      units: { length: 'm' },
      nodes: [
        { id: 'A', position: at(2, 2, 0) },
        { id: 'B', position: at(2 + to.x, 2 + to.y, to.z) },
      ],
      sections: [section],
      frames: [{ id: 'F', startNodeId: 'A', endNodeId: 'B', sectionId: 'S' }],
    })

  test.each<[string, ReturnType<typeof at>, object, number]>([
    ['column up, 2 to +Y', at(0, 0, 3), { to: { y: 1 } }, 90],
    ['column up, 3 to +Y', at(0, 0, 3), { axis: '3', to: { y: 1 } }, 0],
    ['column up, heel to (1, 1, 0)', at(0, 0, 3), { axis: 'heel', to: { x: 1, y: 1 } }, -90],
    ['column up, heel outward', at(0, 0, 3), { axis: 'heel', outward: { x: 0, y: 0 } }, -90],
    ['beam +X, 2 to +Y', at(3, 0, 0), { to: { y: 1 } }, -90],
    ['beam +X, -2 to +Y', at(3, 0, 0), { axis: '-2', to: { y: 1 } }, 90],
    ['beam +X, 2 to +Y and 45 more', at(3, 0, 0), { to: { y: 1 }, turn: 45 }, -45],
  ])('%s', (_, to, asked, rotation) => {
    const draft = frame(to)
    editDraft(draft, { select: { ids: 'F' }, orient: asked })
    expect(byId(draft, 'frames').F!.rotation).toBeCloseTo(rotation, 9)
  })

  test('the heels of the legs of a mast point outward', () => {
    const corners = [
      [-3, -3],
      [3, -3],
      [3, 3],
      [-3, 3],
    ] as const
    const draft = draftOf({
      nodes: corners.flatMap(([x, y], i) => [0, 5].map((z) => ({ id: `${i}-${z}`, position: at(x, y, z) }))),
      sections: [{ id: 'L150x12', type: 'angle', dimensions: { t3: 0.15, tf: 0.012 } }],
      frames: corners.map((_, i) => ({ id: `L${i}`, startNodeId: `${i}-0`, endNodeId: `${i}-5`, sectionId: 'L150x12' })),
    })
    editDraft(draft, { select: { section: ['L150x12'] }, orient: { axis: 'heel', outward: { x: 0, y: 0 } } })
    expect(Array.from(draft.all('frames'), ({ rotation }) => rotation)).toEqual([90, 180, -90, 0])
  })

  test('an angle may be said by its profile', () => {
    const draft = frame(at(0, 0, 3), { id: 'S', profile: 'L150x150x12' })
    editDraft(draft, { select: { ids: 'F' }, orient: { axis: 'heel', to: { x: 1, y: 1 } } })
    expect(byId(draft, 'frames').F!.rotation).toBeCloseTo(-90, 9)
  })

  test('what cannot point there is refused', () => {
    expect(refused(frame(at(0, 0, 3)), { select: { ids: 'F' }, orient: { to: { z: 1 } } })).toMatchObject([
      { type: 'direction_along_axis' },
    ])
    expect(refused(frame(at(0, 0, 3)), { select: { ids: 'F' }, orient: { outward: { x: 2, y: 2 } } })).toMatchObject([
      { type: 'direction_along_axis', loc: ['ops', 0, 'orient', 'outward'] },
    ])
    const pipe = frame(at(0, 0, 3), { id: 'S', type: 'pipe' })
    expect(refused(pipe, { select: { ids: 'F' }, orient: { axis: 'heel', to: { x: 1 } } })).toMatchObject([
      { type: 'section_has_no_heel', loc: ['ops', 0, 'orient', 'axis'] },
    ])
  })
})

describe('divide', () => {
  test('makes pieces that are one member, at nodes that are there or are made', () => {
    const draft = draftOf(bays())
    editDraft(draft, { select: { ids: 'C' }, divide: { parts: 4 } })
    expect(byId(draft, 'members').C).toEqual({ id: 'C', frameIds: ['C-1', 'C-2', 'C-3', 'C-4'] })
    expect(byId(draft, 'frames')['C-2']).toEqual({
      id: 'C-2',
      startNodeId: 'C.1',
      endNodeId: 'C.2',
      sectionId: 'IPE',
      rotation: 90,
    })
    expect(byId(draft, 'nodes')['C.3']!.position).toEqual(at(0, 0, 3))
  })

  test('puts the pieces where the member listed the frame', () => {
    const draft = draftOf(bays())
    editDraft(draft, { select: { ids: 'B1' }, divide: { every: 2.5, member: false } })
    expect(byId(draft, 'members').B!.frameIds).toEqual(['B1-1', 'B1-2', 'B1-3', 'B2'])
    editDraft(draft, { select: { ids: 'C' }, divide: { at: [0.5], id: '{id}{letter(k-1)}', member: false } })
    expect(Object.keys(byId(draft, 'members'))).toEqual(['B'])
    expect(Object.keys(byId(draft, 'frames'))).toEqual(expect.arrayContaining(['CA', 'CB']))
  })

  test('at nodes: of a cross each is divided in the middle, and both share the node', () => {
    const cross = () =>
      draftOf({
        nodes: [
          { id: 'A', position: at(0, 0, 0) },
          { id: 'B', position: at(4, 0, 4) },
          { id: 'C', position: at(4, 0, 0) },
          { id: 'D', position: at(0, 0, 4) },
        ],
        frames: [
          { id: 'X', startNodeId: 'A', endNodeId: 'B' },
          { id: 'Y', startNodeId: 'C', endNodeId: 'D' },
        ],
      })
    const draft = cross()
    editDraft(draft, { select: { kinds: 'frames' }, divide: { parts: 2 } })
    expect(byId(draft, 'frames')['Y-1']!.endNodeId).toBe('X.1')
    const other = cross()
    editDraft(other, { add: { nodes: [{ id: 'M', position: at(2, 0, 2) }] } }, { select: { all: true }, divide: { nodes: true } })
    expect(byId(other, 'frames')['X-2']!.startNodeId).toBe('M')
    const [nothing] = editDraft(other, { select: { all: true }, divide: { nodes: true } })
    expect(nothing?.changed).toEqual({})
  })

  test('at its nodes leaves no sliver at a node that was written twice', () => {
    const draft = draftOf({
      units: { current: 'kN, m, C' },
      nodes: [
        { id: 'A', position: at(0, 0, 0) },
        { id: 'A again', position: at(0.0004, 0, 0) },
        { id: 'M', position: at(2, 0, 0) },
        { id: 'M again', position: at(2.0004, 0, 0) },
        { id: 'B', position: at(4, 0, 0) },
      ],
      frames: [{ id: 'X', startNodeId: 'A', endNodeId: 'B' }],
    })
    editDraft(draft, { select: { kinds: ['frames'] }, divide: { nodes: true } })
    expect(Object.values(byId(draft, 'frames')).map(({ startNodeId, endNodeId }) => [startNodeId, endNodeId])).toEqual([
      ['A', 'M'],
      ['M', 'B'],
    ])
  })

  test('into a member whose id is taken is refused', () => {
    const model = bays()
    model.members[0]!.id = 'C'
    expect(refused(draftOf(model), { select: { ids: 'C', kinds: 'frames' }, divide: { parts: 2 } })).toMatchObject([
      { type: 'duplicate_id', loc: ['ops', 0, 'divide', 'member'] },
    ])
  })
})

describe('merge', () => {
  test('leads frames from the nodes that go to those that stay, and touches no other', () => {
    const draft = draftOf({
      nodes: [
        { id: 'A', position: at(0, 0, 0) },
        { id: 'B', position: at(4, 0, 0) },
        { id: 'B2', position: at(4, 0, 0) },
        { id: 'C', position: at(8, 0, 0) },
      ],
      frames: [
        { id: 'AB', startNodeId: 'A', endNodeId: 'B' },
        { id: 'BC', startNodeId: 'B2', endNodeId: 'C' },
      ],
    })
    const [done] = editDraft(draft, { merge: true })
    expect(done?.changed).toEqual({ frames: { added: 0, replaced: 1 }, nodes: { added: 0, replaced: 0, removed: 1 } })
    expect(byId(draft, 'frames').BC).toMatchObject({ startNodeId: 'B', endNodeId: 'C' })
  })

  test('joins nodes that lie together; what hangs on them follows, what has no extent goes', () => {
    const model = bays()
    model.nodes.push({ id: 'N6', position: at(12, 0, 4.00001), label: 'twin' }, { id: 'N7', position: at(12, 0, 4.00001) })
    model.frames.push({ id: 'Z', startNodeId: 'N4', endNodeId: 'N6' } as (typeof model.frames)[0])
    model.areas.push({ id: 'T', nodeIds: ['N4', 'N6', 'N7', 'N3'], sectionId: 'SLAB' })
    model.supports.push({ ...model.supports[0]!, id: 'F2', nodeId: 'N6' })
    model.members.push({ id: 'MZ', frameIds: ['Z'], sectionId: 'HEB' })
    const draft = draftOf(model)
    const [done] = editDraft(draft, { merge: true })
    expect(done?.changed).toEqual({
      areas: { added: 0, replaced: 0, removed: 1 },
      frames: { added: 0, replaced: 0, removed: 1 },
      members: { added: 0, replaced: 0, removed: 1 },
      nodes: { added: 0, replaced: 0, removed: 2 },
      supports: { added: 0, replaced: 1 },
    })
    expect(byId(draft, 'supports').F2!.nodeId).toBe('N4')
    expect(done?.notes?.map(({ code }) => code).sort()).toEqual([
      'areas_collapsed',
      'frames_collapsed',
      'labels_lost',
      'members_collapsed',
      'nodes_merged',
    ])
  })

  test('does not shrink a row of close nodes to one', () => {
    const nodes = Array.from({ length: 5 }, (_, i) => ({ id: `N${i}`, position: at(i, 0, 0) }))
    const frames = [{ id: 'F', startNodeId: 'N0', endNodeId: 'far' }]
    const draft = draftOf({ nodes: [...nodes, { id: 'far', position: at(1000, 0, 0) }], frames })
    editDraft(draft, { merge: { tolerance: 1.5 } })
    expect(Object.keys(byId(draft, 'nodes'))).toEqual(['N0', 'N2', 'N4', 'far'])
    expect(refused(draft, { merge: { tolerance: 11 } })).toMatchObject([
      { type: 'tolerance_too_large', loc: ['ops', 0, 'merge', 'tolerance'] },
    ])
  })
})

describe('renumber', () => {
  test('counts in an order, by the names of the grid, and references follow', () => {
    const draft = draftOf(bays())
    const [done] = editDraft(draft, {
      select: { kinds: 'nodes' },
      renumber: { id: 'n{n}', by: ['z', 'x', 'y'], start: 10, step: 10 },
    })
    expect(done?.ids).toMatchObject({ nodes: ['N1 → n10', 'N2 → n20', 'N3 → n30', 'N5 → n40', 'N4 → n50'] })
    expect(byId(draft, 'areas').S!.nodeIds).toEqual(['n20', 'n30', 'n40'])
    expect(byId(draft, 'supports').F!.nodeId).toBe('n10')
    editDraft(draft, { select: { kinds: 'nodes', on: ['A', '1'] }, renumber: { id: '{gridX}{gridY}-{round(z,1)}' } })
    expect(byId(draft, 'frames').C).toMatchObject({ startNodeId: 'A1-0', endNodeId: 'A1-4' })
  })

  test('lets ids change places, and labels that name a member follow', () => {
    const draft = draftOf(bays())
    editDraft(draft, { select: { kinds: 'nodes', ids: ['N1', 'N2'] }, renumber: { id: "{pick(n-1,'N2','N1')}" } })
    expect(byId(draft, 'nodes').N2!.position).toEqual(at(0, 0, 0))
    expect(byId(draft, 'frames').C).toMatchObject({ startNodeId: 'N2', endNodeId: 'N1' })
    editDraft(draft, { select: { kinds: 'members' }, renumber: { id: 'beam' } })
    expect(byId(draft, 'frames').B2!.memberId).toBe('beam')
  })

  test.each<[object, object]>([
    [
      { select: { kinds: 'nodes' }, renumber: { id: '{gridX}-{n}' } },
      { type: 'template_value', ctx: {} },
    ],
    [{ select: { all: true }, renumber: { id: '{n}' } }, { type: 'ambiguous_kinds' }],
    [
      { select: { ids: 'C' }, renumber: { id: '{level}-{n}' } },
      { type: 'template_value', msg: "'C': lies on no level; {storey} is where its top is" },
    ],
    [
      { select: { kinds: 'nodes', ids: 'N1' }, renumber: { id: 'N2' } },
      { type: 'duplicate_id', loc: ['ops', 0, 'renumber', 'id'] },
    ],
  ])('%j is refused', (op, issue) => {
    expect(refused(draftOf(bays()), op)).toMatchObject([issue])
  })
})

describe('remove', () => {
  test('is refused while something stays that refers to it, unless that goes along', () => {
    const draft = draftOf(bays())
    const op = { select: { kinds: 'nodes', ids: 'N3' } }
    expect(refused(draft, { ...op, remove: true })).toMatchObject([
      { type: 'still_referenced', loc: ['ops', 0, 'remove'], ctx: { id: 'N3', count: 3 } },
    ])
    const [done] = editDraft(draft, { ...op, remove: { cascade: true } })
    expect(done?.changed).toMatchObject({
      nodes: { removed: 1 },
      frames: { removed: 2 },
      areas: { removed: 1 },
      members: { removed: 1 },
    })
  })

  test('leaves nodes that nothing uses any more, or takes them and their supports along', () => {
    const draft = draftOf(bays())
    const [left] = editDraft(draft, { select: { ids: 'B2' }, remove: { cascade: true } })
    expect(left?.notes).toMatchObject([{ code: 'left_unused', ids: ['N4'] }])
    const [taken] = editDraft(draft, { select: { ids: 'C' }, remove: { unusedNodes: true } })
    expect(taken?.changed).toEqual({
      frames: { added: 0, replaced: 0, removed: 1 },
      nodes: { added: 0, replaced: 0, removed: 1 },
      supports: { added: 0, replaced: 0, removed: 1 },
    })
  })

  test('of an id that several kinds have asks which', () => {
    const model = bays()
    model.supports[0]!.id = 'C'
    expect(refused(draftOf(model), { select: { ids: 'C' }, remove: true })).toMatchObject([
      { type: 'ambiguous_kinds', ctx: { kinds: ['frames', 'supports'] } },
    ])
  })
})

describe('units', () => {
  test('are labels: field by field, null clears, no number moves', () => {
    const draft = draftOf(bays())
    editDraft(draft, { units: { length: 'mm', current: null } })
    expect(draft.units).toEqual({ length: 'mm' })
    expect(byId(draft, 'nodes').N3!.position).toEqual(at(6, 0, 4))
  })

  test('lengths are converted, by the power that they have', () => {
    const model = {
      units: { current: 'Kip, in, F' },
      nodes: [{ id: 'A', position: at(300, 246, 174), radius: 2 }],
      sections: [
        {
          id: 'W',
          type: 'i_wide_flange',
          dimensions: { t3: 14, t2: 14.5, tf: 0.71, tw: 0.44, area: 26.5, i33: 999, z33: 157, r33: 6.14, odd: 7 },
        },
        {
          id: 'P',
          type: 'custom',
          polygon: [
            { x: 0, y: 0 },
            { x: 10, y: 0 },
            { x: 0, y: 10 },
          ],
        },
      ],
      gridLines: [{ id: 'G', axis: 'Z', coordinate: 174 }],
    }
    const draft = draftOf(model)
    const [done] = editDraft(draft, { scale: { to: 'm' } })
    expect(byId(draft, 'nodes').A).toEqual({ id: 'A', position: at(7.62, 6.2484, 4.4196), radius: 0.0508 })
    expect(draft.units).toEqual({ current: 'Kip, m, F', length: 'm' })
    expect(byId(draft, 'sections').W!.dimensions).toEqual({
      t3: 0.3556,
      t2: 0.3683,
      tf: 0.018034,
      tw: 0.011176,
      area: 0.01709674,
      i33: 0.000415815194174,
      z33: 0.002572769048,
      r33: 0.155956,
      odd: 7,
    })
    expect(byId(draft, 'gridLines').G!.coordinate).toBe(4.4196)
    expect(done?.notes).toMatchObject([{ code: 'not_scaled', ids: ['odd'] }])
    editDraft(draft, { scale: { to: 'in' } })
    expect(byId(draft, 'nodes').A!.position).toEqual(at(300, 246, 174))
    expect(byId(draft, 'sections').W!.dimensions?.i33).toBeCloseTo(999, 8)
  })

  test('that nobody can read are told', () => {
    expect(refused(draftOf({ nodes: [] }), { scale: { to: 'm' } })).toMatchObject([
      { type: 'unit_unknown', loc: ['ops', 0, 'scale', 'to'] },
    ])
    expect(refused(draftOf(bays()), { scale: { to: 'cubit' } })).toMatchObject([{ type: 'unit_unknown' }])
    const draft = draftOf(bays())
    editDraft(draft, { scale: { factor: 2, unit: 'cubit' } })
    expect(byId(draft, 'nodes').N3!.position).toEqual(at(12, 0, 8))
    expect(draft.units).toEqual({ current: 'kN, cubit, C', length: 'cubit' })
  })
})

describe('what is divided below the tolerance', () => {
  // D = 100.0, so that nodes within a millimetre are one.
  const short = (long: number) =>
    draftOf({
      nodes: [
        { id: 'A', position: at(0, 0, 0) },
        { id: 'B', position: at(long, 0, 0) },
        { id: 'far', position: at(100, 0, 0) },
      ],
      frames: [
        { id: 'F', startNodeId: 'A', endNodeId: 'B' },
        { id: 'long', startNodeId: 'B', endNodeId: 'far' },
      ],
    })
  const noteOf = (draft: ReturnType<typeof draftOf>, how: object) =>
    editDraft(draft, { select: { ids: 'F', kinds: 'frames' }, divide: { member: false, ...how } })[0]?.notes
  const note = (words: string) => [{ code: 'not_divided', count: 1, ids: ['F'], message: words }]

  test.each<[number, object, number]>([
    [0.004, { parts: 5 }, 2],
    [0.0015, { parts: 2 }, 1],
    [0.0005, { parts: 2 }, 1],
    [1, { at: [1e-9, 0.5, 1 - 1e-9] }, 2],
  ])('%d long by %j: pieces have two ends, and it is told that they are fewer', (long, how, pieces) => {
    const draft = short(long)
    expect(noteOf(draft, how)).toEqual(
      note("frame 'F' has fewer pieces than asked for: nodes nearer together than 0.001 are one"),
    )
    const frames = [...draft.all('frames')].filter(({ id }) => id !== 'long')
    expect(frames).toHaveLength(pieces)
    for (const { startNodeId, endNodeId } of frames) expect(startNodeId).not.toBe(endNodeId)
    expect([frames[0]?.startNodeId, frames.at(-1)?.endNodeId]).toEqual(['A', 'B'])
  })

  test('says nothing where all pieces were made, or where no number of them was asked for', () => {
    expect(noteOf(short(1), { parts: 5 })).toBeUndefined()
    expect(noteOf(short(0.0005), { nodes: true })).toBeUndefined()
  })
})

describe('texts that are made of others hold the limits of what is sent', () => {
  const long = (count: number) => '😀'.repeat(count)
  const lines = (label: string) => draftOf({ gridLines: [{ id: 'A', axis: 'X', coordinate: 0, label }] })
  const ofLine = { select: { kinds: 'gridLines' } }

  test('labels of copies', () => {
    const copy = { ...ofLine, copy: { by: { x: 1 } } }
    const draft = lines(long(4094))
    editDraft(draft, copy)
    expect(byId(draft, 'gridLines')['A-1']?.label).toBe(`${long(4094)}-1`)
    expect(refused(lines(long(4095)), copy)).toMatchObject([
      {
        type: 'string_too_long',
        loc: ['ops', 0, 'copy'],
        msg: "the label of grid line 'A-1…', made here, has 4097 characters, it may have 4096",
      },
    ])
    const mirror = { ...ofLine, mirror: { plane: 'X', at: 3, copy: true } }
    expect(refused(lines(long(4096)), mirror)).toMatchObject([
      { type: 'template_value', loc: ['ops', 0, 'mirror', 'label'], msg: "'A': the text has more than 4000 characters" },
    ])
    // A label is no id: it may be longer than one.
    const other = lines(long(300))
    editDraft(other, mirror)
    expect(byId(other, 'gridLines').Am?.label).toBe(`${long(300)}m`)
  })

  test('ids of nodes and of pieces that a division makes', () => {
    const draft = (id: string) =>
      draftOf({
        nodes: [
          { id: 'A', position: at(0, 0, 0) },
          { id: 'B', position: at(1, 0, 0) },
        ],
        frames: [{ id, startNodeId: 'A', endNodeId: 'B' }],
      })
    const divide = (id: string) => ({ select: { kinds: 'frames' }, divide: { parts: 2, member: false, id } })
    editDraft(draft(long(254)), divide('{id}{k}'))
    expect(refused(draft(long(255)), divide('{k}'))).toMatchObject([
      {
        type: 'string_too_long',
        loc: ['ops', 0, 'divide'],
        msg: `the id of node '${long(40)}…', made here, has 257 characters, it may have 256`,
      },
    ])
    expect(refused(draft(long(254)), divide('{id}--{k}'))).toMatchObject([
      { type: 'template_value', loc: ['ops', 0, 'divide', 'id'] },
    ])
  })

  test('ids and names of sections in the mirror', () => {
    const model = ({ id = 'L', name = 'Angle' }) =>
      draftOf({
        nodes: [
          { id: 'A', position: at(0, 0, 0) },
          { id: 'B', position: at(1, 1, 1) },
        ],
        sections: [{ id, name, type: 'angle', dimensions: { t3: 0.15, t2: 0.1, tf: 0.01 } }],
        frames: [{ id: 'F', startNodeId: 'A', endNodeId: 'B', sectionId: id }],
      })
    const mirror = { select: { ids: 'F' }, mirror: { plane: 'X', at: 0, copy: false, unsymmetric: 'section' } }
    for (const texts of [{ id: long(255) }, { name: long(4090) }])
      expect(refused(model(texts), mirror)).toMatchObject([{ type: 'string_too_long', loc: ['ops', 0, 'mirror'] }])
    editDraft(model({ id: long(254), name: long(4087) }), mirror)
  })

  test('what templates make', () => {
    const label = `${'x'.repeat(4000)}{i}`
    const add = { repeat: [{ for: { i: '1..2' }, nodes: [{ id: 'T{i}', position: at(0, 0, 0), label }] }] }
    expect(refused(draftOf({ nodes: [] }), { add })).toMatchObject([
      { type: 'template_value', loc: ['ops', 0, 'add', 'repeat', 0, 'nodes', 0, 'label'] },
    ])
  })
})

test('a node that one operation made and a later one took away is in no count', () => {
  const draft = draftOf(bays())
  editDraft(draft, { add: { nodes: [{ id: 'X', position: at(1, 1, 1) }] } }, { select: { ids: 'X' }, remove: true })
  expect(
    Object.values(draft.changesOfCall()).flatMap(({ added, replaced, removed }) => [...added, ...replaced, ...removed]),
  ).toEqual([])
})

test('elements that are added are judged as a batch is', () => {
  const added = {
    frames: [{ id: 'X', startNodeId: 'N1', endNodeId: 'N9' }],
    nodes: [
      { id: 'Y', position: at(0, 0, 0) },
      { id: 'Y', position: at(0, 0, 0) },
    ],
  }
  expect(refused(draftOf(bays()), { add: added })).toMatchObject([
    { type: 'reference_not_found', loc: ['ops', 0, 'add', 'frames', 0, 'endNodeId'] },
    { type: 'duplicate_id', loc: ['ops', 0, 'add', 'nodes', 1, 'id'] },
  ])
})

test('elements are added by templates, with defaults', () => {
  const draft = draftOf(bays())
  const add = {
    repeat: [{ for: { i: '1..3' }, nodes: [{ id: 'T{i}', position: { x: '{12+i}', y: 0, z: 4 } }] }],
    frames: [{ id: 'T', startNodeId: 'T1', endNodeId: 'T3' }],
    defaults: { frames: { sectionId: 'HEB', rotation: 90 } },
  }
  const [done] = editDraft(draft, { add })
  expect(done?.changed).toEqual({ frames: { added: 1, replaced: 0 }, nodes: { added: 3, replaced: 0 } })
  expect(byId(draft, 'frames').T).toMatchObject({ sectionId: 'HEB', rotation: 90 })
  const again = {
    ...add,
    frames: [],
    repeat: [{ for: { i: '1..3' }, frames: [{ id: 'U{i}', startNodeId: 'T{i}', endNodeId: 'T{i+1}' }] }],
  }
  expect(refused(draft, { add: again })).toMatchObject([
    { type: 'reference_not_found', loc: ['ops', 0, 'add', 'repeat', 0, 'frames', 0, 'endNodeId'], ctx: { at: { i: 3 } } },
  ])
  expect(refused(draft, { add: { node: [] } }, { add: { nodes: [{ id: 'A' }] } })).toMatchObject([
    { type: 'extra_forbidden', loc: ['ops', 0, 'add', 'node'] },
    { type: 'missing', loc: ['ops', 1, 'add', 'nodes', 0, 'position'] },
  ])
})

test.each<[object, string]>([
  [{ select: { kinds: 'frames' }, divide: { every: 1e-9 } }, 'limit_exceeded'],
  [{ select: { all: true }, move: { x: 1e308, y: 1e308, z: 1e308 } }, 'finite_number'],
  [{ select: { kinds: 'gridLines' }, move: { x: 1.7e308 } }, 'finite_number'],
  [{ select: { all: true }, copy: { by: { x: 1.7e308 }, times: 2 } }, 'value_error'],
])('%j is refused: numbers have an end', (op, type) => {
  const model = bays()
  model.gridLines[0]!.coordinate = 1.7e308
  const draft = draftOf(model)
  if ('move' in op && type === 'finite_number') draft.put('nodes', { id: 'far', position: at(1.7e308, 0, 0) })
  expect(refused(draft, op).map((issue) => issue.type)).toContain(type)
})

test('a dimension that leaves the numbers in another unit is told', () => {
  const sections = [{ id: 'S', type: 'custom', dimensions: { i33: 1e300 } }]
  expect(refused(draftOf({ sections }), { scale: { factor: 1e9, unit: 'pm' } })).toMatchObject([{ type: 'finite_number' }])
})

describe('a number so large that places would be lost', () => {
  const all = { all: true }
  const far = { type: 'value_error', msg: expect.stringContaining('would lose its place') }
  const turned = { type: 'value_error', msg: expect.stringContaining('say no direction any more') }
  test.each<[string, object, object]>([
    ['move', { select: all, move: { x: 1e20 } }, { ...far, loc: ['ops', 0, 'move'] }],
    ['move of one coordinate', { select: { ids: ['N2'] }, move: { y: -1e12 } }, far],
    ['move of what has no length', { select: { kinds: ['gridLines'] }, move: { x: 1e300 } }, far],
    ['copy', { select: all, copy: { by: { z: 1e15 } } }, { ...far, loc: ['ops', 0, 'copy'] }],
    ['the last of many copies', { select: all, copy: { by: { z: 1e7 }, times: 1000 } }, far],
    ['mirror', { select: all, mirror: { plane: 'X', at: 1e18, copy: false } }, far],
    ['mirrored copy', { select: all, mirror: { plane: 'X', at: -1e18, copy: true } }, far],
    ['rotate', { select: all, rotate: { about: { x: 0 }, angle: 1e308 } }, { ...turned, loc: ['ops', 0, 'rotate', 'angle'] }],
    ['rotate about what is far away', { select: all, rotate: { about: { x: 1e17 }, angle: 30 } }, far],
    ['rotated copies', { select: all, rotate: { about: { x: 0 }, angle: 1e9, times: 3 } }, turned],
    ['orient', { select: { ids: ['C'] }, orient: { to: { y: 1 }, turn: -1e30 } }, { ...turned, loc: ['ops', 0, 'orient', 'turn'] }],
  ])('%s', (_, op, issue) => {
    expect(refused(draftOf(bays()), op)).toContainEqual(expect.objectContaining(issue))
  }) // biome-ignore format: one a line

  test('a storey at such a level', () => {
    const model = bays()
    model.gridLines.push({ id: 'L9', axis: 'Z', coordinate: 1e18, label: 'Level 9' }, { id: 'L0', axis: 'Z', coordinate: 0, label: 'Level 0' })
    const op = { select: { ids: ['C'] }, toLevels: { from: 'Level 1', to: ['Level 9'] } }
    expect(refused(draftOf(model), op)).toContainEqual(expect.objectContaining(far))
  }) // biome-ignore format: short

  test('is none where they are kept: a national grid in millimetres, there and back, and what lay there', () => {
    const draft = draftOf(bays())
    const before = byId(draft, 'nodes')
    editDraft(draft, { select: all, move: { x: 4.5e6, y: 5.8e6 } }, { select: all, rotate: { about: { x: 4.5e6, y: 5.8e6 }, angle: -360_000_090 } }, { select: all, rotate: { about: { x: 4.5e6, y: 5.8e6 }, angle: 90 } }, { select: all, move: { x: -4.5e6, y: -5.8e6 } }) // biome-ignore format: short
    expect(byId(draft, 'nodes')).toEqual(before)
    const alone = draftOf({ nodes: [{ id: 'N', position: at(0, 0, 0) }] })
    editDraft(alone, { select: all, move: { x: 1e20 } })
    expect(byId(alone, 'nodes')).toMatchObject({ N: { position: at(1e20, 0, 0) } })
    editDraft(alone, { select: all, move: { y: 3e19 } })
  })
})

describe('what a few words make of a crowd', () => {
  const all = { all: true }
  const crowd = (apart: string) => ({ add: { repeat: [{ for: { i: '1..1500' }, nodes: [{ id: 'q{i}', position: { x: apart, y: 0, z: 0 } }] }] } }) // biome-ignore format: short
  const ends = (limit: number) => [expect.objectContaining({ type: 'limit_exceeded', ctx: { limit } })]

  const whole = { elements: limits.batchElements, nodes: MOST_COMPARED.nodes }
  afterEach(() => {
    limits.batchElements = whole.elements
    MOST_COMPARED.nodes = whole.nodes
  })

  test('ends by a count: copies that land on what is there', () => {
    const draft = draftOf(bays())
    editDraft(draft, crowd('{i}'))
    limits.batchElements = 5000
    const op = { select: all, copy: { by: { x: 1e-9 }, times: 1000, join: { sectionId: 'IPE' } } }
    expect(refused(draft, op)).toEqual(ends(5000))
  })

  test.each(['0', '{i/1e9}'])('ends by a count: nodes at x = %s that are all beside each other', (apart) => {
    const draft = draftOf(bays())
    editDraft(draft, crowd(apart))
    MOST_COMPARED.nodes = 200_000
    expect(refused(draft, { select: { ids: ['q*'] }, copy: { by: { y: 1e-9 }, times: 9 } })).toEqual(ends(200_000))
    editDraft(draft, { merge: true })
    expect(draft.count('nodes')).toBe(5)
  })

  test('ends by a count: nodes in the box of every frame that is divided at nodes', () => {
    const draft = draftOf(bays())
    const corners = [{ id: 'a', position: at(-1, -1, -1) }, { id: 'b', position: at(2, 2, 2) }] // biome-ignore format: short
    const between = { for: { i: '1..300' }, frames: [{ id: 'h{i}', startNodeId: 'a', endNodeId: 'b' }] }
    editDraft(draft, crowd('{i*0.618%1}'), { add: { nodes: corners, repeat: [between] } })
    MOST_COMPARED.nodes = 200_000
    expect(refused(draft, { select: { ids: ['h*'] }, divide: { nodes: true } })).toEqual(ends(200_000))
  })
})
