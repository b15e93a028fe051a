import { expect, it } from 'vitest'
import { isDocumentAddress } from './client-metadata-document.ts'
import { cacheSeconds } from './document-fetch.ts'

it.each([
  'http://app.example/client.json',
  'https://app.example',
  'https://app.example/',
  'https://app.example/client.json#x',
  'https://app.example/client.json#',
  'https://user@app.example/client.json',
  'https://u:p@app.example/c',
  'https://app.example/../c',
  'https://app.example/a/../c',
  'https://app.example/a/./c',
  'https://app.example/%2e%2e/c',
  'https://app.example/a%2f..%2fc',
  'https://APP.example/c',
  'https://app.example:443/c',
  'https:app.example/c',
  'https:\\\\app.example/c',
  'https://127.0.0.1/c',
  'https://2130706433/c',
  'https://0x7f.1/c',
  'https://[::1]/c',
  'https://localhost/c',
  'https://intranet/c',
  'ftp://app.example/c',
  'cursor',
  `https://app.example/${'x'.repeat(2048)}`,
  `https://app.example/${'x'.repeat(2029)}`,
  'https://app.example/a%5cb',
  'https://app.example/a%2Fb',
  'https://app.example/a%2Eb',
  'https://app.example/c?x=a@b',
  'https://app.example./c',
  'https://-/c',
  'https://app.1example/c',
  'https://app_x.example/c',
  'xhttps://app.example/c',
  'https://app.example/c d',
])('C1: %s is no address of a client document', (id) => {
  expect(isDocumentAddress(id)).toBe(false)
})

it.each([
  'https://claude.ai/oauth/mcp-oauth-client-metadata',
  'https://app.example/client.json',
  'https://app.example:8443/client.json?v=1',
  'https://a-1.b2.xn--p1ai/c',
  `https://app.example/${'x'.repeat(2028)}`,
])('%s is one', (id) => {
  expect(isDocumentAddress(id)).toBe(true)
})

it('C8: keeps a document as long as its answer says, an hour when it says nothing, a day at most (RFC 9111)', () => {
  expect(cacheSeconds('')).toBe(3600)
  expect(cacheSeconds('public, max-age=600')).toBe(600)
  expect(cacheSeconds('max-age=31536000')).toBe(86400)
  expect(cacheSeconds('no-store')).toBe(0)
  expect(cacheSeconds('max-age=600, no-cache')).toBe(0)
  expect(cacheSeconds('max-age=600, No-Store')).toBe(0)
  expect(cacheSeconds('S-MaxAge = "60"')).toBe(60)
  expect(cacheSeconds('max-age="120"')).toBe(120)
  expect(cacheSeconds('max-age=0')).toBe(0)
  expect(cacheSeconds('max-age=soon')).toBe(3600)
  expect(cacheSeconds('xmax-age=60')).toBe(3600)
})
