import type { NextAuthOptions } from 'next-auth'
import { env } from '#lib/env.ts'
import { gitHubProvider, googleProvider } from './next-auth-package.ts'

/** The ways in beside the password, by the variables that are set. */
export function externalProviders(): NextAuthOptions['providers'] {
  const { GITHUB_ID, GITHUB_SECRET, GOOGLE_ID, GOOGLE_SECRET, OIDC_ISSUER, OIDC_ID, OIDC_SECRET, OIDC_NAME } = env
  const found: NextAuthOptions['providers'] = []
  if (GITHUB_ID && GITHUB_SECRET) found.push(gitHubProvider({ clientId: GITHUB_ID, clientSecret: GITHUB_SECRET }))
  if (GOOGLE_ID && GOOGLE_SECRET) {
    found.push(googleProvider({ clientId: GOOGLE_ID, clientSecret: GOOGLE_SECRET, checks: ['pkce', 'state', 'nonce'] }))
  }
  if (OIDC_ISSUER && OIDC_ID && OIDC_SECRET) {
    found.push({
      id: 'oidc',
      name: OIDC_NAME ?? 'OpenID Connect',
      type: 'oauth',
      wellKnown: `${OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`,
      clientId: OIDC_ID,
      clientSecret: OIDC_SECRET,
      authorization: { params: { scope: 'openid email profile' } },
      idToken: true,
      checks: ['pkce', 'state', 'nonce'],
      profile: ({ sub, name, preferred_username, email }) => ({ id: sub, name: name ?? preferred_username ?? null, email }),
    })
  }
  return found
}

/** For the buttons: `id` is what `next-auth/react`'s `signIn` takes. */
export const loginProviders = externalProviders().map(({ id, name }) => ({ id, name }))
