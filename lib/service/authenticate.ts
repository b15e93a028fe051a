import type { Caller } from '#lib/access/caller.ts'
import { SCOPES } from '#lib/access/scopes.ts'
import { type Dead, type OnDead, openApiKey } from '#lib/accounts/api-keys.ts'
import { mustRenew } from '#lib/accounts/provider/renewal.ts'
import { type SignedIn, signedIn } from '#lib/accounts/sign-ins.ts'
import { clientAddress, clientNetwork } from '#lib/http/client-address.ts'
import type { HeaderFields, Incoming } from '#lib/http/incoming.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import { callerOfAccessToken } from '#lib/oauth/bearer.ts'
import { env } from '#lib/runtime/env.ts'
import { log } from '#lib/runtime/log.ts'
import { isFirstInAMinute } from '#lib/runtime/once-a-minute.ts'

/**
 * `absent`: no credentials, or only a cookie that does not count (ended, or sent from another site). `invalid`: a bearer
 * credential that is unknown, expired, revoked or no bearer at all; a good cookie beside it does not save it. `outdated`: one that waits for its
 * person to sign in again.
 */
export async function callerOf(request: Incoming): Promise<Caller | 'absent' | 'invalid' | 'outdated'> {
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization)?.[1] // RFC 6750 section 2.1
    let dead: Dead | undefined
    const caller = token && (await callerOfBearer(token, (was) => (dead = was)))
    if (caller) return (await mustRenew(caller.userId)) ? 'outdated' : caller
    logRefusal(request.headers, kindOf(token), dead)
    return 'invalid'
  }
  if (!isSameOrigin(request)) return 'absent'
  const session = await signedIn(request.headers)
  return session ? callerOfSession(session) : 'absent'
}

/** What is said to an outdated one. */
export const renewWords = (): string =>
  `Sign in with ${env.OIDC_NAME} again, the last time was over ${env.OIDC_RENEW_DAYS} days ago`

export const callerOfSession = ({ userId }: Pick<SignedIn, 'userId'>): Caller => ({
  userId,
  via: 'session',
  scopes: new Set(SCOPES),
  principal: `user:${userId}`,
})

const kindOf = (token = '') =>
  token.startsWith('smt_at_') ? 'access token' : token.startsWith('smk_') ? 'API key' : 'unknown credential'

/** Once a minute for a credential and a network: a program that was forgotten goes on for years. What was made up is one credential. */
function logRefusal(headers: HeaderFields, kind: ReturnType<typeof kindOf>, dead: Dead | undefined): void {
  if (!isFirstInAMinute(`refused ${dead?.id ?? kind} ${clientNetwork(headers)}`)) return
  const { reason = 'unknown', id, userId } = dead ?? {}
  log.warn(`${kind} refused`, { reason, id, userId, address: clientAddress(headers) })
}

async function callerOfBearer(token: string, onDead: OnDead): Promise<Caller | null> {
  if (token.startsWith('smt_at_')) return callerOfAccessToken(token, onDead)
  if (!token.startsWith('smk_')) return null
  const key = await openApiKey(token, onDead)
  if (!key) return null
  const { id, userId, name: clientName, scopes, toolNameStyle } = key
  return {
    userId,
    via: 'api_key',
    scopes: new Set(scopes),
    principal: `key:${id}`,
    clientName,
    ...(toolNameStyle && { toolNameStyle }),
  }
}
