import { env } from '#lib/runtime/env.ts'
import type { Incoming } from './incoming.ts'

const SAFE = ['GET', 'HEAD', 'OPTIONS']

/**
 * Whether a request that carries only a cookie comes from our own pages, or from the person's own typing when it changes nothing.
 * `Sec-Fetch-Site` first: a page with `Referrer-Policy: no-referrer` sends `Origin: null`. A write that has neither is refused.
 */
export function isSameOrigin(request: Incoming): boolean {
  const safe = SAFE.includes(request.method)
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || (safe && site === 'none')
  const origin = request.headers.get('origin')
  return origin === null ? safe : origin === env.APP_URL
}
