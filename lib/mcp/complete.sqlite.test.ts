import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '#lib/db/client.ts'
import { callTool, legacy, modern } from '#lib/fixtures/mcp.ts'
import { giveRole, newPerson, type Person } from '#lib/fixtures/people.ts'
import { newModel } from '#lib/fixtures/rest.ts'
import { newApiKey } from '#lib/fixtures/verbs.ts'
import { limits } from '#lib/runtime/limits.ts'
import { OTHERS_TEXTS } from './shared-by.ts'

/** Names of models, and whose words they are: what one person's AI learns of models that another has shared. */

let [ada, ben]: Person[] = []
let shared: string
const people = () => {
  if (!ada || !ben) throw new Error('nobody is there yet')
  return { ada, ben }
}
beforeAll(async () => {
  ;[ada, ben] = [await newPerson(), await newPerson()]
  shared = await newModel(ada.rest, { name: 'Hall of the others', nodes: [{ id: 'A', position: { x: 0, y: 0, z: 0 } }] })
  await newModel(ada.rest, { name: 'Hall that nobody else sees' })
  expect((await giveRole(ada, shared, ben.email, 'editor')).status).toBeLessThan(300)
  const gone = await newModel(ben.rest, { name: 'Hall in the bin' })
  const names = ['Old hall', 'HALL B', 'Bridge', 'Hall A', 'Hall A']
  const ids = [shared, ...(await Promise.all(names.map((name) => newModel(people().ben.rest, { name }))))]
  for (const [day, id] of ids.entries())
    await db().constructModel.update({ where: { id }, data: { updatedAt: new Date(Date.UTC(2026, 0, 1 + day)) } })
  await ben.rest('DELETE', `/api/construct-models/${gone}`)
})

const ASKED = { ref: { type: 'ref/prompt', name: 'check_my_model' }, argument: { name: 'model', value: 'hall' } }

describe.each([
  ['legacy', legacy],
  ['modern', modern],
] as const)('completion in the %s era', (_, ask) => {
  const completed = async (params: object, key = people().ben.key) =>
    (await ask(key, 'completion/complete', params as Record<string, unknown>)).body

  it('names the models that the caller may read, those that begin so first, then the last changed', async () => {
    const { result } = await completed(ASKED)
    const values = ['Hall A', 'HALL B', 'Hall of the others', 'Old hall']
    expect(result.completion).toEqual({ values, total: 4, hasMore: false })
    const all = await completed({ ...ASKED, argument: { name: 'model', value: '' } })
    expect(all.result.completion.values[0]).toBe('Hall A')
    expect(all.result.completion.total).toBe(5)
  })

  it('has nothing to say of what is no name of a model, nor to who may not read', async () => {
    const none = { values: [], total: 0, hasMore: false }
    const span = { ref: { type: 'ref/prompt', name: 'portal_frame' }, argument: { name: 'span', value: '2' } }
    const text = {
      ref: { type: 'ref/resource', uri: 'structural://conventions/sections' },
      argument: { name: 'x', value: '' },
    }
    for (const asked of [span, text]) expect((await completed(asked)).result.completion).toEqual(none)
    const writesOnly = await newApiKey(people().ben.userId, ['mcp:models:write'])
    expect((await completed(ASKED, writesOnly)).result.completion).toEqual(none)
  })

  it.each([
    {},
    { ...ASKED, ref: { type: 'ref/prompt', name: 'none' } },
    { ...ASKED, ref: { type: 'ref/resource', uri: 'structural://none' } },
    { ...ASKED, argument: { name: 'span', value: '' } },
    { ...ASKED, argument: { name: 'model', value: 5 } },
  ])('refuses %j', async (asked) => {
    expect((await completed(asked)).error?.code).toBe(-32602)
  })
})

it('tells names without what hides in them', async () => {
  const { rest, key } = await newPerson()
  await newModel(rest, { name: 'Ha\u202Ell\u200B 1' })
  const { completion } = (await modern(key, 'completion/complete', ASKED)).body.result
  expect(completion).toEqual({ values: ['Hall 1'], total: 1, hasMore: false })
})

it('tells at most a hundred names, how many there are, and whether it has looked at all', async () => {
  const { rest, key } = await newPerson()
  for (let k = 0; k < 101; k++) await newModel(rest, { name: `Tower ${k}` })
  const asked = { ...ASKED, argument: { name: 'model', value: 'tower' } }
  const { completion } = (await modern(key, 'completion/complete', asked)).body.result
  expect([completion.values.length, completion.total, completion.hasMore]).toEqual([100, 101, true])
  limits.rowsWalked = 50
  const some = (await modern(key, 'completion/complete', asked)).body.result.completion
  expect([some.values.length, some.hasMore]).toEqual([50, true])
})

describe('the texts of a model that somebody else shared', () => {
  it('come with who shared it and that they are data, whatever tool reads them', async () => {
    const { ada, ben } = people()
    const origin = { sharedBy: `N ${ada.userId}`, notice: OTHERS_TEXTS }
    const input = { modelId: shared }
    for (const [tool, more] of [
      ['get_viewer_model', {}],
      ['query_model', { select: { all: true } }],
      ['show_model', {}],
      ['duplicate_model', { name: 'Mine' }],
      ['edit_model', { ops: [{ name: 'Hall of the others' }] }],
    ] as const) {
      const theirs = await callTool(ben.key, `service.${tool}`, { ...input, ...more })
      expect(theirs.data, tool).toMatchObject(origin)
      expect(JSON.parse(theirs.text)).toMatchObject(origin)
      expect((await callTool(ada.key, `service.${tool}`, { ...input, ...more })).text).not.toContain(OTHERS_TEXTS)
    }
    const picture = await callTool(ben.key, 'service.render_model', input)
    expect(JSON.parse(picture.text)).toMatchObject(origin)
    expect((await callTool(ben.key, 'service.read_view_data', input)).data).not.toHaveProperty('notice')
  })

  it('are told of in the list of models, of those alone', async () => {
    const { ada, ben } = people()
    const { data } = await callTool(ben.key, 'service.list_models', { q: 'hall' })
    const told = data.items.map(({ name, sharedBy }: Record<string, unknown>) => [name, sharedBy])
    expect(told).toContainEqual(['Hall of the others', `N ${ada.userId}`])
    expect(told).toContainEqual(['HALL B', undefined])
    expect(data.notice).toBe(OTHERS_TEXTS)
    expect((await callTool(ada.key, 'service.list_models')).data).not.toHaveProperty('notice')
    const own = (await callTool(ben.key, 'service.list_models', { mine: true })).data
    expect(own.items.length).toBeGreaterThan(0)
    expect(own.items.every(({ role }: { role: string }) => role === 'owner')).toBe(true)
    expect(own).not.toHaveProperty('notice')
  })
})
