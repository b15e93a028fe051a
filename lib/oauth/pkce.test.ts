import { expect, it } from 'vitest'
import { isCodeChallenge, verifies } from './pkce.ts'

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

it('verifies the example of RFC 7636, appendix B', () => {
  expect(verifies(VERIFIER, CHALLENGE)).toBe(true)
  expect(verifies(`${VERIFIER.slice(0, -1)}l`, CHALLENGE)).toBe(false)
})

it('takes verifiers of 43 to 128 unreserved characters only (RFC 7636 §4.1)', () => {
  for (const bad of ['', 'short', 'x'.repeat(42), 'x'.repeat(129), `${VERIFIER}=`, `${VERIFIER}é`]) {
    expect(verifies(bad, CHALLENGE), bad).toBe(false)
  }
})

it('takes challenges of 43 base64url characters only', () => {
  expect(isCodeChallenge(CHALLENGE)).toBe(true)
  for (const bad of ['', CHALLENGE.slice(1), `${CHALLENGE}=`, CHALLENGE.replace('-', '+'), `${CHALLENGE.slice(1)}\n`]) {
    expect(isCodeChallenge(bad), bad).toBe(false)
  }
})
