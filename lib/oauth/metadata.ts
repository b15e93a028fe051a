import { OFFLINE_ACCESS, SCOPES } from '#lib/access/scopes.ts'
import { RESOURCE } from '#lib/http/protected-resource.ts'
import { env } from '#lib/runtime/env.ts'

export { PROTECTED_RESOURCE_METADATA_URL, RESOURCE } from '#lib/http/protected-resource.ts'

/** The discovery documents. Every address is built from APP_URL, never from the Host header. */

/** The issuer: an origin, no path, no trailing slash. Clients compare it as text in three places: both documents and `iss`. */
export const ISSUER = env.APP_URL

/** RFC 9728 §2. */
export const protectedResourceMetadata = {
  resource: RESOURCE,
  authorization_servers: [ISSUER],
  scopes_supported: [...SCOPES],
  bearer_methods_supported: ['header'],
  resource_name: 'Structural Model Service',
  resource_documentation: `${env.APP_URL}/connect`,
  ...(env.POLICY_URL && { resource_policy_uri: env.POLICY_URL }),
  ...(env.TERMS_URL && { resource_tos_uri: env.TERMS_URL }),
}

/** RFC 8414 §2. */
export const authorizationServerMetadata = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/oauth/authorize`,
  token_endpoint: `${ISSUER}/oauth/token`,
  registration_endpoint: `${ISSUER}/oauth/register`,
  revocation_endpoint: `${ISSUER}/oauth/revoke`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  // Claude asks for offline_access when it is listed; ChatGPT's users are signed out without it.
  scopes_supported: [...SCOPES, OFFLINE_ACCESS],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true, // RFC 9207
  service_documentation: `${env.APP_URL}/connect`,
  ...(env.POLICY_URL && { op_policy_uri: env.POLICY_URL }),
  ...(env.TERMS_URL && { op_tos_uri: env.TERMS_URL }),
}
