import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { deleteUser } from '#lib/accounts/users.ts'
import { transferModels } from '#lib/admin/transfer-models.ts'
import { db } from '#lib/db/client.ts'
import { answerInvitation, askForRole, giveRole, newPerson, offerModel, type Person, tokenOf } from '#lib/fixtures/people.ts'
import { askRest, newModel } from '#lib/fixtures/rest.ts'
import { env } from '#lib/runtime/env.ts'
import { limits } from '#lib/runtime/limits.ts'
import { requestsStored } from '#lib/sharing/access-requests.ts'
import { DAY_MS } from '#lib/values/durations.ts'

const MODELS = '/api/construct-models'

let [ada, bo, cy]: Person[] = []
beforeAll(async () => {
  ;[ada, bo, cy] = [await newPerson(), await newPerson(), await newPerson({ confirmed: false })]
})
const owner = () => ada!
const give = (id: string, email: string, role: string, by = owner()) => giveRole(by, id, email, role)
const people = async (id: string, by = owner()) => (await by.rest('GET', `${MODELS}/${id}/collaborators`)).json.items
const answer = (by: Person, as: 'accept' | 'decline', inviteUrl: string) => answerInvitation(by, as, tokenOf(inviteUrl))

describe('a role for an address', () => {
  it('holds at once for an account that has confirmed it, and is one row however often it is given', async () => {
    const id = await newModel(owner().rest)
    expect((await bo!.rest('GET', `${MODELS}/${id}`)).status).toBe(404)
    expect(await give(id, bo!.email.toUpperCase(), 'viewer')).toMatchObject({
      status: 200,
      json: { email: bo!.email, userId: bo!.userId, role: 'viewer', state: 'active' },
    })
    expect((await bo!.rest('GET', `${MODELS}/${id}`)).status).toBe(200)
    const refused = await bo!.rest('PATCH', `${MODELS}/${id}`, { body: { name: 'x' } })
    expect(refused).toMatchObject({ status: 403, json: { role: 'viewer', needs: 'editor' } })
    await give(id, bo!.email, 'editor')
    expect((await bo!.rest('PATCH', `${MODELS}/${id}`, { body: { name: 'Shared' } })).status).toBe(200)
    expect(await people(id)).toMatchObject([
      { userId: owner().userId, role: 'owner' },
      { userId: bo!.userId, role: 'editor', state: 'active', addedBy: { id: owner().userId } },
    ])
  })

  it('is an invitation where nobody has confirmed it: whoever signs up with it has nothing without the link', async () => {
    const id = await newModel(owner().rest)
    const { json } = await give(id, cy!.email, 'commenter')
    expect(json).toMatchObject({ email: cy!.email, role: 'commenter', state: 'invited' })
    expect(json).not.toHaveProperty('userId')
    expect((await cy!.rest('GET', `${MODELS}/${id}`)).status).toBe(404)
    expect((await people(id))[1]).toMatchObject({ userId: null, email: cy!.email, state: 'invited', role: 'commenter' })
    expect(JSON.stringify(await db().invitation.findMany({ where: { modelId: id } }))).not.toContain(tokenOf(json.inviteUrl))

    const second = (await give(id, cy!.email, 'viewer')).json
    expect((await answer(cy!, 'accept', json.inviteUrl)).status).toBe(404) // the newer one ended it
    expect(await answer(cy!, 'accept', second.inviteUrl)).toMatchObject({ status: 200, json: { modelId: id, role: 'viewer' } })
    expect((await answer(bo!, 'accept', second.inviteUrl)).status).toBe(404) // used
    expect((await cy!.rest('GET', `${MODELS}/${id}`)).status).toBe(200)
    expect((await give(id, cy!.email, 'editor')).json.state).toBe('active') // somebody who has a role
  })

  it('may be accepted by another account, never lowers a role, and ends by declining or withdrawing', async () => {
    const id = await newModel(owner().rest)
    const first = (await give(id, 'nobody@example.com', 'viewer')).json
    await give(id, bo!.email, 'editor')
    expect((await answer(bo!, 'accept', first.inviteUrl)).json).toMatchObject({ role: 'editor' })
    const second = (await give(id, 'nobody@example.com', 'viewer')).json
    expect((await answer(owner(), 'accept', second.inviteUrl)).status).toBe(422)
    expect((await answer(cy!, 'decline', second.inviteUrl)).status).toBe(204)
    expect((await answer(cy!, 'accept', second.inviteUrl)).status).toBe(404)
    const third = (await give(id, 'nobody@example.com', 'viewer')).json
    const path = `${MODELS}/${id}/collaborators?email=nobody%40example.com`
    expect((await owner().rest('DELETE', path)).status).toBe(204)
    expect(await owner().rest('DELETE', path)).toMatchObject({ status: 404, json: { detail: 'Collaborator not found' } })
    expect((await answer(cy!, 'accept', third.inviteUrl)).status).toBe(404)
  })

  it('is refused for the owner, for what is no address, no such role, and beyond so many people', async () => {
    const id = await newModel(owner().rest)
    const said = async (body: object) => {
      const { status, json } = await owner().rest('PUT', `${MODELS}/${id}/collaborators`, { body })
      return [status, ...json.detail.map(({ type, loc, msg }: Record<string, unknown>) => `${type} ${loc} ${msg}`)]
    }
    expect(await said({ email: owner().email, role: 'viewer' })).toEqual([
      422,
      'value_error body,email Value error, this is the owner',
    ])
    expect(await said({ email: 'no address', role: 'owner' })).toEqual([
      422,
      'value_error body,email Value error, not a valid e-mail address',
      "literal_error body,role Input should be 'editor', 'commenter' or 'viewer'",
    ])
    expect(await said({ email: 'a@example.com', role: 'viewer', colour: 1 })).toEqual([
      422,
      'extra_forbidden body,colour Extra inputs are not permitted',
    ])
    const { collaborators } = limits
    limits.collaborators = 1
    try {
      await give(id, bo!.email, 'viewer')
      await give(id, bo!.email, 'editor')
      expect(await said({ email: 'b@example.com', role: 'viewer' })).toEqual([
        422,
        'limit_exceeded body the model would have 2 collaborators, the limit is 1',
      ])
    } finally {
      limits.collaborators = collaborators
    }
  })

  it('keeps no secret for who repeats the request with its key', async () => {
    const id = await newModel(owner().rest)
    const asked = {
      body: { email: 'later@example.com', role: 'viewer' },
      headers: { 'idempotency-key': randomBytes(8).toString('hex') },
    }
    const first = await owner().rest('PUT', `${MODELS}/${id}/collaborators`, asked)
    expect(first.json.inviteUrl).toContain('/invite/in_')
    const again = await owner().rest('PUT', `${MODELS}/${id}/collaborators`, asked)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.json).toEqual({ ...first.json, inviteUrl: null })
    const kept = await db().idempotencyKey.findMany({ where: { key: asked.headers['idempotency-key'] } })
    expect(kept.map(({ body }) => Buffer.from(body ?? []).toString()).join()).not.toContain(tokenOf(first.json.inviteUrl))
  })

  it('shows addresses to those who may write, names to the others', async () => {
    const id = await newModel(owner().rest)
    await give(id, bo!.email, 'viewer')
    await give(id, 'asked@example.com', 'viewer')
    expect((await people(id, bo!)).map((one: object) => 'email' in one)).toEqual([false, false])
    await give(id, bo!.email, 'editor')
    expect((await people(id, bo!)).map((one: object) => 'email' in one)).toEqual([true, true, true])
  })
})

