import type { Caller } from '#lib/access/caller.ts'
import { isOpen } from '#lib/access/invitation-key.ts'
import { ASSIGNABLE_ROLES, type AssignableRole, toRole } from '#lib/access/roles.ts'
import type { Tx } from '#lib/db/client.ts'
import { limits } from '#lib/runtime/limits.ts'

/** What every change of rights does beside its own rows. After the commit, `announceRights` in `storage/announce.ts`. */

/** Whoever changes rights to a model: in the log of that model. */
export type Actor = Pick<Caller, 'userId' | 'via' | 'clientName' | 'clientId'>

/** Numbers that rise with each change beside the revisions. */
type Seq = 'accessSeq' | 'viewSeq' | 'commentSeq'

/**
 * Takes the model's row, so that changes beside its revisions come one after another and each sees what the one before left; and raises
 * the number by which listeners see that there was one: of rights, of saved views, or of comments. False when the model is gone or in the bin.
 */
export const holdModel = (tx: Tx, modelId: string, seq: Seq = 'accessSeq'): Promise<boolean> => hold(tx, { id: modelId }, seq)

/** The same for what only its owner may do: false too when somebody else owns it by now. */
export const holdOwnModel = (tx: Tx, { id, ownerId }: { id: string; ownerId: string }): Promise<boolean> =>
  hold(tx, { id, ownerId }, 'accessSeq')

async function hold(tx: Tx, of: { id: string; ownerId?: string }, seq: Seq): Promise<boolean> {
  const where = { ...of, deletedAt: null }
  const held = await tx.constructModel.updateMany({ where, data: { [seq]: { increment: 1 } } })
  return held.count > 0
}

/** A model would have more people than it may: nothing of the transaction is to stay. */
export class TooManyPeople extends Error {}

/** People with a role and open invitations to one: each takes a place. Throws where another would be one too many. */
export async function checkPeopleLimit(tx: Tx, modelId: string): Promise<void> {
  const people = await tx.collaborator.count({ where: { modelId } })
  const invited = await tx.invitation.count({ where: { modelId, kind: 'role', ...isOpen() } })
  if (people + invited >= limits.collaborators) throw new TooManyPeople('a model has as many people as it may')
}

export const endRoleInvitations = (tx: Tx, modelId: string, email: string) =>
  tx.invitation.updateMany({ where: { modelId, email, kind: 'role', ...isOpen() }, data: { endedAt: new Date() } })

/**
 * The one way to a role, in a transaction that holds the model: given, accepted, asked for, or left to who owned it. Whatever else was to
 * lead to one is over with it: the person's request, and an open invitation to their address. `raises`: a greater role stays. Returns
 * what they have now; throws TooManyPeople.
 */
export async function setRole(
  tx: Tx,
  modelId: string,
  userId: string,
  role: AssignableRole,
  { by, raises = false }: { by: string; raises?: boolean },
): Promise<AssignableRole> {
  const key = { modelId_userId: { modelId, userId } }
  const before = await tx.collaborator.findUnique({ where: key })
  const had = before && toRole(before.role)
  const has = raises && had ? greater(role, had) : role
  await tx.accessRequest.updateMany({ where: { modelId, userId }, data: { answeredAt: new Date(), role: has } })
  const user = await tx.user.findUnique({ where: { id: userId }, select: { email: true, emailVerified: true } })
  if (user?.emailVerified) await endRoleInvitations(tx, modelId, user.email)
  if (!before) await checkPeopleLimit(tx, modelId)
  await tx.collaborator.upsert({
    where: key,
    update: { role: has },
    create: { modelId, userId, role: has, addedBy: by, createdAt: new Date() },
  })
  return has
}

const greater = (one: AssignableRole, other: AssignableRole): AssignableRole =>
  ASSIGNABLE_ROLES.find((role) => role === one || role === other) ?? one

/** Whoever owns models has no other row in their lists: no role, no request, no invitation. All that they own, or one. */
export async function clearRowsOfOwner(tx: Tx, userId: string, modelId?: string): Promise<void> {
  const own = { model: { ownerId: userId }, ...(modelId !== undefined && { modelId }) }
  await tx.collaborator.deleteMany({ where: { userId, ...own } })
  await tx.accessRequest.deleteMany({ where: { userId, ...own } })
  const user = await tx.user.findUnique({ where: { id: userId }, select: { email: true, emailVerified: true } })
  if (!user?.emailVerified) return
  const invitations = { email: user.email, kind: 'role', ...own, ...isOpen() }
  await tx.invitation.updateMany({ where: invitations, data: { endedAt: new Date() } })
}

export const MODEL_ACTIONS = [
  'role.given',
  'role.taken',
  'role.left',
  'role.asked',
  'role.refused',
  'invitation.made',
  'invitation.withdrawn',
  'invitation.accepted',
  'invitation.declined',
  'transfer.offered',
  'transfer.withdrawn',
  'transfer.accepted',
  'link.made',
  'link.changed',
  'link.revoked',
  'view.made',
  'view.deleted',
  'view.first',
  'comment.made',
  'comment.replied',
  'comment.resolved',
  'comment.reopened',
  'comment.assigned',
  'comment.deleted',
  'comment.imported',
  'comment.exported',
  'model.deleted',
  'model.undeleted',
  'model.duplicated',
] as const
export type ModelAction = (typeof MODEL_ACTIONS)[number]

/** A row of the model's log, in the transaction of what it tells of. */
export const activityOf = (
  modelId: string,
  { userId, via, clientName, clientId }: Actor,
  action: ModelAction,
  detail: Record<string, unknown> = {},
  door: 'web' | 'rest' | 'mcp' = via === 'session' ? 'web' : 'rest',
) => ({
  modelId,
  at: new Date(),
  userId,
  via: door,
  client: clientName ?? clientId ?? null,
  action,
  detail: JSON.stringify(detail),
})

export async function note(tx: Tx, ...of: Parameters<typeof activityOf>): Promise<void> {
  await tx.modelActivity.create({ data: activityOf(...of) })
}
