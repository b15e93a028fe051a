import { createHmac } from 'node:crypto'
import { cookieIn } from '#lib/http/cookies.ts'
import type { HeaderFields } from '#lib/http/incoming.ts'
import { authSecret } from '#lib/runtime/auth-secret.ts'
import { env } from '#lib/runtime/env.ts'
import { isSameSecret } from '#lib/runtime/timing-safe-equal.ts'

/**
 * A cookie that says: from this browser somebody signed in to that account, with the password that it still has. It opens nothing.
 * The guesses of strangers do not count against such a browser, so they cannot keep its owner out (OWASP, "device cookies").
 */

const secure = env.APP_URL.startsWith('https:')
// With the prefix no neighbouring domain and no plain connection can set it.
export const KNOWN_BROWSER_COOKIE = `${secure ? '__Host-' : ''}known-browser`
const SECONDS = 365 * 24 * 60 * 60
/** People of one household or site office share a browser. */
const MOST_ACCOUNTS = 8

export type SealedUser = { id: string; passwordHash: string | null }

/** Nobody without the secret can make one, and a new password ends it. */
const sealOf = ({ id, passwordHash }: SealedUser) =>
  createHmac('sha256', authSecret()).update(`known browser\n${id}\n${passwordHash}`).digest('base64url')

const sealsIn = (headers: HeaderFields): string[] =>
  (cookieIn(headers, KNOWN_BROWSER_COOKIE) ?? '').split('.').slice(0, MOST_ACCOUNTS)

export function isKnownBrowser(headers: HeaderFields, user: SealedUser): boolean {
  const seal = sealOf(user)
  return sealsIn(headers).some((one) => isSameSecret(one, seal))
}

/** `Set-Cookie` for a browser in which this user has just signed in; the accounts that it knew already stay known. */
export function knownBrowserCookie(headers: HeaderFields, user: SealedUser): string {
  const seal = sealOf(user)
  const others = sealsIn(headers).filter((one) => /^[\w-]{43}$/.test(one) && one !== seal)
  const value = [seal, ...others].slice(0, MOST_ACCOUNTS).join('.')
  return `${KNOWN_BROWSER_COOKIE}=${value}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
