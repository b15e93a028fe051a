import { openApiKey } from '#lib/accounts/api-keys.ts'
import { type SignedIn, signedIn } from '#lib/accounts/sign-ins.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import { callerOfAccessToken } from '#lib/oauth/bearer.ts'
import { SCOPES, type Scope } from '#lib/oauth/scopes.ts'
import type { ToolNameStyle } from '#lib/tool-name-style.ts'

/** Who asks. What they may do to a model is their scopes and, on top, their role on it. */
export type Caller = {
  userId: string
  via: 'session' | 'api_key' | 'oauth'
  /** A session has both. */
  scopes: ReadonlySet<Scope>
  /** Who rate limits and idempotency keys count: `user:ID`, `key:ID`, `client:ID:USER`. */
  principal: string
  clientId?: string
  clientName?: string
  /** How `tools/list` spells names to it; `dotted` when it says nothing. */
  toolNameStyle?: ToolNameStyle
}

/**
 * `absent`: no credentials, or only a cookie that does not count (ended, or sent from another site). `invalid`: a bearer
 * credential that is unknown, expired, revoked or no bearer at all; a good cookie beside it does not save it.
 */
export async function callerOf(request: Request): Promise<Caller | 'absent' | 'invalid'> {
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization)?.[1] // RFC 6750 section 2.1
    return (token && (await callerOfBearer(token))) || 'invalid'
  }
  if (!isSameOrigin(request)) return 'absent'
  const session = await signedIn(request.headers)
  return session ? callerOfSession(session) : 'absent'
}

export const callerOfSession = ({ userId }: SignedIn): Caller => ({
  userId,
  via: 'session',
  scopes: new Set(SCOPES),
  principal: `user:${userId}`,
})

async function callerOfBearer(token: string): Promise<Caller | null> {
  if (token.startsWith('smt_at_')) return callerOfAccessToken(token)
  if (!token.startsWith('smk_')) return null
  const key = await openApiKey(token)
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
