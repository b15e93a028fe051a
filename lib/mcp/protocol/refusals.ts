import type { Caller } from '#lib/access/caller.ts'
import { SCOPE_WORDS, SCOPES, type Scope } from '#lib/access/scopes.ts'
import { PROTECTED_RESOURCE_METADATA_URL } from '#lib/http/protected-resource.ts'
import type { Reply } from '#lib/http/reply.ts'
import { env } from '#lib/runtime/env.ts'
import { jsonReply } from './json-rpc.ts'

/** 401 and 403 with the `WWW-Authenticate` from which a client finds the authorization server (RFC 9728 §5.1, RFC 6750 §3). */

/** Both scopes even when one is missing: clients are to obtain both (specification, section 5, point 6). */
const BOTH = SCOPES.join(' ')

function challenge(status: 401 | 403, parameters: Record<string, string>, body: { error: string; error_description: string }) {
  // RFC 6750 §3: neither quotes nor letters beyond ASCII.
  const list = Object.entries(parameters).map(([name, value]) => `${name}="${value.replace(/[^ !#-[\]-~]/g, '?')}"`)
  return jsonReply(status, body, { 'WWW-Authenticate': `Bearer ${list.join(', ')}` })
}

/** RFC 6750 §3.1: who sent no credentials is told no error code. */
export function noCredentials(): Reply {
  return challenge(
    401,
    { resource_metadata: PROTECTED_RESOURCE_METADATA_URL, scope: BOTH },
    { error: 'unauthorized', error_description: 'An access token is needed; resource_metadata says where to get one' },
  )
}

export function invalidToken(why = 'The access token is malformed, expired, revoked or not for this resource'): Reply {
  const error = {
    error: 'invalid_token',
    error_description: why,
  }
  return challenge(401, { ...error, resource_metadata: PROTECTED_RESOURCE_METADATA_URL, scope: BOTH }, error)
}

export function insufficientScope({ via, scopes }: Caller, tool: string, scope: Scope): Reply {
  const may = [...scopes].map((each) => SCOPE_WORDS[each].verb).join(' and ')
  const error = {
    error: 'insufficient_scope',
    error_description:
      via === 'api_key' // which cannot be authorized again
        ? `this API key may only ${may}; make one with ${scope} under Settings, API keys`
        : `${tool} needs ${scope}; authorize again with both scopes`,
  }
  return challenge(
    403,
    {
      error: error.error,
      scope: BOTH,
      resource_metadata: PROTECTED_RESOURCE_METADATA_URL,
      error_description: error.error_description,
    },
    error,
  )
}

/** The address of the MCP endpoint, {mcp_url}. */
export const MCP_PATH = '/mcp'
export const MCP_URL = `${env.APP_URL}${MCP_PATH}`
