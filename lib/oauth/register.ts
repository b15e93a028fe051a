import { readBody, readJson } from '#lib/http/body.ts'
import { clientNetwork } from '#lib/http/client-address.ts'
import { isJsonType, mediaType } from '#lib/http/headers.ts'
import { takeTicket } from '#lib/http/rate-limit.ts'
import { KB } from '#lib/values/bytes.ts'
import { readClientMetadata } from './client-metadata.ts'
import { addClient } from './clients.ts'
import { endpoint, json, oauthError, tooMany } from './endpoint.ts'
import { purgeNowAndThen } from './housekeeping.ts'

const BODY_LIMIT = 16 * KB

/**
 * Dynamic client registration (RFC 7591 §3): open to everybody, worth a name on the consent page and no more. `application_type`
 * is not looked at, and a `client_id` or a secret that was asked for is not given (§3.2.1: the answer says what was registered).
 */
export const register = endpoint(
  {
    async POST(request) {
      const wait = await takeTicket('oauthRegistration', clientNetwork(request.headers))
      if (wait) return tooMany(wait)
      const body = await readBody(request, BODY_LIMIT)
      if (body === 'too_large') return oauthError(413, 'invalid_client_metadata', `the body is over ${BODY_LIMIT} bytes`)
      const parsed = body !== 'cut_off' && isJsonType(mediaType(request.headers)) ? readJson(body) : 'not_text'
      if (parsed === 'not_text' || 'issue' in parsed) {
        return oauthError(400, 'invalid_client_metadata', 'the body must be JSON, sent as application/json')
      }
      const metadata = readClientMetadata(parsed.value)
      if ('error' in metadata) return oauthError(400, metadata.error, metadata.description)
      purgeNowAndThen()
      const client = await addClient('dynamic', metadata, null)
      const issuedAt = Math.floor(Date.now() / 1000)
      return json(201, { client_id: client.id, client_id_issued_at: issuedAt, ...metadata.registered })
    },
  },
  { cors: true },
)
