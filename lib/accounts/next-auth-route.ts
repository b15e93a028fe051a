import { createHash, randomBytes } from 'node:crypto'
import type { NextApiRequest, NextApiResponse } from 'next'
import { watchingForAway } from '#lib/db/database-away.ts'
import { readBody } from '#lib/http/body.ts'
import { mediaType, requestId } from '#lib/http/headers.ts'
import { problem } from '#lib/http/problem.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import { RETRY_AFTER } from '#lib/http/unavailable.ts'
import { authSecret } from '#lib/runtime/auth-secret.ts'
import { env } from '#lib/runtime/env.ts'
import { log } from '#lib/runtime/log.ts'
import { optionsFor } from './next-auth.ts'
import { nextAuthHandler } from './next-auth-package.ts'
import { discover } from './provider/oidc.ts'
import { samePath } from './same-path.ts'
import { SHORTLY } from './serve.ts'
import { CALLBACK_COOKIE, COOKIE_PREFIX } from './sign-ins.ts'
import type { Wait } from './throttle.ts'

// next-auth builds its addresses from this variable; without it, from the Host header.
process.env.NEXTAUTH_URL = env.APP_URL

const ACTIONS = { GET: ['csrf', 'providers', 'session', 'signin', 'callback', 'error'], POST: ['signin', 'signout', 'callback'] }
const FORM_BYTES = 16 * 1024

/**
 * next-auth as a function from Request to Response. Its App Router door reads Next's request scope, which is missing behind our
 * own server and in tests; its other door takes what it is given. Addresses to return to are made harmless first: next-auth
 * calls a malformed one a configuration error and answers 500.
 */
export async function nextAuth(request: Request): Promise<Response> {
  const id = requestId(request.headers)
  return watchingForAway(async (wasAway) => {
    const later = () => problem(503, SHORTLY, { 'Retry-After': RETRY_AFTER, 'X-Request-Id': id })
    try {
      // It would call a person whom nobody could look up signed out, and take their cookie away.
      const answer = await answerTo(request, id)
      return wasAway() ? later() : answer
    } catch (error) {
      if (wasAway()) return later()
      log.error('next-auth failed', { error, requestId: id })
      return problem(500, 'Internal error. The log of the service has the details.', { 'X-Request-Id': id })
    }
  })
}

async function answerTo(request: Request, id: string): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const path = pathname.split('/').slice(3)
  const { method } = request
  const refuse = (status: number, detail: string, headers = {}) => problem(status, detail, { ...headers, 'X-Request-Id': id })
  if (method !== 'GET' && method !== 'POST') return refuse(405, 'This address takes GET, POST.', { Allow: 'GET, POST' })
  if (!ACTIONS[method].includes(path[0] ?? '') || path.length > 2) return refuse(404, 'There is nothing at this address.')
  // Only providers send people back here by GET; next-auth calls it a configuration error and answers 500.
  if (method === 'GET' && path.join('/') === 'callback/credentials') {
    return refuse(405, 'This address takes POST.', { Allow: 'POST' })
  }
  if (method === 'POST' && !isSameOrigin(request)) return refuse(403, 'Sign in and out from the pages of this service.')
  const form = await readBody(request, FORM_BYTES)
  if (form === 'too_large') return refuse(413, `Send at most ${FORM_BYTES} bytes.`)
  if (form === 'cut_off') return refuse(400, 'The body ended too early.')
  const isForm = mediaType(request.headers) === 'application/x-www-form-urlencoded'
  const body: Record<string, string> = isForm ? Object.fromEntries(new URLSearchParams(new TextDecoder().decode(form))) : {}

  const query: Record<string, string | string[]> = { ...Object.fromEntries(searchParams), nextauth: path }
  if (typeof query.callbackUrl === 'string') query.callbackUrl = ownAddress(query.callbackUrl)
  // It ends up in a Location header as it is.
  if (!/^\w{1,40}$/.test(String(query.error))) delete query.error
  const cookies = cookiesOf(request.headers)
  const goingTo = cookies[CALLBACK_COOKIE]
  if (goingTo) cookies[CALLBACK_COOKIE] = ownAddress(goingTo)

  const isByScript = body.json === 'true' // next-auth/react's
  const isAboutOidc = path[1] === 'oidc' && (path[0] === 'callback' || (path[0] === 'signin' && method === 'POST'))
  const issuer = isAboutOidc && env.OIDC_ISSUER ? await discover().catch(logUnreachable) : undefined
  if (isAboutOidc && !issuer) return elsewhere('/sign-in?error=OAuthSignin&by=oidc', isByScript)

  if (method === 'POST' && body.csrfToken === undefined && !isByScript) forgeCsrf(cookies, body)

  let wait: Wait = null
  const answer = new NodeAnswer()
  const ours: string[] = []
  const options = optionsFor(
    request.headers,
    {
      wait: (seconds) => {
        wait = seconds
      },
      setCookie: (cookie) => ours.push(cookie),
    },
    { issuer, goingTo: samePath(goingTo, env.APP_URL) },
  )
  await nextAuthHandler(
    // Exactly the fields that next-auth's API route door reads and, below, the methods that it calls.
    { method, query, cookies, body, headers: Object.fromEntries(request.headers) } as unknown as NextApiRequest,
    answer as unknown as NextApiResponse,
    options,
  )
  const response = answer.toResponse(ours, id)
  if (wait !== null && isByScript) return new Response(response.body, { status: 429, headers: withWait(response.headers, wait) })
  const to = response.headers.get('location')
  const isElsewhere = to?.startsWith('http') && !to.startsWith(`${env.APP_URL}/`)
  return to && isElsewhere && method === 'POST' ? leadingTo(to, response.headers) : response
}

