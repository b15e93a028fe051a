import type { Tx } from '#lib/db/client.ts'
import type { Caller } from './caller.ts'
import type { GivenRole } from './roles.ts'

/** What every change of rights does beside its own rows. After the commit, `announceRights` in `storage/announce.ts`. */

/** Whoever changes rights to a model: in the log of that model. */
export type Actor = Pick<Caller, 'userId' | 'via' | 'clientName' | 'clientId'>

/**
 * Takes the model's row, so that changes beside its revisions come one after another and each sees what the one before left; and raises
 * the number by which listeners see that there was one: of rights, or of saved views. False when the model is gone or in the bin.
 */
export async function holdModel(tx: Tx, modelId: string, seq: 'accessSeq' | 'viewSeq' = 'accessSeq'): Promise<boolean> {
  const where = { id: modelId, deletedAt: null }
  const held = await tx.constructModel.updateMany({ where, data: { [seq]: { increment: 1 } } })
  return held.count > 0
}

export async function setRole(
  tx: Tx,
  modelId: string,
  userId: string,
  role: GivenRole,
  by: Pick<Actor, 'userId'>,
): Promise<void> {
  await tx.collaborator.upsert({
    where: { modelId_userId: { modelId, userId } },
    update: { role },
    create: { modelId, userId, role, addedBy: by.userId, createdAt: new Date() },
  })
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
) => ({
  modelId,
  at: new Date(),
  userId,
  via: via === 'session' ? 'web' : 'rest',
  client: clientName ?? clientId ?? null,
  action,
  detail: JSON.stringify(detail),
})

export async function note(tx: Tx, ...of: Parameters<typeof activityOf>): Promise<void> {
  await tx.modelActivity.create({ data: activityOf(...of) })
}
