import { readBody } from '#lib/http/body.ts'
import { mediaType } from '#lib/http/headers.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import { unavailable } from '#lib/http/unavailable.ts'
import { log } from '#lib/runtime/log.ts'
import { KB } from '#lib/values/bytes.ts'
import { errorPage } from './error-page.ts'

/** What the OAuth endpoints have in common at their edge: methods, CORS, JSON answers that no cache keeps, small bodies. */

export type Handler = (request: Incoming) => Promise<Response>

const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } // RFC 6749 §5.1

/** For clients that run in a browser. Never with credentials: nothing here goes by a cookie. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After, WWW-Authenticate, X-Request-Id',
}

type Methods = { GET?: (request: Incoming) => Response | Promise<Response>; POST?: Handler }

/** A handler for every method: 405 with `Allow` for those that an address does not have. */
export function endpoint(methods: Methods, { cors = false, head = false } = {}): Handler {
  const { GET, POST } = methods
  const runs = new Map(Object.entries({ ...(GET && { GET, ...(head && { HEAD: GET }) }), ...(POST && { POST }) }))
  const allow = [...runs.keys(), ...(cors ? ['OPTIONS'] : [])].join(', ')
  const answer = async (request: Incoming): Promise<Response> => {
    const { method } = request
    if (cors && method === 'OPTIONS') {
      return new Response(null, {
        status: 204,
        headers: {
          Allow: allow,
          'Access-Control-Allow-Methods': allow,
          'Access-Control-Allow-Headers': 'Authorization, Content-Type, Accept, MCP-Protocol-Version, X-Request-Id',
          'Access-Control-Max-Age': '86400',
        },
      })
    }
    const run = runs.get(method)
    if (!run) return oauthError(405, 'invalid_request', `${method} is not supported here`, { Allow: allow })
    const response = await run(request)
    return method === 'HEAD' ? new Response(null, response) : response
  }
  return async (request) => {
    let response: Response
    try {
      response = await answer(request)
    } catch (error) {
      response = failure(error, request)
    }
    if (cors) for (const [name, value] of Object.entries(CORS)) response.headers.set(name, value)
    return response
  }
}

/** A person at a page hears it as one: nobody can be redirected to a client that cannot be looked up (RFC 6749 §4.1.2.1). */
function failure(error: unknown, { url, headers }: Incoming): Response {
  const about = { path: new URL(url).pathname, error }
  const later = unavailable(error)
  if (!later) {
    log.error('an OAuth endpoint failed', about)
    return oauthError(500, 'server_error', 'something went wrong here; it has been logged')
  }
  log.warn('could not be served now', about)
  return headers.get('accept')?.includes('text/html')
    ? errorPage(503, 'The service cannot answer just now', 'Try again in a few seconds.', later)
    : oauthError(503, 'temporarily_unavailable', 'try again in a few seconds', later)
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...NO_STORE, ...headers } })

/** RFC 6749 §5.2. */
export const oauthError = (status: number, error: string, description: string, headers: Record<string, string> = {}): Response =>
  json(status, { error, error_description: description }, headers)

export const tooMany = ({ retryAfter }: { retryAfter: number }): Response =>
  oauthError(429, 'too_many_requests', `try again in ${retryAfter} s`, { 'Retry-After': String(retryAfter) })

const FORM_LIMIT = 16 * KB

/**
 * The parameters of a form-encoded body: each once, and none without a value (RFC 6749 §3.2). Or the error to answer with. What
 * stands in the query is not looked at: it ends up in logs.
 */
export async function formParameters(request: Incoming): Promise<Map<string, string> | Response> {
  if (mediaType(request.headers) !== 'application/x-www-form-urlencoded') {
    return oauthError(400, 'invalid_request', 'the body must be application/x-www-form-urlencoded')
  }
  const body = await readBody(request, FORM_LIMIT)
  if (body === 'too_large') return oauthError(413, 'invalid_request', `the body is over ${FORM_LIMIT} bytes`)
  if (body === 'cut_off') return oauthError(400, 'invalid_request', 'the body is not all there')
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(body))) {
    if (value === '') continue
    // RFC 8707 §2 alone lets `resource` be repeated; two different ones cannot both be meant here.
    const before = parameters.get(name)
    if (before !== undefined && !(name === 'resource' && before === value)) {
      return name === 'resource'
        ? oauthError(400, 'invalid_target', 'there is one resource here')
        : oauthError(400, 'invalid_request', 'a parameter is there more than once')
    }
    parameters.set(name, value)
  }
  return parameters
}
