import { expect, it } from 'vitest'
import type { Kind } from '#lib/schema/schema.ts'
import { compareLocs, limitIssues, mergeIssues } from './issue-order.ts'
import { EMPTY_MODEL, judgeBatch, type ModelIds } from './judge-batch.ts'

const node = (id: string) => ({ id, position: { x: 0, y: 0, z: 0 } })
const frame = (id: string, startNodeId: string, endNodeId: string) => ({ id, startNodeId, endNodeId, rotation: 0 })

function holding(ids: Partial<Record<Kind, string[]>>, memberOf: Record<string, string> = {}): ModelIds {
  return {
    has: (kind, id) => ids[kind]?.includes(id) ?? false,
    ids: (kind) => ids[kind] ?? [],
    count: (kind) => ids[kind]?.length ?? 0,
    memberOf: (id) => memberOf[id],
  }
}

it('resolves references against the model and the batch, in any order', () => {
  const batch = { frames: [frame('F1', 'N1', 'N2')], nodes: [node('N2')], supports: [{ id: 'S', nodeId: 'N1' }] }
  expect(judgeBatch(batch, holding({ nodes: ['N1'] }))).toEqual({ issues: [], total: 0 })
})

it('names the end node that is missing, and the one that was meant', () => {
  const { issues } = judgeBatch({ nodes: [node('N7'), node('Q123')], frames: [frame('F', 'N7', 'N7a')] }, EMPTY_MODEL)
  expect(issues).toEqual([
    {
      type: 'reference_not_found',
      loc: ['frames', 0, 'endNodeId'],
      msg: "no node 'N7a' in the model or this batch; did you mean 'N7'?",
      ctx: { kind: 'node', id: 'N7a', suggestion: 'N7' },
    },
  ])
})

it('goes down to the very reference, in field order, and leaves the suggestion out when nothing is near', () => {
  const area = {
    id: 'A',
    nodeIds: ['N1', 'Zzzzzz', 'N2'],
    materialId: 'steel',
    openingNodeIds: [['N1'], ['N1', 'Yyyyyy']],
    sectionId: '',
  }
  const { issues } = judgeBatch({ areas: [area] }, holding({ nodes: ['N1', 'N2'] }))
  expect(issues.map(({ loc, msg }) => [loc, msg])).toEqual([
    [['areas', 0, 'nodeIds', 1], "no node 'Zzzzzz' in the model or this batch"],
    [['areas', 0, 'materialId'], "no material 'steel' in the model or this batch"],
    [['areas', 0, 'openingNodeIds', 1, 1], "no node 'Yyyyyy' in the model or this batch"],
    [['areas', 0, 'sectionId'], "no section '' in the model or this batch"],
  ])
  expect(issues[0]?.ctx).toEqual({ kind: 'node', id: 'Zzzzzz' })
})

it('tells an id used twice also beside elements that could not be read', () => {
  const nodes = [
    undefined,
    node('N1'),
    undefined,
    node('N2'),
    node('N1'),
    { ...node('N1'), id: undefined },
    node('N2'),
    node('N1'),
  ]
  expect(judgeBatch({ nodes }, EMPTY_MODEL).issues.map(({ type, loc, ctx }) => [type, loc[1], ctx!.first])).toEqual([['duplicate_id', 4, 1], ['duplicate_id', 6, 3], ['duplicate_id', 7, 1]]) // biome-ignore format: short
})

it('tells an id used twice at the second, and a frame listed twice by one member', () => {
  const { issues } = judgeBatch(
    { members: [{ id: 'M', frameIds: ['F', 'F'] }], nodes: [node('N1'), node('N1')] },
    holding({ frames: ['F'] }),
  )
  expect(issues).toEqual([
    {
      type: 'duplicate_id',
      loc: ['members', 0, 'frameIds', 1],
      msg: "'F' is already used at index 0",
      ctx: { id: 'F', first: 0 },
    },
    { type: 'duplicate_id', loc: ['nodes', 1, 'id'], msg: "'N1' is already used at index 0", ctx: { id: 'N1', first: 0 } },
  ])
})

it('lets the same id stand in different kinds, and takes __proto__ for an ordinary id', () => {
  const batch = { nodes: [node('1'), node('__proto__')], frames: [frame('1', '1', '__proto__')] }
  expect(judgeBatch(batch, EMPTY_MODEL).total).toBe(0)
  expect(judgeBatch({ frames: [frame('F', 'constructor', '__proto__')] }, EMPTY_MODEL).total).toBe(2)
})

it('keeps a frame in one member, unless the other is set without it in the same batch', () => {
  const model = holding({ frames: ['F1', 'F2', 'F3'], members: ['M1'] }, { F1: 'M1' })
  expect(judgeBatch({ members: [{ id: 'M2', frameIds: ['F1'] }] }, model).issues).toEqual([
    {
      type: 'frame_in_other_member',
      loc: ['members', 0, 'frameIds', 0],
      msg: "frame 'F1' already belongs to member 'M1'",
      ctx: { frame: 'F1', member: 'M1' },
    },
  ])
  const moved = [
    { id: 'M2', frameIds: ['F1'] },
    { id: 'M1', frameIds: ['F2'] },
  ]
  expect(judgeBatch({ members: moved }, model).total).toBe(0)
  const both = [
    { id: 'M2', frameIds: ['F1'] },
    { id: 'M1', frameIds: ['F1'] },
  ]
  expect(judgeBatch({ members: both }, model).issues.map(({ loc, ctx }) => [loc, ctx])).toEqual([
    [['members', 1, 'frameIds', 0], { frame: 'F1', member: 'M2' }],
  ])
})

