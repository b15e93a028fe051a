import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '#lib/db/client.ts'
import { callTool } from '#lib/fixtures/mcp.ts'
import { newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'

/** The log of a model, as its page and programs ask for it. */

const MODELS = '/api/construct-models'
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))

let rest: Rest
let key: string
let id: string
/** Revisions 1 to 4 at 0, 10, 20 and 30 minutes; beside them three rows at 5, 20 and 25. */
beforeAll(async () => {
  ;({ rest, key } = await newCaller())
  id = await newModel(rest)
  for (const name of ['b', 'c']) await rest('PATCH', `${MODELS}/${id}`, { body: { name } })
  await rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: [{ id: 'N', position: { x: 0, y: 0, z: 0 } }] } })
  for (let revision = 1; revision <= 4; revision++) {
    await db().constructModelRevision.update({
      where: { modelId_revision: { modelId: id, revision } },
      data: { at: at(10 * (revision - 1)) },
    })
  }
  const row = { modelId: id, userId: null, via: 'web', client: null, detail: '{}' }
  await db().modelActivity.createMany({
    data: [
      { ...row, at: at(5), action: 'link.made' },
      { ...row, at: at(20), action: 'link.changed' },
      { ...row, at: at(25), action: 'link.made' },
    ],
  })
})

const asked = async (query: object = {}) => {
  const { status, json } = await rest('GET', `${MODELS}/${id}/activity?${new URLSearchParams({ limit: '100', ...query })}`)
  if (status !== 200) return { status, actions: [], nextCursor: null }
  const actions = json.items.map(({ action, at }: { action: string; at: string }) => `${action} ${new Date(at).getUTCMinutes()}`)
  return { status, actions, nextCursor: json.nextCursor }
}
const ALL = [
  'revision.elements 30',
  'link.made 25',
  'revision.rename 20',
  'link.changed 20',
  'revision.rename 10',
  'link.made 5',
  'revision.create 0',
]

it('is told the latest first, revisions and what is beside them', async () => {
  expect((await asked()).actions).toEqual(ALL)
})

it.each([
  [{ from: at(20) }, ALL.slice(0, 4)],
  [{ to: at(20) }, ALL.slice(4)],
  [{ from: at(5), to: at(25) }, ALL.slice(2, 6)],
  [{ action: 'link.made' }, ['link.made 25', 'link.made 5']],
  [{ action: 'revision.rename' }, ['revision.rename 20', 'revision.rename 10']],
  [{ action: 'revision.rename', from: at(15) }, ['revision.rename 20']],
  [{ action: 'role.given' }, []],
])('is asked for by %j', async (query, wanted) => {
  const text = (value: Date | string) => (value instanceof Date ? value.toISOString() : value)
  const texts = Object.fromEntries(Object.entries<Date | string>(query).map(([name, value]) => [name, text(value)]))
  expect((await asked(texts)).actions).toEqual(wanted)
})

it.each([
  ['2026-01-01', 7],
  ['2026-01-02', 0],
  ['2026-01-01T12:20', 4],
  ['2026-01-01T12:20:00', 4],
  ['2026-01-01T13:20:00+01:00', 4],
  ['1', null],
  ['2026', null],
  ['2026-13-01', null],
  ['2026-02-30', null],
  ['2026-02-30T12:20:00Z', null],
  ['2026-01-01T24:30:00Z', null],
  ['Nov 2025', null],
  ['2026-01-01 12:20', null],
])('reads the time %s alike for programs and for AI clients: %j entries from then on', async (since, count) => {
  const { status, actions } = await asked({ from: since })
  const { data, text, isError } = await callTool(key, 'service.list_activity', { modelId: id, since })
  if (count === null) expect([status, isError, text]).toEqual([422, true, expect.stringContaining('write a date such as')])
  else expect([actions.length, data.items.length]).toEqual([count, count])
})

describe('page by page', () => {
  it.each([1, 2, 3, 6, 7])('of %i is the same, each once', async (limit) => {
    for (const query of [{}, { from: at(5).toISOString() }, { action: 'link.made' }]) {
      const whole = (await asked(query)).actions
      const paged: string[] = []
      let cursor: string | null = null
      do {
        const page = await asked({ ...query, limit: String(limit), ...(cursor && { cursor }) })
        expect(page.actions.length).toBeLessThanOrEqual(limit)
        paged.push(...page.actions)
        cursor = page.nextCursor
      } while (cursor)
      expect(paged).toEqual(whole)
    }
  })

  it('goes on with no cursor but its own', async () => {
    const coded = (text: string) => Buffer.from(text).toString('base64url')
    for (const cursor of ['x', coded('1 2'), coded('1 2 a b'), coded('x1 2 a'), coded('12345678901 2 a'), coded('1 x a')]) {
      expect((await asked({ cursor })).status, cursor).toBe(422)
    }
    expect((await asked({ cursor: coded(`3 ${at(20).getTime()} ~`) })).actions).toEqual(ALL.slice(3))
  })
})

it('says what a revision changed, by whom, and of what it is a copy of the past', async () => {
  const { items } = (await rest('GET', `${MODELS}/${id}/activity?limit=1`)).json
  const detail = { revision: 4, changes: { nodes: { added: 1, replaced: 0 } }, restoredFrom: null }
  expect(items).toMatchObject([{ id: 'r4', via: 'rest', action: 'revision.elements', detail, user: { id: expect.any(String) } }])
  const beside = (await rest('GET', `${MODELS}/${id}/activity?action=link.changed`)).json.items
  expect(beside).toMatchObject([{ user: null, via: 'web', client: null, detail: {} }])
})
