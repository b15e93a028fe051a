import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '#lib/access/caller.ts'
import { db } from '#lib/db/client.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { callTool } from '#lib/fixtures/mcp.ts'
import { newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'
import { signUpUser, writingAs } from '#lib/fixtures/verbs.ts'
import { addElements } from '#lib/storage/elements.ts'
import { forgetEverything } from '#lib/storage/index/memory.ts'
import { compact } from '#lib/storage/log/compaction.ts'
import { openModel } from '#lib/storage/models.ts'

/** Undo and what happened: editing, section 5. By both doors. */

let rest: Rest
let key: string
let userId: string
beforeAll(async () => {
  ;({ rest, key, userId } = await newCaller())
})

const MODELS = '/api/construct-models'
const at = (id: string, path = '') => `${MODELS}/${id}${path}`
const node = (id: string, x = 0) => ({ id, position: { x, y: 0, z: 0 } })
const asOwner = (): Caller => ({ userId, via: 'api_key', scopes: new Set(), principal: 'key:own', clientName: 'tests' })
const tool = (name: string, input: object) => callTool(key, `service.${name}`, { ...input })

/** The state of a revision shows in its one node: revision 3 has x = 3. */
async function written(revisions: number): Promise<string> {
  const id = await newModel(rest, { name: 'Written', nodes: [node('N', 1)] })
  for (let i = 2; i <= revisions; i++) await rest('POST', at(id, '/nodes'), { body: { nodes: [node('N', i)] } })
  return id
}
const stands = async (id: string) => (await rest('GET', at(id))).json.nodes[0].position.x
const restore = (id: string, revision: number) => rest('POST', at(id, `/revisions/${revision}/restore`))

/** By the one door and by the other, each on a history of its own. */
const DOORS = {
  rest: async (id: string, count: number) => {
    const { status, json } = await rest('POST', at(id, '/undo'), { body: { count } })
    return status === 200 ? json.nodes[0].position.x : json.detail[0].msg
  },
  mcp: async (id: string, undo: number) => {
    const { isError, data, text } = await tool('restore_revision', { modelId: id, undo })
    if (isError) return JSON.parse(text).detail[0].msg
    expect(await stands(id)).toBe(data.restoredFrom)
    return data.restoredFrom
  },
}

describe.each(Object.entries(DOORS))('undo, by %s', (_, undo) => {
  const only = (writes: number) => `Value error, only ${writes} ${writes === 1 ? 'write' : 'writes'} can be undone`

  it.each([
    [
      '1 2 3',
      3,
      [],
      [
        [1, 2],
        [2, 1],
        [3, only(2)],
      ],
    ],
    [
      '1 2 3 r(2)',
      3,
      [2],
      [
        [1, 1],
        [2, only(1)],
      ],
    ],
    ['1 2 3 r(2) r(1)', 3, [2, 1], [[1, only(0)]]],
    [
      '1 2 3 r(2) r(1) r(3)',
      3,
      [2, 1, 3],
      [
        [1, 2],
        [2, 1],
      ],
    ],
    ['1', 1, [], [[1, only(0)]]],
  ] as const)('after %s', async (_, revisions, restored, cases) => {
    for (const [count, expected] of cases) {
      const id = await written(revisions)
      for (const revision of restored) await restore(id, revision)
      expect(await undo(id, count)).toBe(expected)
    }
  })

  it('again and again goes further back, as in an editor, and restoring redoes', async () => {
    const id = await written(4)
    expect([await undo(id, 1), await undo(id, 1), await undo(id, 1)]).toEqual([3, 2, 1])
    expect(await undo(id, 1)).toBe(only(0))
    await restore(id, 4)
    expect(await undo(id, 2)).toBe(2)
  })

  it('passes over old revisions that changed nothing', async () => {
    const empty = async (id: string, revision: number, header: boolean) => {
      const before = await db().constructModelRevision.findUniqueOrThrow({
        where: { modelId_revision: { modelId: id, revision: 1 } },
      })
      const more = { revision, changes: '{}', verb: 'rename', header: header ? before.header : null, at: new Date() }
      await db().constructModelRevision.create({ data: { ...before, ...more } })
      await db().constructModel.update({ where: { id }, data: { revision } })
      forgetEverything()
    }
    for (const [count, expected] of [
      [1, 2],
      [2, 1],
    ] as const) {
      const id = await written(2)
      await empty(id, 3, true)
      await rest('POST', at(id, '/nodes'), { body: { nodes: [node('N', 4)] } })
      await empty(id, 5, false)
      expect(await undo(id, count)).toBe(expected)
    }
  })

  it('counts writes of everybody, and those that come first', async () => {
    const id = await written(2)
    const colleague: Caller = { ...asOwner(), userId: (await signUpUser()).id, clientName: 'a colleague' }
    const model = await openModel(asOwner(), id, 'write')
    await addElements(model, { values: { nodes: [node('N', 3)] } }, writingAs(colleague))
    expect(await undo(id, 1)).toBe(2)
  })
})

it('names what was undone, the last first, and by whom', async () => {
  const id = await written(2)
  await rest('PATCH', at(id), { body: { name: 'Renamed' } })
  const { name } = await db().user.findUniqueOrThrow({ where: { id: userId } })
  const { data } = await tool('restore_revision', { modelId: id, undo: 2 })
  expect(data).toMatchObject({
    revision: 4,
    restoredFrom: 1,
    undone: [
      { revision: 3, ops: ['rename'] },
      { revision: 2, ops: ['elements'] },
    ],
    replaced: { nodes: 1 },
  })
  expect(data.undone[0].by ?? null).toBe(name)
  expect((await rest('GET', at(id))).json).toMatchObject({ name: 'Written', revision: 4 })
})

it('of REST is by default of one write, honours If-Match and a key, and refuses what it does not know', async () => {
  const id = await written(4)
  expect((await rest('POST', at(id, '/undo'), { body: {}, headers: { 'if-match': '"3"' } })).status).toBe(412)
  const asked = { body: {}, headers: { 'idempotency-key': `undo-${id}` } }
  const [first, again] = [await rest('POST', at(id, '/undo'), asked), await rest('POST', at(id, '/undo'), asked)]
  expect([first.json.nodes[0].position.x, again.text]).toEqual([3, first.text])
  const wrong = await rest('POST', at(id, '/undo'), { body: { n: 2, count: 0 } })
  expect(wrong.json.detail.map(({ type, loc }: { type: string; loc: string[] }) => [type, loc])).toEqual([
    ['greater_than_equal', ['body', 'count']],
    ['extra_forbidden', ['body', 'n']],
  ])
})

/** What an editor would do, on texts: the stack of states that can be gone back to, and the stack that stood at each revision. */
type Editor = { stack: string[]; at: string[][] }

describe('undo n', () => {
  const id = fc.constantFrom('A', 'B', 'C', 'D')
  const step = fc.oneof(
    fc.record({ do: fc.constant('add' as const), id, x: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ do: fc.constant('remove' as const), id }),
    fc.record({ do: fc.constant('rename' as const), name: fc.constantFrom('one', 'two') }),
    fc.record({ do: fc.constant('units' as const), length: fc.constantFrom('m', 'ft') }),
    fc.record({ do: fc.constant('undo' as const), count: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ do: fc.constant('restore' as const), back: fc.integer({ min: 0, max: 5 }) }),
    fc.record({ do: fc.constant('compact' as const) }),
  )

  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

  async function stateOf(modelId: string): Promise<string> {
    const { revision: _, updatedAt: __, ...state } = (await rest('GET', at(modelId))).json
    return JSON.stringify(state)
  }

  async function does(modelId: string, one: Step, { stack, at: states }: Editor): Promise<string[]> {
    if (one.do === 'add') await rest('POST', at(modelId, '/nodes'), { body: { nodes: [node(one.id, one.x)] } })
    if (one.do === 'remove') await rest('POST', at(modelId, '/elements/delete'), { body: { nodes: [one.id] } })
    if (one.do === 'rename') await rest('PATCH', at(modelId), { body: { name: one.name } })
    if (one.do === 'units') await rest('PUT', at(modelId, '/units'), { body: { length: one.length } })
    if (one.do === 'compact') await compact(modelId)
    if (one.do === 'undo') {
      const { status } = await rest('POST', at(modelId, '/undo'), { body: { count: one.count } })
      expect(status).toBe(one.count < stack.length ? 200 : 422)
      return one.count < stack.length ? stack.slice(0, -one.count) : stack
    }
    if (one.do === 'restore') {
      const revision = Math.max(1, states.length - one.back)
      expect((await restore(modelId, revision)).status).toBe(200)
      return states[revision - 1]!
    }
    const now = await stateOf(modelId)
    return now === stack.at(-1) ? stack : [...stack, now]
  }

  it('gives the model of n writes ago, equal element for element, whatever was written, undone, restored and compacted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const modelId = await newModel(rest, { name: 'one', nodes: [node('A'), node('B')] })
        const first = [await stateOf(modelId)]
        const editor: Editor = { stack: first, at: [first] }
        for (const one of steps) {
          const stack = await does(modelId, one, editor)
          expect(await stateOf(modelId)).toBe(stack.at(-1))
          // A state like the present one makes no revision, and nothing is undone by it.
          const isSame = stack.at(-1) === editor.stack.at(-1)
          if (!isSame) {
            editor.stack = stack
            editor.at.push(stack)
          }
          const { json } = await rest('GET', at(modelId))
          expect(json.revision).toBe(editor.at.length)
        }
      }),
      { numRuns: runs(25) },
    )
  })
})

