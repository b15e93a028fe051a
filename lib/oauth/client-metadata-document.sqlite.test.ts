import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { db } from '#lib/db/client.ts'
import { type DocumentServer, documentServer } from '#lib/fixtures/document-server.ts'
import { answerOf, authorizationQuery, decide, exchange, handleOf, type Json } from '#lib/fixtures/oauth.ts'
import { signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { isPublicAddress } from '#lib/http/public-origin.ts'
import { env } from '#lib/runtime/env.ts'
import { log } from '#lib/runtime/log.ts'
import { authorizeOver } from './authorize.ts'
import { findClient, storeClient } from './clients.ts'
import { internet, type Network } from './document-fetch.ts'

const CALLBACK = 'https://app.example/callback'

let cookie: string
let server: DocumentServer

beforeAll(async () => {
  cookie = await signIn((await signUpUser()).id)
})
afterEach(async () => {
  await server?.close()
})

const json = (response: ServerResponse, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(200, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** A server with one good document at /client.json, but for what is given. */
async function publish(
  document: Json | ((clientId: string) => unknown) = {},
  headers: Record<string, string> = {},
): Promise<string> {
  server = await documentServer((_, response) => {
    const clientId = `${server.origin()}/client.json`
    const good = { client_id: clientId, client_name: 'Published', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' }
    json(response, typeof document === 'function' ? document(clientId) : { ...good, ...document }, headers)
  })
  return `${server.origin()}/client.json`
}

const serve = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
  server = await documentServer(answer)
  return `${server.origin()}/client.json`
}

const ask = (clientId: string, network: Network = server.network, fields = {}, as = cookie) =>
  authorizeOver(network)(
    new Request(`${env.APP_URL}/oauth/authorize?${authorizationQuery({ client_id: clientId, ...fields })}`, {
      headers: as ? { cookie: as } : {},
    }),
  )

async function expectErrorPage(response: Response): Promise<string> {
  expect(response.status).toBe(400)
  expect(response.headers.get('location')).toBeNull()
  return response.text()
}

describe('C: Client ID Metadata Documents', () => {
  it('connects a client that is known by its document alone', async () => {
    const clientId = await publish({
      scope: 'mcp:models:read mcp:models:write',
      grant_types: ['authorization_code', 'refresh_token', 'x'],
    })
    const { fields } = answerOf(await decide(handleOf(await ask(clientId)), 'allow', cookie))
    const tokens = await exchange(clientId, fields.code ?? '')
    expect(tokens.status).toBe(200)
    expect(server.asked()).toBe(1) // the token endpoint uses what is stored
    expect(await tokens.json()).toHaveProperty('refresh_token')
  })

  it('is not fetched for somebody who is not signed in', async () => {
    const clientId = await publish()
    const response = await ask(clientId, server.network, {}, '')
    expect(response.headers.get('location')).toContain('/sign-in?')
    expect(server.asked()).toBe(0)
  })

  it('C1: an address that is not https with a path, or is odd, gets a page and no request goes out', async () => {
    await publish()
    const { port } = new URL(server.origin())
    const host = `app.example.test:${port}`
    for (const clientId of [
      `http://${host}/client.json`,
      `https://${host}`,
      `https://${host}/`,
      `https://${host}/client.json#x`,
      `https://user@${host}/client.json`,
      `https://${host}/x/../client.json`,
      `https://${host}/%2e%2e/client.json`,
      `https://127.0.0.1:${port}/client.json`,
      `https://2130706433:${port}/client.json`,
      `https://0x7f.1:${port}/client.json`,
      `https://[::1]:${port}/client.json`,
      `https://localhost:${port}/client.json`,
      `HTTPS://${host}/client.json`,
    ]) {
      await expectErrorPage(await ask(clientId))
    }
    expect(server.asked()).toBe(0)
  })

  it('C2: a host with any private address gets a page and no request goes out, also when it changes between check and use', async () => {
    const clientId = await publish()
    const closed = [
      '127.0.0.1',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '::1',
      'fc00::1',
      'fe80::1',
      '::ffff:127.0.0.1',
    ]
    for (const address of closed) {
      const family = address.includes(':') ? 6 : 4
      for (const addresses of [
        [{ address, family }],
        [
          { address: '8.8.8.8', family: 4 },
          { address, family },
        ],
      ]) {
        await expectErrorPage(
          await ask(clientId, { ...server.network, resolve: async () => addresses, isPublic: isPublicAddress }),
        )
      }
    }
    await expectErrorPage(await ask(clientId, { ...server.network, resolve: async () => [] }))
    await expectErrorPage(await ask(clientId, { ...server.network, resolve: () => Promise.reject(new Error('ENOTFOUND')) }))
    expect(server.asked()).toBe(0)
    expect(internet.isPublic).toBe(isPublicAddress)

    // Rebinding: the second answer would be another, but there is no second question.
    let questions = 0
    const resolve = async () => [{ address: ++questions === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
    handleOf(await ask(clientId, { ...server.network, resolve, isPublic: (address) => address === '127.0.0.1' }))
    expect(questions).toBe(1)
    expect(server.asked()).toBe(1)
  })

  it('C3: a redirect is not followed', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const clientId = await serve((request, response) => {
        if (request.url === '/client.json') response.writeHead(status, { location: '/other.json' }).end()
        else json(response, { client_id: clientId, client_name: 'x', redirect_uris: [CALLBACK] })
      })
      await expectErrorPage(await ask(clientId))
      expect(server.asked()).toBe(1)
      await server.close()
    }
    await publish()
  })

  it('C4: an answer that is not 200, not JSON, over 5 kB or too slow gets a page and is not kept', async () => {
    const document = (clientId: string, more = {}) =>
      JSON.stringify({ client_id: clientId, client_name: 'x', redirect_uris: [CALLBACK], ...more })
    const bad: ((response: ServerResponse, clientId: string) => void)[] = [
      (response) => response.writeHead(404).end(),
      (response, id) => response.writeHead(403, { 'content-type': 'application/json' }).end(document(id)),
      (response, id) => response.writeHead(200, { 'content-type': 'text/html' }).end(document(id)),
      (response, id) => response.writeHead(200).end(document(id)),
      (response) => json(response, 'not json'),
      (response, id) => json(response, document(id), { 'content-encoding': 'gzip' }),
      (response, id) => json(response, document(id, { padding: 'x'.repeat(5 * 1024) })),
      (response) => response.destroy(),
    ]
    const slow: typeof bad = [
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{'), // and no more
      () => {}, // no answer at all
    ]
    let behaviour = bad[0]!
    const clientId = await serve((_, response) => behaviour(response, clientId))
    for (behaviour of [...bad, ...slow]) {
      const timeoutMs = slow.includes(behaviour) ? 300 : server.network.timeoutMs
      await expectErrorPage(await ask(clientId, { ...server.network, timeoutMs }))
      expect(await db().oAuthClient.findUnique({ where: { id: clientId } })).toBeNull()
    }
    expect(server.asked()).toBeGreaterThanOrEqual(bad.length)
    const reasons = vi
      .mocked(log.info)
      .mock.calls.flatMap(([words, about]) => (words === 'client document refused' ? [about] : []))
    expect(reasons.filter((about) => about?.clientId === clientId).map((about) => String(about?.reason))).toEqual([
      'answered 404',
      'answered 403',
      'is not JSON',
      'is not JSON',
      'is encoded',
      `is over ${5 * 1024} bytes`,
      expect.any(String), // in undici's words
      expect.stringMatching(/timeout|abort/i),
      expect.stringMatching(/timeout|abort/i),
    ])
    const good: typeof bad = [
      (response, id) => json(response, document(id)),
      (response, id) => json(response, document(id), { 'content-type': 'application/client+json;charset=utf-8' }),
      (response, id) => json(response, document(id, { padding: 'x'.repeat(5 * 1024 - document(id, { padding: '' }).length) })),
    ]
    for (behaviour of good) {
      await db().oAuthClient.deleteMany({ where: { id: clientId } })
      handleOf(await ask(clientId))
    }
  })

  it('C5: a document that names another client_id gets a page', async () => {
    const clientId = await publish({ client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata' })
    await expectErrorPage(await ask(clientId))
  })

  it('C6: a document without redirect_uris, or without the one that is asked for, gets a page', async () => {
    await expectErrorPage(await ask(await publish({ redirect_uris: undefined })))
    await server.close()
    await expectErrorPage(await ask(await publish({ redirect_uris: [] })))
    await server.close()
    await expectErrorPage(await ask(await publish({ redirect_uris: ['javascript:alert(1)'] })))
    await server.close()
    await expectErrorPage(await ask(await publish({ client_name: undefined })))
    await server.close()
    for (const document of [() => null, () => 7, { redirect_uris: CALLBACK }]) {
      await expectErrorPage(await ask(await publish(document)))
      await server.close()
    }
    const clientId = await publish({ redirect_uris: [CALLBACK, 'mailto://cb', 7] })
    await expectErrorPage(await ask(clientId, server.network, { redirect_uri: 'https://evil.example/cb' }))
    await expectErrorPage(await ask(clientId, server.network, { redirect_uri: 'mailto://cb' }))
    handleOf(await ask(clientId))
  })

  it('C7: a document with a secret, or that cannot do without one, gets a page', async () => {
    for (const document of [
      { client_secret: 'x' },
      { client_secret_expires_at: 0 },
      { token_endpoint_auth_method: 'client_secret_basic' },
      { token_endpoint_auth_method: 'client_secret_post' },
      { token_endpoint_auth_method: 'private_key_jwt' },
      { token_endpoint_auth_method: 'client_secret_basic', token_endpoint_auth_methods: ['none'] },
      { token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_methods_supported: ['client_secret_jwt'] },
      { token_endpoint_auth_method: 7 },
    ]) {
      await expectErrorPage(await ask(await publish(document)))
      await server.close()
    }
    for (const list of ['token_endpoint_auth_methods', 'token_endpoint_auth_methods_supported']) {
      handleOf(await ask(await publish({ token_endpoint_auth_method: 'private_key_jwt', [list]: ['x', 'none'] })))
      await server.close()
    }
    handleOf(await ask(await publish({ token_endpoint_auth_method: undefined })))
  })

  it('C8: a document is kept as Cache-Control says, a day at most', async () => {
    const keptSeconds = async (clientId: string) => {
      const { expiresAt } = await db().oAuthClient.findUniqueOrThrow({ where: { id: clientId } })
      return Math.round(((expiresAt?.getTime() ?? 0) - Date.now()) / 1000 / 60) * 60
    }
    for (const [cacheControl, seconds] of [
      ['max-age=600', 600],
      ['max-age=99999999', 86400],
      ['', 3600],
    ] as const) {
      const clientId = await publish({}, { 'cache-control': cacheControl })
      handleOf(await ask(clientId))
      handleOf(await ask(clientId))
      expect(server.asked()).toBe(1)
      expect(await keptSeconds(clientId)).toBe(seconds)
      await server.close()
    }
    const clientId = await publish({}, { 'cache-control': 'no-store' })
    handleOf(await ask(clientId))
    handleOf(await ask(clientId))
    expect(server.asked()).toBe(2)
  })

  it('C9: the page says nothing of what was fetched', async () => {
    const pages = new Set<string>()
    for (const answer of [{ secret: 'internal-value' }, 'internal-value', ['internal-value']]) {
      pages.add(await expectErrorPage(await ask(await publish(() => answer))))
      await server.close()
    }
    const clientId = await serve((_, response) => response.writeHead(500).end('internal-value'))
    pages.add(await expectErrorPage(await ask(clientId)))
    expect(pages.size).toBe(1)
    expect([...pages][0]).not.toContain('internal-value')
  })

  it('limits how often one user can make us fetch', async () => {
    const clientId = await serve((_, response) => response.writeHead(404).end())
    env.RATE_LIMIT = 'on'
    try {
      for (let i = 0; i < 40; i++) await expectErrorPage(await ask(clientId))
    } finally {
      env.RATE_LIMIT = 'off'
    }
    expect(server.asked()).toBe(30)
  })

  it("knows the vendors' documents without asking them, until one lacks the redirect URI", async () => {
    server = await documentServer((_, response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<html>'))
    const clientId = 'https://claude.ai/oauth/mcp-oauth-client-metadata'
    for (const redirect_uri of ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback']) {
      handleOf(await ask(clientId, server.network, { redirect_uri }))
    }
    expect(server.asked()).toBe(0)
    let resolved = ''
    const resolve = async (host: string) => {
      resolved = host
      return []
    }
    const redirect_uri = 'https://claude.ai/new_callback'
    await expectErrorPage(await ask(clientId, { ...server.network, resolve }, { redirect_uri }))
    expect(resolved).toBe('claude.ai')

    // What it published since, as it was once fetched, counts for the address that our copy lacks, and for that alone.
    const known = (await findClient(clientId))!
    await storeClient({ ...known, name: 'Claude, next', redirectUris: [redirect_uri] }, new Date(Date.now() + 60_000))
    const { fields } = answerOf(await decide(handleOf(await ask(clientId, server.network, { redirect_uri })), 'allow', cookie))
    expect((await exchange(clientId, fields.code ?? '', { redirect_uri })).status).toBe(200)
    expect((await findClient(clientId, redirect_uri))?.name).toBe('Claude, next')
    expect((await findClient(clientId, 'https://claude.ai/api/mcp/auth_callback'))?.name).toBe('Claude')
    expect((await findClient(clientId))?.name).toBe('Claude')
  })
})
