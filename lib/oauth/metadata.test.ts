import { afterEach, expect, it, vi } from 'vitest'

/** What the discovery documents say of a service that has terms, and of one that has none. */

async function documents(variables: Record<string, string>) {
  vi.resetModules()
  for (const [name, value] of Object.entries({ APP_URL: 'https://models.example', ...variables })) vi.stubEnv(name, value)
  return import('./metadata.ts')
}
afterEach(() => vi.unstubAllEnvs())

const POLICY_URL = 'https://models.example/privacy'
const TERMS_URL = 'https://models.example/terms'

it.each([
  [{}, {}, {}],
  [{ POLICY_URL }, { resource_policy_uri: POLICY_URL }, { op_policy_uri: POLICY_URL }],
  [{ TERMS_URL }, { resource_tos_uri: TERMS_URL }, { op_tos_uri: TERMS_URL }],
])('with %j in both documents, and nothing that is not there (RFC 9728 §2, RFC 8414 §2)', async (variables, resource, server) => {
  const { protectedResourceMetadata, authorizationServerMetadata } = await documents(variables)
  const terms = (document: object) =>
    Object.fromEntries(Object.entries(document).filter(([name]) => /_(policy|tos)_uri$/.test(name)))
  expect(terms(protectedResourceMetadata)).toStrictEqual(resource)
  expect(terms(authorizationServerMetadata)).toStrictEqual(server)
})

it('names one service in every document, at the address that it is told (RFC 8414 §3.3, RFC 9728 §3.3)', async () => {
  const { ISSUER, RESOURCE, PROTECTED_RESOURCE_METADATA_URL, protectedResourceMetadata, authorizationServerMetadata } =
    await documents({})
  expect([ISSUER, RESOURCE]).toEqual(['https://models.example', 'https://models.example/mcp'])
  expect(PROTECTED_RESOURCE_METADATA_URL).toBe('https://models.example/.well-known/oauth-protected-resource/mcp')
  expect(protectedResourceMetadata).toMatchObject({ resource: RESOURCE, authorization_servers: [ISSUER] })
  expect(authorizationServerMetadata).toMatchObject({ issuer: ISSUER, token_endpoint: `${ISSUER}/oauth/token` })
})
