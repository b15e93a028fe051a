import { createHash, randomBytes } from 'node:crypto'
import { db, type Tx } from '#lib/db/client.ts'

/** One-use links to an account: to set a new password, to confirm its address, to bring a closed account back. Kept as SHA-256 only. */

export type Purpose = 'reset' | 'confirm' | 'reopen'

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The token carries the user's id, so that it is looked for by its key. */
const newToken = (userId: string) => `${userId}.${randomBytes(32).toString('base64url')}`
const userOf = (token: string) => /^([\w-]{1,64})\.[\w-]{43}$/.exec(token)?.[1]

type NewToken = { userId: string; email: string; purpose: Purpose; by: 'account' | 'admin'; lives: number }

/** A newer one ends the older of its purpose. */
export async function makeUserToken({
  userId,
  email,
  purpose,
  by,
  lives,
}: NewToken): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken(userId)
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + lives)]
  await db().userToken.deleteMany({ where: { userId, purpose } })
  await db().userToken.create({ data: { userId, hash: hashOf(token), purpose, email, by, createdAt, expiresAt } })
  return { token, expiresAt }
}

const alive = (token: string, purpose: Purpose) => {
  const userId = userOf(token)
  return userId === undefined ? null : { userId, hash: hashOf(token), purpose, usedAt: null, expiresAt: { gt: new Date() } }
}

/** Whose it is, where it still opens something. `wasMailed`: so whoever has it reads the mail of the account's address. */
export async function userOfToken(token: string, purpose: Purpose) {
  const where = alive(token, purpose)
  const found = where && (await db().userToken.findFirst({ where, select: { userId: true, email: true, by: true } }))
  const user = found && (await db().user.findUnique({ where: { id: found.userId, email: found.email } }))
  return user && { ...user, wasMailed: found.by === 'account' && purpose !== 'reopen' }
}

/** Once: of two at the same time the second finds nothing. */
export async function spendUserToken(tx: Tx, token: string, purpose: Purpose): Promise<boolean> {
  const where = alive(token, purpose)
  if (!where) return false
  const { count } = await tx.userToken.updateMany({ where, data: { usedAt: new Date() } })
  return count === 1
}
