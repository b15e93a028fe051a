import { type Scope, scopesOf } from '#lib/access/scopes.ts'
import { isToolNameStyle, type ToolNameStyle } from '#lib/access/tool-name-style.ts'
import { used } from '#lib/accounts/last-used.ts'
import { lookUp } from '#lib/db/look-up.ts'
import { MINUTE_MS } from '#lib/values/durations.ts'
import { RESOURCE } from './metadata.ts'
import { hashOf, isAlive } from './store.ts'

const USED_EVERY_MS = MINUTE_MS

/** An app and the person for whom it asks. */
type AppCaller = {
  userId: string
  via: 'oauth'
  scopes: ReadonlySet<Scope>
  principal: string
  clientId: string
  clientName: string
  toolNameStyle: ToolNameStyle
}

/**
 * Whose access token this is and what it allows; null when it is unknown, expired, revoked, of another resource, or of a user who
 * was disabled or changed the password since. Asked at every request, so all of that counts at once. `onDead` hears what it was.
 */
export async function callerOfAccessToken(
  token: string,
  onDead?: (was: { reason: string; id: string; userId: string }) => void,
): Promise<AppCaller | null> {
  if (!/^smt_at_[A-Za-z0-9_-]{43}$/.test(token)) return null
  const row = await findAccessToken(hashOf(token))
  if (!row) return null
  const user = { disabledAt: row.disabledAt, sessionVersion: row.userSessionVersion }
  const now = new Date()
  // RFC 8707 §2.2: a token is good for the resource it was asked for, and no other.
  const refused =
    (row.expiresAt <= now && 'expired') ||
    (row.resource !== RESOURCE && 'other resource') ||
    (!isAlive({ ...row, user }) && 'ended')
  if (refused) {
    onDead?.({ reason: refused, id: row.grantId, userId: row.userId })
    return null
  }
  if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > USED_EVERY_MS) used('OAuthGrant', row.grantId, now)
  const { userId, clientId, clientName, chosenStyle, clientStyle } = row
  return {
    userId,
    via: 'oauth',
    scopes: new Set(scopesOf(row.scopes)),
    principal: `client:${clientId}:${userId}`,
    clientId,
    clientName,
    toolNameStyle: isToolNameStyle(chosenStyle) ? chosenStyle : clientStyle,
  }
}

type Row = {
  key: string
  scopes: string
  expiresAt: Date
  grantId: string
  resource: string
  revokedAt: Date | null
  lastUsedAt: Date | null
  sessionVersion: number
  chosenStyle: string | null
  userId: string
  disabledAt: Date | null
  userSessionVersion: number
  clientId: string
  clientName: string
  clientStyle: ToolNameStyle
}

/** Asked at every request. */
const findAccessToken = lookUp<Row>(
  (hashes) => `SELECT t."hash" AS "key", t."scopes", t."expiresAt", t."grantId", g."resource", g."revokedAt", g."lastUsedAt",
      g."sessionVersion", g."toolNameStyle" AS "chosenStyle", g."userId", u."disabledAt",
      u."sessionVersion" AS "userSessionVersion", g."clientId", c."name" AS "clientName", c."toolNameStyle" AS "clientStyle"
    FROM "OAuthToken" t
    JOIN "OAuthGrant" g ON g."id" = t."grantId"
    JOIN "User" u ON u."id" = g."userId"
    JOIN "OAuthClient" c ON c."id" = g."clientId"
    WHERE t."hash" IN (${hashes}) AND t."kind" = 'access'`,
)
