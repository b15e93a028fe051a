import { expect, it } from 'vitest'
import { acceptsGzip, isJsonType, mediaType, requestId } from './headers.ts'

it.each([
  ['gzip', true],
  ['br, GZIP;q=0.5', true],
  ['gzip;q=0', false],
  ['gzip; q=0.0, *', false],
  ['*', true],
  ['*;q=0', false],
  ['br', false],
  ['', false],
])('Accept-Encoding %j takes gzip: %s', (accept, taken) => {
  expect(acceptsGzip(new Headers({ 'accept-encoding': accept }))).toBe(taken)
})

it('reads a media type without its parameters, in any case', () => {
  const json = (type: string) => isJsonType(mediaType(new Headers({ 'content-type': type })))
  expect(['application/json', 'APPLICATION/JSON ; charset=x', 'application/ld+json'].map(json)).toEqual([true, true, true])
  expect(['', 'text/json', 'application/json5', 'application/+json', 'application/json+xml'].map(json)).not.toContain(true)
})

it('keeps a request id of 1 to 128 visible ASCII characters, and makes one otherwise', () => {
  expect(requestId(new Headers({ 'x-request-id': 'a-1' }))).toBe('a-1')
  for (const bad of ['', 'two words', 'x'.repeat(129), 'é']) {
    expect(requestId(new Headers({ 'x-request-id': bad }))).toMatch(/^[\da-f-]{36}$/)
  }
})
