import { beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '#lib/accounts/sign-ins.ts'
import { db } from '#lib/db/client.ts'
import {
  answerOf,
  approve,
  authorizationQuery,
  authorize,
  CODE_CHALLENGE,
  decide,
  exchange,
  type Fields,
  handleOf,
  post,
  RESOURCE,
  registerClient,
  send,
} from '#lib/fixtures/oauth.ts'
import { signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { env } from '#lib/runtime/env.ts'
import { clientWaitingAt, consentFor } from './consent.ts'

const CALLBACK = 'https://app.example/callback'
const EVIL = 'https://evil.example'

let cookie: string
let clientId: string

beforeAll(async () => {
  cookie = await signIn((await signUpUser('engineer@example.com')).id)
  clientId = (
    await registerClient({
      client_name: 'Frame checker',
      redirect_uris: [CALLBACK, 'http://127.0.0.1/callback', 'com.example.frames:/callback'],
    })
  ).client_id
})

const ask = (fields: Fields = {}, as: string | undefined = cookie) => authorize({ client_id: clientId, ...fields }, as)

async function expectErrorPage(response: Response) {
  expect(response.status).toBe(400)
  expect(response.headers.get('location')).toBeNull()
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  return response.text()
}

async function expectError(response: Response, error: string, fields: Record<string, string | undefined> = {}) {
  expect(response.status).toBe(303)
  const { to, fields: answer } = answerOf(response)
  expect(to).toBe(CALLBACK)
  expect(answer).toEqual({
    error,
    error_description: expect.stringMatching(/^[\x20-\x7e]+$/),
    iss: env.APP_URL,
    state: 'a state of theirs',
    ...fields,
  })
}

const consentIn = async (response: Response, as = cookie) => {
  const shown = await consentFor(handleOf(response), await signedIn(new Headers({ cookie: as })))
  if (shown.is !== 'ask') throw new Error(`the consent page shows: ${shown.is}`)
  return shown.consent
}

describe('A: GET /oauth/authorize', () => {
  it.each<[string, Fields, string]>([
    ['no client', { client_id: undefined }, 'The request does not say, or says more than once, which application it comes from.'],
    [
      'an unknown client',
      { client_id: 'nobody' },
      'The application that sent you here is not known, or does not describe itself properly.',
    ],
    ['no address', { redirect_uri: undefined }, 'The request does not say, or says more than once, where its answer should go.'],
    [
      'a foreign address',
      { redirect_uri: `${EVIL}/callback` },
      'The address that the answer should go to is not registered for this application.',
    ],
  ])('tells the person at the page what is wrong: %s', async (_, fields, why) => {
    const page = await expectErrorPage(await ask(fields))
    expect(page).toContain(`<h1>This connection cannot be made</h1>\n<p>${why}</p>`)
  })

  it.each<[Fields, string]>([
    [{ nonce: ['1', '2'] }, 'nonce is there more than once'],
    [{ 'n"ö\\': ['1', '2'] }, 'n??? is there more than once'],
    [{ ['x'.repeat(50)]: ['1', '2'] }, `${'x'.repeat(40)} is there more than once`],
    [{ response_type: undefined }, 'response_type is missing'],
    [{ response_type: 'token' }, 'response_type must be code'],
    [{ response_mode: 'form_post' }, 'response_mode must be query'],
    [{ code_challenge: undefined }, 'code_challenge is missing: PKCE is required'],
    [{ code_challenge_method: 'plain' }, 'code_challenge_method must be S256'],
    [{ code_challenge: 'x' }, 'code_challenge must be 43 base64url characters'],
    [{ scope: 'x' }, 'scope names a scope that does not exist here'],
    [{ resource: EVIL }, `resource must be ${RESOURCE}`],
    [{ prompt: 'login none' }, 'the user must decide'],
  ])('tells the application what is wrong with %j', async (fields, description) => {
    expect(answerOf(await ask(fields)).fields.error_description).toBe(description)
  })

  it('takes what says in words what holds without them, and our resource in any case of scheme and host', async () => {
    const resource = RESOURCE.replace('http://localhost', 'HTTP://LOCALHOST')
    handleOf(await ask({ response_mode: 'query', prompt: 'login', resource }))
    await expectError(await ask({ resource: RESOURCE.replace('/mcp', '/MCP') }), 'invalid_target')
  })

  it('A1: an unknown or missing client_id gets a page and no redirect (RFC 6749 §4.1.2.1)', async () => {
    for (const client_id of ['nobody', undefined, 'smc_x', '\u0000', 'é', [clientId, clientId], [clientId, 'nobody']]) {
      await expectErrorPage(await ask({ client_id }))
      await expectErrorPage(await ask({ client_id }, ''))
    }
  })

  it('A2: a redirect_uri that is missing or not registered to the letter gets a page and no redirect (RFC 9700 §2.1)', async () => {
    for (const redirect_uri of [
      undefined,
      `${EVIL}/callback`,
      `${CALLBACK}/more`,
      `${CALLBACK}/`,
      `${CALLBACK}?x=1`,
      `${CALLBACK}#x`,
      'https://app.example/Callback',
      'https://APP.example/callback',
      'https://user@app.example/callback',
      'https://app.example/x/../callback',
      'https://app.example:443/callback',
      'https://app.example:8443/callback',
      'http://app.example/callback',
      'com.example.frames:/other',
      'COM.example.frames:/callback',
    ]) {
      await expectErrorPage(await ask({ redirect_uri }))
      await expectErrorPage(await ask({ redirect_uri }, ''))
    }
  })

  it('A3: a loopback URI is good on any port, and only the port may differ (RFC 8252 §7.3)', async () => {
    for (const redirect_uri of ['http://127.0.0.1/callback', 'http://127.0.0.1:1/callback', 'http://127.0.0.1:65535/callback']) {
      const response = await ask({ redirect_uri })
      const { to } = answerOf(await decide(handleOf(response), 'allow', cookie))
      expect(to).toBe(redirect_uri)
    }
    for (const redirect_uri of [
      'http://localhost:5000/callback',
      'http://127.0.0.1:5000/callback/x',
      'http://127.0.0.1:5000/callback?x=1',
      'http://[::1]:5000/callback',
    ]) {
      await expectErrorPage(await ask({ redirect_uri }))
    }
  })

  it('A4: javascript:, data:, file:, vbscript: and blob: can neither be registered nor be asked for', async () => {
    for (const uri of ['javascript:alert(1)', 'data:text/html,x', 'file:///x', 'vbscript:x', 'blob:https://app.example/x']) {
      await expect(registerClient({ redirect_uris: [uri] })).rejects.toThrow(/400.*invalid_redirect_uri/)
      await expectErrorPage(await ask({ redirect_uri: uri }))
    }
  })

  it('A5: response_type other than code is unsupported_response_type, without one invalid_request (RFC 6749 §3.1.1)', async () => {
    for (const response_type of ['token', 'id_token', 'code token']) {
      await expectError(await ask({ response_type }), 'unsupported_response_type')
    }
    await expectError(await ask({ response_type: undefined }), 'invalid_request')
    await expectError(await ask({ response_mode: 'fragment' }), 'invalid_request')
  })

  it('A6: no PKCE, or the method plain or none, is invalid_request (RFC 7636 §4.4.1)', async () => {
    await expectError(await ask({ code_challenge: undefined }), 'invalid_request')
    await expectError(await ask({ code_challenge_method: 'plain' }), 'invalid_request')
    await expectError(await ask({ code_challenge_method: undefined }), 'invalid_request')
    await expectError(await ask({ code_challenge_method: 's256' }), 'invalid_request')
  })

  it('A7: a challenge that is not 43 base64url characters is invalid_request (RFC 7636 §4.2)', async () => {
    for (const code_challenge of ['x', CODE_CHALLENGE.slice(1), `${CODE_CHALLENGE}=`, CODE_CHALLENGE.replace(/^./, '+')]) {
      await expectError(await ask({ code_challenge }), 'invalid_request')
    }
  })

  it('A8: an unknown scope is invalid_scope (RFC 6749 §4.1.2.1)', async () => {
    for (const scope of ['mcp:models:delete', 'mcp:models:read openid', 'MCP:MODELS:READ']) {
      await expectError(await ask({ scope }), 'invalid_scope')
    }
  })

  it('A9: without scope, or with offline_access alone, both scopes are asked for (RFC 6749 §3.3)', async () => {
    for (const scope of [undefined, '', 'offline_access']) {
      const { scopes } = await consentIn(await ask({ scope }))
      expect(scopes.map(({ name }) => name)).toEqual(['mcp:models:read', 'mcp:models:write'])
    }
    const { scopes } = await consentIn(await ask({ scope: 'offline_access mcp:models:read' }))
    expect(scopes.map(({ name }) => name)).toEqual(['mcp:models:read'])
  })

  it('A9: what a client registered is no limit: it may ask for both, and the page says what is more than before', async () => {
    const { client_id, scope } = await registerClient({ scope: 'mcp:models:read' })
    expect(scope).toBe('mcp:models:read')
    expect(await consentIn(await ask({ client_id, scope: 'mcp:models:read' }))).toMatchObject({ more: null })
    const both = { client_id, scope: 'mcp:models:read mcp:models:write' }
    expect(await consentIn(await ask(both))).toMatchObject({ more: null, scopes: [{}, {}] }) // it could nothing until now

    const code = await approve({ client_id, scope: 'mcp:models:read' }, cookie)
    expect(await consentIn(await ask(both))).toMatchObject({
      more: 'It could read until now; it asks to write as well.',
      scopes: [{ name: 'mcp:models:read' }, { name: 'mcp:models:write' }],
    })
    expect((await (await exchange(client_id, code)).json()).scope).toBe('mcp:models:read')
    const tokens = await (await exchange(client_id, await approve(both, cookie))).json()
    expect(tokens.scope).toBe('mcp:models:read mcp:models:write')
    expect(await consentIn(await ask(both))).toMatchObject({ more: null })
    const other = await signIn((await signUpUser()).id)
    expect(await consentIn(await ask(both, other), other)).toMatchObject({ more: null }) // who allowed it nothing
  })

  it('A10: any resource but ours is invalid_target (RFC 8707 §2)', async () => {
    for (const resource of [
      `${EVIL}/mcp`,
      env.APP_URL,
      `${RESOURCE}/`,
      `${RESOURCE}?x=1`,
      `${RESOURCE}#part`,
      `${RESOURCE}#`,
      '/mcp',
      'mcp',
      [RESOURCE, `${EVIL}/mcp`],
      [`${EVIL}/mcp`, RESOURCE],
    ]) {
      await expectError(await ask({ resource }), 'invalid_target')
    }
    handleOf(await ask({ resource: [RESOURCE, RESOURCE] }))
  })

  it('A11: without resource the tokens are bound to {mcp_url}', async () => {
    const code = await approve({ client_id: clientId, resource: undefined }, cookie)
    expect((await exchange(clientId, code, { resource: undefined })).status).toBe(200)
    const { resource } = await db().oAuthGrant.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })
    expect(resource).toBe(RESOURCE)
  })

  it('A12: any other parameter twice is invalid_request; client_id and redirect_uri twice get a page (RFC 6749 §3.1)', async () => {
    await expectErrorPage(await ask({ client_id: [clientId, clientId] }))
    await expectErrorPage(await ask({ redirect_uri: [CALLBACK, CALLBACK] }))
    for (const name of ['response_type', 'code_challenge', 'code_challenge_method', 'scope', 'nonce']) {
      const value = new URLSearchParams(authorizationQuery({})).get(name) ?? 'x'
      await expectError(await ask({ [name]: [value, value] }), 'invalid_request')
    }
    await expectError(await ask({ state: ['one', 'two'] }), 'invalid_request', { state: undefined })
  })

  it('A13: who is not signed in signs in and comes back to the same request, by a handle kept here', async () => {
    const response = await ask({ state: 'mine' }, '')
    expect(response.status).toBe(303)
    const location = response.headers.get('location') ?? ''
    const signInUrl = new URL(location)
    expect(`${signInUrl.origin}${signInUrl.pathname}`).toBe(`${env.APP_URL}/sign-in`)
    const back = signInUrl.searchParams.get('callbackUrl') ?? ''
    expect(back).toMatch(/^\/oauth\/authorize\?continue=[\w-]{43}$/)

    const waits = new URL(back, env.APP_URL)
    expect(await clientWaitingAt(waits.pathname + waits.search)).toBe('Frame checker') // the page says for whom
    for (const path of ['/', '/models/m_1', '/oauth/authorize?continue=made-up']) expect(await clientWaitingAt(path)).toBeNull()
    expect((await send(back)).headers.get('location')).toContain('/sign-in?') // still nobody
    const resumed = await send(back, { headers: { cookie } })
    const { to, fields } = answerOf(await decide(handleOf(resumed), 'allow', cookie))
    expect(to).toBe(CALLBACK)
    expect(fields.state).toBe('mine')
  })

  it('A13: a return address in the request is not followed, and an unknown handle leads nowhere', async () => {
    for (const callbackUrl of [EVIL, '//evil.example', '/\\evil.example', 'https:evil.example', '%2f%2fevil.example']) {
      const location = (await ask({ callbackUrl }, '')).headers.get('location') ?? ''
      expect(new URL(location).searchParams.get('callbackUrl')).toMatch(/^\/oauth\/authorize\?continue=[\w-]{43}$/)
    }
    await expectErrorPage(await send('/oauth/authorize?continue=unknown', { headers: { cookie } }))
  })

  it('A14: a bad request of a client that registered itself is answered after a sign-in only (RFC 9700 §4.11.2)', async () => {
    const response = await ask({ scope: 'everything' }, '')
    const location = response.headers.get('location') ?? ''
    expect(location).toMatch(`${env.APP_URL}/sign-in?`)
    const back = new URL(location).searchParams.get('callbackUrl') ?? ''
    await expectError(await send(back, { headers: { cookie } }), 'invalid_scope')

    const known = await authorize(
      { client_id: 'cursor', redirect_uri: 'cursor://anysphere.cursor-mcp/oauth/callback', scope: 'everything' },
      '',
    )
    expect(answerOf(known)).toMatchObject({
      to: 'cursor://anysphere.cursor-mcp/oauth/callback',
      fields: { error: 'invalid_scope' },
    })
  })

  it('A15: approval is a 303 with one code, iss, and state as it came, byte for byte (RFC 6749 §4.1.2, RFC 9207)', async () => {
    for (const state of ['abc', 'a%20b', 'a+b', '%7B%22x%22%3A%22%C3%A9%22%7D', '%FF%00', 'a%2Bb%26c%3Dd', undefined]) {
      const query = authorizationQuery({ client_id: clientId, state: undefined }) + (state === undefined ? '' : `&state=${state}`)
      const response = await decide(handleOf(await send(`/oauth/authorize?${query}`, { headers: { cookie } })), 'allow', cookie)
      expect(response.status).toBe(303)
      const parameters = (response.headers.get('location') ?? '').split('?')[1]?.split('&') ?? []
      expect(parameters.filter((part) => part.startsWith('code='))).toEqual([expect.stringMatching(/^code=smt_ac_[\w-]{43}$/)])
      expect(parameters).toContain(`iss=${encodeURIComponent(env.APP_URL)}`)
      expect(parameters.filter((part) => part.startsWith('state='))).toEqual(state === undefined ? [] : [`state=${state}`])
      expect(parameters).toHaveLength(state === undefined ? 2 : 3)
    }
  })

  it('A16: denial is access_denied, without a code (RFC 6749 §4.1.2.1)', async () => {
    const before = await db().oAuthCode.count()
    await expectError(await decide(handleOf(await ask()), 'deny', cookie), 'access_denied')
    expect(await db().oAuthCode.count()).toBe(before)
  })

  it('A17: no page of ours may be framed (RFC 9700 §4.16)', async () => {
    for (const response of [await ask({ client_id: 'nobody' }), await ask(), await ask({}, ''), await ask({ scope: 'x' })]) {
      expect(response.headers.get('x-frame-options')).toBe('DENY')
    }
    const page = await ask({ client_id: 'nobody' })
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  it('A18: a decision counts once, from the session that was asked, on our own page (RFC 9700 §4.7)', async () => {
    const handle = handleOf(await ask())
    const other = await signIn((await signUpUser()).id)
    const elsewhere = await signIn((await db().user.findUniqueOrThrow({ where: { email: 'engineer@example.com' } })).id)
    const counts = async () => [await db().oAuthCode.count(), await db().oAuthGrant.count()]
    const before = await counts()
    const refused: [Response, number][] = [
      [await decide('', 'allow', cookie), 400],
      [await decide('unknown', 'allow', cookie), 400],
      [await decide(handle, 'allow', other), 400],
      [await decide(handle, 'allow', elsewhere), 400], // the same user's other browser
      [await decide(handle, 'allow', ''), 403],
      [await decide(handle, 'maybe', cookie), 400],
      [await decide(handle, 'allow', cookie, { 'sec-fetch-site': 'cross-site' }), 403],
      [await decide(handle, 'allow', cookie, { 'sec-fetch-site': 'same-site' }), 403],
      [await decide(handle, 'allow', cookie, { 'sec-fetch-site': 'none' }), 403],
    ]
    const post_ = (headers: Record<string, string>) =>
      post('/oauth/consent/decision', { request: handle, decision: 'allow' }, { cookie, ...headers })
    refused.push([await post_({ origin: EVIL }), 403], [await post_({ origin: 'null' }), 403], [await post_({}), 403])
    for (const [response, status] of refused) {
      expect(response.status).toBe(status)
      expect(response.headers.get('location')).toBeNull()
    }
    expect(await counts()).toEqual(before)

    expect((await post_({ origin: env.APP_URL })).status).toBe(303)
    expect((await decide(handle, 'allow', cookie)).status).toBe(400)
    const again = await Promise.all([handle, handle].map((each) => decide(each, 'allow', cookie)))
    expect(again.map(({ status }) => status)).toEqual([400, 400])
    expect(await counts()).toEqual(before.map((count) => count + 1))
  })

  it('A18: two decisions at the same moment make one code', async () => {
    const handle = handleOf(await ask())
    const before = await db().oAuthCode.count()
    const answers = await Promise.all(['allow', 'allow', 'deny', 'allow'].map((decision) => decide(handle, decision, cookie)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400])
    const winner = answers.find(({ status }) => status === 303)!
    expect(await db().oAuthCode.count()).toBe(before + (answerOf(winner).fields.code ? 1 : 0))
  })

  it('A19: what else the form says is not looked at: the stored request counts', async () => {
    const tampered = { scope: 'mcp:models:write', redirect_uri: `${EVIL}/callback`, client_id: 'cursor', state: 'x' }
    const handle = handleOf(await ask({ scope: 'mcp:models:read' }))
    const { to, fields } = answerOf(await decide(handle, 'allow', cookie, {}, tampered))
    expect(to).toBe(CALLBACK)
    expect(fields.state).toBe('a state of theirs')
    const tokens = await (await exchange(clientId, fields.code ?? '')).json()
    expect(tokens.scope).toBe('mcp:models:read')
  })

  it('A20: the page is shown again to a client that was approved before, and to any other (RFC 8252 §8.6)', async () => {
    await approve({ client_id: clientId }, cookie)
    handleOf(await ask())
    const { client_id } = await registerClient()
    handleOf(await ask({ client_id }))
  })

  it('A21: the page says who asks, for whom, where the answer goes and what is allowed', async () => {
    expect(await consentIn(await ask())).toEqual({
      clientName: 'Frame checker',
      vouched: { by: 'nobody' },
      returnsTo: 'app.example',
      opensApplication: false,
      loopback: false,
      borrowedName: null,
      mixesAlphabets: false,
      scopes: [
        expect.objectContaining({ name: 'mcp:models:read', title: 'Read your structural models' }),
        expect.objectContaining({ name: 'mcp:models:write', title: 'Create and change structural models' }),
      ],
      more: null,
      formAction: "'self' https://app.example",
    })
    expect(await consentIn(await ask({ redirect_uri: 'http://127.0.0.1:4999/callback' }))).toMatchObject({
      returnsTo: '127.0.0.1:4999',
      loopback: true,
      formAction: "'self' http://127.0.0.1:4999",
    })
    expect(await consentIn(await ask({ redirect_uri: 'com.example.frames:/callback' }))).toMatchObject({
      returnsTo: 'com.example.frames:',
      opensApplication: true,
      formAction: "'self' com.example.frames:",
    })
    const cursor = { client_id: 'cursor', redirect_uri: 'cursor://anysphere.cursor-mcp/oauth/callback' }
    expect(await consentIn(await ask(cursor))).toMatchObject({ clientName: 'Cursor', vouched: { by: 'us' } })
    const claude = {
      client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
      redirect_uri: 'https://claude.ai/api/mcp/auth_callback',
    }
    expect(await consentIn(await ask(claude))).toMatchObject({ clientName: 'Claude', vouched: { by: 'host', host: 'claude.ai' } })
  })

  it("A22: a name cannot hide what it is, and a vendor's name with a foreign redirect is called out", async () => {
    const { client_id } = await registerClient({
      client_name: 'Cl\u200bаude\u202e <script>',
      logo_uri: 'https://evil.example/claude.png',
    })
    const consent = await consentIn(await ask({ client_id }))
    expect(consent).toMatchObject({
      clientName: 'Clаude <script>',
      vouched: { by: 'nobody' },
      borrowedName: 'Claude',
      mixesAlphabets: true,
    })
    expect(JSON.stringify(consent)).not.toContain('logo')
    const page = await expectErrorPage(
      await send(`/oauth/authorize?client_id=${encodeURIComponent('<script>alert(1)</script>')}`),
    )
    expect(page).not.toContain('<script')
  })

  it('A23: nothing is cached, no referrer goes out, and no other site may read (RFC 9700 §4.2.4)', async () => {
    for (const response of [
      await ask(),
      await ask({}, ''),
      await ask({ client_id: 'x' }),
      await decide(handleOf(await ask()), 'allow', cookie),
    ]) {
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
    const preflight = await send('/oauth/authorize', { method: 'OPTIONS', headers: { origin: EVIL } })
    expect(preflight.status).toBe(405)
    expect(preflight.headers.get('allow')).toBe('GET')
  })

  it('A24: an unknown parameter is ignored', async () => {
    handleOf(await ask({ audience: 'x', ui_locales: 'de', prompt: 'consent' }))
  })

  it('A24: prompt=none never sends somebody who is not signed in to a self-registered client (RFC 9700 §4.11.2)', async () => {
    const ours = { client_id: 'cursor', redirect_uri: 'cursor://anysphere.cursor-mcp/oauth/callback', prompt: 'none' }
    expect(answerOf(await ask(ours, '')).fields.error).toBe('login_required')
    expect(answerOf(await ask(ours)).fields.error).toBe('interaction_required')

    await expectError(await ask({ prompt: 'none' }), 'interaction_required')
    const location = (await ask({ prompt: 'none' }, '')).headers.get('location') ?? ''
    expect(location).toMatch(`${env.APP_URL}/sign-in?`)
    const back = new URL(location).searchParams.get('callbackUrl') ?? ''
    await expectError(await send(back, { headers: { cookie } }), 'interaction_required')
  })

  it('tells error_description with %20, never +, as some clients show it undecoded', async () => {
    const location = (await ask({ scope: 'everything' })).headers.get('location') ?? ''
    expect(location).toMatch(/error_description=scope%20names%20a%20scope/)
    expect(location.split('&state=')[0]).not.toContain('+') // state goes back as it came
  })

  it('refuses a request that was kept for too long', async () => {
    const response = await ask()
    await db().oAuthRequest.updateMany({ data: { expiresAt: new Date(0) } })
    expect((await decide(handleOf(response), 'allow', cookie)).status).toBe(400)
    expect(await consentFor(handleOf(response), await signedIn(new Headers({ cookie })))).toEqual({ is: 'gone' })
  })

  it('lets a browser whose session ended at the consent page sign in again and go on', async () => {
    const response = await ask({ state: 'kept' })
    const shown = await consentFor(handleOf(response), null)
    if (shown.is !== 'sign_in') throw new Error(shown.is)
    const back = new URL(shown.path, env.APP_URL).searchParams.get('callbackUrl') ?? ''
    const { fields } = answerOf(await decide(handleOf(await send(back, { headers: { cookie } })), 'allow', cookie))
    expect(fields.state).toBe('kept')
  })

  it('keeps handles as hashes only', async () => {
    const handle = handleOf(await ask())
    expect(await db().oAuthRequest.count({ where: { handle } })).toBe(0)
  })
})
