import type { Env } from '#lib/runtime/env.ts'

/** On every response, unless the handler says otherwise. */
export function everywhere(env: Pick<Env, 'APP_URL'>): [string, string][] {
  const always: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ]
  return env.APP_URL.startsWith('https:') ? [...always, ['Strict-Transport-Security', 'max-age=63072000']] : always
}

/** Pages whose address opens something by itself: no crawler lists it, no other site hears of it, nobody keeps what it shows. */
export const SECRET_PAGES = ['share', 'embed', 'invite', 'reset-password', 'confirm-email', 'reopen', 'import']
const SECRET_ADDRESS = new RegExp(`^/(?:${SECRET_PAGES.join('|')})/`)

export const ofSecretAddress = (pathname: string): Record<string, string> =>
  SECRET_ADDRESS.test(pathname)
    ? { 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'private, no-store' }
    : {}

/**
 * A page for frames of other sites: `origins` are those of the link that it shows. Older browsers obey `X-Frame-Options` although
 * `frame-ancestors` stands beside it, so it goes.
 */
export function framedBy(origins: readonly string[], headers: Record<string, string>): Record<string, string> {
  const { 'X-Frame-Options': _, ...others } = headers
  const policy = headers['Content-Security-Policy']?.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(' ')}`)
  return { ...others, 'Cross-Origin-Resource-Policy': 'cross-origin', ...(policy && { 'Content-Security-Policy': policy }) }
}

/** Answers that are data load nothing. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

type SignInProviders = Pick<Env, 'GITHUB_ID' | 'GOOGLE_ID' | 'OIDC_ISSUER'>

type Allowed = { nonce: string; development?: boolean } | { scripts: string }

/**
 * The Content-Security-Policy of a page. Next reads the nonce out of it and puts it on its own scripts; the `scripts` of a page that is
 * kept are allowed by their hashes. `form-action` also
 * covers the redirects that follow a form: the providers', when there are any. The consent page states its own in a `<meta>`,
 * because its form leads to the redirect URI of the very request.
 */
export function pagePolicy(env: SignInProviders, pathname: string, allowed: Allowed): string {
  const providers = [
    env.GITHUB_ID && 'https://github.com',
    env.GOOGLE_ID && 'https://accounts.google.com',
    env.OIDC_ISSUER && new URL(env.OIDC_ISSUER).origin,
  ].filter(Boolean)
  const nonce = 'nonce' in allowed ? `'nonce-${allowed.nonce}'` : ''
  // React's development build evaluates, and the overlay of Next's brings styles of its own.
  const development = 'development' in allowed && allowed.development
  const parts = [
    "default-src 'self'",
    nonce
      ? `script-src 'self' ${nonce} 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`
      : `script-src 'self' ${'scripts' in allowed ? allowed.scripts : ''}`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' ${nonce}`.trim(),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  if (pathname !== '/oauth/consent') parts.push(["form-action 'self'", ...providers].join(' '))
  return parts.join('; ')
}
