import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '#lib/accounts/sign-ins.ts'
import { activityWritten } from '#lib/activity/audit.ts'
import { db } from '#lib/db/client.ts'
import { approve, authorize, decide, exchange, handleOf, post, registerClient, send } from '#lib/fixtures/oauth.ts'
import { signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { rates } from '#lib/http/rate-limit.ts'
import { env } from '#lib/runtime/env.ts'
import { clientWaitingAt, consentFor } from './consent.ts'
import { hashOf } from './store.ts'

/** A decision on the consent page, and the requests that wait for one. */

const HALF_AN_HOUR = 30 * 60 * 1000
const JSON_WANTED = { accept: 'application/json' }

let userId: string
let cookie: string
let client_id: string
beforeAll(async () => {
  userId = (await signUpUser()).id
  cookie = await signIn(userId)
  client_id = (await registerClient({ client_name: 'Frame checker' })).client_id
})

const ask = async (fields = {}) => handleOf(await authorize({ client_id, ...fields }, cookie))
const shown = async (handle: string | undefined, as = cookie) => consentFor(handle, await signedIn(new Headers({ cookie: as })))

describe('a page with a script', () => {
  it('is told where to go on, which nothing keeps', async () => {
    const allowed = await decide(await ask(), 'allow', cookie, JSON_WANTED)
    expect([allowed.status, allowed.headers.get('location')]).toEqual([200, null])
    expect(allowed.headers.get('content-type')).toBe('application/json')
    expect(allowed.headers.get('cache-control')).toBe('no-store')
    expect(allowed.headers.get('referrer-policy')).toBe('no-referrer')
    const { redirect_to } = await allowed.json()
    const to = new URL(redirect_to)
    expect(to.origin + to.pathname).toBe('https://app.example/callback')
    expect((await exchange(client_id, to.searchParams.get('code') ?? '')).status).toBe(200)

    const denied = await (await decide(await ask(), 'deny', cookie, JSON_WANTED)).json()
    expect(new URL(denied.redirect_to).searchParams.get('error')).toBe('access_denied')
  })

  it('is refused as JSON, a plain form on a page, each in words', async () => {
    const handle = await ask()
    const refusals: [Parameters<typeof decide>, number, string][] = [
      [[handle, 'allow', cookie, { 'sec-fetch-site': 'cross-site' }], 403, 'It did not come from the page that asked for it.'],
      [[handle, 'allow', cookie, { 'content-type': 'text/plain' }], 400, 'The form did not arrive as it was sent.'],
      [[handle, 'allow', ''], 403, 'You are signed out.'],
      [['x', 'allow', cookie], 400, 'The request is unknown, decided already, expired, or was not yours to decide.'],
    ]
    for (const [[request, decision, as, headers = {}], status, why] of refusals) {
      const json = await decide(request, decision, as, { ...headers, ...JSON_WANTED })
      expect([json.status, await json.json()]).toEqual([status, { error: 'invalid_request', error_description: why }])
      const page = await decide(request, decision, as, headers)
      expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
      expect(await page.text()).toContain(`<h1>This decision does not count</h1>\n<p>${why}</p>`)
    }
    const nothing = await post('/oauth/consent/decision', { decision: 'allow' }, { cookie, 'sec-fetch-site': 'same-origin' })
    expect(nothing.status).toBe(400)
    expect((await decide(handle, 'allow', cookie)).status).toBe(303) // none of them has used it up
  })
})

it('an approval stands in the log of the account, a refusal does not', async () => {
  const person = await signUpUser()
  const own = await signIn(person.id)
  for (const decision of ['deny', 'allow']) {
    await decide(handleOf(await authorize({ client_id, scope: 'mcp:models:read' }, own)), decision, own)
  }
  await activityWritten()
  const entries = await db().auditEntry.findMany({ where: { userId: person.id } })
  expect(entries.map(({ action, detail }) => [action, JSON.parse(detail)])).toEqual([
    ['account.connect_app', { clientId: client_id, name: 'Frame checker', scopes: ['mcp:models:read'] }],
  ])
})

describe('a request that waits', () => {
  it('is gone without a handle, with a made-up one, and with one of somebody else', async () => {
    const handle = await ask()
    const stranger = await signIn((await signUpUser()).id)
    const elsewhere = await signIn(userId)
    for (const gone of [undefined, '', 'made-up']) {
      expect(await shown(gone)).toEqual({ is: 'gone' })
      expect(await consentFor(gone, null)).toEqual({ is: 'gone' })
    }
    expect(await shown(handle, stranger)).toEqual({ is: 'gone' })
    expect(await shown(handle, elsewhere)).toEqual({ is: 'gone' })
    expect(await shown(handle)).toMatchObject({ is: 'ask' })
    await decide(handle, 'deny', cookie)
    expect(await shown(handle)).toEqual({ is: 'gone' })
    expect(await consentFor(handle, null)).toEqual({ is: 'gone' })
  })

  it('waits for half an hour', async () => {
    const handle = await ask()
    const { createdAt, expiresAt } = await db().oAuthRequest.findUniqueOrThrow({ where: { handle: hashOf(handle) } })
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(HALF_AN_HOUR)
    const back = await authorize({ client_id }, '')
    const path = new URL(back.headers.get('location') ?? '').searchParams.get('callbackUrl') ?? ''
    expect(await clientWaitingAt(path)).toBe('Frame checker')
    await db().oAuthRequest.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await clientWaitingAt(path)).toBeNull()
    const page = await send(path, { headers: { cookie } })
    expect(page.status).toBe(400)
    expect(await page.text()).toContain('<h1>This request has expired</h1>')
    expect(await consentFor(handle, null)).toEqual({ is: 'gone' })
  })

  it('of somebody who has signed in is continued by nobody, not even by them: it is decided', async () => {
    const handle = await ask()
    const stranger = await signIn((await signUpUser()).id)
    for (const as of [cookie, stranger, '']) {
      expect((await send(`/oauth/authorize?continue=${handle}`, { headers: { cookie: as } })).status).toBe(400)
    }
    // Whoever says who they are asks anew, whatever else they say.
    const asked = await authorize({ client_id, continue: handle, state: 'anew' }, cookie)
    expect(handleOf(asked)).not.toBe(handle)
    expect((await send(`/oauth/authorize?continue=${handle}&continue=${handle}`)).status).toBe(400)
  })

  it('ends with its application', async () => {
    const { client_id: gone } = await registerClient()
    const handle = await ask({ client_id: gone })
    const back = new URL((await authorize({ client_id: gone }, '')).headers.get('location') ?? '').searchParams.get('callbackUrl')
    await db().oAuthClient.delete({ where: { id: gone } })
    expect(await shown(handle)).toEqual({ is: 'gone' })
    expect((await decide(handle, 'allow', cookie)).status).toBe(400)
    expect(await clientWaitingAt(back ?? '')).toBeNull()
  })
})

