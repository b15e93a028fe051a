import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { through } from '#lib/fixtures/through.ts'

/** What a server with these variables serves. */
async function started(variables: Record<string, string> = {}) {
  vi.resetModules()
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const { documentRoutes } = await import('./server-card.ts')
  const { serverInfo } = await import('./server-info.ts')
  const { MODERN_VERSIONS } = await import('./json-rpc.ts')
  const metadata = await import('#lib/oauth/metadata.ts')
  const get = async (path: string, init: RequestInit = {}) => {
    const answer = await through(documentRoutes)(new Request(new URL(path, 'http://localhost:3000'), init))
    if (!answer) throw new Error(`nobody answers ${path}`)
    return answer
  }
  return { get, serverInfo, MODERN_VERSIONS, metadata }
}

vi.setConfig({ testTimeout: 60_000 }) // each starts with fresh modules
afterEach(() => vi.unstubAllEnvs())

const CARD = '/mcp/server-card'
const CATALOG = '/.well-known/mcp/catalog.json'

/** What `ServerCard` of modelcontextprotocol/experimental-ext-server-card@056d9f28 `schema.ts` demands, of what we say. */
const ServerCard = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  websiteUrl: z.url(),
  icons: z.array(z.strictObject({ src: z.url(), mimeType: z.string(), sizes: z.array(z.string().regex(/^(\d+x\d+|any)$/)) })),
  remotes: z.array(
    z.strictObject({
      type: z.enum(['streamable-http', 'sse']),
      url: z.string().regex(/^https?:\/\/\S+$/),
      supportedProtocolVersions: z.array(z.string()),
    }),
  ),
})

describe('the server card (SEP-2127)', () => {
  it.each([
    ['https://models.example.com', 'com.example.models'],
    ['http://localhost:3000', 'localhost'],
    ['http://127.0.0.1:4000', 'localhost'],
    ['http://[::1]:4000', 'localhost'],
    ['https://models', 'models'],
  ])('of %s is named below %s and holds to the schema', async (APP_URL, namespace) => {
    const { get, serverInfo, MODERN_VERSIONS } = await started({ APP_URL })
    const card = ServerCard.parse(await (await get(CARD)).json())
    expect(card.name).toBe(`${namespace}/structural-model-service`)
    expect(card.websiteUrl).toBe(APP_URL)
    const { name, ...said } = serverInfo
    expect(card).toMatchObject(said) // version, title and icons are those of server/discover and initialize
    expect(card.name.endsWith(`/${name}`)).toBe(true)
    const { SUPPORTED_PROTOCOL_VERSIONS } = await import('@modelcontextprotocol/sdk/types.js')
    const [remote] = card.remotes
    expect(remote?.url).toBe(`${APP_URL}/mcp`)
    expect(remote?.supportedProtocolVersions).toEqual(['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'])
    const served = [...MODERN_VERSIONS, ...SUPPORTED_PROTOCOL_VERSIONS]
    for (const version of remote!.supportedProtocolVersions) expect(served).toContain(version)

    const { specVersion, entries } = await (await get(CATALOG)).json()
    expect([specVersion, entries.length]).toEqual(['draft', 1])
    expect(entries[0]).toEqual({
      identifier: expect.stringMatching(/^urn:air:[a-z0-9.-]+:structural-model-service$/),
      displayName: 'Structural Model Service',
      type: 'application/mcp-server-card+json',
      url: `${APP_URL}${CARD}`,
    })
  })

  it('and the catalog may be read from every origin and kept for an hour, and only be read', async () => {
    const { get } = await started()
    for (const [path, type] of [
      [CARD, 'application/mcp-server-card+json'],
      [CATALOG, 'application/json'],
    ] as const) {
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe(type)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
      const etag = response.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"/)
      expect((await get(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
      const head = await get(path, { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([200, ''])
      const preflight = await get(path, { method: 'OPTIONS' })
      expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD, OPTIONS'])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const refused = await get(path, { method })
        expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
      }
    }
  })

  it('names icons that are there, in the size they are said to have', async () => {
    const { serverInfo } = await started()
    expect(serverInfo.icons.map(({ mimeType, sizes }) => [mimeType, ...sizes].join(' '))).toEqual([
      'image/png 48x48',
      'image/png 96x96',
      'image/png 512x512',
      'image/svg+xml any',
    ])
    for (const { src, mimeType, sizes } of serverInfo.icons) {
      const file = readFileSync(join(import.meta.dirname, '../../../public', new URL(src).pathname))
      // PNG: width and height stand at the beginning of its first chunk.
      if (mimeType === 'image/png') expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`).toBe(sizes[0])
      else expect(file.toString()).toContain('<svg')
    }
  })
})

describe('what an operator may add', () => {
  it('the line that proves the domain to the MCP Registry; without it the address is one that does not exist', async () => {
    const path = '/.well-known/mcp-registry-auth'
    await expect((await started()).get(path)).rejects.toThrow('nobody answers')
    const line = 'v=MCPv1; k=ed25519; p=qH2T+ZkV9c0Wm/8sP3yQ=='
    const response = await (await started({ MCP_REGISTRY_AUTH: line })).get(path)
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      line,
    ])
    await expect(started({ MCP_REGISTRY_AUTH: 'no proof' })).rejects.toThrow(/MCP_REGISTRY_AUTH/)
  })

  it('the addresses of policy and terms, in both discovery documents (RFC 8414 §2, RFC 9728 §2)', async () => {
    const { metadata } = await started({ POLICY_URL: 'https://example.com/privacy', TERMS_URL: 'https://example.com/terms' })
    expect(metadata.authorizationServerMetadata).toMatchObject({
      op_policy_uri: 'https://example.com/privacy',
      op_tos_uri: 'https://example.com/terms',
    })
    expect(metadata.protectedResourceMetadata).toMatchObject({
      resource_policy_uri: 'https://example.com/privacy',
      resource_tos_uri: 'https://example.com/terms',
    })
    vi.unstubAllEnvs()
    const plain = (await started()).metadata
    expect(JSON.stringify([plain.authorizationServerMetadata, plain.protectedResourceMetadata])).not.toMatch(/policy|tos/)
    await expect(started({ POLICY_URL: 'http://example.com/privacy' })).rejects.toThrow(/POLICY_URL/)
  })
})
