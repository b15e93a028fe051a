import { z } from 'zod'
import { notifyInvitations } from '#lib/activity/notifications.ts'
import { db, type Tx, transaction } from '#lib/db/client.ts'
import { isDuplicate } from '#lib/db/races.ts'
import { env } from '#lib/runtime/env.ts'
import { revokeApiKeys } from './api-keys.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { mayUsePassword } from './registration.ts'

/** Written in any case, kept in lower case: one mailbox is one account. */
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email('value is not a valid email address'))

/** Without a password it is opened by a login. `isConfirmed`: somebody vouches for the address. `keepsPassword`: it counts whatever PASSWORDS says. */
export type NewUser = {
  email: string
  password: string | null
  name?: string | null | undefined
  isConfirmed?: boolean
  keepsPassword?: boolean
}

/** `email` must have passed `Email`, `password` must have passed `passwordIssue`. */
export async function createUser({ email, password, name, isConfirmed = false, keepsPassword = false }: NewUser) {
  const passwordHash = password === null ? null : await hashPassword(password)
  try {
    return await db().user.create({
      data: { email, name: name || null, passwordHash, keepsPassword, emailVerified: isConfirmed ? new Date() : null },
      select: { id: true, email: true, name: true, sessionVersion: true, passwordHash: true },
    })
  } catch (error) {
    if (isDuplicate(error)) return 'email_taken' as const
    throw error
  }
}

export async function userByEmail(email: string) {
  const parsed = Email.safeParse(email)
  return parsed.success ? db().user.findUnique({ where: { email: parsed.data } }) : null
}

/** Takes as long for an address that nobody has: `userByEmail` was null. */
export async function matchesPassword(user: { passwordHash: string | null } | null, password: string): Promise<boolean> {
  return verifyPassword(user?.passwordHash ?? null, password)
}

export async function profileOf(userId: string) {
  const user = await db().user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      ...{ name: true, email: true, emailVerified: true, passwordHash: true, keepsPassword: true, createdAt: true },
      accounts: { select: { id: true, provider: true, issuer: true, email: true, lastSignInAt: true } },
    },
  })
  const { passwordHash, accounts, emailVerified, ...rest } = user
  const hasPassword = passwordHash !== null && mayUsePassword(rest)
  return { ...rest, isConfirmed: emailVerified !== null, hasPassword, logins: accounts }
}

/** The address is the person's: somebody has said so who knows. Whether it was not known before. */
export async function confirmEmail(
  tx: Pick<Tx, 'user' | 'invitation' | 'notification' | 'block'>,
  user: { id: string; email: string },
): Promise<boolean> {
  const { id, email } = user
  const { count } = await tx.user.updateMany({ where: { id, email, emailVerified: null }, data: { emailVerified: new Date() } })
  if (count === 1) await notifyInvitations(tx, user)
  return count === 1
}

export async function renameUser(userId: string, name: string | null): Promise<void> {
  await db().user.update({ where: { id: userId }, data: { name } })
}

/** False when the present password is not `present`. A user who came through GitHub or Google may have none yet. */
export async function isPresentPassword(userId: string, present: string): Promise<boolean> {
  const user = await db().user.findUniqueOrThrow({ where: { id: userId }, select: { passwordHash: true } })
  return user.passwordHash === null || (await verifyPassword(user.passwordHash, present))
}

/**
 * Every session and every connected app of the user ends: both carry the `sessionVersion` that this raises. Null when it was raised
 * since it was read: of two changes at once one counts, and the other was asked for by a session that has ended.
 */
export async function changePassword(
  { id, sessionVersion }: { id: string; sessionVersion: number },
  password: string,
  { alsoApiKeys = false } = {},
) {
  const passwordHash = await hashPassword(password)
  return transaction(async (tx) => {
    const changed = await tx.user.updateMany({
      where: { id, sessionVersion, disabledAt: null },
      data: { passwordHash, sessionVersion: { increment: 1 } },
    })
    if (changed.count === 0) return null
    await tx.signIn.deleteMany({ where: { userId: id } })
    const revokedApiKeys = alsoApiKeys ? await revokeApiKeys(tx, id) : 0
    return { id, sessionVersion: sessionVersion + 1, passwordHash, revokedApiKeys }
  })
}

