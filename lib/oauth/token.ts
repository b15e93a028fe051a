import { requestedScopes, scopesOf, scopeText } from '#lib/access/scopes.ts'
import { used } from '#lib/accounts/last-used.ts'
import { type Tx, transaction } from '#lib/db/client.ts'
import { clientNetwork } from '#lib/http/client-address.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import { takeTicket } from '#lib/http/rate-limit.ts'
import { log } from '#lib/runtime/log.ts'
import { metrics } from '#lib/runtime/metrics.ts'
import { inTurn, type Queues } from '#lib/runtime/queue-by-key.ts'
import { isOurResource } from './authorization-request.ts'
import type { Client } from './clients.ts'
import { endpoint, formParameters, json, oauthError, tooMany } from './endpoint.ts'
import { verifies } from './pkce.ts'
import { publicClient } from './public-client.ts'
import {
  endGrant,
  endOtherBranches,
  findCode,
  findToken,
  hashOf,
  isAlive,
  issueTokens,
  LIFETIME_MS,
  mayComeAgain,
  spendCode,
  spendRefreshToken,
  spendRefreshTokenAgain,
} from './store.ts'

/** The token endpoint (RFC 6749 §3.2): a code, or a refresh token, for an access token and the next refresh token. */

type Refused = { error: 'invalid_grant' | 'invalid_scope' | 'invalid_target' | 'invalid_request'; description: string }
type Issued = { accessToken: string; refreshToken: string | null; scope: string }

/** One text for unknown, expired, used, revoked and foreign: which it was helps nobody but a thief. */
const INVALID_GRANT: Refused = { error: 'invalid_grant', description: 'the code or token is not valid (any more)' }

export const token = endpoint(
  {
    async POST(request) {
      const response = await answer(request)
      // Only refusals count, and they are judged all the same: a flood hides no stolen code, and others' tokens go on.
      const wait = response.ok ? null : await takeTicket('oauthRefusal', clientNetwork(request.headers))
      return wait ? tooMany(wait) : response
    },
  },
  { cors: true },
)

async function answer(request: Incoming): Promise<Response> {
  const parameters = await formParameters(request)
  if (parameters instanceof Response) return parameters
  const grantType = parameters.get('grant_type')
  if (grantType === undefined) return oauthError(400, 'invalid_request', 'grant_type is missing')
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token') {
    return oauthError(400, 'unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
  }
  const client = await publicClient(request, parameters)
  if (client instanceof Response) return client
  if (!client.grantTypes.includes(grantType)) {
    return oauthError(400, 'unauthorized_client', `the client is not registered for ${grantType}`)
  }
  const outcome = await (grantType === 'authorization_code' ? exchange(client, parameters) : refresh(client, parameters))
  if ('error' in outcome) return oauthError(400, outcome.error, outcome.description)
  used('OAuthClient', client.id) // those that nobody uses are purged
  const { accessToken, refreshToken, scope } = outcome
  return json(200, {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: LIFETIME_MS.access / 1000,
    ...(refreshToken && { refresh_token: refreshToken }),
    scope,
  })
}

/** RFC 6749 §4.1.3, RFC 7636 §4.5. */
async function exchange(client: Client, parameters: Map<string, string>): Promise<Issued | Refused> {
  const shown = parameters.get('code')
  const codeVerifier = parameters.get('code_verifier')
  const redirectUri = parameters.get('redirect_uri')
  const resource = parameters.get('resource')
  if (shown === undefined) return { error: 'invalid_request', description: 'code is missing' }
  if (codeVerifier === undefined) return { error: 'invalid_request', description: 'code_verifier is missing' }

  return transaction(async (tx) => {
    const code = await findCode(tx, shown)
    if (!code || code.clientId !== client.id) return INVALID_GRANT
    const { grant } = code
    // Told before the code is used up: a client that named the wrong resource may name the right one.
    if (resource !== undefined && !isOurResource(resource)) return invalidTarget(grant.resource)
    if (!(await spendCode(tx, shown))) {
      // RFC 6749 §4.1.2: a code shown twice may be stolen, so the tokens it bought end with it.
      await endGrant(tx, grant.id)
      return INVALID_GRANT
    }
    const sound =
      code.expiresAt > new Date() &&
      isAlive(grant) &&
      (redirectUri === undefined || redirectUri === code.redirectUri) && // OAuth 2.1 §4.1.3 drops the parameter; sent, it must fit
      verifies(codeVerifier, code.codeChallenge)
    if (!sound) {
      await endGrant(tx, grant.id) // it has no tokens, and no code any more to get them
      return INVALID_GRANT
    }
    return issue(tx, client, grant.id, { access: code.scopes, refresh: code.scopes, parent: null })
  })
}

