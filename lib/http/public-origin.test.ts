import { expect, it } from 'vitest'
import { isPublicOrigin } from './public-origin.ts'

it.each([
  ['https://models.example.com', true],
  ['https://models.example.com:8443', true],
  ['https://8.8.8.8', true],
  ['https://[2001:4860:4860::8888]', true],
  ['http://models.example.com', false],
  ['https://localhost:3000', false],
  ['https://models', false],
  ['https://office.local', false],
  ['https://office.local.', false],
  ['https://127.0.0.1', false],
  ['https://192.168.1.5', false],
  ['https://10.0.0.8', false],
  ['https://[::1]', false],
  ['https://[fd00::1]', false],
])('%s: %s', (origin, isPublic) => {
  expect(isPublicOrigin(origin)).toBe(isPublic)
})