describe('leaving and being taken out', () => {
  it('ends what is open at once; the owner cannot leave, and only the owner takes others out', async () => {
    const id = await newModel(owner().rest)
    await give(id, bo!.email, 'editor')
    await give(id, cy!.email, 'viewer')
    const path = (email: string) => `${MODELS}/${id}/collaborators?email=${encodeURIComponent(email)}`
    expect(await bo!.rest('DELETE', path(owner().email))).toMatchObject({ status: 403, json: { role: 'editor', needs: 'owner' } })
    expect((await owner().rest('DELETE', path(owner().email))).status).toBe(422)

    const { body } = await askRest('GET', `${MODELS}/${id}/events`, { key: bo!.key })
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const until = async (says: RegExp) => {
      while (!says.test(text)) {
        const { done, value = '' } = await reader.read()
        if (done) break
        text += value
      }
    }
    await until(/event: revision\ndata: .*"role":"editor"/)
    await give(id, bo!.email, 'viewer')
    await until(/event: access\ndata: {"role":"viewer"}/)
    expect((await bo!.rest('DELETE', path(bo!.email))).status).toBe(204)
    await until(/event: access\ndata: {"role":null}/)
    expect((await reader.read()).done).toBe(true)
    expect((await bo!.rest('GET', `${MODELS}/${id}`)).status).toBe(404)
  })
})

