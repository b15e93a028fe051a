import { db, transaction } from '#lib/db/client.ts'
import { log } from '#lib/runtime/log.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import { revokeApiKeys } from './api-keys.ts'
import { spendUserToken } from './user-tokens.ts'
import { deleteUser } from './users.ts'

/**
 * A person closes their account: at once nothing that was given to it opens anything, and after CLOSED_DAYS it goes for good with its
 * models. Until then it can be brought back, by the password or login that opened it.
 */

export const CLOSED_DAYS = 14

type Closable = { closedAt: Date | null; disabledAt: Date | null }

/** Closed by its person, and not by the administrator since. */
export const isClosed = ({ closedAt, disabledAt }: Closable): boolean =>
  closedAt !== null && closedAt.getTime() === disabledAt?.getTime()

export const goesAt = (closedAt: Date) => new Date(closedAt.getTime() + CLOSED_DAYS * DAY_MS)

/** Models of this account that others work in: they are given away or deleted first, by choice. */
export async function sharedModelsOf(userId: string): Promise<{ id: string; name: string }[]> {
  return db().constructModel.findMany({
    where: { ownerId: userId, deletedAt: null, collaborators: { some: {} } },
    select: { id: true, name: true },
    take: 100,
  })
}

/** Null when the account changed since `sessionVersion` was read. */
export async function closeAccount({ id, sessionVersion }: { id: string; sessionVersion: number }): Promise<Date | null> {
  const closedAt = new Date()
  return transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id, sessionVersion, disabledAt: null },
      data: { closedAt, disabledAt: closedAt, sessionVersion: { increment: 1 } },
    })
    if (count === 0) return null
    await tx.signIn.deleteMany({ where: { userId: id } })
    await revokeApiKeys(tx, id)
    // Who has a model open by a link asks again, and is shut out.
    await tx.constructModel.updateMany({
      where: { ownerId: id, shareLinks: { some: { revokedAt: null } } },
      data: { accessSeq: { increment: 1 } },
    })
    await tx.shareLink.updateMany({ where: { model: { ownerId: id }, revokedAt: null }, data: { revokedAt: closedAt } })
    return closedAt
  })
}

/** What the token of a closed account is for; the user, to be signed in. */
export async function reopenAccount(token: string, user: Closable & { id: string }) {
  return transaction(async (tx) => {
    if (!isClosed(user) || !(await spendUserToken(tx, token, 'reopen'))) return null
    const { count } = await tx.user.updateMany({
      where: { id: user.id, closedAt: user.closedAt, disabledAt: user.disabledAt },
      data: { closedAt: null, disabledAt: null },
    })
    return count === 1 ? tx.user.findUniqueOrThrow({ where: { id: user.id } }) : null
  })
}

/** Takes away what was closed long enough ago. Tells how many. */
export async function purgeClosed(now = new Date()): Promise<number> {
  const due = await db().user.findMany({
    where: { closedAt: { lte: new Date(now.getTime() - CLOSED_DAYS * DAY_MS) } },
    select: { id: true, closedAt: true },
    take: 100,
  })
  for (const { id } of due) {
    const { deletedModels } = await deleteUser(id)
    log.info('a closed account went for good', { userId: id, deletedModels })
  }
  return due.length
}
