import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { byId, draftOf, editDraft, refused } from '#lib/fixtures/drafts.ts'
import { answerQuestion, type Question } from './query/query.ts'

const at = (x: number, y: number, z: number) => ({ x, y, z })
const I = { id: 'I', type: 'i_wide_flange', dimensions: { t3: 0.3, t2: 0.15, tf: 0.02, tw: 0.01 } }
const C = { id: 'C', type: 'channel', dimensions: { t3: 0.2, t2: 0.075, tf: 0.011, tw: 0.008 } }

/** A beam of three pieces, B1-1 to B1-3, from A over P and Q to D. */
const pieces = (section: string, more: object = {}) => ({
  nodes: [
    { id: 'A', position: at(0, 0, 4) },
    { id: 'P', position: at(2, 0, 4), label: 'mark' },
    { id: 'Q', position: at(4, 0, 4) },
    { id: 'D', position: at(6, 0, 4) },
    { id: 'E', position: at(4, 3, 4) },
  ],
  sections: [I, C],
  frames: [
    { id: 'B1-1', startNodeId: 'A', endNodeId: 'P', sectionId: section, sectionOffset: { x: 0.1, y: -0.2 } },
    { id: 'B1-2', startNodeId: 'Q', endNodeId: 'P', sectionId: section, sectionOffset: { x: -0.1, y: -0.2 } },
    { id: 'B1-3', startNodeId: 'Q', endNodeId: 'D', sectionId: section, sectionOffset: { x: 0.1, y: -0.2 } },
  ],
  ...more,
})
const secondary = { id: 'S', startNodeId: 'Q', endNodeId: 'E', sectionId: 'I' }
const JOIN = { select: { ids: 'B1-*', kinds: ['frames'] }, join: true }

