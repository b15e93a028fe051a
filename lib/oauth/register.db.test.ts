import { afterEach, describe, expect, it } from 'vitest'
import { db } from '#lib/db/client.ts'
import { type Json, registerClient, send } from '#lib/fixtures/oauth.ts'
import { env } from '#lib/runtime/env.ts'
import { CURSOR_REDIRECT_URIS } from './vendor-documents.ts'

const register = (body: unknown, headers: Record<string, string> = {}) =>
  send('/oauth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const https = ['https://app.example/callback']

async function expectError(body: unknown, error: string, status = 400) {
  const response = await register(body)
  expect(response.status, JSON.stringify(body)?.slice(0, 200)).toBe(status)
  expect(await response.json()).toEqual({ error, error_description: expect.any(String) })
  expect(response.headers.get('cache-control')).toBe('no-store')
}

const CURSOR: Json = {
  client_name: 'Cursor',
  redirect_uris: CURSOR_REDIRECT_URIS.slice(0, 5),
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  scope: 'mcp:models:read mcp:models:write',
  logo_uri: 'https://cursor.com/logo.png',
}

describe('B: POST /oauth/register (RFC 7591)', () => {
  it('B1: a valid registration, with https, loopback and editor schemes mixed, is 201 with what was registered', async () => {
    const response = await register(CURSOR)
    expect(response.status).toBe(201)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const client: Json = await response.json()
    expect(client).toEqual({ ...CURSOR, client_id: expect.stringMatching(/^smc_/), client_id_issued_at: expect.any(Number) })
    expect(client).not.toHaveProperty('client_secret')
    expect(Math.abs(Number(client.client_id_issued_at) - Date.now() / 1000)).toBeLessThan(60)
  })

  it('B1: absent grant_types and scope register both, and the answer says so', async () => {
    expect(await registerClient({ client_name: undefined, application_type: 'web' })).toEqual({
      client_id: expect.any(String),
      client_id_issued_at: expect.any(Number),
      redirect_uris: https,
      scope: 'mcp:models:read mcp:models:write',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    })
  })

  it('B1: what is null or empty counts as absent', async () => {
    const empty = { client_uri: '', logo_uri: null, contacts: [], grant_types: [], response_types: null, scope: '' }
    expect(Object.keys(await registerClient(empty)).sort()).toEqual(Object.keys(await registerClient()).sort())
  })

  it('B2: redirect_uris that are absent, empty or not allowed are invalid_redirect_uri (RFC 7591 §3.2.2)', async () => {
    await expectError({}, 'invalid_redirect_uri')
    for (const redirect_uris of [
      [],
      'https://app.example/callback',
      [7],
      ['javascript:alert(1)'],
      ['data:text/html,x'],
      ['https://app.example/#x'],
      ['http://app.example/callback'],
      ['https://user@app.example/callback'],
      ['https://*.example/callback'],
      ['Warp://mcp/oauth2callback'],
      ['c:/callback'],
      [...https, 'web+frames://callback'],
      [...https, 'http://app.example/callback'],
    ]) {
      await expectError({ redirect_uris }, 'invalid_redirect_uri')
    }
  })

  it('B3: who asks for a secret is registered without one, and the answer says so (RFC 7591 §3.2.1)', async () => {
    for (const token_endpoint_auth_method of ['client_secret_basic', 'client_secret_post', 'private_key_jwt']) {
      const client = await registerClient({ token_endpoint_auth_method, client_secret: 'mine' })
      expect(client.token_endpoint_auth_method).toBe('none')
      expect(client).not.toHaveProperty('client_secret')
    }
  })

  it("B2: an application's own scheme is taken, whatever it is, but for those that lead elsewhere, which are named", async () => {
    const uris = ['warp://mcp/oauth2callback', 'raycast://oauth', 'com.raycast:/oauth', 'lmstudio://callback', 'kiro://x']
    for (const uri of uris) expect((await registerClient({ redirect_uris: [uri] })).redirect_uris).toEqual([uri])
    const refused = await register({ redirect_uris: ['javascript:alert(1)'] })
    expect(await refused.json()).toEqual({
      error: 'invalid_redirect_uri',
      error_description: 'redirect_uris.0 has the scheme javascript:, which may not be registered',
    })
  })

  it('B4: an unknown scope is dropped and nothing is added to what was asked for', async () => {
    expect((await registerClient({ scope: 'mcp:models:read openid everything' })).scope).toBe('mcp:models:read')
    expect((await registerClient({ scope: 'offline_access mcp:models:write' })).scope).toBe('mcp:models:write offline_access')
    const { client_id } = await registerClient({ scope: 'mcp:models:read' })
    expect((await db().oAuthClient.findUniqueOrThrow({ where: { id: client_id } })).scopes).toBe('mcp:models:read')
  })

  it('B5: too long, too many, not JSON, or a logo in a file is refused', async () => {
    await expectError(JSON.stringify({ redirect_uris: https, x: 'x'.repeat(17_000) }), 'invalid_client_metadata', 413)
    for (const body of ['', 'not json', '[]', 'null', '"x"', '{"redirect_uris":'])
      await expectError(body, 'invalid_client_metadata')
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('the client left')) })
    const cutOff = await send('/oauth/register', {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: broken },
      ...{ duplex: 'half' },
    })
    expect([cutOff.status, (await cutOff.json()).error]).toEqual([400, 'invalid_client_metadata'])
    const form = await register('redirect_uris=x', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(form.status).toBe(400)
    const many = Array.from({ length: 11 }, (_, i) => `https://app.example/${i}`)
    await expectError({ redirect_uris: many }, 'invalid_client_metadata')
    await expectError({ redirect_uris: [`https://app.example/${'x'.repeat(2048)}`] }, 'invalid_client_metadata')
    await expectError({ redirect_uris: https, client_name: 'x'.repeat(101) }, 'invalid_client_metadata')
    for (const logo_uri of ['file:///etc/passwd', 'javascript:alert(1)', 'data:image/png;base64,', 'logo.png', 7]) {
      await expectError({ redirect_uris: https, logo_uri }, 'invalid_client_metadata')
    }
    await expectError({ redirect_uris: https, grant_types: ['client_credentials'] }, 'invalid_client_metadata')
    await expectError({ redirect_uris: https, response_types: ['token'] }, 'invalid_client_metadata')
  })

  describe('with limits', () => {
    afterEach(() => {
      env.RATE_LIMIT = 'off'
    })
    it('B6: a flood is 429 with Retry-After', async () => {
      env.RATE_LIMIT = 'on'
      let response = await register('')
      for (let i = 0; i < env.OAUTH_REGISTRATIONS_PER_HOUR && response.status === 400; i++) response = await register('')
      expect(response.status).toBe(429)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await response.json()).toMatchObject({ error: 'too_many_requests' })
    })
  })

  it('B7: other methods are 405 with Allow', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const response = await send('/oauth/register', { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST, OPTIONS')
    }
  })

  it('B8: a client_id is always new, whatever was asked for', async () => {
    const ids = new Set(['cursor'])
    for (const client_id of ['cursor', 'https://claude.ai/oauth/mcp-oauth-client-metadata', 'mine', 'mine']) {
      ids.add((await registerClient({ client_id })).client_id)
    }
    expect(ids.size).toBe(5)
    expect([...ids].some((id) => id.startsWith('https://'))).toBe(false)
  })
})
