import { expect, it } from 'vitest'
import { isDocumentAddress } from './client-metadata-document.ts'
import { cacheSeconds, isPublicAddress } from './document-fetch.ts'

it.each([
  '127.0.0.1',
  '127.8.8.8',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '224.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '::',
  '::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'localhost',
  '',
  '0x7f.1',
])('C2: %s is no public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it.each(['8.8.8.8', '160.79.104.10', '172.32.0.1', '2606:4700::1111'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

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