describe('as another process sees it', () => {
  it('a role that is taken away there ends what is open here', async () => {
    const id = await newModel(owner().rest)
    await give(id, bo!.email, 'viewer')
    const { body } = await askRest('GET', `${MODELS}/${id}/events`, { key: bo!.key })
    let text = ''
    const heard = (async () => {
      for await (const part of body!.pipeThrough(new TextDecoderStream())) text += part
    })()
    await expect.poll(() => text).toContain('event: revision')
    // Nobody tells this process: it sees the number.
    await db().collaborator.deleteMany({ where: { modelId: id } })
    await db().constructModel.update({ where: { id }, data: { accessSeq: { increment: 1 } } })
    await heard
    expect(text).toContain('event: access\ndata: {"role":null}')
  })

  it('the administrator gives models away and deletes accounts, and no role is left over', async () => {
    const [dora, eve] = [await newPerson(), await newPerson()]
    const id = await newModel(dora.rest)
    await give(id, eve.email, 'viewer', dora)
    await transferModels({ id: dora.userId, email: dora.email }, { id: eve.userId, email: eve.email }, id)
    expect(await people(id, eve)).toMatchObject([{ userId: eve.userId, role: 'owner' }])
    expect((await dora.rest('GET', `${MODELS}/${id}`)).status).toBe(404)
    await give(id, dora.email, 'editor', eve)
    await deleteUser(dora.userId)
    expect(await people(id, eve)).toHaveLength(1)
    expect(await db().collaborator.count({ where: { modelId: id } })).toBe(0)
  })
})

describe('a request for access', () => {
  async function ask(by: Person, id: string, body: object = {}) {
    const answered = await askForRole(by, id, body)
    await requestsStored()
    return answered
  }
  const requests = async (id: string) => (await owner().rest('GET', `${MODELS}/${id}/collaborators`)).json.requests

  it('is answered alike for a model and for none, kept once, and gives what its owner says', async () => {
    const id = await newModel(owner().rest)
    const [known, unknown] = [await ask(bo!, id, { message: 'Level 3?' }), await ask(bo!, 'm_unknown', { message: 'Level 3?' })]
    for (const { status, json } of [known, unknown]) expect([status, json]).toEqual([202, {}])
    expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()])
    await ask(bo!, id, { message: 'Again' })
    expect(await requests(id)).toMatchObject([{ userId: bo!.userId, email: bo!.email, message: 'Level 3?' }])
    const path = `${MODELS}/${id}/access-requests/${bo!.userId}`
    expect((await owner().rest('POST', path, { body: { role: 'commenter' } })).status).toBe(204)
    expect((await owner().rest('POST', path, { body: { role: 'commenter' } })).status).toBe(404)
    expect(await requests(id)).toEqual([])
    expect((await people(id))[1]).toMatchObject({ userId: bo!.userId, role: 'commenter' })
  })

  it('is not heard again for a week after a no', async () => {
    const id = await newModel(owner().rest)
    await ask(cy!, id)
    await owner().rest('POST', `${MODELS}/${id}/access-requests/${cy!.userId}`, { body: { role: null } })
    expect((await ask(cy!, id)).status).toBe(202)
    expect(await requests(id)).toEqual([])
    await db().accessRequest.updateMany({
      where: { modelId: id },
      data: { answeredAt: new Date(Date.now() - 8 * DAY_MS) },
    })
    await ask(cy!, id)
    expect(await requests(id)).toHaveLength(1)
    expect((await cy!.rest('GET', `${MODELS}/${id}`)).status).toBe(404)
  })
})