/**
 * Refreshes of one token wait for each other in this process. The database makes them wait too, but at repeatable read it sends every
 * loser back to its beginning, and of eight at once not all would come to an end.
 */
const underWay: Queues = new Map()

/**
 * RFC 6749 §6, with rotation (RFC 9700 §4.14.2). Clients refresh once for each call that met the end of the hour, without a lock, and
 * an answer may be lost: so for a moment after its first use a token buys another pair of the same family, and nothing dies. Only
 * hashes are kept, so the first pair cannot be repeated. Shown again later, one of the two who hold it is a thief, and nobody can
 * tell which. Nor can two live on with a pair each: once the moment is over the first of the pairs that is used goes on, and the others
 * have ended; one of those being shown ends the family as well.
 */
async function refresh(client: Client, parameters: Map<string, string>): Promise<Issued | Refused> {
  const shown = parameters.get('refresh_token')
  const resource = parameters.get('resource')
  if (shown === undefined) return { error: 'invalid_request', description: 'refresh_token is missing' }

  const turn = () =>
    transaction<(Issued & { again: number }) | Refused>(async (tx) => {
      const found = await findToken(tx, shown)
      if (found?.kind !== 'refresh' || found.grant.clientId !== client.id) return INVALID_GRANT
      const { grant } = found
      if (found.ended || (found.usedAt !== null && !mayComeAgain(found.usedAt))) return reused(tx, found)
      if (found.expiresAt <= new Date() || !isAlive(grant)) return INVALID_GRANT
      if (resource !== undefined && !isOurResource(resource)) return invalidTarget(grant.resource)
      const granted = scopesOf(found.scopes)
      const requested = requestedScopes(parameters.get('scope'), granted)
      if (!requested?.every((scope) => granted.includes(scope))) {
        return { error: 'invalid_scope', description: 'scope goes beyond what was granted' }
      }
      // Somebody else may use it since we looked: then this is no longer its first use.
      const again = (await spendRefreshToken(tx, shown)) ? 0 : await spendRefreshTokenAgain(tx, shown)
      if (again === null) return reused(tx, found)
      await endOtherBranches(tx, found)
      const issued = await issue(tx, client, grant.id, {
        access: scopeText(requested),
        refresh: found.scopes,
        parent: found.hash,
      })
      return { ...issued, again }
    })
  const outcome = await inTurn(underWay, hashOf(shown), turn)
  if ('again' in outcome && outcome.again > 0) {
    metrics().refreshAgain.inc()
    log.info('refresh token shown again', { clientId: client.id, again: outcome.again })
  }
  return outcome
}

/** Two hold what one was given: neither keeps anything. */
async function reused(
  tx: Tx,
  { grantId, grant }: { grantId: string; grant: { clientId: string; userId: string } },
): Promise<Refused> {
  await endGrant(tx, grantId)
  log.warn('refresh token reused, its connection ended', { clientId: grant.clientId, userId: grant.userId })
  return INVALID_GRANT
}

type Issuing = { access: string; refresh: string; parent: string | null }

async function issue(tx: Tx, client: Client, grantId: string, { access, refresh, parent }: Issuing): Promise<Issued> {
  const refreshes = client.grantTypes.includes('refresh_token')
  const tokens = await issueTokens(tx, grantId, {
    access: scopesOf(access),
    refresh: refreshes ? scopesOf(refresh) : null,
    parent,
  })
  return { ...tokens, scope: access }
}

const invalidTarget = (resource: string): Refused => ({ error: 'invalid_target', description: `resource must be ${resource}` })
