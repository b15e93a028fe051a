import { expect, it } from 'vitest'
import { isSameOrigin } from './same-origin.ts'

const HERE = 'http://localhost:3000'
const from = (method: string, headers: Record<string, string>) => new Request(`${HERE}/x`, { method, headers })

it.each([
  ['POST', { 'sec-fetch-site': 'same-origin' }, true],
  ['POST', { 'sec-fetch-site': 'same-origin', origin: 'null' }, true], // Referrer-Policy: no-referrer
  ['GET', { 'sec-fetch-site': 'none' }, true],
  ['POST', { 'sec-fetch-site': 'none' }, false],
  ['POST', { 'sec-fetch-site': 'same-site' }, false],
  ['GET', { 'sec-fetch-site': 'cross-site' }, false],
  ['POST', { 'sec-fetch-site': 'cross-site', origin: HERE }, false],
  ['POST', { origin: HERE }, true],
  ['DELETE', { origin: 'http://evil.example' }, false],
  ['PUT', { origin: 'null' }, false],
  ['GET', { origin: 'http://localhost:3001' }, false],
  ['POST', {}, false],
  ['PATCH', {}, false],
  ['GET', {}, true],
])('%s with %j: %s', (method, headers, same) => {
  expect(isSameOrigin(from(method, headers))).toBe(same)
})