describe('giving a model away', () => {
  const offer = (id: string, email: string) => offerModel(owner(), id, email)

  it('needs a yes; then the new owner owns it, and the old one is an editor', async () => {
    const id = await newModel(owner().rest)
    await give(id, bo!.email, 'viewer')
    const first = (await offer(id, 'else@example.com')).json
    const second = (await offer(id, bo!.email)).json
    expect(second).toMatchObject({ state: 'pending' })
    expect((await people(id))[0]).toMatchObject({ role: 'owner', userId: owner().userId })
    expect((await answer(bo!, 'accept', first.inviteUrl)).status).toBe(404) // the second replaced it
    expect((await answer(bo!, 'accept', second.inviteUrl)).json).toMatchObject({ modelId: id, role: 'owner' })
    expect(await people(id, bo!)).toMatchObject([
      { userId: bo!.userId, role: 'owner' },
      { userId: owner().userId, role: 'editor' },
    ])
    expect((await offer(id, 'else@example.com')).status).toBe(403)
  })

  it('can be withdrawn', async () => {
    const id = await newModel(owner().rest)
    const { inviteUrl } = (await offer(id, bo!.email)).json
    expect((await owner().rest('DELETE', `${MODELS}/${id}/transfer`)).status).toBe(204)
    expect((await owner().rest('DELETE', `${MODELS}/${id}/transfer`)).status).toBe(404)
    expect((await answer(bo!, 'accept', inviteUrl)).status).toBe(404)
    expect((await offer(id, owner().email)).status).toBe(422)
  })
})

describe('copies', () => {
  const BODY = {
    name: 'Halle „Süd“ 😀',
    units: { length: 'm' },
    metadata: { a: [1, null] },
    nodes: [
      { id: 'N1', position: { x: 0, y: 0, z: 0 } },
      { id: 'N2', position: { x: 0, y: 0, z: 4.25 } },
    ],
    sections: [{ id: 'S', type: 'rectangular', dimensions: { t3: 0.3, t2: 0.2 }, name: '300×200' }],
    frames: [{ id: 'F', startNodeId: 'N1', endNodeId: 'N2', sectionId: 'S', source: { tool: 'x' } }],
  }

  it('have a name that pages take, however long that of the model is', async () => {
    for (const [name, expected] of [
      ['x'.repeat(193), `${'x'.repeat(193)} (copy)`],
      ['😀'.repeat(194), `${'😀'.repeat(192)}… (copy)`],
      [`${'x'.repeat(191)} and more`, `${'x'.repeat(191)}… (copy)`],
      ['x'.repeat(4096), `${'x'.repeat(192)}… (copy)`],
    ] as const) {
      const id = await newModel(owner().rest, { name })
      const { json: copy } = await owner().rest('POST', `${MODELS}/${id}/duplicate`, { body: {} })
      expect(copy.name).toBe(expected)
      expect([...expected].length).toBeLessThanOrEqual(200)
    }
    const id = await newModel(owner().rest, BODY)
    const long = await owner().rest('POST', `${MODELS}/${id}/duplicate`, { body: { name: 'x'.repeat(4097) } })
    expect([long.status, long.json.detail[0].type]).toEqual([422, 'string_too_long'])
  })

  it('equal what a viewer sees, dimensions too, at revision 1, and are theirs', async () => {
    const id = await newModel(owner().rest, BODY)
    await give(id, bo!.email, 'viewer')
    await owner().rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: [{ id: 'N3', position: { x: 6, y: 0, z: 0 } }] } })
    const source = (await owner().rest('GET', `${MODELS}/${id}`)).json
    const made = await bo!.rest('POST', `${MODELS}/${id}/duplicate`, { body: {} })
    expect(made.status).toBe(201)
    const { json: copy } = made
    expect(made.headers.get('location')).toBe(`${env.APP_URL}${MODELS}/${copy.id}`)
    const own = ['id', 'name', 'revision', 'viewerUrl', 'createdAt', 'updatedAt', 'copiedFrom']
    const rest = (model: object) => Object.fromEntries(Object.entries(model).filter(([key]) => !own.includes(key)))
    expect(rest(copy)).toEqual(rest(source))
    expect(copy).toMatchObject({ name: `${BODY.name} (copy)`, revision: 1 })
    expect(copy.copiedFrom).toMatchObject({ modelId: id, revision: 2, name: BODY.name })
    expect((await bo!.rest('GET', `${MODELS}/${copy.id}`)).json).toEqual(copy)
    expect((await owner().rest('GET', `${MODELS}/${copy.id}`)).status).toBe(404)
    // It goes on as any model does, and says of what it is a copy.
    const frames = [{ id: 'F2', startNodeId: 'N2', endNodeId: 'N3', sectionId: 'S' }]
    expect((await bo!.rest('POST', `${MODELS}/${copy.id}/frames`, { body: { frames } })).status).toBe(200)
    const later = (await bo!.rest('GET', `${MODELS}/${copy.id}`)).json
    expect(later).toMatchObject({ revision: 2, copiedFrom: copy.copiedFrom })
    expect(later.frames.map((frame: { id: string }) => frame.id)).toEqual(['F', 'F2'])
    expect((await bo!.rest('GET', `${MODELS}/${copy.id}/revisions/1`)).json.frames).toHaveLength(1)
  })

  it('may be of an earlier revision, with a name, once per key', async () => {
    const id = await newModel(owner().rest, BODY)
    await owner().rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: [{ id: 'N3', position: { x: 6, y: 0, z: 0 } }] } })
    const asked = {
      body: { name: 'Variant', revision: 1 },
      headers: { 'idempotency-key': randomBytes(8).toString('hex') },
    }
    const { json } = await owner().rest('POST', `${MODELS}/${id}/duplicate`, asked)
    expect(json).toMatchObject({ name: 'Variant', copiedFrom: { revision: 1 } })
    expect(json.nodes).toHaveLength(2)
    expect((await owner().rest('POST', `${MODELS}/${id}/duplicate`, asked)).json).toEqual(json)
    expect((await owner().rest('POST', `${MODELS}/${id}/duplicate`, { body: { revision: 9 } })).status).toBe(404)
  })
})

