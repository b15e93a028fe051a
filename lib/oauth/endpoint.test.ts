import { afterEach, describe, expect, it, vi } from 'vitest'
import { DatabaseAway } from '#lib/db/database-away.ts'
import { env } from '#lib/runtime/env.ts'
import { log } from '#lib/runtime/log.ts'
import { endpoint, formParameters, oauthError } from './endpoint.ts'
import { errorPage } from './error-page.ts'

/** The edge that all OAuth endpoints share. */

const request = (method: string, init: RequestInit = {}) => new Request(`${env.APP_URL}/oauth/x?secret=1`, { method, ...init })
const answer = (handler: ReturnType<typeof endpoint>, method: string, init?: RequestInit) => handler(request(method, init))
const said = async () => new Response('said', { headers: { 'x-mine': '1' } })

afterEach(() => vi.restoreAllMocks())

describe('methods', () => {
  it.each([
    [{ GET: said }, {}, 'GET', ['GET']],
    [{ POST: said }, {}, 'POST', ['POST']],
    [{ GET: said, POST: said }, {}, 'GET, POST', ['GET', 'POST']],
    [{ GET: said }, { head: true }, 'GET, HEAD', ['GET', 'HEAD']],
    [{ POST: said }, { head: true }, 'POST', ['POST']],
    [{ POST: said }, { cors: true }, 'POST, OPTIONS', ['POST', 'OPTIONS']],
    [{ GET: said }, { cors: true, head: true }, 'GET, HEAD, OPTIONS', ['GET', 'HEAD', 'OPTIONS']],
  ] as const)('of %j with %j are %s, and 405 for all others', async (methods, options, allow, allowed) => {
    const handler = endpoint(methods, options)
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await answer(handler, method)
      if ((allowed as readonly string[]).includes(method)) expect(response.status, method).toBe(method === 'OPTIONS' ? 204 : 200)
      else {
        expect([response.status, response.headers.get('allow')], method).toEqual([405, allow])
        const description = `${method} is not supported here`
        expect(await response.json()).toEqual({ error: 'invalid_request', error_description: description })
      }
    }
  })

  it('run their own handler; HEAD has the headers of GET and no body', async () => {
    const handler = endpoint({ GET: said, POST: async () => new Response('posted') }, { head: true })
    expect(await (await answer(handler, 'GET')).text()).toBe('said')
    expect(await (await answer(handler, 'POST')).text()).toBe('posted')
    const head = await answer(handler, 'HEAD')
    expect([head.headers.get('x-mine'), await head.text()]).toEqual(['1', ''])
  })
})

it('may be read from every origin where it says so, refusals and failures too, and from none where not', async () => {
  vi.spyOn(log, 'error').mockReturnValue()
  const failing = async () => {
    throw new Error('no')
  }
  for (const [handler, method] of [
    [endpoint({ POST: said }, { cors: true }), 'POST'],
    [endpoint({ POST: said }, { cors: true }), 'PUT'],
    [endpoint({ POST: failing }, { cors: true }), 'POST'],
  ] as const) {
    const { headers } = await answer(handler, method)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toBe('Retry-After, WWW-Authenticate, X-Request-Id')
  }
  const preflight = await answer(endpoint({ POST: said }, { cors: true }), 'OPTIONS')
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    allow: 'POST, OPTIONS',
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers': 'Authorization, Content-Type, Accept, MCP-Protocol-Version, X-Request-Id',
    'access-control-max-age': '86400',
  })
  expect((await answer(endpoint({ POST: said }), 'POST')).headers.has('access-control-allow-origin')).toBe(false)
})

