import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { db } from '#lib/db/client.ts'
import { authSecret } from '#lib/runtime/auth-secret.ts'
import { env } from '#lib/runtime/env.ts'
import { log } from '#lib/runtime/log.ts'
import { discover } from './oidc.ts'

/**
 * Signing out at the provider too (OpenID Connect RP-Initiated Logout 1.0). It wants the ID token back, which is kept with the session, encrypted,
 * and nowhere else.
 */

const keyOf = () => Buffer.from(hkdfSync('sha256', authSecret(), '', 'ID token of a session', 32))

/** AES-256-GCM: 12 bytes of nonce, 16 of tag, the text. Null where signing out here does not sign out there. */
export function sealedIdToken(idToken: string | undefined): string | null {
  if (env.OIDC_LOGOUT === 'off' || idToken === undefined) return null
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(), nonce)
  const text = Buffer.concat([cipher.update(idToken, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
}

/** Null for what was sealed with another secret. */
function openIdToken(sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(), bytes.subarray(0, 12), { authTagLength: 16 })
    decipher.setAuthTag(bytes.subarray(12, 28))
    return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

/** Where a browser goes that signs out of this session; null: nowhere else. Asked before the session ends, which has the ID token. */
export async function endSessionUrl(signInId: string): Promise<string | null> {
  if (env.OIDC_LOGOUT === 'off') return null
  const row = await db().signIn.findUnique({ where: { id: signInId }, select: { idToken: true } })
  const idToken = row?.idToken ? openIdToken(row.idToken) : null
  if (idToken === null) return null
  try {
    const { end_session_endpoint: endpoint } = (await discover()).metadata
    if (endpoint === undefined) return null
    const url = new URL(endpoint)
    url.searchParams.set('id_token_hint', idToken)
    url.searchParams.set('client_id', env.OIDC_ID ?? '')
    url.searchParams.set('post_logout_redirect_uri', `${env.APP_URL}/sign-in`)
    return url.href
  } catch (error) {
    log.warn('somebody signed out here only: the login provider does not answer', { error })
    return null
  }
}
