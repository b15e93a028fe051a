import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#lib/access/roles.ts'
import { SCOPES } from '#lib/access/scopes.ts'
import { db } from '#lib/db/client.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { authorizeClient } from '#lib/fixtures/oauth.ts'
import { pngPixels } from '#lib/fixtures/png-pixels.ts'
import { askRest, callRest, newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'
import { toPng } from '#lib/render/png.ts'
import { env } from '#lib/runtime/env.ts'
import { limits } from '#lib/runtime/limits.ts'
import { exportAccount } from '#lib/service/account-export.ts'
import { firstViewOf } from '#lib/storage/saved-views.ts'

const MODELS = '/api/construct-models'
const QUERY = 'drawing=Y%3A0&selected=f%3AB1'
/** Of one colour, as a viewer sends it. */
const pictureOf = (width: number, height: number) =>
  Buffer.from(toPng({ width, height, rgb: new Uint8ClampedArray(width * height * 3).fill(90) }, 100_000).png).toString('base64')

type Person = { userId: string; key: string; rest: Rest }
const people = {} as Record<Role | 'stranger', Person>
beforeAll(async () => {
  for (const role of ['owner', 'editor', 'commenter', 'viewer', 'stranger'] as const) people[role] = await newCaller()
  await db().user.update({ where: { id: people.commenter.userId }, data: { name: 'Cy' } })
})

async function sharedModel(): Promise<string> {
  const id = await newModel(people.owner.rest, portalFrame())
  const given = { modelId: id, addedBy: people.owner.userId, createdAt: new Date() }
  const roles = ['editor', 'commenter', 'viewer'] as const
  await db().collaborator.createMany({ data: roles.map((role) => ({ ...given, userId: people[role].userId, role })) })
  return id
}
const at = (id: string, rest = '') => `${MODELS}/${id}/views${rest}`
const save = (by: Person, id: string, body: object = {}) =>
  by.rest('POST', at(id), { body: { name: 'South', query: QUERY, ...body } })
const names = async (by: Person, id: string) =>
  (await by.rest('GET', at(id))).json.items.map(({ name }: { name: string }) => name)

describe('saved views', () => {
  it('are kept with their author and a picture, in the order in which they were made, and are no revisions', async () => {
    const id = await sharedModel()
    const made = await save(people.commenter, id, { query: `?${QUERY}`, picture: pictureOf(320, 200) })
    expect(made.status).toBe(201)
    const view = made.json
    expect(view).toMatchObject({
      name: 'South',
      query: QUERY,
      isFirst: false,
      author: { id: people.commenter.userId, name: 'Cy' },
    })
    expect(view.pictureUrl).toMatch(`${env.APP_URL}${at(id)}/${view.id}/picture?at=`)
    await save(people.owner, id, { name: 'From the corner', query: '' })
    const { json } = await people.viewer.rest('GET', at(id))
    expect(json.items[0]).toEqual({ ...view, mayChange: false, mayDelete: false })
    expect((await people.owner.rest('GET', at(id))).json.items).toMatchObject([
      { mayChange: false, mayDelete: true },
      { mayChange: true, mayDelete: true },
    ])
    expect(json.items.map(({ name }: { name: string }) => name)).toEqual(['South', 'From the corner'])
    expect((await people.owner.rest('GET', `${MODELS}/${id}`)).json.revision).toBe(1)

    const [own, drawn] = await Promise.all(
      json.items.map(async ({ pictureUrl }: { pictureUrl: string }) => {
        const answer = await askRest('GET', pictureUrl.slice(env.APP_URL.length), { key: people.viewer.key })
        expect(answer.headers.get('content-type')).toBe('image/png')
        const pixels = pngPixels(Buffer.from(await answer.arrayBuffer()))
        return { ...pixels, etag: answer.headers.get('etag') }
      }),
    )
    expect([own.width, own.height, drawn.width, drawn.height]).toEqual([320, 200, 320, 200])
    const known = { key: people.viewer.key, headers: { 'if-none-match': own.etag } }
    expect((await askRest('GET', `${at(id)}/${view.id}/picture`, known)).status).toBe(304)
  })

  it.each<[string, object, unknown[]]>([
    ['no name', { name: '' }, ['string_too_short', 'body', 'name']],
    ['81 characters', { name: 'x'.repeat(81) }, ['string_too_long', 'body', 'name']],
    ['a query of 4,001 characters', { query: 'x'.repeat(4001) }, ['string_too_long', 'body', 'query']],
    ['what is no picture', { picture: 'aGVsbG8=' }, ['value_error', 'body', 'picture']],
    ['no base64', { picture: '<svg/>' }, ['value_error', 'body', 'picture']],
    ['a picture of another size', { picture: pictureOf(200, 320) }, ['value_error', 'body', 'picture']],
    ['a field that there is not', { colour: 'red' }, ['extra_forbidden', 'body', 'colour']],
  ])('are refused with %s', async (_, body, [type, ...loc]) => {
    const id = await sharedModel()
    const { status, json } = await save(people.owner, id, body)
    expect([status, json.detail]).toEqual([422, [expect.objectContaining({ type, loc })]])
    expect(await names(people.owner, id)).toEqual([])
  })

  it('take 80 characters, whatever their length in bytes', async () => {
    const id = await sharedModel()
    expect((await save(people.owner, id, { name: '😀'.repeat(80) })).status).toBe(201)
  })

  it('are changed by their author alone, deleted by the owner too, and not by an app what is of others', async () => {
    const id = await sharedModel()
    const { id: view } = (await save(people.commenter, id)).json
    const change = (by: Person, body: object = { name: 'North' }) => by.rest('PATCH', at(id, `/${view}`), { body })
    for (const by of [people.owner, people.editor]) expect((await change(by)).status).toBe(403)
    expect(await change(people.viewer)).toMatchObject({ status: 403, json: { role: 'viewer', needs: 'commenter' } })
    expect((await change(people.stranger)).status).toBe(404)
    expect((await change(people.commenter)).json).toMatchObject({ name: 'North', query: QUERY })
    expect((await change(people.commenter, { query: 'up=y', picture: pictureOf(320, 200) })).json).toMatchObject({
      ...{ name: 'North', query: 'up=y' },
    })
    const remove = (rest: Rest) => rest('DELETE', at(id, `/${view}`))
    expect(await remove(people.editor.rest)).toMatchObject({ status: 403, json: { role: 'editor', needs: 'owner' } })
    const { tokens } = await authorizeClient({ user: { id: people.owner.userId, email: '' }, scopes: SCOPES })
    const app: Rest = (method, path) => callRest(method, path, { key: tokens.access_token })
    expect(await remove(app)).toMatchObject({ status: 403, json: { detail: expect.stringContaining('This is for people') } })
    expect((await remove(people.owner.rest)).status).toBe(204)
    const again = await remove(people.owner.rest)
    expect([again.status, again.json.detail]).toEqual([404, 'View not found'])
    expect((await change(people.commenter)).status).toBe(404)
    const own = (await save(people.owner, id)).json.id
    expect((await app('DELETE', at(id, `/${own}`))).status).toBe(204)
  })

  it('are at most so many in a model, also when all are saved at once', async () => {
    const id = await sharedModel()
    const before = limits.savedViews
    limits.savedViews = 5
    try {
      const made = await Promise.all(Array.from({ length: 8 }, (_, k) => save(people.owner, id, { name: `${k}` })))
      expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 422, 422, 422])
      const { json } = made.find(({ status }) => status === 422)!
      const msg = 'the model would have 6 saved views, the limit is 5'
      expect(json.detail).toEqual([{ type: 'limit_exceeded', loc: ['body'], msg, ctx: { limit: 5 } }])
    } finally {
      limits.savedViews = before
    }
  })

  it('have one that the model opens with, which editors choose', async () => {
    const id = await sharedModel()
    const [one, two] = [(await save(people.commenter, id)).json.id, (await save(people.owner, id, { query: 'up=y' })).json.id]
    const first = (by: Person, view: string | null) => by.rest('PUT', `${MODELS}/${id}/first-view`, { body: { id: view } })
    expect(await first(people.commenter, one)).toMatchObject({ status: 403, json: { needs: 'editor' } })
    expect((await first(people.editor, one)).status).toBe(204)
    expect(await firstViewOf(id)).toBe(QUERY)
    expect((await first(people.owner, two)).status).toBe(204)
    const flags = (await people.viewer.rest('GET', at(id))).json.items.map(({ isFirst }: { isFirst: boolean }) => isFirst)
    expect([flags, await firstViewOf(id)]).toEqual([[false, true], 'up=y'])
    const unknown = await first(people.owner, 'vw_none')
    expect(unknown.json.detail).toMatchObject([{ type: 'reference_not_found', loc: ['body', 'id'] }])
    expect((await first(people.owner, null)).status).toBe(204)
    expect(await firstViewOf(id)).toBeNull()
  })

  it('go along with a copy, whose owner is then their author, and out with the account', async () => {
    const id = await sharedModel()
    const { id: view } = (await save(people.commenter, id, { picture: pictureOf(320, 200) })).json
    await people.owner.rest('PUT', `${MODELS}/${id}/first-view`, { body: { id: view } })
    const copy = (await people.viewer.rest('POST', `${MODELS}/${id}/duplicate`, { body: {} })).json.id
    const { json } = await people.viewer.rest('GET', at(copy))
    expect(json.items).toMatchObject([{ name: 'South', query: QUERY, isFirst: true, author: { id: people.viewer.userId } }])
    expect((await db().savedView.findFirstOrThrow({ where: { modelId: copy } })).picture?.length).toBeGreaterThan(100)
    expect((await people.viewer.rest('PATCH', at(copy, `/${view}`), { body: { name: 'Mine' } })).status).toBe(200)
    expect(await names(people.owner, id)).toEqual(['South'])

    const caller = { userId: people.viewer.userId, via: 'api_key', scopes: new Set(SCOPES), principal: 'test' } as const
    const zip = Buffer.from(await new Response(await exportAccount(caller, new Headers())).arrayBuffer())
    expect(zip.includes(`models/${copy}.views.json`)).toBe(true)
    await people.viewer.rest('DELETE', `${MODELS}/${copy}`)
    await db().constructModel.delete({ where: { id: copy } })
    expect(await db().savedView.count({ where: { modelId: copy } })).toBe(0)
  })

  it('tell whoever listens, and stand in the log of the model', async () => {
    const id = await sharedModel()
    const stream = await askRest('GET', `${MODELS}/${id}/events`, { key: people.viewer.key })
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const until = async (part: string) => {
      while (!text.includes(part)) text += (await reader.read()).value ?? ''
    }
    await until('event: revision')
    const { id: view } = (await save(people.owner, id)).json
    await until('event: views\ndata: {"seq":1}')
    await people.owner.rest('DELETE', at(id, `/${view}`))
    await until('event: views\ndata: {"seq":2}')
    await reader.cancel()
    const { json } = await people.owner.rest('GET', `${MODELS}/${id}/activity`)
    const told = json.items.filter(({ action }: { action: string }) => action.startsWith('view.'))
    expect(told.map(({ action, detail }: { action: string; detail: object }) => [action, detail])).toEqual([
      ['view.deleted', { view, name: 'South' }],
      ['view.made', { view, name: 'South' }],
    ])
  })
})