/** The administrator's: whoever has a session now loses it. */
export async function resetPassword(id: string, password: string, { alsoApiKeys }: { alsoApiKeys: boolean }) {
  const passwordHash = await hashPassword(password)
  return transaction(async (tx) => {
    // Where no password counts, the administrator's does: it is the way back in.
    const data = { passwordHash, sessionVersion: { increment: 1 }, ...(env.PASSWORDS === 'off' && { keepsPassword: true }) }
    await tx.user.update({ where: { id }, data })
    await tx.signIn.deleteMany({ where: { userId: id } })
    return { revokedApiKeys: alsoApiKeys ? await revokeApiKeys(tx, id) : 0 }
  })
}

/** Nothing that was given to the account opens anything from now on. */
export const disableUser = (id: string): Promise<{ disabledAt: Date }> =>
  transaction(async (tx) => {
    const disabledAt = new Date()
    await tx.user.update({ where: { id }, data: { disabledAt, sessionVersion: { increment: 1 } } })
    await tx.signIn.deleteMany({ where: { userId: id } })
    return { disabledAt }
  })

export async function enableUser(id: string): Promise<void> {
  await db().user.update({ where: { id }, data: { disabledAt: null, closedAt: null } })
}

/** With all that is the account's alone: its models, one by one, for each may be large; its log; the answers kept for its requests. */
export async function deleteUser(id: string): Promise<{ deletedModels: number }> {
  await disableUser(id)
  const keys = await db().apiKey.findMany({ where: { userId: id }, select: { id: true } })
  const models = await db().constructModel.findMany({ where: { ownerId: id }, select: { id: true } })
  for (const model of models) await db().constructModel.deleteMany({ where: { id: model.id, ownerId: id } })
  await db().auditEntry.deleteMany({ where: { userId: id } })
  const ofKeys = keys.map((key) => `key:${key.id}`)
  await db().idempotencyKey.deleteMany({ where: { OR: [{ principal: { in: ofKeys } }, { principal: { endsWith: `:${id}` } }] } })
  const ofUser = { where: { userId: id } }
  await db().collaborator.deleteMany(ofUser)
  await db().accessRequest.deleteMany(ofUser)
  await db().modelVisit.deleteMany(ofUser)
  await db().notification.deleteMany(ofUser)
  await db().block.deleteMany({ where: { OR: [{ userId: id }, { blockedId: id }] } })
  await db().userToken.deleteMany(ofUser)
  await db().fileTicket.deleteMany(ofUser)
  await db().user.delete({ where: { id } })
  return { deletedModels: models.length }
}

export async function signOutEverywhere(userId: string): Promise<void> {
  await transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { sessionVersion: { increment: 1 } } })
    await tx.signIn.deleteMany({ where: { userId } })
  })
}

/** The verified address that a linked login says becomes the account's. */
export async function takeLoginEmail(
  userId: string,
  accountId: string,
): Promise<{ email: string; provider: string } | 'unknown' | 'taken'> {
  const login = await db().account.findFirst({ where: { id: accountId, userId }, select: { email: true, provider: true } })
  if (!login?.email) return 'unknown'
  const { email, provider } = login
  try {
    await transaction(async (tx) => {
      await tx.user.update({ where: { id: userId }, data: { email, emailVerified: new Date() } })
      await notifyInvitations(tx, { id: userId, email })
    })
    return { email, provider }
  } catch (error) {
    if (isDuplicate(error)) return 'taken'
    throw error
  }
}

/** Removes a login link to another provider, unless it is the only way into the account. */
export async function unlinkLogin(userId: string, accountId: string): Promise<{ provider: string } | 'unknown' | 'last'> {
  return await transaction(async (tx) => {
    // Two at once would each see the other's login: the second waits here until the first is done.
    const { passwordHash, keepsPassword, accounts } = await tx.user.update({
      where: { id: userId },
      data: { sessionVersion: { increment: 0 } },
      select: { passwordHash: true, keepsPassword: true, accounts: { select: { id: true, provider: true } } },
    })
    const login = accounts.find(({ id }) => id === accountId)
    if (!login) return 'unknown'
    const hasPassword = passwordHash !== null && mayUsePassword({ keepsPassword })
    if (!hasPassword && accounts.length === 1) return 'last'
    await tx.account.delete({ where: { id: accountId } })
    return { provider: login.provider }
  })
}
