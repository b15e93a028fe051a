import { clientAddress } from '#lib/http/client-address.ts'
import { readClientMetadata } from './client-metadata.ts'
import { addClient } from './clients.ts'
import { bodyText, endpoint, json, mediaType, oauthError, tooMany } from './endpoint.ts'
import { take } from './throttle.ts'

const BODY_LIMIT = 16 * 1024

/**
 * Dynamic client registration (RFC 7591 §3): open to everybody, worth a name on the consent page and no more. `application_type`
 * is not looked at, and a `client_id` or a secret that was asked for is not given (§3.2.1: the answer says what was registered).
 */
export const register = endpoint(
  {
    async POST(request) {
      const wait = await take('registration', clientAddress(request.headers) ?? 'unknown')
      if (wait !== null) return tooMany(wait)
      const text = await bodyText(request, BODY_LIMIT)
      if (text === null) return oauthError(413, 'invalid_client_metadata', `the body is over ${BODY_LIMIT} bytes`)
      const body = mediaType(request) === 'application/json' ? parseJson(text) : undefined
      if (body === undefined) return oauthError(400, 'invalid_client_metadata', 'the body must be JSON, sent as application/json')
      const metadata = readClientMetadata(body)
      if ('error' in metadata) return oauthError(400, metadata.error, metadata.description)
      const client = await addClient('dynamic', metadata, null)
      return json(201, { client_id: client.id, client_id_issued_at: Math.floor(Date.now() / 1000), ...metadata.registered })
    },
  },
  { cors: true },
)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