describe('a failure', () => {
  const failing = (error: unknown) =>
    endpoint({
      GET: async () => {
        throw error
      },
    })

  it('of ours is told without its details, and logged with the path and without the query', async () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue()
    const error = new TypeError('the inner workings')
    const response = await answer(failing(error), 'GET', { headers: { accept: 'text/html' } })
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: 'server_error', error_description: 'something went wrong here; it has been logged' },
    ])
    expect(logged.mock.calls).toEqual([['an OAuth endpoint failed', { path: '/oauth/x', error }]])
  })

  it('of the database is 503 with Retry-After: to a program as JSON, to a person at a page as one', async () => {
    const logged = vi.spyOn(log, 'warn').mockReturnValue()
    const error = new DatabaseAway('gone')
    const toProgram = await answer(failing(error), 'GET')
    expect([toProgram.status, toProgram.headers.get('retry-after'), await toProgram.json()]).toEqual([
      503,
      '5',
      { error: 'temporarily_unavailable', error_description: 'try again in a few seconds' },
    ])
    const toPerson = await answer(failing(error), 'GET', { headers: { accept: 'text/html,*/*' } })
    expect([toPerson.status, toPerson.headers.get('retry-after'), toPerson.headers.get('content-type')]).toEqual([
      503,
      '5',
      'text/html; charset=utf-8',
    ])
    expect(await toPerson.text()).toContain('<h1>The service cannot answer just now</h1>\n<p>Try again in a few seconds.</p>')
    expect(logged.mock.calls).toEqual(Array(2).fill(['could not be served now', { path: '/oauth/x', error }]))
  })
})

describe('the parameters of a form', () => {
  const FORM = 'application/x-www-form-urlencoded'
  const read = async (body: BodyInit | null, type = FORM) => {
    const read = await formParameters(
      request('POST', { body, headers: { 'content-type': type }, ...(body instanceof ReadableStream && { duplex: 'half' }) }),
    )
    return read instanceof Response ? [read.status, (await read.json()).error] : Object.fromEntries(read)
  }

  it('are those of the body, each once, without those that have no value (RFC 6749 §3.2)', async () => {
    expect(await read('a=1&b=&c=%C3%A9+x&b=2')).toEqual({ a: '1', b: '2', c: 'é x' })
    expect(await read('a=1', `${FORM}; charset=utf-8`)).toEqual({ a: '1' })
    expect(await read('resource=x&resource=x')).toEqual({ resource: 'x' })
  })

  it('are refused where one is there twice, or two resources are meant (RFC 8707 §2)', async () => {
    expect(await read('a=1&a=1')).toEqual([400, 'invalid_request'])
    expect(await read('resource=x&resource=y')).toEqual([400, 'invalid_target'])
  })

  it('are refused in another form, in too large a body, and in one that is not all there', async () => {
    for (const type of ['application/json', 'text/plain', '']) expect(await read('a=1', type)).toEqual([400, 'invalid_request'])
    expect(await read(`a=${'x'.repeat(16 * 1024 - 2)}`)).toHaveProperty('a')
    expect(await read(`a=${'x'.repeat(16 * 1024 - 1)}`)).toEqual([413, 'invalid_request'])
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('the client left')) })
    expect(await read(broken)).toEqual([400, 'invalid_request'])
  })
})

it('errors are JSON that nothing keeps (RFC 6749 §5.1, §5.2)', async () => {
  const response = oauthError(401, 'invalid_client', 'who?', { 'WWW-Authenticate': 'Basic' })
  expect(response.status).toBe(401)
  expect(Object.fromEntries(response.headers)).toEqual({
    ...{ 'content-type': 'application/json', 'cache-control': 'no-store', pragma: 'no-cache', 'www-authenticate': 'Basic' },
  })
  expect(await response.json()).toEqual({ error: 'invalid_client', error_description: 'who?' })
})

it('the page for a person shows text as text, is styled by what its policy names, and leads nowhere else', async () => {
  const response = errorPage(400, `<b>"A" & 'B'</b>`, '</p><script>', { 'Retry-After': '7' })
  const html = await response.text()
  expect(html).toContain('<title>&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt; · Structural Model Service</title>')
  expect(html).toContain('<p>&lt;/p&gt;&lt;script&gt;</p>')
  const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? ''
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(style))).toString('base64')
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    pragma: 'no-cache',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'retry-after': '7',
  })
  expect(html.match(/href="[^"]*"/g)).toEqual(['href="/"'])
})
