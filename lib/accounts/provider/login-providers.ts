import type { NextAuthOptions, Profile } from 'next-auth'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { type Issuer, TokenSet } from 'openid-client'
import { env } from '#lib/runtime/env.ts'
import { gitHubProvider, googleProvider } from '../next-auth-package.ts'
import { identityText } from './identity.ts'
import { claimsOf, exchangeCode, type OidcClaims } from './oidc.ts'

/** The ways in beside the password, for the buttons: `id` is what `next-auth/react`'s `signIn` takes. */
export const loginProviders = (): { id: string; name: string }[] => [
  ...(env.GITHUB_ID ? [{ id: 'github', name: 'GitHub' }] : []),
  ...(env.GOOGLE_ID ? [{ id: 'google', name: 'Google' }] : []),
  ...(env.OIDC_ISSUER ? [{ id: 'oidc', name: env.OIDC_NAME }] : []),
]

/** The same for next-auth. `issuer`: of the office's own provider, where a request is about it. */
export function externalProviders(issuer: Issuer | undefined): NextAuthOptions['providers'] {
  const { GITHUB_ID, GITHUB_SECRET, GOOGLE_ID, GOOGLE_SECRET } = env
  const found: NextAuthOptions['providers'] = []
  if (GITHUB_ID && GITHUB_SECRET) found.push(gitHubProvider({ clientId: GITHUB_ID, clientSecret: GITHUB_SECRET }))
  if (GOOGLE_ID && GOOGLE_SECRET) {
    found.push(
      googleProvider({
        clientId: GOOGLE_ID,
        clientSecret: GOOGLE_SECRET,
        checks: ['pkce', 'state', 'nonce'],
        profile: ({ iss, sub, name, email }) => ({ id: identityText(iss, sub), name, email }),
      }),
    )
  }
  if (env.OIDC_ISSUER) found.push(oidcProvider(issuer))
  return found
}

/** next-auth would ask for the discovery document at each sign-in, and would never ask for userinfo beside an ID token. */
function oidcProvider(issuer: Issuer | undefined): OAuthConfig<OidcClaims> {
  return {
    id: 'oidc',
    name: env.OIDC_NAME,
    type: 'oauth',
    authorization: {
      url: issuer?.metadata.authorization_endpoint ?? '',
      params: { scope: ['openid', 'email', 'profile', ...env.OIDC_SCOPES].join(' ') },
    },
    token: {
      request: async ({ provider, params, checks }) => ({ tokens: await exchangeCode(provider.callbackUrl, params, checks) }),
    },
    userinfo: { request: ({ tokens }) => claimsOf(new TokenSet(tokens)) as Promise<Profile> },
    issuer: issuer?.metadata.issuer ?? '',
    clientId: env.OIDC_ID ?? '',
    clientSecret: env.OIDC_SECRET ?? '',
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    profile: ({ iss, sub, name, preferred_username, email }) => ({
      id: identityText(iss, sub),
      name: name ?? preferred_username ?? null,
      email: email ?? null,
    }),
  }
}
