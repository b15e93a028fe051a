import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { byId, draftOf, editDraft, refused } from '#lib/fixtures/drafts.ts'

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
