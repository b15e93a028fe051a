import { requestedScopes, type Scope } from '#lib/access/scopes.ts'
import type { Client } from './clients.ts'
import { ISSUER, RESOURCE } from './metadata.ts'
import { isCodeChallenge } from './pkce.ts'
import { isRegistered, withAnswer } from './redirect-uri.ts'

/** The parameters of an authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 8707 §2), and what is wrong with them. Pure. */

export type Parameters = {
  /** The values of each parameter that has any: one without a value counts as absent (RFC 6749 §3.1). */
  values: ReadonlyMap<string, string[]>
  /** As it was percent-encoded, so that it goes back byte for byte. */
  state: string | undefined
}

export function readParameters(query: string): Parameters {
  const values = new Map<string, string[]>()
  let state: string | undefined
  for (const part of query.split('&')) {
    const [[name, value] = ['', '']] = new URLSearchParams(part)
    if (value === '') continue
    values.set(name, [...(values.get(name) ?? []), value])
    if (name === 'state') state = part.slice(part.indexOf('=') + 1)
  }
  return { values, state: values.get('state')?.length === 1 ? state : undefined }
}

/** The value of a parameter that stands there once. */
export const only = ({ values }: Parameters, name: string): string | undefined => {
  const all = values.get(name)
  return all?.length === 1 ? all[0] : undefined
}

export type AuthorizationError =
  | 'invalid_request'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied'
  | 'login_required'
  | 'interaction_required'

export type Sound = { redirectUri: string; state: string | undefined; scopes: Scope[]; resource: string; codeChallenge: string }

export type Judged =
  /** Nobody to send an answer to (RFC 6749 §4.1.2.1): told to the person, on a page. */
  | { is: 'refused'; why: string }
  | { is: 'wrong'; error: AuthorizationError; description: string; redirectUri: string; state: string | undefined }
  | ({ is: 'sound'; silent: boolean } & Sound)

export function judge(parameters: Parameters, client: Client): Judged {
  const { values, state } = parameters
  const redirectUri = only(parameters, 'redirect_uri')
  if (!redirectUri) return { is: 'refused', why: 'The request does not say, or says more than once, where its answer should go.' }
  if (!isRegistered(redirectUri, client.redirectUris)) {
    return { is: 'refused', why: 'The address that the answer should go to is not registered for this application.' }
  }
  const wrong = (error: AuthorizationError, description: string): Judged => ({
    is: 'wrong',
    error,
    description,
    redirectUri,
    state,
  })

  for (const [name, all] of values) {
    // RFC 6749 §3.1; RFC 8707 §2 lets `resource` alone stand there more than once.
    if (name !== 'resource' && all.length > 1) return wrong('invalid_request', `${printable(name)} is there more than once`)
  }
  const responseType = only(parameters, 'response_type')
  if (responseType === undefined) return wrong('invalid_request', 'response_type is missing')
  if (responseType !== 'code') return wrong('unsupported_response_type', 'response_type must be code')
  if ((only(parameters, 'response_mode') ?? 'query') !== 'query') return wrong('invalid_request', 'response_mode must be query')

  const codeChallenge = only(parameters, 'code_challenge')
  if (codeChallenge === undefined) return wrong('invalid_request', 'code_challenge is missing: PKCE is required')
  // RFC 7636 §4.3: absent means plain.
  if (only(parameters, 'code_challenge_method') !== 'S256') return wrong('invalid_request', 'code_challenge_method must be S256')
  if (!isCodeChallenge(codeChallenge)) return wrong('invalid_request', 'code_challenge must be 43 base64url characters')

  // What the client registered limits nothing: a limit that an anonymous registration sets for itself protects nobody, and one that
  // registered for reading could never be allowed to write. The person decides.
  const scopes = requestedScopes(only(parameters, 'scope'))
  if (!scopes) return wrong('invalid_scope', 'scope names a scope that does not exist here')

  // RFC 8707 §2: an absolute URI without fragment. We have one resource, so each value must be that one.
  if (!(values.get('resource') ?? []).every(isOurResource)) return wrong('invalid_target', `resource must be ${RESOURCE}`)

  return {
    is: 'sound',
    silent: (only(parameters, 'prompt') ?? '').split(' ').includes('none'),
    redirectUri,
    state,
    scopes,
    resource: RESOURCE,
    codeChallenge,
  }
}

/** Clients compare the resource as text; of what they send we forgive the case of scheme and host, and a default port. */
export function isOurResource(value: string): boolean {
  return URL.canParse(value) && new URL(value).href === new URL(RESOURCE).href // a fragment, be it empty, stands in it
}

/** Where the browser goes with an error (RFC 6749 §4.1.2.1, RFC 9207 §2). */
export const errorAnswer = (
  to: { redirectUri: string; state: string | undefined },
  error: AuthorizationError,
  description: string,
): string => withAnswer(to.redirectUri, { error, error_description: description, iss: ISSUER }, to.state)

/** Where the browser goes with a code (RFC 6749 §4.1.2, RFC 9207 §2). */
export const codeAnswer = (to: { redirectUri: string; state: string | undefined }, code: string): string =>
  withAnswer(to.redirectUri, { code, iss: ISSUER }, to.state)

/** RFC 6749 §4.1.2.1: what an error_description may consist of. */
const printable = (text: string) => text.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?').slice(0, 40)
