import { db } from '#lib/db/client.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import { logAccountEvent } from './account-event.ts'
import { knownBrowserCookie } from './known-browser.ts'
import { createSignIn, type LoginUsed } from './sign-ins.ts'

/** What the answer says beside next-auth's own: how long a throttled person has to wait, and a cookie of ours. */
export type Beside = { wait: (seconds: number) => void; setCookie: (cookie: string) => void }

/**
 * A session for whoever has proved who they are, which notes where the request came from; its id, or null where the account may have none.
 * `by`: `password`, or the provider.
 */
export async function beginSignIn(
  headers: Headers,
  beside: Beside,
  user: { id: string; sessionVersion: number },
  by: string,
  login?: LoginUsed,
): Promise<string | null> {
  const claims = await createSignIn(user, { userAgent: headers.get('user-agent'), address: clientAddress(headers) }, login)
  if (!claims) return null
  const { passwordHash } = await db().user.findUniqueOrThrow({ where: { id: user.id }, select: { passwordHash: true } })
  beside.setCookie(knownBrowserCookie(headers, { id: user.id, passwordHash }))
  await logAccountEvent(headers, { userId: user.id, action: 'account.sign_in', about: { by } })
  return claims.signInId
}

export const signInFailed = (headers: Headers, userId: string | null, about: Record<string, unknown>) =>
  logAccountEvent(headers, { userId, action: 'account.sign_in', result: 'failed', about })