it('lists what is shared with its role, and one role alone', async () => {
  const [dora, eve] = [await newPerson(), await newPerson()]
  const [own, first, second] = [await newModel(dora.rest), await newModel(eve.rest), await newModel(eve.rest)]
  await give(first, dora.email, 'viewer', eve)
  await give(second, dora.email, 'editor', eve)
  const roles = async (query = '') => {
    const { json } = await dora.rest('GET', `${MODELS}${query}`)
    return Object.fromEntries(json.items.map(({ id, role }: { id: string; role: string }) => [id, role]))
  }
  expect(await roles()).toEqual({ [own]: 'owner', [first]: 'viewer', [second]: 'editor' })
  expect(await roles('?role=owner')).toEqual({ [own]: 'owner' })
  expect(await roles('?role=editor')).toEqual({ [second]: 'editor' })
  expect(await roles('?role=commenter')).toEqual({})
  await eve.rest('DELETE', `${MODELS}/${first}`)
  expect(await roles()).toEqual({ [own]: 'owner', [second]: 'editor' }) // in somebody else's bin
})

it('tells in the log of a model who did what, page by page without a gap', async () => {
  const id = await newModel(owner().rest)
  await give(id, bo!.email, 'viewer')
  await owner().rest('PATCH', `${MODELS}/${id}`, { body: { name: 'Renamed' } })
  await bo!.rest('POST', `${MODELS}/${id}/duplicate`, { body: {} })
  await owner().rest('DELETE', `${MODELS}/${id}`)
  await owner().rest('POST', `${MODELS}/${id}/undelete`)
  const all = (await owner().rest('GET', `${MODELS}/${id}/activity`)).json.items
  expect(all.map(({ action }: { action: string }) => action).sort()).toEqual(
    ['model.deleted', 'model.duplicated', 'model.undeleted', 'revision.create', 'revision.rename', 'role.given'].sort(),
  )
  expect(all.find(({ action }: { action: string }) => action === 'model.duplicated').user.id).toBe(bo!.userId)
  const paged: object[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = `?limit=1${cursor && `&cursor=${cursor}`}`
    const { json } = await owner().rest('GET', `${MODELS}/${id}/activity${query}`)
    paged.push(...json.items)
    cursor = json.nextCursor
  }
  expect(paged).toEqual(all)
  const one = await owner().rest('GET', `${MODELS}/${id}/activity?action=revision.rename`)
  expect(one.json.items).toHaveLength(1)
  expect((await owner().rest('GET', `${MODELS}/${id}/activity?cursor=x`)).status).toBe(422)
  const table = await askRest('GET', `${MODELS}/${id}/activity?format=csv`, { key: owner().key })
  expect((await table.text()).split('\r\n')[0]).toBe('at,action,user,via,client,detail,id')
})
