import { db, type Tx, transaction } from '#lib/db/client.ts'

/**
 * Accounts from which somebody takes nothing more: no role, invitation, offer of a model, or request for access. Nobody is told. Who is
 * blocked sees what they would see of an address that no account has confirmed: an invitation that nobody accepts, a request that
 * nobody answers.
 */

export const MOST_BLOCKS = 1000

export type Block = { userId: string; name: string | null; at: Date }

export async function hasBlocked(tx: Pick<Tx, 'block'>, userId: string, blockedId: string): Promise<boolean> {
  return (await tx.block.findUnique({ where: { userId_blockedId: { userId, blockedId } } })) !== null
}

/** What they sent that waits for an answer goes with it; roles that are there stay. */
export async function blockAccount(userId: string, blockedId: string): Promise<'done' | 'unknown' | 'too_many'> {
  return transaction(async (tx) => {
    if (userId === blockedId || !(await haveMet(tx, userId, blockedId))) return 'unknown'
    if (await hasBlocked(tx, userId, blockedId)) return 'done'
    if ((await tx.block.count({ where: { userId } })) >= MOST_BLOCKS) return 'too_many'
    const now = new Date()
    await tx.block.create({ data: { userId, blockedId, createdAt: now } })
    const pendingRequests = { userId: blockedId, answeredAt: null, model: { ownerId: userId } }
    await tx.accessRequest.updateMany({ where: pendingRequests, data: { answeredAt: now, role: null } })
    const sent = {
      userId,
      kind: { in: ['access.asked', 'invitation.made', 'transfer.offered'] },
      data: { contains: toActorJson(blockedId) },
    }
    await tx.notification.deleteMany({ where: sent })
    return 'done'
  })
}

/** As a notification's JSON has it. */
const toActorJson = (userId: string) => `"by":${JSON.stringify(userId)}`

/** An id alone is no way to learn whose it is: only somebody of whom this account has heard can be blocked, and is then listed by name. */
async function haveMet(tx: Tx, userId: string, otherId: string): Promise<boolean> {
  const ways = [
    () => tx.notification.count({ where: { userId, data: { contains: toActorJson(otherId) } } }),
    () => tx.constructModel.count({ where: { ownerId: otherId, collaborators: { some: { userId } } } }),
    () => tx.constructModel.count({ where: { ownerId: userId, collaborators: { some: { userId: otherId } } } }),
    () => tx.accessRequest.count({ where: { userId: otherId, model: { ownerId: userId } } }),
  ]
  for (const count of ways) if ((await count()) > 0) return (await tx.user.count({ where: { id: otherId } })) > 0
  return false
}

/** False where they were not blocked. */
export async function liftBlock(userId: string, blockedId: string): Promise<boolean> {
  const { count } = await db().block.deleteMany({ where: { userId, blockedId } })
  return count > 0
}

/** The latest first. */
export async function listBlocks(userId: string): Promise<Block[]> {
  const rows = await db().block.findMany({ where: { userId }, orderBy: [{ createdAt: 'desc' }, { blockedId: 'asc' }] })
  const users = await db().user.findMany({
    where: { id: { in: rows.map(({ blockedId }) => blockedId) } },
    select: { id: true, name: true, email: true },
  })
  const names = new Map(users.map(({ id, name, email }) => [id, name ?? email]))
  return rows.map(({ blockedId, createdAt }) => ({ userId: blockedId, name: names.get(blockedId) ?? null, at: createdAt }))
}
