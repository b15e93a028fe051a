import { type ClientMetadata, readClientMetadata } from './client-metadata.ts'
import { redirectUriProblem } from './redirect-uri.ts'

/** Client ID Metadata Documents: the client_id is the https address of a JSON document in which the client describes itself. */

/**
 * Whether a client_id has the form of such an address: https, a path, no fragment, user or dot segments, a host with a name. It
 * must be spelled as a URL parser prints it, so `https://HOST/x`, `https://0x7f.1/x` and backslashes are none. Asked before any
 * connection is made.
 */
export function isDocumentAddress(clientId: string): boolean {
  if (clientId.length > 2048 || !clientId.startsWith('https://') || !URL.canParse(clientId)) return false
  const url = new URL(clientId)
  if (url.href !== clientId || url.pathname === '/' || clientId.includes('#') || clientId.includes('@')) return false
  if (/%2e|%2f|%5c/i.test(url.pathname)) return false
  return /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(url.hostname) // no address literals, no bare names
}

/** The client that the document at `address` describes, or null when it describes none that we can serve. */
export function readDocument(address: string, text: string): ClientMetadata | null {
  const document = parseJson(text)
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return null
  const fields = document as Record<string, unknown>
  if (fields.client_id !== address) return null // equal as text, or one host could speak for another
  if (typeof fields.client_name !== 'string' || !Array.isArray(fields.redirect_uris)) return null
  // A secret in a public document is no secret.
  if (Object.keys(fields).some((name) => name.startsWith('client_secret'))) return null
  if (!mayBePublic(fields)) return null
  // What we cannot send anybody to is left out; it does not spoil the rest.
  const redirectUris = fields.redirect_uris.filter((uri) => typeof uri === 'string' && redirectUriProblem(uri) === null)
  const metadata = readClientMetadata({ ...fields, redirect_uris: redirectUris }, redirectUris.length)
  return 'error' in metadata ? null : metadata
}

/** ChatGPT's document says `private_key_jwt` and lists `none` too. */
function mayBePublic(fields: Record<string, unknown>): boolean {
  const method = fields.token_endpoint_auth_method ?? 'none'
  if (typeof method !== 'string' || method.startsWith('client_secret')) return false
  const listed = [fields.token_endpoint_auth_methods, fields.token_endpoint_auth_methods_supported].flat()
  return method === 'none' || listed.includes('none')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not JSON: no document, like any other wrong content
  }
}
