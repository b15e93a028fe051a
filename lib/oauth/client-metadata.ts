import { z } from 'zod'
import { OFFLINE_ACCESS, registeredScopes, type Scope, scopeNames, scopeText } from '#lib/access/scopes.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { MAX_NAME, plainName } from './client-name.ts'
import { MAX_URI, redirectUriProblem } from './redirect-uri.ts'

/** What a client says of itself (RFC 7591 §2), whether it registers or publishes a document. */

export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const
export type GrantType = (typeof GRANT_TYPES)[number]

const WebAddress = z.url({ protocol: /^https?$/ }).max(2048)

const Metadata = z.object({
  redirect_uris: z.array(z.string().max(MAX_URI)).min(1),
  client_name: z.string().max(MAX_NAME).optional(),
  client_uri: WebAddress.optional(),
  logo_uri: WebAddress.optional(),
  tos_uri: WebAddress.optional(),
  policy_uri: WebAddress.optional(),
  contacts: z.array(z.string().max(200)).max(10).optional(),
  software_id: z.string().max(200).optional(),
  software_version: z.string().max(200).optional(),
  scope: z.string().max(2000).optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
})

export type ClientMetadata = {
  name: string
  redirectUris: string[]
  grantTypes: GrantType[]
  scopes: Scope[]
  /** As registered, in RFC 7591's names: what a registration is answered with. */
  registered: Record<string, unknown>
}

export type ClientMetadataError = { error: 'invalid_redirect_uri' | 'invalid_client_metadata'; description: string }

/**
 * The metadata, with what we do not support left out: other grant types, unknown scopes, every authentication method but `none`
 * (all clients are public). RFC 7591 §3.2.1 lets a server replace what it does not accept, if it says so.
 */
export function readClientMetadata(value: unknown, mostUris = 10): ClientMetadata | ClientMetadataError {
  const parsed = Metadata.safeParse(withoutEmpty(value))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const field = issue?.path.join('.') || 'the body'
    return {
      error: issue?.path[0] === 'redirect_uris' && issue.code !== 'too_big' ? 'invalid_redirect_uri' : 'invalid_client_metadata',
      description: `${field}: ${issue?.message ?? 'invalid'}`,
    }
  }
  if (parsed.data.redirect_uris.length > mostUris) {
    return { error: 'invalid_client_metadata', description: `redirect_uris: there may be ${mostUris} at most` }
  }
  const { redirect_uris, client_name, scope, grant_types, response_types, ...others } = parsed.data
  for (const [i, uri] of redirect_uris.entries()) {
    const problem = redirectUriProblem(uri)
    if (problem) return { error: 'invalid_redirect_uri', description: `redirect_uris.${i} ${problem}` }
  }
  const grantTypes = grant_types ? GRANT_TYPES.filter((type) => grant_types.includes(type)) : [...GRANT_TYPES]
  if (!grantTypes.includes('authorization_code')) {
    return { error: 'invalid_client_metadata', description: 'grant_types: authorization_code is the only way to a token here' }
  }
  if (response_types && !response_types.includes('code')) {
    return { error: 'invalid_client_metadata', description: 'response_types: only code is supported' }
  }
  const name = plainName(client_name ?? '')
  const scopes = registeredScopes(scope)
  const offline = scopeNames(scope ?? '').includes(OFFLINE_ACCESS) ? ` ${OFFLINE_ACCESS}` : ''
  return {
    name,
    redirectUris: redirect_uris,
    grantTypes,
    scopes,
    registered: {
      redirect_uris,
      ...(client_name === undefined ? {} : { client_name: name }),
      ...others,
      scope: scopeText(scopes) + offline,
      grant_types: grantTypes,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  }
}

/** Clients write what they do not have as null, "" or []: as good as absent. */
const withoutEmpty = (value: unknown): unknown =>
  isDictionary(value)
    ? Object.fromEntries(
        Object.entries(value).filter(
          ([, field]) => field !== null && field !== '' && !(Array.isArray(field) && field.length === 0),
        ),
      )
    : value
