import type { HeaderFields } from '#lib/http/incoming.ts'
import type { Reply } from '#lib/http/reply.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { HOUR_MS } from '#lib/values/durations.ts'
import { isAppPage } from './app-page.ts'
import {
  errorReply,
  HEADER_MISMATCH,
  INVALID_PARAMS,
  jsonReply,
  METHOD_NOT_FOUND,
  type Message,
  MODERN_VERSIONS,
  type Params,
  RpcError,
  UNSUPPORTED_PROTOCOL_VERSION,
} from './json-rpc.ts'
import { logClient } from './log-client.ts'
import { type Ask, answerMethod, capabilities, hasMethod, type Result } from './methods.ts'
import { instructions, serverInfo } from './server-info.ts'

/** MCP 2026-07-28: no handshake, version and capabilities in each request's `_meta`, routing facts repeated as headers. */

const PREFIX = 'io.modelcontextprotocol/'

/** How long a client may keep a list. They change with a deployment only; names of tools vary by authorization. */
const KEEP = { ttlMs: 60_000, cacheScope: 'public' }
const CACHING: Record<string, { ttlMs: number; cacheScope: string }> = {
  'server/discover': { ...KEEP, cacheScope: 'private' },
  'tools/list': { ...KEEP, cacheScope: 'private' },
  'prompts/list': KEEP,
  'resources/list': KEEP,
  'resources/templates/list': KEEP,
  'resources/read': KEEP,
  'skills/list': { ttlMs: HOUR_MS, cacheScope: 'public' },
  'skills/get': { ttlMs: HOUR_MS, cacheScope: 'public' },
}
/** Its address changes with it. */
const KEEP_PAGE = { ttlMs: HOUR_MS, cacheScope: 'public' }
const cachingOf = (method: string, { uri }: Params) =>
  method === 'resources/read' && isAppPage(uri) ? KEEP_PAGE : Object.hasOwn(CACHING, method) ? CACHING[method] : {}

/** What `Mcp-Name` repeats. */
const NAMED: Record<string, 'name' | 'uri'> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' }

/** What stands in the way of a request before anything is run, in the order of the specification; null when nothing does. */
export function envelopeProblem({ method, params }: Message, headers: HeaderFields): RpcError | null {
  const mismatch = (message: string) => new RpcError(HEADER_MISMATCH, `Header mismatch: ${message}`, undefined, 400)
  const meta = params?._meta
  const version = isDictionary(meta) ? meta[`${PREFIX}protocolVersion`] : undefined
  if (!isDictionary(meta) || typeof version !== 'string' || !isDictionary(meta[`${PREFIX}clientCapabilities`])) {
    const needed = `_meta needs ${PREFIX}protocolVersion, a string, and ${PREFIX}clientCapabilities, an object`
    return new RpcError(INVALID_PARAMS, `Invalid params: ${needed}`, undefined, 400)
  }
  const headerVersion = headers.get('mcp-protocol-version')
  if (headerVersion !== version) return mismatch(`MCP-Protocol-Version is ${headerVersion ?? 'absent'}, _meta says otherwise`)
  if (!MODERN_VERSIONS.includes(version)) {
    const data = { supported: MODERN_VERSIONS, requested: version }
    return new RpcError(UNSUPPORTED_PROTOCOL_VERSION, 'Unsupported protocol version', data, 400)
  }
  if (headers.get('mcp-method') !== method) return mismatch('Mcp-Method is not the method of the body')
  const named = Object.hasOwn(NAMED, method) ? NAMED[method] : undefined
  if (named && decoded(headers.get('mcp-name')) !== params?.[named])
    return mismatch(`Mcp-Name is not params.${named} of the body`)
  if (method !== 'server/discover' && !hasMethod(method))
    return new RpcError(METHOD_NOT_FOUND, 'Method not found', undefined, 404)
  return null
}

/** The answer to a request whose envelope is in order and whose caller may make it. */
export async function serveModern({ id, method, params = {} }: Message, ask: Ask): Promise<Reply> {
  const meta = params._meta
  if (method === 'server/discover' && isDictionary(meta))
    logClient(meta[`${PREFIX}clientInfo`], meta[`${PREFIX}clientCapabilities`])
  const result = method === 'server/discover' ? discovered() : await answerMethod(method, params, ask)
  const { _meta, ...rest } = result
  const whole = {
    resultType: 'complete',
    ...rest,
    ...cachingOf(method, params),
    _meta: { ...(isDictionary(_meta) ? _meta : {}), [`${PREFIX}serverInfo`]: serverInfo },
  }
  return jsonReply(200, { jsonrpc: '2.0', id, result: whole })
}

export const modernError = (error: RpcError, { id }: Message) => errorReply(error.status, error, id)

const discovered = (): Result => ({ supportedVersions: MODERN_VERSIONS, capabilities: capabilities(), instructions })

/** A header holds visible ASCII; any other name is sent as `=?base64?…?=` of its UTF-8. */
function decoded(header: string | null): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(header ?? '')?.[1]
  if (encoded === undefined) return header ?? undefined
  return /^[A-Za-z0-9+/]*={0,2}$/.test(encoded) ? Buffer.from(encoded, 'base64').toString('utf8') : undefined
}
