import { hash, randomBytes } from 'node:crypto'
import { db } from '#lib/db/client.ts'
import { lookUp } from '#lib/db/look-up.ts'
import { isScope, type Scope } from '#lib/oauth/scopes.ts'

/** API keys: `smk_` and 256 random bits, shown once. A fast hash is enough for a secret that nobody can guess. */

const USED_EVERY_MS = 60 * 1000
const hashOf = (key: string) => hash('sha256', key)

export type NewApiKey = { name: string; scopes: readonly Scope[]; expiresAt?: Date | null }

/** `key` is the secret itself: here and never again. */
export async function createApiKey(userId: string, { name, scopes, expiresAt }: NewApiKey): Promise<{ id: string; key: string }> {
  const key = `smk_${randomBytes(32).toString('base64url')}`
  const { id } = await db().apiKey.create({
    data: { userId, name, hash: hashOf(key), hint: key.slice(-4), scopes: scopes.join(' '), expiresAt: expiresAt ?? null },
  })
  return { id, key }
}

export async function listApiKeys(userId: string) {
  const keys = await db().apiKey.findMany({
    where: { userId, revokedAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    select: { id: true, name: true, hint: true, scopes: true, createdAt: true, expiresAt: true, lastUsedAt: true },
  })
  return keys.map((key) => ({ ...key, scopes: key.scopes.split(' ').filter(isScope) }))
}

/** True for the one call that revoked it. */
export async function revokeApiKey(userId: string, id: string): Promise<boolean> {
  const revoked = await db().apiKey.updateMany({ where: { id, userId, revokedAt: null }, data: { revokedAt: new Date() } })
  return revoked.count > 0
}

type KeyRow = {
  key: string
  id: string
  userId: string
  name: string
  scopes: string
  expiresAt: Date | null
  lastUsedAt: Date | null
  revokedAt: Date | null
  disabledAt: Date | null
}

const findKey = lookUp<KeyRow>(
  (
    hashes,
  ) => `SELECT k."hash" AS "key", k."id", k."userId", k."name", k."scopes", k."expiresAt", k."lastUsedAt", k."revokedAt", u."disabledAt"
    FROM "ApiKey" k JOIN "User" u ON u."id" = k."userId" WHERE k."hash" IN (${hashes})`,
)

/** Whose key this is and what it may; null when unknown, revoked, expired, or of a disabled user. */
export async function openApiKey(key: string): Promise<{ id: string; userId: string; name: string; scopes: Scope[] } | null> {
  const row = await findKey(hashOf(key))
  const now = new Date()
  if (!row || row.revokedAt || row.disabledAt || (row.expiresAt && row.expiresAt <= now)) return null
  if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > USED_EVERY_MS) {
    await db().apiKey.updateMany({ where: { id: row.id }, data: { lastUsedAt: now } })
  }
  return { id: row.id, userId: row.userId, name: row.name, scopes: row.scopes.split(' ').filter(isScope) }
}
