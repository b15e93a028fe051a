import { createHash } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { Issuer } from 'openid-client'
import { z } from 'zod'
import { transaction } from '#lib/db/client.ts'
import { isDuplicate } from '#lib/db/races.ts'
import { readBody } from '#lib/http/body.ts'
import { mediaType } from '#lib/http/headers.ts'
import { env } from '#lib/runtime/env.ts'
import { logAccountEvent } from '../account-event.ts'
import { type AccountOperation, Refused } from '../serve.ts'
import { loginKey } from './identity.ts'
import { discover } from './oidc.ts'

/**
 * The provider says that somebody has signed out there, or was shut out (OpenID Connect Back-Channel Logout 1.0): the sessions that came by that
 * sign-in end. Keys and apps stay; what ends those is OIDC_RENEW_DAYS.
 */

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const BODY_BYTES = 16 * 1024
const AGE = '5 minutes'
const TOLERANCE_SECONDS = 10
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

const LogoutToken = z
  .object({
    iat: z.number(),
    jti: z.string().min(1),
    sub: z.string().min(1).optional(),
    sid: z.string().min(1).optional(),
    events: z.looseObject({ [EVENT]: z.looseObject({}) }),
    nonce: z.never('it has a nonce, as no logout token may').optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined, 'it names neither sub nor sid')

type Keys = ReturnType<typeof createRemoteJWKSet>
/** Asked for once, and again where a key is unknown, twice a minute at most: anybody may send us a token. */
const keys = new WeakMap<Issuer, Keys>()

function keysOf(issuer: Issuer): Keys {
  const known = keys.get(issuer)
  if (known) return known
  const made = createRemoteJWKSet(new URL(issuer.metadata.jwks_uri ?? ''), { timeoutDuration: 4000 })
  keys.set(issuer, made)
  return made
}

export const backChannelLogout: AccountOperation = async (request) => {
  if (!env.OIDC_ISSUER) throw new Refused(404, 'There is nothing at this address.')
  const { issuer, jti, sid, sub } = await tokenIn(request)
  const ended = await transaction(async (tx) => {
    // Good once, as an answer to one request is kept: a day, and it is older than its five minutes by then.
    const key = createHash('sha256').update(jti).digest('base64url')
    const headers = '{}'
    await tx.idempotencyKey.create({
      data: { principal: `logout:${issuer}`.slice(0, 200), key, fingerprint: '', createdAt: new Date(), status: 200, headers },
    })
    const login =
      sub === undefined ? null : await tx.account.findUnique({ where: loginKey({ provider: 'oidc', issuer, subject: sub }) })
    if (sub !== undefined && !login) return []
    const found = await tx.signIn.findMany({
      where: { ...(login && { loginId: login.id }), ...(sid !== undefined && { providerSid: sid }) },
      select: { id: true, userId: true, loginId: true },
    })
    // A session of the same name at another provider is not meant.
    const logins = await tx.account.findMany({
      where: { id: { in: loginsOf(found) }, provider: 'oidc', issuer },
      select: { id: true },
    })
    const sessions = found.filter(({ loginId }) => logins.some(({ id }) => id === loginId))
    await tx.signIn.deleteMany({ where: { id: { in: sessions.map(({ id }) => id) } } })
    return sessions
  }).catch((error: unknown) => {
    if (isDuplicate(error)) throw new Refused(400, 'This logout token was used before.')
    throw error
  })
  for (const { userId } of ended)
    await logAccountEvent(request.headers, { userId, action: 'account.end_session', about: { by: 'oidc' } })
  return new Response(null, { status: 200 })
}

const loginsOf = (sessions: { loginId: string | null }[]) => sessions.flatMap(({ loginId }) => loginId ?? [])

/** What the token says, once all of it holds. */
async function tokenIn(request: Request) {
  const form = await readBody(request, BODY_BYTES)
  const isForm = mediaType(request.headers) === 'application/x-www-form-urlencoded'
  const token =
    typeof form === 'string' || !isForm ? null : new URLSearchParams(new TextDecoder().decode(form)).get('logout_token')
  if (!token) throw new Refused(400, 'Send a form with logout_token.')
  try {
    const found = await discover()
    const { issuer } = found.metadata
    const { payload } = await jwtVerify(token, keysOf(found), {
      issuer,
      audience: env.OIDC_ID ?? '',
      algorithms: ALGORITHMS,
      maxTokenAge: AGE,
      clockTolerance: TOLERANCE_SECONDS,
    })
    return { issuer, ...LogoutToken.parse(payload) }
  } catch (error) {
    const reason = error instanceof z.ZodError ? (error.issues[0]?.message ?? '') : error instanceof Error ? error.message : ''
    throw new Refused(400, `The logout token does not hold: ${reason}`)
  }
}