it('the page says what an application would be allowed beyond what this person has allowed it', async () => {
  const { client_id: own } = await registerClient()
  const more = async () => {
    const told = await shown(await ask({ client_id: own }))
    return told.is === 'ask' ? told.consent.more : told.is
  }
  await exchange(own, await approve({ client_id: own, scope: 'mcp:models:write' }, cookie))
  expect(await more()).toBe('It could write until now; it asks to read as well.')
  await exchange(own, await approve({ client_id: own, scope: 'mcp:models:read' }, cookie))
  expect(await more()).toBeNull()
})

describe('with limits', () => {
  afterEach(() => {
    env.RATE_LIMIT = 'off'
  })

  it('a network that asks without end is told to wait, on a page; others are not held up', async () => {
    env.RATE_LIMIT = 'on'
    const from = (address: string) => send('/oauth/authorize', { headers: { 'x-forwarded-for': address } })
    let response = await from('192.0.2.1')
    for (let i = 0; i < rates.oauthRequest.points && response.status === 400; i++) response = await from('192.0.2.1')
    expect(response.status).toBe(429)
    const seconds = response.headers.get('retry-after')
    expect(Number(seconds)).toBeGreaterThan(0)
    expect(await response.text()).toContain(`<h1>Too many requests</h1>\n<p>Try again in ${seconds} seconds.</p>`)
    expect((await from('192.0.2.2')).status).toBe(400)
  })
})
