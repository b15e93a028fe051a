import { createHash, randomBytes } from 'node:crypto'
import { type Scope, scopeText } from '#lib/access/scopes.ts'
import { db, type Tx } from '#lib/db/client.ts'
import { env } from '#lib/runtime/env.ts'

/**
 * What the authorization server remembers of its secrets: SHA-256 only. They are 256 random bits, which nobody can guess, so a
 * fast hash is enough, and looking a secret up by its hash tells nothing through timing.
 */

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

export const LIFETIME_MS = {
  /** From the application's request to the person's decision; signing up may lie between. */
  request: 30 * MINUTE,
  code: 60 * SECOND, // RFC 6749 §4.1.2 recommends ten minutes at most
  access: 60 * MINUTE,
  /** Idle: each use gives a new one. */
  refresh: 30 * DAY,
} as const

const secret = (prefix: '' | 'smt_ac_' | 'smt_at_' | 'smt_rt_') => prefix + randomBytes(32).toString('base64url')
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const from = (now: Date, lifetime: number) => new Date(now.getTime() + lifetime)

/** Who is looking at the consent page: this user, in this browser. */
export type Person = { userId: string; signInId: string; sessionVersion: number }

/**
 * Keeps an authorization request under a new handle. Without a person it waits for a sign-in; with one, only that person's
 * session can decide it.
 */
export async function storeRequest(query: string, person: Person | null): Promise<string> {
  const handle = secret('')
  const now = new Date()
  await db().oAuthRequest.create({
    data: {
      handle: hashOf(handle),
      query,
      userId: person?.userId ?? null,
      signInId: person?.signInId ?? null,
      createdAt: now,
      expiresAt: from(now, LIFETIME_MS.request),
    },
  })
  return handle
}

/** The query kept under a handle, as long as it is neither decided nor expired. */
async function openRequest(handle: string, owner: { userId: string | null; signInId: string | null } | undefined) {
  const row = await db().oAuthRequest.findFirst({
    where: { handle: hashOf(handle), ...owner, decidedAt: null, expiresAt: { gt: new Date() } },
  })
  return row?.query ?? null
}

/** A request that waits for somebody to sign in. */
export const waitingRequest = (handle: string) => openRequest(handle, { userId: null, signInId: null })
/** A request that this person may decide. */
export const requestOf = (handle: string, { userId, signInId }: Person) => openRequest(handle, { userId, signInId })
/** A request whoever it belongs to: only to let its browser sign in again. */
export const anyRequest = (handle: string) => openRequest(handle, undefined)

/** True for the one call that decided it. */
export async function decideRequest(tx: Tx, handle: string, { userId, signInId }: Person): Promise<boolean> {
  const now = new Date()
  const decided = await tx.oAuthRequest.updateMany({
    where: { handle: hashOf(handle), userId, signInId, decidedAt: null, expiresAt: { gt: now } },
    data: { decidedAt: now },
  })
  return decided.count === 1
}

/** One approval: the family that a code and all tokens bought with it belong to. */
export type Approval = { clientId: string; redirectUri: string; scopes: Scope[]; resource: string; codeChallenge: string }

/** Keeps the approval and returns the code for it. */
export async function issueCode(tx: Tx, person: Person, approval: Approval): Promise<string> {
  const { clientId, resource, redirectUri, codeChallenge } = approval
  const now = new Date()
  const scopes = scopeText(approval.scopes)
  // A style that the user chose for this application outlives a new approval.
  const before = await tx.oAuthGrant.findFirst({
    where: { userId: person.userId, clientId, toolNameStyle: { not: null } },
    orderBy: { createdAt: 'desc' },
    select: { toolNameStyle: true },
  })
  const { id: grantId } = await tx.oAuthGrant.create({
    data: {
      id: randomBytes(16).toString('base64url'),
      userId: person.userId,
      clientId,
      scopes,
      resource,
      sessionVersion: person.sessionVersion,
      toolNameStyle: before?.toolNameStyle ?? null,
      createdAt: now,
    },
  })
  const code = secret('smt_ac_')
  await tx.oAuthCode.create({
    data: { hash: hashOf(code), grantId, clientId, redirectUri, scopes, codeChallenge, expiresAt: from(now, LIFETIME_MS.code) },
  })
  return code
}

const WITH_GRANT = { grant: { include: { user: { select: { disabledAt: true, sessionVersion: true } } } } } as const

type Grant = { revokedAt: unknown; sessionVersion: number; user: { disabledAt: unknown; sessionVersion: number } }

/** Revoked by the user or for a reuse; or the user was disabled, or changed the password, since. */
export const isAlive = ({ revokedAt, sessionVersion, user }: Grant) =>
  revokedAt === null && user.disabledAt === null && user.sessionVersion === sessionVersion

export const findCode = (tx: Tx, code: string) => tx.oAuthCode.findUnique({ where: { hash: hashOf(code) }, include: WITH_GRANT })

export const findToken = (tx: Tx, token: string) =>
  tx.oAuthToken.findUnique({ where: { hash: hashOf(token) }, include: WITH_GRANT })

/** True for the one call that spent it: one statement decides who was first. */
export async function spendCode(tx: Tx, code: string): Promise<boolean> {
  const used = await tx.oAuthCode.updateMany({ where: { hash: hashOf(code), usedAt: null }, data: { usedAt: new Date() } })
  return used.count === 1
}

