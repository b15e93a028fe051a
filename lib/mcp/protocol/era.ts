import type { HeaderFields } from '#lib/http/incoming.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { HEADER_MISMATCH, INVALID_REQUEST, type Message, type Messages, RpcError } from './json-rpc.ts'

/**
 * Which of the two eras a request belongs to: `legacy` opens with `initialize`, `modern` (2026-07-28 and later) says its version in
 * each request. The body decides and the version header helps. `Mcp-Method` and `Mcp-Name` decide nothing: mcp-remote sends them
 * with a legacy `initialize`. As `classifyInboundRequest` of @modelcontextprotocol/server 2.4.0, in the order of its rows.
 */
export function eraOf(messages: Messages, headers: HeaderFields): 'legacy' | 'modern' | RpcError {
  if ('batch' in messages) {
    const claims = messages.batch.findIndex((message) => claimOf(message) !== undefined)
    if (claims < 0) return 'legacy'
    return new RpcError(INVALID_REQUEST, `Invalid Request: message ${claims}: its revision has no batches`, undefined, 400)
  }
  const { one } = messages
  const claim = claimOf(one)
  const named = isModernName(headers.get('mcp-protocol-version')?.trim())
  if (one.method === 'initialize') {
    if (claim && isModernName(claim.version)) return 'modern' // which has no such method
    if (!named) return 'legacy'
    const mismatch = 'MCP-Protocol-Version names a revision without initialize, and _meta does not'
    return new RpcError(HEADER_MISMATCH, `Header mismatch: ${mismatch}`, undefined, 400)
  }
  return claim || named ? 'modern' : 'legacy'
}

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'

/** The version that the message itself says, whatever its value; undefined when it says none. */
function claimOf({ params }: Message): { version: unknown } | undefined {
  const meta = params?._meta
  return isDictionary(meta) && VERSION_KEY in meta ? { version: meta[VERSION_KEY] } : undefined
}

/** Versions are dates, so they compare as text. */
const isModernName = (version: unknown) => typeof version === 'string' && version >= '2026-07-28'
