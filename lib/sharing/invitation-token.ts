import { createHmac, randomBytes } from 'node:crypto'
import { hashOf, type InvitationToken, idPart, readInvitationToken } from '#lib/access/invitation-key.ts'
import { authSecret } from '#lib/runtime/auth-secret.ts'
import { isSameSecret } from '#lib/runtime/timing-safe-equal.ts'

/**
 * What opens an invitation: its secret, `in_`, the model's id without its `m_`, 192 random bits, so that the look-up is by the key of the
 * table. The one that goes out by mail has a seal behind it: who owns the model sees the secret too, and could else confirm anybody's
 * address by accepting for them. And without any secret its name, `iv_`, which opens it to the account whose confirmed address it is for.
 */

export function newInvitationToken(modelId: string): { token: string; hash: string } {
  const token = `in_${idPart(modelId)}${randomBytes(24).toString('base64url')}`
  if (!readInvitationToken(token)) throw new Error('a model id that no token can carry')
  return { token, hash: hashOf(token) }
}

const sealOf = (hash: string, email: string): string =>
  createHmac('sha256', authSecret()).update(`mailed invitation\n${hash}\n${email}`).digest('base64url').slice(0, 22)

/** The token as it is mailed to this address. */
export const sealed = (token: string, email: string): string => `${token}.${sealOf(hashOf(token), email)}`

export const isSealedFor = (email: string, { hash, seal = '' }: InvitationToken): boolean =>
  isSameSecret(seal, sealOf(hash, email))
