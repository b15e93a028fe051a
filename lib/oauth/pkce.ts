import { createHash } from 'node:crypto'
import { isSameSecret } from '#lib/runtime/timing-safe-equal.ts'

/** Proof Key for Code Exchange (RFC 7636), method S256 only: `plain` proves nothing once the request has been seen. */

/** RFC 7636 §4.2: base64url of 32 bytes without padding. Anything else cannot be the hash of a verifier. */
export const isCodeChallenge = (value: string) => /^[A-Za-z0-9_-]{43}$/.test(value)

/** RFC 7636 §4.1: 43 to 128 unreserved characters; §4.6: its hash is the challenge. */
export function verifies(codeVerifier: string, codeChallenge: string): boolean {
  if (!/^[A-Za-z0-9\-._~]{43,128}$/.test(codeVerifier)) return false
  const hash = createHash('sha256').update(codeVerifier, 'ascii').digest('base64url')
  return isSameSecret(hash, codeChallenge)
}
