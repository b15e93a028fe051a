import { randomBytes } from 'node:crypto'
import { decode, encode } from 'next-auth/jwt'
import { db, type Tx, transaction } from '#lib/db/client.ts'
import { lookUp } from '#lib/db/look-up.ts'
import { prefixOf } from '#lib/http/client-address.ts'
import { cookieIn } from '#lib/http/cookies.ts'
import type { HeaderFields } from '#lib/http/incoming.ts'
import { authSecret } from '#lib/runtime/auth-secret.ts'
import { env } from '#lib/runtime/env.ts'
import { MINUTE_MS } from '#lib/values/durations.ts'
import { used } from './last-used.ts'
import { mustConfirm } from './open-domains.ts'

/**
 * Sessions. The cookie is next-auth's encrypted JWT; it names a `SignIn` row and the user's `sessionVersion`, and both are asked
 * at every use. Signing out deletes the row, a new password raises the version: every copy of the cookie ends with it.
 */

export const SESSION_SECONDS = 30 * 24 * 60 * 60
const SEEN_EVERY_MS = 5 * MINUTE_MS

const secure = env.APP_URL.startsWith('https:')
/** `__Host-`: browsers take such a cookie from this host name only, over https; a neighbour under the same domain cannot set it. */
export const COOKIE_PREFIX = secure ? '__Host-' : ''
export const SESSION_COOKIE = `${COOKIE_PREFIX}next-auth.session-token`

/** next-auth's, of where somebody goes who signs in. */
export const CALLBACK_COOKIE = `${COOKIE_PREFIX}next-auth.callback-url`

export type SessionClaims = { sub: string; signInId: string; sessionVersion: number }
export type SignedIn = { userId: string; signInId: string; email: string; name: string | null; sessionVersion: number }

/** The `Account` that somebody came by, the provider's own session, and the sealed ID token. */
export type LoginUsed = { loginId: string; providerSid: string | null; idToken: string | null }

export type Visit = { userAgent: string | null; address: string | null }

/**
 * A new row for this browser; what comes back is what its cookie says. `sessionVersion` is the one read together with the password
 * or link that was proved: null when the password changed since, everybody was signed out, or the user was disabled.
 */
export async function createSignIn(
  user: { id: string; sessionVersion: number },
  from: Visit,
  login?: LoginUsed,
): Promise<SessionClaims | null> {
  const now = new Date()
  await db().signIn.deleteMany({ where: { expiresAt: { lt: now } } }) // anybody's: nothing else removes them
  const { id: userId, sessionVersion } = user
  const signInId = randomBytes(18).toString('base64url')
  return transaction(async (tx) => {
    if (!(await isStill(tx, { userId, sessionVersion }))) return null
    await tx.signIn.create({
      data: {
        id: signInId,
        userId,
        createdAt: now,
        lastSeenAt: now,
        expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000),
        userAgent: from.userAgent?.slice(0, 400) ?? null,
        address: from.address,
        ...login,
      },
    })
    return { sub: userId, signInId, sessionVersion }
  })
}

/**
 * Whether a user is not disabled and has neither changed the password nor signed out everywhere since `sessionVersion` was read. Who
 * does so meanwhile waits until this transaction is over, and then ends what it has made.
 */
export async function isStill(tx: Tx, { userId, sessionVersion }: { userId: string; sessionVersion: number }): Promise<boolean> {
  const still = await tx.user.updateMany({
    where: { id: userId, sessionVersion, disabledAt: null },
    data: { sessionVersion: { increment: 0 } },
  })
  return still.count > 0
}

/** Whether the account has a session that began at an address beside this one. */
export async function isSignedInNear(userId: string, network: string): Promise<boolean> {
  const signIns = await db().signIn.findMany({ where: { userId }, select: { address: true } })
  const prefix = prefixOf(network)
  return signIns.some(({ address }) => address !== null && prefixOf(address) === prefix)
}

type SignInRow = {
  key: string
  userId: string
  lastSeenAt: Date
  expiresAt: Date
  email: string
  name: string | null
  emailVerified: Date | null
  keepsPassword: boolean
  sessionVersion: number
  disabledAt: Date | null
}

const findSignIn = lookUp<SignInRow>(
  (ids) => `SELECT s."id" AS "key", s."userId", s."lastSeenAt", s."expiresAt", u."email", u."name", u."emailVerified",
      u."keepsPassword", u."sessionVersion", u."disabledAt"
    FROM "SignIn" s JOIN "User" u ON u."id" = s."userId" WHERE s."id" IN (${ids})`,
)

/** `unconfirmed`: also who can do nothing yet but prove the address. */
export type Whom = { unconfirmed?: boolean }

/** The claims of a cookie that is alive, with its user; null when forged, ended, expired, outdated, or of a disabled user. */
export async function openSession(
  token: string,
  { unconfirmed = false }: Whom = {},
): Promise<(SignedIn & { expiresAt: Date }) | null> {
  const claims = await decode({ token, secret: authSecret() }).catch(() => null) // not ours, changed or expired
  if (!claims || typeof claims.signInId !== 'string') return null
  const row = await findSignIn(claims.signInId)
  if (!row || row.userId !== claims.sub || row.expiresAt <= new Date()) return null
  if (row.disabledAt || row.sessionVersion !== claims.sessionVersion) return null
  if (!unconfirmed && mustConfirm(row)) return null
  if (Date.now() - row.lastSeenAt.getTime() > SEEN_EVERY_MS) used('SignIn', row.key)
  const { key: signInId, userId, email, name, sessionVersion, expiresAt } = row
  return { userId, signInId, email, name, sessionVersion, expiresAt }
}

/** Who is signed in, by the cookie among these headers. Pages and routes ask here and nowhere else. */
export async function signedIn(headers: HeaderFields, whom?: Whom): Promise<SignedIn | null> {
  const token = cookieIn(headers, SESSION_COOKIE)
  const session = token ? await openSession(token, whom) : null
  if (!session) return null
  const { expiresAt: _, ...rest } = session
  return rest
}

/** `Set-Cookie` for a sign-in of ours: the same cookie as next-auth sets after its own. */
export async function setSessionCookie(claims: SessionClaims): Promise<string> {
  const token = await encode({ token: claims, secret: authSecret(), maxAge: SESSION_SECONDS })
  return `${SESSION_COOKIE}=${token}; Path=/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

export const clearSessionCookie = `${SESSION_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

export async function listSignIns(userId: string) {
  return await db().signIn.findMany({
    where: { userId, expiresAt: { gt: new Date() } },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'asc' }],
    select: { id: true, createdAt: true, lastSeenAt: true, expiresAt: true, userAgent: true, address: true },
  })
}

/** True when there was such a session of this user. */
export async function endSignIn(userId: string, signInId: string): Promise<boolean> {
  const ended = await db().signIn.deleteMany({ where: { id: signInId, userId } })
  return ended.count > 0
}
