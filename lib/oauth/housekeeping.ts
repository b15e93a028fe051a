import { db } from '#lib/db/client.ts'
import { log } from '#lib/runtime/log.ts'
import { DAY_MS, HOUR_MS } from '#lib/values/durations.ts'

const UNUSED_MS = 30 * DAY_MS

/**
 * Removes what has ended: requests, codes and tokens that expired, approvals without any left, clients that registered themselves
 * and were not used for 30 days. Everything removed here was refused already, so it may run at any time and on several processes
 * at once.
 */
export async function purgeOAuth(now = new Date()): Promise<void> {
  const aDayAgo = new Date(now.getTime() - DAY_MS)
  const longAgo = new Date(now.getTime() - UNUSED_MS)
  await db().oAuthRequest.deleteMany({ where: { expiresAt: { lt: now } } })
  await db().oAuthToken.deleteMany({ where: { expiresAt: { lt: now } } })
  // A used code stays as long as its tokens: shown again, it still ends them.
  await db().oAuthGrant.deleteMany({
    where: {
      OR: [
        { revokedAt: { lt: aDayAgo } },
        { tokens: { none: {} }, codes: { none: { expiresAt: { gt: aDayAgo } } }, createdAt: { lt: aDayAgo } },
      ],
    },
  })
  await db().oAuthClient.deleteMany({
    where: {
      origin: { in: ['dynamic', 'document'] },
      grants: { none: {} },
      createdAt: { lt: longAgo },
      OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: longAgo } }],
    },
  })
}

let purgedAt = 0

/**
 * Purges once an hour, on the back of the requests that make rows: no timer to stop, and a service that nobody asks has nothing to
 * purge. Nobody waits for it, so what goes wrong is told in the log and tried again an hour later.
 */
export function purgeNowAndThen(): void {
  const now = Date.now()
  if (now - purgedAt < HOUR_MS) return
  purgedAt = now
  purgeOAuth().catch((error: unknown) => log.error('purging codes and tokens failed', { error }))
}
