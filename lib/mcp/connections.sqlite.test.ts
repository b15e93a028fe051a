import { afterEach, describe, expect, it, vi } from 'vitest'
import { SCOPES } from '#lib/access/scopes.ts'
import { chooseKeyToolNameStyle, createApiKey } from '#lib/accounts/api-keys.ts'
import { listActivity } from '#lib/activity/account-log.ts'
import { activityWritten } from '#lib/activity/audit.ts'
import { db } from '#lib/db/client.ts'
import { bearer, callTool, legacy, modern, post } from '#lib/fixtures/mcp.ts'
import { authorizeClient } from '#lib/fixtures/oauth.ts'
import { newApiKey, signUpUser } from '#lib/fixtures/verbs.ts'
import { rates, takeTicket } from '#lib/http/rate-limit.ts'
import { env } from '#lib/runtime/env.ts'

/** `/mcp` behind the authorization server: what a connection's token opens, and how tools are named to it. */

const namesFor = async (redirectUri: string, client_name = 'A client') => {
  const { tokens } = await authorizeClient({
    metadata: { client_name, redirect_uris: ['https://app.example/callback', redirectUri] },
  })
  const { body } = await modern(tokens.access_token, 'tools/list')
  return { token: tokens.access_token, names: body.result.tools.map(({ name }: { name: string }) => name) as string[] }
}

describe('a connection', () => {
  it('is told tool names as its client can bear them, and may call either', async () => {
    const claude = await namesFor('https://claude.ai/api/mcp/auth_callback', 'Claude')
    expect(claude.names).toContain('service_add_model_elements')
    expect(claude.names.join()).not.toContain('.')
    const inspector = await namesFor('http://localhost:6274/oauth/callback', 'MCP Inspector')
    expect(inspector.names).toContain('service.add_model_elements')
    for (const { token } of [claude, inspector]) {
      expect((await callTool(token, 'service.list_models')).isError).toBe(false)
      expect((await callTool(token, 'service_list_models')).isError).toBe(false)
    }
    const { text } = await callTool(claude.token, 'service_check_model', { modelId: 'none' })
    expect(text).toContain('service_list_models')
  })

  it('of an API key is told names as they were chosen for the key, from the next request on when that changes', async () => {
    const { id } = await signUpUser()
    const first = async (key: string) => (await modern(key, 'tools/list')).body.result.tools[0].name
    const plain = await createApiKey(id, { name: 'plain', scopes: SCOPES })
    const flat = await createApiKey(id, { name: 'flat', scopes: SCOPES, toolNameStyle: 'underscore' })
    expect([await first(plain.key), await first(flat.key)]).toEqual(['service.create_model', 'service_create_model'])
    expect((await callTool(flat.key, 'service.list_models')).isError).toBe(false)
    expect(await chooseKeyToolNameStyle(id, plain.id, 'underscore')).toBe(true)
    expect(await chooseKeyToolNameStyle(id, flat.id, 'dotted')).toBe(true)
    expect([await first(plain.key), await first(flat.key)]).toEqual(['service_create_model', 'service.create_model'])
    expect(await chooseKeyToolNameStyle((await signUpUser()).id, flat.id, 'underscore')).toBe(false)
  })

  it('is told of all tools whatever it may, so that it can ask for more', async () => {
    const { tokens } = await authorizeClient({ scopes: ['mcp:models:read'] })
    const { body } = await modern(tokens.access_token, 'tools/list')
    expect(body.result.tools.map(({ name }: { name: string }) => name)).toContain('service.create_model')
    const call = { name: 'service.create_model', arguments: { name: 'x' } }
    const refused = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }, bearer(tokens.access_token))
    expect(refused.status).toBe(403)
    expect((await refused.json()).error_description).toBe(
      'service.create_model needs mcp:models:write; authorize again with both scopes',
    )
  })

  it('E3: opens nothing with a token for another resource (RFC 8707 §2.2)', async () => {
    const { clientId, tokens } = await authorizeClient()
    await db().oAuthGrant.updateMany({ where: { clientId }, data: { resource: 'https://other.example/mcp' } })
    const response = await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, bearer(tokens.access_token))
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"')
  })

  it('E2: opens nothing once it was revoked', async () => {
    const { clientId, tokens } = await authorizeClient()
    expect((await legacy(tokens.access_token, 'ping')).status).toBe(200)
    await db().oAuthGrant.updateMany({ where: { clientId }, data: { revokedAt: new Date() } })
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, bearer(tokens.access_token))).status).toBe(401)
  })

  it('is named in the log with its client and scopes', async () => {
    const { user, tokens } = await authorizeClient({ metadata: { client_name: 'Frame checker' } })
    await callTool(tokens.access_token, 'service.list_models')
    await activityWritten()
    const { items } = await listActivity(user.id, { limit: 10 })
    expect(items.filter(({ via }) => via === 'mcp')).toEqual([
      expect.objectContaining({
        client: 'Frame checker',
        scopes: ['mcp:models:read', 'mcp:models:write'],
        action: 'service.list_models',
        result: 'ok',
      }),
    ])
  })
})

describe('E15: rate limits', () => {
  const settings = env as { RATE_LIMIT: 'on' | 'off' }
  afterEach(() => {
    settings.RATE_LIMIT = 'off'
  })

  it('answer 429 with Retry-After, per credential, and count each message of a batch', async () => {
    const { id } = await signUpUser()
    const [busy, calm] = [await newApiKey(id), await newApiKey(id)]
    const { principal } = (await import('#lib/service/authenticate.ts').then(({ callerOf }) =>
      callerOf(new Request(`${env.APP_URL}/mcp`, { headers: bearer(busy) })),
    )) as { principal: string }
    settings.RATE_LIMIT = 'on'
    for (let taken = 0; taken < rates.mcp.points - 3; taken++) await takeTicket('mcp', principal)
    const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' })
    expect((await post([1, 2, 3, 4].map(ping), bearer(busy))).status).toBe(429)
    const late = await post(ping(1), bearer(busy))
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(late.headers.get('ratelimit')).toBe(`"mcp";r=0;t=${late.headers.get('retry-after')}`)
    expect((await late.json()).error).toMatchObject({ code: expect.any(Number), message: 'Too Many Requests' })
    const first = await post(ping(1), bearer(calm))
    const { points } = rates.mcp
    expect([first.status, first.headers.get('ratelimit-policy')]).toEqual([200, `"mcp";q=${points};w=60`])
    expect(first.headers.get('ratelimit')).toMatch(`"mcp";r=${points - 1};t=`)
  })
})

describe('E14: what goes wrong inside', () => {
  it('is logged with the request id and told to nobody', async () => {
    const token = await newApiKey((await signUpUser()).id)
    const said: string[] = []
    const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
    const broken = vi.spyOn(db().constructModel, 'findMany').mockImplementation(() => {
      throw new Error(`SELECT * FROM secrets WHERE token = ${token}`)
    })
    try {
      for (const call of [legacy, modern]) {
        const { status, body } = await call(token, 'tools/call', { name: 'service.list_models' })
        expect(status).toBe(200)
        expect(body.result.isError).toBe(true)
        expect(body.result.content).toEqual([
          { type: 'text', text: expect.stringMatching(/^Internal error, request [\w-]{36}\./) },
        ])
        expect(JSON.stringify(body)).not.toContain('SELECT')
      }
    } finally {
      broken.mockRestore()
      stderr.mockRestore()
    }
    expect(said.join('')).toContain('tool failed')
    expect(said.join('')).toContain('[redacted]')
    expect(said.join('')).not.toContain(token)
  })
})
