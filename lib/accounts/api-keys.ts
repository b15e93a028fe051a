import { hash, randomBytes } from 'node:crypto'
import { isScope, type Scope } from '#lib/access/scopes.ts'
import { isToolNameStyle, type ToolNameStyle } from '#lib/access/tool-name-style.ts'
import { db, type Tx, transaction } from '#lib/db/client.ts'
import { lookUp } from '#lib/db/look-up.ts'
import { MINUTE_MS } from '#lib/values/durations.ts'
import { used } from './last-used.ts'
import { isStill } from './sign-ins.ts'

/** API keys: `smk_` and 256 random bits, shown once. A fast hash is enough for a secret that nobody can guess. */

const USED_EVERY_MS = MINUTE_MS
const hashOf = (key: string) => hash('sha256', key)

export type NewApiKey = {
  name: string
  scopes: readonly Scope[]
  expiresAt?: Date | null
  toolNameStyle?: ToolNameStyle | null | undefined
}

/** `key` is the secret itself: here and never again. */
export async function createApiKey(
  userId: string,
  { name, scopes, expiresAt = null, toolNameStyle = null }: NewApiKey,
  tx: Pick<Tx, 'apiKey'> = db(),
): Promise<{ id: string; key: string }> {
  const key = `smk_${randomBytes(32).toString('base64url')}`
  const { id } = await tx.apiKey.create({
    data: { userId, name, hash: hashOf(key), hint: key.slice(-4), scopes: scopes.join(' '), expiresAt, toolNameStyle },
  })
  return { id, key }
}

/** The same for a session that read this `sessionVersion`; null when it has ended since: what ended it revoked keys, perhaps. */
export const createApiKeyBySession = (user: { userId: string; sessionVersion: number }, key: NewApiKey) =>
  transaction(async (tx) => ((await isStill(tx, user)) ? createApiKey(user.userId, key, tx) : null))

export async function listApiKeys(userId: string) {
  const keys = await db().apiKey.findMany({
    where: { userId, revokedAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    omit: { userId: true, hash: true, revokedAt: true },
  })
  return keys.map(({ scopes, toolNameStyle, ...key }) => ({
    ...key,
    scopes: scopes.split(' ').filter(isScope),
    toolNameStyle: isToolNameStyle(toolNameStyle) ? toolNameStyle : 'dotted',
  }))
}

/** How the key's programs see tool names; `tools/list` goes by it from the next request on. False when there is no such key. */
export async function chooseKeyToolNameStyle(userId: string, id: string, toolNameStyle: ToolNameStyle): Promise<boolean> {
  const chosen = await db().apiKey.updateMany({ where: { id, userId, revokedAt: null }, data: { toolNameStyle } })
  return chosen.count > 0
}

/** What it was, for the one call that revoked it; else null. */
export async function revokeApiKey(userId: string, id: string): Promise<{ name: string; hint: string } | null> {
  const revoked = await db().apiKey.updateMany({ where: { id, userId, revokedAt: null }, data: { revokedAt: new Date() } })
  return revoked.count === 0 ? null : db().apiKey.findUnique({ where: { id }, select: { name: true, hint: true } })
}

/** Keys that still open something. */
export const countApiKeys = (userId: string): Promise<number> =>
  db().apiKey.count({ where: { userId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] } })

/** How many it revoked. */
export async function revokeApiKeys(tx: Tx, userId: string): Promise<number> {
  const revoked = await tx.apiKey.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: new Date() } })
  return revoked.count
}

type KeyRow = {
  key: string
  id: string
  userId: string
  name: string
  scopes: string
  toolNameStyle: string | null
  expiresAt: Date | null
  lastUsedAt: Date | null
  revokedAt: Date | null
  disabledAt: Date | null
}

const findKey = lookUp<KeyRow>(
  (
    hashes,
  ) => `SELECT k."hash" AS "key", k."id", k."userId", k."name", k."scopes", k."toolNameStyle", k."expiresAt", k."lastUsedAt", k."revokedAt", u."disabledAt"
    FROM "ApiKey" k JOIN "User" u ON u."id" = k."userId" WHERE k."hash" IN (${hashes})`,
)

type OpenKey = { id: string; userId: string; name: string; scopes: Scope[]; toolNameStyle: ToolNameStyle | null }

/** A credential that was good once: whose, and why it opens nothing any more. */
export type Dead = { reason: string; id: string; userId: string }
export type OnDead = (dead: Dead) => void

/** Whose key this is and what it may; null when unknown, revoked, expired, or of a disabled user. `onDead` hears what it was. */
export async function openApiKey(key: string, onDead?: OnDead): Promise<OpenKey | null> {
  const row = await findKey(hashOf(key))
  const now = new Date()
  if (!row) return null
  const { id, userId, name, scopes, toolNameStyle } = row
  const refused =
    (row.revokedAt && 'revoked') || (row.disabledAt && 'disabled user') || (row.expiresAt && row.expiresAt <= now && 'expired')
  if (refused) {
    onDead?.({ reason: refused, id, userId })
    return null
  }
  if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > USED_EVERY_MS) {
    used('ApiKey', row.id, now)
  }
  return {
    id,
    userId,
    name,
    scopes: scopes.split(' ').filter(isScope),
    toolNameStyle: isToolNameStyle(toolNameStyle) ? toolNameStyle : null,
  }
}
