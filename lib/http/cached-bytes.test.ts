import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answerCached, cacheCompressed, toCachedBytes } from './cached-bytes.ts'

const text = Buffer.from('beam '.repeat(1000))
const HEADERS = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-cache' }
const kept = await cacheCompressed(text, HEADERS)

const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  answerCached(new Request('http://a/', { method, headers }), kept)
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['gzip;q=0.5, br;q=0.1', 'br'],
  ['deflate', null],
  ['gzip;q=0, *;q=0', null],
  ['', null],
])('for Accept-Encoding %j it comes in %s, said by Vary', async (accepted, coding) => {
  const response = ask({ 'Accept-Encoding': accepted })
  expect(response.headers.get('content-encoding')).toBe(coding)
  expect(response.headers.get('vary')).toBe('Accept-Encoding')
  const bytes = await bytesOf(response)
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  const decoded = coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes
  expect(decoded.equals(text)).toBe(true)
})

it('has an ETag for each coding, and answers 304 to the one that would be sent', async () => {
  const tags = ['br', 'gzip', ''].map((accepted) => ask({ 'Accept-Encoding': accepted }).headers.get('etag') ?? '')
  expect(new Set(tags).size).toBe(3)
  const [br = '', gzip = ''] = tags
  for (const known of [br, `W/${br}`, `"other", ${br}`, '*']) {
    const response = ask({ 'Accept-Encoding': 'br', 'If-None-Match': known })
    expect(response.status, known).toBe(304)
    expect(response.headers.get('etag')).toBe(br)
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(await response.text()).toBe('')
  }
  expect(ask({ 'Accept-Encoding': 'br', 'If-None-Match': gzip }).status).toBe(200)
  expect(tags).not.toContain((await cacheCompressed(Buffer.from('other'.repeat(300)), HEADERS)).plain.etag)
})

it('gives any range of any coding, bytes as the whole has them', async () => {
  const length = fc.integer({ min: 0, max: text.length + 5 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('', 'gzip', 'br'), length, length, async (accepted, a, b) => {
      const whole = await bytesOf(ask({ 'Accept-Encoding': accepted }))
      const [first, last] = a < b ? [a, b] : [b, a]
      const response = ask({ 'Accept-Encoding': accepted, Range: `bytes=${first}-${last}` })
      if (first >= whole.length) {
        expect(response.status).toBe(416)
        expect(response.headers.get('content-range')).toBe(`bytes */${whole.length}`)
        return
      }
      const wanted = whole.subarray(first, last + 1)
      expect(response.status).toBe(206)
      expect(wanted.equals(await bytesOf(response))).toBe(true)
      expect(response.headers.get('content-range')).toBe(`bytes ${first}-${Math.min(last, whole.length - 1)}/${whole.length}`)
      expect(response.headers.get('content-length')).toBe(String(wanted.length))
    }),
  )
})

it.each([
  ['bytes=4990-', 206, 10],
  ['bytes=-7', 206, 7],
  ['bytes=-9999', 206, 5000],
  ['bytes=-0', 416, undefined],
  ['bytes=5000-', 416, undefined],
  ['bytes=9-3', 200, 5000],
  ['bytes=0-1,5-6', 200, 5000],
  ['bytes=-', 200, 5000],
  ['lines=0-1', 200, 5000],
])('%s is answered %i', async (Range, status, length) => {
  const response = ask({ Range })
  expect(response.status).toBe(status)
  if (length) expect((await bytesOf(response)).length).toBe(length)
})

it('gives a range only of the state that If-Range names', () => {
  const etag = ask().headers.get('etag') ?? ''
  expect(ask({ Range: 'bytes=0-1', 'If-Range': etag }).status).toBe(206)
  expect(ask({ Range: 'bytes=0-1', 'If-Range': '"older"' }).status).toBe(200)
  expect(ask({ Range: 'bytes=0-1', 'If-Range': `W/${etag}` }).status).toBe(200)
})

it('answers HEAD with the same headers and no body, and other methods 405', async () => {
  const [get, head] = [ask(), ask({ Range: 'bytes=0-1' }, 'HEAD')]
  expect(head.status).toBe(200)
  expect([...head.headers]).toEqual([...get.headers])
  expect(await head.text()).toBe('')
  const post = ask({}, 'POST')
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

it('says nothing of codings that there are not, and keeps what else an answer varies by', async () => {
  const plain = toCachedBytes(Buffer.from('x'), {}, HEADERS)
  expect(answerCached(new Request('http://a/'), plain).headers.get('vary')).toBeNull()
  const byCookie = await cacheCompressed(text, { ...HEADERS, Vary: 'Cookie' })
  expect(answerCached(new Request('http://a/'), byCookie).headers.get('vary')).toBe('Accept-Encoding, Cookie')
})