describe('join', () => {
  it('makes one frame of the pieces of a run, also of one that runs the other way', () => {
    const draft = draftOf(pieces('I'))
    const [done] = editDraft(draft, JOIN)
    expect(byId(draft, 'frames')).toEqual({
      B1: { id: 'B1', startNodeId: 'A', endNodeId: 'D', sectionId: 'I', sectionOffset: { x: 0.1, y: -0.2 }, rotation: 0 },
    })
    expect(Object.keys(byId(draft, 'nodes'))).toEqual(['A', 'D', 'E'])
    expect(done?.notes?.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      "labels_lost: labels of what went are lost: 'P'",
      'joined: B1-1..B1-3 → B1',
    ])
  })

  it('leaves the nodes where they are to stay, and names the frame as said', () => {
    const draft = draftOf(pieces('I'))
    editDraft(draft, { ...JOIN, join: { nodes: 'keep', id: 'G{n}' } })
    expect([Object.keys(byId(draft, 'frames')), Object.keys(byId(draft, 'nodes'))]).toEqual([['G1'], ['A', 'P', 'Q', 'D', 'E']])
  })

  it.each<[string, object, string[], string[]]>([
    ['at a node that a beam uses', { frames: [...pieces('I').frames, secondary] }, ['B1', 'B1-3', 'S'], ['join_stopped_used_node 1']],
    ['where a channel would stand mirrored', { frames: pieces('C').frames }, ['B1-1', 'B1-2', 'B1-3'], ['join_stopped_mirrored 2']],
    ['of different members', { members: [{ id: 'M', frameIds: ['B1-1', 'B1-2'] }, { id: 'N', frameIds: ['B1-3'] }] }, ['B1', 'B1-3'], []],
  ])('stops %s', (_, more, frames, notes) => {
    const draft = draftOf(pieces('I', more))
    const [done] = editDraft(draft, JOIN)
    expect(Object.keys(byId(draft, 'frames')).sort()).toEqual(frames.sort())
    expect(done?.notes?.filter(({ code }) => code.startsWith('join_stopped')).map(({ code, count }) => `${code} ${count}`) ?? []).toEqual(notes)
  }) // biome-ignore format: a line each

  it('stops where pieces of a member have other sections', () => {
    const frames = pieces('I').frames.map((frame) => (frame.id === 'B1-3' ? { ...frame, sectionId: 'C' } : frame))
    const draft = draftOf(pieces('I', { frames, members: [{ id: 'B1', frameIds: ['B1-1', 'B1-2', 'B1-3'] }] }))
    const [done] = editDraft(draft, JOIN)
    expect(done?.notes?.map(({ code }) => code)).toContain('join_stopped_fields')
    expect(byId(draft, 'members').B1?.frameIds).toEqual(['B1', 'B1-3'])
  })

  it.each<[string, object, object]>([
    ['has a field that the one before has not', {}, { role: 'beam' }],
    ['lacks a field that the one before has', { role: 'beam' }, {}],
    ['has another value of one of two fields', { role: 'beam', memberId: 'm' }, { role: 'brace', memberId: 'm' }],
  ])('stops where a piece %s', (_, first, last) => {
    const frames = pieces('I').frames.map((frame) => ({ ...frame, ...(frame.id === 'B1-3' ? last : first) }))
    const draft = draftOf(pieces('I', { frames }))
    editDraft(draft, JOIN)
    expect(Object.keys(byId(draft, 'frames')).sort()).toEqual(['B1', 'B1-3'])
  })

  it.each<[string, object, object, string]>([
    ['one frame', {}, { select: { kinds: ['frames'], ids: 'B1-1' } }, 'not_joined: nothing joined: 1 frame is selected'],
    [
      'frames apart',
      {},
      { select: { kinds: ['frames'], ids: ['B1-1', 'B1-3'] } },
      'not_joined: nothing joined: no two of the 2 selected frames share a node',
    ],
    [
      'a corner',
      { frames: [...pieces('I').frames, secondary] },
      { select: { kinds: ['frames'], ids: ['S', 'B1-3'] } },
      "not_joined_bend: nothing joined: 'B1-3' and 'S' do not lie in one line",
    ],
    [
      'other sections',
      { frames: pieces('I').frames.map((frame) => (frame.id === 'B1-2' ? { ...frame, sectionId: 'C' } : frame)) },
      JOIN,
      "not_joined_differ: nothing joined: 2 pairs, 'B1-1' and 'B1-2' first, differ in section, material, rotation or offset, or have a release where they meet",
    ],
    [
      'a support',
      { supports: [{ id: 'H', nodeId: 'P', restraints: 'pinned' }] },
      { select: { kinds: ['frames'], ids: ['B1-1', 'B1-2'] } },
      "not_joined_support: nothing joined: 'B1-1' and 'B1-2' meet at a support",
    ],
    [
      'what is one member already',
      { members: [{ id: 'M', frameIds: ['B1-1', 'B1-2', 'B1-3'] }] },
      { ...JOIN, join: { as: 'member' } },
      "joined_already: one member already: 'M'",
    ],
  ])('says why it does nothing: %s', (_, more, operation, note) => {
    const draft = draftOf(pieces('I', more))
    const before = byId(draft, 'frames')
    const [done] = editDraft(draft, 'join' in operation ? operation : { ...operation, join: true })
    expect(byId(draft, 'frames')).toEqual(before)
    expect(done?.notes?.map(({ code, message }) => `${code}: ${message}`)).toEqual([note])
  })

  it('says of columns in pieces that a floor ends them, and takes the member that it names', () => {
    const nodes = [0, 4, 8].map((z) => ({ id: `K${z}`, position: at(0, 0, z) }))
    const beams = ['X', 'Y'].map((id) => ({ id, position: id === 'X' ? at(5, 0, 4) : at(0, 5, 4) }))
    const frame = (id: string, startNodeId: string, endNodeId: string) => ({ id, startNodeId, endNodeId, sectionId: 'I' })
    const frames = [frame('C1', 'K0', 'K4'), frame('C2', 'K4', 'K8'), frame('BX', 'K4', 'X'), frame('BY', 'K4', 'Y')]
    const draft = draftOf({ nodes: [...nodes, ...beams], frames, sections: [I] })
    const select = { kinds: ['frames'], ids: ['C*'] }
    const [done] = editDraft(draft, { select, join: { as: 'member' } })
    expect(done?.notes?.map(({ message }) => message)).toEqual([
      `nothing joined: 'C1' and 'C2' are columns that end at a floor: {"add":{"members":[{"id":…,"frameIds":[…]}]}} makes one member of them`,
    ])
    const question = { by: 'run', select, show: ['count'], limit: 10 } as Question
    const asked = () => answerQuestion(draft.facts().model, question)
    expect(asked()).toMatchObject({
      answer: {
        matched: { runs: 2 },
        note: 'columns end at floors: in 1 place one goes on in line above; a member of their frames makes one run',
      },
    })
    editDraft(draft, { add: { members: [{ id: 'C', frameIds: ['C1', 'C2'] }] } })
    expect(asked()).toMatchObject({ answer: { matched: { runs: 1 } } })
    expect(asked()).not.toHaveProperty('answer.note')
  })

  it('makes a member of pieces that stay, over nodes that others use', () => {
    const draft = draftOf(pieces('I', { frames: [...pieces('I').frames, secondary] }))
    editDraft(draft, { ...JOIN, join: { as: 'member', id: 'G' } })
    expect(byId(draft, 'members')).toEqual({ G: { id: 'G', frameIds: ['B1-1', 'B1-2', 'B1-3'] } })
    expect(Object.keys(byId(draft, 'frames'))).toHaveLength(4)
  })

  it('is nothing where nothing can be joined', () => {
    const [done] = editDraft(draftOf(pieces('I')), { select: { ids: ['B1-1', 'B1-3'] }, join: true })
    expect(done?.changed).toEqual({})
  })

  it.each<[object, object]>([
    [{ select: { kinds: ['nodes'] }, join: true }, { type: 'condition_not_applicable', msg: 'join needs frames: 5 nodes are selected' }],
    [{ ...JOIN, join: { id: 'S' } }, { type: 'duplicate_id', msg: "'S' is already used; the pattern makes it from 'B1-1'; '{id}.{n}' would do" }],
    [{ ...JOIN, join: { id: '{k}' } }, { type: 'template_name' }],
  ])('%j is refused: %j', (op, issue) => {
    expect(refused(draftOf(pieces('I', { frames: [...pieces('I').frames, { ...secondary, startNodeId: 'D' }] })), op)).toMatchObject([issue])
  }) // biome-ignore format: a line each

  it('needs an id for each of several', () => {
    const frames = pieces('I').frames.flatMap((frame) => [frame, { ...frame, id: `x${frame.id}`, startNodeId: `x${frame.startNodeId}`, endNodeId: `x${frame.endNodeId}` }])
    const nodes = pieces('I').nodes.flatMap((node) => [node, { id: `x${node.id}`, position: { ...node.position, y: 9 } }])
    expect(refused(draftOf(pieces('I', { frames, nodes })), { select: { kinds: ['frames'] }, join: { id: 'G' } })).toMatchObject([
      { type: 'value_error', loc: ['ops', 0, 'join', 'id'], msg: "Value error, '{id}' or '{n}' must be in the text: it names 2 frames" },
    ])
  }) // biome-ignore format: a line each
})

