import type { Incoming } from '#lib/http/incoming.ts'
import { type Client, findClient } from './clients.ts'
import { oauthError } from './endpoint.ts'

/**
 * Who asks at the token endpoint (RFC 6749 §2.3, §3.2.1): every client is public and says its `client_id` alone. One that sends a
 * secret believes it is somebody else: 401, and with `WWW-Authenticate` if it came in the header (§5.2).
 */
export async function publicClient(request: Incoming, parameters: Map<string, string>): Promise<Client | Response> {
  const refuse = (description: string, headers = {}) => oauthError(401, 'invalid_client', description, headers)
  if (request.headers.has('authorization')) {
    return refuse('clients here are public: send client_id in the body and no credentials', {
      'WWW-Authenticate': 'Basic realm="oauth"',
    })
  }
  for (const name of ['client_secret', 'client_assertion', 'client_assertion_type']) {
    if (parameters.has(name)) return refuse(`clients here are public: send no ${name}`)
  }
  const clientId = parameters.get('client_id')
  if (clientId === undefined) return oauthError(400, 'invalid_request', 'client_id is missing')
  return (await findClient(clientId)) ?? refuse('this client_id is not known here')
}