function withWait(headers: Headers, seconds: number): Headers {
  headers.set('Retry-After', String(seconds))
  return headers
}

/**
 * A page of ours that leads to the provider. Chromium holds each address that an answer to a form redirects to against `form-action`, and where a
 * provider sends people on nobody knows beforehand.
 */
function leadingTo(address: string, headers: Headers): Response {
  const [safe, text] = [address.replaceAll('&', '&amp;').replaceAll('"', '&quot;'), 'Continue to the sign-in']
  headers.delete('location')
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const body = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0; url=${safe}"><title>${text}</title><p><a href="${safe}">${text}</a></p>\n`
  return new Response(body, { headers })
}

/** next-auth asks each form for a token beside its cookie. It was made sure above that the form is ours, and without script a form has none. */
function forgeCsrf(cookies: Record<string, string>, body: Record<string, string>): void {
  const token = randomBytes(32).toString('hex')
  const proof = createHash('sha256').update(`${token}${authSecret()}`).digest('hex')
  cookies[`${COOKIE_PREFIX}next-auth.csrf-token`] = `${token}|${proof}`
  body.csrfToken = token
}

function logUnreachable(error: unknown): undefined {
  log.error('the login provider does not answer', { issuer: env.OIDC_ISSUER, error })
}

/** As next-auth answers: `next-auth/react` asks for JSON, and goes there itself. */
const elsewhere = (path: string, asJson: boolean): Response => {
  const url = `${env.APP_URL}${path}`
  const headers = { 'Cache-Control': 'no-store' }
  return asJson
    ? Response.json({ url }, { headers })
    : new Response(null, { status: 302, headers: { ...headers, Location: url } })
}

const ownAddress = (wanted: string) => env.APP_URL + samePath(wanted, env.APP_URL)

function cookiesOf(headers: Headers): Record<string, string> {
  const pairs = (headers.get('cookie') ?? '').split(';').map((part) => part.trim().split('='))
  return Object.fromEntries(pairs.map(([name = '', ...value]) => [name, decoded(value.join('='))]))
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value // not one of next-auth's, which are always encoded
  }
}

class NodeAnswer {
  #status = 200
  #headers: Record<string, string | string[]> = {}
  #body: string | null = null

  status(code: number) {
    this.#status = code
    return this
  }
  getHeader(name: string) {
    return this.#headers[name.toLowerCase()]
  }
  setHeader(name: string, value: string | string[]) {
    this.#headers[name.toLowerCase()] = value
    return this
  }
  json(body: unknown) {
    this.setHeader('content-type', 'application/json')
    this.#body = JSON.stringify(body)
  }
  send(body: unknown) {
    if (typeof body === 'string') this.#body = body
    else if (body !== undefined) this.json(body)
  }
  end() {}

  toResponse(cookies: readonly string[], id: string): Response {
    const headers = new Headers({ 'cache-control': 'no-store', 'x-request-id': id })
    for (const [name, value] of Object.entries(this.#headers)) {
      headers.delete(name)
      for (const one of [value].flat()) headers.append(name, one)
    }
    for (const cookie of cookies) headers.append('set-cookie', cookie)
    return new Response(this.#body, { status: this.#status, headers })
  }
}
