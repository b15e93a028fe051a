import { authorize } from './authorize.ts'
import { decide } from './consent.ts'
import { endpoint, type Handler, json } from './endpoint.ts'
import { authorizationServerMetadata, protectedResourceMetadata } from './metadata.ts'
import { register } from './register.ts'
import { revoke } from './revoke.ts'
import { token } from './token.ts'

/** Which handler answers which address. Route files under app/ export the same ones. */

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

const HANDLERS = new Map<string, Handler>([
  ['/oauth/authorize', authorize],
  ['/oauth/consent/decision', decide],
  ['/oauth/token', token],
  ['/oauth/register', register],
  ['/oauth/revoke', revoke],
  ['/.well-known/oauth-protected-resource', protectedResource],
  ['/.well-known/oauth-protected-resource/mcp', protectedResource],
  ['/.well-known/oauth-authorization-server', authorizationServer],
])

/** For the server in front of Next. */
export function oauthHandler(pathname: string): Handler | undefined {
  return HANDLERS.get(pathname) ?? (pathname.startsWith('/.well-known/') ? unknownDocument : undefined)
}
