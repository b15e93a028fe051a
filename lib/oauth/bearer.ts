import type { Caller } from '#lib/access/caller.ts'
import { db } from '#lib/db/client.ts'
import { RESOURCE } from './metadata.ts'
import { scopesOf } from './scopes.ts'
import { hashOf, isAlive } from './store.ts'
import { isToolNameStyle, type ToolNameStyle } from './tool-name-style.ts'

const USED_EVERY_MS = 60 * 1000

/**
 * Whose access token this is and what it allows; null when it is unknown, expired, revoked, of another resource, or of a user who
 * was disabled or changed the password since. Asked at every request, so all of that counts at once.
 */
export async function callerOfAccessToken(token: string): Promise<Caller | null> {
  if (!/^smt_at_[A-Za-z0-9_-]{43}$/.test(token)) return null
  const row = await db().oAuthToken.findUnique({
    where: { hash: hashOf(token) },
    include: {
      grant: {
        include: {
          user: { select: { disabledAt: true, sessionVersion: true } },
          client: { select: { name: true, toolNameStyle: true } },
        },
      },
    },
  })
  if (row?.kind !== 'access') return null
  const { grant } = row
  const now = new Date()
  // RFC 8707 §2.2: a token is good for the resource it was asked for, and no other.
  if (row.expiresAt <= now || grant.resource !== RESOURCE || !isAlive(grant)) return null
  if (!grant.lastUsedAt || now.getTime() - grant.lastUsedAt.getTime() > USED_EVERY_MS) {
    await db().oAuthGrant.updateMany({ where: { id: grant.id }, data: { lastUsedAt: now } })
  }
  const { userId, clientId, client } = grant
  return {
    userId,
    via: 'oauth',
    scopes: new Set(scopesOf(row.scopes)),
    principal: `client:${clientId}:${userId}`,
    clientId,
    clientName: client.name,
    toolNameStyle: isToolNameStyle(grant.toolNameStyle) ? grant.toolNameStyle : (client.toolNameStyle as ToolNameStyle),
  }
}
