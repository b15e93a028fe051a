import { beforeEach, expect, it } from 'vitest'
import { SCOPES } from '#lib/access/scopes.ts'
import { db } from '#lib/db/client.ts'
import { askRest, callRest } from '#lib/fixtures/rest.ts'
import { newApiKey, PASSWORD, signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { env } from '#lib/runtime/env.ts'
import { callerOf } from '#lib/service/authenticate.ts'
import { createModel } from '#lib/storage/models.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import { POST as close } from '../../app/api/account/close/route.ts'
import { POST as reopen } from '../../app/api/account/reopen/route.ts'
import { POST as resetPassword } from '../../app/api/account/reset-password/route.ts'
import { GET as authGet, POST as authPost } from '../../app/api/auth/[...nextauth]/route.ts'
import { CLOSED_DAYS, purgeClosed } from './close-account.ts'
import { SESSION_COOKIE } from './sign-ins.ts'
import { makeUserToken } from './user-tokens.ts'
import { disableUser, matchesPassword } from './users.ts'

const PAGE = { 'sec-fetch-site': 'same-origin' }

type Route = typeof close
const send = (route: Route, body: unknown, headers: Record<string, string> = {}) =>
  route(
    new Request(`${env.APP_URL}/api/account/x`, {
      method: 'POST',
      headers: { ...PAGE, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
    { params: Promise.resolve({}) },
  )
const whoHas = async (headers: Record<string, string>) => {
  const caller = await callerOf(new Request(`${env.APP_URL}/api/construct-models`, { headers: { ...PAGE, ...headers } }))
  return typeof caller === 'string' ? caller : caller.userId
}

/** What next-auth's client hears: where it is sent. */
async function signInByForm(email: string): Promise<string> {
  const csrf = await authGet(new Request(`${env.APP_URL}/api/auth/csrf`, { headers: PAGE }))
  const cookie = csrf.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const { csrfToken } = await csrf.json()
  const answer = await authPost(
    new Request(`${env.APP_URL}/api/auth/callback/credentials`, {
      method: 'POST',
      headers: { ...PAGE, cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email, password: PASSWORD, csrfToken, json: 'true' }),
    }),
  )
  return (await answer.json()).url
}

let me: { id: string; email: string; cookie: string; key: string }
beforeEach(async () => {
  const user = await signUpUser()
  me = { ...user, cookie: await signIn(user.id), key: await newApiKey(user.id) }
})

async function ownModel(): Promise<string> {
  const caller = { userId: me.id, via: 'session', scopes: new Set(SCOPES), principal: `user:${me.id}` } as const
  return (await createModel({ caller, via: 'web' }, { name: 'Hall' })).modelId
}

it('a closed account opens nothing at once, and signing in offers the way back, which brings it back with its models', async () => {
  const modelId = await ownModel()
  const wrong = await send(close, { password: 'not this one' }, { cookie: me.cookie })
  expect([wrong.status, (await wrong.json()).detail[0].loc]).toEqual([422, ['body', 'password']])
  expect((await send(close, { password: PASSWORD }, { cookie: me.cookie })).status).toBe(204)
  expect(await whoHas({ cookie: me.cookie })).toBe('absent')
  expect(await whoHas({ authorization: `Bearer ${me.key}` })).toBe('invalid')

  const token = /AccountClosed_([\w.-]+)/.exec(await signInByForm(me.email))?.[1]
  const back = await send(reopen, { token })
  expect(back.status).toBe(204)
  const cookie = back.headers.getSetCookie().find((one) => one.startsWith(`${SESSION_COOKIE}=`))
  expect(await whoHas({ cookie: cookie?.split(';')[0] ?? '' })).toBe(me.id)
  expect((await send(reopen, { token })).status).toBe(404) // once
  expect(await db().constructModel.findUnique({ where: { id: modelId } })).toMatchObject({ ownerId: me.id, deletedAt: null })
  expect(await purgeClosed(new Date(Date.now() + (CLOSED_DAYS + 1) * DAY_MS))).toBe(0)
})

it('goes for good after its days, and the administrator’s no is stronger than the way back', async () => {
  const modelId = await ownModel()
  await send(close, { password: PASSWORD }, { cookie: me.cookie })
  const token = /AccountClosed_([\w.-]+)/.exec(await signInByForm(me.email))?.[1]
  await disableUser(me.id)
  expect((await send(reopen, { token })).status).toBe(404)
  expect(await purgeClosed(new Date(Date.now() + (CLOSED_DAYS - 1) * DAY_MS))).toBe(0)
  expect(await purgeClosed(new Date(Date.now() + (CLOSED_DAYS + 1) * DAY_MS))).toBe(1)
  expect(await db().user.findUnique({ where: { id: me.id } })).toBeNull()
  expect(await db().constructModel.findUnique({ where: { id: modelId } })).toBeNull()
})

it('stays open while others work in a model of its own', async () => {
  const [modelId, other] = [await ownModel(), await signUpUser()]
  const row = { modelId, userId: other.id, role: 'editor', addedBy: me.id, createdAt: new Date() }
  await db().collaborator.create({ data: row })
  const refused = await send(close, { password: PASSWORD }, { cookie: me.cookie })
  expect([refused.status, (await refused.json()).detail]).toEqual([409, expect.stringContaining('Others work in “Hall”')])
  expect(await whoHas({ cookie: me.cookie })).toBe(me.id)
})

it('a link sets a new password once, ends every session, and a newer link ends it', async () => {
  const link = () =>
    makeUserToken({ userId: me.id, email: me.email, purpose: 'reset', by: 'admin', lives: DAY_MS }).then(({ token }) => token)
  const [older, newer] = [await link(), await link()]
  const password = 'seven green beams, 1 truss'
  expect((await send(resetPassword, { token: older, password })).status).toBe(404)
  const short = await send(resetPassword, { token: newer, password: 'short' })
  expect([short.status, (await short.json()).detail[0].loc]).toEqual([422, ['body', 'password']])
  const both = await Promise.all([1, 2].map(() => send(resetPassword, { token: newer, password, revokeApiKeys: true })))
  expect(both.map(({ status }) => status).sort()).toEqual([204, 404])
  expect(await whoHas({ cookie: me.cookie })).toBe('absent')
  expect(await whoHas({ authorization: `Bearer ${me.key}` })).toBe('invalid')
  const user = await db().user.findUniqueOrThrow({ where: { id: me.id } })
  expect(await matchesPassword(user, password)).toBe(true)
  for (const token of ['', 'x', `${me.id}.${'A'.repeat(43)}`, `${newer}x`]) {
    expect((await send(resetPassword, { token, password })).status).toBe(404)
  }
})

it('ends the links to its models, and what is open by them', async () => {
  const modelId = await ownModel()
  const made = await callRest('POST', `/api/construct-models/${modelId}/share-links`, {
    body: { name: 'For the client' },
    key: me.key,
  })
  const shared = `/api/share/${made.json.url.split('/').at(-1)}`
  const open = await askRest('GET', `${shared}/events`)
  expect(open.status).toBe(200)
  expect((await send(close, { password: PASSWORD }, { cookie: me.cookie })).status).toBe(204)
  expect(await open.text()).toContain('event: access\ndata: {"role":null}') // the last of the stream, which ends
  expect((await callRest('GET', shared)).status).toBe(404)
})
