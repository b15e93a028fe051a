import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '#lib/fixtures/mcp.ts'
import { newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'
import { tower } from '#lib/fixtures/tower.ts'
import { newApiKey } from '#lib/fixtures/verbs.ts'
import { startPool } from '#lib/work/pool.ts'
import { forgetResults } from '#lib/work/result-cache.ts'
import { Scheduler, setScheduler } from '#lib/work/scheduler.ts'

/** Questions to a model, through both doors. */

let key: string
let userId: string
let rest: Rest
let id: string
beforeAll(async () => {
  ;({ key, userId, rest } = await newCaller())
  id = await newModel(rest, tower())
})

const ask = (body: object) => rest('POST', `/api/construct-models/${id}/query`, { body })
const tool = (input: object) => callTool(key, 'service.query_model', { modelId: id, ...input })

type Place = { x: number; y: number; z: number }

describe('sums', () => {
  it('are those of the whole read, and the same through both doors', async () => {
    const { json: model } = await rest('GET', `/api/construct-models/${id}`)
    const at = new Map<string, Place>(model.nodes.map((node: { id: string; position: Place }) => [node.id, node.position]))
    const lengths = new Map<string, number>()
    for (const { sectionId, startNodeId, endNodeId } of model.frames) {
      const [a, b] = [at.get(startNodeId)!, at.get(endNodeId)!]
      lengths.set(sectionId, (lengths.get(sectionId) ?? 0) + Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z))
    }
    const question = { select: { kinds: ['frames'] }, groupBy: ['section'], show: ['length'] }
    const { status, json: answer } = await ask(question)
    expect(status).toBe(200)
    expect(answer).toMatchObject({ modelId: id, revision: 1, units: { length: 'm' }, matched: { frames: 1736 } })
    expect(Object.fromEntries(answer.groups.map(({ section, length }: Record<string, unknown>) => [section, length]))).toEqual(
      Object.fromEntries([...lengths].map(([section, length]) => [section, Number(length.toPrecision(6))])),
    )
    expect((await tool(question)).data).toEqual(answer)
  })

  it('come page by page, of one revision, though the model moves on', async () => {
    const question = { groupBy: ['storey', 'role'], show: ['count'], limit: 20 }
    const first = (await ask(question)).json
    const { json } = await rest('POST', `/api/construct-models/${id}/nodes`, {
      body: { nodes: [{ id: 'far', position: { x: 0, y: 0, z: 400 } }] },
    })
    expect(json).toHaveLength(1)
    const groups = [...first.groups]
    for (let { nextCursor } = first; nextCursor !== undefined; ) {
      const page: { revision: number; groups: unknown[]; total: unknown; nextCursor?: string } = (
        await tool({ ...question, limit: 50, cursor: nextCursor })
      ).data
      expect([page.revision, page.total]).toEqual([1, first.total])
      groups.push(...page.groups)
      nextCursor = page.nextCursor
    }
    expect(groups.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(first.total.count)
    expect((await ask({ ...question, revision: 1 })).json).toEqual(first)
    expect((await ask({ select: { unused: true } })).json).toMatchObject({ revision: 2, matched: { nodes: 1 } })
  })
})

it('is answered on a thread as it is here', async () => {
  const threads = startPool(2)
  try {
    const question = { select: { kinds: ['frames'] }, groupBy: ['section', 'storey'], show: ['mass', 'elevation'], limit: 1000 }
    const here = (await ask(question)).json
    forgetResults()
    setScheduler(new Scheduler(threads))
    expect((await ask(question)).json).toEqual(here)
    const { status, json } = await ask({ select: { section: ['W14x91'] } })
    expect([status, json.detail[0].msg]).toEqual([422, "no section 'W14x91' in the model; did you mean 'W14x90'?"])
  } finally {
    setScheduler(undefined)
    await threads.close()
  }
})

describe('a question that cannot be answered', () => {
  it('a cursor belongs to its model, revision and question', async () => {
    const question = { groupBy: 'storey', limit: 1 }
    const { nextCursor: cursor } = (await ask(question)).json
    for (const other of [
      { groupBy: 'role' },
      { groupBy: 'storey', revision: 1 },
      { groupBy: 'storey', select: { kinds: 'frames' } },
    ]) {
      const { status, json } = await ask({ ...other, cursor })
      expect([status, json.detail[0].loc]).toEqual([422, ['body', 'cursor']])
    }
    expect((await ask({ ...question, cursor })).json.groups).toHaveLength(1)
  })

  it('a revision that never was', async () => {
    expect((await ask({ revision: 99 })).status).toBe(404)
    const { isError, text } = await tool({ revision: 99 })
    expect(isError).toBe(true)
    expect(text).toContain('the model never had revision 99; its present one is 2')
  })

  it('what is unknown is refused on both doors, at its place, with what was probably meant', async () => {
    const { status, json } = await ask({ select: { secton: 'W14x90' }, group: 'role' })
    expect([status, json.detail.map(({ type, loc }: { type: string; loc: unknown }) => [type, loc])]).toEqual([
      422,
      [
        ['extra_forbidden', ['body', 'select', 'secton']],
        ['extra_forbidden', ['body', 'group']],
      ],
    ])
    const { isError, text } = await tool({ select: { secton: 'W14x90' }, groupby: 'role' })
    expect(isError).toBe(true)
    const { detail } = JSON.parse(text)
    expect(detail).toMatchObject([
      { type: 'extra_forbidden', loc: ['body', 'select', 'secton'], send: { section: 'W14x90' }, drop: ['secton'] },
      { type: 'extra_forbidden', loc: ['body', 'groupby'], send: { groupBy: 'role' }, drop: ['groupby'] },
    ])
  })
})

it('of a thousand names that lead nowhere a hundred are told, and how many there are', async () => {
  const many = Array.from({ length: 1000 }, (_, i) => `nowhere ${i}`)
  const { status, json } = await ask({ select: { ids: many, section: many } })
  expect([status, json.detail.length]).toEqual([422, 101])
  expect(json.detail[100]).toMatchObject({ type: 'too_many_errors', ctx: { total: 2000, shown: 100 } })
  const { isError, text } = await tool({ select: { ids: many } })
  expect(isError).toBe(true)
  expect(JSON.parse(text).message).toContain('1000 problems')
  const densities = Object.fromEntries(many.concat('one more').map((id) => [id, 2500]))
  expect((await ask({ densities })).json.detail[0]).toMatchObject({ type: 'too_long', loc: ['body', 'densities'] })
})

it('a profile counts with the area of its table, fillets and all, unless an area is sent or its name says the sizes and no standard', async () => {
  const other = await newModel(rest, {
    name: 'profiles',
    units: { length: 'm' },
    nodes: [0, 4].map((z) => ({ id: `N${z}`, position: { x: 0, y: 0, z } })),
    materials: [{ id: 'steel' }],
    sections: [
      { id: 'table', profile: 'W14X90' },
      { id: 'own', profile: 'W14X90', dimensions: { area: 0.02 } },
      { id: 'said', profile: 'H300x300x10x15' },
    ],
    frames: ['table', 'own', 'said'].map((sectionId) => {
      return { id: sectionId, startNodeId: 'N0', endNodeId: 'N4', sectionId, materialId: 'steel' }
    }),
  })
  const body = { select: { kinds: 'frames' }, groupBy: 'section', show: ['volume', 'mass'] }
  const { json } = await rest('POST', `/api/construct-models/${other}/query`, { body })
  expect(json).toMatchObject({
    groups: [
      { section: 'own', volume: 0.08, mass: 628 },
      { section: 'table', volume: 0.068387, mass: 536.838 },
      { section: 'said' },
    ],
    areaFrom: { published: 2, formula: 1 },
    densities: { steel: { value: 7850, from: 'steel' } },
  })
})

describe('a fix', () => {
  const fixOf = async (input: object) => JSON.parse((await tool(input)).text).detail.map(({ fix }: { fix?: string }) => fix)

  it('names what is in the model, and proposes to add nothing', async () => {
    const { detail } = JSON.parse((await tool({ select: { section: 'HSS8x8 ' } })).text)
    expect(detail).toMatchObject([{ send: { section: 'HSS8x8' } }])
    expect(await fixOf({ select: { kinds: 'frames', not: { ids: ['nowhere'] } } })).toEqual([
      'name one that is in the model, or write * for any text',
    ])
    expect(await fixOf({ densities: { concrete: 2500 } })).toEqual(['name one that is in the model'])
  })
})

it('is a read: for whoever may read, without a revision, and an Idempotency-Key means nothing', async () => {
  const reader = await newApiKey(userId, ['mcp:models:read'])
  const twice = [{ groupBy: 'role' }, { groupBy: 'kind' }].map((body) =>
    rest('POST', `/api/construct-models/${id}/query`, { body, key: reader, headers: { 'Idempotency-Key': 'one' } }),
  )
  const [one, other] = await Promise.all(twice)
  expect([one!.status, other!.status]).toEqual([200, 200])
  expect(other!.json.groups[0]).toHaveProperty('kind')
  expect(one!.json.revision).toBe(2)
  const stranger = await newCaller()
  expect((await stranger.rest('POST', `/api/construct-models/${id}/query`, { body: {} })).status).toBe(404)
})

describe('whole beams', () => {
  const beam = {
    name: 'A beam',
    units: { length: 'm' },
    nodes: [0, 10].map((x) => ({ id: `N${x}`, position: { x, y: 0, z: 4 } })),
    materials: [{ id: 'C', name: 'C30/37' }],
    sections: [{ id: 'B', type: 'rectangular', dimensions: { t3: 0.6, t2: 0.3 } }],
    frames: [{ id: 'B1', startNodeId: 'N0', endNodeId: 'N10', sectionId: 'B', materialId: 'C' }],
    areas: [{ id: 'S', nodeIds: ['N0', 'N10', 'P', 'Q'], thickness: 0.2, cardinalPoint: 'TOP', materialId: 'C' }],
  }

  it('are counted, divided and joined through both doors', async () => {
    const model = await newModel(rest, {
      ...beam,
      nodes: [...beam.nodes, { id: 'P', position: { x: 10, y: 4, z: 4 } }, { id: 'Q', position: { x: 0, y: 4, z: 4 } }],
    })
    const edit = (...ops: object[]) => rest('POST', `/api/construct-models/${model}/edit`, { body: { ops } })
    const query = async (body: object) => (await rest('POST', `/api/construct-models/${model}/query`, { body })).json
    const before = (await rest('GET', `/api/construct-models/${model}`)).json
    const { status } = await edit({ select: { ids: 'B1' }, divide: { parts: 3, member: false } })
    expect(status).toBe(200)
    const long = { select: { role: ['beam'], length: [9, null] } }
    expect(await query(long)).toMatchObject({ matched: {}, note: expect.stringContaining('by run 1 beams') })
    const byRun = { ...long, by: 'run', show: ['length', 'netVolume'], unit: ['ft'] }
    expect(await query(byRun)).toMatchObject({ matched: { runs: 1, frames: 3 }, total: { length: 32.8084 } })
    const { data } = await callTool(key, 'service.query_model', { modelId: model, ...byRun })
    expect(data).toEqual(await query(byRun))
    const joined = await callTool(key, 'service.edit_model', { modelId: model, ops: [{ select: { ids: 'B1-*' }, join: true }] })
    expect(JSON.stringify(joined)).toContain('B1-1..B1-3 → B1')
    const after = (await rest('GET', `/api/construct-models/${model}`)).json
    expect([after.frames, after.nodes, after.members]).toEqual([before.frames, before.nodes, before.members])
  })
})
