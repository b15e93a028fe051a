import type { Reply } from '#lib/http/reply.ts'
import { env } from '#lib/runtime/env.ts'

/**
 * Which hosts and origins `/mcp` answers: DNS rebinding makes a browser send a page's requests to an address of its author's
 * choice, and the headers tell. MCP, transports: servers must validate `Origin`.
 */

const LOOPBACK = /^(https?:\/\/)?(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/
const isLoopback = (hostOrOrigin: string) => LOOPBACK.test(hostOrOrigin)
const atHome = isLoopback(env.APP_URL)

const HOSTS = [new URL(env.APP_URL).host, ...env.MCP_ALLOWED_HOSTS]
/** The web client of the MCP Inspector runs on the developer's own machine. */
const INSPECTOR = ['http://localhost:6274', 'http://127.0.0.1:6274']
const ORIGINS = [env.APP_URL, ...env.MCP_ALLOWED_ORIGINS, ...INSPECTOR]

export function isOurHost(host: string | null): boolean {
  if (host === null) return false
  const name = host.toLowerCase()
  return HOSTS.includes(name) || (atHome && isLoopback(name))
}

/** A service on a loopback address is for this machine's programs: there any loopback page may ask, on any port. */
export function isAllowedOrigin(origin: string): boolean {
  return ORIGINS.includes(origin) || (atHome && isLoopback(origin))
}

/** What a page of an allowed origin needs to read the answer. */
export function corsHeaders(origin: string): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers':
      'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, MCP-Protocol-Version',
    Vary: 'Origin',
  }
}

export function preflight(origin: string): Reply {
  return {
    status: 204,
    headers: {
      ...corsHeaders(origin),
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers':
        'Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID',
      'Access-Control-Max-Age': '600',
    },
    body: null,
  }
}