describe('service.list_changes', () => {
  it('tells each write with who, when, through what, how much and which, and the net change', async () => {
    const id = await newModel(rest, { name: 'Told', nodes: Array.from({ length: 7 }, (_, i) => node(`N${i}`)) })
    await rest('POST', at(id, '/nodes'), { body: { nodes: [node('N0', 5), node('new')] } })
    await rest('POST', at(id, '/elements/delete'), { body: { nodes: ['N1', 'new'] } })
    await rest('PATCH', at(id), { body: { name: 'Told again' } })
    await restore(id, 2)
    const { name } = await db().user.findUniqueOrThrow({ where: { id: userId } })
    const { data } = await tool('list_changes', { modelId: id })
    expect(data).toMatchObject({ modelId: id, from: 0, to: 5 })
    const time = { at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/) }
    expect(data).toMatchObject({ ...(name !== null && { by: name }), via: 'rest', client: 'test', net: { added: { nodes: 8 } } })
    expect(data.revisions).toEqual([
      { revision: 1, ...time, ops: ['create'], added: { nodes: 7 } },
      { revision: 2, ...time, ops: ['elements'], added: { nodes: 1 }, replaced: { nodes: 1 } },
      { revision: 3, ...time, ops: ['remove'], removed: { nodes: 2 } },
      { revision: 4, ...time, ops: ['rename'] },
      { revision: 5, ...time, ops: ['restore'], restoredFrom: 2, added: { nodes: 2 } },
    ])
    expect((await tool('list_changes', { modelId: id, since: 1, to: 4 })).data).toMatchObject({
      revisions: [{ revision: 2 }, { revision: 3 }, { revision: 4 }],
      net: { replaced: { nodes: 1 }, removed: { nodes: 1 } },
    })
    expect((await tool('list_changes', { modelId: id, from: 5 })).data).toEqual({ modelId: id, from: 5, to: 5, revisions: [] })
    // Of a copy what it began with is no change.
    const { data: copy } = await tool('duplicate_model', { modelId: id })
    await rest('POST', at(copy.modelId, '/nodes'), { body: { nodes: [node('N0', 9)] } })
    expect((await tool('list_changes', { modelId: copy.modelId })).data).toMatchObject({
      ...{ from: 1, to: 2, copiedFrom: { modelId: id, revision: 5 } },
      net: { replaced: { nodes: 1 } },
    })
  })

  it('tells the last ten, or from where it is asked, page by page', async () => {
    const id = await written(14)
    const { data } = await tool('list_changes', { modelId: id })
    expect([data.from, data.revisions.length, data.nextCursor]).toEqual([4, 10, undefined])
    const told: number[] = []
    let cursor: string | undefined
    do {
      const { data: page } = await tool('list_changes', { modelId: id, from: 0, limit: 5, ...(cursor && { cursor }) })
      told.push(...page.revisions.map(({ revision }: { revision: number }) => revision))
      expect(page.net !== undefined).toBe(cursor === undefined)
      cursor = page.nextCursor
    } while (cursor)
    expect(told).toEqual(Array.from({ length: 14 }, (_, i) => i + 1))
  })

  it('tells the net difference field by field, before and after, page by page; REST says the same', async () => {
    const id = await newModel(rest, {
      name: 'A',
      nodes: [node('N1'), node('N2', 1), node('N3', 2)],
      frames: [{ id: 'F', startNodeId: 'N1', endNodeId: 'N2', sectionId: 'S', source: { b: 1, a: [1] } }],
      sections: [{ id: 'S', type: 'pipe' }],
    })
    await rest('PATCH', at(id), { body: { name: 'B' } })
    const frame = { id: 'F', startNodeId: 'N1', endNodeId: 'N2', label: 'beam', source: { b: 1, a: [2] } }
    await rest('POST', at(id, '/elements'), { body: { frames: [frame], nodes: [node('N4', 3)] } })
    await rest('POST', at(id, '/elements/delete'), { body: { nodes: ['N3'] } })
    const fields = {
      sectionId: ['S', null],
      source: [
        { b: 1, a: [1] },
        { b: 1, a: [2] },
      ],
      label: [null, 'beam'],
    }
    const groups = [
      { kind: 'model', change: 'replaced', fields: { name: ['A', 'B'] }, count: 1 },
      { kind: 'frames', change: 'replaced', fields, count: 1, ids: ['F'] },
      { kind: 'nodes', change: 'added', count: 1, ids: ['N4'] },
      { kind: 'nodes', change: 'removed', count: 1, ids: ['N3'] },
    ]
    const asked = { modelId: id, from: 1, detail: 'elements' }
    const { data } = await tool('list_changes', asked)
    expect(data).toEqual({ modelId: id, from: 1, to: 4, groups })
    const paged: unknown[] = []
    let cursor: string | undefined
    do {
      const { data: page } = await tool('list_changes', { ...asked, limit: 1, ...(cursor && { cursor }) })
      expect(page.groups).toHaveLength(1)
      paged.push(...page.groups)
      cursor = page.nextCursor
    } while (cursor)
    expect(paged).toEqual(groups)
    const { elements } = (await rest('GET', at(id, '/revisions/4/changes?since=1'))).json
    expect(elements.map(({ kind, change }: { kind: string; change: string }) => [kind, change])).toEqual([
      ['model', 'replaced'],
      ['frame', 'replaced'],
      ['node', 'added'],
      ['node', 'removed'],
    ])
  })

  it('tells equal changes as one, with the first ids', async () => {
    const nodes = Array.from({ length: 154 }, (_, i) => node(`N${i}`, i / 7))
    const frames = nodes.slice(1).map(({ id }, i) => ({ id: `F${i}`, startNodeId: 'N0', endNodeId: id, sectionId: 'COL-A' }))
    const id = await newModel(rest, { name: 'Alike', nodes, frames, sections: [{ id: 'COL-A' }, { id: 'COL-A2' }] })
    const ops = [
      { select: { kinds: 'frames' }, set: { sectionId: 'COL-A2' } },
      { select: { kinds: 'nodes' }, move: { x: 0.5 } },
    ]
    await tool('edit_model', { modelId: id, ops: [ops[0]] })
    const { data, text } = await tool('list_changes', { modelId: id, from: 1, detail: 'elements' })
    const change = { kind: 'frames', change: 'replaced', fields: { sectionId: ['COL-A', 'COL-A2'] } }
    expect(data.groups).toEqual([{ ...change, count: 153, ids: ['F0', 'F1', 'F2', 'F3', 'F4'] }])
    expect(text.length).toBeLessThanOrEqual(300)
    await tool('edit_model', { modelId: id, ops: [ops[1]] })
    expect((await tool('list_changes', { modelId: id, from: 2, detail: 'elements' })).data.groups).toMatchObject([
      { kind: 'nodes', change: 'replaced', fields: { position: { by: [0.5, 0, 0] } }, count: 154 },
    ])
  })

  it('refuses revisions that never were, ranges that end before they begin, and cursors of others', async () => {
    const [id, other] = [await written(8), await written(8)]
    const refused = async (input: object) => JSON.parse((await tool('list_changes', { modelId: id, ...input })).text).detail[0]
    const never = 'the model never had revision 12; its present one is 8'
    expect(await refused({ from: 12 })).toMatchObject({ loc: ['body', 'from'], msg: never })
    expect(await refused({ to: 12 })).toMatchObject({ loc: ['body', 'to'], msg: never })
    expect(await refused({ from: 5, to: 2 })).toMatchObject({ loc: ['body', 'to'], msg: 'Value error, to is before from' })
    expect(await refused({ limit: 51 })).toMatchObject({ type: 'less_than_equal', loc: ['body', 'limit'] })
    expect(await refused({ from: 2, since: 3 })).toMatchObject({
      loc: ['body', 'since'],
      msg: 'Value error, say one of from and since',
    })
    const { data } = await tool('list_changes', { modelId: other, from: 0, limit: 3 })
    expect(await refused({ cursor: data.nextCursor })).toMatchObject({ loc: ['body', 'cursor'] })
    expect(await refused({ detail: 'elements', cursor: data.nextCursor })).toMatchObject({ loc: ['body', 'cursor'] })
    const { text } = await tool('restore_revision', { modelId: id, revision: 12 })
    expect(text).toContain(never)
  })
})
