import { expect, it } from 'vitest'
import { SCOPES } from '#lib/access/scopes.ts'
import { db } from '#lib/db/client.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { callTool } from '#lib/fixtures/mcp.ts'
import { authorizeClient } from '#lib/fixtures/oauth.ts'
import { giveRole, newPerson, type Person } from '#lib/fixtures/people.ts'
import { newModel } from '#lib/fixtures/rest.ts'
import { signIn } from '#lib/fixtures/verbs.ts'

const MODELS = '/api/construct-models'

/** As the open viewer asks it. */
const asBrowser = (by: Person, method: string, id: string) => byHand(by, method, `${id}/visit`)

async function byHand(by: Person, method: string, path: string, body?: object) {
  const headers = { cookie: await signIn(by.userId), 'sec-fetch-site': 'same-origin' }
  return by.rest(method, `${MODELS}/${path}`, { headers, key: null, body })
}

const nothing = {
  revisions: { count: 0, people: [], added: 0, changed: 0, removed: 0 },
  comments: { threads: 0, replies: 0, resolved: 0, people: [] },
}

it('tells what others changed and said since the last visit, nothing of what one did oneself, and nothing at first', async () => {
  const [ada, bo] = [await newPerson(), await newPerson()]
  await db().user.update({ where: { id: bo.userId }, data: { name: 'Bo' } })
  const id = await newModel(ada.rest, portalFrame())
  await giveRole(ada, id, bo.email, 'editor')
  const edit = (by: Person, name: string, x = 0) =>
    by.rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: [{ id: name, position: { x, y: 0, z: 0 } }] } })
  const say = (by: Person, body: object) => by.rest('POST', `${MODELS}/${id}/comments`, { body: { text: 'Deeper.', ...body } })
  const first = await asBrowser(ada, 'GET', id)
  expect([first.status, first.json]).toEqual([200, { at: null, revision: null, commentSeq: null, ...nothing }])
  expect((await asBrowser(ada, 'PUT', id)).status).toBe(204)

  await byHand(ada, 'POST', `${id}/nodes`, { nodes: [{ id: 'own', position: { x: 0, y: 0, z: 0 } }] })
  await byHand(ada, 'POST', `${id}/comments`, { text: 'Deeper.' })
  expect((await asBrowser(ada, 'GET', id)).json).toMatchObject({ at: expect.any(String), revision: 1, commentSeq: 0, ...nothing })
  await edit(bo, 'P1')
  await edit(bo, 'P1', 1)
  await say(bo, {})
  await say(bo, { replyTo: '1' })
  await bo.rest('POST', `${MODELS}/${id}/comments/1/resolve`, { body: {} })
  expect((await asBrowser(ada, 'GET', id)).json).toMatchObject({
    revisions: { count: 2, people: ['Bo'], added: 1, changed: 1, removed: 0 },
    comments: { threads: 1, replies: 1, resolved: 1, people: ['Bo'] },
  })
  await asBrowser(ada, 'PUT', id)
  expect((await asBrowser(ada, 'GET', id)).json).toMatchObject({ revision: 4, ...nothing })
  // What was there before is not new when somebody answers it.
  await say(bo, { replyTo: '2' })
  expect((await asBrowser(ada, 'GET', id)).json.comments).toEqual({ threads: 0, replies: 1, resolved: 0, people: ['Bo'] })
  expect((await asBrowser(bo, 'GET', id)).json.at).toBeNull()
})

it('tells what clients did in the name of who asks, by the names of the clients', async () => {
  const ada = await newPerson()
  const id = await newModel(ada.rest, portalFrame())
  await byHand(ada, 'POST', `${id}/comments`, { text: 'Deeper.' })
  await asBrowser(ada, 'PUT', id)
  const { tokens } = await authorizeClient({ user: { id: ada.userId, email: ada.email }, scopes: SCOPES })
  await callTool(tokens.access_token, 'service.edit_model', { modelId: id, ops: [{ select: { all: true }, move: { x: 1 } }] })
  const text = 'Done.'
  const { data } = await callTool(tokens.access_token, 'service.resolve_comment', { modelId: id, comment: 1, text })
  expect(data.thread).toMatchObject({ status: 'resolved' })
  const people = ['your client Test application']
  expect((await asBrowser(ada, 'GET', id)).json).toMatchObject({
    revisions: { count: 1, people },
    comments: { threads: 0, replies: 1, resolved: 1, people },
  })
  await byHand(ada, 'POST', `${id}/undo`, {})
  expect((await asBrowser(ada, 'GET', id)).json.comments, 'undone, it is not resolved').toMatchObject({ replies: 1, resolved: 0 })
  await byHand(ada, 'POST', `${id}/revisions/2/restore`, {})
  const thread = async () => (await byHand(ada, 'GET', `${id}/comments`)).json.items[0]
  expect(await thread()).toMatchObject({ status: 'resolved', resolvedClient: 'Test application' })
  await byHand(ada, 'POST', `${id}/comments/1/reopen`, {})
  expect(await thread()).toMatchObject({ status: 'open', resolvedClient: null })
  await byHand(ada, 'POST', `${id}/comments/1/resolve`, {})
  expect(await thread()).toMatchObject({ status: 'resolved', resolvedClient: null })
})

it('is for people who may read the model', async () => {
  const [ada, stranger] = [await newPerson(), await newPerson()]
  const id = await newModel(ada.rest)
  expect((await asBrowser(stranger, 'GET', id)).status).toBe(404)
  expect((await asBrowser(stranger, 'PUT', id)).status).toBe(404)
})
