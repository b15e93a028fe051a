import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { nextAuth } from '#lib/accounts/next-auth-route.ts'
import { behindProxy } from '#lib/fixtures/behind-proxy.ts'
import { bearer, modernRequest, post as postMcp } from '#lib/fixtures/mcp.ts'
import { CODE_VERIFIER, post as postOAuth, send as sendOAuth } from '#lib/fixtures/oauth.ts'
import type { Rest } from '#lib/fixtures/rest.ts'
import { PASSWORD, signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { env } from '#lib/runtime/env.ts'
import { PATCH as changeProfile } from '../../app/api/account/profile/route.ts'
import { POST as signUp } from '../../app/api/account/sign-up/route.ts'

/** What each door says while connections to PostgreSQL are cut without a word, which the driver tells without a code. */
describe.skipIf('sqlite' in inject('template'))('with a connection that is cut', () => {
  const behind = behindProxy()
  const rest: Rest = (...asked) => behind.rest(...asked)
  let cookie = ''
  let email = ''

  beforeAll(async () => {
    const user = await signUpUser()
    email = user.email
    cookie = await signIn(user.id)
  })
  beforeEach(() => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    behind.fate = () => 'cut'
  })
  afterEach(() => vi.restoreAllMocks())

  const told = (answer: { status: number; headers: Headers }) => [answer.status, answer.headers.get('retry-after')]
  const page = (method: string, path: string, body?: unknown) =>
    new Request(env.APP_URL + path, {
      method,
      headers: { 'sec-fetch-site': 'same-origin', cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : null,
    })
  const context = { params: Promise.resolve({}) }

  it('REST says 503 and when to come back, reading and writing', async () => {
    expect(told(await rest('GET', '/api/construct-models'))).toEqual([503, '5'])
    expect(told(await rest('POST', '/api/construct-models', { body: { name: 'x' } }))).toEqual([503, '5'])
    behind.fate = (sql) => (/^(BEGIN|COMMIT)/.test(sql) ? 'cut' : undefined)
    expect(told(await rest('POST', '/api/construct-models', { body: { name: 'x' } }))).toEqual([503, '5'])
  })

  it('says the same when the database, its tables or the login are gone, and tells the operator what to do', async () => {
    for (const sqlstate of ['3D000', '42P01', '28P01']) {
      behind.fate = () => ({ sqlstate })
      expect(told(await rest('POST', '/api/construct-models', { body: { name: 'x' } }))).toEqual([503, '5'])
    }
    const said = vi.mocked(process.stderr.write).mock.calls.map(([line]) => String(line))
    for (const why of ['does not exist any more', 'does not have our tables', 'refuses our password'])
      expect(said.filter((line) => line.includes(`"level":"error","message":"the database ${why}`))).toHaveLength(1)
    expect(said.join()).toContain('npm run admin -- restore')
  })

  it('MCP says 503 and -32000, in both eras, whether the key or the tool needs the database', async () => {
    const tool = { name: 'service.list_models', arguments: {} }
    const legacy = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: tool }
    const { message, headers } = modernRequest('tools/call', tool)
    for (const cut of [/./, /"ConstructModel"/]) {
      behind.fate = (sql) => (cut.test(sql) ? 'cut' : undefined)
      const asked = [
        postMcp(legacy, { ...bearer(behind.key), 'MCP-Protocol-Version': '2025-11-25' }),
        postMcp([legacy], { ...bearer(behind.key), 'MCP-Protocol-Version': '2025-03-26' }),
        postMcp(message, { ...headers, ...bearer(behind.key) }),
      ]
      for (const answer of await Promise.all(asked)) {
        expect(told(answer)).toEqual([503, '5'])
        expect([await answer.json()].flat()[0].error.code).toBe(-32000)
      }
    }
  })

  it('accounts say 503', async () => {
    const body = { email: 'new@example.com', password: PASSWORD, name: null }
    expect(told(await signUp(page('POST', '/api/account/sign-up', body), context))).toEqual([503, '5'])
    expect(told(await changeProfile(page('PATCH', '/api/account/profile', { name: 'x' }), context))).toEqual([503, '5'])
  })

  it('a session that cannot be looked up is not ended, and a password not called wrong', async () => {
    const session = await nextAuth(page('GET', '/api/auth/session'))
    expect([...told(session), session.headers.has('set-cookie')]).toEqual([503, '5', false])
    behind.fate = () => undefined
    const csrf = await nextAuth(page('GET', '/api/auth/csrf'))
    const { csrfToken } = await csrf.json()
    behind.fate = () => 'cut'
    const form = new Request(`${env.APP_URL}/api/auth/callback/credentials`, {
      method: 'POST',
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie: csrf.headers
          .getSetCookie()
          .map((one) => one.split(';')[0])
          .join('; '),
      },
      body: new URLSearchParams({ email, password: PASSWORD, csrfToken, json: 'true' }),
    })
    expect(told(await nextAuth(form))).toEqual([503, '5'])
  })

  it('OAuth says temporarily_unavailable to programs and a page to people', async () => {
    const token = await postOAuth('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: 'cursor',
      code: 'x',
      code_verifier: CODE_VERIFIER,
    })
    const metadata = { client_name: 'x', redirect_uris: ['https://app.example/callback'] }
    const registration = await sendOAuth('/oauth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(metadata),
    })
    for (const answer of [token, registration]) {
      expect(told(answer)).toEqual([503, '5'])
      expect((await answer.json()).error).toBe('temporarily_unavailable')
    }
    const asked = await sendOAuth('/oauth/authorize?continue=handle', { headers: { accept: 'text/html,*/*' } })
    expect(told(asked)).toEqual([503, '5'])
    expect(await asked.text()).toContain('cannot answer just now')
  })
})
