import { answerCached, toCachedBytes } from '#lib/http/cached-bytes.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import { problem } from '#lib/http/problem.ts'
import type { Route } from '#lib/http/routes.ts'
import { env } from '#lib/runtime/env.ts'
import { MODERN_VERSIONS } from './json-rpc.ts'
import { MCP_PATH, MCP_URL } from './refusals.ts'
import { serverInfo } from './server-info.ts'

/**
 * What a program may know of this server before it connects (SEP-2127): a card, a catalog of the host's cards, and the line that
 * proves to the MCP Registry whose domain this is. Nothing secret, no tools, no token.
 */

const { hostname } = new URL(env.APP_URL)
/** An address has no owner who could be named backwards. */
const publisher = /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname

/** The older revisions that the card speaks of: those of Streamable HTTP. */
const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26']

const CARD_TYPE = 'application/mcp-server-card+json'
const CARD_PATH = `${MCP_PATH}/server-card`

const { name, version, title, websiteUrl, icons } = serverInfo

const serverCard = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
  name: `${publisher.split('.').reverse().join('.')}/${name}`,
  version,
  title,
  description: 'Builds, checks and shows structural models: frames, areas, sections and supports in 3D.',
  websiteUrl,
  icons,
  remotes: [{ type: 'streamable-http', url: MCP_URL, supportedProtocolVersions: [...MODERN_VERSIONS, ...LEGACY_VERSIONS] }],
}

const catalog = {
  specVersion: 'draft',
  entries: [
    {
      identifier: `urn:air:${publisher}:${name}`,
      displayName: title,
      type: CARD_TYPE,
      url: `${env.APP_URL}${CARD_PATH}`,
    },
  ],
}

/** For programs in browsers too, of any origin. */
function publicDocument(text: string, type: string) {
  const cached = toCachedBytes(
    Buffer.from(text),
    {},
    {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=3600',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'ETag',
    },
  )
  const allow = 'GET, HEAD, OPTIONS'
  return (request: Incoming): Response => {
    if (request.method === 'OPTIONS') {
      const preflight = {
        'Access-Control-Allow-Methods': allow,
        'Access-Control-Allow-Headers': 'Accept, Content-Type, If-None-Match',
      }
      return new Response(null, {
        status: 204,
        headers: { Allow: allow, 'Access-Control-Allow-Origin': '*', ...preflight, 'Access-Control-Max-Age': '86400' },
      })
    }
    if (!['GET', 'HEAD'].includes(request.method)) return problem(405, 'Method Not Allowed', { Allow: allow })
    return answerCached(request, cached)
  }
}

export const serveServerCard = publicDocument(JSON.stringify(serverCard), CARD_TYPE)
export const serveCatalog = publicDocument(JSON.stringify(catalog), 'application/json')
/** Undefined: nobody asked for it here, and the address is one of those that do not exist. */
export const serveRegistryAuth = env.MCP_REGISTRY_AUTH
  ? publicDocument(env.MCP_REGISTRY_AUTH, 'text/plain; charset=utf-8')
  : undefined

const judgesHost = true
export const documentRoutes: readonly Route[] = [
  { path: CARD_PATH, answer: serveServerCard, judgesHost },
  { path: '/.well-known/mcp/catalog.json', answer: serveCatalog, judgesHost },
  ...(serveRegistryAuth ? [{ path: '/.well-known/mcp-registry-auth', answer: serveRegistryAuth, judgesHost } as const] : []),
]