test('to divide a frame and join its pieces leaves the model as it was', () => {
  const whole = fc.record({
    end: fc.record({ x: fc.integer({ min: -9, max: 9 }), y: fc.integer({ min: -9, max: 9 }), z: fc.integer({ min: 1, max: 9 }) }),
    rotation: fc.constantFrom(0, 30, -52),
    sectionId: fc.constantFrom('I', 'C'),
    isMember: fc.boolean(),
    cut: fc.oneof(fc.record({ parts: fc.integer({ min: 2, max: 9 }) }), fc.record({ at: fc.constantFrom([0.25], [0.1, 0.7]) })),
  })
  fc.assert(
    fc.property(whole, ({ end, rotation, sectionId, isMember, cut }) => {
      const frame = { startNodeId: 'A', rotation, sectionId, label: 'main', source: { guid: 'g' } }
      const draft = draftOf({
        nodes: [{ id: 'A', position: at(0, 0, 0) }, { id: 'B', position: end }, { id: 'C', position: at(3, -30, 2) }],
        frames: [{ ...frame, id: 'B1', endNodeId: 'B' }, { ...frame, id: 'B2', endNodeId: 'C' }],
        sections: [I, C],
        members: isMember ? [{ id: 'M', frameIds: ['B2', 'B1'], sectionId: 'C' }] : [],
      })
      const contents = () => ['nodes', 'frames', 'members'].map((kind) => JSON.stringify(Object.entries(byId(draft, kind as 'frames')).sort()))
      const before = JSON.parse(JSON.stringify(contents()))
      editDraft(draft, { select: { ids: 'B1', kinds: ['frames'] }, divide: cut }, { select: { ids: 'B1-*' }, join: true })
      expect(contents().map((text) => JSON.parse(text))).toEqual(before.map((text: string) => JSON.parse(text)))
    }),
    { numRuns: 200, seed: 29 },
  )
}) // biome-ignore format: short
