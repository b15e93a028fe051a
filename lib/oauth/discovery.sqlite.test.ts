import { describe, expect, it } from 'vitest'
import { send } from '#lib/fixtures/oauth.ts'
import { routeTable } from '#lib/http/routes.ts'
import { env } from '#lib/runtime/env.ts'
import { authorizationServer, oauthRoutes } from './handlers.ts'

const routeAt = routeTable({ oauth: oauthRoutes })

const get = async (path: string) => {
  const response = await send(path)
  return { response, body: response.status === 405 ? null : await response.json() }
}

describe('discovery documents', () => {
  it('describe the protected resource, at both addresses alike (RFC 9728)', async () => {
    for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource']) {
      const { response, body } = await get(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(body).toEqual({
        resource: `${env.APP_URL}/mcp`,
        authorization_servers: [env.APP_URL],
        scopes_supported: ['mcp:models:read', 'mcp:models:write'],
        bearer_methods_supported: ['header'],
        resource_name: 'Structural Model Service',
        resource_documentation: `${env.APP_URL}/connect`,
      })
    }
  })

  it('describe the authorization server (RFC 8414)', async () => {
    const { body } = await get('/.well-known/oauth-authorization-server')
    expect(body).toEqual({
      issuer: env.APP_URL,
      authorization_endpoint: `${env.APP_URL}/oauth/authorize`,
      token_endpoint: `${env.APP_URL}/oauth/token`,
      registration_endpoint: `${env.APP_URL}/oauth/register`,
      revocation_endpoint: `${env.APP_URL}/oauth/revoke`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      scopes_supported: ['mcp:models:read', 'mcp:models:write', 'offline_access'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${env.APP_URL}/connect`,
    })
    for (const name of ['authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'revocation_endpoint']) {
      expect(routeAt(new URL(body[name]).pathname)?.answer, name).toBeTypeOf('function')
    }
  })

  it('are built from APP_URL, whatever the Host header says', async () => {
    const response = await authorizationServer(
      new Request('http://evil.example/.well-known/oauth-authorization-server', { headers: { host: 'evil.example' } }),
    )
    expect(await response.text()).not.toContain('evil')
  })

  it('may be read from every origin, without credentials', async () => {
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server', '/.well-known/x']) {
      const { response } = await get(path)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.has('access-control-allow-credentials')).toBe(false)
      const preflight = await send(path, { method: 'OPTIONS' })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('mcp-protocol-version')
    }
  })

  it('answer HEAD without a body, and 405 with Allow to what does not read', async () => {
    const head = await send('/.well-known/oauth-authorization-server', { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    const post = await send('/.well-known/oauth-authorization-server', { method: 'POST' })
    expect(post.status).toBe(405)
    expect(post.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })

  it('that do not exist are a JSON 404', async () => {
    for (const path of [
      '/.well-known/openid-configuration',
      '/.well-known/oauth-authorization-server/mcp',
      '/.well-known/oauth-protected-resource/other',
      '/.well-known/anything/else',
    ]) {
      const { response, body } = await get(path)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(body).toMatchObject({ error: 'not_found' })
    }
  })

  it('leave other addresses to others', () => {
    for (const path of ['/', '/oauth', '/oauth/consent', '/oauth/authorize/x', '/.well-known', '/mcp']) {
      expect(routeAt(path), path).toBeUndefined()
    }
  })
})
