import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { cachedPages } from './cached-page.ts'

/** A page that says how often it was made, and for which cookie. */
function counted() {
  let made = 0
  const pages = async (request: IncomingMessage, response: ServerResponse) => {
    made += 1
    if (made === 1 && request.url === '/fails') {
      response.writeHead(500).end()
      return
    }
    response.setHeader('Content-Type', 'text/html')
    response.end(
      `<script src="/a.js"></script><p>${request.headers.cookie} ${made}</p><script id="s">let a = "</p>" < 1</script>`,
    )
  }
  return { pages, made: () => made }
}

const requested = (url: string, headers: IncomingMessage['headers'] = {}) => ({ url, headers }) as IncomingMessage
const ask = (headers = {}) => new Request('http://a/docs', { headers })

it('is made once for each theme, and answered 304 from then on', async () => {
  const { pages, made } = counted()
  const page = cachedPages(['/docs'], pages, {})
  const [one, other] = await Promise.all([
    page(requested('/docs'))?.(ask()),
    page(requested('/docs', { cookie: 'x=1' }))?.(ask()),
  ])
  expect(await one?.text()).toContain('<p>undefined 1</p>')
  expect(await other?.text()).toContain('<p>undefined 1</p>')
  const etag = one?.headers.get('etag') ?? ''
  expect((await page(requested('/docs'))?.(ask({ 'If-None-Match': etag })))?.status).toBe(304)
  const dark = await page(requested('/docs', { cookie: 'a=b; theme=dark' }))?.(ask())
  expect(await dark?.text()).toContain('<p>theme=dark 2</p>')
  await page(requested('/docs', { cookie: 'theme=dark; c=d' }))?.(ask())
  expect(made()).toBe(2)
})

it('is one of several, each kept by itself', async () => {
  const { pages, made } = counted()
  const page = cachedPages(['/docs', '/docs/errors'], pages, {})
  for (const url of ['/docs', '/docs/errors', '/docs', '/docs/errors']) await page(requested(url))?.(ask())
  expect([made(), page(requested('/docs/elsewhere'))]).toEqual([2, undefined])
})

it('allows exactly the scripts that stand in it', async () => {
  const { pages } = counted()
  const policy = (await cachedPages(['/docs'], pages, {})(requested('/docs'))?.(ask()))?.headers.get('content-security-policy')
  const hash = createHash('sha256').update('let a = "</p>" < 1').digest('base64')
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}'; style-src 'self';`)
  expect(policy).toContain("frame-ancestors 'none'")
})

it('is left to Next for who is signed in, for parts of pages, with a query, and elsewhere', () => {
  const page = cachedPages(['/docs'], counted().pages, {})
  const session = 'theme=dark; __Host-next-auth.session-token=x'
  expect(page(requested('/docs', { cookie: session }))).toBeUndefined()
  expect(page(requested('/docs', { rsc: '1' }))).toBeUndefined()
  expect(page(requested('/docs?x'))).toBeUndefined()
  expect(page(requested('/docs/'))).toBeUndefined()
})

it('is tried again after it failed', async () => {
  const page = cachedPages(['/fails'], counted().pages, {})
  await expect(page(requested('/fails'))?.(ask())).rejects.toThrow('500')
  expect((await page(requested('/fails'))?.(ask()))?.status).toBe(200)
})
