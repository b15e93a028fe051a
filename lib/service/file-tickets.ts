import { createHash, randomBytes } from 'node:crypto'
import type { Caller } from '#lib/access/caller.ts'
import { mustRenew } from '#lib/accounts/provider/renewal.ts'
import { signedIn } from '#lib/accounts/sign-ins.ts'
import { db } from '#lib/db/client.ts'
import type { HeaderFields } from '#lib/http/incoming.ts'
import { MINUTE_MS } from '#lib/values/durations.ts'

/**
 * Links by which the user of an app gets a file of a model, or sends one as a new model: whoever has one may what the app might, for as long as
 * the app may it and the user still has a role. Kept as SHA-256 only. Files, section 6.
 */

const LIVES_MS = 15 * MINUTE_MS

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The token carries the user's id, so that it is looked for by its key. */
const userOf = (token: string) => /^([\w-]{1,64})\.[\w-]{43}$/.exec(token)?.[1]

export type TicketKind = 'export' | 'import'

/** `options`: what it is for, fixed. */
export async function makeTicket(caller: Caller, kind: TicketKind, options: object): Promise<{ token: string; expiresAt: Date }> {
  const { userId, via, principal, clientId, clientName } = caller
  const { sessionVersion } = await db().user.findUniqueOrThrow({ where: { id: userId }, select: { sessionVersion: true } })
  const token = `${userId}.${randomBytes(32).toString('base64url')}`
  const createdAt = new Date()
  const expiresAt = new Date(createdAt.getTime() + LIVES_MS)
  await db().fileTicket.create({
    data: {
      ...{ userId, hash: hashOf(token), kind, via, principal, createdAt, expiresAt, sessionVersion },
      ...{ clientId: clientId ?? null, clientName: clientName ?? null, options: JSON.stringify(options) },
    },
  })
  return { token, expiresAt }
}

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>

const findRow = (userId: string, hash: string, kind: TicketKind) =>
  db().fileTicket.findFirst({ where: { userId, hash, kind, expiresAt: { gt: new Date() } } })

/** `outcome`: what became of the import that it was for. */
export type Ticket = { hash: string; caller: Caller; options: unknown; expiresAt: Date; outcome?: unknown }

/** Null where it opens nothing: unknown, expired, or its app, key or account no longer may. */
export async function openTicket(token: string, kind: TicketKind): Promise<Ticket | null> {
  const userId = userOf(token)
  const row = userId === undefined ? null : await findRow(userId, hashOf(token), kind)
  if (!row || !(await isAlive(row)) || (await mustRenew(row.userId))) return null
  const { hash, options, expiresAt, outcome } = row
  const caller = callerOf(row)
  return { hash, caller, expiresAt, options: JSON.parse(options), ...(outcome !== null && { outcome: JSON.parse(outcome) }) }
}

function callerOf({ userId, via, principal, clientId, clientName, kind }: Row): Caller {
  const door = via === 'oauth' || via === 'api_key' ? via : 'session'
  return {
    ...{ userId, principal, via: door, scopes: new Set([kind === 'import' ? 'mcp:models:write' : 'mcp:models:read']) },
    ...(clientId !== null && { clientId }),
    ...(clientName !== null && { clientName }),
  }
}

/** The account as it was, and the connection or key that it was made through. */
async function isAlive({ userId, via, principal, clientId, sessionVersion, createdAt }: Row): Promise<boolean> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { sessionVersion: true, disabledAt: true } })
  if (!user || user.disabledAt !== null || user.sessionVersion !== sessionVersion) return false
  if (via === 'oauth') {
    // A connection made anew since is another one.
    const where = { userId, clientId: clientId ?? '', sessionVersion, revokedAt: null, createdAt: { lte: createdAt } }
    return (await db().oAuthGrant.count({ where })) > 0
  }
  if (via !== 'api_key') return true
  const id = principal.slice('key:'.length)
  const key = await db().apiKey.findUnique({ where: { id }, select: { revokedAt: true, expiresAt: true } })
  return key !== null && key.revokedAt === null && (key.expiresAt === null || key.expiresAt > new Date())
}

/** It was used: what became of it can be asked for a while. */
export async function spendTicket({ hash, caller }: Ticket, outcome: object): Promise<void> {
  await db().fileTicket.updateMany({
    where: { userId: caller.userId, hash },
    data: { outcome: JSON.stringify(outcome), expiresAt: new Date(Date.now() + LIVES_MS) },
  })
}

/** Imports of this user that wait for their file. */
export const countWaiting = (userId: string): Promise<number> =>
  db().fileTicket.count({ where: { userId, kind: 'import', outcome: null, expiresAt: { gt: new Date() } } })

/** What a person is told of a link before they follow it: the app that asked, and whose account it is for. */
export async function holderOf({ caller }: Ticket, headers: HeaderFields) {
  const { userId, clientName } = caller
  const [session, { email }] = await Promise.all([
    signedIn(headers),
    db().user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } }),
  ])
  const isOther = session !== null && session.userId !== userId
  return { app: clientName ?? 'An app', account: email.replace(/^(.)[^@]*/, '$1…'), isOther }
}

/** Takes away those that have ended. Tells how many. */
export async function pruneTickets(now = new Date()): Promise<number> {
  const { count } = await db().fileTicket.deleteMany({ where: { expiresAt: { lt: now } } })
  return count
}