describe('by a share link', () => {
  async function linked(id: string, body: object): Promise<string> {
    const { url } = (await people.owner.rest('POST', `${MODELS}/${id}/share-links`, { body })).json
    return url.slice(`${env.APP_URL}/share/`.length)
  }
  const shared = (token: string, what: string) => callRest('GET', `/api/share/${token}${what}`)

  it('all saved views are shown where comments are, else the first alone, without a name', async () => {
    const id = await sharedModel()
    const [one, two] = [(await save(people.commenter, id)).json.id, (await save(people.owner, id, { name: 'Top' })).json.id]
    await people.owner.rest('PUT', `${MODELS}/${id}/first-view`, { body: { id: two } })
    const [open, closed] = [await linked(id, { comments: true }), await linked(id, {})]
    const all = (await shared(open, '/views')).json.items
    expect(all).toMatchObject([{ id: one, author: { name: 'Cy' } }, { id: two }])
    expect(all[0].pictureUrl).toMatch(`${env.APP_URL}/api/share/${open}/views/${one}/picture`)
    const { items } = (await shared(closed, '/views')).json
    expect(items).toEqual([{ ...all[1], author: null, pictureUrl: all[1].pictureUrl.replace(open, closed) }])
    const statuses = [one, two].map(async (view) => (await askRest('GET', `/api/share/${closed}/views/${view}/picture`)).status)
    expect(await Promise.all(statuses)).toEqual([404, 200])
    expect((await callRest('POST', `/api/share/${open}/views`, { body: {} })).status).toBe(405)
    expect((await callRest('DELETE', `/api/share/${open}/views/${one}`)).status).toBe(404)
  })

  it('no other revision is read than the one that it shows', async () => {
    const id = await sharedModel()
    await people.owner.rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: [{ id: 'N9', position: { x: 9, y: 9, z: 9 } }] } })
    const [pinned, live] = [await linked(id, { revision: 1 }), await linked(id, {})]
    for (const token of [pinned, live]) {
      for (const path of ['/revisions', '/revisions/1', '/revisions/2', '/model/revisions/2', '/revisions/2/changes'])
        expect((await askRest('GET', `/api/share/${token}${path}`)).status, path).toBe(404)
    }
    expect((await shared(pinned, '/model?revision=2')).json.revision).toBe(1)
    expect((await shared(live, '/model?revision=1')).json.revision).toBe(2)
    expect((await callRest('GET', `${MODELS}/${id}/revisions/1`, { key: pinned })).status).toBe(401)
  })
})
