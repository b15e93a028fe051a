import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { isCodeChallenge, verifies } from './pkce.ts'

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

it('verifies the example of RFC 7636, appendix B', () => {
  expect(verifies(VERIFIER, CHALLENGE)).toBe(true)
  expect(verifies(`${VERIFIER.slice(0, -1)}l`, CHALLENGE)).toBe(false)
})

const challengeOf = (verifier: string) => createHash('sha256').update(verifier, 'ascii').digest('base64url')

it('takes verifiers of 43 to 128 unreserved characters only, whatever their challenge (RFC 7636 §4.1)', () => {
  for (const bad of [
    '',
    'short',
    'x'.repeat(42),
    'x'.repeat(129),
    `${VERIFIER}=`,
    `=${VERIFIER}`,
    `${VERIFIER}é`,
    `${VERIFIER}\n`,
  ]) {
    expect(verifies(bad, challengeOf(bad)), bad).toBe(false)
  }
  for (const good of ['x'.repeat(43), 'x'.repeat(128), `${VERIFIER}.~-_`, 'aZ09'.repeat(11)]) {
    expect(verifies(good, challengeOf(good)), good).toBe(true)
  }
})

it('refuses a challenge of another length, as it was stored, without an error', () => {
  for (const bad of ['', CHALLENGE.slice(1), `${CHALLENGE}=`]) expect(verifies(VERIFIER, bad)).toBe(false)
})

it('takes challenges of 43 base64url characters only', () => {
  expect(isCodeChallenge(CHALLENGE)).toBe(true)
  for (const bad of [
    '',
    CHALLENGE.slice(1),
    `${CHALLENGE}=`,
    CHALLENGE.replace('-', '+'),
    `${CHALLENGE.slice(1)}\n`,
    `=${CHALLENGE}`,
    `${CHALLENGE}A`,
  ]) {
    expect(isCodeChallenge(bad), bad).toBe(false)
  }
})
