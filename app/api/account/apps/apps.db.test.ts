import { describe, expect, it } from 'vitest'
import { authorizeClient } from '#lib/fixtures/oauth.ts'
import { signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { callerOfAccessToken } from '#lib/oauth/bearer.ts'
import { env } from '#lib/runtime/env.ts'
import { DELETE as deleteClient } from './clients/[client_id]/route.ts'
import { POST as makeClient } from './clients/route.ts'
import { PATCH as changeStyle, DELETE as disconnect, GET, POST } from './route.ts'

type Handler = typeof disconnect

async function ask(
  handler: Handler,
  method: string,
  options: { cookie?: string; query?: string; body?: unknown; site?: string },
) {
  const { cookie, query = '', body, site = 'same-origin' } = options
  const request = new Request(`${env.APP_URL}/api/account/apps${query}`, {
    method,
    headers: {
      'sec-fetch-site': site,
      ...(cookie && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const client_id = new URLSearchParams(query).get('client_id') ?? ''
  const response = await handler(request, { params: Promise.resolve({ client_id }) })
  const text = await response.text()
  return { status: response.status, answer: text ? JSON.parse(text) : null, headers: response.headers }
}

const of = (clientId: string) => `?client_id=${encodeURIComponent(clientId)}`

describe('Settings, Connected apps', () => {
  it('disconnect an application at once, whatever its client_id looks like', async () => {
    const { cookie, clientId, tokens } = await authorizeClient()
    expect((await ask(disconnect, 'DELETE', { cookie, query: of('https://app.example/client.json') })).status).toBe(404)
    expect((await ask(disconnect, 'DELETE', { cookie, query: of(clientId) })).status).toBe(204)
    expect(await callerOfAccessToken(tokens.access_token)).toBeNull()
    expect((await ask(disconnect, 'DELETE', { cookie, query: of(clientId) })).status).toBe(404)
  })

  it('lists what is connected to whoever asks, and to nobody else', async () => {
    const { cookie, clientId } = await authorizeClient()
    const before = Date.now()
    const { status, answer, headers } = await ask(GET, 'GET', { cookie })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(answer.items).toMatchObject([{ clientId, name: expect.any(String), lastUsedAt: null }])
    expect(Date.parse(answer.items[0].latestAt)).toBeLessThanOrEqual(before)
    const stranger = await signIn((await signUpUser()).id)
    expect((await ask(GET, 'GET', { cookie: stranger })).answer).toEqual({ items: [] })
    expect((await ask(GET, 'GET', {})).status).toBe(401)
    await ask(disconnect, 'DELETE', { cookie, query: of(clientId) })
    expect((await ask(GET, 'GET', { cookie })).answer).toEqual({ items: [] })
  })

  it('change how an application sees tool names', async () => {
    const { cookie, clientId, tokens } = await authorizeClient()
    const query = of(clientId)
    expect((await ask(changeStyle, 'PATCH', { cookie, query, body: { toolNameStyle: 'underscore' } })).status).toBe(204)
    expect((await callerOfAccessToken(tokens.access_token))?.toolNameStyle).toBe('underscore')
    const refused = await ask(changeStyle, 'PATCH', { cookie, query, body: { toolNameStyle: 'camel' } })
    expect(refused.status).toBe(422)
    expect(refused.answer.detail).toEqual([
      { loc: ['body', 'toolNameStyle'], msg: 'Choose dots or underscores.', type: 'value_error' },
    ])
  })

  it("leave other people's connections and applications alone", async () => {
    const { cookie, clientId, tokens } = await authorizeClient()
    const stranger = await signIn((await signUpUser()).id)
    const query = of(clientId)
    expect((await ask(disconnect, 'DELETE', { cookie: stranger, query })).status).toBe(404)
    const style = { cookie: stranger, query, body: { toolNameStyle: 'underscore' } }
    expect((await ask(changeStyle, 'PATCH', style)).status).toBe(404)
    const body = { name: 'Our script', redirectUris: ['http://localhost/cb'] }
    const made = await ask(makeClient, 'POST', { cookie, body })
    expect((await ask(deleteClient, 'DELETE', { cookie: stranger, query: of(made.answer.clientId) })).status).toBe(404)
    expect(await callerOfAccessToken(tokens.access_token)).toMatchObject({ toolNameStyle: 'dotted' })
  })

  it('register and delete an application, and say at which field something is wrong', async () => {
    const cookie = await signIn((await signUpUser()).id)
    const made = await ask(makeClient, 'POST', { cookie, body: { name: ' Our script ', redirectUris: ['http://localhost/cb'] } })
    expect(made).toMatchObject({ status: 201, answer: { name: 'Our script', redirectUris: ['http://localhost/cb'] } })
    expect(made.answer.clientId).toMatch(/^smc_/)
    expect((await ask(deleteClient, 'DELETE', { cookie, query: of(made.answer.clientId) })).status).toBe(204)
    for (const [body, field] of [
      [{ name: '', redirectUris: ['http://localhost/cb'] }, 'name'],
      [{ name: 'x'.repeat(101), redirectUris: ['http://localhost/cb'] }, 'name'],
      [{ name: 'x', redirectUris: [] }, 'redirectUris'],
      [{ name: 'x', redirectUris: ['javascript:alert(1)'] }, 'redirectUris'],
    ] as const) {
      const refused = await ask(makeClient, 'POST', { cookie, body })
      expect(refused.status).toBe(422)
      expect(refused.answer.detail[0].loc).toEqual(['body', field])
    }
  })

  it('are for the session of this browser on our own pages', async () => {
    const { cookie, clientId } = await authorizeClient()
    const query = of(clientId)
    expect((await ask(disconnect, 'DELETE', { query })).status).toBe(401)
    expect((await ask(disconnect, 'DELETE', { cookie, query, site: 'cross-site' })).status).toBe(403)
    const wrong = await ask(POST, 'POST', { cookie, query })
    expect(wrong.status).toBe(405)
    expect(wrong.headers.get('allow')).toBe('GET, PATCH, DELETE')
  })
})