export async function spendRefreshToken(tx: Tx, token: string): Promise<boolean> {
  const used = await tx.oAuthToken.updateMany({
    where: { hash: hashOf(token), kind: 'refresh', usedAt: null, ended: false },
    data: { usedAt: new Date() },
  })
  return used.count === 1
}

/** Clients with many calls under way refresh once for each. More than these are no accident. */
const MOST_AGAIN = 30

/** Whether a token whose first use was then may be shown again now: the window counts from that use, whatever came between. */
export const mayComeAgain = (usedAt: Date, now = Date.now()) => usedAt.getTime() > now - env.REFRESH_WINDOW_SECONDS * SECOND

/** How often this refresh token has now been shown again within its window; null when that is over, or was too often. */
export async function spendRefreshTokenAgain(tx: Tx, token: string): Promise<number | null> {
  if (env.REFRESH_WINDOW_SECONDS === 0) return null // two processes' clocks may differ by more than nothing
  const opened = new Date(Date.now() - env.REFRESH_WINDOW_SECONDS * SECOND)
  const [spent] = await tx.oAuthToken.updateManyAndReturn({
    where: { hash: hashOf(token), kind: 'refresh', usedAt: { gt: opened }, again: { lt: MOST_AGAIN }, ended: false },
    data: { again: { increment: 1 } },
    select: { again: true },
  })
  return spent?.again ?? null
}

/** How many tokens back a use looks for a window that has closed: nobody refreshes more often within one by accident. */
const MOST_GENERATIONS = 30

type Generation = { hash: string; parent: string | null }

/**
 * A token that was shown again within its window has branches. The first use of one of them after the window is the client's, for all
 * that we know: the other branches end, and whoever shows a token of theirs shows that two hold the same secret.
 */
export async function endOtherBranches(tx: Tx, used: Generation, now = new Date()): Promise<void> {
  let [younger, usedAt] = [used, now]
  for (let back = 0; younger.parent !== null && back < MOST_GENERATIONS; back++) {
    const elder = await tx.oAuthToken.findUnique({
      where: { hash: younger.parent },
      select: { hash: true, parent: true, usedAt: true, again: true },
    })
    if (!elder?.usedAt) return // removed since: it had expired
    // What was used after the elder's window ended other branches then, the elder's and of all before it.
    if (back > 0 && !mayComeAgain(elder.usedAt, usedAt.getTime())) return
    if (elder.again > 0 && !mayComeAgain(elder.usedAt, now.getTime())) await endBranches(tx, elder.hash, younger.hash)
    ;[younger, usedAt] = [elder, elder.usedAt]
  }
}

/** All that this token bought but for one, and what that bought in turn. */
async function endBranches(tx: Tx, of: string, besides: string): Promise<void> {
  const below = `WITH RECURSIVE "below" ("hash") AS (
      SELECT "hash" FROM "OAuthToken" WHERE "parent" = $1 AND "hash" <> $2 AND "kind" = 'refresh'
      UNION ALL SELECT t."hash" FROM "OAuthToken" t JOIN "below" b ON t."parent" = b."hash" WHERE t."kind" = 'refresh')`
  const ofBelow = `IN (SELECT "hash" FROM "below")`
  await tx.$executeRawUnsafe(`${below} DELETE FROM "OAuthToken" WHERE "kind" = 'access' AND "parent" ${ofBelow}`, of, besides)
  await tx.$executeRawUnsafe(`${below} UPDATE "OAuthToken" SET "ended" = TRUE WHERE "hash" ${ofBelow}`, of, besides)
}

/** Ends the whole family: its code, its access and its refresh tokens ask for the grant at every use. */
export async function endGrant(tx: Tx, grantId: string): Promise<void> {
  await tx.oAuthGrant.updateMany({ where: { id: grantId, revokedAt: null }, data: { revokedAt: new Date() } })
}

type Issuing = {
  access: Scope[]
  /** Null for a client that takes no refresh tokens; else the scopes of the one before it (RFC 6749 §6). */
  refresh: Scope[] | null
  /** The refresh token that buys them, hashed. */
  parent: string | null
}

/** An access token and, where the client takes them, a refresh token. */
export async function issueTokens(tx: Tx, grantId: string, { access, refresh, parent }: Issuing) {
  const now = new Date()
  const accessToken = secret('smt_at_')
  const refreshToken = refresh && secret('smt_rt_')
  const token = (text: string, kind: 'access' | 'refresh', scopes: Scope[], parent: string | null) => ({
    hash: hashOf(text),
    grantId,
    kind,
    parent,
    scopes: scopeText(scopes),
    createdAt: now,
    expiresAt: from(now, LIFETIME_MS[kind]),
  })
  await tx.oAuthToken.createMany({
    data: [
      token(accessToken, 'access', access, refreshToken && hashOf(refreshToken)),
      ...(refreshToken && refresh ? [token(refreshToken, 'refresh', refresh, parent)] : []),
    ],
  })
  return { accessToken, refreshToken }
}

/** Ends one access token and leaves its family. */
export async function endToken(tx: Tx, token: string): Promise<void> {
  await tx.oAuthToken.deleteMany({ where: { hash: hashOf(token) } })
}