it('lets no error follow from another', () => {
  // Failed fields are undefined: their elements count as present, their references are not judged.
  const batch = {
    frames: [{ id: 'F', startNodeId: undefined, endNodeId: 'N1', rotation: 0 }, undefined],
    members: [{ id: 'M', frameIds: ['F', undefined, 'gone-with-the-wind'] }],
    nodes: [{ id: 'N1', position: undefined }],
  }
  expect(judgeBatch(batch, EMPTY_MODEL).issues.map(({ loc }) => loc)).toEqual([['members', 0, 'frameIds', 2]])
  expect(judgeBatch({ frames: [frame('F', 'N1', 'N2')] }, EMPTY_MODEL, new Set(['nodes'])).total).toBe(0)
})

it('counts a hundred thousand wrong references, tells a hundred, and says how many more', () => {
  const frames = Array.from({ length: 50_000 }, (_, i) => frame(`F${i}`, `missing-${i}`, `absent-${i}`))
  const ids = Array.from({ length: 200_000 }, (_, i) => `N${i}`)
  const known = new Set(ids)
  const model: ModelIds = { ...EMPTY_MODEL, has: (_, id) => known.has(id), ids: () => ids }
  const { issues, total } = judgeBatch({ frames }, model)
  expect([issues.length, total]).toEqual([100, 100_000])
  expect(limitIssues(issues, total).at(-1)).toEqual({
    type: 'too_many_errors',
    loc: [],
    msg: '100000 errors, 99900 of them not shown',
    ctx: { total: 100_000, shown: 100 },
  })
})

it('limits a batch, a model and a source', () => {
  const many = { nodes: Array.from({ length: 500_001 }, (_, i) => node(`${i}`)) }
  expect(judgeBatch(many, EMPTY_MODEL).issues).toEqual([
    {
      type: 'limit_exceeded',
      loc: [],
      msg: '500001 elements in one batch, the limit is 500000',
      ctx: { limit: 500_000, actual: 500_001 },
    },
  ])
  const full: ModelIds = { ...EMPTY_MODEL, count: (kind) => (kind === 'nodes' ? 2_000_000 : 0), has: (_, id) => id === 'old' }
  expect(judgeBatch({ nodes: [node('old')] }, full).total).toBe(0)
  expect(judgeBatch({ nodes: [node('old'), node('new')] }, full).issues[0]?.msg).toBe(
    'the model would hold 2000001 elements, the limit is 2000000',
  )
  const source = (bytes: number) => ({ materials: [{ id: 'M', source: { a: 'x'.repeat(bytes - 8) } }] })
  expect(judgeBatch(source(65_536), EMPTY_MODEL).total).toBe(0)
  expect(judgeBatch(source(65_537), EMPTY_MODEL).issues[0]).toEqual({
    type: 'limit_exceeded',
    loc: ['materials', 0, 'source'],
    msg: 'source has 65537 bytes, the limit is 65536',
    ctx: { limit: 65_536, actual: 65_537 },
  })
})

it('judges no sizes that failed by themselves or were stored so', () => {
  const issues = (section: object) => judgeBatch({ sections: [section] } as never, EMPTY_MODEL).issues.map(({ type }) => type)
  const wrong = { id: 'S', type: 'i_wide_flange', dimensions: { t3: 0.1, t2: 0.1, tf: 0.2, tw: 0.01 } }
  expect(issues(wrong)).toHaveLength(1)
  expect(issues({ ...wrong, polygon: [{ x: 0, y: 0 }, undefined] })).toEqual([])
  expect(issues({ ...wrong, polygon: [{ x: undefined, y: 0 }] })).toEqual([])
  expect(issues({ ...wrong, polygon: [{ x: 0, y: undefined }] })).toEqual([])
  const named = { id: 'S', profile: 'IPE 300' }
  expect(issues(named)).toEqual(['unit_unknown'])
  expect(issues({ ...named, resolved: {} })).toEqual([])
})

it('cuts long ids in the text, not in ctx', () => {
  const long = '€'.repeat(70)
  const [issue] = judgeBatch({ supports: [{ id: 'S', nodeId: long }] }, EMPTY_MODEL).issues
  expect(issue?.msg).toBe(`no node '${'€'.repeat(64)}…' in the model or this batch`)
  expect(issue?.ctx).toEqual({ kind: 'node', id: long })
})

it('puts issues into schema order', () => {
  const locs = [
    [],
    ['name'],
    ['areas', 2, 'id'],
    ['frames', 2, 'startNodeId'],
    ['frames', 2, 'rotation'],
    ['frames', 10, 'id'],
    ['nodes', 0, 'position', 'x'],
    ['nodes', 0, 'label'],
    ['sections', 0, 'dimensions', 'b'],
  ]
  expect([...locs].reverse().sort(compareLocs)).toEqual(locs)
  const issue = (loc: (string | number)[]) => ({ type: 't', loc, msg: '' })
  expect(
    mergeIssues(locs.filter((_, i) => i % 2 === 0).map(issue), locs.filter((_, i) => i % 2 === 1).map(issue)).map(
      ({ loc }) => loc,
    ),
  ).toEqual(locs)
})
