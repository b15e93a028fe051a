import { db } from '#lib/db/client.ts'
import { env } from '#lib/runtime/env.ts'
import { DAY_MS } from '#lib/values/durations.ts'

/**
 * Keys and apps of an account that came by the office's login go on only while its person goes on signing in there: who has left the office cannot.
 * A login that nobody has used since its times are kept counts as too old.
 */
export async function mustRenew(userId: string, now = Date.now()): Promise<boolean> {
  if (env.OIDC_RENEW_DAYS === 0) return false
  const logins = await db().account.findMany({ where: { userId, provider: 'oidc' }, select: { lastSignInAt: true } })
  const oldest = now - env.OIDC_RENEW_DAYS * DAY_MS
  return logins.length > 0 && logins.every(({ lastSignInAt }) => lastSignInAt === null || lastSignInAt.getTime() < oldest)
}
