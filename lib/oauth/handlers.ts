import type { Route } from '#lib/http/routes.ts'
import { authorize } from './authorize.ts'
import { decide } from './consent.ts'
import { endpoint, json } from './endpoint.ts'
import { authorizationServerMetadata, protectedResourceMetadata } from './metadata.ts'
import { register } from './register.ts'
import { revoke } from './revoke.ts'
import { token } from './token.ts'

const document = (body: unknown) => {
  const text = JSON.stringify(body)
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' }
  const answer = async () => new Response(text, { headers })
  return endpoint({ GET: answer }, { cors: true, head: true })
}

/** RFC 9728 §3.1: with and without the resource's path. */
export const protectedResource = document(protectedResourceMetadata)
/** RFC 8414 §3. */
export const authorizationServer = document(authorizationServerMetadata)

/** Clients also try the addresses of OpenID Connect and of other layouts; a page of HTML would confuse them. */
export const unknownDocument = endpoint({ GET: notFound, POST: notFound }, { cors: true, head: true })

async function notFound() {
  return json(404, { error: 'not_found', error_description: 'there is no such document here' })
}

export const oauthRoutes: readonly Route[] = [
  { path: '/oauth/authorize', answer: authorize },
  { path: '/oauth/consent/decision', answer: decide },
  { path: '/oauth/token', answer: token },
  { path: '/oauth/register', answer: register },
  { path: '/oauth/revoke', answer: revoke },
  { path: '/.well-known/oauth-protected-resource', answer: protectedResource },
  { path: '/.well-known/oauth-protected-resource/mcp', answer: protectedResource },
  { path: '/.well-known/oauth-authorization-server', answer: authorizationServer },
  { path: '/.well-known/{...}', answer: unknownDocument },
]
